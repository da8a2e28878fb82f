"""How many players needed how many guesses, as bars, with one of the players marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording

FULL, LEAST = 100, 4  # the heights of the highest bar and of one that is just to be seen


class PlayersBar(NamedTuple):
    """Some players; ``label`` is how many guesses they needed, X if the code held out."""

    label: str
    players: int
    height: int
    is_yours: bool
    sentence: str

    @property
    def top(self) -> int:
        """The top of the bar."""
        return FULL - self.height


@dataclass(frozen=True)
class Distribution:
    """``counts[n - 1]`` players needed n guesses; the last number did not break the code.

    ``yours`` is what the player who looks at it needed, counted in the same way.
    """

    counts: Sequence[int]
    yours: int | None = None

    @property
    def bars(self) -> Iterator[PlayersBar]:
        """One bar for each number of guesses, and one for those who did not break the code."""
        most = max(1, *self.counts)
        for guesses, players in enumerate(self.counts, start=1):
            height = max(LEAST, round(FULL * players / most)) if players else 0
            is_yours = guesses == self.yours
            label = "X" if guesses == len(self.counts) else str(guesses)
            yield PlayersBar(
                label, players, height, is_yours, self._sentence(guesses, players, is_yours)
            )

    def _sentence(self, guesses: int, players: int, is_yours: bool) -> str:
        """Return the label of a bar."""
        missed = guesses == len(self.counts)
        bar = _("not solved") if missed else wording.guesses(guesses)
        counted = f"{bar}: {wording.players(players)}"
        return (
            _("%(counted)s, and you are one of them") % {"counted": counted}
            if is_yours
            else counted
        )
