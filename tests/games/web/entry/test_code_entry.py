"""Every page on which a code is entered: links fill the row, and messages explain invalid codes."""

import re
from urllib.parse import urlencode

import pytest

from games.catalog.rules import PRESETS
from games.models import Assist, Challenge, Watch
from tests.cast import fields_in, play, start

SUPER = PRESETS["super"]


def draft_in(page: str) -> str:
    """Return the form with the row in progress, for browsers without JavaScript."""
    return re.search(r'<form id="draft".*?</form>', page, re.DOTALL)[0]


def on_the_board(client) -> str:
    return start(client, "3632").get_absolute_url()


def in_a_lesson(client) -> str:
    game = start(client, "3632")
    play(client, game, "1122", "1134", "5213", "3632")
    return f"{game.get_absolute_url()}analysis/"


def for_a_challenge(client) -> str:
    return f"/challenges/?{PRESETS['classic'].query}"


def to_be_watched(client) -> str:
    return f"/watch/?{PRESETS['classic'].query}&strategy=simple"


def with_help(client) -> str:
    client.post("/assist/", {"strategy": "knuth"})
    return f"{Assist.objects.get().get_absolute_url()}?row=."


# The next step that each page names for a full row.
NEXT_STEPS = {
    on_the_board: "Press Guess.",
    in_a_lesson: "Press Try.",
    for_a_challenge: "Press “Get the link”.",
    to_be_watched: "Press Watch.",
    with_help: "Now enter the answer.",
}


def click(client, address: str, color: str, place: int) -> tuple[str, str]:
    """Put a color into a hole with a link; return the new URL and page."""
    draft = draft_in(client.get(address).text)
    [action] = re.findall(r'^[^>]* action="([^"]*)"', draft) or [address]
    path = action.partition("#")[0].partition("?")[0]
    address = f"{path}?{urlencode(fields_in(draft) | {'color': color, 'place': place})}"
    return address, client.get(address).text


def said(page: str) -> str:
    return re.search(r'<p id="why"[^>]*>(.*?)</p>', page)[1]


@pytest.mark.parametrize(("begin", "next_step"), NEXT_STEPS.items())
def test_links_fill_a_row_without_javascript(client, begin, next_step):
    address, told = begin(client), []
    assert said(client.get(address).text) == "Choose a color, then a hole."
    for color, place in (("4", 3), ("1", 1), ("2", 2), ("6", 4)):
        address, page = click(client, address, color, place)
        told.append(said(page))
    assert told == ["3 holes to go.", "2 holes to go.", "1 hole to go.", next_step]
    assert 'name="code" value="1246"' in page
    assert "Hole 3: Sky" in page


@pytest.mark.parametrize("begin", [for_a_challenge, to_be_watched])
def test_links_keep_the_game_size_and_the_choices(client, begin):
    wanted = SUPER.query.replace("limit=12", "limit=9")
    _, page = click(client, begin(client).replace(PRESETS["classic"].query, wanted), "8", 5)
    kept = fields_in(draft_in(page))
    assert (kept["pegs"], kept["colors"], kept["row"]) == ("5", "8", "....8")
    if begin is to_be_watched:
        assert kept["strategy"] == "simple"
        assert '<option value="simple" selected>' in page
    else:
        assert kept["limit"] == "9"


@pytest.mark.parametrize(
    ("path", "sent", "kept"),
    [("/challenges/", {}, Challenge), ("/watch/", {"strategy": "knuth"}, Watch)],
)
def test_an_invalid_code_is_explained_and_stays_in_the_row(client, path, sent, kept):
    for code, problem, row in (
        ("12", "2 holes to go: a code has 4 pegs.", "12.."),
        ("1.34", "1 hole to go: a code has 4 pegs.", "1.34"),
        ("9<>9", "is not a color", "...."),
    ):
        response = client.post(path, sent | {"code": code})
        assert response.status_code == 422
        assert problem in said(response.text)
        assert response.context["entry"].text == code
        assert f'name="row" value="{row}"' in response.text
        assert 'aria-invalid="true"' in response.text
    assert not kept.objects.exists()


def test_a_refused_race_is_not_shown_as_an_invalid_code(client):
    sent = {"code": "1122", "strategy": "knuth", "rival": "knuth"}
    page = client.post("/watch/", sent).text
    assert '<p class="problem">A race needs two different strategies.</p>' in page
    assert said(page) == "Press Watch."
    assert "aria-invalid" not in page


def test_a_code_in_a_link_fills_the_row(client):
    assert 'value="3632"' in client.get("/watch/?row=3632").text
    assert 'value="3632"' in client.get("/challenges/?code=3632").text
