"""The game: its columns, its queries, and the rules of play.

Each change of a game is one short transaction. It first updates the game's row, on condition that
the row is as the player's page showed it. So a second request from the same page changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.dispatch import Signal
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from games import wording
from games.catalog.effort import SMALL
from games.catalog.rules import CLASSIC, Rules
from games.models.base.calendar import today
from games.models.base.columns import HasPublicId, HasRules, within_bounds
from games.models.base.first_come import find_resent, get_or_insert, insert_or_get
from games.models.base.refusals import CannotBeTheCode, GameOver, Refused, StalePage
from games.models.people.player import Player, PlayersQuerySet
from games.models.play.codemaker import Codemaker, Evil, Keeper, new_secret
from games.models.play.guess import Guess, Hint
from games.models.play.praise import Praise
from solver.positions.candidates import first_contradicted
from solver.rule.codes import Code
from solver.rule.feedback import Turn
from solver.study.skill import skill_and_luck

LEFT_FOR = timedelta(hours=48)  # a ranked game without a guess for this time is given up
OPEN_FOR = timedelta(days=7)  # a ranked game is given up after this time
GUESSES = "SELECT * FROM games_guess WHERE game_id IN ({}) ORDER BY number"
# These columns decide on which lists a game counts.
COUNTED_BY = ["player", "is_ranked", "is_aided", "mode"]
IS_EVIL = Q(mode="evil")  # an evil game has no code before its end
IS_BY_KEY = Q(mode="key")  # a program with a key plays the game
IS_IN_DUEL = Q(mode="duel")  # another player set the code, or must break the same code

# Both signals have the ``game`` and are sent in the transaction that writes its row. The player's
# row is locked when ``ended`` is sent, except in a duel, where several games end at once.
ended, graded = Signal(), Signal()


class StillOpen(Refused):
    """Before a new ranked game of this size, the player must end the open game."""

    code = "still-open"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def __str__(self) -> str:
        return _("You have a %(board)s game open.") % {"board": self.game.rules.name}


class GameQuerySet(PlayersQuerySet["Game"]):
    def with_secret(self) -> GameQuerySet:
        """Return games with their secrets, which are needed to answer a guess."""
        return self.defer(None)

    def unfinished(self) -> GameQuerySet:
        return self.filter(status=Game.Status.PLAYING)

    def finished(self) -> GameQuerySet:
        return self.exclude(status=Game.Status.PLAYING)

    def released(self) -> GameQuerySet:
        """Return finished games that others can see; for a duel, its round must be over, too."""
        return self.finished().filter(is_held=False)

    def unsealed(self) -> GameQuerySet:
        """Return the games whose code need not stay secret until the day or the round ends."""
        todays = Q(daily=today()) | Q(repeated_daily=today())
        return self.exclude(todays & ~Q(status=Game.Status.WON)).filter(is_held=False)

    def counted(self) -> GameQuerySet:
        """Return the games that count on the leaderboard: finished and ranked, won or not."""
        return self.filter(counted_guesses__isnull=False, is_ranked=True)

    def won_before(self, game: Game) -> GameQuerySet:
        """Return the games of the same player that were won before ``game`` ended."""
        won = self.of_one_player().filter(player=game.player_id, status=Game.Status.WON)
        return won.filter(finished_at__lt=game.finished_at)

    def of_ones_own(self, player: Player) -> GameQuerySet:
        """Return a player's finished games with a code that no other player had.

        Dailies, challenges, duels and evil games are left out.
        """
        shared = ("daily", "challenge", "repeated_daily", "repeated_challenge")
        own = self.finished().of_one_player().filter(~IS_EVIL, ~IS_IN_DUEL, player=player)
        return own.filter(**dict.fromkeys(shared))

    def of_one_player(self) -> GameQuerySet:
        """Return games that their player certainly played alone.

        At one screen, another person can have played. A program can have played with a key.
        """
        return self.exclude(mode__in=(Game.Mode.ONE_SCREEN, Game.Mode.BY_KEY))

    def by_key(self) -> GameQuerySet:
        """Return the games that programs play with a key."""
        return self.filter(IS_BY_KEY)

    def to_grade(self) -> GameQuerySet:
        """Return the finished games without skill and luck, the oldest first.

        Evil games are left out, because their answers do not depend on chance. Games by key are
        left out, because a program can play thousands of them, and they are in no ranking of
        players. Games at one screen wait until their grades would not help in an open game.
        """
        waiting = self.filter(
            ~IS_EVIL, ~IS_BY_KEY, luck=None, finished_at__isnull=False, guess_count__gte=1
        )
        helped = Exists(Game.objects.open_to_help().filter(player=OuterRef("player")))
        return waiting.exclude(helped, mode=Game.Mode.ONE_SCREEN).order_by("finished_at")

    def overdue(self) -> GameQuerySet:
        """Return the ranked games whose time is over, so that they will count as given up.

        A game without guesses and help has no time limit: its player knows nothing about the code.
        """
        now = timezone.now()
        late = Q(moved_at__lt=now - LEFT_FOR) | Q(started_at__lt=now - OPEN_FOR)
        # the database finds these rows with an index
        old = self.unfinished().filter(started_at__lt=now - LEFT_FOR)
        running = old.filter(late, is_ranked=True)
        return running.exclude(guess_count=0, is_aided=False)

    def open_to_help(self) -> GameQuerySet:
        """Return the running games of an account in which help would matter.

        These are ranked games and today's daily. A daily is included even if it cannot be listed:
        otherwise the answer would reveal that the player has seen the code.
        """
        begun = self.unfinished().filter(is_aided=False, guess_count__gte=1)
        counted = Q(is_ranked=True) | Q(daily=today())
        return begun.filter(counted, player__user__isnull=False)

    def open_on(self, rules: Rules) -> GameQuerySet:
        """Return the ranked games that must end before a new one of this size can start."""
        ranked = self.unfinished().filter(is_ranked=True, **rules.fields())
        return ranked.exclude(pk__in=self.overdue())

    def start(self, player: Player, rules: Rules = CLASSIC, mode: str = "") -> Game:
        """Return a new ranked game, or the player's untouched game of this size.

        Raise StillOpen if the player has an open game with guesses: otherwise, players could leave
        unlucky games until one goes well.
        """
        board = {"player": player, "is_ranked": True, **rules.fields()}
        drawn = {"secret": new_secret(rules.variant), "mode": mode}
        game = get_or_insert(self.unfinished(), drawn, status=Game.Status.PLAYING, **board)
        if game.is_overdue:
            game.expire()
            game = insert_or_get(self.unfinished(), drawn, status=Game.Status.PLAYING, **board)
        elif not game.is_untouched:
            raise StillOpen(game)
        if game.mode != mode:
            game.choose(mode)
        return game

    def start_evil(self, player: Player, rules: Rules = CLASSIC) -> Game:
        """Return a new or untouched game against the computer that changes its code."""
        new = {"mode": Game.Mode.EVIL, **rules.fields()}
        untouched = self.untouched(Game.Mode.EVIL, rules)
        return get_or_insert(untouched, {"secret": ""}, player=player, **new)

    def start_by_key(self, player: Player, rules: Rules = CLASSIC) -> Game:
        """Return a new game for a program, or its untouched game of the same size."""
        new = {"player": player, "mode": Game.Mode.BY_KEY, **rules.fields()}
        untouched = self.untouched(Game.Mode.BY_KEY, rules)
        return get_or_insert(untouched, {"secret": new_secret(rules.variant)}, **new)

    def untouched(self, mode: Game.Mode, rules: Rules) -> GameQuerySet:
        """Return the games of a mode and a game size that have neither guesses nor help."""
        without = {"guess_count": 0, "is_aided": False}
        return self.unfinished().filter(mode=mode, **without, **rules.fields())

    def evil_wins(self, rules: Rules) -> GameQuerySet:
        """Return the evil games of a game size that were won without help."""
        return self.filter(IS_EVIL, status=Game.Status.WON, is_aided=False, **rules.fields())


class GameManager(models.Manager["Game"]):
    """Games without their secret, which is loaded only when needed."""

    def get_queryset(self) -> GameQuerySet:
        return GameQuerySet(self.model, using=self._db).defer("secret")


class Game(HasPublicId, HasRules):
    """A game: a secret, and the guesses that try to find it.

    No index and no condition of an index has a column that a guess changes. So PostgreSQL can write
    the row without updating an index.
    """

    class Status(models.TextChoices):
        PLAYING = "playing"
        WON = "won"
        LOST = "lost"
        RESIGNED = "resigned"
        EXPIRED = "expired"

    class Mode(models.TextChoices):
        PLAIN = "", ""
        # In hard mode, every guess must fit all answers so far.
        HARD = "hard", gettext_lazy("%(board)s, hard mode")
        # In evil mode, the computer changes its code during the game.
        EVIL = "evil", gettext_lazy("%(board)s, evil mode")
        DUEL = "duel", gettext_lazy("%(board)s, duel")  # a game of one player in a duel
        ONE_SCREEN = "here", gettext_lazy("%(board)s at one screen")  # see Handover
        # Games that a program plays with a key are in no ranking of players.
        BY_KEY = "key", gettext_lazy("%(board)s, by a program")

    GIVEN_UP = (Status.RESIGNED, Status.EXPIRED)

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, db_index=False, related_name="games"
    )
    secret = models.CharField(max_length=8)
    status = models.CharField(max_length=8, choices=Status, default=Status.PLAYING)
    guess_count = models.PositiveSmallIntegerField(default=0)
    mode = models.CharField(max_length=4, choices=Mode, default=Mode.PLAIN, blank=True)
    # Partial indexes are enough, because most games have neither a daily nor a challenge.
    daily = models.ForeignKey(
        "games.Daily", on_delete=models.PROTECT, db_index=False, null=True, related_name="games"
    )
    challenge = models.ForeignKey(
        "games.Challenge",
        on_delete=models.SET_NULL,
        db_index=False,
        null=True,
        related_name="games",
    )
    repeated_daily = models.ForeignKey(
        "games.Daily",
        on_delete=models.PROTECT,
        db_index=False,
        null=True,
        related_name="repetitions",
        help_text="The daily with this code, if another game of the player counts for it.",
    )
    repeated_challenge = models.ForeignKey(
        "games.Challenge",
        on_delete=models.SET_NULL,
        db_index=False,
        null=True,
        related_name="repetitions",
        help_text="The challenge with this code, if another game of the player counts.",
    )
    is_placed = models.BooleanField(
        default=False,
        help_text="Whether the game may be in the results of its daily. See Daily.is_new_to.",
    )
    is_held = models.BooleanField(
        default=False,
        help_text="Whether the code stays hidden because opponents can still break it.",
    )
    is_ranked = models.BooleanField(
        default=False, help_text="Whether no one else could know the secret."
    )
    is_aided = models.BooleanField(default=False)
    shows_candidates = models.BooleanField(default=False)
    counted_guesses = models.PositiveSmallIntegerField(
        null=True, help_text="The guesses that count: those made if won, otherwise the limit + 1."
    )
    skill = models.PositiveSmallIntegerField(
        null=True, help_text="0 to 99. Empty until the game is graded."
    )
    luck = models.PositiveSmallIntegerField(
        null=True, help_text="0 to 99. Empty until the game is graded."
    )
    started_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(
        default=timezone.now, help_text="The time of the player's last action."
    )
    finished_at = models.DateTimeField(null=True)

    objects = GameManager.from_queryset(GameQuerySet)()

    class Meta:
        constraints = (
            within_bounds("game_variant_is_within_bounds", limit__range=(1, 99)),
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
            models.CheckConstraint(
                condition=~IS_EVIL
                | Q(is_ranked=False, daily=None, challenge=None)
                & (Q(status="playing", secret="") | ~Q(status="playing") & ~Q(secret="")),
                name="game_is_evil_without_a_code_before_its_end",
            ),
            models.CheckConstraint(
                condition=~IS_BY_KEY | Q(is_ranked=False, daily=None, challenge=None),
                name="game_by_key_is_not_ranked",
            ),
            models.UniqueConstraint(
                fields=["player", "pegs", "colors", "repeats", "limit"],
                condition=Q(status="playing", is_ranked=True),
                name="game_is_the_only_ranked_one_open",
            ),
            models.UniqueConstraint(
                fields=["player", "daily"],
                condition=Q(daily__isnull=False),
                name="game_is_the_attempt_of_a_player_at_a_day",
            ),
            models.UniqueConstraint(
                fields=["challenge", "player"],
                condition=Q(challenge__isnull=False),
                name="game_is_the_first_attempt_at_a_challenge",
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
                fields=["player", "pegs", "colors", "repeats", "limit", "finished_at"],
                condition=Q(is_ranked=True, counted_guesses__isnull=False),
                name="game_counted_by_player",
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
                fields=["started_at"], condition=Q(status="playing"), name="game_still_open"
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(~IS_EVIL, ~IS_BY_KEY, luck=None, finished_at__isnull=False),
                name="game_not_graded",
            ),
            models.Index(
                fields=["pegs", "colors", "repeats", "limit", "player", "counted_guesses"],
                condition=Q(IS_EVIL, status="won", is_aided=False),
                name="game_forced",
            ),
            models.Index(
                fields=["repeated_daily"],
                condition=Q(repeated_daily__isnull=False),
                name="game_repeats_a_day",
            ),
            models.Index(
                fields=["repeated_challenge"],
                condition=Q(repeated_challenge__isnull=False),
                name="game_repeats_a_challenge",
            ),
        )

    def __str__(self) -> str:
        return f"{self.public_id} ({self.status})"

    @property
    def title(self) -> str:
        return self.daily.title if self.daily else self.board

    @property
    def board(self) -> str:
        name = self.rules.name
        return str(self.Mode(self.mode).label) % {"board": name} if self.mode else name

    @property
    def is_hard(self) -> bool:
        """Whether every guess must fit all answers; then there are no hints."""
        return self.mode == self.Mode.HARD

    @property
    def is_evil(self) -> bool:
        """Whether the computer changes its code and has none before the end."""
        return self.mode == self.Mode.EVIL

    @property
    def is_in_duel(self) -> bool:
        """Whether the game belongs to a duel, which has its own page and no hints."""
        return self.mode == self.Mode.DUEL

    @property
    def is_at_one_screen(self) -> bool:
        """Whether two people share one screen: one sets the code, the other breaks it."""
        return self.mode == self.Mode.ONE_SCREEN

    @property
    def is_by_key(self) -> bool:
        """Whether a program plays the game with a key; such games are in no ranking of players."""
        return self.mode == self.Mode.BY_KEY

    @property
    def is_playing(self) -> bool:
        return self.status == self.Status.PLAYING

    @property
    def is_won(self) -> bool:
        return self.status == self.Status.WON

    @property
    def score(self) -> str:
        """The number of guesses, or X if the code was not found; * means that help was used."""
        guesses = str(self.guess_count) if self.is_won else "X"
        return f"{guesses}{'*' if self.is_aided else ''}"

    @property
    def is_given_up(self) -> bool:
        return self.status in self.GIVEN_UP

    @property
    def is_expired(self) -> bool:
        return self.status == self.Status.EXPIRED

    @property
    def praise(self) -> Praise | None:
        """The word that praises the win; None as long as the skill is unknown."""
        return Praise.of(self.guess_count, self.skill) if self.is_won else None

    @property
    def outcome(self) -> str:
        """The result of the game, or its progress, in a few words."""
        match self.status:
            case self.Status.PLAYING:
                values = {"number": self.next_number, "limit": self.limit}
                return _("guess %(number)d of %(limit)d") % values
            case self.Status.WON:
                return wording.guesses(self.guess_count)
            case self.Status.LOST:
                return _("not solved")
        return _("gave up")

    @cached_property
    def is_of_account(self) -> bool:
        """Whether the player has an account; set without a query if the visitor is the player."""
        return self.player.has_account

    @property
    def is_untouched(self) -> bool:
        """Whether the game is ranked and has neither guesses nor help."""
        return self.is_ranked and not (self.guess_count or self.is_aided)

    @property
    def is_overdue(self) -> bool:
        """Whether the game's time is over, so that it counts as given up."""
        now = timezone.now()
        is_late = self.moved_at < now - LEFT_FOR or self.started_at < now - OPEN_FOR
        return self.is_playing and self.is_ranked and is_late and not self.is_untouched

    @property
    def was_left(self) -> bool:
        """Whether the game ended because its player stopped, not because it took too long."""
        return (self.finished_at or timezone.now()) - self.moved_at > LEFT_FOR

    @property
    def next_number(self) -> int:
        return self.guess_count + 1

    @property
    def ended_on(self) -> date:
        return (self.finished_at or timezone.now()).date()

    @property
    def is_of_today(self) -> bool:
        """Whether the code is today's daily, which others may still break."""
        return today() in (self.daily_id, self.repeated_daily_id)

    @property
    def is_sealed(self) -> bool:
        """Whether the code must stay secret although the game is over.

        The code of an unsolved daily is shown after its day: otherwise giving up in one browser
        would reveal it for another. In a duel, a code is shown after the round.
        """
        return self.is_held or (self.is_of_today and not self.is_won)

    @property
    def revealed_secret(self) -> Code | None:
        """The secret if pages may show it, else None; pages never read ``secret`` itself."""
        return None if self.is_playing or self.is_sealed else self.secret

    @cached_property
    def codemaker(self) -> Codemaker:
        """The codemaker of this game; a page can replace it by one that uses another process."""
        return Evil(self.variant) if self.is_evil else Keeper(self.secret)

    @cached_property
    def history(self) -> list[Guess]:
        """The guesses so far, read once; ``play`` adds each new guess."""
        if "guesses" in getattr(self, "_prefetched_objects_cache", {}):
            return list(self.guesses.all())
        read_histories([self])
        return self.history

    def turns(self) -> list[Turn]:
        """Return the public history: the guesses so far with their feedback."""
        return [guess.turn for guess in self.history]

    def play(self, code: Code, number: int, token: str) -> Guess:
        """Make guess ``number``, once for each ``token``, so that a resend changes nothing.

        Raise GameOver after the end, StalePage if the game has changed since the page was loaded,
        and CannotBeTheCode if hard mode forbids the guess.
        """
        turns = self.turns()
        # Without all earlier guesses, neither the answer nor the allowed guesses are known.
        if number > len(turns) + 1:
            raise self._reload_and_refuse()
        self._hold_to_answers(code, number)
        reply = self.codemaker.answer(turns[: number - 1], code)
        guess = Guess(game=self, number=number, token=token, code=code, **reply._asdict())
        outcome = self._outcome(guess)
        try:
            with transaction.atomic():
                self._advance(number, guess_count=number, moved_at=timezone.now(), **outcome)
                guess.save(force_insert=True)
                self._tell_of_end()
        except (Refused, IntegrityError) as refusal:
            self.__dict__.pop("history", None)
            return find_resent(refusal, self.guesses.filter(number=number, token=token, code=code))
        self.history.append(guess)
        return guess

    def choose(self, mode: str) -> None:
        """Change the mode of an untouched game; otherwise raise StalePage.

        A game with help keeps its mode, so that its help counts on the list of that mode.
        """
        untouched = {"is_ranked": True, "is_aided": False, "guess_count": 0}
        if not Game.objects.unfinished().filter(pk=self.pk, **untouched).update(mode=mode):
            raise self._reload_and_refuse()
        self.mode = mode

    def resign(self, status: Status = Status.RESIGNED) -> None:
        """Give up after any number of guesses; raise GameOver if the game has ended.

        In evil mode, the code to show depends on the guesses, so a new guess raises StalePage.
        """
        turns = self.turns()
        ended = self._changes_at_end(status, self.limit + 1, turns)
        with transaction.atomic():
            self._advance(len(turns) + 1 if self.is_evil else None, **ended)
            self._tell_of_end()

    def expire(self) -> None:
        """Count the game as given up, unless its player has continued it."""
        ended = self._changes_at_end(self.Status.EXPIRED, self.limit + 1, self.turns())
        with transaction.atomic():
            if Game.objects.overdue().filter(pk=self.pk).update(**ended):
                self.refresh_from_db(fields=list(ended))
                self._tell_of_end()

    def grade(self, skill: int | None, luck: int) -> None:
        """Store the skill and luck of a finished game, once."""
        with transaction.atomic():
            ungraded = Game.objects.finished().filter(pk=self.pk, luck=None)
            if ungraded.update(**_grades(self.status, skill, luck)):
                self.refresh_from_db(fields=["skill", "luck", *COUNTED_BY])
                graded.send(Game, game=self)

    def take_hint(self, number: int, kind: str, detail: str = "") -> None:
        """Store the kind of help for guess ``number``; from now on the game counts as helped."""
        shown = {"shows_candidates": True} if kind == Hint.Kind.PANEL else {}
        with transaction.atomic():
            self._advance(number, is_aided=True, **shown)
            hint = Hint(game=self, number=number, kind=kind, detail=detail)
            # A repeated request updates the row of its hint, so that the hint becomes the newest.
            Hint.objects.bulk_create(
                [hint],
                update_conflicts=True,
                unique_fields=["game", "number", "kind", "detail"],
                update_fields=["asked_at"],
            )

    def hide_candidates(self) -> None:
        """Close the panel of candidates; the game still counts as helped."""
        with transaction.atomic():
            self._advance(None, shows_candidates=False)

    def _tell_of_end(self) -> None:
        """If the game is over, reload the columns that decide where it counts; send ``ended``."""
        if self.is_playing:
            return
        if not self.is_in_duel:
            with_player = Game.objects.select_related("player").select_for_update()
            self.refresh_from_db(fields=COUNTED_BY, from_queryset=with_player)
        ended.send(Game, game=self)

    def _hold_to_answers(self, code: Code, number: int) -> None:
        """Raise CannotBeTheCode if a guess in hard mode contradicts an answer."""
        is_due = self.is_hard and self.is_playing and number == self.next_number
        if is_due and (row := first_contradicted(self.turns(), code)):
            raise CannotBeTheCode(guess=code, row=row)

    def _outcome(self, guess: Guess) -> dict[str, Any]:
        """Return the columns that change if a guess ends the game; empty if it does not."""
        turns = [*self.turns(), guess.turn]
        if guess.black == self.pegs:
            return self._changes_at_end(self.Status.WON, guess.number, turns)
        if guess.number == self.limit:
            return self._changes_at_end(self.Status.LOST, guess.number + 1, turns)
        return {}

    def _changes_at_end(self, status: Status, counted: int, turns: list[Turn]) -> dict[str, Any]:
        """Return the changed columns of a game that ends.

        They include skill and luck if computing takes little time. This happens before the
        transaction, so that the leaderboard is written once. Games of a duel end inside the duel's
        transaction, so the duel grades them later. Games by key are not graded: that takes ten
        times as long as a guess.
        """
        ended = {"status": status, "counted_guesses": counted, "finished_at": timezone.now()}
        is_left_out = self.is_in_duel or self.is_by_key or self._grades_would_help()
        if self.is_evil:
            ended["secret"] = self.codemaker.code_after(turns)
        elif turns and self.variant.size <= SMALL and not is_left_out:
            ended |= _grades(status, *skill_and_luck(self.variant, turns))
        return ended

    def _grades_would_help(self) -> bool:
        """Return whether the player can have set this code to grade guesses of an open game."""
        is_open = Game.objects.open_to_help().filter(player=self.player_id).exists
        return self.is_at_one_screen and is_open()

    def _advance(self, number: int | None, **changes: Any) -> None:
        """Update the row of a running game; raise a refusal if the game is over or has changed.

        A ranked game's time starts with its first guess or hint.
        """
        if self.is_untouched:
            changes = {"started_at": timezone.now(), "moved_at": timezone.now(), **changes}
        row = Game.objects.filter(pk=self.pk, status=self.Status.PLAYING)
        if number is not None:
            row = row.filter(guess_count=number - 1)
        if not row.update(**changes):
            raise self._reload_and_refuse()
        for column, value in changes.items():
            setattr(self, column, value)

    def _reload_and_refuse(self) -> Refused:
        """Reload the game for its page, and return the refusal to raise."""
        self.__dict__.pop("history", None)
        self.refresh_from_db()
        return StalePage() if self.is_playing else GameOver()


def read_histories(games: Iterable[Game]) -> None:
    """Read the guesses of these games with one query, as the ``history`` of each.

    Every board runs this query. The ORM takes three times as long to build it.
    """
    known = {game.pk: game for game in games}
    for game in known.values():
        game.history = []
    query = GUESSES.format(", ".join(["%s"] * len(known)))
    for guess in Guess.objects.raw(query, [*known]) if known else ():
        known[guess.game_id].history.append(guess)


def _grades(status: str, skill: int | None, luck: int) -> dict[str, int | None]:
    """Return the columns with the skill and luck of a game.

    Skill is missing after a single guess or after giving up: otherwise players would profit from
    stopping before the hard part.
    """
    return {"skill": None if status in Game.GIVEN_UP else skill, "luck": luck}
