"""Invalid input gets a sentence and creates no row."""

from html import unescape

import pytest
from django_tasks_db.models import DBTaskResult

from games.models import Player, Playout, PuzzleAttempt, Watch

SIZE = "A game has 2 to 8 pegs."
CHOICE = "Choose one of the strategies in the list."
KNUTH = {"code": "1122", "strategy": "knuth"}
BOARD = {"pegs": "5", "colors": "6", "repeats": "yes"}

ASKED = {
    "/explore/": [
        ({"history": "1122"}, "Guess 1: write it as 1122:1,0"),
        ({"history": "1122:1,1 1127:0,0"}, "Guess 2: “7” is not a color here"),
        ({"history": "1122:3,1"}, "no code of 4 pegs answers 3 black, 1 white"),
        ({"history": "1122:x"}, "Guess 1: write it"),
        ({"history": "1122:0,0 " * 41}, "41 guesses are too many: there may be 40."),
        ({"history": "1122:0,0 " * 4000}, "guesses are too many"),
        ({"code": "99"}, "not a color here"),
        ({"pegs": "9"}, SIZE),
        ({"pegs": "5", "colors": "4", "repeats": "no"}, "need at least 5 colors"),
    ],
    "/puzzles/print/": [
        ({"per": "5"}, "There is room for four, six or nine"),
        ({"what": "cats"}, "A sheet has puzzles, positions or boards."),
        ({"grade": "9"}, "Choose one of the five grades"),
        ({"sheet": "0"}, "Sheets have numbers from 1 to 999."),
    ],
    "/strategies/": [
        ({"pegs": "9"}, SIZE),
        ({"pegs": "5", "colors": "4", "repeats": "no"}, "need at least 5 colors"),
        *(({name: "x"}, 'class="problem"') for name in ("pegs", "sort")),
    ],
}
SENT = {
    "/puzzles/tricky/3/": [
        ({}, "The row is empty"),
        ({"code": "12"}, "2 holes to go"),
        ({"code": "1278"}, "is not a color here"),
        *(({"do": "hint"} | more, "This page was incomplete") for more in ({}, {"shown": "-1"})),
        ({"do": "fly"}, "This page was incomplete"),
    ],
    "/strategies/": [
        *((BOARD | sent, CHOICE) for sent in ({"strategy": "luck"}, {})),
        (BOARD | {"strategy": "optimal", "colors": "8"}, CHOICE),
        (BOARD | {"strategy": "knuth", "pegs": "8", "colors": "11"}, "too many"),
        (BOARD | {"strategy": "knuth", "pegs": "0"}, SIZE),
    ],
    "/watch/": [
        (KNUTH | {"code": "112"}, "1 hole to go: a code has 4 pegs."),
        (KNUTH | {"code": "1..2"}, "2 holes to go: a code has 4 pegs."),
        *((KNUTH | {"strategy": wrong}, CHOICE) for wrong in ("luck", "")),
        (KNUTH | {"rival": "luck"}, CHOICE),
        (KNUTH | {"rival": "knuth"}, "A race needs two different strategies."),
        (KNUTH | {"pegs": "9"}, SIZE),
    ],
}


@pytest.mark.parametrize(
    ("method", "path"), [*(("get", path) for path in ASKED), *(("post", path) for path in SENT)]
)
def test_invalid_input_is_refused_with_a_sentence_and_creates_no_row(client, method, path):
    for sent, sentence in {"get": ASKED, "post": SENT}[method][path]:
        response = getattr(client, method)(path, sent)
        assert response.status_code == 422, sent
        assert sentence in unescape(response.text), sent
    for kind in (Player, Playout, PuzzleAttempt, Watch, DBTaskResult):
        assert not kind.objects.exists()
