"""Invariants of the Solver's pages for random requests from two tabs."""

import pytest
from hypothesis import given, strategies as st

from games.models import Assist, Player, StalePage
from games.models.base.refusals import TooManyRows
from games.models.learn.assist import MOST_ASSIST_ROWS
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, feedback
from tests.cast import refusal
from tests.games.drawing import rules
from tests.solver.drawing import codes


class Ledger:
    """A simple model of the rows of a Solver page: each row has a token, a code and an answer."""

    def __init__(self):
        self.rows: list[tuple[str, str, Feedback]] = []
        self.revision, self.code = 0, ""

    def move(self, revision):
        if revision != self.revision:
            raise StalePage
        self.revision += 1

    def answer(self, revision, token, code, told):
        if (token, code, told) in self.rows:
            return
        if token in [token for token, _, _ in self.rows]:
            raise StalePage
        self.move(revision)
        self.rows.append((token, code, told))

    def correct(self, revision, place, told):
        self.require(place)
        self.move(revision)
        self.rows[place - 1] = (*self.rows[place - 1][:2], told)

    def remove(self, revision, place):
        self.require(place)
        self.move(revision)
        del self.rows[place - 1]

    def tell(self, revision, code):
        self.move(revision)
        self.code = code

    def require(self, place):
        if not 1 <= place <= len(self.rows):
            raise StalePage


@st.composite
def changes(draw, variant):
    """Draw a change: a method of the Solver's page and its arguments.

    Usually the page that sends the change knows the latest revision.
    """
    late = draw(st.sampled_from([0, 0, 0, 1]))
    code, place = draw(codes(variant)), draw(st.integers(0, 4))
    told = feedback(code, draw(codes(variant)))
    token = draw(st.sampled_from("abcdefgh"))
    answer = ("answer", lambda revision: (revision - late, token, code, told))
    others = [
        ("correct", lambda revision: (revision - late, place, told)),
        ("remove", lambda revision: (revision - late, place)),
        ("tell", lambda revision: (revision - late, code)),
    ]
    return draw(st.sampled_from([answer] * 3 + others))


@given(st.data(), rules())
def test_only_a_page_with_the_current_revision_changes_the_rows(data, rules):
    begun, untouched = (
        Assist.objects.begin(Player.objects.create(), rules.variant, "knuth") for _ in range(2)
    )
    ledger = Ledger()
    for method, arguments_at in data.draw(st.lists(changes(rules.variant), max_size=12)):
        page, arguments = Assist.objects.get(pk=begun.pk), arguments_at(ledger.revision)
        expected = refusal(getattr(ledger, method), *arguments)
        assert refusal(getattr(page, method), *arguments) is expected
        kept = Assist.objects.get(pk=begun.pk)
        assert (page.revision, page.code) == (kept.revision, kept.code)
        assert (kept.revision, kept.code) == (ledger.revision, ledger.code)
        assert [(row.token, row.code, row.feedback) for row in kept.rows.all()] == ledger.rows
    kept = Assist.objects.get(pk=untouched.pk)
    assert (kept.revision, kept.code, kept.rows.count()) == (0, "", 0)


def test_the_number_of_rows_is_limited_but_a_resent_row_is_accepted():
    assist = Assist.objects.begin(Player.objects.create(), Variant(), "knuth")
    for number in range(MOST_ASSIST_ROWS):
        assist.answer(number, f"token-{number}", "1122", Feedback(1, 0))
    with pytest.raises(TooManyRows, match=r"^You can have at most 40 rows"):
        assist.answer(MOST_ASSIST_ROWS, "another", "1122", Feedback(1, 0))
    last = assist.answer(MOST_ASSIST_ROWS, "token-39", "1122", Feedback(1, 0))
    assert last == assist.rows.last()
    assert (assist.revision, assist.rows.count()) == (MOST_ASSIST_ROWS, MOST_ASSIST_ROWS)
