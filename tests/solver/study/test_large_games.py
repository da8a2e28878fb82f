"""The games that compare strategies on boards with too many codes to play them all."""

import sys

import numpy as np
import pytest

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn, feedback
from solver.sets.arrays import all_codes
from solver.study.evaluate import evaluate, evaluate_games
from solver.study.play import random_secrets
from tools.large_boards import Player, main, read, redraw

SMALL = Variant(3, 5)


@pytest.mark.parametrize("strategy", ["farsighted", "entropy"])
def test_bad_luck_adds_up_to_zero_over_all_codes(strategy):
    player = Player(SMALL, strategy)
    codes = SMALL.texts(all_codes(SMALL).digits)
    games = [player.play(number, code) for number, code in enumerate(codes)]
    assert sum(game.guesses for game in games) == evaluate(SMALL, strategy).total
    assert sum(game.bad_luck for game in games) == pytest.approx(0, abs=0.01)
    assert any(game.bad_luck > 0.2 for game in games)


def test_interrupted_games_continue_from_the_file(tmp_path, monkeypatch, capsys):
    path = tmp_path / "games.txt"
    board = ["--pegs", "3", "--colors", "5", "--strategy", "knuth"]

    def play(games):
        monkeypatch.setattr(sys, "argv", ["large_boards", *board, "--games", games, str(path)])
        main()
        return capsys.readouterr().out

    assert play("5").startswith("5 games: ")
    before = path.read_text()
    assert play("20").startswith("20 games: ")
    assert path.read_text().startswith(before)
    lengths = [game.guesses for game in read(path)]
    expected = evaluate_games(SMALL, "knuth", random_secrets(SMALL, 20))
    assert (len(lengths), sum(lengths)) == (20, expected.total)


def test_a_guess_is_judged_by_another_sample_than_the_one_that_chose_it():
    """Otherwise a guess that fits its own sample by chance would look too good."""
    history = [Turn("11223456", Feedback(1, 3))]
    position = position_after(Variant(8, 12), history)
    other = redraw(position, seed=1)
    assert not np.array_equal(other.candidates.digits, position.candidates.digits)
    texts = Variant(8, 12).texts(other.candidates.digits[:50])
    assert all(feedback("11223456", text) == Feedback(1, 3) for text in texts)
