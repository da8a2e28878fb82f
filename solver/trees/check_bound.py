"""Check that every tree of a board needs as many guesses as a certificate claims.

    python solver/trees/check_bound.py records/bounds/4x6.json.xz

The program needs Python and numpy, and shares no code with the engine. docs/optimum.md says why
every accepted claim is true; docs/certificates.md defines the format.
"""

import hashlib
import json
import lzma
import sys
from itertools import chain, islice, pairwise, permutations, product, repeat
from math import perm

import numpy as np

SYMBOLS = "123456789ABC"
PEGS = range(1, 9)  # so the answers to a guess fit in 64 bits
MOST_CODES = 2**15
LONGEST = 2**28  # at most this many bytes are read, so the checksum of a longer file fails
NEVER = 10**9  # greater than the number of guesses of any tree


class Unproven(ValueError):
    """The certificate does not show what it claims; the message says where."""


class CodeTable:
    """All codes of a board in order, and the answer of each code to each guess."""

    def __init__(self, pegs, colors, repeats=True):
        palette = range(colors)
        codes = product(palette, repeat=pegs) if repeats else permutations(palette, pegs)
        codes = np.array([*codes], np.uint8)
        pairs = [(black, white) for black in range(pegs + 1) for white in range(pegs + 1 - black)]
        pairs.remove((pegs - 1, 1))
        numbers = np.zeros((pegs + 1, pegs + 1), np.uint8)
        numbers[tuple(zip(*pairs, strict=True))] = range(len(pairs))  # a win gets the last number
        same = (np.equal.outer(codes[:, peg], codes[:, peg]) for peg in range(pegs))
        black = sum(pairs_of_codes.view(np.uint8) for pairs_of_codes in same)
        counts = [(codes == color).sum(axis=1, dtype=np.uint8) for color in range(colors)]
        both = sum(np.minimum.outer(count, count) for count in counts)
        self.codes, self.colors = codes, colors
        self.texts = ["".join(SYMBOLS[color] for color in code) for code in codes]
        self.answers = [f"{black}{white}" for black, white in pairs]
        self.answer = numbers[black, both - black]  # answer[guess, code]: number of the answer
        word = np.min_scalar_type(2 ** len(pairs) - 1)
        self.bit = (1 << np.arange(len(pairs))).astype(word)[self.answer]
        self._least = {}

    def least(self, width, left):
        """Return, for 0, 1, 2 … codes, a lower bound for their total guesses.

        The bound assumes that no guess has more than ``width`` answers besides the win. One guess
        finds at most 1 code, two guesses find ``width`` more, three ``width ** 2`` more. The bound
        is ``NEVER`` if ``left`` guesses are too few for so many codes.
        """
        if (width, left) not in self._least:
            lengths = chain.from_iterable(
                repeat(length, width ** (length - 1)) for length in range(1, left + 1)
            )
            found = [*islice(lengths, len(self.texts))]
            least = np.full(len(self.texts) + 1, NEVER)
            least[: len(found) + 1] = np.cumsum([0, *found])
            self._least[width, left] = least
        return self._least[width, left]

    def glance(self, codes):
        """Return a quick lower bound for the total of some codes after each guess, and a width.

        A part of s codes needs at least 2s - 1 guesses. Besides the win, no guess gets more answers
        than the width from these codes, or from any part of them.
        """
        answers = np.bitwise_count(np.bitwise_or.reduce(self.bit[codes]))
        answers[codes] -= 1
        width = max(1, int(answers.max()))
        answers[codes] += 2
        return 3 * len(codes) - answers.astype(np.int64), width

    def weigh(self, guesses, codes, width, left):
        """Return a lower bound for the total of some codes after each guess, from its parts' sizes.

        The bound is never less than the bound of ``glance``. Both are equal if no part has more
        than width + 1 codes and each part has two guesses left.
        """
        wins, places = len(self.answers), np.arange(len(guesses))
        found = self.answer[codes[:, None], guesses] + wins * places
        sizes = np.bincount(found.ravel(), minlength=wins * len(guesses)).reshape(-1, wins)
        return len(codes) + self.least(width, left - 1)[sizes[:, :-1]].sum(axis=1)

    def below(self, codes, claim, left):
        """Return the guesses after which the total could be less than the claim, and the width."""
        costs, width = self.glance(codes)
        guesses = np.flatnonzero(costs < claim)
        return guesses[self.weigh(guesses, codes, width, left) < claim], width

    def bound(self, codes, left, enough=NEVER):
        """Return a lower bound for the total of some codes: the least bound of all guesses.

        It can be too low if it reaches ``enough``.
        """
        if len(codes) <= 2:
            return int(self.least(1, left)[len(codes)])
        costs, width = self.glance(codes)
        cost, most = int(costs.min()), int(costs.max())
        # Here no part has more than width + 1 codes, so weighing would change nothing.
        if cost - 2 * len(codes) < width and left > 2:
            return cost
        least = NEVER
        # Weigh the guesses with the lowest bound first; stop when the others cannot be better.
        while cost < min(least, enough) and cost <= most:
            weighed = self.weigh(np.flatnonzero(costs == cost), codes, width, left)
            least, cost = int(weighed.min(initial=least)), cost + 1
        return least if cost > most else min(least, cost)

    def needed(self, parts, width, left, enough):
        """Return a lower bound for the total of some parts; stop as soon as it is ``enough``."""
        least = self.least(width, left)
        total = sum(int(least[len(part)]) for part in parts)
        for part in sorted(parts, key=len, reverse=True):
            if total >= enough:
                break
            total -= int(least[len(part)])
            total += self.bound(part, left, enough - total)
        return total

    def parts(self, guess, codes):
        """Return the codes that give each answer to a guess, except the winning answer."""
        found = self.answer[guess, codes]
        ends = np.bincount(found, minlength=len(self.answers))[:-1].cumsum().tolist()
        codes = codes[np.argsort(found, kind="stable")]
        spans = zip(self.answers[:-1], pairwise([0, *ends]), strict=True)
        return {answer: codes[start:end] for answer, (start, end) in spans if start < end}

    def kinds(self, guesses, codes, symmetries):
        """Return one guess of each kind, because all guesses of a kind need the same total.

        Two guesses are of a kind if all codes answer them alike, or if a symmetry, such as
        ``"2134/132456"``, maps one to the other. A symmetry exchanges pegs and colors and maps the
        codes to themselves, so it maps guesses that are alike to guesses that are alike.
        """
        first = self.alike(guesses, codes)
        moves = [self.move(symmetry) for symmetry in symmetries]
        if any(not np.array_equal(np.sort(move[codes]), codes) for move in moves):
            raise Unproven("a symmetry does not map the codes to themselves")
        while any((first[move] < first).any() for move in moves):
            for move in moves:
                first = np.minimum(first, first[move])
        return guesses[first[guesses] == guesses]

    def alike(self, guesses, codes):
        """Return the first guess that all codes answer like each guess."""
        answers = [row.tobytes() for row in self.answer[guesses[:, None], codes]]
        alike = dict(zip(answers[::-1], guesses[::-1], strict=True))
        first = np.arange(len(self.texts))
        first[guesses] = [alike[answer] for answer in answers]
        return first

    def move(self, symmetry):
        """Return, for each code, the index of its image under an exchange of pegs and colors."""
        pegs, colors = ([SYMBOLS.index(name) for name in names] for names in symmetry.split("/"))
        if sorted(pegs) != [*range(len(self.texts[0]))] or sorted(colors) != [*range(self.colors)]:
            raise Unproven(f"{symmetry} is no exchange of pegs and colors")
        weights = self.colors ** np.arange(len(pegs))
        places = np.zeros(self.colors ** len(pegs), np.int64)
        places[self.codes @ weights] = np.arange(len(self.codes))
        return places[np.array(colors)[self.codes[:, pegs]] @ weights]


