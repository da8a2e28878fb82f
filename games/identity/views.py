"""Who one is here: a name, an account to be found again elsewhere, and all data to take along."""

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import wording
from games.identity.accounts import log_in as enter_account
from games.identity.current import current_player
from games.identity.exports import as_csv, as_json
from games.identity.forms import LogInForm, NameForm, NewPasswordForm, OwnPasswordForm, SignUpForm


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Making an account for the games of this browser."""
    if request.user.is_authenticated:
        return redirect("you")
    form = SignUpForm(sent(request))
    if form.is_valid() and form.save(request):
        messages.success(request, "Welcome. From now on your games are found in every browser.")
        return redirect(where_to(request))
    return answered(request, "identity/sign_up.html", form)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Logging in to an account; the games of this browser come along."""
    form = LogInForm(sent(request), request)
    if form.is_valid():
        if moved := enter_account(request, form.user):
            came = _("%(games)s of this browser came along, for practice.")
            messages.success(request, came % {"games": wording.games(moved)})
        return redirect(where_to(request))
    return answered(request, "identity/log_in.html", form)


@never_cache
@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("start")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Choosing the name that stands on the leaderboard, and that one logs in with."""
    player = current_player(request)
    if player is None:
        return redirect("start")
    form = NameForm(sent(request), player=player)
    if form.is_valid() and form.save():
        return redirect("leaderboard")
    return answered(request, "identity/name.html", form)


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Another password; all other browsers are logged out."""
    form = NewPasswordForm(sent(request), request)
    if form.is_valid():
        form.save()
        messages.success(request, "Your password is changed. Other browsers are logged out.")
        return redirect("you")
    return answered(request, "identity/password.html", form)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Deleting everything about a player, who says so with the password if they have one."""
    player = current_player(request)
    if player is None:
        return redirect("you")
    has_password = request.user.is_authenticated
    form = OwnPasswordForm(sent(request), request) if has_password else None
    if request.method == "POST" and (form is None or form.is_valid()):
        player.forget()
        logout(request)
        return redirect("start")
    return answered(request, "identity/delete.html", form, player=player)


@never_cache
@require_safe
def export_json(request: HttpRequest) -> HttpResponse:
    """All that is kept about this player, for programs."""
    return download(as_json(current_player(request)), "application/json", "mastermind.json")


@never_cache
@require_safe
def export_csv(request: HttpRequest) -> HttpResponse:
    """The games of this player as a table, one line a game."""
    return download(as_csv(current_player(request)), "text/csv", "mastermind.csv")


def download(text: str, kind: str, name: str) -> HttpResponse:
    """Answer with a file to be saved."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)


def sent(request: HttpRequest) -> QueryDict | None:
    """Return what a form was sent, if it was."""
    return request.POST if request.method == "POST" else None


def answered(
    request: HttpRequest, template: str, form: forms.Form | None, **context: object
) -> HttpResponse:
    """Show a page with a form; one that was filled in wrongly is a 422."""
    context |= {"form": form, "next": request.POST.get("next") or request.GET.get("next", "")}
    bad = form is not None and form.errors
    return render(request, template, context, status=422 if bad else 200)


def where_to(request: HttpRequest) -> str:
    """Return where ``next`` leads, if that is on this site, else the player's own page."""
    target = request.POST.get("next", "")
    is_here = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if is_here else "you"
