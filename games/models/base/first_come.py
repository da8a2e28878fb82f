"""Create a row once, even if several requests or copies of a form come at once."""

from typing import Any, TypeVar

from django.db import IntegrityError, models

from games.models.base.refusals import Gone, Refused, StalePage

Row = TypeVar("Row", bound=models.Model)

TRIES = 2  # two tries, because a row that prevents the insert can be deleted before it is read


def get_or_insert(rows: models.QuerySet[Row], defaults: dict[str, Any], **key: Any) -> Row:
    """Return the row with this key, or create it with ``defaults``.

    A new player cannot have the row; searching for it would only hold the lock longer.
    """
    if getattr(key.get("player"), "is_newcomer", False):
        return rows.create(**key, **defaults)
    return rows.filter(**key).first() or insert_or_get(rows, defaults, **key)


def insert_or_get(rows: models.QuerySet[Row], defaults: dict[str, Any], **key: Any) -> Row:
    """Insert a row and return it, or the row that another request inserted first.

    PostgreSQL skips a second insert. With ``get_or_create``, the insert would fail, and PostgreSQL
    would log the statement, which contains a secret. Raise Gone if the player was deleted.
    """
    for _ in range(TRIES):
        try:
            rows.bulk_create([rows.model(**key, **defaults)], ignore_conflicts=True)
        except IntegrityError as deleted:
            raise Gone from deleted
        if found := rows.filter(**key).first():
            return found
    return rows.get(**key)


def find_resent(refusal: Refused | IntegrityError, same: models.QuerySet[Row]) -> Row:
    """Return the row that an earlier copy of a refused form created, or raise the refusal.

    ``same`` selects rows with the values that were sent. The query comes after the refusal: if two
    copies arrive at once, one creates the row, the other finds it.
    """
    made = same.first()
    if made is not None:
        return made
    if isinstance(refusal, Refused):
        raise refusal
    raise StalePage from refusal
