"""The forms of a room, and of the page for joining it."""

import secrets
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from games.models import Duel
from games.people.accounts.forms import NameField, refuse_lookalike
from games.web.entry.forms import ProblemForm

ANIMALS = (
    *(gettext_lazy("Otter"), gettext_lazy("Badger"), gettext_lazy("Heron"), gettext_lazy("Lynx")),
    *(gettext_lazy("Puffin"), gettext_lazy("Beaver"), gettext_lazy("Falcon"), gettext_lazy("Seal")),
    *(gettext_lazy("Hedgehog"), gettext_lazy("Panda"), gettext_lazy("Koala"), gettext_lazy("Wolf")),
    *(gettext_lazy("Owl"), gettext_lazy("Dolphin"), gettext_lazy("Gecko"), gettext_lazy("Robin")),
    *(gettext_lazy("Marten"), gettext_lazy("Bison"), gettext_lazy("Crane"), gettext_lazy("Tiger")),
    *(gettext_lazy("Zebra"), gettext_lazy("Moose"), gettext_lazy("Raven"), gettext_lazy("Turtle")),
    *(gettext_lazy("Fox"), gettext_lazy("Camel"), gettext_lazy("Parrot"), gettext_lazy("Squirrel")),
    *(gettext_lazy("Swan"), gettext_lazy("Llama"), gettext_lazy("Penguin"), gettext_lazy("Rabbit")),
    *(gettext_lazy("Stork"), gettext_lazy("Hare"), gettext_lazy("Walrus"), gettext_lazy("Ibex")),
    *(gettext_lazy("Kiwi"), gettext_lazy("Mole"), gettext_lazy("Jackdaw"), gettext_lazy("Tapir")),
)


MINUTES = (1, 2, 3, 5, 10, 15, 20)  # the opener can choose one of these time limits for a code


class SetUpForm(ProblemForm):
    is_locked = forms.BooleanField(required=False)
    has_animals_only = forms.BooleanField(required=False)
    time_limit = forms.TypedChoiceField(
        choices=[(minutes, minutes) for minutes in MINUTES],
        coerce=lambda minutes: timedelta(minutes=int(minutes)),
        required=False,
        empty_value=None,
        error_messages={"invalid_choice": gettext_lazy("Choose one of the times.")},
    )


class EnterForm(ProblemForm):
    """The form for joining with a first name or a random animal; names in a room are unique."""

    name = NameField()
    animal = forms.BooleanField(required=False)

    def __init__(self, data: Any, duel: Duel) -> None:
        super().__init__(data)
        self.duel = duel
        self.fields["name"].label = _("Your first name")
        self.fields["name"].help_text = _("All players in the room see it.")
        self.fields["name"].error_messages["required"] = _("Type a name, or take an animal.")
        if self.data.get("animal") or duel.has_animals_only:
            del self.fields["name"]

    def choose_name(self) -> str:
        """Return a free animal or the typed name; raise NameTaken if two names would look alike."""
        seats = self.duel.seats.filter(left_at=None).select_related("player")
        taken = {str(seat) for seat in seats}
        name: str = self.cleaned_data["name"] if "name" in self.fields else animal(taken)
        refuse_lookalike(name, taken)
        return name


def animal(taken: set[str]) -> str:
    """Return a random animal that is not among the taken names."""
    known = {name.casefold() for name in taken}
    free = [name for name in map(str, ANIMALS) if name.casefold() not in known]
    return secrets.choice(free) if free else f"{secrets.choice(ANIMALS)} {len(taken) + 1}"
