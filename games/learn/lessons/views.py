"""The rules and the lessons."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.learn.lessons.concluding import EXERCISES, ConcludingPage
from games.learn.lessons.lesson import STEPS, Lesson
from games.learn.lessons.matching import Example
from games.learn.lessons.questions import questions
from games.web.responses.pages import page_or_part, wants_fragment
from games.web.responses.revalidation import form_secret, revalidated, shared
from solver.rule.codes import Code, Variant

TRIED_ON = Variant(pegs=3, colors=4)
# Each code has color 1 once, the first guess has it twice. The last two codes repeat other colors.
LESSON_CODES: tuple[Code, ...] = ("123", "212", "441")
FIRST_GUESS: Code = "112"


@dataclass(frozen=True)
class Trial:
    """A guess at one of the codes; if ``is_hidden``, the page does not show the code."""

    number: int
    guess: Code
    is_hidden: bool
    variant = TRIED_ON

    @property
    def example(self) -> Example:
        return Example(LESSON_CODES[self.number], self.guess)

    @property
    def pegs(self) -> list[tuple[int, str]]:
        """The place and the color of each peg of the guess."""
        return list(enumerate(self.guess, start=1))

    @property
    def next_number(self) -> int:
        """The number of the next code; after the last comes the first."""
        return (self.number + 1) % len(LESSON_CODES)


class TrialForm(forms.Form):
    """A code and a guess of three pegs; invalid input means the first state of the page."""

    code = forms.TypedChoiceField(
        choices=[(str(one), "") for one in range(len(LESSON_CODES))], coerce=int
    )
    hide = forms.ChoiceField(choices=[("yes", "")])

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        for place in range(1, TRIED_ON.pegs + 1):
            choices = [(symbol, "") for symbol in TRIED_ON.symbols]
            self.fields[f"peg{place}"] = forms.ChoiceField(choices=choices)

    @property
    def trial(self) -> Trial:
        self.full_clean()
        known = self.cleaned_data
        guess = "".join(
            known.get(f"peg{place}", usual) for place, usual in enumerate(FIRST_GUESS, start=1)
        )
        return Trial(known.get("code", 0), guess, "hide" in known)


# the rule that most people misunderstand: a repeated color
REPEATED_COLOR = Example(secret="1325", guess="1142")
# the templates of pages and of their parts
LESSON = "learn/lessons/lesson.html", "learn/lessons/_lesson.html"
EXERCISE = "learn/lessons/conclude.html", "learn/lessons/_conclude.html"


@shared
@require_safe
@revalidated(by=form_secret)
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules; htmx gets only the answer to a trial guess."""
    trial = TrialForm(request.GET).trial
    context = {"trial": trial, "example": REPEATED_COLOR, "questions": questions()}
    template = (
        "learn/lessons/_answer_reply.html"
        if wants_fragment(request)
        else "learn/lessons/rules.html"
    )
    return render(request, template, context)


@require_safe
@revalidated()
def learn(request: HttpRequest) -> HttpResponse:
    return render(request, "learn/lessons/learn.html")


@require_safe
def empty_board(request: HttpRequest) -> HttpResponse:
    """Redirect an old URL to the sheet with empty boards."""
    return redirect(f"{reverse('sheet')}?what=boards&per=4")


@shared
@require_safe
@revalidated(by=form_secret)
def lesson(request: HttpRequest, step: int) -> HttpResponse:
    """Show a turn of the lesson; htmx gets only the part that changes."""
    if step not in STEPS:
        raise Http404
    context = {"page": Lesson(step, request.GET)}
    return page_or_part(request, LESSON, context)


@vary_on_headers("HX-Request")  # set here, so that a 304 has the header, too
@require_safe
@revalidated()
def conclude(request: HttpRequest, step: int) -> HttpResponse:
    """Show an exercise; htmx gets only the part that changes."""
    if not 0 < step <= len(EXERCISES):
        raise Http404
    context = {"page": ConcludingPage(step, request.GET)}
    return page_or_part(request, EXERCISE, context)
