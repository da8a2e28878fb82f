"""Test that the page on privacy matches the stored data."""

from datetime import timedelta

import pytest

from games.people import limits
from games.people.sessions import browsers
from games.people.sessions import store as sessions

pytestmark = pytest.mark.django_db


def test_the_privacy_page_has_the_numbers_that_the_code_uses(client):
    page = client.get("/privacy/").text
    for kept in (
        sessions.NAMELESS_FOR,
        sessions.NAMED_FOR,
        browsers.KEPT_FOR,
        limits.LONGEST_COUNTED,
    ):
        assert f"{kept.days} days" in page
    assert timedelta(days=3) == limits.LONGEST_COUNTED


def test_the_privacy_page_follows_if_the_numbers_in_the_code_change(client, monkeypatch):
    monkeypatch.setattr("games.people.accounts.views.NAMELESS_FOR", timedelta(days=29))
    assert "haven’t played for 29 days" in client.get("/privacy/").text


@pytest.mark.parametrize("path", ["/", "/privacy/"])
def test_the_operators_links_are_in_the_footer(client, settings, path):
    before = client.get(path)
    settings.SITE_LINKS = [("Legal <notice>", "https://example.org/legal?a=1&b=2")]
    page = client.get(path)
    link = '<a href="https://example.org/legal?a=1&amp;b=2">Legal &lt;notice&gt;</a>'
    assert link in page.text
    assert link not in before.text
