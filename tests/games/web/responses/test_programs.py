"""Pages for programs: crawlers, password managers, phones."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

from django.contrib.staticfiles import finders
from PIL import Image

from games.models import FIRST_DAY, today
from tests.cast import named, play

PLACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"


def test_robots_txt_closes_games_to_search_engines_but_not_to_messengers(client):
    """Messengers that fetch a preview obey robots.txt as well."""
    response, rules = client.get("/robots.txt"), RobotFileParser()
    assert response["Content-Type"].startswith("text/plain")
    assert "Sitemap: http://testserver/sitemap.xml" in response.text
    rules.parse(response.text.splitlines())
    for page in ("result/", "result.png", "analysis/"):
        assert not rules.can_fetch("Googlebot", f"/games/x/{page}")
        assert rules.can_fetch("Twitterbot", f"/games/x/{page}")
    for path in ("/", "/challenges/x/", "/players/Ada/", "/daily/2026-11-01/preview.png"):
        assert rules.can_fetch("Googlebot", path)
    for who in ("Googlebot", "Twitterbot"):
        assert not rules.can_fetch(who, "/you/")
        assert not rules.can_fetch(who, "/admin/")


def test_the_sitemap_has_the_public_pages(client, game):
    play(client, game, "3632")
    named("Ada", 4)
    page = client.get("/sitemap.xml", headers={"host": "localhost"}, secure=True)
    places = [place.text for place in ElementTree.fromstring(page.content).iter(PLACE)]  # noqa: S314 - our own
    assert places[0] == "https://localhost/"
    assert f"https://localhost/daily/{today()}/" in places
    assert f"https://localhost/daily/{FIRST_DAY}/" in places
    assert f"https://localhost/daily/{today() + timedelta(days=1)}/" not in places
    assert [place for place in places if "/games/" in place or "/players/" in place] == []


def test_a_password_manager_finds_the_page_for_changing_a_password(client, account):
    response = client.get("/.well-known/change-password", follow=True)
    assert response.redirect_chain == [("/you/password/", 302)]
    assert response.status_code == 200


def test_the_site_can_be_installed_on_a_phone(client, settings):
    settings.SITE_NAME = "Codebreak"
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    told = response.json()
    assert (told["name"], told["start_url"], told["display"]) == ("Codebreak", "/", "minimal-ui")
    css = Path(finders.find("css/board.css")).read_text()
    assert f"--paper: light-dark({told['background_color']}," in css
    for icon in told["icons"]:
        file = Path(finders.find(icon["src"].removeprefix("/static/"))).read_bytes()
        width, height = Image.open(BytesIO(file)).size
        assert icon["sizes"] == f"{width}x{height}"
        assert len(file) <= 45_000
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
