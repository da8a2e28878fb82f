"""Tables agree with the search for large positions, and damaged tables are refused."""

import lzma
import tracemalloc

import numpy as np
import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver.exact.bounds import UNLIMITED
from solver.exact.tables import TABLES, kept_table, read_table, write_table
from solver.positions.candidates import position_after
from solver.positions.shapes import Shape
from solver.rule.codes import Variant
from solver.rule.history import parse_history
from solver.sets.arrays import all_codes, places_of
from solver.trees.books import DamagedBook
from tests.solver.plain_search import PlainSearch
from tools.tabling import SharedName, Tabling

MINI, CLASSIC, BULLS_AND_COWS = Variant(3, 6), Variant(), Variant(4, 10, repeats=False)
MOST_BYTES = 2 * 10**6  # in bytes, of all tables together


def after(variant, history):
    return position_after(variant, history).candidates


def entry(table, history):
    turns = parse_history(table.variant, history)
    return table.find(after(table.variant, history), len(turns))


def test_the_tables_take_at_most_two_megabytes():
    assert sum(path.stat().st_size for path in TABLES.glob("*.xz")) <= MOST_BYTES


def test_a_small_table_made_again_has_the_same_values():
    """The table is small because kernels are not compiled here; ``make proofs`` makes a whole
    table.
    """
    kept, made = kept_table(MINI), Tabling(MINI, ranked=((70, UNLIMITED),)).table()
    assert len(made.names) > 2
    for history in ["", "123:0,1", "112:1,0"]:
        found, known = entry(made, history), entry(kept, history)
        assert (found is None) == (len(after(MINI, history)) <= 70)
        if found:
            assert (found.total, found.kind) == (known.total, known.kind)
            assert np.array_equal(found.guesses, known.guesses)


def test_the_values_of_a_table_agree_with_a_plain_search():
    search = PlainSearch(3, 6)
    candidates = after(MINI, "112:0,1 344:0,1")
    found = entry(kept_table(MINI), "112:0,1 344:0,1")
    left = tuple(np.flatnonzero((search.codes[:, None] == candidates.digits).all(2).any(1)))
    totals = search.totals(left)
    assert found.total == totals.min()
    assert all(found.rank(total) == 1 + (totals < total).sum() for total in totals)


def test_equivalent_positions_share_one_entry():
    table = kept_table(CLASSIC)
    assert entry(table, "1123:1,0").total == entry(table, "5464:1,0").total


@pytest.mark.parametrize(
    ("variant", "history", "total"),
    [
        (CLASSIC, "3344:0,1 1221:1,1", 145),
        (BULLS_AND_COWS, "1234:0,1 2143:0,1", 4136),
        (BULLS_AND_COWS, "1234:0,1 2341:0,1", 4126),
    ],
)
def test_sets_with_equal_pairs_of_cells_have_different_names(variant, history, total):
    """Each set has a similar set with a different total; the last two sets are such a pair."""
    assert entry(kept_table(variant), history).total == total


def test_tabling_refuses_sets_that_share_a_name(monkeypatch):
    one, alike, other = (
        places_of(after(MINI, history).digits, MINI)
        for history in ("112:0,1", "334:0,1", "112:1,0")
    )
    tabling = Tabling(MINI, ranked=((12, UNLIMITED),))
    assert tabling._name(one) == tabling._name(alike) != tabling._name(other)
    monkeypatch.setattr(Shape, "name", lambda *_: 1)
    tabling = Tabling(MINI, ranked=((12, UNLIMITED),))
    assert tabling._name(one) == tabling._name(alike)
    with pytest.raises(SharedName):
        tabling._name(other)


def test_a_table_finds_no_position_beyond_its_reach():
    """Names are known to be unique only for sets within the reach of the table."""
    table = kept_table(CLASSIC)
    early = after(CLASSIC, "1122:1,0 3345:1,0")
    assert 12 < len(early) <= 40
    assert table.find(early, guesses=2)
    assert table.find(early, guesses=3) is None


def test_guesses_that_a_symmetry_exchanges_have_the_same_kind():
    shape = Shape(after(CLASSIC, "1122:1,0").digits, colors=6)
    first, alike, other = shape.kinds(CLASSIC.digits(["1345", "1634", "3145"]))
    assert first == alike
    assert shape.kinds(CLASSIC.digits(["3456"]))[0] not in (first, other)


@pytest.mark.parametrize("variant", [CLASSIC, BULLS_AND_COWS])
def test_naming_a_whole_board_takes_little_memory(variant):
    """Each thread of a worker can name a board at the same time."""
    digits = all_codes(variant).digits
    shape = Shape(digits, variant.colors)
    tracemalloc.start()
    try:
        shape.name(digits)
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


def test_a_truncated_table_or_a_table_of_another_board_is_refused(tmp_path):
    whole = (TABLES / "4x6.table.xz").read_bytes()
    (tmp_path / "3x6.table.xz").write_bytes(whole)
    with pytest.raises(DamagedBook, match="is a book of another board"):
        read_table(tmp_path, MINI)
    (tmp_path / "3x6.table.xz").write_bytes(whole[:-100])
    with pytest.raises(DamagedBook, match="is not a book"):
        read_table(tmp_path, MINI)


def test_a_damaged_table_is_never_used(tmp_path, monkeypatch):
    (tmp_path / "3x6.table.xz").write_bytes(b"")
    monkeypatch.setattr("solver.exact.tables.TABLES", tmp_path)
    kept_table.cache_clear()
    with pytest.raises(DamagedBook):
        kept_table(MINI)
    kept_table.cache_clear()
