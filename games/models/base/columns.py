"""Model columns for the game size, the public id and text that is looked up."""

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.urls import reverse

from games.catalog.rules import Rules
from games.models.base.ids import PUBLIC_ID_LENGTH, new_public_id
from solver.rule.codes import COLORS, PEGS, Variant

# The bounds of the engine, as a database constraint on the columns of a game size.
WITHIN_BOUNDS = {"pegs__range": (min(PEGS), max(PEGS)), "colors__range": (min(COLORS), max(COLORS))}


def within_bounds(name: str, **more: Any) -> models.CheckConstraint:
    """Return a constraint that admits only game sizes which the engine supports."""
    return models.CheckConstraint(condition=models.Q(**WITHIN_BOUNDS, **more), name=name)


class LookupField(models.CharField[str, str]):
    """Text that is looked up in full, never by its beginning.

    On PostgreSQL, Django adds a second index for such searches to every ``varchar``. Django
    recognizes the type by its name, so this column uses another name.
    """

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return f"character varying({self.max_length})"


class HasPublicId(models.Model):
    """A model with a URL that cannot be guessed; the URL has the name of the model."""

    public_id = LookupField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self._meta.object_name} {self.public_id}"

    def get_absolute_url(self) -> str:
        return reverse(str(self._meta.model_name), args=[self.public_id])


class HasVariant(models.Model):
    """A model with a game size."""

    pegs = models.PositiveSmallIntegerField()
    colors = models.PositiveSmallIntegerField()
    repeats = models.BooleanField()

    class Meta:
        abstract = True

    @property
    def variant(self) -> Variant:
        return Variant(self.pegs, self.colors, self.repeats)

    @property
    def rules(self) -> Rules:
        return Rules.of(self.variant)


def on_board(variant: Variant) -> dict[str, Any]:
    """Return the values of the columns for a game size."""
    return {"pegs": variant.pegs, "colors": variant.colors, "repeats": variant.repeats}


class HasRules(HasVariant):
    """A model with a game size and a limit on guesses."""

    limit = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True

    @property
    def rules(self) -> Rules:
        return Rules(self.variant, self.limit)
