"""Which board a page of the lab is about, and where it is found for another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.catalog.rules import PRESETS, Rules
from games.web.entry.forms import VariantForm
from solver.rule.codes import Variant


class BoardLink(NamedTuple):
    """A board to choose: what it is called, its size, and the query of its address."""

    name: str
    size: str
    query: str
    is_current: bool


class NamedBoard:
    """The board that an address names; the Classic one where it names none.

    Where there is no such board ``problem`` says why, and ``rules`` are those of the Classic.
    """

    def __init__(self, sent: Mapping[str, str]) -> None:
        self.form = VariantForm(sent)

    @property
    def problem(self) -> str:
        """What is wrong with the board that was asked for."""
        return self.form.problem

    @cached_property
    def rules(self) -> Rules:
        """The board as a preset, if it is one."""
        return Rules.of(Variant()) if self.problem else self.form.cleaned_data["rules"]

    @property
    def variant(self) -> Variant:
        return self.rules.variant

    @property
    def query(self) -> str:
        """The board at the end of an address."""
        return self.rules.board_query

    @property
    def more(self) -> str:
        """The board where more follows in an address."""
        return f"{self.rules.board}&" if self.rules.board else ""

    @property
    def links(self) -> Iterator[BoardLink]:
        """The presets, and this board if it is none of them."""
        presets = list(PRESETS.values())
        own = [] if any(one.variant == self.variant for one in presets) else [self.rules]
        for one in (*presets, *own):
            size = f"{one.variant.pegs}×{one.variant.colors}"
            name = one.name if one.name != size else _size(one.variant)
            yield BoardLink(name, size, one.board, one.variant == self.variant)


def _size(variant: Variant) -> str:
    size = f"{variant.pegs}×{variant.colors}"
    return size if variant.repeats else f"{size}, {_('no repeats')}"
