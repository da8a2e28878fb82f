"""Send messages by Web Push: RFC 8291 encrypts them, RFC 8292 names the site as their sender.

This module needs the packages of ``requirements/push.txt``.
"""

import json
import logging
import os
import time
from hashlib import sha256
from http.client import HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.signing import b64_decode, b64_encode

from games.models.people.push import PUSH_SERVICE, PushSubscription

STEP_TAKES = 3.0  # a push service can take this many seconds for a step
STORED_FOR = 24 * 60 * 60  # a push service stores a message for a sleeping phone this long
SIGNED_FOR = 12 * 60 * 60  # in seconds; how long a signature is valid
RECORD = 4096  # in bytes; a message has one record of at most this size

logger = logging.getLogger(__name__)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key of a private key."""
    form = Encoding.X962, PublicFormat.UncompressedPoint
    return bytes(key.public_key().public_bytes(*form))


def browser_key(p256dh: str) -> ec.EllipticCurvePublicKey:
    """Return a browser's public key; raise ValueError if the text is not a key."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b64_decode(p256dh.encode()))


def site_key() -> ec.EllipticCurvePrivateKey:
    """Return the key of the site, which follows from ``PUSH_KEY``."""
    # The number must be below the order of the curve, so only 31 bytes are used.
    return ec.derive_private_key(
        int.from_bytes(sha256(settings.PUSH_KEY.encode()).digest()[:31], "big"), ec.SECP256R1()
    )


def public_key() -> str:
    """Return the site's public key, which browsers pass on to their push service."""
    return b64_encode(point_of(site_key())).decode()


def encrypt(
    text: bytes,
    p256dh: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Return a message that only the browser can read; the key and the salt must be new."""
    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)

    def derive(length: int, salt: bytes, info: bytes, secret: bytes) -> bytes:
        return bytes(HKDF(SHA256(), length, salt, info).derive(secret))

    info = b"WebPush: info\0" + b64_decode(p256dh.encode()) + point_of(own)
    shared = own.exchange(ec.ECDH(), browser_key(p256dh))
    secret = derive(32, b64_decode(auth.encode()), info, shared)
    key = derive(16, salt, b"Content-Encoding: aes128gcm\0", secret)
    nonce = derive(12, salt, b"Content-Encoding: nonce\0", secret)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(point_of(own))]) + point_of(own)
    return header + bytes(AESGCM(key).encrypt(nonce, text + b"\x02", None))


def authorization(service: str) -> str:
    """Return the header by which a push service recognizes the site."""
    until = int(time.time()) + SIGNED_FOR
    contact = {"sub": settings.PUSH_CONTACT} if settings.PUSH_CONTACT else {}
    claims = {"aud": service, "exp": until, **contact}
    parts = (json.dumps(part).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    signed = b".".join(map(b64_encode, parts))
    numbers = decode_dss_signature(site_key().sign(signed, ec.ECDSA(SHA256())))
    signature = b64_encode(b"".join(number.to_bytes(32, "big") for number in numbers))
    return f"vapid t={signed.decode()}.{signature.decode()}, k={public_key()}"


def send(to: PushSubscription, message: dict[str, str]) -> bool:
    """Send a message once; return False if its address is gone for ever."""
    found = PUSH_SERVICE.fullmatch(to.endpoint)
    if found is None:
        return False
    service, path = found.groups()
    headers = {
        "Authorization": authorization(service),
        "Content-Encoding": "aes128gcm",
        "TTL": str(STORED_FOR),
    }
    connection = HTTPSConnection(urlsplit(service).netloc, timeout=STEP_TAKES)
    try:  # this client follows no redirects
        body = encrypt(json.dumps(message).encode(), to.p256dh, to.auth)
        connection.request("POST", path, body, headers)
        status = connection.getresponse().status
    except (OSError, HTTPException) as error:
        logger.warning("%s got no notification: %s", service, type(error).__name__)
        return True
    finally:
        connection.close()
    if status in (404, 410):
        return False
    if status >= 300:
        logger.warning("%s refused a notification: %s", service, status)
    return True
