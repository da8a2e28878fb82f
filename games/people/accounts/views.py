"""The pages of a name and an account, up to their deletion."""

from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from secrets import randbelow
from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import RedirectURLMixin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect

from games import wording
from games.models import NameTaken, RecoveryCode, Refused
from games.people import limits
from games.people.accounts import accounts
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
from games.web.responses.pages import wants_fragment
from games.web.responses.refusals import on_refusal
from games.web.responses.revalidation import revalidated
from games.web.traffic.gate import Busy, ComeBack

View = Callable[[HttpRequest], HttpResponse]


def with_form(view: View) -> View:
    """Let a page be shown and its form be sent, by htmx too; no report has what was typed."""
    view = require_http_methods(["GET", "HEAD", "POST"])(view)
    return sensitive_post_parameters()(vary_on_headers("HX-Request")(view))


@with_form
def sign_up(request: HttpRequest) -> HttpResponse:
    """Making an account for the games of this browser."""
    if request.user.is_authenticated:
        return gone_to(request, reverse("you"))
    form, template = SignUpForm(sent(request)), "people/accounts/sign_up.html"
    if not form.is_valid():
        return answered(request, template, form)
    with (
        on_refusal(partial(name_taken, request, template, form), NameTaken),
        on_refusal(partial(not_yet, request, template, form), ComeBack),
    ):
        accounts.sign_up(request, **form.cleaned_data)
    messages.success(request, _("Welcome. You can now see your games in every browser."))
    return entered(request, reverse("recovery"))


@with_form
def log_in(request: HttpRequest) -> HttpResponse:
    """Logging in to an account; the games of the guest who plays in this browser come along."""
    form, template = LogInForm(request, sent(request)), "people/accounts/log_in.html"
    guest = None if request.user.is_authenticated else current_player(request)
    with on_refusal(partial(not_yet, request, template, form, guest=guest), ComeBack):
        if not form.is_valid():
            return answered(request, template, form, guest=guest)
    if moved := accounts.log_in(request, form.get_user()):
        came = _("%(games)s from this browser joined your statistics. They aren’t ranked.")
        messages.success(request, came % {"games": wording.games(moved)})
    return entered(request)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("start")


@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Somebody else plays from now on, as a guest: one of this browser, or a new one."""
    response = redirect(Destination(request).get_redirect_url() or "start")
    guests.switch(request, response, request.POST.get("player", ""))
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Choosing the name that stands on the leaderboard, and that one logs in with."""
    player = current_player(request)
    if player is None:
        return redirect("start")
    form, template = (
        NameForm(sent(request), initial={"name": player.name}),
        "people/accounts/name.html",
    )
    if not form.is_valid():
        return answered(request, template, form)
    with on_refusal(partial(name_taken, request, template, form), NameTaken):
        player.rename(form.cleaned_data["name"])
    session_of(request).prolong()
    return redirect(Destination(request).get_redirect_url() or "leaderboard")


@with_form
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """Another password; all other browsers are logged out."""
    form, template = NewPasswordForm(request, sent(request)), "people/accounts/password.html"
    with on_refusal(partial(not_yet, request, template, form), ComeBack):
        if not form.is_valid():
            return answered(request, template, form)
        update_session_auth_hash(request, form.save())
        end_others(request)
    messages.success(request, _("Your password is changed. Other browsers are logged out."))
    return gone_to(request, reverse("you"))


@require_POST
@login_required
def log_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """Logging out in all other browsers, or in one of them."""
    if ended := end_others(request, request.POST.get("session", "")):
        said = ngettext(
            "Logged out in %(count)d other browser.",
            "Logged out in %(count)d other browsers.",
            ended,
        )
        messages.success(request, said % {"count": ended})
    return redirect("you")


@with_form
@login_required
def recovery(request: HttpRequest) -> HttpResponse:
    """New recovery codes, shown once, in place of the old ones."""
    needs_password = not accounts.has_just_signed_up(request)
    form = OwnPasswordForm(request, sent(request)) if needs_password else None
    template = "people/accounts/recovery.html"
    left = RecoveryCode.objects.filter(user=request.user.pk).count()
    with on_refusal(partial(not_yet, request, template, form, left=left), ComeBack):
        if request.method != "POST" or (form and not form.is_valid()):
            return answered(request, template, form, left=left)
    codes = RecoveryCode.objects.renew(cast(User, request.user))
    return answered(request, template, None, codes=codes)


@with_form
def recover(request: HttpRequest) -> HttpResponse:
    """The way back into an account: a recovery code and a new password."""
    form, template = RecoverForm(sent(request)), "people/accounts/recover.html"
    if not form.is_valid():
        return answered(request, template, form)
    with on_refusal(partial(not_yet, request, template, form), ComeBack):
        name, code, password = (form.cleaned_data[it] for it in ("username", "code", "password"))
        if not accounts.recover(request, name, code, password):
            form.add_error(None, WRONG_CODE)
            return answered(request, template, form)
    messages.success(request, _("Welcome back. Your password is changed."))
    return entered(request)


def if_mail_is_sent(view: View) -> View:
    """Let an address be there only where the site can send mail."""

    @wraps(view)
    def there_or_not(request: HttpRequest) -> HttpResponse:
        if not settings.HAS_MAIL:
            raise Http404
        return view(request)

    return there_or_not


