"""What a first visit costs: everything the first page and a game load, as it is sent."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

pytestmark = pytest.mark.django_db

ADDRESSES = re.compile(
    r"""(?:src|href)="/static/([^"]+)"|url\("\.\./([^"]+)"\)|(?:from|import) "\./([^"]+)\""""
)


def loaded(text: str) -> set[str]:
    """Return the static files that a page loads, and those that these load in turn."""
    found = set()
    for page, style, script in ADDRESSES.findall(text):
        name = page or style or f"js/{script}"
        if name not in found:
            content = Path(finders.find(name)).read_bytes()
            found |= {name} | (
                loaded(content.decode()) if name.endswith((".css", ".js")) else set()
            )
    return found


def sent(content: bytes, name: str = "") -> int:
    """Return how many bytes travel: fonts are compressed already."""
    return len(content) if name.endswith("woff2") else len(gzip.compress(content))


@pytest.mark.parametrize(("path", "most"), [("/", 75_000), ("game", 95_000)])
def test_a_first_visit_is_at_most_75_kb_and_a_game_at_once_20_more(client, game, path, most):
    page = client.get(game.get_absolute_url() if path == "game" else path).text
    files = loaded(page)
    assert {"css/site.css", "fonts/fraunces-latin-600-normal.woff2"} <= files
    manifest = client.get("/manifest.webmanifest")  # browsers ask for it and for one of its icons
    files |= {manifest.json()["icons"][0]["src"].removeprefix("/static/")}
    weights = {name: sent(Path(finders.find(name)).read_bytes(), name) for name in files}
    assert sent(page.encode()) + sent(manifest.content) + sum(weights.values()) <= most
