"""A bar chart of how many players needed how many guesses; the reader's bar is marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording

FULL, LEAST = 100, 4  # height of the highest bar, and of the lowest bar


class PlayersBar(NamedTuple):
    """A bar for a number of players.

    ``label`` is the number of their guesses, or X if they did not solve the code.
    """

    label: str
    players: int
    height: int
    is_yours: bool
    sentence: str

    @property
    def top(self) -> int:
        """The y of the bar's top edge."""
        return FULL - self.height


class LengthShare(NamedTuple):
    """A number of guesses, and how often the player and the best strategy needed it."""

    label: str
    games: int
    percent: float
    best_percent: float


@dataclass(frozen=True)
class Distribution:
    """The guesses of all players: ``counts[n - 1]`` players needed n guesses.

    The last number counts unsolved games. ``yours`` is the reader's number of guesses, counted in
    the same way.
    """

    counts: Sequence[int]
    yours: int | None = None

    @property
    def bars(self) -> Iterator[PlayersBar]:
        """A bar for each number of guesses, and one for unsolved games."""
        most = max(1, *self.counts)
        for guesses, players in enumerate(self.counts, start=1):
            height = max(LEAST, round(FULL * players / most)) if players else 0
            is_yours = guesses == self.yours
            label = "X" if guesses == len(self.counts) else str(guesses)
            yield PlayersBar(
                label, players, height, is_yours, self._sentence(guesses, players, is_yours)
            )

    def _sentence(self, guesses: int, players: int, is_yours: bool) -> str:
        """Return the label of a bar for screen readers."""
        missed = guesses == len(self.counts)
        bar = _("not solved") if missed else wording.guesses(guesses)
        counted = f"{bar}: {wording.players(players)}"
        return (
            _("%(counted)s, and you are one of them") % {"counted": counted}
            if is_yours
            else counted
        )
