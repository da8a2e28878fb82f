"""Codes that players set so that the computer breaks them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone

from games.models.base.code_with_feedback import Numbered
from games.models.base.columns import HasPublicId, HasVariant, on_board, within_bounds
from games.models.people.player import Player
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback
from solver.study.race import Lane, race
from solver.study.trace import TracedGuess

Race: TypeAlias = Callable[
    [Variant, Code, tuple[Lane, ...], float], Sequence[tuple[int, TracedGuess]]
]


class WatchManager(models.Manager["Watch"]):
    def begin(
        self, player: Player, variant: Variant, secret: Code, strategies: Sequence[str]
    ) -> Watch:
        """Save a code and the strategies that will break it, before the first guess."""
        with transaction.atomic():
            watch = self.create(player=player, **on_board(variant), secret=secret)
            Codebreaker.objects.bulk_create(
                Codebreaker(watch=watch, lane=lane, strategy=strategy)
                for lane, strategy in enumerate(strategies, start=1)
            )
        return watch


class Watch(HasPublicId, HasVariant):
    """A code that a player set, with the one or two strategies that break it."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, db_index=False, related_name="watches"
    )
    secret = models.CharField(max_length=8)
    begun_at = models.DateTimeField(default=timezone.now)

    objects = WatchManager()

    class Meta:
        constraints = (within_bounds("watch_variant_is_within_bounds"),)
        indexes = (models.Index(fields=["player", "-begun_at"], name="watch_of_player"),)

    @property
    def label(self) -> str:
        return f"{self.secret} · {self.rules.name}"

    def lanes(self) -> list[Codebreaker]:
        """Return the strategies that break the code, each with its steps so far."""
        return list(self.codebreakers.prefetch_related("steps"))

    def think(self, seconds: float, race: Race = race) -> None:
        """Let the strategies guess in turn until the time is over; make at least one guess.

        Two requests at once calculate the same steps, and each step is stored once. No row is
        locked meanwhile, because all steps are saved at the end. ``race`` finds the guesses.
        """
        running = [breaker for breaker in self.lanes() if not breaker.has_broken_it]
        lanes = tuple(breaker.lane_of_race() for breaker in running)
        made: list[Step] = []
        numbers = [len(lane.history) for lane in lanes]
        for place, thought in race(self.variant, self.secret, lanes, seconds):
            numbers[place] += 1
            made.append(Step.from_thought(running[place], numbers[place], thought))
        Step.objects.bulk_create(made, ignore_conflicts=True)


class Codebreaker(models.Model):
    """A strategy that breaks the code of a watch."""

    watch = models.ForeignKey(
        Watch, on_delete=models.CASCADE, db_index=False, related_name="codebreakers"
    )
    lane = models.PositiveSmallIntegerField()
    strategy = models.CharField(max_length=24)

    class Meta:
        ordering = ("lane",)
        constraints = (
            models.UniqueConstraint(fields=["watch", "lane"], name="codebreaker_has_a_lane"),
            models.UniqueConstraint(fields=["watch", "strategy"], name="codebreaker_comes_once"),
            models.CheckConstraint(
                condition=Q(lane__range=(1, 2)), name="codebreakers_are_one_or_two"
            ),
        )

    def __str__(self) -> str:
        return f"{self.strategy} in lane {self.lane}"

    @property
    def has_broken_it(self) -> bool:
        """Whether the last guess was the secret."""
        steps = self.steps.all()
        return bool(steps) and steps[len(steps) - 1].code == self.watch.secret

    def lane_of_race(self) -> Lane:
        """Return the strategy as a lane of a race, with the same random numbers in each request."""
        return Lane(self.strategy, self.watch.pk, tuple(step.turn for step in self.steps.all()))


class Step(Numbered):
    """A guess of the computer, with the codes possible before and after."""

    codebreaker = models.ForeignKey(
        Codebreaker, on_delete=models.CASCADE, db_index=False, related_name="steps"
    )
    candidates = models.PositiveBigIntegerField(help_text="Codes possible before the guess.")
    is_exact = models.BooleanField(help_text="Whether the candidates were counted exactly.")
    expected = models.FloatField(help_text="Codes that the guess left on average.")
    parts = models.JSONField(
        help_text="The number of codes for each possible answer (black, white)."
    )
    left = models.PositiveBigIntegerField(help_text="Codes possible after the answer.")
    is_left_exact = models.BooleanField()
    remaining = models.JSONField(help_text="The first of the codes still possible.")
    others = models.JSONField(help_text="The first of the equally good guesses.")
    others_count = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["codebreaker", "number"], name="step_is_made_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, left__gte=1, black__lte=8 - F("white")),
                name="step_is_possible",
            ),
        )

    @classmethod
    def from_thought(cls, codebreaker: Codebreaker, number: int, thought: TracedGuess) -> Step:
        suggestion, others = thought.suggestion, thought.ties
        return cls(
            codebreaker=codebreaker,
            number=number,
            code=suggestion.guess,
            black=thought.answer.black,
            white=thought.answer.white,
            candidates=suggestion.candidates,
            is_exact=suggestion.exact,
            expected=suggestion.expected_left,
            parts=[[*answer, size] for answer, size in suggestion.partition.items()],
            left=thought.left,
            is_left_exact=thought.is_left_exact,
            remaining=list(thought.remaining),
            others=list(others.first) if others else [],
            others_count=others.count if others else None,
        )

    @property
    def is_counted(self) -> bool:
        """Whether the number of possible codes before the guess is exact.

        Before the first guess it always is.
        """
        return self.is_exact or self.number == 1

    @property
    def partition(self) -> dict[Feedback, int]:
        """The number of codes that each answer would leave.

        For the actual answer, the number is better: it was estimated with a larger sample.
        """
        estimated = {Feedback(black, white): size for black, white, size in self.parts}
        return estimated if self.is_exact else estimated | {self.feedback: self.left}
