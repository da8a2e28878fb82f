"""The play-outs that visitors requested on a board: their progress and results."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.cards import CARDS
from games.catalog.strategies import keeps_its_promise, title
from games.learn.lab.tasks import can_be_played, enqueue, most_codes
from games.models import Playout
from games.people import limits
from games.web.entry.forms import ProblemForm, StrategyField
from solver.rule.codes import Variant
from solver.study.results import kept_results


@dataclass(frozen=True)
class WaitingPlayout:
    playout: Playout
    visitor: str

    @property
    def is_own(self) -> bool:
        """Whether this visitor requested the play-out, and so can cancel the request."""
        return self.visitor in self._askers

    @property
    def is_shared(self) -> bool:
        """Whether other visitors want the play-out, too, and it continues if this one cancels."""
        return bool(self._askers - {self.visitor})

    @property
    def title(self) -> str:
        return title(self.playout.strategy)

    @property
    def codes_done(self) -> int:
        done: int = getattr(self.playout, "codes_done", 0) or 0
        return done

    @property
    def percent(self) -> int:
        return 100 * self.codes_done // self.playout.variant.size

    @property
    def state(self) -> str:
        """A sentence on the progress of the play-out, and how long it will take."""
        if self.playout.is_stopped:
            problem = _(self.playout.problem) if self.playout.problem else ""
            return " ".join(filter(None, (_("Stopped."), problem)))
        if self.playout.begun_at is None:
            return _("Waiting in the queue.")
        done, left = self.percent, self.playout.time_left(self.codes_done)
        if left is None:
            return _("%(percent)d%% done") % {"percent": done}
        return _("%(percent)d%% done, about %(left)s to go.") % {
            "percent": done,
            "left": wording.duration(left),
        }

    @cached_property
    def _askers(self) -> set[str]:
        return {wish.asker for wish in self.playout.wishes.all()}


@dataclass(frozen=True)
class Work:
    variant: Variant
    visitor: str

    @cached_property
    def playouts(self) -> list[Playout]:
        return list(Playout.objects.on(self.variant))

    @property
    def waiting(self) -> list[WaitingPlayout]:
        """The unfinished play-outs, the oldest first."""
        return [WaitingPlayout(row, self.visitor) for row in self.playouts if not row.is_done]

    @property
    def is_going_on(self) -> bool:
        """Whether a play-out is waiting or running, so that the page updates itself."""
        return any(not one.playout.is_stopped for one in self.waiting)

    def look(self) -> None:
        """Store that the visitor is still waiting for their play-outs."""
        for row in self.playouts:
            for wish in row.wishes.all():
                if wish.asker == self.visitor:
                    wish.look()

    @property
    def can_be_played(self) -> bool:
        return can_be_played(self.variant)

    @property
    def most(self) -> int:
        return most_codes()

    @property
    def offered(self) -> dict[str, str]:
        """The strategies that can still be played out, with their titles."""
        asked = {row.strategy for row in self.playouts if not row.is_stopped}
        return {name: title(name) for name in playable(self.variant) if name not in asked}


def playable(variant: Variant) -> list[str]:
    """Return the strategies that can be played out; an optimal strategy must be proven."""
    return [name for name in CARDS if keeps_its_promise(variant, name)]


def ask(request: HttpRequest, variant: Variant, strategy: str) -> None:
    """Request a play-out, which runs once for all visitors; raise QueueFull or TooMany."""
    limits.spend_as_visitor(request, limits.NEW_PLAYOUTS)
    with transaction.atomic():
        row = Playout.objects.ask(variant, strategy, limits.digest_of(request))
        if row is not None:
            enqueue(row)


def work_on(request: HttpRequest, variant: Variant) -> Work | None:
    """Return the requested play-outs of a board; None if its results are stored with the site."""
    return None if kept_results(variant) else Work(variant, limits.digest_of(request))


class AskForm(ProblemForm):
    def __init__(self, data: Any, work: Work | None) -> None:
        super().__init__(data)
        self.work = work
        self.fields["strategy"] = StrategyField(lambda: playable(work.variant) if work else ())

    def clean(self) -> dict[str, Any]:
        """Refuse a board or strategy that cannot be played."""
        if self.work is None:
            known = _("The strategies have already been played in this game size.")
            raise forms.ValidationError(known)
        if not self.work.can_be_played:
            too_large = _("This game size has too many codes to play them all.")
            raise forms.ValidationError(too_large)
        return super().clean() or self.cleaned_data


class StopForm(forms.Form):
    """The form with which visitors cancel their request for a play-out."""

    stop = forms.IntegerField(min_value=1, max_value=2**31 - 1)
