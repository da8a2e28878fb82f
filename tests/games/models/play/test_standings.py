"""The totals of a player, and averages that are too good to be true."""

from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import numpy as np
import pytest
from django.db import OperationalError
from hypothesis import given, strategies as st

from games.catalog.references import (
    REFERENCES,
    best_play,
    beyond_any_strategy,
    is_beyond_reach,
    references_for,
)
from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.management.tasks import grade_the_rest
from games.models import Game, Player, Standing, margin_for_luck, played_games_of
from games.models.play.standing import FOREVER, Contest
from solver.rule.codes import Variant
from solver.study.chances import chance_of_total
from solver.study.results import kept_results
from solver.study.skill import skill_and_luck
from tests.cast import finished, named, play, side_by_side, start
from tests.games.drawing import Ended, ended as endings


def test_games_on_large_boards_are_graded_later(client):
    game = start(client, "9876", PRESETS["bulls-and-cows"])
    play(client, game, "1234", "9876")
    game.refresh_from_db()
    assert game.luck is None
    grade_the_rest.call()
    game.refresh_from_db()
    assert (game.skill, game.luck) == skill_and_luck(game.variant, game.turns())


def test_a_game_stays_open_if_its_leaderboard_lines_cannot_be_written(monkeypatch):
    def fail(*_):
        raise OperationalError("database is locked")

    game = Game.objects.start(named("Ada"))
    monkeypatch.setattr(Standing.objects, "add", fail)
    with pytest.raises(OperationalError):
        game.resign()
    assert Game.objects.get().is_playing


def test_games_that_end_at_the_same_moment_are_all_counted(transactional_db):
    """PostgreSQL locks the player's row; SQLite has only one writer."""
    ada = named("Ada")
    side_by_side(lambda place: [finished(ada, 4) for _ in range(3)])
    assert set(Standing.objects.values_list("games", "total")) == {(18, 72)}


def spans_of(day: date) -> list[tuple[str, date]]:
    """Return the periods of a day: all time, the day, and the weeks that contain it."""
    weeks = [("week", day + timedelta(days=later)) for later in range(7)]
    return [("all", date.max), ("day", day), *weeks]


def amounts_of(games: list[tuple[Ended, Game]], allows_help: bool) -> dict[str, Any]:
    """Return the sums of each column over these games, in the order in which the games ended."""
    lost = CLASSIC.limit + 1
    counted = [lost if one.is_aided and not allows_help else one.counted for one, _ in games]
    skills = [one.skill for one, _ in games if one.skill is not None]
    return {
        "games": len(games),
        "total": sum(counted),
        "mean": sum(counted) / len(games),
        "score": sum(counted) / len(games) + 6 / sqrt(len(games)),
        "best": min(counted),
        "best_game_id": games[counted.index(min(counted))][1].pk,
        "distribution": [counted.count(number) for number in range(1, CLASSIC.limit + 2)],
        "graded": len(skills),
        "skill_total": sum(skills),
        "skill": sum(skills) / len(skills) if skills else 0,
        "is_too_good": is_beyond_reach(CLASSIC, len(games), sum(counted)),
        "has_account": False,
    }


@given(st.lists(endings(), max_size=14))
def test_a_line_equals_the_sum_of_the_ranked_games(games):
    """The games have help or none, and each is graded at its end, later, or never."""
    ada = Player.objects.create()
    rows = [one.of(ada) for one in games]
    for game in rows:
        if game.is_ranked:
            Standing.objects.add(ada, [game])
    for one, game in zip(games, rows, strict=True):
        # Grading a second time changes nothing.
        for luck in (50, 60) if one.is_graded_later else ():
            game.grade(one.skill, luck)
    lines = defaultdict(list)
    for one, game in zip(games, rows, strict=True):
        for span in spans_of(one.day) if one.is_ranked else ():
            for allows_help in (False, True):
                lines[allows_help, *span].append((one, game))
    expected = {key: amounts_of(games, key[0]) for key, games in lines.items()}
    for (_, period, _), amounts in expected.items():
        is_enough = amounts["games"] >= {"all": 30, "week": 10, "day": 5}[period]
        amounts["is_established"] = is_enough and not amounts["is_too_good"]
    kept = Standing.objects.filter(player=ada, **CLASSIC.fields())
    names = [*amounts_of([(games[0], rows[0])], True), "is_established"] if games else []
    found = {(line.is_aided, line.period, line.last_day): line for line in kept}
    assert {key: {n: getattr(line, n) for n in names} for key, line in found.items()} == expected


@given(st.data())
def test_a_late_grade_is_added_to_the_lines_that_still_exist(data):
    ada, one = Player.objects.create(), data.draw(endings())
    game = one._replace(is_ranked=True, skill=0, is_graded_later=True).of(ada)
    Standing.objects.add(ada, [game])
    today = one.day + timedelta(days=data.draw(st.integers(0, 9)))
    Standing.objects.outdated(today).delete()
    game.grade(70, 50)
    kept = {
        (line.period, line.last_day): line.skill for line in Standing.objects.filter(player=ada)
    }
    assert kept == {(period, last): 70 for period, last in spans_of(one.day) if last >= today}


def kept_line(rules: Rules, **amounts) -> Standing:
    """Return an all-time line of a new player with these amounts."""
    line = Standing.empty(Player.objects.create(), Contest(rules, False, "all", FOREVER))
    for name, amount in amounts.items():
        setattr(line, name, amount)
    line.save()
    return line


