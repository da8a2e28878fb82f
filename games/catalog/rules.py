"""Game sizes with their guess limits."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from solver.rule.codes import Variant

LIMITS = range(1, 41)  # guess limits that players can choose


class Rules(NamedTuple):
    """The codes of a game and its guess limit."""

    variant: Variant
    limit: int

    @property
    def name(self) -> str:
        """The name of the preset, or pegs × colors if there is none."""
        return str(BOARD_NAMES.get(self, f"{self.variant.pegs}×{self.variant.colors}"))

    @property
    def is_named(self) -> bool:
        return self in BOARD_NAMES

    @property
    def shape(self) -> str:
        """The number of pegs and colors and whether repeats are allowed, in words."""
        repeats = _("repeats allowed") if self.variant.repeats else _("no repeats")
        return f"{self.dimensions}, {repeats}"

    @property
    def dimensions(self) -> str:
        """The number of pegs and of colors, in words."""
        pegs, colors = self.variant.pegs, self.variant.colors
        of_pegs = ngettext("%(count)d peg", "%(count)d pegs", pegs) % {"count": pegs}
        of_colors = ngettext("%(count)d color", "%(count)d colors", colors) % {"count": colors}
        return f"{of_pegs}, {of_colors}"

    @property
    def face(self) -> str:
        """A picture of the game size: one peg in each of its last colors.

        Most sizes have different pictures.
        """
        return self.variant.symbols[-self.variant.pegs :]

    @property
    def settings(self) -> list[tuple[str, str]]:
        """The rules as the names and values of form fields."""
        repeats = "yes" if self.variant.repeats else "no"
        return [
            (name, str(value)) for name, value in (self.fields() | {"repeats": repeats}).items()
        ]

    @property
    def query(self) -> str:
        """The rules as a query string.

        >>> CLASSIC.query
        'pegs=4&colors=6&repeats=yes&limit=10'
        """
        return urlencode(self.settings)

    @property
    def codes(self) -> list[tuple[str, str]]:
        """The settings without the guess limit, for pages on which only the codes matter."""
        return [setting for setting in self.settings if setting[0] != "limit"]

    @property
    def board(self) -> str:
        """The board without the guess limit as a query string; empty for Classic.

        >>> CLASSIC.board, Rules.of(Variant(5, 8)).board
        ('', 'pegs=5&colors=8&repeats=yes')
        """
        return "" if self.variant == Variant() else urlencode(self.codes)

    @property
    def board_query(self) -> str:
        """The board as the query string at the end of a URL, with its question mark.

        >>> CLASSIC.board_query, Rules.of(Variant(5, 8)).board_query
        ('', '?pegs=5&colors=8&repeats=yes')
        """
        return f"?{self.board}" if self.board else ""

    def fields(self) -> dict[str, Any]:
        """Return the rules as values of the columns of a game."""
        pegs, colors, repeats = self.variant.pegs, self.variant.colors, self.variant.repeats
        return {"pegs": pegs, "colors": colors, "repeats": repeats, "limit": self.limit}

    def __str__(self) -> str:
        return f"{self.name} · {self.shape}"

    @classmethod
    def of(cls, variant: Variant) -> Rules:
        """Return the preset with these codes, or rules with the largest limit if there is none.

        >>> Rules.of(Variant(pegs=5, colors=8)).name
        'Super'
        """
        return next(
            (preset for preset in PRESETS.values() if preset.variant == variant),
            cls(variant, max(LIMITS)),
        )


CLASSIC = Rules(Variant(pegs=4, colors=6), limit=10)

# Named game sizes: their names in URLs, their names on pages, their rules.
_NAMED = (
    ("mini", gettext_lazy("Mini"), Rules(Variant(pegs=3, colors=6), limit=8)),
    ("classic", gettext_lazy("Classic"), CLASSIC),
    (
        "bulls-and-cows",
        gettext_lazy("Bulls & Cows"),
        Rules(Variant(pegs=4, colors=10, repeats=False), limit=12),
    ),
    ("super", gettext_lazy("Super"), Rules(Variant(pegs=5, colors=8), limit=12)),
    ("grand", gettext_lazy("Grand"), Rules(Variant(pegs=6, colors=9), limit=14)),
    ("giant", gettext_lazy("Giant"), Rules(Variant(pegs=8, colors=12), limit=20)),
)
PRESETS = {key: rules for key, _name, rules in _NAMED}
BOARD_NAMES = {rules: name for _key, name, rules in _NAMED}
