"""Every part of the pages in every state, for people who work on them; in development only."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.catalog.colors import palette
from games.catalog.rules import CLASSIC, PRESETS
from games.charts.distribution import Distribution
from games.charts.partition import PartitionChart, PartitionColumns
from games.charts.trend import Trend
from games.models import Hint
from games.play.hints import advice_on
from solver.rule.feedback import Feedback, Turn, possible_feedbacks
from solver.study.suggest import suggest

HISTORY = [Turn("1122", Feedback(1, 0)), Turn("1344", Feedback(0, 1))]


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    giant = PRESETS["giant"].variant
    kinds = [
        ("follows", "1"),
        ("check", "1122"),
        ("facts", ""),
        ("candidate", ""),
        ("best", "knuth"),
    ]
    hints = [Hint(kind=kind, detail=detail) for kind, detail in kinds]
    sizes = suggest(CLASSIC.variant, HISTORY[:1]).partition
    answered = PartitionChart(sizes, Feedback(0, 1), is_exact=False, most=6)
    context = {
        "colors": palette(giant),
        "giant": giant,
        "rows": ["....", "12..", "1234", "........", giant.symbols[:8]],
        "replies": sorted(possible_feedbacks(4)),
        "many": Feedback(3, 4),
        "history": HISTORY,
        "advice": [advice_on(hint, CLASSIC.variant, HISTORY) for hint in hints],
        "columns": PartitionColumns(answered, pegs=4),
        "presets": PRESETS.values(),
        "distribution": Distribution((0, 1, 4, 20, 12, 3, 1, 0, 0, 0, 2), yours=4),
        "trends": [Trend("Skill", [40, 55, 72, 70, 85, 88], 0, 99)],
    }
    return render(request, "design/design.html", context)
