"""A push service on this machine, and a browser that has keys."""

import json
import re
import ssl
import threading
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.core.signing import b64_encode

from games.play.push import sending

KEY = "2f6b1c9d40e7a853" * 2
AUTH = b"sixteen bytes ab"


@pytest.fixture
def _push_is_on(settings):
    settings.PUSH_KEY = KEY


class Browser:
    """A browser with keys that decrypts messages of a push service."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())

    def keys(self) -> dict[str, str]:
        public = sending.point_of(self.key)
        return {"p256dh": b64_encode(public).decode(), "auth": b64_encode(AUTH).decode()}

    def read(self, body: bytes) -> dict[str, str]:
        """Return a message, decrypted as RFC 8291 says."""
        salt, sender, sealed = body[:16], body[21:86], body[86:]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\0" + sending.point_of(self.key) + sender
        shared = self.key.exchange(ec.ECDH(), other)
        secret = HKDF(hashes.SHA256(), 32, AUTH, info).derive(shared)
        key, nonce = (
            HKDF(hashes.SHA256(), length, salt, b"Content-Encoding: %b\0" % name).derive(secret)
            for length, name in ((16, b"aes128gcm"), (12, b"nonce"))
        )
        return json.loads(AESGCM(key).decrypt(nonce, sealed, None).removesuffix(b"\x02"))


class PushService(HTTPServer):
    """A push service that keeps all requests and responds with the status ``answer``."""

    def __init__(self) -> None:
        self.answer, self.requests = 201, []
        super().__init__(("127.0.0.1", 0), Answering)

    @property
    def origin(self) -> str:
        return f"https://127.0.0.1:{self.server_port}"


class Answering(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests.append((self.path, self.headers, body))
        self.send_response(self.server.answer)
        self.send_header("Location", f"{self.server.origin}/redirected")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Print nothing."""


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """Return a file with a certificate of 127.0.0.1 and the key of the certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    begin = datetime(2020, 1, 1)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + timedelta(days=36500))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    file = tmp_path_factory.mktemp("certificate") / "both.pem"
    file.write_bytes(
        made.public_bytes(pem)
        + key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return file


@pytest.fixture
def service(certificate, monkeypatch):
    """Run the only known push service, at 127.0.0.1 and with a trusted certificate."""
    server = PushService()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    known = re.compile(rf"({re.escape(server.origin)})(/\w+)")
    monkeypatch.setattr("games.play.push.sending.PUSH_SERVICE", known)
    monkeypatch.setattr("games.play.push.views.PUSH_SERVICE", known)
    yield server
    server.shutdown()
    thread.join()
    server.server_close()
