"""Proven trees: their proofs, their files, and the strategies that play them."""

import json
import lzma
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import solver
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.strategies.optimal import Optimal
from solver.strategies.roster import STRATEGIES, strategy_named
from solver.study.evaluate import evaluate
from solver.study.suggest import suggest
from solver.trees.books import (
    BOOKS,
    DamagedBook,
    book_of,
    kept_book,
    pack,
    proven_book,
    read_book,
    write_book,
)
from solver.trees.books.opening import book_guess
from solver.trees.formats import as_exchange
from solver.trees.verify import lengths_of, parse
from tests.solver.drawing import codes

PACKED = sorted(Path(solver.__file__).parent.rglob("*.xz"))

MINI, CLASSIC, BULLS_AND_COWS = Variant(3, 6), Variant(), Variant(4, 10, repeats=False)
KEPT = {
    (MINI, None): 854,
    (MINI, 5): 854,
    (Variant(4, 5), None): 2463,
    (Variant(4, 5), 5): 2463,
    (CLASSIC, None): 5625,
    (CLASSIC, 5): 5626,
    (Variant(4, 8), None): 20471,
    (Variant(4, 9), None): 34666,
    (Variant(4, 10), None): 55632,
    (Variant(5, 6), None): 36721,
    (BULLS_AND_COWS, None): 26274,
}


@pytest.mark.parametrize(("variant", "max_guesses"), KEPT)
def test_a_book_finds_every_code_with_as_many_guesses_as_the_book_states(variant, max_guesses):
    book = proven_book(variant, max_guesses)
    tree = parse("".join(as_exchange(book.tree)))
    assert lengths_of(tree, variant.repeats) == book.distribution
    assert book.total == KEPT[variant, max_guesses]
    assert book.worst <= (max_guesses or book.worst)


def test_every_stored_file_is_a_book_of_a_known_board():
    assert len(list(BOOKS.glob("*.json"))) == len(KEPT)


def test_a_written_book_is_read_back(tmp_path):
    path = write_book(proven_book(CLASSIC), tmp_path)
    assert read_book(tmp_path, CLASSIC) == proven_book(CLASSIC)
    assert [path] == list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_book(tmp_path, monkeypatch):
    write_book(proven_book(MINI), tmp_path)
    monkeypatch.setattr("solver.trees.books.json.dumps", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_book(proven_book(MINI), tmp_path)
    monkeypatch.undo()
    assert read_book(tmp_path, MINI) == proven_book(MINI)
    assert len(list(tmp_path.iterdir())) == 1


def interrupt(*args, **options):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda text: text[:100], "4x6.json is not a book"),
        (lambda text: "[]", "4x6.json is not a book"),
        (lambda text: "\xff", "4x6.json is not a book"),
        (lambda text: text.replace("1123", "1132"), "4x6.json is damaged: its checksum"),
        (lambda text: text.replace("5625", "5624"), "4x6.json is damaged: its checksum"),
        (lambda text: (BOOKS / "3x6.json").read_text(), "4x6.json is a book of another board"),
        (lambda text: (BOOKS / "4x6-in-5.json").read_text(), "4x6.json is a book of another board"),
    ],
)
def test_a_damaged_or_foreign_book_is_refused_with_a_sentence(tmp_path, spoil, sentence):
    text = (BOOKS / "4x6.json").read_text()
    (tmp_path / "4x6.json").write_text(spoil(text), encoding="latin-1")
    with pytest.raises(DamagedBook, match=f"^{sentence}"):
        read_book(tmp_path, CLASSIC)


@pytest.mark.parametrize("change", [["1111"], [], ["9999"], ["1122"] * 400])
def test_guesses_that_do_not_solve_the_board_are_refused(change):
    with pytest.raises(DamagedBook):
        book_of(CLASSIC, None, [*change, *proven_book(CLASSIC).guesses[1:]])


def test_a_damaged_book_is_never_played(tmp_path, monkeypatch):
    spoiled = json.loads((BOOKS / "4x6.json").read_text()) | {"total": 1}
    (tmp_path / "4x6.json").write_text(json.dumps(spoiled))
    monkeypatch.setattr("solver.trees.books.BOOKS", tmp_path)
    kept_book.cache_clear()
    with pytest.raises(DamagedBook):
        strategy_named("optimal").choose(position_after(CLASSIC, []))
    kept_book.cache_clear()


@pytest.mark.parametrize(
    ("name", "variant", "total"),
    [("optimal", MINI, 854), ("optimal", Variant(3, 4), 206), ("optimal-5", Variant(3, 4), 206)],
)
def test_optimal_strategies_have_the_proven_total(name, variant, total):
    assert evaluate(variant, name).total == total


@settings(max_examples=25)
@given(codes(CLASSIC), st.permutations("123456"), st.permutations(range(4)))
def test_a_game_with_renamed_pegs_and_colors_follows_the_book(secret, naming, order):
    tree = proven_book(CLASSIC).tree
    names = dict(zip("123456", naming, strict=True))
    guess = "".join(names[tree.guess[place]] for place in order)
    history = [Turn(guess, feedback(guess, secret))]
    while guess != secret:
        guess = book_guess(tree, CLASSIC, history)
        history.append(Turn(guess, feedback(guess, secret)))
    assert len(history) <= 6


def test_book_guess_is_none_if_the_game_has_left_the_book():
    history = [Turn("1111", feedback("1111", "1234"))]
    assert book_guess(proven_book(CLASSIC).tree, CLASSIC, history) is None


def test_a_position_outside_the_book_with_few_candidates_is_searched():
    history = [Turn("1111", feedback("1111", "3152")), Turn("2345", feedback("2345", "3152"))]
    hint = suggest(CLASSIC, history, "optimal")
    assert (hint.candidates, hint.proven) == (44, True)


def test_a_position_outside_the_book_with_many_candidates_gets_an_estimate():
    history, board = [Turn("1111", feedback("1111", "3452"))], Variant(4, 7)
    hint = suggest(board, history, "optimal")
    assert (hint.candidates, hint.proven) == (1296, False)
    assert hint.guess == suggest(board, history, "weighted").guess
    assert suggest(board, history, "weighted").proven is None


def test_a_position_outside_the_book_can_be_found_in_a_table():
    hint = suggest(CLASSIC, [Turn("1111", feedback("1111", "3452"))], "optimal")
    assert (hint.candidates, hint.proven) == (625, True)


def test_the_optimal_strategy_suggests_a_guess_even_beyond_the_limit():
    turn = Turn("1123", feedback("1123", "6545"))
    position = position_after(CLASSIC, [turn] * 6)
    advice = Optimal(STRATEGIES["knuth"], max_guesses=5).advise(position)
    assert len(advice.guess) == 1


def unpack_within(memory: int, content: bytes) -> bytes:
    return lzma.LZMADecompressor(memlimit=memory).decompress(content)


def test_unpacking_a_stored_file_takes_little_more_memory_than_its_content():
    """Each thread of a worker can unpack another file at the same time."""
    assert PACKED
    for file in PACKED:
        content = file.read_bytes()
        has = len(lzma.decompress(content))
        assert len(unpack_within(2 * has + 2**17, content)) == has


def test_unpacking_data_packed_with_a_preset_of_xz_takes_far_more_memory():
    """The control for the test above: a preset of xz takes 64 MB for a few bytes."""
    with pytest.raises(lzma.LZMAError):
        unpack_within(2**25, lzma.compress(b"1122", preset=9))
    assert unpack_within(2**17, pack(b"1122")) == b"1122"
