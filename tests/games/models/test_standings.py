"""What a player's games add up to, and which means are beyond belief."""

import random
from collections import defaultdict
from datetime import date, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalog.references import references_for
from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.models import Game, Period, Player, Standing
from games.models.standing import FOREVER, Contest
from solver.skill import skill_and_luck
from tests.cast import finished, named, play, side_by_side, start
from tests.games.drawing import Ended, ended
from tests.solver.drawing import variants

pytestmark = pytest.mark.django_db


def test_standings_kept_before_there_were_best_games_learn_them():
    """What the migration does is what recording the same games does."""
    for days, guesses in ((0, 5), (1, 4), (6, 4), (9, 3)):
        ada = Player.objects.get_or_create()[0]
        finished(ada, guesses, when=timezone.now() - timedelta(days=days))
    recorded = set(Standing.objects.values_list("period", "last_day", "best_game__counted_guesses"))
    Standing.objects.update(best_game=None)
    import_module("games.migrations.0005_best_games_so_far").find_best_games(apps, None)
    found = set(Standing.objects.values_list("period", "last_day", "best_game__counted_guesses"))
    assert found == recorded


def test_large_boards_are_graded_later(client):
    game = start(client, "9876", PRESETS["bulls-and-cows"])
    play(client, game, "1234", "9876")
    game.refresh_from_db()
    assert game.luck is None
    call_command("grade")
    game.refresh_from_db()
    assert (game.skill, game.luck) == skill_and_luck(game.variant, game.turns())


def test_games_that_end_at_once_are_all_counted(transactional_db):
    """On PostgreSQL the lock on the player's row, on SQLite the one writer keeps them in line."""
    ada = named("Ada")
    side_by_side(lambda place: [finished(ada, 4) for _ in range(3)])
    assert set(Standing.objects.values_list("games", "total")) == {(18, 72)}


def spans_of(day: date) -> list[tuple[str, date]]:
    """Return the periods in which a day lies: for ever, itself, the weeks it is part of."""
    weeks = [("week", day + timedelta(days=later)) for later in range(7)]
    return [("all", date.max), ("day", day), *weeks]


def amounts_of(games: list[tuple[Ended, Game]]) -> dict[str, Any]:
    """Add games up in the order in which they ended, one column after the other."""
    counted = [one.counted for one, _ in games]
    skills = [one.skill for one, _ in games if one.skill is not None]
    return {
        "games": len(games),
        "total": sum(counted),
        "mean": sum(counted) / len(games),
        "best": min(counted),
        "best_game_id": next(game.pk for one, game in games if one.counted == min(counted)),
        "distribution": [counted.count(number) for number in range(1, CLASSIC.limit + 2)],
        "graded": len(skills),
        "skill_total": sum(skills),
        "skill": sum(skills) / len(skills) if skills else 0,
        "is_established": len(games) >= 10,
    }


@settings(max_examples=60)
@given(st.lists(ended(), max_size=14))
def test_lines_add_up_the_ranked_games_and_nothing_else(games):
    """Whatever they took, with or without help, graded at once, later or never."""
    ada = Player.objects.create()
    rows = [one.of(ada) for one in games]
    for game in rows:
        if game.is_ranked:
            Standing.objects.record(ada.pk, [game])
    for one, game in zip(games, rows, strict=True):
        for luck in (50, 60) if one.is_graded_later else ():  # the second time nothing happens
            game.grade(one.skill, luck)
    lines = defaultdict(list)
    for one, game in zip(games, rows, strict=True):
        for span in spans_of(one.day) if one.is_ranked else ():
            lines[one.is_aided, *span].append((one, game))
    expected = {key: amounts_of(games) for key, games in lines.items()}
    kept = Standing.objects.filter(player=ada, **CLASSIC.fields())
    names = list(amounts_of([(games[0], rows[0])])) if games else []
    found = {(line.is_aided, line.period, line.last_day): line for line in kept}
    assert {key: {n: getattr(line, n) for n in names} for key, line in found.items()} == expected


