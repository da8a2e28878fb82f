"""Messages are sent to the push service that a browser uses, and to no other server."""

import json
import socket

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from django.core.signing import b64_decode, b64_encode

from games.models import PushSubscription
from games.models.people.push import PUSH_SERVICE
from games.play.push import sending
from tests.games.play.push.conftest import Browser

pytestmark = pytest.mark.usefixtures("_push_is_on")


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291():
    own = int.from_bytes(b64_decode(b"yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = sending.encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        ec.derive_private_key(own, ec.SECP256R1()),
        b64_decode(b"DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert b64_encode(sealed).decode() == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )


@pytest.mark.parametrize("contact", ["https://example.org", ""])
def test_the_browser_can_decrypt_a_message_and_the_service_can_verify_its_sender(
    service, settings, contact
):
    settings.PUSH_CONTACT = contact
    browser = Browser()
    to = PushSubscription(endpoint=f"{service.origin}/abc", **browser.keys())
    assert sending.send(to, {"body": "Your turn"})
    [(path, headers, body)] = service.requests
    assert path == "/abc"
    assert browser.read(body) == {"body": "Your turn"}
    assert headers["TTL"] == "86400"
    token, key = headers["Authorization"].removeprefix("vapid t=").split(", k=")
    signed, _, signature = token.rpartition(".")
    numbers = b64_decode(signature.encode())
    halves = [int.from_bytes(half, "big") for half in (numbers[:32], numbers[32:])]
    public = sending.browser_key(key)
    public.verify(encode_dss_signature(*halves), signed.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(b64_decode(signed.partition(".")[2].encode()))
    assert claims["aud"] == service.origin
    assert claims.get("sub", "") == contact, "an empty contact is no URL"


@pytest.mark.parametrize(
    ("answer", "is_there"), [(201, True), (404, False), (410, False), (302, True), (503, True)]
)
def test_a_push_address_counts_as_gone_only_after_status_404_or_410(service, answer, is_there):
    service.answer = answer
    to = PushSubscription(endpoint=f"{service.origin}/abc", **Browser().keys())
    assert sending.send(to, {}) == is_there
    assert len(service.requests) == 1, "a redirect is not followed"


def test_a_push_service_without_a_trusted_certificate_gets_no_message(service, monkeypatch, caplog):
    monkeypatch.delenv("SSL_CERT_FILE")
    to = PushSubscription(endpoint=f"{service.origin}/abc", **Browser().keys())
    assert sending.send(to, {})
    assert service.requests == []
    assert "SSLCertVerificationError" in caplog.text
    assert "/abc" not in caplog.text


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://fcm.googleapis.com:8000/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1#fcm.googleapis.com/x",
        "https://127.0.0.1\\.push.apple.com/x",
        "https://evil-push.apple.com.example.org/x",
        "https://evilpush.apple.com/x",
        "https://push.apple.com.evil/x",
        f"https://{'a' * 64}.push.apple.com/x",  # a part of this name is too long
        "https://fcm.googleapis.com/x\r\nHost: 127.0.0.1",
        "https://fcm.googleapis.com/x#y",
        "https://fcm.googleapis.com",
        "https://\uff46cm.googleapis.com/x",
        f"https://fcm.googleapis.com/{'x' * 600}",
    ],
)
def test_no_connection_is_opened_to_a_server_that_is_not_a_push_service(endpoint, monkeypatch):
    def connect(*args, **kwargs):
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "create_connection", connect)
    assert not sending.send(PushSubscription(endpoint=endpoint, **Browser().keys()), {})


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/d1-x:APA91b_y",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA-_",
        "https://web.push.apple.com/QOY-abc",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYA%2fx%3d",
    ],
)
def test_the_push_services_of_known_browsers_are_accepted(endpoint):
    assert PUSH_SERVICE.fullmatch(endpoint)
