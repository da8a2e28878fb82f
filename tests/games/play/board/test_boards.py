"""The choice of game sizes: presets and custom settings."""

import pytest
from django.http import QueryDict

from tests.cast import HTMX

REFUSED = {
    "pegs=9": "A game has 2 to 8 pegs.",
    "pegs=99999999999999999999": "A game has 2 to 8 pegs.",
    "colors=1": "A game has 2 to 12 colors.",
    "limit=0": "A game has 1 to 40 guesses.",
    "limit=%D9%A1x": "A game has 1 to 40 guesses.",
    "repeats=maybe": "Colors may repeat (yes) or are all different (no).",
    "pegs=8&colors=6&repeats=no": "8 pegs of different colors need at least 8 colors, not 6.",
}


def test_settings_out_of_bounds_show_the_form_with_the_reason(client):
    for query, sentence in REFUSED.items():
        sent = QueryDict(query).dict()
        for page in (client.get("/", sent), client.post("/", sent)):
            assert page.status_code == 422, query
            assert sentence in page.text
            assert 'id="custom" open>' in page.text


@pytest.mark.parametrize(("limit", "told"), [(1, "1 guess."), (12, "12 guesses.")])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_the_preview_of_a_game_size_is_the_same_in_the_page_and_as_a_fragment(
    client, headers, limit, told
):
    page = " ".join(client.get("/", {"limit": limit}, headers=headers).text.split())
    assert f"4 pegs, 6 colors, repeats allowed: 1,296 codes, {told} The address" in page
    assert ("<html" in page) == (not headers)
    assert ("Show the board" in page) == (not headers)
