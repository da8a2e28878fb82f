"""The results that are kept: they are what the strategies do."""

import json

import pytest

from solver.positions.candidates import follow, position_after
from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from solver.strategies.roster import FOR_COMMANDS, STRATEGIES, strategy_named
from solver.study.evaluate import evaluate, evaluate_games
from solver.study.play import random_secrets
from solver.study.results import (
    RESULTS,
    BoardResults,
    _read,
    codes_played,
    kept_lengths,
    kept_results,
    lengths_in,
    played_out,
    write_results,
)
from tools.results import GAMES, PRESETS, boards, play, small_boards

MINI, CLASSIC, GRAND = Variant(3, 6), Variant(), Variant(6, 9)
SAMPLE = [(MINI, name) for name in STRATEGIES if name not in FOR_COMMANDS] + [
    (CLASSIC, "knuth"),
    (CLASSIC, "weighted"),
    (Variant(4, 10, repeats=False), "optimal"),
    (Variant(5, 3), "entropy"),
    (Variant(7, 2), "most-parts"),
    (Variant(5, 6, repeats=False), "minimax-candidates"),
]


def facts(evaluation):
    """All that is said of a strategy but for the time it took."""
    return evaluation.first_guess, evaluation.distribution, evaluation.proven


@pytest.mark.parametrize(("variant", "strategy"), SAMPLE)
def test_what_is_kept_is_what_evaluate_finds(variant, strategy):
    assert facts(kept_results(variant).strategies[strategy]) == facts(evaluate(variant, strategy))


@pytest.mark.parametrize(("variant", "strategy"), SAMPLE[:4])
def test_lengths_are_those_of_games_played_by_the_rule(variant, strategy):
    lengths = kept_lengths(variant)[strategy].tolist()
    codes = variant.texts(codes_played(variant, None).digits)
    for place in range(0, len(codes), 37):
        assert lengths[place] == guesses_for(variant, strategy, codes[place])


def guesses_for(variant, strategy, secret):
    """Play one game, asking nothing but the strategy and the rule."""
    position, guesses = position_after(variant, ()), 0
    while True:
        guess = strategy_named(strategy).choose(position)
        [text] = variant.texts(guess.digits)
        guesses += 1
        if text == secret:
            return guesses
        position = follow(position, guess, feedback(text, secret))


def test_the_classic_board_has_the_published_numbers(published):
    """But for ``random``, of whose players each is different."""
    kept = kept_results(CLASSIC).strategies
    for name, told in published["strategies"].items():
        if "total" in told:
            assert (kept[name].total, kept[name].worst) == (told["total"], told["worst"])
        if "distribution" in told:
            assert list(kept[name].distribution.values()) == told["distribution"]


def test_every_small_board_is_kept_and_adds_up():
    compared = set(STRATEGIES) - FOR_COMMANDS - {"optimal", "optimal-5"}
    for variant in set(boards()) - set(GAMES):
        board, lengths = kept_results(variant), kept_lengths(variant)
        assert board.is_whole
        assert set(lengths) == set(board.strategies) >= compared
        for name, one in board.strategies.items():
            assert len(lengths[name]) == one.codes == variant.size
            assert int(lengths[name].sum()) == one.total
    assert {*PRESETS, *small_boards()} == set(boards())


@pytest.mark.parametrize("variant", GAMES)
def test_large_boards_are_kept_with_as_many_games_as_were_played(variant):
    board, lengths = kept_results(variant), kept_lengths(variant)
    assert board.games == GAMES[variant]
    for name, one in board.strategies.items():
        assert len(lengths[name]) == one.codes == board.games
        assert int(lengths[name].sum()) == one.total


def test_large_boards_are_played_against_the_codes_of_evaluate():
    assert GRAND.texts(codes_played(GRAND, 3).digits) == random_secrets(GRAND, 3)
    evaluation, lengths = played_out(GRAND, "simple", games=2)
    games = evaluate_games(GRAND, "simple", random_secrets(GRAND, 2))
    assert facts(evaluation) == facts(games)
    assert sum(lengths_in(lengths).tolist()) == games.total


def test_what_is_written_is_read_again(tmp_path, monkeypatch):
    tiny = Variant(2, 3)
    monkeypatch.setattr("solver.study.results.RESULTS", tmp_path)
    evaluation, lengths = played_out(tiny, "knuth")
    write_results(BoardResults(tiny, None, {"knuth": evaluation}), {"knuth": lengths}, tmp_path)
    again = _read.__wrapped__(tiny)
    assert facts(again.strategies["knuth"]) == facts(evaluation)
    assert not list(tmp_path.glob("*.part"))


def test_only_what_is_missing_is_played(tmp_path):
    """As for a new strategy: what the others did stays as it was, in the order of the list."""
    tiny = Variant(2, 3)
    kept = kept_results(tiny)
    others = {name: one for name, one in kept.strategies.items() if name != "entropy"}
    lacking = BoardResults(tiny, None, {**others, "one that is gone": kept.strategies["entropy"]})
    assert play(tiny, lacking, tmp_path) == ["entropy"]
    written = json.loads((tmp_path / "2x3.json").read_text())["strategies"]
    assert list(written) == list(kept.strategies)
    assert {name: one["total"] for name, one in written.items()} == {
        name: one.total for name, one in kept.strategies.items()
    }
    assert (tmp_path / "2x3.lengths.xz").read_bytes() == (RESULTS / "2x3.lengths.xz").read_bytes()


def test_where_nothing_is_missing_nothing_is_written(tmp_path):
    tiny = Variant(2, 3)
    assert play(tiny, kept_results(tiny), tmp_path) == []
    assert not list(tmp_path.iterdir())
