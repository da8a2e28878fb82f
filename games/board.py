"""What the page of a game shows, in one place: the template only lays it out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from games.models import Game, Guess, new_token
from games.rows import EMPTY, row_from
from solver.suggest import Suggestion, suggest


@dataclass
class Board:
    """A game as its player sees it.

    ``typed`` is the text of the row in progress, kept when it is refused; ``problem`` says why
    it was; ``fresh`` is the guess that this response reports.
    """

    game: Game
    typed: str = ""
    problem: str = ""
    fresh: Guess | None = None
    guesses: list[Guess] = field(init=False)

    def __post_init__(self) -> None:
        self.guesses = list(self.game.guesses.all())

    def get_absolute_url(self) -> str:
        """Return where this board is found again, with the row in progress."""
        row = self.row.rstrip(EMPTY)
        return self.game.get_absolute_url() + (f"?row={row}" if row else "")

    @property
    def row(self) -> str:
        """What is in the holes of the current row."""
        return row_from(self.typed, self.game.variant.codes)

    @property
    def text(self) -> str:
        """What is in the text field: as typed, without holes at the end."""
        return self.typed.rstrip(EMPTY)

    @property
    def token(self) -> str:
        return new_token()

    @property
    def rest(self) -> range:
        """The numbers of the rows that come after the current one."""
        return range(self.game.next_number + self.game.is_playing, self.game.limit + 1)

    @property
    def headline(self) -> str:
        game = self.game
        match game.status:
            case Game.Status.WON:
                count = "1 guess" if game.guess_count == 1 else f"{game.guess_count} guesses"
                return f"You broke the code in {count}"
            case Game.Status.LOST:
                return "The code held out"
            case Game.Status.RESIGNED:
                return "You gave up"
        return f"Your turn, guess {game.next_number} of {game.limit}"

    @property
    def verdict(self) -> str:
        """The end of the game in a few words."""
        return "Well played" if self.game.status == Game.Status.WON else "Another code, another try"

    @property
    def standing(self) -> str:
        """What the end means for the leaderboard."""
        game = self.game
        if game.is_aided:
            return "You took a hint, so this game does not count on the leaderboard."
        return f"It counts as {game.counted_guesses} guesses on the leaderboard."

    @property
    def status(self) -> str:
        """What is said aloud, in one sentence or two."""
        if self.problem:
            return self.problem
        end = "" if self.game.is_playing else f"{self.headline}."
        return f"{self.fresh.sentence} {end}".rstrip() if self.fresh else end

    @cached_property
    def hint(self) -> Suggestion | None:
        """Help for the current row, if it was asked for: from the public history alone."""
        game = self.game
        if not (game.is_playing and game.is_aided):
            return None
        if not game.hints.filter(number=game.next_number).exists():
            return None
        return suggest(game.variant.codes, [guess.turn for guess in self.guesses])

    @property
    def advice(self) -> str:
        """Why the hint is a good guess."""
        hint = self.hint
        if hint is None:
            return ""
        if hint.candidates == 1:
            return f"Only one code is still possible: {hint.guess}."
        groups = f"{hint.parts} group{'s' if hint.parts > 1 else ''}"
        itself = "could be the code itself" if hint.is_candidate else "is not the code itself"
        return (
            f"{hint.candidates:,} codes are still possible. {hint.guess} splits them into "
            f"{groups}; at worst {hint.worst_left:,} remain. It {itself}."
        )
