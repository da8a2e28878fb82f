"""A code being entered: by pegs, where no script runs by one address after the other, or typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games.entry.row import EMPTY, row_from, row_from_query
from solver.codes import Variant


@dataclass(frozen=True)
class CodeEntry:
    """The holes, the palette and the text field of a code, whatever it is for.

    ``kept`` are the fields that an address must carry along while pegs are placed one by one.
    """

    variant: Variant
    typed: str = ""
    problem: str = ""
    kept: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, sent: Mapping[str, str], variant: Variant, names: Iterable[str] = ()) -> CodeEntry:
        """Return the entry that a request describes, by what was typed or by its row."""
        typed = sent.get("code") or row_from_query(sent, variant)
        kept = tuple((name, sent[name]) for name in names if name in sent)
        return cls(variant, typed, kept=kept)

    def refused(self, problem: str) -> CodeEntry:
        """Return the entry with what was wrong with it, if anything was."""
        return replace(self, problem=problem)

    @property
    def row(self) -> str:
        """What is in the holes."""
        return row_from(self.typed.rstrip(EMPTY), self.variant)

    @property
    def text(self) -> str:
        """What is in the text field."""
        return self.typed.rstrip(EMPTY)

    @property
    def hint(self) -> str:
        """What the entry asks for."""
        return f"{self.variant.pegs} pegs: choose a color, then a hole, or type the symbols."
