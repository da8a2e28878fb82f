"""The stored results agree with games that the strategies play."""

import pytest

from solver.rule.codes import Variant
from solver.strategies.roster import FOR_COMMANDS, STRATEGIES
from solver.study.evaluate import evaluate, evaluate_games
from solver.study.play import random_secrets
from solver.study.results import (
    RESULTS,
    BoardResults,
    codes_played,
    kept_lengths,
    kept_results,
    lengths_in,
    results_path,
)
from tools.results import (
    GAMES,
    PRESETS,
    SHOWN,
    boards,
    digits_of,
    play,
    play_all_games,
    small_boards,
    write_results,
)

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
    """Return an evaluation without its time: first guess, distribution, and whether it is
    proven.
    """
    return evaluation.first_guess, evaluation.distribution, evaluation.proven


@pytest.mark.parametrize(("variant", "strategy"), SAMPLE)
def test_stored_results_equal_the_results_of_evaluate(variant, strategy):
    assert facts(kept_results(variant).strategies[strategy]) == facts(evaluate(variant, strategy))


def test_the_classic_board_has_the_published_numbers(published):
    """``random`` has a published mean but no total, because its games differ."""
    kept = kept_results(CLASSIC).strategies
    for name, told in published["strategies"].items():
        if "total" in told:
            assert (kept[name].total, kept[name].worst) == (told["total"], told["worst"])
        if "distribution" in told:
            assert list(kept[name].distribution.values()) == told["distribution"]


def test_every_small_board_has_results_that_add_up():
    compared = set(STRATEGIES) - FOR_COMMANDS - {"optimal", "optimal-5"}
    for variant in set(boards()) - set(GAMES):
        board = kept_results(variant)
        assert board.is_whole
        assert set(board.strategies) >= compared
        for name, one in board.strategies.items():
            lengths = kept_lengths(variant, name)
            assert (len(lengths), int(lengths.sum())) == (one.codes, one.total)
            assert one.codes == variant.size
    assert {*PRESETS, *small_boards()} == set(boards())


@pytest.mark.parametrize("variant", GAMES)
def test_results_of_large_boards_state_the_number_of_games_played(variant):
    board = kept_results(variant)
    assert board.games == GAMES[variant]
    for name, one in board.strategies.items():
        lengths = kept_lengths(variant, name)
        assert (len(lengths), int(lengths.sum())) == (one.codes, one.total)
        assert one.codes == board.games


def test_large_boards_are_played_against_the_same_codes_as_in_evaluate():
    assert GRAND.texts(codes_played(GRAND, 3).digits) == random_secrets(GRAND, 3)
    evaluation, lengths = play_all_games(GRAND, "simple", games=2)
    games = evaluate_games(GRAND, "simple", random_secrets(GRAND, 2))
    assert facts(evaluation) == facts(games)
    assert sum(lengths_in(lengths).tolist()) == games.total


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty folder that replaces the folder of results."""
    monkeypatch.setattr("solver.study.results.RESULTS", tmp_path)
    return tmp_path


def texts_in(folder):
    return {path.stem: path.read_text() for path in folder.iterdir()}


def write_again(variant, names, folder):
    """Write stored results into another folder."""
    kept = kept_results(variant)
    board = BoardResults(variant, kept.games, {name: kept.strategies[name] for name in names})
    write_results(board, {name: digits_of(kept_lengths(variant, name)) for name in names}, folder)


def test_results_that_were_written_can_be_read_back(folder):
    tiny = Variant(2, 3)
    evaluation, lengths = play_all_games(tiny, "knuth")
    write_results(BoardResults(tiny, None, {"knuth": evaluation}), {"knuth": lengths}, folder)
    again = kept_results.__wrapped__(tiny)
    assert again.is_whole
    assert again.strategies.keys() == {"knuth"}
    assert facts(again.strategies["knuth"]) == facts(evaluation)
    assert [*texts_in(folder)] == ["knuth"]


def test_a_board_without_stored_results_has_neither_results_nor_lengths(folder):
    assert kept_results.__wrapped__(Variant(2, 3)) is None
    assert kept_lengths(Variant(7, 12), "knuth") is None


def test_a_file_of_results_does_not_depend_on_the_order_of_writing(tmp_path):
    """A diff shows only the lines of the boards that were played."""
    names = ["knuth", "entropy"]
    for variant in (Variant(2, 10), Variant(3, 2), Variant(2, 3), Variant(2, 10)):
        write_again(variant, names, tmp_path)
    for name in names:
        lines = results_path(RESULTS, name).read_text().splitlines(keepends=True)
        begins = ('{"pegs": 2, "colors": 3, "repeats": t', '{"pegs": 2, "colors": 10, "repeats": t')
        chosen = [line for line in lines if line.startswith((*begins, '{"pegs": 3, "colors": 2,'))]
        assert texts_in(tmp_path)[name] == "".join(chosen)


def test_a_new_strategy_changes_no_file_of_another_strategy(tmp_path):
    tiny = Variant(2, 3)
    others = kept_results(tiny).strategies.keys() - {"entropy"}
    write_again(tiny, others, tmp_path)
    before = texts_in(tmp_path)
    assert play(tiny, others, tmp_path) == ["entropy"]
    after = texts_in(tmp_path)
    assert after.keys() - before.keys() == {"entropy"}
    assert {name: after[name] for name in others} == before


def test_no_file_is_written_if_no_strategy_is_missing(tmp_path):
    tiny = Variant(2, 3)
    assert play(tiny, kept_results(tiny).strategies, tmp_path) == []
    assert not list(tmp_path.iterdir())


def test_every_file_of_results_belongs_to_a_strategy_that_the_site_shows():
    assert {path.stem for path in RESULTS.glob("*.jsonl")} == set(SHOWN)
