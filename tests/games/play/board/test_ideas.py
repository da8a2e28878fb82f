"""Hints in many positions.

Hints are short and true, and not empty if something about the code is certain.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from games.insight.fairness.position import FairPosition
from games.insight.positions.outlook import suggest_guess
from games.play.board.hints import Advice, good_guess, ideas, nudge, rule_out
from solver.positions.candidates import consistent, position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.rule.history import parse_history
from solver.sets.arrays import all_codes

BOARD = Variant()
SAMPLE = 16  # positions


class Sample(NamedTuple):
    position: FairPosition
    candidates: list[Code]


def position_of(turns) -> FairPosition:
    return FairPosition.without_asking(BOARD, turns, why="No page shows it.")


def positions(count: int, seed: int) -> Iterator[Sample]:
    """Yield positions after 2 to 5 guesses.

    Most guesses fit the earlier answers; one in four is random.
    """
    chance = Random(seed)
    while count:
        secret = "".join(chance.choices(BOARD.symbols, k=BOARD.pegs))
        turns: list[Turn] = []
        for _ in range(2 + count % 4):
            possible = BOARD.texts(position_after(BOARD, turns).candidates.digits)
            is_careful = chance.random() < 0.75
            wild = "".join(chance.choices(BOARD.symbols, k=BOARD.pegs))
            guess = chance.choice(possible) if is_careful else wild
            turns.append(Turn(guess, feedback(guess, secret=secret)))
        if secret not in (turn.guess for turn in turns):
            count -= 1
            left = consistent(all_codes(BOARD), BOARD, turns)
            yield Sample(position_of(turns), BOARD.texts(left.digits))


def words_of(advice: Advice) -> int:
    """Return how many words are visible before the reader opens anything."""
    return len(f"{advice.title} {advice.sentence}".split())


def nudges(position: FairPosition) -> Iterator[Advice]:
    step, more = 1, True
    while more:
        yield (said := nudge(position, ideas(position), step))
        step, more = step + 1, said.has_next


@pytest.fixture(scope="module")
def sample() -> list[Sample]:
    return list(positions(SAMPLE, seed=1))


def test_the_visible_text_of_a_hint_is_short_and_has_no_hypothesis(sample):
    for position, _ in sample:
        guess, told = good_guess(suggest_guess(position, "knuth")), [*nudges(position)]
        assert max(map(words_of, [*told, rule_out(position), guess])) <= 30
        assert not any("uppose" in said.sentence for said in told)


def test_a_hint_rules_out_exactly_the_impossible_colors(sample):
    """Otherwise the sentence "no color can be ruled out" could be wrong."""
    turns = parse_history(BOARD, "1111:1,0")  # no color is ruled out, but one is certain
    certain = Sample(position_of(turns), list(position_after(BOARD, turns).codes))
    for position, candidates in [*sample, certain]:
        said = rule_out(position)
        impossible = {
            f"{place}{color}x"
            for place in range(1, BOARD.pegs + 1)
            for color in BOARD.symbols
            if all(code[place - 1] != color for code in candidates)
        }
        assert set(said.facts) == impossible
        in_all = set.intersection(*map(set, candidates))
        assert said.is_empty == (not impossible and not in_all)


def test_the_proof_of_an_idea_is_shown_step_by_step():
    position = position_of(parse_history(BOARD, "1123:1,0 3521:1,1 4533:2,0 6553:2,2"))
    said = [one for one in nudges(position) if one.title == "Green is fourth."]
    assert [step.text for [step] in said[0].why] == [
        "Row 4 has all 4 key pegs, so neither Red nor Amber is in the code.",
        "Row 1 has 1 black peg, but Red is not first or second and Amber is not third, so Green is"
        " fourth.",
    ]


ENDS = {
    "1122:0,0": "Leave them out.",
    "1112:0,1": "Try other colors in those places.",
    "1234:2,2": "Keep them in your next guess.",
    "1123:1,0 3521:1,1 4533:2,0 6553:2,2": "Put it there.",
}


def test_an_idea_ends_with_advice():
    for history, ends in ENDS.items():
        said = [one.sentence for one in nudges(position_of(parse_history(BOARD, history)))]
        assert any(sentence.endswith(ends) for sentence in said), said
