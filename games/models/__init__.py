"""What is kept, and the rules that keep it right."""

from games.models.assist import Assist, AssistRow
from games.models.challenge import Challenge
from games.models.daily import FIRST_DAY, Daily, today
from games.models.game import (
    Game,
    GameOver,
    GameQuerySet,
    Guess,
    Hint,
    Refused,
    StalePage,
    new_secret,
)
from games.models.ids import new_token
from games.models.player import NAME_LENGTH, Player
from games.models.watch import Codebreaker, Step, Watch

__all__ = [
    "FIRST_DAY",
    "NAME_LENGTH",
    "Assist",
    "AssistRow",
    "Challenge",
    "Codebreaker",
    "Daily",
    "Game",
    "GameOver",
    "GameQuerySet",
    "Guess",
    "Hint",
    "Player",
    "Refused",
    "StalePage",
    "Step",
    "Watch",
    "new_secret",
    "new_token",
    "today",
]