@if_mail_is_sent
@with_form
@login_required
def email(request: HttpRequest) -> HttpResponse:
    """The e-mail address of an account, for the day its password is forgotten."""
    user, template = cast(User, request.user), "people/accounts/email.html"
    form = OwnAddressForm(request, sent(request))
    form.initial["email"] = user.email
    with on_refusal(partial(not_yet, request, template, form), ComeBack):
        if not form.is_valid():
            return answered(request, template, form)
    user.email = form.cleaned_data["email"]
    user.save(update_fields=["email"])
    kept = _("Your email address is saved.")
    messages.success(request, kept if user.email else _("Your email address is deleted."))
    return gone_to(request, reverse("you"))


@if_mail_is_sent
@with_form
def forgotten(request: HttpRequest) -> HttpResponse:
    """Asking for a link to an address; the answer is the same whether an account has it."""
    form, template = ForgottenForm(sent(request)), "people/accounts/forgotten.html"
    if not form.is_valid():
        return answered(request, template, form)
    with on_refusal(partial(not_yet, request, template, form), ComeBack):
        accounts.ask_for_link(request, form.cleaned_data["email"])
    return answered(request, template, None, is_sent=True)


@if_mail_is_sent
@with_form
def choose(request: HttpRequest) -> HttpResponse:
    """Choosing a new password by a link; its parts follow the ?, which no log of ours has."""
    user = accounts.owner_of_link(request.GET.get("account", ""), request.GET.get("token", ""))
    template = "people/accounts/choose.html"
    if user is None:
        return render(request, template, status=HTTPStatus.GONE)
    form = ChosenPasswordForm(user, sent(request))
    if not form.is_valid():
        return answered(request, template, form)
    with on_refusal(partial(not_yet, request, template, form), ComeBack):
        if not accounts.choose_password(request, user, form.cleaned_data["password"]):
            return render(request, template, status=HTTPStatus.GONE)
    messages.success(request, _("Welcome back. Your password is changed."))
    return entered(request)


@with_form
def delete(request: HttpRequest) -> HttpResponse:
    """Deleting everything about a player, who says so with the password if they have one."""
    player = current_player(request)
    if player is None:
        return gone_to(request, reverse("you"))
    has_password = request.user.is_authenticated
    form = OwnPasswordForm(request, sent(request)) if has_password else None
    template, belongings = "people/accounts/delete.html", belongings_of(player)
    more: dict[str, Any] = {"belongings": belongings, "others": other_guests(request)}
    with on_refusal(partial(not_yet, request, template, form, **more), ComeBack):
        if request.method != "POST" or (form and not form.is_valid()):
            return answered(request, template, form, **more)
    accounts.leave_for_good(request, player)
    messages.success(request, farewell(belongings))
    response = gone_to(request, reverse("deleted"))
    browsers.forget(response)
    return response


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    """What was deleted, and how to begin anew."""
    return render(request, "people/accounts/deleted.html")


@require_safe
@revalidated()
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of whom, for how long and why: the figures are those that delete it."""
    context = {
        "nameless_days": NAMELESS_FOR.days,
        "named_days": NAMED_FOR.days,
        "cookie_days": browsers.KEPT_FOR.days,
        "digest_days": limits.LONGEST_COUNTED.days,
    }
    return render(request, "people/accounts/privacy.html", context)


def sent(request: HttpRequest) -> QueryDict | None:
    """Return what a form was sent, if it was."""
    return request.POST if request.method == "POST" else None


def answered(
    request: HttpRequest, template: str, form: forms.Form | None, **context: object
) -> HttpResponse:
    """Show a page with a form; one that was filled in wrongly is a 422."""
    context |= {"form": form, "next": Destination(request).get_redirect_url()}
    bad = form is not None and form.errors
    return render(request, template, context, status=422 if bad else 200)


def not_yet(
    request: HttpRequest,
    template: str,
    form: forms.Form | None,
    refusal: Refused,
    **context: object,
) -> HttpResponse:
    """Show a form again that cannot be looked at now, with what was typed in it.

    Nobody else is told the same unseen: they would lose what they typed. With JavaScript the form
    stays as it is and is sent again when it is time: ``js/again.js``.
    """
    if isinstance(refusal, ComeBack):
        refusal.is_for_all_there = False
    if isinstance(refusal, Busy):  # a class comes back one after another
        refusal.seconds = 1 + randbelow(refusal.seconds)
    return answered(request, template, form, refusal=refusal, **context)


def entered(request: HttpRequest, by_way_of: str = "") -> HttpResponse:
    """Lead on anyone who has just logged in, in a browser that will be known from now on."""
    address = Destination(request).get_success_url()
    if by_way_of:
        address = f"{by_way_of}?{urlencode({'next': address})}"
    response = gone_to(request, address)
    browsers.remember(request, response)
    return response


def gone_to(request: HttpRequest, address: str) -> HttpResponse:
    """Lead a browser to another page, all of it, even if a script has sent the form."""
    if wants_fragment(request):
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address)


def name_taken(
    request: HttpRequest, template: str, form: forms.Form, refusal: Refused
) -> HttpResponse:
    """Show the form again, with the refusal beside the name."""
    form.add_error("name", str(refusal))
    return answered(request, template, form)


class Destination(RedirectURLMixin):
    """Where ``next`` leads, if it is a path of this site, else the player's own page."""

    next_page = "you"

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        address = super().get_redirect_url()
        return address if address.startswith("/") else ""
