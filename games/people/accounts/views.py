"""The pages about a name and an account, from signing up to deletion."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from games import wording
from games.models import RecoveryCode
from games.people import limits
from games.people.accounts import accounts
from games.people.accounts.form_page import Destination, FormPage, with_form
from games.people.accounts.forms import (
    WRONG_CODE,
    ChosenPasswordForm,
    ForgottenForm,
    LogInForm,
    NameForm,
    NewPasswordForm,
    OwnAddressForm,
    OwnPasswordForm,
    RecoverForm,
    SignUpForm,
)
from games.people.exports.belongings import belongings_of, farewell
from games.people.sessions import browsers, guests
from games.people.sessions.current import current_player, other_guests
from games.people.sessions.store import NAMED_FOR, NAMELESS_FOR, end_others, session_of
from games.web.responses.pages import go_to
from games.web.responses.revalidation import revalidated

View = Callable[[HttpRequest], HttpResponse]


@with_form("people/accounts/sign_up.html")
def sign_up(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Create an account for the games of this browser."""
    if request.user.is_authenticated:
        return go_to(request, reverse("you"))
    form = SignUpForm(page.posted)
    if not page.accepts(form):
        return page.show()
    accounts.sign_up(request, **form.cleaned_data)
    messages.success(request, _("Welcome. You can now see your games in every browser."))
    return let_in(request, reverse("recovery"))


@with_form("people/accounts/log_in.html")
def log_in(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Log in; the games of this browser's guest move to the account."""
    form = LogInForm(request, page.posted)
    guest = None if request.user.is_authenticated else current_player(request)
    if not page.accepts(form, guest=guest):
        return page.show()
    if moved := accounts.log_in(request, form.get_user()):
        came = _("%(games)s from this browser joined your statistics. They aren’t ranked.")
        messages.success(request, came % {"games": wording.games(moved)})
    return let_in(request)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("start")


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Switch to another guest of this browser, or to a new one."""
    response = redirect(Destination(request).get_redirect_url() or "start")
    limits.count_session(request)
    guests.switch(request, response, request.POST.get("player", ""))
    return response


@with_form("people/accounts/name.html")
def name(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Change the player's name, on the leaderboard and for logging in."""
    player = current_player(request)
    if player is None:
        return redirect("start")
    form = NameForm(page.posted, initial={"name": player.name})
    if not page.accepts(form):
        return page.show()
    player.rename(form.cleaned_data["name"])
    session_of(request).prolong()
    return redirect(Destination(request).get_redirect_url() or "leaderboard")


@with_form("people/accounts/password.html")
@login_required
def password(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Change the password, log out all other browsers, and revoke all keys."""
    form = NewPasswordForm(request, page.posted)
    if not page.accepts(form):
        return page.show()
    update_session_auth_hash(request, form.save())
    accounts.shut_out_others(request)
    messages.success(request, _("Your password is changed. Other browsers are logged out."))
    return go_to(request, reverse("you"))


@require_POST
@login_required
def log_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """Log out all other browsers, or only one session."""
    if ended := end_others(request, request.POST.get("session", "")):
        said = ngettext(
            "Logged out in %(count)d other browser.",
            "Logged out in %(count)d other browsers.",
            ended,
        )
        messages.success(request, said % {"count": ended})
    return redirect("you")


@with_form("people/accounts/recovery.html")
@login_required
def recovery(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Replace the recovery codes and show the new codes once."""
    needs_password = not accounts.has_just_signed_up(request)
    form = OwnPasswordForm(request, page.posted) if needs_password else None
    left = RecoveryCode.objects.filter(user=request.user.pk).count()
    if not page.accepts(form, left=left):
        return page.show()
    return page.show(form=None, codes=RecoveryCode.objects.renew(cast(User, request.user)))


@with_form("people/accounts/recover.html")
def recover(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Set a new password and log in with a recovery code."""
    form = RecoverForm(page.posted)
    if not page.accepts(form):
        return page.show()
    name, code, password = (form.cleaned_data[it] for it in ("username", "code", "password"))
    if not accounts.recover(request, name, code, password):
        form.add_error(None, WRONG_CODE)
        return page.show()
    messages.success(request, _("Welcome back. Your password is changed."))
    return let_in(request)


def requires_mail(view: View) -> View:
    """Hide a page if the site cannot send email."""

    @wraps(view)
    def view_or_404(request: HttpRequest) -> HttpResponse:
        if not settings.HAS_MAIL:
            raise Http404
        return view(request)

    return view_or_404


@requires_mail
@with_form("people/accounts/email.html")
@login_required
def email(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Save the email address to which links for forgotten passwords are sent."""
    user = cast(User, request.user)
    form = OwnAddressForm(request, page.posted)
    form.initial["email"] = user.email
    if not page.accepts(form):
        return page.show()
    user.email = form.cleaned_data["email"]
    user.save(update_fields=["email"])
    kept = _("Your email address is saved.")
    messages.success(request, kept if user.email else _("Your email address is deleted."))
    return go_to(request, reverse("you"))


@requires_mail
@with_form("people/accounts/forgotten.html")
def forgotten(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Send a link to an email address; the answer is the same for unknown addresses."""
    form = ForgottenForm(page.posted)
    if not page.accepts(form):
        return page.show()
    accounts.ask_for_link(request, form.cleaned_data["email"])
    return page.show(form=None, is_sent=True)


@requires_mail
@with_form("people/accounts/choose.html")
def choose(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Set a new password with a link from an email.

    The secret is in the query of the URL, which is not logged.
    """
    user = accounts.owner_of_link(request.GET.get("account", ""), request.GET.get("token", ""))
    if user is None:
        return render(request, page.template, status=HTTPStatus.GONE)
    form = ChosenPasswordForm(user, page.posted)
    if not page.accepts(form):
        return page.show()
    if not accounts.choose_password(request, user, form.cleaned_data["password"]):
        return render(request, page.template, status=HTTPStatus.GONE)
    messages.success(request, _("Welcome back. Your password is changed."))
    return let_in(request)


@with_form("people/accounts/delete.html")
def delete(request: HttpRequest, page: FormPage) -> HttpResponse:
    """Delete all data of a player; a player with an account must enter the password."""
    player = current_player(request)
    if player is None:
        return go_to(request, reverse("you"))
    form = OwnPasswordForm(request, page.posted) if request.user.is_authenticated else None
    belongings, others = belongings_of(player), other_guests(request)
    if not page.accepts(form, belongings=belongings, others=others):
        return page.show()
    accounts.leave_for_good(request, player)
    messages.success(request, farewell(belongings))
    response = go_to(request, reverse("deleted"))
    browsers.forget(response)
    return response


@require_safe
def show_deleted(request: HttpRequest) -> HttpResponse:
    return render(request, "people/accounts/deleted.html")


@require_safe
@revalidated()
def privacy(request: HttpRequest) -> HttpResponse:
    """Show which data about players is stored, for how long and why, with the current limits."""
    context = {
        "nameless_days": NAMELESS_FOR.days,
        "named_days": NAMED_FOR.days,
        "cookie_days": browsers.KEPT_FOR.days,
        "digest_days": limits.LONGEST_COUNTED.days,
    }
    return render(request, "people/accounts/privacy.html", context)


def let_in(request: HttpRequest, by_way_of: str = "") -> HttpResponse:
    """Redirect a player who has just logged in; note that this browser knows the account."""
    address = Destination(request).get_success_url()
    if by_way_of:
        address = f"{by_way_of}?{urlencode({'next': address})}"
    response = go_to(request, address)
    browsers.remember(request, response)
    return response
