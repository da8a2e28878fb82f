"""Play a tree against every code of its board; nothing but Python is needed.

A tree is written as it is exchanged: ``{11:{00:{22:{}},10:{12:{02:{21:{}}}}}}``, a guess, for each
answer (black pegs, white pegs) the next guess, and so on; the answer that wins may be left out.
The file may be compressed by xz. ``python solver/trees/verify.py FILE`` works by itself.
"""

import lzma
import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations, product
from pathlib import Path
from typing import TypeAlias

Tree: TypeAlias = dict[str, "Tree"]  # a guess with its answers, or answers with their guesses
MOST_BYTES = 2**25  # bytes; a tree of a million codes has 17 million


class NotATree(ValueError):
    """What is written is not a tree, or does not find every code; the message says why."""


def read_tree(path: Path) -> Tree:
    """Return the tree in a file. Raises ``NotATree``, and ``OSError`` if there is none."""
    try:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            written = file.read(MOST_BYTES + 1)
        if len(written) > MOST_BYTES:  # a small file of xz may hold more than any memory
            raise NotATree(f"{path.name} is not a tree: it is longer than {MOST_BYTES:,} bytes")
        return parse(written.decode("utf-8-sig"))
    except (lzma.LZMAError, UnicodeDecodeError, EOFError) as problem:
        raise NotATree(f"{path.name} is not a tree: {problem}") from problem
    except RecursionError:
        raise NotATree(f"{path.name} is not a tree: it is nested too deeply") from None


def parse(text: str) -> Tree:
    """Return the tree written in ``text``. Raises ``NotATree``.

    >>> parse('{11:{00:{22:{}}}}')
    {'11': {'00': {'22': {}}}}
    """
    words = (word[0] for word in re.finditer(r"[{}]|[^\s{}:,\"']+", text))
    if next(words, None) != "{":
        raise NotATree("a tree begins with a brace")
    tree = _entries(words)
    if (word := next(words, None)) is not None:
        raise NotATree(f"{word[:20]!a} comes after the end of the tree")
    return tree


def _entries(words: Iterator[str]) -> Tree:
    """The entries up to the brace that closes them."""
    entries: Tree = {}
    for word in words:
        if word == "}":
            return entries
        if word == "{" or next(words, None) != "{":
            raise NotATree(f"a brace is missing after {word[:20]!a}")
        if word in entries:
            raise NotATree(f"{word[:20]!a} comes twice in one place")
        entries[word] = _entries(words)
    raise NotATree("the tree ends too early")


def codes_of(tree: Tree, repeats: bool = True) -> list[str]:
    """Return the codes of the board a tree is for, as its first guess and its symbols tell.

    Where there are more than the tree has guesses, so that it cannot find all, one more than those
    is enough. Raises ``NotATree`` if something is guessed that is no code: it could tell more.
    """
    first, guesses = next(iter(tree)), set(_guesses(tree))
    for guess in sorted(guesses):
        if len(guess) != len(first) or (not repeats and len({*guess}) < len(guess)):
            raise NotATree(f"{guess[:20]} is guessed, and no code of the board of {first[:20]}")
    symbols = sorted(set("".join(guesses)))
    ways = product(symbols, repeat=len(first)) if repeats else permutations(symbols, len(first))
    return ["".join(code) for code in islice(ways, len(guesses) + 1)]


def _guesses(tree: Tree) -> Iterator[str]:
    for guess, answers in tree.items():
        yield guess
        for below in answers.values():
            yield from _guesses(below)


def answer_to(guess: str, secret: str) -> str:
    """Return the black and the white pegs that a guess earns.

    >>> answer_to("1122", "1233")
    '11'
    """
    black = sum(map(str.__eq__, guess, secret))
    return f"{black}{(Counter(guess) & Counter(secret)).total() - black}"


def guesses_for(tree: Tree, secret: str) -> int:
    """Return how many guesses a tree needs for a secret. Raises ``NotATree`` if it never ends."""
    guesses = 0
    while len(tree) == 1:
        [(guess, answers)] = tree.items()
        guesses += 1
        if guess == secret:
            return guesses
        tree = answers.get(answer_to(guess, secret), {})
    raise NotATree(f"the tree does not find {secret[:20]}")


def lengths_of(tree: Tree, repeats: bool = True) -> dict[int, int]:
    """Return how many codes take how many guesses. Raises ``NotATree``."""
    if len(tree) != 1:
        raise NotATree("a tree begins with one guess")
    lengths = Counter(guesses_for(tree, code) for code in codes_of(tree, repeats))
    return dict(sorted(lengths.items()))


def report(lengths: dict[int, int]) -> str:
    """Return what was found, for people."""
    codes, total = sum(lengths.values()), sum(length * codes for length, codes in lengths.items())
    shares = ", ".join(f"{length}: {codes:,}" for length, codes in lengths.items())
    return (
        f"{total:,} guess{'es' * (total > 1)} for {codes:,} code{'s' * (codes > 1)}, "
        f"{total / codes:.4f} on average, {max(lengths)} at worst ({shares})"
    )


def main() -> None:
    """Tell what a file says, or in one sentence why it says nothing."""
    parser = ArgumentParser(description="Play a tree against every code of its board.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--no-repeats", dest="repeats", action="store_false")
    told = parser.parse_args()
    try:
        print(report(lengths_of(read_tree(told.file), told.repeats)))
    except (NotATree, OSError) as problem:
        parser.exit(2, f"{problem}\n")


if __name__ == "__main__":
    main()
