"""Tables: what is kept of large positions is what the search finds, and nothing damaged is read."""

import lzma
import tracemalloc

import numpy as np
import pytest

from solver.exact.tables import TABLES, kept_table, read_table, write_table
from solver.exact.tabling import Tabling
from solver.positions.candidates import position_after
from solver.positions.shapes import Shape
from solver.rule.codes import Variant
from solver.rule.history import parse_history
from solver.sets.arrays import all_codes
from solver.trees.books import DamagedBook
from tests.solver.plain_search import PlainSearch

MINI, CLASSIC = Variant(3, 6), Variant()
MOST_BYTES = 2 * 10**6  # of all tables together


def after(variant, history):
    return position_after(variant, parse_history(variant, history)).candidates


def test_the_tables_are_small():
    assert sum(path.stat().st_size for path in TABLES.glob("*.xz")) <= MOST_BYTES


def test_a_table_made_again_has_the_same_figures():
    """As far as kernels that are not compiled get; ``make proofs`` makes the whole of it."""
    kept, made = kept_table(MINI), Tabling(MINI, more_than=70).table()
    assert len(made.names) > 2
    for history in ["", "123:0,1", "112:1,0"]:
        candidates = after(MINI, history)
        found, known = made.find(candidates), kept.find(candidates)
        assert (found is None) == (len(candidates) <= 70)
        if found:
            assert (found.total, found.kind) == (known.total, known.kind)
            assert np.array_equal(found.guesses, known.guesses)


def test_the_figures_are_those_of_a_plain_search():
    search = PlainSearch(3, 6)
    candidates = after(MINI, "112:0,1 344:0,1")
    entry = kept_table(MINI).find(candidates)
    left = tuple(np.flatnonzero((search.codes[:, None] == candidates.digits).all(2).any(1)))
    totals = search.totals(left)
    assert entry.total == totals.min()
    assert all(entry.rank(total) == 1 + (totals < total).sum() for total in totals)


def test_what_looks_alike_is_one_entry():
    assert kept_table(CLASSIC).find(after(CLASSIC, "1123:1,0")).total == (
        kept_table(CLASSIC).find(after(CLASSIC, "5464:1,0")).total
    )


def test_sets_whose_pairs_of_cells_look_alike_are_told_apart():
    """Of 52 codes, with the same colors in pairs of places as often: 145 and 148 guesses."""
    assert kept_table(CLASSIC).find(after(CLASSIC, "3344:0,1 1221:1,1")).total == 145


def test_guesses_that_a_symmetry_exchanges_are_of_a_kind():
    shape = Shape(after(CLASSIC, "1122:1,0").digits, colors=6)
    first, alike, other = shape.kinds(CLASSIC.digits(["1345", "1634", "3145"]))
    assert first == alike
    assert shape.kinds(CLASSIC.digits(["3456"]))[0] not in (first, other)


def test_to_name_a_whole_board_takes_little_memory():
    """Each thread of a worker may do so at the same time; all pairs at once would take 40 MB."""
    codes = all_codes(CLASSIC)
    shape = Shape(codes.digits, colors=6)
    tracemalloc.start()
    try:
        shape.name(codes)
        assert tracemalloc.get_traced_memory()[1] < 15e6
    finally:
        tracemalloc.stop()


def test_a_written_table_is_read_back(tmp_path):
    table = kept_table(MINI)
    path = write_table(table, tmp_path)
    assert path.read_bytes() == (TABLES / path.name).read_bytes()
    assert [path] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda content: content[:-1] + b"\7", "3x6.table.xz is damaged: its checksum"),
        (lambda content: content.replace(b'"pegs": 3', b'"pegs": 4'), "3x6.table.xz is damaged"),
        (lambda content: b"[]", "3x6.table.xz is not a book"),
    ],
)
def test_a_damaged_table_is_refused_with_a_sentence(tmp_path, spoil, sentence):
    content = lzma.decompress((TABLES / "3x6.table.xz").read_bytes())
    (tmp_path / "3x6.table.xz").write_bytes(lzma.compress(spoil(content)))
    with pytest.raises(DamagedBook, match=f"^{sentence}"):
        read_table(tmp_path, MINI)


def test_a_table_of_another_board_or_cut_off_is_refused(tmp_path):
    whole = (TABLES / "4x6.table.xz").read_bytes()
    (tmp_path / "3x6.table.xz").write_bytes(whole)
    with pytest.raises(DamagedBook, match="is foreign"):
        read_table(tmp_path, MINI)
    (tmp_path / "3x6.table.xz").write_bytes(whole[:-100])
    with pytest.raises(DamagedBook, match="is not a book"):
        read_table(tmp_path, MINI)


def test_a_damaged_table_is_never_believed(tmp_path, monkeypatch):
    (tmp_path / "3x6.table.xz").write_bytes(b"")
    monkeypatch.setattr("solver.exact.tables.TABLES", tmp_path)
    kept_table.cache_clear()
    with pytest.raises(DamagedBook):
        kept_table(MINI)
    kept_table.cache_clear()
