"""The kinds, statuses and paces of a duel, and the phrases that its players can send."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy

PHRASES = (  # a seat stores the index of its phrase
    gettext_lazy("Good luck!"),
    gettext_lazy("Good one!"),
    gettext_lazy("So close!"),
    gettext_lazy("Take your time."),
    gettext_lazy("I’m stuck!"),
    gettext_lazy("Well played!"),
)


class DuelKind(models.TextChoices):
    # all players break the same code, and the first one wins
    RACE = "race", gettext_lazy("Race")
    BEST_OF_THREE = "best-of-3", gettext_lazy("Best of three")  # two won races win the duel
    # each of two players sets a code for the other
    BOX = "box", gettext_lazy("Codemaker and codebreaker")
    ROOM = "room", gettext_lazy("Room")  # the opener sends codes and only watches


class Status(models.TextChoices):
    WAITING = "waiting"  # the duel waits for people before the first round
    SETTING = "setting"  # the players set codes for each other
    RUNNING = "running"
    BETWEEN = "between"  # one round is over and the next has not started
    OVER = "over"


class Pace(models.TextChoices):
    """The time for a guess; a player who takes longer has given up."""

    LIVE = "live", gettext_lazy("Now: ten minutes for a guess")
    DAY = "day", gettext_lazy("One day for a guess")
    DAYS = "days", gettext_lazy("Three days for a guess")
    WEEK = "week", gettext_lazy("A week for a guess")

    @property
    def patience(self) -> timedelta:
        return PATIENCE_AT[self]


PATIENCE_AT = {
    Pace.LIVE: timedelta(minutes=10),
    Pace.DAY: timedelta(days=1),
    Pace.DAYS: timedelta(days=3),
    Pace.WEEK: timedelta(days=7),
}
