"""Rows with a secret, of which the first that comes is kept."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


def first_kept(rows: models.QuerySet[Row], defaults: dict[str, Any], **key: Any) -> Row:
    """Return the row with this key, made with ``defaults`` if there is none yet.

    As ``get_or_create``, but whoever comes second is passed over and not refused: PostgreSQL
    writes a statement that it refuses into its log, and here that would be a secret.
    """
    found = rows.filter(**key).first()
    if found is None:
        rows.bulk_create([rows.model(**key, **defaults)], ignore_conflicts=True)
        found = rows.get(**key)
    return found