def exact_chance(lengths, games: int, total: int) -> Fraction:
    """Return the exact probability of at most ``total`` guesses, computed game by game."""
    sums = {0: Fraction(1)}
    for _ in range(games):
        after = defaultdict(Fraction)
        for so_far, chance in sums.items():
            for guesses, codes in enumerate(lengths, start=1):
                after[so_far + guesses] += chance * Fraction(codes, sum(lengths))
        sums = after
    return sum(chance for so_far, chance in sums.items() if so_far <= total)


@pytest.mark.parametrize(
    ("board", "games"), [("classic", 10), ("mini", 30), ("bulls-and-cows", 10)]
)
def test_the_chance_of_a_total_agrees_with_an_exact_computation(board, games):
    lengths = best_play(PRESETS[board])
    for total in range(2 * games, 5 * games, games // 2):
        expected = exact_chance(lengths, games, total)
        assert chance_of_total(lengths, games, total) == pytest.approx(float(expected), abs=1e-13)


LEAST_TOTALS = {
    "mini": {1: 1, 5: 11, 10: 27, 30: 99, 100: 361, 1000: 3850},
    "classic": {1: 1, 5: 13, 10: 32, 30: 112, 100: 402, 1000: 4243},
    "bulls-and-cows": {1: 1, 5: 17, 10: 39, 30: 136, 100: 484, 1000: 5099},
    "super": {1: 1, 5: 19, 10: 43, 30: 145, 100: 512, 1000: 5343},
    "grand": {1: 1, 5: 20, 10: 44, 30: 142, 100: 489, 1000: 5014},
    "giant": {1: 3, 5: 27, 10: 58, 30: 185, 100: 639, 1000: 6566},
}


@pytest.mark.parametrize("board", PRESETS)
def test_a_total_is_too_good_if_fewer_than_one_in_a_million_perfect_players_reach_it(board):
    """On every board and in every period, the bound is the least total that is not too good."""
    rules = PRESETS[board]
    for games, least in LEAST_TOTALS[board].items():
        assert chance_of_total(best_play(rules), games, least) >= 1e-6
        assert least == games or chance_of_total(best_play(rules), games, least - 1) < 1e-6
        totals = {games, least - 1, least, least + 1, 9 * games} & {*range(games, 10 * games)}
        for (period, enough), total in product({"all": 30, "week": 10, "day": 5}.items(), totals):
            line = Standing(**rules.fields(), period=period, games=games, total=total)
            line._judge()
            assert line.is_too_good == (total < least)
            assert line.is_established == (games >= enough and total >= least)


def test_a_small_guess_limit_changes_the_bound_of_optimal_play():
    """An optimal game above the limit is lost, and counts one guess more than the limit."""
    assert best_play(CLASSIC._replace(limit=6)) == references_for(CLASSIC.variant)[0].lengths
    assert best_play(CLASSIC._replace(limit=5)) == [1, 13, 169, 1113]
    assert best_play(CLASSIC._replace(limit=2)) == [1, 13, 1282]


def test_boards_without_a_preset_get_their_bound_from_proven_results():
    assert sum(best_play(Rules(Variant(3, 4), 40))) == 64
    assert best_play(Rules(Variant(3, 4), 40)) == (1, 5, 37, 21)


@pytest.mark.parametrize("board", ["classic", "mini", "bulls-and-cows", "super"])
def test_no_strategy_is_better_than_the_bound(board):
    rules, bound = PRESETS[board], Fraction(0)
    kept = kept_results(rules.variant)
    for guesses, codes in enumerate(beyond_any_strategy(rules), start=1):
        bound += Fraction(codes, rules.variant.size)
        for strategy in kept.strategies.values():
            counts = strategy.distribution
            found = sum(counts.get(n, 0) for n in range(1, guesses + 1))
            assert Fraction(found, sum(counts.values())) <= bound


@pytest.mark.parametrize("variant", REFERENCES, ids=str)
def test_the_margin_is_about_nine_times_the_standard_deviation_of_the_best_play(variant):
    best = references_for(variant)[0]
    games = range(1, len(best.lengths) + 1)
    spread = np.sqrt(np.average((np.array(games) - best.mean) ** 2, weights=best.lengths))
    assert 7.5 < margin_for_luck(1) / spread < 10


@given(st.lists(st.tuples(st.integers(8, 12), st.integers(3, 5), st.integers(0, 2)), max_size=12))
def test_lines_are_ordered_by_rank_score_skill_and_games(amounts):
    Standing.objects.all().delete()
    for games, score, skill in amounts:
        kept_line(CLASSIC, games=games, score=score, skill=skill, is_established=games >= 10)
    board = Standing.objects.on(CLASSIC, False, "all", date(2000, 1, 1))
    in_order = list(board.in_order())

    def place(line):
        return (line.games < 10, line.score, -line.skill, -line.games, line.player_id)

    assert in_order == sorted(board, key=place)
    assert [board.ahead_of(line).count() for line in in_order] == list(range(len(amounts)))


KINDS = st.sampled_from(["her own"] * 3 + ["with help", "somebody else’s"])


@given(st.lists(st.tuples(KINDS, st.integers(1, 3)), min_size=2, max_size=6))
def test_all_boards_that_a_player_used_are_listed_with_the_most_played_first(played):
    ada, boards = Player.objects.create(), []
    for limit, (kind, games) in enumerate(played, start=1):
        player = Player.objects.create() if kind == "somebody else’s" else ada
        rules, is_aided = Rules(CLASSIC.variant, limit), kind == "with help"
        finished(player, *[1] * games, rules=rules, is_aided=is_aided)
        if kind != "somebody else’s":
            boards.append((games, rules))
    found = [(line.games, line.rules) for line in played_games_of(ada).boards]
    assert found == sorted(boards, key=lambda board: -board[0])
