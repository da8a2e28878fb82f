"""The player of a request: the player of the account, or else the guest of the session."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Count, Max, Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

from games.models import (
    Assist,
    Challenge,
    Daily,
    Game,
    GameQuerySet,
    Player,
    PuzzleAttempt,
    PuzzleAttemptQuerySet,
    Seat,
    SeatQuerySet,
    Watch,
    today,
)

SESSION_KEY = "player"
NEWCOMER = "newcomer"  # session key: whether this session's player has never won
# session key: whether the guest has a name; guests with a name are kept for longer
HAS_NAME = "has a name"
# session key: the day whose code was seen by a player who was deleted in this browser
SEEN = "daily seen"
# session key: the browser's guests, if they are not in its cookie yet
GUESTS = "guests"

GUESTS_COOKIE = "__Host-guests" if settings.HTTPS else "guests"
GUESTS_SALT = "guests of a browser"
GUESTS_KEPT = settings.SESSION_COOKIE_AGE


ANY_VISITOR = 2**62  # placeholder for a visitor's key in cached SQL

Things = TypeVar("Things", bound=QuerySet[Any])
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Identity:
    """The visitor: an account, the guest of one session, or neither.

    ``account`` is the key of a user; ``guest`` is the key of a player without an account.
    """

    account: int | None = None
    guest: int | None = None

    @cached_property
    def player(self) -> Player | None:
        """The player, or None if the visitor has only looked at pages."""
        return next(iter(self.ask(own_player)), None)

    @cached_property
    def key(self) -> int | None:
        """The key of the visitor's player, or None; the player can be a deleted guest."""
        if self.account:
            return Player.objects.filter(user=self.account).values_list("pk", flat=True).first()
        return self.guest

    @property
    def games(self) -> GameQuerySet:
        """The visitor's games; empty if the visitor has not played yet."""
        return self._own(Game.objects.all())

    @property
    def watches(self) -> QuerySet[Watch]:
        return self._own(Watch.objects.all())

    @property
    def assists(self) -> QuerySet[Assist]:
        return self._own(Assist.objects.all())

    @property
    def puzzles(self) -> PuzzleAttemptQuerySet:
        return self._own(PuzzleAttempt.objects.all())

    @property
    def seats(self) -> SeatQuerySet:
        return self._own(Seat.objects.all())

    @cached_property
    def has_guessed(self) -> bool:
        """Whether the visitor has made a guess or tried a puzzle."""
        guessed = self.games.filter(guess_count__gte=1)
        return guessed.exists() or self.puzzles.filter(tries__gte=1).exists()

    def ask(self, question: Callable[..., QuerySet[Row]], *names: str) -> list[Row]:
        """Return the rows of a question about the visitor; the SQL of a question is cached.

        Use this on frequent pages, where the ORM would take longer than the database. A question is
        a function of a module: it takes an identity and ``names``, and depends on nothing else.
        """
        if not (key := self.account or self.guest):
            return []
        model, sql, values = _write_sql(question, self.account is not None, len(names))
        known: dict[object, object] = dict(zip(_marks(len(names)), names, strict=True))
        known[ANY_VISITOR] = key
        return list(model.objects.raw(sql, [known.get(value, value) for value in values]))

    def owns(self, thing: Game | Watch | Assist | Challenge) -> bool:
        """Return whether a game, challenge or other thing belongs to the visitor."""
        owner = thing.setter_id if isinstance(thing, Challenge) else thing.player_id
        return owner == self.key

    def _own(self, things: Things) -> Things:
        """Return the visitor's rows, without a query if the visitor has no player."""
        if self.account:
            return things.filter(player__user=self.account)
        return things.filter(player=self.guest) if self.guest else things.none()


@lru_cache(maxsize=64)
def _write_sql(
    question: Callable[..., QuerySet[Any]], has_account: bool, names: int
) -> tuple[Any, str, tuple[Any, ...]]:
    """Return the model, SQL and values of a question, with placeholders for its arguments."""
    visitor = Identity(account=ANY_VISITOR) if has_account else Identity(guest=ANY_VISITOR)
    rows = question(visitor, *_marks(names))
    return rows.model, *rows.query.sql_with_params()


def own_player(visitor: Identity) -> QuerySet[Player]:
    if visitor.account:
        return Player.objects.filter(user=visitor.account)
    return Player.objects.filter(pk=visitor.guest or 0, user=None)


def _marks(names: int) -> list[str]:
    return [f"name {number}" for number in range(names)]


def identity_of(request: HttpRequest) -> Identity:
    if request.user.is_authenticated:
        return Identity(account=request.user.pk)
    return Identity(guest=request.session.get(SESSION_KEY))


def other_guests(request: HttpRequest) -> list[Player]:
    """Return other guests of this browser, with ``game_count`` and ``played_at``, latest first."""
    cookie = request.get_signed_cookie(
        GUESTS_COOKIE, default="", salt=GUESTS_SALT, max_age=GUESTS_KEPT
    )
    named = [*request.session.get(GUESTS, ()), *(cookie or "").split(":")]
    if named == [""]:
        return []
    guests = Player.objects.filter(public_id__in=named, user=None)
    others = guests.exclude(pk=identity_of(request).guest or 0)
    counted = others.annotate(game_count=Count("games"), played_at=Max("games__moved_at"))
    return sorted(counted, key=lambda guest: named.index(guest.public_id))


def day_seen(request: HttpRequest) -> date | None:
    """Return the day whose code another player of this browser has seen, or None."""
    others = other_guests(request)
    todays = Daily.objects.filter(day=today()).first() if others else None
    if todays and any(todays.is_known_to(one) for one in others):
        return todays.day
    seen: str | None = request.session.get(SEEN)
    return date.fromisoformat(seen) if seen else None


def current_player(request: HttpRequest) -> Player | None:
    """Return the player of this session, or None."""
    player = identity_of(request).player
    if player and request.user.is_authenticated:
        player.user = request.user  # already loaded, so this needs no query
    return player


def known_player(request: HttpRequest) -> Player | None:
    """Return the player of this account or session; None for a visitor without a player."""
    if request.user.is_authenticated:
        return Player.objects.owner_of(request.user)
    return current_player(request)


def introduce(request: HttpRequest, player: Player) -> None:
    """Put a new player into the session, with one write."""
    request.session.update({SESSION_KEY: player.pk, NEWCOMER: True, HAS_NAME: False})
    request.session.cycle_key()
