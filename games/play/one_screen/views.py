"""Two people at one screen: one sets a code, the other breaks it.

No URL contains the code, and no page shows the code before its game has ended.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.models import Evening, Handover
from games.models.base.ids import PUBLIC_ID_LENGTH, new_public_id
from games.models.play.handover import FIRST_NAME_LENGTH
from games.people import limits
from games.people.sessions.current import identity_of
from games.web.entry.forms import OwnCodeForm, ProblemForm, RulesForm
from games.web.entry.setup import Setup


def be_printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError(_("A name is one line of plain text."))


class FirstNameField(forms.CharField):
    """The name of a person at this screen, which is not sent to other screens."""

    def __init__(self, label: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            max_length=FIRST_NAME_LENGTH,
            validators=[be_printable],
            widget=forms.TextInput({"class": "field", "autocomplete": "off"}),
            error_messages={
                "max_length": gettext_lazy("A name has at most %(limit_value)d characters.")
            },
        )


class NamesForm(ProblemForm):
    maker = FirstNameField(gettext_lazy("Who sets this code"))
    breaker = FirstNameField(gettext_lazy("Who breaks it"))


@require_safe
def one_screen(request: HttpRequest) -> HttpResponse:
    """Show the page on which the first code of an evening is set."""
    return setting(request, first_place(new_public_id()))


@require_http_methods(["GET", "HEAD", "POST"])
def evening(request: HttpRequest, evening: str) -> HttpResponse:
    """Show an evening: a code that waits for the second player, or the score and the next code.

    On POST, save a code.
    """
    kept = Evening.of(identity_of(request).key, evening)
    if kept is None and (request.method != "POST" or not is_free(evening)):
        raise Http404
    place = kept.next_place if kept else first_place(evening)
    if request.method == "POST":
        if kept and (kept.is_on or request.POST.get("number") != str(place["number"])):
            return redirect(kept.last)  # the form was sent twice
        return save_code(request, place, kept)
    if kept and kept.is_on:
        return render(request, "play/one_screen/pass_on.html", {"evening": kept})
    return setting(request, place, kept)


def save_code(request: HttpRequest, place: dict[str, Any], kept: Evening | None) -> HttpResponse:
    """Save a code, or show the page again with a new peg or the problem."""
    setup, names = Setup(request.POST, RulesForm), NamesForm(request.POST)
    form = OwnCodeForm(request.POST, setup.rules)
    if "place" in request.POST:
        return setting(request, place, kept)
    if not (setup.rules and form.is_valid() and names.is_valid()):
        return setting(request, place, kept, form)
    if kept is None:
        place |= names.cleaned_data
    how = {"rules": setup.rules, "secret": form.cleaned_data["code"], **place}
    limits.begin(request, partial(Handover.objects.keep, **how))
    # The message changes the cookies. So the browser discards its stored page with the code, even
    # if no script has removed the code from that page.
    messages.success(request, _("The code is saved."))
    return redirect("evening", place["evening"])


def setting(
    request: HttpRequest,
    place: dict[str, Any],
    kept: Evening | None = None,
    refused: OwnCodeForm | None = None,
) -> HttpResponse:
    """Show the page that sets a code; the size of the last game is selected."""
    sent = request.POST if request.method == "POST" else request.GET
    played = dict(kept.last.game.rules.settings) if kept else {}
    setup = Setup({**played, **sent.dict()}, RulesForm)
    if entry := setup.entry(refused.problem if refused else ""):
        numbered = (*entry.kept, ("number", str(place["number"])))
        entry = replace(entry, kept=numbered, is_secret=True)
    context = {
        "setup": setup,
        "entry": entry,
        "evening": kept,
        "place": Handover(**place),
        "names": NamesForm(sent if refused else None),
        "is_covered": request.method != "POST" or "covered" in sent or refused,
    }
    return render(request, "play/one_screen/set.html", context, status=422 if refused else 200)


def first_place(evening: str) -> dict[str, Any]:
    return {"evening": evening, "number": 1}


def is_free(evening: str) -> bool:
    """Return whether a new evening can have this name."""
    fits = len(evening) == PUBLIC_ID_LENGTH
    return fits and not Handover.objects.filter(evening=evening).exists()
