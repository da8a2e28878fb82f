"""Model columns for the game size and for the public id."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from games.catalog.rules import Rules
from games.models.base.ids import PUBLIC_ID_LENGTH, new_public_id
from solver.rule.codes import COLORS, PEGS, Variant

# The bounds of the engine, as a constraint on the columns of a game size.
WITHIN_BOUNDS = {
    "pegs__range": (min(PEGS), max(PEGS)),
    "colors__range": (min(COLORS), max(COLORS)),
}


class LookupField(models.CharField[str, str]):
    """Text that is looked up as a whole.

    PostgreSQL gets no second index for it: Django adds one for searches by how a ``varchar``
    begins, and knows the type by that spelling.
    """

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return f"character varying({self.max_length})"


class HasPublicId(models.Model):
    """A model whose address cannot be guessed."""

    public_id = LookupField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )

    class Meta:
        abstract = True


class HasVariant(models.Model):
    """Something that is about the codes of a board."""

    pegs = models.PositiveSmallIntegerField()
    colors = models.PositiveSmallIntegerField()
    repeats = models.BooleanField()

    class Meta:
        abstract = True

    @property
    def variant(self) -> Variant:
        return Variant(self.pegs, self.colors, self.repeats)


def on_board(variant: Variant) -> dict[str, Any]:
    """Return the columns of a variant."""
    return {"pegs": variant.pegs, "colors": variant.colors, "repeats": variant.repeats}


class HasRules(HasVariant):
    """Something that is played with this many guesses at most."""

    limit = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True

    @property
    def rules(self) -> Rules:
        return Rules(self.variant, self.limit)
