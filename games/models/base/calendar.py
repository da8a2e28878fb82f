"""Days of the dailies, in UTC."""

from datetime import UTC, date, datetime

FIRST_DAY = date(2026, 11, 1)  # daily number 1


def today() -> date:
    """Return the current day in UTC, which is the same for every player."""
    return datetime.now(UTC).date()


def is_on_its_day(day: date, begun: datetime) -> bool:
    """Return whether a daily's game started on its day; the game can have ended later."""
    return begun.date() == day