@settings(max_examples=30)
@given(st.data())
def test_a_game_graded_late_adds_to_the_lines_that_are_still_kept(data):
    ada, one = Player.objects.create(), data.draw(ended())
    game = one._replace(is_ranked=True, skill=0, is_graded_later=True).of(ada)
    Standing.objects.record(ada.pk, [game])
    today = one.day + timedelta(days=data.draw(st.integers(0, 9)))
    Standing.objects.outdated(today).delete()
    game.grade(70, 50)
    kept = {
        (line.period, line.last_day): line.skill for line in Standing.objects.filter(player=ada)
    }
    assert kept == {(period, last): 70 for period, last in spans_of(one.day) if last >= today}


def kept_line(rules: Rules, **amounts) -> Standing:
    """Return a line of all time with these amounts, of a player of its own."""
    line = Standing.begun(Player.objects.create().pk, Contest(rules, False, "all", FOREVER))
    for name, amount in amounts.items():
        setattr(line, name, amount)
    line.save()
    return line


@given(
    variants(most_pegs=5, most_colors=7) | st.just(CLASSIC.variant),
    st.sampled_from([1, 29, 30, 99, 100, 999, 1000, 5000]),
    st.sampled_from([3.5, 3.86, 3.87, 4.07, 4.08, 4.25, 4.26, 5]),
)
def test_a_mean_is_too_good_on_the_classic_board_below_what_so_many_games_allow(
    variant, games, mean
):
    line = kept_line(Rules(variant, 12), games=games, mean=mean)
    bounds = {30: 3.87, 100: 4.08, 1000: 4.26}
    reached = [bound for least, bound in bounds.items() if games >= least]
    expected = variant == CLASSIC.variant and mean < max(reached, default=0)
    assert Standing.objects.judged().get(pk=line.pk).is_too_good == expected
    assert Standing.objects.too_good().filter(pk=line.pk).exists() == expected


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(8, 12), st.integers(3, 5), st.integers(0, 2)), max_size=12))
def test_lines_stand_by_rank_mean_skill_and_games_and_know_who_is_ahead(amounts):
    Standing.objects.all().delete()
    for games, mean, skill in amounts:
        kept_line(CLASSIC, games=games, mean=mean, skill=skill, is_established=games >= 10)
    board = Standing.objects.on(CLASSIC, False, "all", date(2000, 1, 1))
    in_order = list(board.in_order())

    def place(line):
        return (line.games < 10, line.mean, -line.skill, -line.games, line.player_id)

    assert in_order == sorted(board, key=place)
    assert [board.ahead_of(line).count() for line in in_order] == list(range(len(amounts)))


KINDS = st.sampled_from(["her own"] * 3 + ["with help", "somebody else’s"])


@settings(max_examples=30)
@given(st.lists(st.tuples(KINDS, st.integers(1, 3)), min_size=2, max_size=6))
def test_a_players_boards_are_those_without_help_and_begin_with_the_most_played(played):
    ada, boards = Player.objects.create(), []
    for limit, (kind, games) in enumerate(played, start=1):
        player = Player.objects.create() if kind == "somebody else’s" else ada
        rules, is_aided = Rules(CLASSIC.variant, limit), kind == "with help"
        finished(player, *[1] * games, rules=rules, is_aided=is_aided)
        if kind == "her own":
            boards.append((games, rules))
    found = [(line.games, line.rules) for line in Standing.objects.boards_of(ada)]
    assert found == sorted(boards, key=lambda board: -board[0])


def test_an_optimal_player_is_not_flagged():
    """Sixty of them play a hundred games each, and are looked at after every game."""
    lengths = references_for(CLASSIC.variant)[0].lengths
    rng, contest = random.Random(1977), Contest(CLASSIC, False, Period.ALL, FOREVER)
    lines = [Standing.begun(Player.objects.create().pk, contest) for _ in range(60)]
    Standing.objects.bulk_create(lines)
    for _ in range(100):
        for line, guesses in zip(lines, rng.choices(range(1, 7), lengths, k=60), strict=True):
            line.add(Game(counted_guesses=guesses))
        Standing.objects.bulk_update(lines, ["games", "mean"])
        assert not Standing.objects.too_good().exists()
