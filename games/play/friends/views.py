"""The page with all ways to play with people you know."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from games.catalog.rules import CLASSIC
from games.models import Duel, Group, Player, Season
from games.models.duels.kinds import CODE_LENGTH
from games.people import limits
from games.people.accounts.forms import NameField
from games.people.sessions.current import identity_of
from games.web.entry.forms import ProblemForm


class LettersForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Have a code?"),
        max_length=20,
        error_messages={
            "required": gettext_lazy("Type the six letters."),
            "max_length": gettext_lazy("A code has six letters."),
        },
        widget=forms.TextInput(
            attrs={
                "class": "field letters",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": gettext_lazy("ABCDEF"),
            }
        ),
    )

    def clean_code(self) -> str:
        """Return the URL of the duel, room or season with these letters in any case and spacing."""
        code = "".join(self.cleaned_data["code"].split()).upper()
        if len(code) != CODE_LENGTH:
            raise forms.ValidationError(_("A code has six letters."))
        to_join = Duel.objects.to_join() | Duel.objects.to_join_late()
        duel = to_join.filter(code=code).first()
        if duel and not duel.kind_rules.is_public:
            return reverse("room", args=[code])
        if found := duel or Season.objects.filter(code=code).first():
            return found.get_absolute_url()
        raise forms.ValidationError(_("No game has the code %(code)s now.") % {"code": code})


class OpenerForm(ProblemForm):
    """The form for the opener's name, which friends read and which can be empty."""

    name = NameField(required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def friends(request: HttpRequest) -> HttpResponse:
    """Show all ways to play with friends; find a game by its letters, or open a race on POST."""
    letters = LettersForm(request.GET if "code" in request.GET else None)
    if letters.is_valid():
        return redirect(letters.cleaned_data["code"])
    form = OpenerForm(request.POST if request.method == "POST" else None)
    if form.is_valid():

        def open_race(opener: Player) -> Duel:
            how = (Duel.Kind.RACE, CLASSIC, Duel.Pace.LIVE.patience)
            duel = Duel.objects.open(opener, *how, name=form.cleaned_data["name"])
            if "several" not in request.POST and (seat := duel.seat_of(opener)):
                duel.get_ready(seat)
            return duel

        return redirect(limits.begin(request, open_race))
    visitor = identity_of(request)
    player, name = visitor.player, request.POST.get("name") or visitor.seats.last_name()
    groups = Group.objects.of(player) if player else ()
    context = {"groups": groups, "letters": letters, "form": form, "player": player, "name": name}
    bad = letters.errors or form.errors
    return render(request, "play/friends/friends.html", context, status=422 if bad else 200)
