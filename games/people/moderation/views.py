"""Pages for reports to the people who run the site."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.models import Complaint
from games.people import limits
from games.people.moderation.forms import ReportForm
from games.web.responses.pages import notice


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
