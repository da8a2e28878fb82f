"""What can be played: the shape of the code and how many guesses there are."""

from __future__ import annotations

from typing import NamedTuple

from solver.codes import Variant


class GameVariant(NamedTuple):
    """The codes of a game and its guess limit."""

    codes: Variant
    limit: int

    @property
    def name(self) -> str:
        """The name of the preset, or what it is made of."""
        return NAMES.get(self, f"{self.codes.pegs}×{self.codes.colors}")

    def fields(self) -> dict[str, int | bool]:
        """Return the columns of a game's row that say what is played."""
        pegs, colors, repeats = self.codes.pegs, self.codes.colors, self.codes.repeats
        return {"pegs": pegs, "colors": colors, "repeats": repeats, "limit": self.limit}

    def __str__(self) -> str:
        repeats = "repeats allowed" if self.codes.repeats else "no repeats"
        return f"{self.name} · {self.codes.pegs} pegs, {self.codes.colors} colors, {repeats}"


CLASSIC = GameVariant(Variant(pegs=4, colors=6), limit=10)

NAMES = {CLASSIC: "Classic"}
