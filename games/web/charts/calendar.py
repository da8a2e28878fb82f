"""A calendar of one month: its weeks, and links to the months before and after."""

from calendar import Calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple, Self

from games.models import FIRST_DAY, today


class Square(NamedTuple):
    """A square of a calendar: a date, and the data of its day or None."""

    date: date
    day: Any


class Week(NamedTuple):
    """The squares of a week, from Monday to Sunday, with None for days of other months."""

    squares: tuple[Square | None, ...]

    @property
    def is_untried(self) -> bool:
        """Whether the player tried no day of this week, so that it looks the same for everyone."""
        days = (square.day for square in self.squares if square)
        return all(day is None or day.is_untried for day in days)


@dataclass(frozen=True)
class CalendarMonth:
    """The month that starts with ``first``; ``own`` is the player's data.

    Subclasses define the data of a day, its template, and a ``summary`` of the player's results.
    """

    first: date
    own: Any

    template = ""

    @classmethod
    def from_name(cls, name: str, own: Any) -> Self:
        """Return the month with a name such as 2026-11, or the current month for other texts."""
        try:
            first = date.fromisoformat(f"{name}-01")
        except ValueError:
            first = date.max
        if not FIRST_DAY.replace(day=1) <= first <= today():
            first = today().replace(day=1)
        return cls(first, own)

    @property
    def before(self) -> date | None:
        """The first day of the previous month; None if that is before the first daily."""
        before = (self.first - timedelta(days=1)).replace(day=1)
        return before if before >= FIRST_DAY.replace(day=1) else None

    @property
    def after(self) -> date | None:
        """The first day of the next month; None if it is in the future."""
        return self.end if self.end <= today() else None

    @property
    def end(self) -> date:
        """The first day of the next month."""
        return (self.first + timedelta(days=31)).replace(day=1)

    @property
    def weeks(self) -> list[Week]:
        weeks = Calendar().monthdatescalendar(self.first.year, self.first.month)
        return [Week(tuple(map(self._square, week))) for week in weeks]

    @property
    def today(self) -> date:
        return today()

    def on(self, day: date) -> Any:
        """Return the data of a day that can be played."""
        raise NotImplementedError

    def _square(self, day: date) -> Square | None:
        if day.month != self.first.month:
            return None
        return Square(day, self.on(day) if FIRST_DAY <= day <= today() else None)
