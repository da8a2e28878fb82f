"""The size of a first visit: everything that the home page and a game load."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from mastermind_site.bundles import PACK

ADDRESSES = re.compile(r"""(?:src|href)="/static/([^"]+)"|url\("\.\./([^"]+)"\)""")
ON_DEMAND = re.compile(r"<template.*?</template>", re.DOTALL)


def loaded(text: str) -> dict[str, bytes]:
    """Return the static files and fonts that a page loads, by name.

    The icon for a home screen and files that are loaded after a click do not count.
    """
    found = {}
    for page, style in ADDRESSES.findall(ON_DEMAND.sub("", text)):
        name = page or style
        if name.startswith("icons/"):
            continue
        path = Path(finders.find(name))
        pack = PACK.get(name.partition("/")[0])
        found[name] = pack(path).encode() if pack else path.read_bytes()
        if name.endswith(".css"):
            found |= loaded(found[name].decode())
    return found


def sent(content: bytes, name: str = "") -> int:
    """Return the number of bytes that are sent; fonts and icons are compressed already."""
    return len(content) if name.endswith(("woff2", "png")) else len(gzip.compress(content))


@pytest.mark.parametrize(("path", "most"), [("/", 60_000), ("game", 72_000)])
def test_a_first_visit_takes_at_most_60_kb_and_a_first_game_at_most_72_kb(client, game, path, most):
    page = client.get(game.get_absolute_url() if path == "game" else path).text
    files = loaded(page)
    assert {"css/site.css", "js/board.js", "fonts/fraunces-latin-600-normal.woff2"} <= files.keys()
    weights = {name: sent(content, name) for name, content in files.items()}
    assert sent(page.encode()) + sum(weights.values()) <= most
