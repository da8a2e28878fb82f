"""Write certificates of lower bounds: ``python -m tools.certificates 4x6 4x7`` (extra ``lab``).

`records/check_bound.py` checks them, docs/optimum.md says what they hold. What is claimed comes
from the search; what is written down is whatever the checker does not see for itself.
"""

import hashlib
import json
import lzma
import sys
from collections.abc import Iterator
from itertools import pairwise, permutations
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from records.check_bound import SYMBOLS, Board
from solver.exact.problem import Problem
from solver.exact.space import State
from solver.exact.symmetries import named_colors
from solver.exact.symmetries import symmetries as symmetries_of
from solver.exact.tasks import search_of
from solver.rule.codes import Variant

FOLDER = Path(__file__).parent.parent / "records/bounds"


class Certificate:
    """The proof that a board needs as many guesses as the search has found."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.board = Board(variant.pegs, variant.colors, variant.repeats)
        self.search = search_of(Problem(variant))
        self._orders = np.array(list(permutations(range(variant.pegs))), dtype=np.int64)

    def text(self) -> str:
        """Return the file."""
        start = self.search.start()
        proof = json.dumps(self.state(start, self.search.cost(start)), separators=(",", ":"))
        variant, checksum = self.variant, hashlib.sha256(proof.encode()).hexdigest()
        head = {"pegs": variant.pegs, "colors": variant.colors, "repeats": variant.repeats}
        return json.dumps({**head, "sha256": checksum}) + "\n" + proof

    def state(self, state: State, claim: int) -> Any:
        """Return a state of the certificate: a bound, and what refutes its guesses."""
        costs, _ = self.board.weigh(state.candidates)
        guesses = np.flatnonzero(costs < claim)
        symmetries = self.symmetries(state, guesses)
        kinds = self.board.kinds(guesses, state.candidates, symmetries)
        refuted = {self.board.texts[guess]: self.refuted(state, guess, claim) for guess in kinds}
        listed = {guess: parts for guess, parts in refuted.items() if parts}
        return [claim, listed, symmetries] if symmetries else [claim, listed] if listed else claim

    def refuted(self, state: State, guess: int, claim: int) -> dict[str, Any]:
        """Return the parts of a guess that have to be listed for it to need what is claimed."""
        past = np.concatenate([state.past, self.search.space.digits[guess : guess + 1]])
        parts = {
            answer: State(past, part.astype(np.uint32), state.left)
            for answer, part in self.board.parts(guess, state.candidates).items()
        }
        bounds = {answer: self.board.bound(part.candidates) for answer, part in parts.items()}
        needed = claim - len(state.candidates) - sum(bounds.values())
        raised = self.raised(parts, bounds, needed)
        return {answer: self.state(parts[answer], bounds[answer] + more) for answer, more in raised}

    def raised(
        self, parts: dict[str, State], bounds: dict[str, int], needed: int
    ) -> list[tuple[str, int]]:
        """Return by how much the bounds of some parts are raised: together by what is needed.

        Small parts come first, since they take the least to show; one that is enough goes alone.
        """
        found: dict[str, int] = {}
        for answer in sorted(parts, key=lambda answer: len(parts[answer].candidates)):
            if sum(found.values()) >= needed:
                break
            most = bounds[answer] + needed
            more = min(most, self.search.cost(parts[answer], most)) - bounds[answer]
            if more:
                found = {**found, answer: more} if more < needed else {answer: more}
        for answer in reversed(found):
            spare = sum(found.values()) - needed
            found[answer] -= min(spare, found[answer])
        return [(answer, more) for answer, more in found.items() if more]

    def symmetries(self, state: State, guesses: Any) -> list[str]:
        """Return the symmetries of a state that leave fewer kinds of guesses."""
        chosen: list[str] = []
        kinds = self.board.kinds(guesses, state.candidates, [])
        for symmetry in self.possible_symmetries(state) if len(kinds) > 1 else ():
            fewer = self.board.kinds(guesses, state.candidates, [*chosen, symmetry])
            if len(fewer) < len(kinds):
                chosen, kinds = [*chosen, symmetry], fewer
        return chosen

    def possible_symmetries(self, state: State) -> Iterator[str]:
        """Yield exchanges of pegs and colors that map past guesses and candidates to themselves."""
        colors = np.arange(self.variant.colors)
        is_present = named_colors(self.search.space.digits[state.candidates], len(colors))
        is_free = is_present & ~named_colors(state.past, len(colors))
        for one, other in pairwise(colors[is_free]):
            exchanged = colors.copy()
            exchanged[[one, other]] = other, one
            yield _text(self._orders[0], exchanged)
        kept, renamings = symmetries_of(self._orders, state.past, is_present)
        for order, renaming in zip(kept[1:], renamings[1:], strict=True):
            yield _text(order, np.where(renaming < 0, colors, renaming))


def _text(pegs: Any, colors: Any) -> str:
    return "/".join("".join(SYMBOLS[place] for place in places) for places in (pegs, colors))


def main(boards: list[str]) -> None:
    """Write the certificates of some boards, ``4x6`` or, without repeats, ``4x10n``."""
    FOLDER.mkdir(exist_ok=True)
    for board in boards:
        begin = process_time()
        pegs, colors = map(int, board.removesuffix("n").split("x"))
        text = Certificate(Variant(pegs, colors, repeats=not board.endswith("n"))).text()
        packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
        (FOLDER / f"{board}.json.xz").write_bytes(packed)
        seconds = process_time() - begin
        sys.stdout.write(f"{board}: {len(packed):,} of {len(text):,} bytes, {seconds:.1f} s\n")


if __name__ == "__main__":
    main(sys.argv[1:])
