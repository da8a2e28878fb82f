"""API keys: an account makes and revokes its keys, which are shown once and stored as digests."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import ApiKey
from games.models.base.ids import digest_of
from games.models.people.api_key import MOST_KEYS, EnoughKeys
from tests.cast import side_by_side, sign_up


def make_key(client: Client, name: str = "My bot") -> str:
    """Make an API key on the page for keys; return the key as the page shows it."""
    page = client.post("/you/keys/", {"name": name})
    return re.search(r"<code[^>]*>([\w-]+)</code>", page.text)[1]


def test_a_key_is_shown_once_and_stored_as_a_digest(client, account):
    key = make_key(client)
    kept = ApiKey.objects.get()
    assert (kept.name, kept.digest) == ("My bot", digest_of(key))
    page = client.get("/you/keys/").text
    assert "My bot" in page
    assert key not in page


def test_a_key_is_found_in_any_spelling_until_it_is_revoked_or_its_account_is_closed(
    client, account
):
    key, other = make_key(client), Client()
    sign_up(other, "Bob")
    other.post("/you/keys/", {"revoke": ApiKey.objects.get().pk})
    for nonsense in ("x", "-1", "9" * 40, "9" * 5000, "٣"):
        assert client.post("/you/keys/", {"revoke": nonsense}).status_code in (302, 422)
    assert ApiKey.objects.find(key.upper().replace("-", " ")).user == account
    assert ApiKey.objects.find(key[:-1]) is None
    for is_active in (False, True):
        User.objects.update(is_active=is_active)
        assert bool(ApiKey.objects.find(key)) == is_active
    response = client.post("/you/keys/", {"revoke": ApiKey.objects.get().pk})
    assert response["Location"] == "/you/keys/"
    assert ApiKey.objects.find(key) is None


def test_a_key_needs_a_name(client, account):
    response = client.post("/you/keys/", {"name": " "})
    assert response.status_code == 422
    assert "Type a name for the key" in response.text
    assert "at most 40 characters" in client.post("/you/keys/", {"name": "x" * 41}).text


def test_an_account_can_have_only_a_limited_number_of_keys(client, account):
    for number in range(MOST_KEYS):
        make_key(client, f"Bot {number}")
    response = client.post("/you/keys/", {"name": "One more"})
    assert (response.status_code, response["X-Refused"]) == (409, "enough-keys")
    assert "You can have at most 5 keys. Revoke one first." in response.text
    assert ApiKey.objects.count() == MOST_KEYS


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_concurrent_requests_make_no_more_keys_than_allowed():
    user = User.objects.create(username="ada")
    for number in range(MOST_KEYS - 1):
        ApiKey.objects.make(user, f"{number}")
    answers = side_by_side(lambda place: len(ApiKey.objects.make(user, "another")))
    assert answers == ["19"] + [EnoughKeys.code] * 5
