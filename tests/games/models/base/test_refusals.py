"""The sentences of refusals; ``tests/games/web`` tests the pages that show them."""

import re

import pytest

from games.catalog.rules import CLASSIC
from games.models import Game, GameOver, NameTaken, OfToday, StalePage, StillOpen
from games.models.base.refusals import EnoughAsked, TooManyRows
from games.people.limits import PASSWORDS_OF_AN_ACCOUNT, TooMany

SENTENCE = r"“?[A-Z0-9][a-z0-9 ][^.%]*\."


@pytest.mark.parametrize(
    ("refusal", "named"),
    [
        (GameOver(), "over"),
        (StalePage(), "another tab"),
        (StillOpen(Game(**CLASSIC.fields())), "Classic"),
        (OfToday(), "today’s code"),
        (TooManyRows(most=40), "40 rows"),
        (NameTaken(name="Ada"), "Ada"),
        (EnoughAsked(1), "1 strategy you asked for is still"),
        (EnoughAsked(3), "3 strategies you asked for are still"),
        (TooMany(PASSWORDS_OF_AN_ACCOUNT), "Nothing changed"),
    ],
    ids=lambda one: getattr(one, "code", ""),
)
def test_a_refusal_gives_its_reason_in_whole_sentences(refusal, named):
    assert re.fullmatch(rf"{SENTENCE}( {SENTENCE})*", str(refusal))
    assert named in str(refusal)
    assert re.fullmatch(r"[A-Z][a-z’ ]+", str(refusal.title))
    assert refusal.headers["X-Refused"] == refusal.code
