"""The form with which a player joins a group."""

from typing import Any

from games.models import Group, Player
from games.people.accounts.forms import NameField, refuse_lookalike
from games.web.entry.forms import ProblemForm


class MemberForm(ProblemForm):
    """The form for a member's name, which other members read and which can be empty."""

    name = NameField(required=False)

    def __init__(self, data: Any, group: Group, player: Player | None) -> None:
        super().__init__(data)
        self.others = group.members.exclude(player=player).select_related("player")

    def choose_name(self) -> str:
        """Return the name; raise NameTaken if another member's name looks like it."""
        name: str = self.cleaned_data["name"]
        refuse_lookalike(name, self.others)
        return name
