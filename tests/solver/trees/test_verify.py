"""The checker of trees, which is independent of the engine and describes the faults of a file."""

import lzma
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.strategies.roster import strategy_named
from solver.trees.formats import as_exchange
from solver.trees.tree import grow_tree
from solver.trees.verify import (
    MOST_BYTES,
    NotATree,
    codes_of,
    lengths_of,
    parse,
    play,
    read_tree,
    report,
)

KNUTH = "5,801 guesses for 1,296 codes, 4.4761 on average, 5 at worst "


def exchange_text(variant, strategy="knuth"):
    [line] = as_exchange(grow_tree(strategy_named(strategy), position_after(variant, ())))
    return line


def test_a_tree_is_played_against_every_code(tmp_path, printed, facts):
    path = tmp_path / "knuth"
    path.write_text(printed("tree", "--format", "exchange"))
    assert printed("verify", path).startswith(KNUTH)
    found = facts("verify", path)
    assert {name: found[name] for name in ("codes", "total", "worst", "distribution")} == {
        "codes": 1296,
        "total": 5801,
        "worst": 5,
        "distribution": {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694},
    }


def test_verify_needs_only_python(tmp_path):
    path = tmp_path / "knuth.xz"
    path.write_bytes(lzma.compress(exchange_text(Variant()).encode()))
    done = subprocess.run(
        [sys.executable, "-S", "-I", "solver/trees/verify.py", path], capture_output=True, text=True
    )
    assert done.stdout.startswith(KNUTH)
    done = subprocess.run(
        [sys.executable, "-S", "-I", "solver/trees/verify.py", tmp_path / "none"],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_the_report_uses_the_singular_for_one_guess_and_one_code():
    assert report(lengths_of(parse("{11:{}}"))).startswith("1 guess for 1 code, ")


def test_a_tree_without_repeats_is_checked_against_codes_without_repeats():
    tree = parse(exchange_text(Variant(3, 5, repeats=False)))
    assert sum(lengths_of(tree, repeats=False).values()) == 60
    with pytest.raises(NotATree, match="the tree does not find 222 after 123:1,0 145:0,0"):
        lengths_of(tree)
    assert play(tree, codes_of(tree, repeats=False)).lengths == lengths_of(tree, repeats=False)
    with pytest.raises(NotATree, match="11 is guessed, and no code of the board of 12"):
        lengths_of(parse("{12:{02:{21:{}},10:{11:{10:{13:{}}}}}}"), repeats=False)


def test_the_error_names_the_shortest_way_to_a_code_that_is_not_found():
    tree = parse(exchange_text(Variant(2, 3)))
    [first] = tree
    del tree[first]["10"]
    with pytest.raises(NotATree, match=f"does not find [1-3]+ after {first}:1,0$"):
        lengths_of(tree)
    with pytest.raises(NotATree, match="needs more than 1 guesses for "):
        play(parse(exchange_text(Variant(2, 3))), ["11", "12", "13", "33"], most=1)


def test_parts_of_a_tree_that_no_code_reaches_are_not_counted():
    tree = "{11:{00:{22:{}},10:{12:{02:{21:{}}}}%s}}"
    bare, full = (parse(tree % more) for more in ("", ",01:{22:{}},20:{12:{}}"))
    assert play(full, codes_of(full)) == play(bare, codes_of(bare))


def test_an_error_sent_from_another_process_keeps_its_text_and_values():
    with pytest.raises(NotATree) as refused:
        parse("{11:{00:{21:{}},00:{22:{}}}}")
    copy = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - of our own
    assert (str(copy), copy.values) == (str(refused.value), {"word": "'00'"})


def test_quotes_spaces_and_winning_answers_are_allowed():
    tree = parse('{"11": {"20": {}, "00": {"22": {}}, "10": {"12": {"02": {"21": {}}}}}}')
    assert lengths_of(tree) == {1: 1, 2: 2, 3: 1}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a tree begins with a brace"),
        ("# Changelog", "a tree begins with a brace"),
        ("{11:{00:{22:{}}}", "the tree ends too early"),
        ("{11:{00:22}}", "a brace is missing after '00'"),
        ("{11:{}} {}", "'{' comes after the end of the tree"),
        ("{}", "a tree begins with one guess"),
        ("{11:{},12:{}}", "a tree begins with one guess"),
        ("{12:{}}", "the tree does not find 11"),
        ("{11:{10:{11:{}},00:{22:{}}}}", "the tree does not find 12"),
        ("{11:" * 5000, "it is nested too deeply"),
        ("{11:{00:{21:{}},00:{22:{}},10:{12:{02:{21:{}}}}}}", "'00' comes twice in one place"),
        ("{123456789ABC:{}}", "the tree does not find 111111111111"),  # a board of 12**12 codes
        ("{11:{00:{22:{}},10:{122:{02:{21:{}},20:{12:{}}}}}}", "122 is guessed, and no code of"),
    ],
)
def test_an_invalid_tree_is_refused_with_one_sentence(text, sentence, tmp_path, refusal):
    path = tmp_path / "tree"
    path.write_text(text)
    said = refusal("verify", path)
    assert sentence in said
    assert said.count("\n") == 1


def test_a_small_file_that_unpacks_to_a_large_file_is_refused(tmp_path):
    (tmp_path / "bomb.xz").write_bytes(lzma.compress(b" " * (MOST_BYTES + 1)))
    with pytest.raises(NotATree, match="longer than 33,554,432 bytes"):
        read_tree(tmp_path / "bomb.xz")


def test_a_byte_order_mark_and_other_line_ends_are_ignored(tmp_path):
    (tmp_path / "tree").write_bytes(b"\xef\xbb\xbf{11:{00:{22:{}},\r\n10:{12:{02:{21:{}}}}}}\r\n")
    assert lengths_of(read_tree(tmp_path / "tree")) == {1: 1, 2: 2, 3: 1}


@pytest.mark.parametrize("name", ["damaged.xz", "no/such/file"])
def test_an_unreadable_file_is_refused_with_one_sentence(name, tmp_path, refusal):
    (tmp_path / "damaged.xz").write_bytes(b"nothing")
    assert refusal("verify", tmp_path / name).count("\n") == 1


def total(path):
    return sum(length * codes for length, codes in lengths_of(read_tree(path)).items())


@pytest.mark.parametrize("path", sorted(Path("records").glob("*.xz")), ids=lambda path: path.name)
def test_every_record_in_the_repository_has_the_total_on_its_page(path):
    board = path.name.partition(".")[0]
    [row] = [row for row in Path("docs/records.md").read_text().splitlines() if f"`{board}`" in row]
    assert f"**{total(path):,}**" in row
    assert path.stat().st_size <= 300_000


@pytest.mark.parametrize("board", ["4x11-7", "5x7-6", "6x5-6"])
def test_a_tree_finds_every_code_within_the_guesses_in_its_name(board):
    lengths = lengths_of(read_tree(Path(f"records/within/{board}.txt.xz")))
    pegs, colors, most = map(int, re.findall(r"\d+", board))
    assert (sum(lengths.values()), max(lengths)) == (colors**pegs, most)
