"""What a game or a page that has moved on refuses, with the sentence that tells the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models.game import Game


class Refused(Exception):
    """The game did not take what was sent; the message says why to the player."""


class GameOver(Refused):
    """The game takes no more guesses, hints or resignations."""

    def __str__(self) -> str:
        return "This game is over. Nothing was changed."


class StalePage(Refused):
    """The game has moved on since the page that asked was made."""

    def __str__(self) -> str:
        return "This game went on elsewhere, perhaps in another tab. This is how it stands now."


class StillOpen(Refused):
    """The player has a ranked game on this board that has to end before another begins."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"You have a {game.rules.name} game open.")
        self.game = game
