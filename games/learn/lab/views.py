"""The pages of the lab: all strategies, one strategy, two compared, and decision trees."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.catalog.cards import CARDS
from games.insight.fairness.helped import unless_asking
from games.insight.fairness.position import FairPosition
from games.learn.lab.boards import NamedBoard, results_and_day
from games.learn.lab.comparison import BY_MEAN, DOWN, SORTED_BY, Comparison
from games.learn.lab.head_to_head import HeadToHead
from games.learn.lab.strategy import StrategyPage
from games.learn.lab.tree import KINDS, TYPES, TreePage, WholeTree, node_at, write_tree
from games.learn.lab.work import AskForm, StopForm, Work, ask, work_on
from games.models import Playout
from games.people.limits import digest_of
from games.web.responses.pages import wants_fragment
from games.web.responses.revalidation import day, readable_elsewhere, revalidated, shared
from solver.rule.feedback import Feedback
from solver.study.walk import NoSuchNode


@shared
@require_http_methods(["GET", "HEAD", "POST"])
@revalidated(by=day)
def strategies(request: HttpRequest) -> HttpResponse:
    """Show all strategies for a game size in one table.

    A POST request starts or stops a play-out, or says that the visitor is still waiting.
    """
    is_look = "look" in request.POST
    sent = request.POST if request.method == "POST" and not is_look else request.GET
    if request.method != "POST" and "one" in sent and "other" in sent:
        pair = strategy_or_404(sent["one"]), strategy_or_404(sent["other"])
        return redirect(reverse("head-to-head", args=pair) + NamedBoard(sent).query)
    board = NamedBoard(sent)
    work = None if board.problem else work_on(request, board.variant)
    if is_look and work:
        work.look()
    if request.method != "POST" or (is_look and wants_fragment(request)):
        return show_comparison(request, board, work)
    if is_look:
        return redirect(request.get_full_path())
    if "stop" in sent:
        return stop_playout(request, board)
    form = AskForm(sent, work)
    if board.problem or not form.is_valid():
        return show_comparison(request, board, work, form.problem)
    ask(request, board.variant, form.cleaned_data["strategy"])
    return redirect(reverse("strategies") + board.query)


def stop_playout(request: HttpRequest, board: NamedBoard) -> HttpResponse:
    """Cancel a visitor's request; the play-out continues if other visitors want it."""
    form = StopForm(request.POST)
    if form.is_valid():
        for row in Playout.objects.unfinished().filter(pk=form.cleaned_data["stop"]):
            row.withdraw(digest_of(request))
    return redirect(reverse("strategies") + board.query)


def show_comparison(
    request: HttpRequest, board: NamedBoard, work: Work | None, problem: str = ""
) -> HttpResponse:
    """Show the known results for a board; if htmx asks for progress, show only the results."""
    if request.GET.get("sort", BY_MEAN) not in SORTED_BY:
        problem = _("The table has no such column.")
    is_bad = bool(board.problem or problem)
    context = {
        "board": board,
        "comparison": comparison_of(request, board),
        "work": work,
        "problem": problem,
        "titles": titles(),
    }
    is_part = wants_fragment(request) and work
    template = "learn/lab/_results.html" if is_part else "learn/lab/strategies.html"
    response = render(request, template, context, status=422 if is_bad else 200)
    if work:  # a page of running work is not cached, because visitors can stop the work
        add_never_cache_headers(response)
    return response


def comparison_of(request: HttpRequest, board: NamedBoard) -> Comparison | None:
    """Return the sorted table of a board; None without results, or if the column is unknown."""
    by = request.GET.get("sort", BY_MEAN)
    results = None if board.problem else board.results
    if results is None or by not in SORTED_BY:
        return None
    order = DOWN if request.GET.get("order") == DOWN else ""
    return Comparison(board.rules, results, by, order)


def titles() -> dict[str, str]:
    return {name: str(card.title) for name, card in CARDS.items()}


@shared
@require_safe
@revalidated(by=results_and_day)
def head_to_head(request: HttpRequest, one: str, other: str) -> HttpResponse:
    board = NamedBoard(request.GET)
    page = HeadToHead(board, strategy_or_404(one), strategy_or_404(other))
    return show_page(request, "learn/lab/head_to_head.html", page)


@shared
@require_safe
@revalidated(by=results_and_day)
def strategy(request: HttpRequest, name: str) -> HttpResponse:
    """Show how one strategy works and how well it plays."""
    page = StrategyPage(strategy_or_404(name), NamedBoard(request.GET))
    return show_page(request, "learn/lab/strategy.html", page)


def show_page(request: HttpRequest, template: str, page: StrategyPage | HeadToHead) -> HttpResponse:
    context = {"board": page.board, "page": page, "titles": titles()}
    return render(request, template, context, status=422 if page.board.problem else 200)


def facts_of_node(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return the facts on which a node's page depends; None if it asks the visitor first."""
    if unless_asking(request, *args, **kwargs) is None:
        return None
    return results_and_day(request, *args, **kwargs)


@vary_on_headers("HX-Request")
@require_safe
@revalidated(by=facts_of_node)
def tree(request: HttpRequest, name: str, answers: tuple[Feedback, ...] = ()) -> HttpResponse:
    """Show the node of a decision tree that the visitor has reached."""
    whole = WholeTree(NamedBoard(request.GET), strategy_or_404(name))
    board, context = whole.board, {"board": whole.board, "page": whole}
    if board.problem:
        return render(request, "learn/lab/no_tree.html", context, status=422)
    try:
        visit = node_at(board.variant, name, answers)
    except NoSuchNode as missing:
        last = whole.address_of(answers[: missing.depth])
        return render(request, "learn/lab/no_node.html", context | {"last": last}, status=404)
    position = FairPosition.of_visitor(request, board.variant, visit.history)
    page = TreePage(board, name, answers, visit, position, "picture" in request.GET)
    is_part = wants_fragment(request) and page.shows_picture
    template = "learn/lab/_picture.html" if is_part else "learn/lab/tree.html"
    return render(request, template, {"board": board, "page": page})


@require_safe
@readable_elsewhere
@revalidated()
def tree_file(request: HttpRequest, name: str, kind: str) -> HttpResponse:
    """Return a whole tree as a file, or a page that refuses a large one."""
    board = NamedBoard(request.GET)
    if kind not in KINDS:
        raise Http404(kind)
    page = WholeTree(board, strategy_or_404(name))
    if board.problem or not page.is_written:
        return render(request, "learn/lab/no_tree.html", {"board": board, "page": page}, status=422)
    text = write_tree(board.variant, name, kind)
    response = HttpResponse(text, content_type=TYPES.get(kind, "text/plain; charset=utf-8"))
    file = f"{name}-{board.variant.name}.{kind}"
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


def strategy_or_404(name: str) -> str:
    if name not in CARDS:
        raise Http404(name)
    return name
