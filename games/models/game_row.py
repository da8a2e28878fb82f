"""The row of a game: its columns, and what the database refuses."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from games.models.columns import WITHIN_BOUNDS, Addressed, WithALimit
from games.models.player import Player


class Status(models.TextChoices):
    """How far a game is, or how it ended."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    RESIGNED = "resigned"
    EXPIRED = "expired"


class GameRow(Addressed, WithALimit):
    """What is kept of a game; the rules of play are in ``Game``."""

    Status = Status

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="games")
    secret = models.CharField(max_length=8)
    status = models.CharField(max_length=8, choices=Status, default=Status.PLAYING)
    guess_count = models.PositiveSmallIntegerField(default=0)
    daily = models.ForeignKey(
        "games.Daily", on_delete=models.PROTECT, null=True, related_name="games"
    )
    challenge = models.ForeignKey(
        "games.Challenge", on_delete=models.SET_NULL, null=True, related_name="games"
    )
    repeated_daily = models.ForeignKey(
        "games.Daily",
        on_delete=models.PROTECT,
        null=True,
        related_name="repetitions",
        help_text="The day whose code this is, though another attempt is the one that counts.",
    )
    repeated_challenge = models.ForeignKey(
        "games.Challenge",
        on_delete=models.SET_NULL,
        null=True,
        related_name="repetitions",
        help_text="The challenge whose code this is, likewise.",
    )
    is_placed = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether an attempt at a daily may stand on its board: see Daily.is_new_to.",
    )
    is_ranked = models.BooleanField(
        default=False, help_text="Whether nobody else could know the secret."
    )
    is_aided = models.BooleanField(default=False)
    has_solver = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether the player told a solver of their own something since the game began.",
    )
    shows_candidates = models.BooleanField(default=False)
    counted_guesses = models.PositiveSmallIntegerField(
        null=True, help_text="What the leaderboard counts: one more than the limit unless won."
    )
    skill = models.PositiveSmallIntegerField(
        null=True, help_text="0 to 99; unknown until the finished game has been looked at."
    )
    luck = models.PositiveSmallIntegerField(null=True, help_text="0 to 99, as the skill.")
    started_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(
        default=timezone.now, db_default=Now(), help_text="When the player last did something."
    )
    finished_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        constraints = (
            models.CheckConstraint(
                condition=Q(**WITHIN_BOUNDS, limit__range=(1, 99)),
                name="game_variant_is_within_bounds",
            ),
            models.CheckConstraint(
                condition=Q(guess_count__lte=F("limit")), name="game_keeps_its_limit"
            ),
            models.CheckConstraint(
                condition=Q(is_ranked=False) | Q(daily=None, challenge=None),
                name="game_is_ranked_if_its_secret_is_its_own",
            ),
            models.CheckConstraint(
                condition=Q(is_placed=False) | Q(daily__isnull=False),
                name="game_is_placed_on_a_day",
            ),
            models.CheckConstraint(
                condition=Q(shows_candidates=False) | Q(is_aided=True),
                name="game_that_shows_candidates_is_aided",
            ),
            models.UniqueConstraint(
                fields=["player", "pegs", "colors", "repeats", "limit"],
                condition=Q(status="playing", is_ranked=True),
                name="game_is_the_only_ranked_one_open",
            ),
            models.UniqueConstraint(fields=["player", "daily"], name="game_is_a_first_attempt"),
            models.UniqueConstraint(
                fields=["player", "challenge"], name="game_takes_a_challenge_once"
            ),
            models.CheckConstraint(
                condition=(
                    Q(
                        status="playing",
                        guess_count__lt=F("limit"),
                        finished_at__isnull=True,
                        counted_guesses__isnull=True,
                    )
                    | Q(
                        status="won",
                        guess_count__gte=1,
                        finished_at__isnull=False,
                        counted_guesses=F("guess_count"),
                    )
                    | Q(
                        status="lost",
                        guess_count=F("limit"),
                        finished_at__isnull=False,
                        counted_guesses=F("limit") + 1,
                    )
                    | Q(
                        status__in=["resigned", "expired"],
                        guess_count__lt=F("limit"),
                        finished_at__isnull=False,
                        counted_guesses=F("limit") + 1,
                    )
                ),
                name="game_status_agrees_with_its_guesses",
            ),
        )
        indexes = (
            models.Index(
                fields=["player", "pegs", "colors", "repeats", "limit", "is_aided", "finished_at"],
                condition=Q(is_ranked=True, counted_guesses__isnull=False),
                name="game_counted",
            ),
            models.Index(
                fields=["daily", "is_aided", "counted_guesses", "finished_at"],
                condition=Q(daily__isnull=False, finished_at__isnull=False),
                name="game_of_daily",
            ),
            models.Index(
                fields=["daily", "counted_guesses", "finished_at"],
                condition=Q(is_placed=True, is_aided=False, finished_at__isnull=False),
                name="game_on_daily_board",
            ),
            models.Index(fields=["player", "-started_at"], name="game_of_player"),
            models.Index(
                fields=["moved_at"], condition=Q(status="playing"), name="game_left_alone"
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(luck=None, finished_at__isnull=False, guess_count__gte=1),
                name="game_to_grade",
            ),
        )
