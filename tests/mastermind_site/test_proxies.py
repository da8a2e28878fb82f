"""How the proxies with the configuration in deploy/ respond for the site."""

import gzip
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.test import Client

from games.models import Player
from games.models.duels.leaving import forget
from tests.cast import finished, sign_up
from tests.proxies import DEPLOY, caddy, fetch, nginx

SHEET = b".peg { color: red }\n" * 100


class Site(BaseHTTPRequestHandler):
    """A stand-in for the site that returns the request ids or the host that it received."""

    def do_GET(self):
        asked = "Host" if self.path == "/host/" else "X-Request-ID"
        said = " ".join(self.headers.get_all(asked)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *told):
        pass


@pytest.fixture(scope="module")
def site():
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture(scope="module")
def folder():
    """Yield a folder with a style sheet that the user of nginx can read."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        folder.chmod(0o755)
        for name, content in {"a.css": SHEET, "a.css.gz": gzip.compress(SHEET)}.items():
            (folder / name).write_bytes(content)
            (folder / name).chmod(0o644)
        yield folder


@pytest.fixture(scope="module", params=["nginx.conf", "Caddyfile"])
def proxy(request, site, folder):
    """Yield the address of a proxy that runs with the configuration file of deploy/."""
    text = (DEPLOY / request.param).read_text().replace("/var/cache/mastermind", str(folder))
    if request.param == "nginx.conf":
        with nginx(folder, site, text) as (_, secure):
            yield f"https://127.0.0.1:{secure}"
    else:
        with caddy(folder, site, text) as port:
            yield f"http://127.0.0.1:{port}"


def test_compressed_and_plain_responses_are_cached_separately(proxy):
    """A cache in front of the proxy can keep both responses for a year."""
    host = proxy.partition("//")[2]
    for wanted in ("gzip", "identity"):
        _, headers, body = fetch(f"{proxy}/static/a.css", Host=host, **{"Accept-Encoding": wanted})
        assert (gzip.decompress(body) if wanted == "gzip" else body) == SHEET
        assert set(headers.get_all("Vary")) == {"Accept-Encoding"}
        assert headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_existing_and_missing_static_files_have_security_headers(proxy):
    for name, status in {"a.css": 200, "b.css": 404}.items():
        found, headers, _ = fetch(f"{proxy}/static/{name}", Host=proxy.partition("//")[2])
        assert found == status
        assert headers["Strict-Transport-Security"] == "max-age=31536000"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert ("immutable" in headers.get("Cache-Control", "")) == (status == 200)
        # Attackers must not learn the server's version.
        assert not re.search(r"\d", headers["Server"])


def test_a_visitor_cannot_choose_the_id_of_a_request(proxy):
    """The site accepts only a request id that comes from a proxy that it trusts."""
    said = {"X-Request-ID": "spoofed-by-visitor-1", "Host": proxy.partition("//")[2]}
    first, second = (fetch(proxy, **said)[2].decode() for _ in range(2))
    assert first != second
    assert re.fullmatch(r"[0-9a-f-]{32,36}", first)


def test_a_visitor_cannot_invent_a_port(proxy):
    """An invented port would become part of links to the site, and caches keep such pages."""
    scheme, _, host = proxy.partition("://")
    # nginx adds its port to the host
    true = host if scheme == "https" else host.partition(":")[0]
    made_up = f"{host.partition(':')[0]}:444"
    assert fetch(f"{proxy}/host/", Host=made_up)[2].decode() == true


def test_readiness_is_hidden_from_visitors(proxy):
    assert fetch(f"{proxy}/readyz", Host=proxy.partition("//")[2])[0] == 404
    assert fetch(f"{proxy}/healthz", Host=proxy.partition("//")[2])[0] == 200


@pytest.mark.django_db(transaction=True)
def test_a_cache_shares_pages_between_strangers_but_not_between_players(folder, live_server):
    """Two players and two strangers request the same page alternately through a real cache."""
    text = (DEPLOY / "nginx.conf").read_text().replace("/var/cache/mastermind", str(folder))
    port, own = int(live_server.url.rpartition(":")[2]), folder / "players"
    own.mkdir(mode=0o755)
    with nginx(own, port, text) as (_, secure):
        address, host = f"https://127.0.0.1:{secure}/leaderboard/", f"localhost:{secure}"

        def page_for(*players):
            sent = {"Cookie": f"session={players[0].cookies['session'].value}"} if players else {}
            _, headers, body = fetch(address, Host=host, **sent)
            assert "Set-Cookie" not in headers
            return headers["X-Request-ID"], body.decode()

        ada, bob = Client(), Client()
        for player, name in ((ada, "Ada"), (bob, "Bob")):
            sign_up(player, name)
            finished(Player.objects.by_name(name), *[4] * 40)
        for _ in range(2):
            assert [you_in(page_for(one)[1]) for one in (ada, bob)] == ["Ada", "Bob"]
            assert you_in(page_for()[1]) == ""
        first, second = page_for(), page_for()
        forget(Player.objects.by_name("Bob"))
        kept = page_for()
        # the third page is from the cache, so it names Bob
        assert first[1] == second[1] == kept[1]
        assert len({first[0], second[0], kept[0]}) == 3
        assert "Bob" not in page_for(ada)[1]


def you_in(page: str) -> str:
    """Return the name of the player whom a leaderboard marks as its reader, or ""."""
    found = re.search(r'class="[^"]*you".*?/players/(\w+)/', page, re.DOTALL)
    return found[1] if found else ""
