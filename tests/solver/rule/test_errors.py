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

CLASSIC = (4, "123456", True)
RULE = "a code is 4 of the symbols 123456"
IMPOSSIBLE = InvalidTurn(Kind.IMPOSSIBLE_FEEDBACK, black=3, white=1, pegs=4)
EXAMPLES = [
    (InvalidVariant(Kind.PEGS_OUT_OF_RANGE, 9, 6, 2, 8), "a code has 2 to 8 pegs, not 9"),
    (InvalidVariant(Kind.COLORS_OUT_OF_RANGE, 4, 1, 2, 12), "a game has 2 to 12 colors, not 1"),
    (
        InvalidVariant(Kind.TOO_FEW_COLORS, 5, 4, 5, 12),
        "5 pegs without repeats need 5 colors, not 4",
    ),
    (InvalidCode(Kind.EMPTY_CODE, "", *CLASSIC), f"the code is empty; {RULE}"),
    (
        InvalidCode(Kind.TOO_MANY_SYMBOLS, "1" * 1000, *CLASSIC),
        f"1,000 symbols are too many; {RULE}",
    ),
    (InvalidCode(Kind.NOT_A_COLOR, "1127", *CLASSIC), f"'7' is not a color; {RULE}"),
    (InvalidCode(Kind.WRONG_LENGTH, "11", *CLASSIC), f"'11' has 2 pegs; {RULE}"),
    (InvalidCode(Kind.WRONG_LENGTH, "3", *CLASSIC), f"'3' has 1 peg; {RULE}"),
    (
        InvalidCode(Kind.REPEATED_COLOR, "1123", 4, "123456", repeats=False),
        "'1123' repeats a color; a code is 4 different ones of the symbols 123456",
    ),
    (InvalidTurn(Kind.NOT_A_TURN, "1122"), "'1122' is not a turn; a turn looks like 1122:1,1"),
    (
        InvalidTurn(Kind.NOT_A_FEEDBACK, "1" * 999),
        "a word of 999 letters is not a feedback; 1,2 is 1 black and 2 white",
    ),
    (IMPOSSIBLE, "no code answers 3 black and 1 white on 4 pegs"),
    (
        InvalidHistory(Kind.INVALID_TURN, 2, IMPOSSIBLE),
        "turn 2: no code answers 3 black and 1 white on 4 pegs",
    ),
    (
        InvalidHistory(Kind.TOO_MANY_TURNS, 101, most=100),
        "101 turns are too many; the limit is 100",
    ),
    (
        NoSuchNode(Kind.NO_SUCH_NODE, depth=1),
        "answer 2 leads to no guess: no code gives it, or the game has ended",
    ),
    (Contradiction(3), "turn 3: no code fits this answer and the earlier ones"),
    (UnknownStrategy("luck", ("knuth", "x")), "there is no strategy 'luck', only knuth, x"),
    (UnknownStrategy(1122, ("x",)), "there is no strategy '1122', only x"),
    (UnknownStrategy("l" * 999, ("x",)), f"there is no strategy '{'l' * 24}', only x"),
    (TooManyCodes(Kind.TOO_MANY_TO_LIST, 9999, 10), "9,999 codes are too many to list"),
    (
        TooManyCodes(Kind.TOO_MANY_TO_LIST, 19_000_000, 10, is_counted=False),
        "about 19,000,000 codes are too many to list",
    ),
    (
        TooManyCodes(Kind.TOO_MANY_TO_PLAY, 9999, 10),
        "9,999 codes are too many to play one game against each",
    ),
    (TooManyCodes(Kind.TOO_MANY_FOR_A_TREE, 9999, 10), "9,999 codes are too many for a tree"),
    (
        TooManyCodes(Kind.TOO_MANY_FOR_A_PROOF, 9999, 8000),
        "9,999 codes are too many for a proof, which would weigh each of them as a guess "
        "in millions of positions; the limit is 8,000 codes",
    ),
    (NoTree(1296, 3), "no strategy finds each of the 1,296 codes with 3 guesses"),
    (NoTree(1296, 1), "no strategy finds each of the 1,296 codes with 1 guess"),
    (DamagedBook(Kind.NOT_A_BOOK, "x"), "x is not a book"),
    (DamagedBook(Kind.WRONG_CHECKSUM, "x"), "x is damaged: its checksum does not fit"),
    (DamagedBook(Kind.FOREIGN_BOOK, "x"), "x is a book of another board or format"),
    (DamagedBook(Kind.WRONG_FIGURES, "x"), "x does not lead to the results in its header"),
    (DamagedBook(Kind.UNSOLVED_BOARD), "the guesses of the book do not solve its board"),
    (DamagedBook(Kind.TOO_MANY_GUESSES), "the book has more guesses than its tree"),
    (
        UnusableJournal(Kind.DAMAGED_JOURNAL, "x", 7),
        "x is damaged in line 7; delete it to start the proof from the beginning",
    ),
    (
        UnusableJournal(Kind.FOREIGN_JOURNAL, "x"),
        "x belongs to the proof of another board or to another version; delete it to start the "
        "proof from the beginning",
    ),
    (
        UnusableJournal(Kind.JOURNAL_IN_USE, "x"),
        "another process is already working on this proof and writes x",
    ),
    (
        NoLab(Kind.PROOF_WITHOUT_LAB),
        "a proof needs the extra lab: run pip install numba",
    ),
    (
        NoLab(Kind.CLUSTER_WITHOUT_LAB),
        "a cluster needs the extra lab: run pip install 'dask[distributed]'",
    ),
    (NoCluster(Kind.NO_SCHEDULER, "tcp://x:1"), "no scheduler with workers answers at tcp://x:1"),
    (
        NoCluster(Kind.LOST_CLUSTER, "tcp://x:1"),
        "lost the cluster at tcp://x:1 or all its workers",
    ),
]


@pytest.mark.parametrize(("error", "sentence"), EXAMPLES, ids=lambda one: getattr(one, "kind", ""))
def test_an_error_keeps_its_kind_and_sentence_when_it_is_pickled(error, sentence):
    assert str(error) == sentence
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - written by this test
    assert (type(again), again.kind, str(again)) == (type(error), error.kind, sentence)


def test_every_kind_of_error_has_a_sentence():
    kinds = [kind for one in EngineError.__subclasses__() for kind in one.sentences]
    assert sorted(kinds) == sorted(Kind)
    assert {error.kind for error, _ in EXAMPLES} == set(Kind)
