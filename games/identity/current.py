"""Who plays: a player belongs to an account, or to a browser session and its first game."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games.models import Assist, Game, GameQuerySet, Player, Watch

SESSION_KEY = "player"


def current_player(request: HttpRequest) -> Player | None:
    """Return who plays in this session; looking at pages makes nobody a player."""
    if request.user.is_authenticated:
        return Player.objects.filter(user=request.user).first()
    key = request.session.get(SESSION_KEY)
    return Player.objects.filter(pk=key, user=None).first() if key else None


def current_key(request: HttpRequest) -> int | None:
    """Return the key of who plays in this session, without asking whether a guest still exists."""
    if request.user.is_authenticated:
        return Player.objects.filter(user=request.user).values_list("pk", flat=True).first()
    key: int | None = request.session.get(SESSION_KEY)
    return key


def new_or_current_player(request: HttpRequest) -> Player:
    """Return who plays in this session, introducing them if this is their first game."""
    if request.user.is_authenticated:
        return Player.objects.owner_of(request.user)
    player = current_player(request)
    if player is None:
        player = Player.objects.create()
        request.session.cycle_key()
        request.session[SESSION_KEY] = player.pk
    return player


def is_of(request: HttpRequest) -> Q:
    """Return the condition that something with a player belongs to who plays in this session.

    Somebody who has not played yet has nothing, and the database is not asked.
    """
    if request.user.is_authenticated:
        return Q(player__user=request.user)
    key = request.session.get(SESSION_KEY)
    return Q(player=key) if key else Q(pk__in=())


def own_games(request: HttpRequest) -> GameQuerySet:
    """Return the games of this session: none for somebody who has not played yet."""
    return Game.objects.filter(is_of(request))


def own_watches(request: HttpRequest) -> QuerySet[Watch]:
    """Return the watched games of this session."""
    return Watch.objects.filter(is_of(request))


def own_assists(request: HttpRequest) -> QuerySet[Assist]:
    """Return the codes that somebody holds in this session."""
    return Assist.objects.filter(is_of(request))
