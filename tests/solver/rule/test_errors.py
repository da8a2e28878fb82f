"""An error has a kind and values, which make up its sentence and are kept by pickling."""

import pickle

import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver.exact.journal import UnusableJournal
from solver.exact.proof import NoTree
from solver.rule.errors import (
    Contradiction,
    EngineError,
    InvalidCode,
    InvalidHistory,
    InvalidTurn,
    InvalidVariant,
    Kind,
    TooManyCodes,
    UnknownStrategy,
)
from solver.running.executors import NoCluster, NoLab
from solver.study.walk import NoSuchNode
from solver.trees.books import DamagedBook

RULE = "a code is 4 of the symbols 123456"
IMPOSSIBLE = InvalidTurn(Kind.IMPOSSIBLE_FEEDBACK, black=3, white=1, pegs=4)
VALUES = {  # of one error of each class, besides the kind
    InvalidVariant: (5, 4, 5, 12),
    InvalidCode: ("1127", 4, "123456", True),
    InvalidTurn: ("1" * 999, 3, 1, 4),
    InvalidHistory: (2, IMPOSSIBLE, 100),
    TooManyCodes: (19_000_000, 8000, False),
    NoSuchNode: (1,),
    DamagedBook: ("x",),
    UnusableJournal: ("x", 7),
    NoLab: (),
    NoCluster: ("tcp://x:1",),
}
UNLIKE = [Contradiction(3), UnknownStrategy("luck", ("knuth", "x")), NoTree(1296, 3)]
EXAMPLES = [kind(one, *values) for kind, values in VALUES.items() for one in kind.sentences]
SENTENCES = [
    (EXAMPLES[2], "5 pegs without repeats need 5 colors, not 4"),
    (InvalidCode(Kind.WRONG_LENGTH, "3", 4, "123456", True), f"'3' has 1 peg; {RULE}"),
    (InvalidTurn(Kind.NOT_A_TURN, "1" * 999), "a word of 999 letters is not a turn; a turn looks"),
    (InvalidHistory(Kind.INVALID_TURN, 2, IMPOSSIBLE), "turn 2: no code answers 3 black and 1"),
    (UnknownStrategy(1122, ("x", "y")), "there is no strategy '1122', only x, y"),
    (UnknownStrategy("l" * 999, ("x",)), f"there is no strategy '{'l' * 24}', only x"),
    (TooManyCodes(Kind.TOO_MANY_TO_LIST, 9999, 10), "9,999 codes are too many to list"),
    (TooManyCodes(Kind.TOO_MANY_TO_LIST, 9999, 10, False), "about 9,999 codes are too many"),
    (NoTree(1296, 1), "no strategy finds each of the 1,296 codes with 1 guess"),
    (NoTree(1296, 3), "no strategy finds each of the 1,296 codes with 3 guesses"),
]


@pytest.mark.parametrize("error", [*EXAMPLES, *UNLIKE], ids=lambda error: error.kind)
def test_an_error_keeps_its_kind_and_sentence_when_it_is_pickled(error):
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - written by this test
    assert (type(again), again.kind, str(again)) == (type(error), error.kind, str(error))
    assert not {*"{}"} & {*str(error)}


@pytest.mark.parametrize(("error", "sentence"), SENTENCES)
def test_the_sentence_of_an_error_has_its_values(error, sentence):
    assert str(error).startswith(sentence)


def test_every_kind_of_error_has_a_sentence():
    kinds = [kind for one in EngineError.__subclasses__() for kind in one.sentences]
    assert sorted(kinds) == sorted(Kind)
    assert {error.kind for error in [*EXAMPLES, *UNLIKE]} == set(Kind)
