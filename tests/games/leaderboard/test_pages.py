"""The pages of a leaderboard beside the whole of it, which no page ever reads."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalog.references import references_for
from games.catalog.rules import CLASSIC
from games.leaderboard.page import Leaderboard, last_page, lines_on, page_of, page_with
from games.models import Player, Standing
from games.models.standing import FOREVER

pytestmark = pytest.mark.django_db

SIZE = 3
BOARD = Leaderboard(CLASSIC, "all", False)
REFERENCES = references_for(CLASSIC.variant)

means = st.sampled_from([4.0, 4.4, 5.0, *(reference.mean for reference in REFERENCES)])
people = st.lists(st.tuples(means, st.booleans()), max_size=11)


@pytest.fixture(params=[0, SIZE])
def _pages_are_small(monkeypatch, request):
    """And read in both ways: the rows at once, or their keys first."""
    monkeypatch.setattr("games.leaderboard.page.PAGE_SIZE", SIZE)
    monkeypatch.setattr("games.leaderboard.page.MOST_SKIPPED", request.param)


def stand(people: list[tuple[float, bool]]) -> list[Standing]:
    """Put players with these means on the board, ranked or not; return their lines in order."""
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
@settings(max_examples=30)
@given(people, st.integers(1, 5))
def test_a_page_is_a_part_of_the_whole_with_a_neighbour_on_either_side(people, number):
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
    has_previous, has_next = number > 1, end < len(lines)
    assert (page.has_previous, page.has_next) == (has_previous, has_next)
    assert (page.previous_page_number, page.next_page_number) == (number - 1, number + 1)
    assert page.has_other_pages == (has_previous or has_next)


@pytest.mark.usefixtures("_pages_are_small")
@settings(max_examples=30)
@given(people)
def test_everybody_is_found_on_their_page_and_the_last_page_holds_the_last(people):
    lines = stand(people)
    for place, line in enumerate(lines):
        assert page_with(BOARD, line) == place // SIZE + 1
    assert last_page(BOARD) == max(1, (len(lines) + SIZE - 1) // SIZE)


@pytest.mark.usefixtures("_pages_are_small")
@settings(max_examples=30)
@given(people)
def test_strategies_stand_once_among_the_ranked_before_whoever_is_no_better(people):
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
