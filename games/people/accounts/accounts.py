"""Accounts: with a name and a password, players can log in from any browser."""

import logging
import time
from typing import Any

from django.contrib.auth import login, logout
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.http import urlsafe_base64_decode
from django.utils.translation import gettext_lazy as _

from games.models import ApiKey, Daily, Player, RecoveryCode, today
from games.models.duels.leaving import forget
from games.people import limits
from games.people.accounts import hashing
from games.people.accounts.tasks import send_link
from games.people.sessions.current import NEWCOMER, SEEN, SESSION_KEY, current_player, day_seen
from games.people.sessions.merging import take_over
from games.people.sessions.store import BACKEND, end_oldest, end_others, session_of
from games.web.traffic.visitors import exact_address_of

SIGNED_UP = "signed up"  # session key for the time of signing up
A_MOMENT = 600  # in seconds; an account is new for this time
TAKEN = _("That username is taken. Capital letters make no difference.")

logger = logging.getLogger(__name__)


class BoundedBackend(ModelBackend):
    """Django's accounts; each password attempt is counted before it is hashed.

    If the password is right, the attempt is no longer counted. An unknown name is counted, hashed
    and refused like a known one.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **others: Any,
    ) -> User | None:
        if username is None or password is None:
            return None
        username = stored_name(username)
        uses = limits.uses_of_password(request, username)
        with hashing.passing():  # if the gate refuses the visitor, no attempt is counted
            count_attempt(request, *uses)
            user = super().authenticate(request, username=username, password=password, **others)
        if user is None:
            log_failure(request)
        else:
            limits.give_back(*uses)
        return user


def stored_name(name: str) -> str:
    return Player.key_of(" ".join(name.split()))


@receiver(pre_save, sender=User)
def keep_one_way_of_writing(instance: User, raw: bool, **signal: Any) -> None:
    """Store the name of a new account in the spelling that log-ins use.

    This is for accounts from a command or the admin. ``createsuperuser`` checks only the name as
    typed, so the stored spelling is checked here.
    """
    if not instance._state.adding or raw:
        return
    instance.username = stored_name(instance.username)
    if instance.is_superuser and User.objects.filter(username=instance.username).exists():
        raise ValidationError(TAKEN)


def count_attempt(request: HttpRequest | None, *uses: limits.Use) -> None:
    """Count an attempt before it is checked; if there were too many, log it, and raise TooMany."""
    try:
        limits.spend(*uses)
    except limits.TooMany:
        log_failure(request)
        raise


def log_failure(request: HttpRequest | None) -> None:
    """Log a failed log-in for fail2ban.

    The name is missing, because it can be a password typed into the wrong field.
    """
    if request:
        logger.warning("Failed log-in from %s", exact_address_of(request))


def sign_up(request: HttpRequest, name: str, password: str, email: str = "") -> None:
    """Make an account for this browser's player, keep all games, and log in.

    Raise NameTaken if another player has the name.
    """
    with hashing.passing():  # hashing is slow, so it runs outside of any transaction
        player = current_player(request) or Player()
        is_newcomer = player.pk is None
        note_day_seen(request, player)
        player.refuse_taken(name)  # a taken name is refused before the slow hashing
        limits.count_row(request)
        hashed = make_password(password)
    enter(request, player.open_account(name, hashed, email))
    request.session[SIGNED_UP] = time.time()
    if is_newcomer:
        request.session[NEWCOMER] = True


def has_just_signed_up(request: HttpRequest) -> bool:
    """Return whether the account was created in this browser only a few minutes ago."""
    signed_up: float = request.session.get(SIGNED_UP, 0)
    return 0 <= time.time() - signed_up < A_MOMENT


def recover(request: HttpRequest, name: str, code: str, password: str) -> bool:
    """Change a forgotten password with a recovery code, and log in.

    Return False if the code is wrong. Each try counts as a password attempt; an unknown name is
    refused like a wrong code.
    """
    username, user = stored_name(name), None
    uses = limits.uses_of_password(request, username)
    with hashing.passing():  # if the gate refuses the visitor, no attempt is counted
        count_attempt(request, *uses)
        if RecoveryCode.objects.fits(username, code):
            user = RecoveryCode.objects.use(username, code, make_password(password))
    if user is None:
        log_failure(request)
        return False
    limits.give_back(*uses)
    log_in(request, user)
    shut_out_others(request)
    return True


def ask_for_link(request: HttpRequest, email: str) -> None:
    """Send a link to an email address if an account has it.

    Another process looks the address up later, so neither the answer nor its time reveals whether
    an account has it.
    """
    limits.spend(*limits.uses_of_mail(request, email))
    send_link.enqueue(email, request.get_host(), request.is_secure())


def owner_of_link(account: str, token: str) -> User | None:
    """Return the user of a link; None if the link is used, too old or invalid."""
    try:
        key = int(urlsafe_base64_decode(account))
    except ValueError:
        return None
    user = User.objects.filter(pk=min(key, 2**62), is_active=True).first()
    return user if user and default_token_generator.check_token(user, token) else None


def choose_password(request: HttpRequest, user: User, password: str) -> bool:
    """Change the password of a user who followed a link, and log in; return whether it worked.

    Of two requests at once, only one succeeds.
    """
    with hashing.passing():
        hashed = make_password(password)
    if not User.objects.filter(pk=user.pk, password=user.password).update(password=hashed):
        return False
    user.password = hashed
    log_in(request, user)
    shut_out_others(request)
    return True


def shut_out_others(request: HttpRequest) -> None:
    """End the account's other sessions and revoke its keys, after a change of the password."""
    end_others(request)
    ApiKey.objects.filter(user=request.user.pk).delete()


def log_in(request: HttpRequest, user: User) -> int:
    """Log in; return how many games of this browser's guest moved to the account."""
    guest = None if request.user.is_authenticated else current_player(request)
    if day_seen(request):
        guest = guest or Player.objects.create()
        note_day_seen(request, guest)
    moved = take_over(Player.objects.owner_of(user), guest) if guest else 0
    enter(request, user)
    return moved


def note_day_seen(request: HttpRequest, player: Player) -> None:
    """Note that a player can know today's code, because another player here has seen it."""
    if day := day_seen(request):
        player.saw_daily_of = max(day, player.saw_daily_of or day)


def leave_for_good(request: HttpRequest, player: Player) -> None:
    """Delete the player; the session remembers whether today's code was seen.

    Otherwise a player could delete the account and get another first attempt.
    """
    todays = Daily.objects.filter(day=today()).first()
    has_seen = todays is not None and todays.is_known_to(player)
    end_others(request)
    forget(player)
    logout(request)
    if has_seen:
        request.session[SEEN] = today().isoformat()


def enter(request: HttpRequest, user: User) -> None:
    """Start the session of an account, with a new session key and without the guest."""
    if request.user.is_authenticated and request.user != user:
        logout(request)  # this browser gets no more notifications of the other account
    request.session.pop(SESSION_KEY, None)
    session_of(request).account = user.pk
    login(request, user, backend=BACKEND)
    end_oldest(request)