def check(board, codes, state, left, history=""):
    """Return the total guesses that a state claims for some codes, or raise ``Unproven``.

    ``left`` is the number of guesses left. A state is a bound, or a list of a bound, guesses and
    symmetries. For each guess in the list, the state has the parts whose sizes prove too little.
    """
    state = state if isinstance(state, list) else [state]
    state = state + [None, {}, []][len(state) :]
    if [*map(type, state)] != [int, dict, list] or state[0] > NEVER:
        raise Unproven(f"{history.strip() or 'at first'}: this is no state")
    claim, listed, symmetries = state
    guesses, width = board.below(codes, claim, left)
    for guess in board.kinds(guesses, codes, symmetries):
        text, parts = board.texts[guess], board.parts(guess, codes)
        total = len(codes)
        for answer, part in listed.get(text, {}).items():
            if answer in parts:
                behind = f"{history} {text}:{answer}"
                total += check(board, parts.pop(answer), part, left - 1, behind)
        total += board.needed(parts.values(), width, left - 1, claim - total)
        if total < claim:
            raise Unproven(f"{history.strip() or 'at first'}: {text} may need {total}, not {claim}")
    return claim


def board_of(pegs, colors, repeats):
    """Return a board. Raises ``Unproven`` if the board is not valid or would fill the memory."""
    if [type(pegs), type(colors), type(repeats)] != [int, int, bool]:
        raise Unproven("a board is a number of pegs, one of colors, and whether colors repeat")
    is_known = pegs in PEGS and 1 <= colors <= len(SYMBOLS)
    if not is_known or not 1 <= (colors**pegs if repeats else perm(colors, pegs)) <= MOST_CODES:
        raise Unproven(f"{pegs}x{colors} is no board of up to 8 pegs, 12 colors and 32,768 codes")
    return CodeTable(pegs, colors, repeats)


