"""The facts on the page of a watched game at one step."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.effort import MEDIUM
from games.catalog.strategies import keeps_its_promise, title
from games.insight.fairness.position import FairPosition, Leave
from games.insight.positions.address import explorer_address
from games.insight.positions.arguments import conclusions_in_words
from games.learn.watch.narration import UNPROVEN, as_good, outcome, why
from games.learn.watch.summary import Summary, summary_of
from games.models import Codebreaker, Step, Watch
from games.web.charts.partition import PartitionChart
from solver.rule.codes import Code

SPEEDS = {"slow": 4, "normal": 2, "fast": 1}  # each step is shown for this many seconds
MOST_BARS = 12  # maximum number of bars in a chart beside a board
# Every track and board begins with this many guesses, so that it does not reveal how long its game
# is. It grows only when the game reaches a step beyond its end.
TRACK = 10
FAR = 999  # greater than the number of any step


class Show(NamedTuple):
    """The step of a watched game to show, and the settings of the show.

    If ``playing``, the next step follows automatically. If ``wall``, the board fills the screen and
    hides the code from people who guess along.
    """

    step: int = 0
    speed: str = "normal"
    playing: bool = False
    wall: bool = False

    @property
    def query(self) -> str:
        """These settings as a query string."""
        playing = {"play": "yes"} if self.playing else {}
        wall = {"wall": "yes"} if self.wall else {}
        return urlencode({"step": self.step, "speed": self.speed, **playing, **wall})


@dataclass(frozen=True)
class ShownLane:
    """One of the computer players at one step."""

    breaker: Codebreaker
    steps: Sequence[Step]  # all steps up to the current one
    at: int  # number of the current step
    position: FairPosition  # the position after this step

    @property
    def title(self) -> str:
        return title(self.breaker.strategy)

    @property
    def current(self) -> Step | None:
        """The current step; None at the start, and for a strategy that finished earlier."""
        return self.steps[self.at - 1] if 0 < self.at <= len(self.steps) else None

    @cached_property
    def thought(self) -> dict[str, Any]:
        """The current step in words and figures; empty without one."""
        step, strategy = self.current, self.breaker.strategy
        if step is None:
            return {}
        is_estimate = not keeps_its_promise(self.breaker.watch.variant, strategy)
        return {
            "why": why(step, strategy),
            "caveat": UNPROVEN if is_estimate and step.candidates > 2 else "",
            "outcome": outcome(step),
            "bits": log2(step.candidates / step.left),  # how often the answer halved the codes
            "as_good": as_good(step),
            "more_others": (step.others_count or 0) - len(step.others),
            "more_remaining": step.left - len(step.remaining),
        }

    @cached_property
    def chart(self) -> PartitionChart | None:
        """The chart of how many codes each answer leaves; None if only one code was possible."""
        step = self.current
        if step is None or step.candidates == 1:
            return None
        return PartitionChart(step.partition, step.feedback, step.is_exact, MOST_BARS)

    @property
    def explorer(self) -> str:
        """The URL of the explorer with the position before the guess."""
        before = [step.turn for step in self.steps[: self.at - 1]]
        guess = self.current.code if self.current else ""
        return explorer_address(self.breaker.watch.variant, before, guess)

    @property
    def known(self) -> str:
        """A sentence on what a person can conclude; empty on boards where this takes long."""
        variant = self.breaker.watch.variant
        if variant.size > MEDIUM:
            return ""
        return conclusions_in_words(self.position) or _("You can’t be certain of anything yet.")

    @property
    def conclusions(self) -> str:
        return f"{explorer_address(self.position.variant, self.position.turns, why='yes')}#argument"

    @property
    def rest(self) -> range:
        """The numbers of the empty rows, which keep the page from moving at each guess."""
        return range(len(self.steps) + 1, max(TRACK, self.at) + 1)


class WatchPage:
    """A watched game at one step; ``leave`` returns a position or asks about help."""

    def __init__(self, watch: Watch, show: Show, leave: Leave, *, is_owner: bool) -> None:
        self.watch = watch
        self.is_owner = is_owner
        self._breakers = watch.lanes()
        self.show = show._replace(step=min(show.step, self.last))
        self.lanes = [self._lane(breaker, leave) for breaker in self._breakers]

    def get_absolute_url(self) -> str:
        return f"{self.watch.get_absolute_url()}?{self.show.query}"

    @property
    def step(self) -> int:
        return self.show.step

    @cached_property
    def last(self) -> int:
        """The number of the last known step."""
        return max(len(breaker.steps.all()) for breaker in self._breakers)

    @cached_property
    def is_thought_out(self) -> bool:
        return all(breaker.has_broken_it for breaker in self._breakers)

    @property
    def is_end(self) -> bool:
        return self.is_thought_out and self.step == self.last

    @cached_property
    def summary(self) -> Summary | None:
        """How the game ended; None before the last step."""
        return summary_of(self.watch, self._breakers) if self.is_end else None

    @property
    def title(self) -> str:
        first, *rest = (lane.title for lane in self.lanes)
        return _("%(one)s against %(other)s") % {"one": first, "other": rest[0]} if rest else first

    @property
    def headline(self) -> str:
        if self.step == 0:
            return _("%(title)s: the code is set") % {"title": self.title}
        if self.summary:
            return self.summary.headline
        return _("%(title)s, guess %(step)d") % {"title": self.title, "step": self.step}

    @property
    def speed(self) -> str:
        """The speed of the show, in a word."""
        return {"slow": _("Slow"), "normal": _("Normal"), "fast": _("Fast")}[self.show.speed]

    @property
    def possible(self) -> str:
        return wording.are_possible(self.watch.variant.size)

    @property
    def status(self) -> str:
        """The sentences that the page announces."""
        if self.step == 0:
            return f"{self.headline}. {wording.sentence(self.possible)}"
        steps = " ".join(
            f"{lane.title}: {wording.colors_in_words(lane.current.code)}. {lane.thought['outcome']}"
            for lane in self.lanes
            if lane.current
        )
        return f"{steps} {self.summary.headline}." if self.summary else steps

    @cached_property
    def marks(self) -> list[tuple[int, str]]:
        """The steps on the track, each with its URL, or "" if it is known to be after the end."""
        return [
            (step, "" if self.is_end and step > self.step else self._address(step, playing=False))
            for step in range(max(TRACK, self.step) + 1)
        ]

    @cached_property
    def links(self) -> dict[str, str]:
        """The URLs of the controls; "" if a control has no step to go to."""
        step, speeds = self.step, [*SPEEDS, *SPEEDS]  # after the fastest comes the slowest
        start = self._address(0 if self.is_end else step, playing=True)
        return {
            "back": self.marks[step - 1][1] if step else "",
            "play": self.marks[step][1] if self.delay else start,  # while it plays, to pause
            "next": self._address(step + 1) if step < self.last else "",
            "last": self._address(FAR, playing=False),  # does not reveal the number of steps
            "wall": self._address(step, wall=not self.show.wall, playing=False),
            "speed": self._address(step, speed=speeds[speeds.index(self.show.speed) + 1]),
        }

    @property
    def secret(self) -> Code | None:
        """The code; on a wall, None until it is broken."""
        return None if self.show.wall and not self.is_end else self.watch.secret

    @property
    def delay(self) -> int:
        """The seconds until the next step; 0 if the next step does not follow automatically."""
        return SPEEDS[self.show.speed] if self.show.playing and self.step < self.last else 0

    def _lane(self, breaker: Codebreaker, leave: Leave) -> ShownLane:
        steps = list(breaker.steps.all()[: self.step])
        position = leave(self.watch.variant, [step.turn for step in steps])
        return ShownLane(breaker, steps, self.step, position)

    def _address(self, step: int, **changes: Any) -> str:
        """Return the URL of a step of this show, with some settings changed."""
        return f"?{self.show._replace(step=step, **changes).query}"
