"""The page on privacy matches the stored data."""

from datetime import timedelta

from games.people import limits
from games.people.sessions import browsers, store as sessions


def test_the_privacy_page_has_the_numbers_that_the_code_uses(client, monkeypatch):
    page = client.get("/privacy/").text
    for kept in (
        sessions.NAMELESS_FOR,
        sessions.NAMED_FOR,
        browsers.KEPT_FOR,
        limits.LONGEST_COUNTED,
    ):
        assert f"{kept.days} days" in page
    assert timedelta(days=3) == limits.LONGEST_COUNTED
    monkeypatch.setattr("games.people.accounts.views.NAMELESS_FOR", timedelta(days=29))
    assert "haven’t played for 29 days" in client.get("/privacy/").text


def test_the_links_of_the_operator_are_in_the_footer(client, settings):
    settings.SITE_LINKS = [("Legal <notice>", "https://example.org/legal?a=1&b=2")]
    link = '<a href="https://example.org/legal?a=1&amp;b=2">Legal &lt;notice&gt;</a>'
    for path in ("/", "/privacy/"):
        assert link in client.get(path).text
