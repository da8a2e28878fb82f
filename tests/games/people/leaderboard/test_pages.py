"""Compares each page of a leaderboard with the whole leaderboard."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings, strategies as st

from games.catalog.references import references_for
from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.models import Period, Player, Standing
from games.models.play.standing import FOREVER
from games.people.leaderboard.forms import LeaderboardForm
from games.people.leaderboard.lines import last_page, lines_on, page_of, page_with
from games.people.leaderboard.page import Leaderboard

SIZE = 3
BOARD = Leaderboard(CLASSIC, "all", False)
REFERENCES = references_for(CLASSIC.variant)

means = st.sampled_from([4.0, 4.4, 5.0, *(reference.mean for reference in REFERENCES)])
people = st.lists(st.tuples(means, st.booleans()), max_size=11)


@pytest.fixture(params=[0, SIZE])
def _pages_are_small(monkeypatch, request):
    """Make the pages small, and test both ways of reading a page.

    One way reads the rows at once, the other way reads only their keys first.
    """
    monkeypatch.setattr("games.people.leaderboard.lines.PAGE_SIZE", SIZE)
    monkeypatch.setattr("games.people.leaderboard.lines.MOST_SKIPPED", request.param)


def stand(people: list[tuple[float, bool]]) -> list[Standing]:
    """Give each player this average, with or without a rank; return their lines in order."""
    Standing.objects.all().delete()
    for mean, is_established in people:
        Standing.objects.create(
            player=Player.objects.create(),
            mean=mean,
            score=mean,
            has_account=True,
            is_established=is_established,
            games=12 if is_established else 7,
            best=4,
            distribution=[0] * 11,
            is_aided=False,
            period="all",
            last_day=FOREVER,
            **CLASSIC.fields(),
        )
    return list(BOARD.lines.in_order())


@pytest.mark.usefixtures("_pages_are_small")
@settings(max_examples=10)
@given(people, st.integers(1, 5))
def test_a_page_shows_its_lines_and_one_line_of_each_neighboring_page(people, number):
    lines = stand(people)
    page = page_of(BOARD, number)
    everybody = [line.player_id for line in lines]
    start, end = (number - 1) * SIZE, number * SIZE
    assert page.start == start + 1
    assert [[row.player for row in rows] for rows in (page.above, page.shown, page.below)] == [
        everybody[max(0, start - 1) : start],
        everybody[start:end],
        everybody[end : end + 1],
    ]
    assert (page.has_previous, page.has_next) == (number > 1, end < len(lines))
    assert [page_with(BOARD, line) for line in lines] == [
        place // SIZE + 1 for place in range(len(lines))
    ]
    assert last_page(BOARD) == max(1, (len(lines) + SIZE - 1) // SIZE)


@pytest.mark.usefixtures("_pages_are_small")
@settings(max_examples=10)
@given(people)
def test_a_strategy_appears_once_before_players_with_an_equal_score(people):
    lines = stand(people)
    you = lines[-1].player_id if lines else None
    ranked = [(line.mean, line.player_id) for line in lines if line.is_established]
    for reference in REFERENCES:
        place = sum(mean < reference.mean for mean, _ in ranked)
        ranked.insert(place, (reference.mean, None))
    expected = ranked + [(line.mean, line.player_id) for line in lines if not line.is_established]
    pages = [
        lines_on(page_of(BOARD, number), BOARD, you) for number in range(1, last_page(BOARD) + 1)
    ]
    shown = [line for page in pages for line in page]
    assert [(line.mean, line.player) for line in shown] == expected
    players = [line for line in shown if line.player]
    assert [line.rank for line in players] == [
        place if line.is_established else None for place, line in enumerate(lines, start=1)
    ]
    assert [bool(line.note) for line in players] == [line.rank is None for line in players]
    assert [line.player for line in shown if line.is_you] == [you] * bool(lines)


boards = st.builds(
    Leaderboard,
    st.sampled_from([*PRESETS.values(), Rules(CLASSIC.variant, 9)]),
    st.sampled_from(Period.values),
    st.booleans(),
).filter(lambda board: not (board.is_hard and board.allows_help))


@given(boards)
def test_the_choices_of_a_leaderboard_lead_to_others_and_mark_the_current_one(board):
    for choices in (board.boards, board.periods, board.kinds):
        asked = [LeaderboardForm.read(dict(parse_qsl(choice.query))) for choice in choices]
        found = [one.board for one in asked]
        assert [choice.is_current for choice in choices] == [one == board for one in found]
        assert found.count(board) == 1
        assert len(set(found)) == len({choice.label for choice in choices}) == len(choices)
