"""Write certificates of lower bounds: ``python -m tools.certificates 4x6 4x7`` (extra ``lab``).

`solver/trees/check_bound.py` checks them; docs/certificates.md defines their format. The claims
come from the search. A claim is left out if the checker finds it by itself. A journal beside each
certificate keeps the finished parts, so that an interrupted run continues.
"""

import hashlib
import json
import lzma
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bound, Bounds
from solver.exact.search import Search
from solver.exact.space import State
from solver.exact.symmetries import named_colors, orders_of, symmetries as symmetries_of
from solver.exact.tasks import Problem, search_of, space_of
from solver.rule.codes import Variant
from solver.trees.check_bound import NEVER, SYMBOLS
from tools.refuting import QuickTable

FOLDER = Path(__file__).parent.parent / "records/bounds"
TOO_FEW = FOLDER.parent / "too-few"
KEPT = 2  # the journal has the states after this many guesses and after fewer


class Certificate:
    """The proof that a board needs at least as many guesses as the search has found."""

    def __init__(self, variant: Variant, journal: Path, max_guesses: int = UNLIMITED) -> None:
        self.variant = variant
        self.max_guesses = max_guesses
        self.board = QuickTable(variant.pegs, variant.colors, variant.repeats)
        self.search = search_of(Problem(variant, max_guesses))
        self._orders = orders_of(variant.pegs)
        self._journal = journal
        lines = journal.read_text().splitlines(keepends=True) if journal.exists() else []
        self._kept = dict(json.loads(line) for line in lines if line.endswith("\n"))
        journal.write_text("".join(line for line in lines if line.endswith("\n")))

    def text(self, claim: int = 0) -> str:
        """Return the text of a file that proves ``claim``, or the smallest total if it is 0."""
        start = self.search.start()
        claim = claim or self.recall("total", lambda: self.total(start))
        proof = json.dumps(self.state(start, claim), separators=(",", ":"))
        checksum = hashlib.sha256(proof.encode()).hexdigest()
        limit = {} if self.max_guesses == UNLIMITED else {"guesses": self.max_guesses}
        return json.dumps({**asdict(self.variant), **limit, "sha256": checksum}) + "\n" + proof

    def total(self, state: State, limit: int = IMPOSSIBLE) -> int:
        """Return the smallest total of a state, or a lower bound if the total exceeds the limit."""
        unit = self.search.bounds.unit
        return min(NEVER, self.search.bound(state, min(limit * unit, IMPOSSIBLE)).cost // unit)

    def recall(self, key: str, make: Callable[[], Any]) -> Any:
        """Return the value of a key from the journal; if it is missing, compute and store it."""
        if key not in self._kept:
            self._kept[key] = make()
            with self._journal.open("a") as file:
                file.write(json.dumps([key, self._kept[key]], separators=(",", ":")) + "\n")
        return self._kept[key]

    def name(self, state: State, claim: int) -> str:
        """Return the name of a claim in the journal, from the guesses and the first candidate."""
        past = self.variant.texts(state.past)
        return " ".join([*past, self.board.texts[state.candidates[0]], str(claim)])

    def state(self, state: State, claim: int) -> Any:
        """Return a state of the certificate: a bound and, for each guess, the parts that refute
        it.
        """
        if 0 < len(state.past) <= KEPT:
            return self.recall(self.name(state, claim), lambda: self.prove(state, claim))
        return self.prove(state, claim)

    def prove(self, state: State, claim: int) -> Any:
        """Compute a state that is not in the journal."""
        guesses, width = self.board.below(state.candidates, claim, state.left)
        symmetries = self.symmetries(state, guesses)
        kinds = self.board.kinds(guesses, state.candidates, symmetries)
        kinds = self.board.unrefuted(kinds, state.candidates, claim, state.left)
        texts = (self.board.texts[guess] for guess in kinds)
        refuted = (self.refuting_parts(state, guess, claim, width) for guess in kinds)
        listed = {guess: parts for guess, parts in zip(texts, refuted, strict=True) if parts}
        return [claim, listed, symmetries] if symmetries else [claim, listed] if listed else claim

    def refuting_parts(self, state: State, guess: int, claim: int, width: int) -> dict[str, Any]:
        """Return the parts of a guess that must be listed to refute it."""
        codes = self.board.parts(guess, state.candidates)
        further, left = claim - len(state.candidates), self.search.bounds.below(state.left)
        needed = further - self.board.needed(codes.values(), width, left, further)
        if needed <= 0:
            return {}
        past = np.concatenate([state.past, self.search.space.digits[guess : guess + 1]])
        parts = {
            answer: State(past, part.astype(np.uint32), left) for answer, part in codes.items()
        }
        bounds = {answer: self.board.bound(part, left) for answer, part in codes.items()}
        if len(past) <= KEPT:
            key = f"raise {self.name(State(past, state.candidates, state.left), claim)}"
            raised = self.recall(key, lambda: self.raise_bounds(parts, bounds, needed))
        else:
            raised = self.raise_bounds(parts, bounds, needed)
        return {answer: self.state(parts[answer], bounds[answer] + more) for answer, more in raised}

    def raise_bounds(
        self, parts: dict[str, State], bounds: dict[str, int], needed: int
    ) -> list[tuple[str, int]]:
        """Return higher bounds for some parts, so that all add up to ``needed``.

        Small parts come first, because they are proven fastest. If one part is enough, only its
        bound is raised.
        """
        found: dict[str, int] = {}
        for answer in sorted(parts, key=lambda answer: len(parts[answer].candidates)):
            if sum(found.values()) >= needed:
                break
            most = bounds[answer] + needed
            more = min(most, self.total(parts[answer], most)) - bounds[answer]
            if more:
                found = {**found, answer: more} if more < needed else {answer: more}
        if sum(found.values()) < needed:
            raise SystemExit("that is more than this board needs")
        for answer in reversed(found):
            spare = sum(found.values()) - needed
            found[answer] -= min(spare, found[answer])
        return [(answer, more) for answer, more in found.items() if more]

    def symmetries(self, state: State, guesses: Any) -> list[str]:
        """Return the symmetries of a state that reduce the number of kinds of guesses."""
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


class WithinLimit(Search):
    """A search that only decides whether a tree exists within the limit on guesses.

    The largest part of a partition comes first, because it is most likely to need too many guesses.
    """

    def cost_of_guess(self, state: State, guess: int, branching: int, limit: int) -> Bound:
        """Return the bound 0 if all parts have a tree, or ``IMPOSSIBLE``."""
        for part in sorted(self.parts(state, guess), key=lambda part: -len(part.candidates)):
            if (bound := self.bound(part, IMPOSSIBLE)).cost >= IMPOSSIBLE:
                return bound
        return Bound(0, is_exact=True)


class NoTreeCertificate(Certificate):
    """The proof that a board has no tree within a limit on guesses."""

    def __init__(self, variant: Variant, journal: Path, max_guesses: int) -> None:
        super().__init__(variant, journal, max_guesses)
        self.search = WithinLimit(space_of(variant, False), Bounds(variant, max_guesses))

    def raise_bounds(
        self, parts: dict[str, State], bounds: dict[str, int], needed: int
    ) -> list[tuple[str, int]]:
        """Return the largest part that has no tree; its bound is raised by all that is needed."""
        for answer in sorted(parts, key=lambda answer: -len(parts[answer].candidates)):
            if self.total(parts[answer]) == NEVER:
                return [(answer, needed)]
        raise SystemExit("there is a tree within this limit")


def _text(pegs: Any, colors: Any) -> str:
    return "/".join("".join(SYMBOLS[place] for place in places) for places in (pegs, colors))


def main() -> None:
    """Write the certificates of some boards.

    A board is named ``4x6``, or ``4x10n`` without repeats. ``4x6-5`` allows at most 5 guesses, and
    ``5x7=84000`` proves a total of at least 84,000, and ``4x9-6=none`` that no tree exists.
    """
    parser = ArgumentParser(prog="python -m tools.certificates", description=main.__doc__)
    parser.add_argument("board", nargs="+")
    for asked in parser.parse_args().board:
        begin = process_time()
        name, _, claim = asked.partition("=")
        board, _, most = name.partition("-")
        pegs, colors = map(int, board.removesuffix("n").split("x"))
        variant = Variant(pegs, colors, repeats=not board.endswith("n"))
        folder = TOO_FEW if claim == "none" else FOLDER
        journal = folder / f"{name}.journal"
        if claim == "none":
            text = NoTreeCertificate(variant, journal, int(most)).text(NEVER)
        else:
            text = Certificate(variant, journal, int(most or UNLIMITED)).text(int(claim or 0))
        packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
        (folder / f"{name}.json.xz").write_bytes(packed)
        journal.unlink()
        seconds = process_time() - begin
        sys.stdout.write(f"{name}: {len(packed):,} of {len(text):,} bytes, {seconds:.1f} s\n")


if __name__ == "__main__":
    main()
