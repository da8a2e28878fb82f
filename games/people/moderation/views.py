"""Pages for reports to the people who run the site."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import NAME_LENGTH, Challenge, Complaint, Player, Reportable, Season, Standing
from games.people import limits
from games.web.entry.forms import RulesForm
from games.web.responses.pages import notice


class ReportForm(RulesForm):
    """The form that names what is reported: a name, a challenge or a leaderboard line."""

    name = forms.CharField(max_length=NAME_LENGTH, required=False)
    nickname = forms.CharField(max_length=500, required=False)  # signed, with up to 24 letters
    challenge = forms.SlugField(max_length=40, required=False)
    line = forms.IntegerField(min_value=1, max_value=2**62, required=False)
    season = forms.SlugField(max_length=6, required=False)
    entrant = forms.IntegerField(min_value=1, max_value=2**15, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["reportable"] = None if self.errors else self._reportable(cleaned)
        return cleaned

    def _reportable(self, sent: dict[str, Any]) -> Reportable | None:
        """Return the reported thing if others can see it now, else None."""
        if sent["nickname"]:
            return Reportable.nickname_in(sent["nickname"])
        if sent["challenge"]:
            challenges = Challenge.objects.select_related("setter")
            challenge = challenges.filter(public_id=sent["challenge"]).first()
            return (
                Reportable.challenge(challenge) if challenge and not challenge.is_hidden else None
            )
        if sent["line"]:
            lines = Standing.objects.ranked().filter(**sent["rules"].fields())
            line = lines.filter(player=sent["line"]).select_related("player").first()
            return Reportable.line(line.player, line.rules) if line else None
        if sent["season"]:
            return _in_season(sent["season"], sent["entrant"])
        player = Player.objects.by_name(sent["name"])
        return Reportable.name(player) if player else None


def _in_season(code: str, number: int | None) -> Reportable | None:
    """Return a season's title or an entrant's name, if others can see it now."""
    season = Season.objects.filter(code=code).select_related("opener").first()
    if season is None or season.is_hidden:
        return None
    if number is None:
        return Reportable.season(season)
    entrant = season.entrants.filter(number=number).first()
    if entrant is None or entrant.key in season.hidden_names:
        return None
    return Reportable.entrant(entrant)


@require_POST
def report(request: HttpRequest) -> HttpResponse:
    """Save a visitor's report of a name, a challenge or a leaderboard line; repeats are ignored."""
    form = ReportForm(request.POST)
    reportable = form.cleaned_data["reportable"] if form.is_valid() else None
    if reportable is None:
        sentence = _(
            "No one can see that anymore. To report something else, press Report beside it."
        )
        return notice(request, _("Already hidden"), sentence, HTTPStatus.UNPROCESSABLE_ENTITY)
    if not Complaint.objects.about(reportable).exists():
        limits.spend_as_visitor(request, limits.REPORTS)
        Complaint.objects.keep(reportable)
    return render(request, "people/moderation/reported.html")
