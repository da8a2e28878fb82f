"""The pages of puzzles: some rows with answers; only one code fits all rows."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from games.insight.positions.puzzles import PUZZLE_BOARD, keep_puzzle, puzzle_named
from games.learn.puzzles.days import PuzzleMonth, PuzzlesPage
from games.learn.puzzles.page import PuzzlePage
from games.learn.puzzles.sheets import Sheet, SheetForm
from games.models import Player, PuzzleAttempt, PuzzleName
from games.people import limits
from games.people.sessions.current import identity_of
from games.web.entry.forms import INCOMPLETE, CodeField, HiddenNumberField, ProblemForm
from games.web.responses.board import Board
from games.web.responses.revalidation import revalidated
from solver.deduction.puzzles import Grade

MOST_STEPS = 999


class DoingForm(ProblemForm):
    """What a player does with a puzzle: try a code, ask for a hint, start the clock or give up."""

    do = forms.ChoiceField(
        choices=[(one, one) for one in ("try", "hint", "give-up", "clock")],
        required=False,
        error_messages={"invalid_choice": INCOMPLETE},
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        if data.get("do", "try") in ("", "try"):
            self.fields["code"] = CodeField(PUZZLE_BOARD)
        elif data.get("do") == "hint":
            self.fields["shown"] = HiddenNumberField(0, MOST_STEPS)


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Show today's puzzles, one of every grade, and a month of daily puzzles."""
    attempts = identity_of(request).puzzles
    month = PuzzleMonth.from_name(request.GET.get("month", ""), attempts)
    context = {"page": PuzzlesPage(attempts, month), "month": month}
    return render(request, "learn/puzzles/puzzles.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(
    request: HttpRequest, grade: Grade, number: int | None = None, day: date | None = None
) -> HttpResponse:
    """Show a puzzle; a POST request tries a code, asks for the next hint, or gives up."""
    name = PuzzleName(grade, number, day)
    if not name.exists:
        raise Http404
    board = PuzzleBoard(request, name)
    return take(request, board) if request.method == "POST" else board.show()


def take(request: HttpRequest, board: PuzzleBoard) -> HttpResponse:
    """Try a code, take a hint, start the clock or give up; an invalid code changes nothing."""
    form, name, found = DoingForm(request.POST), board.name, board.puzzle
    if not form.is_valid():
        return board.refuse(form.problem)
    begun = identity_of(request).puzzles.at(name)
    act, code = form.cleaned_data.get("do") or "try", form.cleaned_data.get("code", "")

    def do(player: Player) -> PuzzleAttempt:
        attempt = PuzzleAttempt.objects.begin(player, name)
        keep_puzzle(name, found)
        match act:
            case "hint":
                attempt.take_hint(form.cleaned_data["shown"], most=len(found.steps))
            case "give-up":
                attempt.give_up()
            case "clock":
                attempt.start_clock()
            case _:
                attempt.note_try(is_right=code == found.solution)
        return attempt

    is_over = limits.begin(request, do, unless=begun).is_over
    return board.show(422, tried=code) if act == "try" and not is_over else board.after()


class PuzzleBoard(Board[PuzzlePage]):
    """A puzzle in the state that its reader has reached."""

    templates = "learn/puzzles/puzzle.html", "learn/puzzles/_puzzle.html"

    def __init__(self, request: HttpRequest, name: PuzzleName) -> None:
        super().__init__(request)
        self.name, self.puzzle = name, puzzle_named(name)

    def page(self, **told: str) -> PuzzlePage:
        attempts = identity_of(self.request).puzzles
        sent = self.request.POST if self.request.method == "POST" else self.request.GET
        return PuzzlePage(
            self.name, self.puzzle, attempts.at(self.name).first(), attempts, sent, **told
        )

    def context(self, page: PuzzlePage) -> dict[str, Any]:
        address = self.request.build_absolute_uri(self.name.get_absolute_url())
        return {"page": page, "text": page.text(address) if page.is_over else ""}


@require_safe
@revalidated()
def sheet(request: HttpRequest) -> HttpResponse:
    """Show empty boards, positions or puzzles to print, with the solutions on the last page."""
    form = SheetForm(request.GET)
    asked = Sheet.from_form(form) if form.is_valid() else None
    context = {"form": form, "sheet": asked}
    return render(request, "learn/puzzles/sheet.html", context, status=200 if asked else 422)
