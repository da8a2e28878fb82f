"""``/metrics`` in the form of Prometheus, for those whom ``METRICS_FROM`` names.

Needs the extra ``metrics``; where the setting is empty this module is not loaded and nothing is
counted. The workers of a server share what they count in a folder (gunicorn.conf.py).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from time import perf_counter

from django.conf import settings
from django.db import Error
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django_tasks_db.models import DBTaskResult
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games.models import Game
from games.site.visitors import origin_of, parsed
from games.tasks import QUEUES

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)

requests = Histogram(
    "mastermind_request_seconds",
    "How long requests took, by the pattern of their address and the status of the answer.",
    ("route", "status"),
    buckets=SECONDS,
    registry=None,
)


class MetricsMiddleware:
    """Measures requests, and tells what was measured to anyone who may know it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == "/metrics" and may_ask(request):
            response = HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)
            response["Cache-Control"] = "no-store"
            response["X-Content-Type-Options"] = "nosniff"
            return response
        start = perf_counter()
        response = self.get_response(request)
        requests.labels(route_of(request), response.status_code).observe(perf_counter() - start)
        return response


def may_ask(request: HttpRequest) -> bool:
    """Return whether a request comes from where the setting says.

    Through a proxy that the settings do not know of, everybody would come from its address.
    """
    if "X-Forwarded-For" in request.headers and not settings.BEHIND_PROXY:
        return False
    address = parsed(origin_of(request))
    return address is not None and any(address in network for network in settings.METRICS_FROM)


def route_of(request: HttpRequest) -> str:
    """Return the pattern of an address, which has no id in it: there are some hundred."""
    match = request.resolver_match
    return f"/{match.route}" if match else "none"


def registry() -> CollectorRegistry:
    """Return what all workers of this server counted, and what the database says."""
    found = CollectorRegistry()
    found.register(Kept())
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    else:
        found.register(requests)
    return found


class Kept(Collector):
    """What the database says; nothing if it does not answer."""

    def collect(self) -> Iterator[Metric]:
        try:
            yield from (tasks_waiting(), games_running(), games_begun())
        except Error:
            return


def tasks_waiting() -> Metric:
    waiting = DBTaskResult.objects.ready().order_by().values_list("queue_name")
    found = dict(waiting.annotate(Count("pk")))
    told = "Tasks that are ready and that nobody has begun."
    metric = GaugeMetricFamily("mastermind_tasks_waiting", told, labels=["queue"])
    for queue in QUEUES:
        metric.add_metric([queue], found.get(queue, 0))
    return metric


def games_running() -> Metric:
    running = Game.objects.unfinished().count()
    return GaugeMetricFamily("mastermind_games_running", "Games that are being played.", running)


def games_begun() -> Metric:
    """The highest key of a game: to count a million rows would take a second each time."""
    newest = Game.objects.aggregate(newest=Max("pk"))["newest"] or 0
    told = "Games that were ever begun, those that were deleted since included."
    return CounterMetricFamily("mastermind_games_begun", told, newest)
