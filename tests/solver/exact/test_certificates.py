"""Certificates of lower bounds are accepted, and a damaged certificate never shows too high a
bound.
"""

import json
import lzma
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver.exact.bounds import Bounds
from solver.exact.plain import PlainSpace
from solver.exact.search import Search
from solver.exact.space import State
from solver.rule.codes import Variant
from solver.trees.check_bound import NEVER, CodeTable, Unproven, verify
from tests.solver.trees.test_check_bound import BOUNDS, QUICK, seal, text_of
from tools.certificates import Certificate, NoTreeCertificate

NUMBERS = st.integers(-(10**4), 10**4)


def with_proof(text, proof):
    """Return the certificate with another proof and the checksum of this proof."""
    return seal(json.loads(text.partition("\n")[0]), json.dumps(proof))


def bounds_of(state):
    """Yield each list or dict of a proof that contains a bound, with the key of the bound."""
    if isinstance(state, list):
        yield state, 0
        for parts in state[1].values() if len(state) > 1 else ():
            for answer, part in parts.items():
                yield from bounds_of(part) if isinstance(part, list) else [(parts, answer)]


def test_a_certificate_for_a_limit_is_refused_for_a_higher_limit():
    head, _, proof = text_of("4x6-5").partition("\n")
    for guesses in (6, 7, 1296):
        with pytest.raises(Unproven, match="may need"):
            verify(json.dumps(json.loads(head) | {"guesses": guesses}) + "\n" + proof)


@pytest.mark.parametrize("board", QUICK)
def test_a_certificate_shows_the_optimum_but_no_bound_above_it(board):
    text = text_of(board)
    assert verify(text) == (board.replace("-", " within "), QUICK[board])
    proof = json.loads(text.partition("\n")[2])
    proof[0] += 1
    with pytest.raises(Unproven, match="may need"):
        verify(with_proof(text, proof))


@pytest.mark.parametrize("files", [[], ["3x6.json.xz", "4x5.json.xz"]])
def test_the_checker_asks_for_exactly_one_file(files):
    done = subprocess.run(
        [sys.executable, "solver/trees/check_bound.py", *files], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "solver/trees/check_bound.py records/bounds/4x6.json.xz" in done.stderr


@given(st.data())
def test_a_certificate_with_one_changed_letter_is_refused(data):
    text = text_of("4x6")
    place = data.draw(st.integers(text.index("\n") + 1, len(text) - 1))
    letter = data.draw(st.characters(codec="ascii").filter(lambda letter: letter != text[place]))
    with pytest.raises(Unproven, match="checksum"):
        verify(text[:place] + letter + text[place + 1 :])


@given(st.data())
@settings(max_examples=25)
def test_a_changed_bound_with_a_new_checksum_never_shows_more_than_the_optimum(data):
    text = text_of("3x6")
    proof = json.loads(text.partition("\n")[2])
    holder, key = data.draw(st.sampled_from(list(bounds_of(proof))))
    holder[key] = data.draw(
        NUMBERS | st.sampled_from([float("nan"), float("inf"), "9", True, None])
    )
    try:
        _, total = verify(with_proof(text, proof))
    except (Unproven, TypeError):
        return
    assert type(total) is int
    assert total <= QUICK["3x6"]


@given(st.sets(st.integers(0, 255), min_size=3, max_size=40), st.sampled_from([1, 2, 3, 4, 100]))
@settings(max_examples=25)
def test_the_bound_for_a_set_of_codes_is_never_above_the_smallest_total(some, left):
    """The bound of a set of codes is the smallest bound of all guesses."""
    variant = Variant(4, 4)
    codes = np.array(sorted(some), dtype=np.uint32)
    search = Search(PlainSpace(variant), Bounds(variant, left))
    least = search.cost(State(search.space.digits[:0], codes, left)) // search.bounds.unit
    assert 2 * len(codes) - 1 <= CodeTable(4, 4).bound(codes, left) <= least


@pytest.mark.parametrize("max_guesses", [3, 4, 5])
def test_a_certificate_for_a_limit_never_shows_more_than_a_search_finds(max_guesses, tmp_path):
    variant = Variant(2, 5)
    search = Search(PlainSpace(variant), Bounds(variant, max_guesses))
    least = search.cost(search.start()) // search.bounds.unit
    text = Certificate(variant, tmp_path / "2x5.journal", max_guesses).text()
    assert verify(text) == (f"2x5 within {max_guesses}", min(NEVER, least))


def test_a_certificate_can_show_less_than_the_optimum_but_never_more(tmp_path):
    least = verify(Certificate(Variant(2, 6), tmp_path / "journal").text())[1]
    for fewer in (1, 10):
        text = Certificate(Variant(2, 6), tmp_path / f"{fewer}").text(least - fewer)
        assert verify(text) == ("2x6", least - fewer)
    with pytest.raises(SystemExit, match="more than this board needs"):
        Certificate(Variant(2, 6), tmp_path / "more").text(least + 1)


def test_an_interrupted_certificate_is_the_same_after_a_restart(tmp_path):
    journal = tmp_path / "2x7.journal"
    whole = Certificate(Variant(2, 7), journal).text()
    lines = journal.read_text().splitlines(keepends=True)
    assert len(lines) > 5
    for done in range(len(lines)):
        journal.write_text("".join(lines[:done]) + lines[done][:-5])
        assert Certificate(Variant(2, 7), journal).text() == whole
        assert journal.read_text() == "".join(lines)


def test_the_checker_is_independent_of_the_engine_and_explains_a_refusal(tmp_path):
    program = Path("solver/trees/check_bound.py")
    assert not re.search(r"^(from|import) solver", program.read_text(), re.MULTILINE)
    damaged = tmp_path / "3x6.json.xz"
    damaged.write_bytes(lzma.compress(text_of("3x6").replace("85", "86").encode()))
    found = [
        subprocess.run([sys.executable, program, file], capture_output=True, text=True)
        for file in (BOUNDS / "3x6.json.xz", damaged)
    ]
    assert [done.returncode for done in found] == [0, 1]
    assert found[0].stdout == "3x6: every tree needs 854 guesses at least\n"
    assert found[1].stderr == "refused: the proof is not the one of its checksum\n"


def test_a_certificate_shows_that_no_tree_exists_only_if_none_does(tmp_path):
    board = Variant(2, 8)
    text = NoTreeCertificate(board, tmp_path / "journal", 5).text(NEVER)
    assert verify(text) == ("2x8 within 5", NEVER)
    with pytest.raises(SystemExit, match="there is a tree within this limit"):
        NoTreeCertificate(board, tmp_path / "other", 6).text(NEVER)
