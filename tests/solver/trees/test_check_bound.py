"""The checker of certificates refuses whatever their format forbids."""

import hashlib
import json
import lzma
from pathlib import Path

import numpy as np
import pytest

from solver.trees.check_bound import CodeTable, Unproven, check, verify

BOARD = {"pegs": 2, "colors": 2, "repeats": True}
BOUNDS = Path(__file__).parents[3] / "records/bounds"
QUICK = {"3x6": 854, "4x5": 2463, "4x6": 5625, "4x6-5": 5626, "5x3": 816, "5x4": 3954}


def text_of(board):
    return lzma.decompress((BOUNDS / f"{board}.json.xz").read_bytes()).decode()


def seal(head, proof):
    """Return a certificate with a correct checksum."""
    return json.dumps({**head, "sha256": hashlib.sha256(proof.encode()).hexdigest()}) + "\n" + proof


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        # The 65 possible answers do not fit in a machine word.
        ({"pegs": 10, "colors": 1}, "10x1 is no board"),
        ({"pegs": 8, "colors": 12}, "8x12 is no board"),
        ({"pegs": 0}, "0x2 is no board"),
        ({"pegs": 3, "repeats": False}, "3x2 is no board"),
        ({"colors": 6.0}, "a board is a number of pegs"),
        ({"repeats": "no"}, "a board is a number of pegs"),
        ({"guesses": 0}, "0 is no number of guesses"),
        ({"guesses": 2**63}, "9223372036854775808 is no number of guesses"),
        ({"guesses": True}, "True is no number of guesses"),
        ({"guesses": float("nan")}, "nan is no number of guesses"),
        ({"holes": 4}, "the head has other parts"),
    ],
)
def test_a_certificate_of_an_impossible_board_is_refused(facts, sentence):
    with pytest.raises(Unproven, match=sentence):
        verify(seal({**BOARD, **facts}, "2"))


@pytest.mark.parametrize(
    "proof",
    [
        *("-1", "-0", "7.0", "true", "1000000001", "[]", "[7,[]]", '[7,{},"12/12"]', "[7,{},[],7]"),
        *('[7,{"11":{},"11":{}}]', '[7,{"11":{"00":1,"00":1}}]', '[7,{"1\\u0031":{}}]'),
        *('[2,{"11":{"00":-1}}]', '[2,{"21":{},"21":{}}]'),  # the check ignores these places
    ],
)
def test_a_proof_that_breaks_the_grammar_is_refused(proof):
    assert verify(seal(BOARD, "[7,{},[]]")) == ("2x2", 7)
    with pytest.raises(Unproven, match=r"sign|twice|no state"):
        verify(seal(BOARD, proof))


def test_a_board_without_repeats_may_have_32768_codes():
    assert verify(seal({"pegs": 6, "colors": 6, "repeats": False}, "720")) == ("6x6n", 720)


def test_the_checksum_covers_line_ends_as_they_are(tmp_path, printed):
    path = tmp_path / "2x2.json.xz"
    path.write_bytes(lzma.compress(seal(BOARD, "[8,\r\n{}]").encode()))
    assert printed("verify", path) == "2x2: every tree needs 8 guesses at least\n"


@pytest.mark.parametrize("symmetry", ["112/123456", "213/223456", "123/12345"])
def test_an_invalid_exchange_is_refused(symmetry):
    board = CodeTable(3, 6)
    with pytest.raises(Unproven, match="no exchange"):
        check(board, board.codes[:, 0].nonzero()[0], [1000, {}, [symmetry]], 216)


def test_a_symmetry_that_moves_the_codes_is_refused():
    board = CodeTable(3, 6)
    with pytest.raises(Unproven, match="does not map the codes to themselves"):
        check(board, board.codes[:, 0].nonzero()[0], [1000, {}, ["123/213456"]], 216)


def test_two_guesses_are_of_one_kind_if_a_third_guess_is_of_one_kind_with_both():
    """A symmetry maps 134 to 243, which all codes without 1 and 2 answer like 143."""
    board = CodeTable(3, 6)
    guesses = np.array([board.texts.index(text) for text in ("134", "143", "234", "243")])
    codes = np.flatnonzero(board.codes.min(axis=1) > 1)
    assert list(board.kinds(guesses, codes, ["123/214356"])) == [board.texts.index("134")]
