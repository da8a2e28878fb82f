"""Several guests in one browser, such as a shared tablet, each with their own games.

A session has one player. A signed cookie names all guests of the browser and outlives log-ins and
log-outs. Switching needs no password; only accounts have one.
"""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from games.models import Game, Player, Refused
from games.people.sessions.browsers import SAFE_COOKIE
from games.people.sessions.current import (
    GUESTS,
    GUESTS_COOKIE,
    GUESTS_KEPT,
    GUESTS_SALT,
    NEWCOMER,
    SESSION_KEY,
    current_player,
    other_guests,
)
from games.people.sessions.store import session_of

MOST_GUESTS = 8


class NotHere(Refused):
    code = "not-here"
    sentence = gettext_lazy("That player is no longer in this browser. Choose another under You.")


class EnoughGuests(Refused):
    code = "enough-guests"
    sentence = gettext_lazy(
        "This browser already has %(most)d guests. Under You, switch to one of them and"
        " delete it to make room."
    )


class LoggedIn(Refused):
    code = "logged-in"
    sentence = gettext_lazy("You are logged in. Log out first. Your games stay in your account.")


def switch(request: HttpRequest, response: HttpResponse, which: str) -> None:
    """Switch to another guest of this browser; if ``which`` is empty, to a new one.

    A new guest is stored with the first game, and is a newcomer until the first guess.
    """
    if request.user.is_authenticated:
        raise LoggedIn
    left, others = current_player(request), other_guests(request)
    guest = next((one for one in others if one.public_id == which), None)
    if which and guest is None:
        raise NotHere
    here = [left, *others] if left else others
    if guest is None and len(here) >= MOST_GUESTS:
        raise EnoughGuests(most=MOST_GUESTS)
    if not here:  # this session has no player yet
        return
    remember(request, response, here)
    request.session[SESSION_KEY] = guest.pk if guest else None
    won = Game.objects.filter(player=guest, status=Game.Status.WON)
    request.session[NEWCOMER] = guest is not None and not won.exists()
    session_of(request).prolong()


def remember(request: HttpRequest, response: HttpResponse, guests: list[Player]) -> None:
    """Store the guests in the browser's cookie and in the session.

    The session has a copy, because the response with the cookie can be lost.
    """
    named = [guest.public_id for guest in guests]
    request.session[GUESTS] = named
    kept = {"salt": GUESTS_SALT, "max_age": GUESTS_KEPT, **SAFE_COOKIE}
    response.set_signed_cookie(GUESTS_COOKIE, ":".join(named), **kept)
