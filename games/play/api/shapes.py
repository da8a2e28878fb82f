"""The JSON that programs send and receive.

Only types are checked here. The forms of pages check whether a code or a game size makes sense, and
refuse it with the same sentences as on pages.
"""

from datetime import date, datetime
from typing import Any, Literal

from ninja import Field, Schema
from pydantic import ConfigDict

from games.catalog.rules import CLASSIC, LIMITS
from games.catalog.strategies import watchable
from games.models import Game
from solver.rule.codes import COLORS, PEGS

LONGEST_CODE_SENT = 8
A_CODE = "One digit or letter for each peg, such as 1122."


def within(bounds: range, default: int, description: str) -> Any:
    """Return a field with documented bounds; a form checks the value later."""
    limits: dict[str, Any] = {"minimum": min(bounds), "maximum": max(bounds)}
    return Field(default, description=description, json_schema_extra=limits)


class SizeSent(Schema):
    """The codes of a game; Classic if left out."""

    pegs: int = within(PEGS, CLASSIC.variant.pegs, "Pegs of a code.")
    colors: int = within(COLORS, CLASSIC.variant.colors, "Colors to choose from.")
    repeats: bool = Field(True, description="Whether a color may occur more than once.")

    def settings(self) -> dict[str, Any]:
        """Return the settings as the forms of pages expect them."""
        return self.dict() | {"repeats": "yes" if self.repeats else "no"}


class TwoCodes(SizeSent):
    """A guess, and a code of your own."""

    guess: str = Field(max_length=LONGEST_CODE_SENT, description=A_CODE, examples=["1122"])
    secret: str = Field(max_length=LONGEST_CODE_SENT, description=A_CODE, examples=["1233"])


class PositionSent(SizeSent):
    """A position, and the strategy that chooses the next guess."""

    history: str = Field(
        "", max_length=999, description="Turns: guess, black and white.", examples=["1122:1,1"]
    )
    strategy: str = Field(
        "knuth", description="One that can be watched.", json_schema_extra={"enum": [*watchable()]}
    )


class NewGame(SizeSent):
    """The rules of a new game."""

    model_config = ConfigDict(strict=True, extra="forbid")

    limit: int = within(LIMITS, CLASSIC.limit, "The most guesses.")


class NewGuess(Schema):
    """A guess."""

    model_config = ConfigDict(strict=True, extra="forbid")

    guess: str = Field(max_length=LONGEST_CODE_SENT, description=A_CODE, examples=["1122"])


class TurnShown(Schema):
    """A guess with its feedback."""

    guess: str
    black: int
    white: int


class GameShown(Schema):
    """A game. Its code is null until the game is over."""

    id: str
    url: str = Field(description="The page of the game.")
    pegs: int
    colors: int
    repeats: bool
    limit: int
    status: Literal["playing", "won", "lost", "resigned"]
    turns: list[TurnShown]
    secret: str | None
    started_at: datetime
    finished_at: datetime | None

    @staticmethod
    def of(game: Game, url: str) -> dict[str, Any]:
        """Return the data of a game that a program is allowed to see."""
        turns = [{"guess": turn.guess, **turn.feedback._asdict()} for turn in game.turns()]
        return {
            "id": game.public_id,
            "url": url,
            **game.rules.fields(),
            "status": game.status,
            "turns": turns,
            "secret": game.revealed_secret,
            "started_at": game.started_at,
            "finished_at": game.finished_at,
        }


class GamesShown(Schema):
    """A page of games, the newest first."""

    games: list[GameShown]
    page: int
    pages: int


class TreeJudged(Schema):
    """How a tree plays against every code of its season's game size."""

    season: str = Field(description="The letters of the season.")
    entrant: str
    version: int = Field(description="How many trees the entrant has sent.")
    total: int = Field(description="The guesses for all codes.")
    mean: float
    worst: int
    distribution: dict[int, int] = Field(description="The number of codes by number of guesses.")
    same_as: str = Field(description="A strategy of this site with the same tree, or empty.")


class LineShown(Schema):
    """An entrant who has sent a tree, or a strategy of this site, which has no rank."""

    rank: int | None
    name: str
    total: int
    mean: float
    worst: int
    distribution: dict[int, int]
    version: int | None
    sent_at: datetime | None
    same_as: str


class SeasonShown(SizeSent):
    """A season of the league with its table."""

    season: str = Field(description="The letters of the season.")
    url: str = Field(description="The page of the season.")
    title: str
    first_day: date
    last_day: date
    table: list[LineShown] = Field(description="The best tree comes first.")


class Suggested(Schema):
    """A good guess, with what it leaves."""

    guess: str
    strategy: str
    candidates: int = Field(description="The codes still possible.")
    is_candidate: bool = Field(description="Whether the guess can be the code.")
    worst_left: int
    expected_left: float
    parts: int = Field(description="The number of different answers.")


class ProblemShown(Schema):
    """Why a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str = Field(description="A sentence, the same as on the page.")
    code: str = Field(description="A word that never changes.", examples=["game-over"])
    ask: str | None = Field(None, description="The page where you allow help for an open game.")
