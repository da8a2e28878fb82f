"""Forms that another site sends with a real browser: from frames, sandboxes and redirects."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from games.models import Game

FORM = '<form method="post" action="{site}/"></form>'
SEND = "<script>document.forms[0].submit()</script>"
SANDBOXED = "<iframe sandbox=\"allow-forms allow-scripts allow-top-navigation\" srcdoc='{inside}'>"
PAGES = {
    "/form": FORM + SEND,
    "/no-referrer": '<meta name="referrer" content="no-referrer">' + FORM + SEND,
    "/sandbox": SANDBOXED.format(inside=FORM.replace(" action", ' target="_top" action') + SEND),
    "/redirect": '<form method="post" action="/307"></form>' + SEND,
}


@pytest.fixture(autouse=True)
def _a_refusal_is_an_answer(_browser_is_content, complaints):
    yield
    expected = ("403 (Forbidden)", "frame-ancestors")
    complaints[:] = [line for line in complaints if not any(part in line for part in expected)]


@pytest.fixture
def other_site(live_server):
    """Yield the URL of another site, whose pages send forms to the site under test."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            body = PAGES.get(self.path, "").replace("{site}", live_server.url).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self):
            self.send_response(307)
            self.send_header("Location", f"{live_server.url}/")
            self.end_headers()

        def log_message(self, *told):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize("path", PAGES)
def test_a_form_sent_from_another_site_starts_no_game(page, live_server, other_site, path):
    page.goto(live_server.url)  # so that the browser has the cookies of our site
    with page.expect_event("requestfinished", lambda request: is_ours(request, live_server.url)):
        page.goto(f"{other_site}{path}", wait_until="commit")
    page.wait_for_load_state()
    assert "Please try again" in page.title()
    assert not Game.objects.exists()


def is_ours(request, site: str) -> bool:
    """Return whether a request is the one that the other site has forged."""
    return request.method == "POST" and request.url == f"{site}/"


def test_another_site_cannot_show_a_page_in_a_frame(page, live_server, other_site, monkeypatch):
    monkeypatch.setitem(PAGES, "/frame", '<iframe src="{site}/rules/"></iframe>')
    page.goto(f"{other_site}/frame")
    assert "Rules" not in page.frames[1].locator("body").inner_text()
