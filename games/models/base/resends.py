"""Recognize a form that arrives twice, so that the copy is not a second attempt."""

from typing import TypeVar

from django.db import IntegrityError, models

from games.models.base.refusals import Refused, StalePage

Row = TypeVar("Row", bound=models.Model)


def find_resent(refusal: Refused | IntegrityError, same: models.QuerySet[Row]) -> Row:
    """Return the row that an earlier copy of a refused form created, or raise the refusal.

    ``same`` selects rows with everything that was sent. The query comes after the refusal: if two
    copies arrive at once, one creates the row, the other finds it.
    """
    made = same.first()
    if made is not None:
        return made
    if isinstance(refusal, Refused):
        raise refusal
    raise StalePage from refusal
