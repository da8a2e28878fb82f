"""A result that can be shared: it has the answers but not the codes."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from games import wording
from games.models import Game

# The emoji differ in color and in shape.
BLACK_EMOJI, WHITE_EMOJI, NO_KEY_EMOJI = "🟢", "🔶", "▫️"


@dataclass(frozen=True)
class Result:
    game: Game
    address: str

    @property
    def title(self) -> str:
        return self.game.title

    @property
    def headline(self) -> str:
        """How the game ended, with the player's name if there is one."""
        game = self.game
        return wording.how_it_went(game.status, game.guess_count, game.player.name, game.is_aided)

    @property
    def score(self) -> str:
        """Guesses and limit, as in "5/10"; X if the code was not found, * if there was help."""
        game = self.game
        guesses = str(game.guess_count) if game.is_won else "X"
        return f"{guesses}/{game.limit}{'*' if game.is_aided else ''}"

    @property
    def lines(self) -> list[str]:
        """A line for each guess: a green disc for each black, an amber diamond for each white."""
        pegs = self.game.pegs
        return [
            f"{BLACK_EMOJI * black}{WHITE_EMOJI * white}{NO_KEY_EMOJI * (pegs - black - white)}"
            for black, white in self.game.guesses.values_list("black", "white")
        ]

    @property
    def rows(self) -> int:
        """The number of lines of a text field for the text."""
        return self.text.count("\n") + 2

    @property
    def text(self) -> str:
        """The whole text, ready to be pasted."""
        dare = [_("Beat this score:")] if self.game.is_evil and self.game.is_won else []
        return "\n".join(
            [f"{settings.SITE_NAME} {self.title}: {self.score}", *self.lines, *dare, self.address]
        )
