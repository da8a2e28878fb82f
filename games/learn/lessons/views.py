"""The rules and the lessons."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.learn.lessons.concluding import EXERCISES, ConcludingPage
from games.learn.lessons.forms import TrialForm
from games.learn.lessons.lesson import STEPS, Lesson
from games.learn.lessons.matching import Example
from games.learn.lessons.questions import questions
from games.web.responses.pages import page_or_part, wants_fragment
from games.web.responses.revalidation import form_secret, revalidated, shared

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