def read(text):
    """Return the value of a JSON text. Raises ``Unproven`` if the format forbids the text."""
    if {*text} & {*"\\-"}:
        raise Unproven("no text has an escape, and no number a sign")
    return json.loads(text, object_pairs_hook=members)


def members(pairs):
    """Return an object of JSON as a dict. Raises ``Unproven`` if a key is there twice."""
    if len(found := dict(pairs)) < len(pairs):
        raise Unproven("a key is there twice")
    return found


def verify(text: str) -> tuple[str, int]:
    """Return the board of a certificate and the proven total. Raises ``Unproven`` if the proof is
    wrong.
    """
    head, _, proof = text.partition("\n")
    facts = read(head)
    if facts.keys() - {"guesses"} != {"pegs", "colors", "repeats", "sha256"}:
        raise Unproven("the head has other parts")
    if hashlib.sha256(proof.encode()).hexdigest() != facts["sha256"]:
        raise Unproven("the proof is not the one of its checksum")
    board = board_of(facts["pegs"], facts["colors"], facts["repeats"])
    # no shortest tree takes more guesses than it has codes
    left = facts.get("guesses", len(board.texts))
    if type(left) is not int or not 1 <= left < 2**63:
        raise Unproven(f"{left} is no number of guesses")
    total = check(board, np.arange(len(board.texts)), read(proof), left)
    name = f"{facts['pegs']}x{facts['colors']}{'' if facts['repeats'] else 'n'}"
    return name + (f" within {left}" if "guesses" in facts else ""), total


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    try:
        with lzma.open(sys.argv[1]) as file:
            board, total = verify(file.read(LONGEST).decode())
    except Exception as problem:  # a certificate with an error proves nothing
        sys.exit(f"refused: {problem}")
    if total < NEVER:
        print(f"{board}: every tree needs {total:,} guesses at least")
    else:
        print(f"{board}: no tree finds every code")
