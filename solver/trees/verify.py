"""A checker that plays a tree against every code of its board, with Python alone.

A tree is in the exchange format ``{11:{00:{22:{}},10:{12:{02:{21:{}}}}}}``: a guess, and for each
answer (black pegs, white pegs) the next guess. The winning answer can be left out. The file can be
compressed by xz. The module is also a program: ``python solver/trees/verify.py FILE``.
"""

import lzma
import re
from argparse import ArgumentParser
from collections import Counter, defaultdict, deque
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache, partial
from itertools import islice, permutations, product
from pathlib import Path
from typing import NamedTuple, TypeAlias

Tree: TypeAlias = dict[str, "Tree"]  # a guess with its answers, or answers with their guesses
MOST_BYTES = 2**25  # this is enough: a tree of a million codes has 17 million bytes


class NotATree(ValueError):
    """The text is not a tree, or the tree does not find every code; the message says why."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format_map(values) if values else sentence)
        self.sentence, self.values = sentence, values

    def __reduce__(self) -> tuple[object, ...]:
        return partial(NotATree, self.sentence, **self.values), ()


class PlayedTree(NamedTuple):
    """A tree that was played against every code, without the parts that no code reaches."""

    # guess after each sequence of answers: {"": "1122", "02": "1344", "0211": …}
    guesses: dict[str, str]
    lengths: dict[int, int]  # lengths[n]: how many codes take n guesses


def read_tree(path: Path) -> Tree:
    """Return the tree in a file. Raises ``NotATree``, and ``OSError`` if it cannot be read."""
    try:
        with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
            written = file.read(MOST_BYTES + 1)
        if len(written) > MOST_BYTES:  # a small xz file could contain more than fits in memory
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
    words = map(re.Match.group, re.finditer(r"[{}]|[^\s{}:,\"']+", text))
    if next(words, None) != "{":
        raise NotATree("a tree begins with a brace")
    tree = _entries(words)
    if (word := next(words, None)) is not None:
        raise NotATree("{word} comes after the end of the tree", word=ascii(word[:20]))
    return tree


def _entries(words: Iterator[str]) -> Tree:
    """Return the entries up to the closing brace."""
    entries: Tree = {}
    for word in words:
        if word == "}":
            return entries
        if word == "{" or next(words, None) != "{":
            raise NotATree("a brace is missing after {word}", word=ascii(word[:20]))
        if word in entries:
            raise NotATree("{word} comes twice in one place", word=ascii(word[:20]))
        entries[word] = _entries(words)
    raise NotATree("the tree ends too early")


def codes_of(tree: Tree, repeats: bool = True) -> list[str]:
    """Return the codes of the board to which the tree's guesses belong.

    If the board has more codes than the tree has guesses, the tree cannot find all codes. Then the
    result is cut off after one code more than there are guesses. Raises ``NotATree`` if a guess is
    not a code of the board, because such a guess could give more information.
    """
    first, guesses = next(iter(tree)), set(guesses_in(tree))
    for guess in sorted(guesses):
        if len(guess) != len(first) or (not repeats and len({*guess}) < len(guess)):
            sentence = "{guess} is guessed, and no code of the board of {first}"
            raise NotATree(sentence, guess=guess[:20], first=first[:20])
    symbols = sorted(set("".join(guesses)))
    ways = product(symbols, repeat=len(first)) if repeats else permutations(symbols, len(first))
    return ["".join(code) for code in islice(ways, len(guesses) + 1)]


def guesses_in(tree: Tree) -> Iterator[str]:
    """Yield the guesses of a tree."""
    for guess, answers in tree.items():
        yield guess
        for below in answers.values():
            yield from guesses_in(below)


def marks_of(code: str, colors: str) -> int:
    """Return a code as bits; the common bits of two codes count their black pegs and key pegs.

    A lower bit stands for a color in a place: each black peg is a common bit. An upper bit stands
    for the first, second, … peg of a color: each key peg of any kind is a common bit.

    >>> (marks_of("1122", "123") & marks_of("1233", "123")).bit_count()
    3
    """
    pegs, marks = len(code), 0
    for place, color in enumerate(code):
        if color in colors:  # other colors earn no key pegs
            first = pegs * colors.index(color)
            marks |= 1 << first + place | 1 << first + code.count(color, 0, place) + pegs * len(
                colors
            )
    return marks


@lru_cache(maxsize=4)
def all_marks_of(codes: tuple[str, ...]) -> tuple[dict[str, int], str]:
    """Return the bits of each of these codes, and their colors."""
    colors = "".join(sorted({*"".join(codes)}))
    return {code: marks_of(code, colors) for code in codes}, colors


def play(
    tree: Tree, codes: Iterable[str], most: int = 2**15, board: Container[str] | None = None
) -> PlayedTree:
    """Return the guesses and game lengths of a tree for these codes. Raises ``NotATree``.

    The message names a code that is not found and the turns before it, a code that takes more than
    ``most`` guesses, or a guess that is not on the ``board``.

    >>> play(parse("{11:{00:{22:{}},10:{12:{02:{21:{}}}}}}"), ["11", "12", "21", "22"])
    PlayedTree(guesses={'': '11', '00': '22', '10': '12', '1002': '21'}, lengths={1: 1, 2: 2, 3: 1})
    """
    codes = tuple(codes)
    marks, colors = all_marks_of(codes)
    in_place = (1 << len(codes[0]) * len(colors)) - 1
    guesses: dict[str, str] = {}
    lengths: Counter[int] = Counter()
    # Shortest paths come first, so that the message names the shortest way to a fault.
    left = deque([(tree, [*codes], "")])
    while left:
        node, part, answers = left.popleft()
        number = len(answers) // 2 + 1
        if len(node) != 1 or number > most:
            raise _fault(node, part[0], most, _turns_to(answers, guesses))
        [(guess, below)] = node.items()
        if board is not None and guess not in board:
            raise NotATree("{guess} is no code of the board", guess=ascii(guess[:20]))
        guesses[answers] = guess
        if part == [guess]:
            lengths[number] += 1
            continue
        of_guess = marks.get(guess) or marks_of(guess, colors)
        parts = defaultdict(list)
        for code in part:
            if code == guess:
                lengths[number] += 1
            else:
                shared = of_guess & marks[code]
                parts[(shared & in_place).bit_count(), shared.bit_count()].append(code)
        for (black, bits), after in sorted(parts.items()):
            told = f"{black}{bits - 2 * black}"
            left.append((below.get(told, {}), after, answers + told))
    return PlayedTree(guesses, dict(sorted(lengths.items())))


def _turns_to(answers: str, guesses: dict[str, str]) -> str:
    """Return the turns to a place in a tree, as ``"1122:1,0 1344:0,2"``."""
    ends = range(0, len(answers), 2)
    return " ".join(f"{guesses[answers[:end]]}:{answers[end]},{answers[end + 1]}" for end in ends)


def _fault(node: Tree, code: str, most: int, turns: str) -> NotATree:
    """Return an error that says why the tree does not find a code."""
    place = {"code": code[:20], "after": turns and f" after {turns}", "turns": turns}
    if len(node) > 1:
        one, other = (ascii(guess[:20]) for guess in islice(node, 2))
        sentence = "{one} and {other} are guessed in one place{after}"
        return NotATree(sentence, one=one, other=other, **place)
    if not node:
        return NotATree("the tree does not find {code}{after}", **place)
    return NotATree("the tree needs more than {most} guesses for {code}", most=most, **place)


def lengths_of(tree: Tree, repeats: bool = True) -> dict[int, int]:
    """Return the number of codes for each number of guesses. Raises ``NotATree``."""
    if len(tree) != 1:
        raise NotATree("a tree begins with one guess")
    return play(tree, codes_of(tree, repeats)).lengths


def report(lengths: dict[int, int]) -> str:
    """Return the results as a sentence."""
    codes, total = sum(lengths.values()), sum(length * codes for length, codes in lengths.items())
    shares = ", ".join(f"{length}: {codes:,}" for length, codes in lengths.items())
    return (
        f"{total:,} guess{'es' * (total > 1)} for {codes:,} code{'s' * (codes > 1)}, "
        f"{total / codes:.4f} on average, {max(lengths)} at worst ({shares})"
    )


def main() -> None:
    """Print the results for a file, or one sentence about what is wrong with it."""
    parser = ArgumentParser(description="Play a tree against every code of its board.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--no-repeats", dest="repeats", action="store_false")
    options = parser.parse_args()
    try:
        print(report(lengths_of(read_tree(options.file), options.repeats)))
    except (NotATree, OSError) as problem:
        parser.exit(2, f"{problem}\n")


if __name__ == "__main__":
    main()
