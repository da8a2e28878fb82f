"""Puzzles: rows with their answers, and the one code that fits them all."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.insight.positions.puzzles import keep_puzzle, puzzle_named
from games.learn.puzzles import forms
from games.learn.puzzles.days import PuzzleMonth
from games.learn.puzzles.forms import DoingForm
from games.learn.puzzles.lists import PuzzlesPage
from games.learn.puzzles.page import PuzzlePage
from games.learn.puzzles.sheets import Sheet, SheetForm
from games.models import PuzzleAttempt, PuzzleName
from games.people import limits
from games.people.sessions.current import identity_of
from games.web.responses.pages import page_or_part, wants_fragment
from games.web.responses.revalidation import revalidated
from solver.deduction.puzzles import Grade, Puzzle


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Today's puzzles, those of every grade, and a month of days."""
    attempts = identity_of(request).puzzles
    context = {
        "page": PuzzlesPage(attempts),
        "month": PuzzleMonth.named(request.GET.get("month", ""), attempts),
    }
    return render(request, "learn/puzzles/puzzles.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(
    request: HttpRequest, grade: Grade, number: int | None = None, day: date | None = None
) -> HttpResponse:
    """A puzzle; posting to it tries a code, asks for the next step, or gives it up."""
    name = PuzzleName(grade, number, day)
    if not name.exists:
        raise Http404
    found = puzzle_named(name)
    if request.method == "POST":
        return done(request, name, found)
    return shown(request, page_of(request, name, found))


def done(request: HttpRequest, name: PuzzleName, found: Puzzle) -> HttpResponse:
    """Do what was sent; a code that is none leaves nothing behind."""
    form = DoingForm(request.POST)
    if not form.is_valid():
        return shown(request, page_of(request, name, found, problem=form.problem), 422)
    begun = identity_of(request).puzzles.at(name)
    attempt = PuzzleAttempt.objects.begin(limits.player_who_begins(request, unless=begun), name)
    keep_puzzle(name, found)
    match form.cleaned_data.get("do") or forms.TRY:
        case forms.HINT:
            attempt.take_hint(form.cleaned_data["shown"], most=len(found.steps))
        case forms.GIVE_UP:
            attempt.give_up()
        case forms.CLOCK:
            attempt.start_clock()
        case _:
            code = form.cleaned_data["code"]
            attempt.note_try(is_right=code == found.solution)
            if not attempt.is_over:
                return shown(request, page_of(request, name, found, tried=code), 422)
    if wants_fragment(request):
        return shown(request, page_of(request, name, found))
    return redirect(name)


def page_of(request: HttpRequest, name: PuzzleName, found: Puzzle, **told: str) -> PuzzlePage:
    """Return a puzzle as it stands with who asks."""
    attempts = identity_of(request).puzzles
    sent = request.POST if request.method == "POST" else request.GET
    return PuzzlePage(name, found, attempts.at(name).first(), attempts, sent, **told)


def shown(request: HttpRequest, page: PuzzlePage, status: int = 200) -> HttpResponse:
    """Show a puzzle: to htmx the part that changes, to everybody else the page."""
    address = request.build_absolute_uri(page.name.get_absolute_url())
    context = {"page": page, "text": page.text(address) if page.is_over else ""}
    return page_or_part(
        request, "learn/puzzles/puzzle.html", "learn/puzzles/_puzzle.html", context, status
    )


@require_safe
@revalidated()
def sheet(request: HttpRequest) -> HttpResponse:
    """Empty boards, positions or puzzles to print, with the solutions on the last page."""
    form = SheetForm(request.GET)
    asked = Sheet.asked_for(form) if form.is_valid() else None
    context = {"form": form, "sheet": asked}
    return render(request, "learn/puzzles/sheet.html", context, status=200 if asked else 422)
