"""The forms that players of a duel send."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalog.effort import LARGE, MEDIUM
from games.catalog.strategies import BY_CHARACTER, RANDOM
from games.models import Duel, Seat
from games.models.duels.choices import PHRASES
from games.models.duels.kinds import KIND_RULES
from games.people.accounts.forms import NameField
from games.play.rooms.forms import EnterForm
from games.web.entry.forms import (
    CountField,
    HiddenNumberField,
    OneOfField,
    ProblemForm,
    StrategyField,
)
from solver.rule.codes import Variant

MOST_ROUNDS = 9
# maximum number of computers on a large board, on which each thinks for up to 0.7 s
ON_A_LARGE_BOARD = 2
STRENGTHS = {  # names of strengths, by the percentage of rows that the computer remembers
    50: _("easy: forgets every other guess"),
    75: _("medium: forgets one guess in four"),
    100: _("strong: forgets nothing"),
}


class DuelForm(ProblemForm):
    """The kind of duel, the time for a guess, and the number of rounds."""

    kind = OneOfField(
        _("What you play"),
        [(kind.value, kind.label) for kind, rules in KIND_RULES.items() if rules.opener_plays],
        _("Choose a race, or codemaker and codebreaker."),
    )
    pace = OneOfField(
        _("When you play"),
        Duel.Pace.choices,
        _("Choose how long a guess may take."),
        coerce=lambda pace: Duel.Pace(pace).patience,
    )
    rounds = CountField(
        _("Rounds of a duel for two"),
        range(1, MOST_ROUNDS + 1),
        _("A duel has {least} to {most} rounds."),
    )
    name = NameField(required=False)


class SeatForm(EnterForm):
    """The form to take a seat; the name can be empty."""

    name = NameField(required=False)


class ComputerForm(ProblemForm):
    """A computer player: its strategy, and how well it remembers."""

    memory = OneOfField("", STRENGTHS.items(), _("Choose how strong it is."), coerce=int)

    def __init__(self, data: Any, duel: Duel) -> None:
        super().__init__(data)
        self.duel = duel
        self.fields["strategy"] = StrategyField(lambda: computers_on(duel.variant))

    def clean(self) -> dict[str, Any]:
        if not seats_computers(self.duel.variant, self.duel.seats.all()):
            raise forms.ValidationError(
                _("At this game size, a duel can have at most %(most)d computer players.")
                % {"most": ON_A_LARGE_BOARD}
            )
        return super().clean() or self.cleaned_data


def computers_on(variant: Variant) -> dict[str, str]:
    """Return the strategies that are fast enough to play duels on a board."""
    quick = BY_CHARACTER if variant.size <= LARGE else ("simple", RANDOM)
    return {name: str(BY_CHARACTER[name]) for name in quick}


def seats_computers(variant: Variant, seats: Iterable[Seat]) -> bool:
    """Return whether one more computer can take a seat.

    On a large board there can be only a few, because all computers think when the duel starts.
    """
    return variant.size <= MEDIUM or sum(one.is_computer for one in seats) < ON_A_LARGE_BOARD


class PhraseForm(ProblemForm):
    """One of the phrases that a player can send."""

    phrase = HiddenNumberField(0, len(PHRASES) - 1)
