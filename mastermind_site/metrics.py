"""``/metrics`` for Prometheus, for the clients that ``METRICS_FROM`` allows.

This module needs the extra ``metrics``; it is not loaded if ``METRICS_FROM`` is empty. The web
workers and the worker of long tasks share their counts in a folder (gunicorn.conf.py). Metrics that
django-prometheus also has get the same names.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from games.models import Game
from games.web.responses.revalidation import RELEASE
from games.web.tasks.claims import waiting
from games.web.tasks.worker import finished
from games.web.traffic.calculator import calculated
from games.web.traffic.visitors import origin_of, parse_address
from mastermind_site.backups import age_of_newest
from mastermind_site.health import disk_free, report

METHODS = {"GET", "HEAD", "POST"}
QUICKLY = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)  # in seconds
SLOWLY = (0.01, 0.1, 1, 5, 20, 60, 300)

latency = Histogram(
    "django_http_requests_latency_seconds_by_view_method",
    "How long requests took, those that were refused among them.",
    ("view", "method"),
    buckets=QUICKLY,
    registry=None,
)
responses = Counter(
    "django_http_responses_total_by_status_view_method",
    "How requests were answered.",
    ("status", "view", "method"),
    registry=None,
)
refusals = Counter(
    "mastermind_refused", "Requests that were refused.", ("reason", "view"), registry=None
)
in_progress = Gauge(
    "mastermind_requests_in_progress",
    "Requests that are being answered, each by a thread.",
    multiprocess_mode="livesum",
    registry=None,
)
pool = Gauge(
    "mastermind_database_pool",
    "Connections to PostgreSQL that are open and that are free, and threads that wait for one.",
    ("state",),
    multiprocess_mode="livesum",
    registry=None,
)
tasks = Histogram(
    "mastermind_task_seconds",
    "How long tasks took.",
    ("task", "outcome"),
    buckets=SLOWLY,
    registry=None,
)
waits = Histogram(
    "mastermind_task_wait_seconds",
    "How long tasks waited until a worker began them.",
    ("queue",),
    buckets=SLOWLY,
    registry=None,
)
calculations = Histogram(
    "mastermind_calculation_seconds",
    "How long requests waited for what is calculated beside their worker.",
    ("calculation", "outcome"),
    buckets=QUICKLY,
    registry=None,
)
MEASURED: tuple[Collector, ...] = (
    *(latency, responses, refusals, in_progress, pool),
    *(tasks, waits, calculations),
)
STATES = {"pool_size": "open", "pool_available": "free", "requests_waiting": "waiting"}


class MetricsMiddleware:
    """Middleware that measures requests, and serves the metrics to allowed clients."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info == "/metrics" and may_ask(request):
            response = HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)
            response["Cache-Control"] = "no-store"
            response["X-Content-Type-Options"] = "nosniff"
            return response
        start = perf_counter()
        with in_progress.track_inprogress():
            response = self.get_response(request)
        count(request, response, perf_counter() - start)
        return response


def count(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Count a request and its answer."""
    view = view_of(request)
    method = request.method if request.method in METHODS else "other"
    latency.labels(view, method).observe(seconds)
    responses.labels(response.status_code, view, method).inc()
    if reason := response.headers.get("X-Refused"):
        refusals.labels(reason, view).inc()
    if there := getattr(connection, "pool", None):
        stats = there.get_stats()
        for name, state in STATES.items():
            pool.labels(state).set(stats.get(name, 0))


def count_task(
    task: str, queue: str, outcome: str, seconds: float, waited: float, **signal: Any
) -> None:
    tasks.labels(task, outcome).observe(seconds)
    waits.labels(queue).observe(waited)


def count_calculation(calculation: str, outcome: str, seconds: float, **signal: Any) -> None:
    calculations.labels(calculation, outcome).observe(seconds)


finished.connect(count_task)
calculated.connect(count_calculation)


def may_ask(request: HttpRequest) -> bool:
    """Return whether a request comes from an allowed IP address.

    Behind a proxy without BEHIND_PROXY, every request would seem to come from the proxy.
    """
    if "X-Forwarded-For" in request.headers and not settings.BEHIND_PROXY:
        return False
    address = parse_address(origin_of(request))
    return address is not None and any(address in network for network in settings.METRICS_FROM)


def view_of(request: HttpRequest) -> str:
    """Return the name of the request's route, without ids, even if no view was called."""
    if request.path.startswith(settings.STATIC_URL):
        return "static"
    try:
        match = request.resolver_match or resolve(request.path_info)
    except Resolver404:
        return "none"
    return match.view_name or "none"


def registry() -> CollectorRegistry:
    """Return the counts of all workers of this server, and the database's figures."""
    found = CollectorRegistry()
    found.register(Kept())
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    else:
        for one in MEASURED:
            found.register(one)
    return found


class Kept(Collector):
    """A collector of figures of this server and of its database.

    If the database does not answer, the database's figures are missing.
    """

    def collect(self) -> Iterator[Metric]:
        yield from of_the_server()
        with suppress(Error):
            yield from of_the_database()


def of_the_server() -> Iterator[Metric]:
    build = GaugeMetricFamily(
        "mastermind_build_info", "Which code runs.", labels=["version", "release"]
    )
    build.add_metric([settings.SITE_VERSION, RELEASE[:12]], 1)
    yield build
    threads = settings.WEB_WORKERS * settings.WEB_THREADS
    yield GaugeMetricFamily("mastermind_threads", "Threads that answer requests.", threads)
    about = "How old the newest backup of a day is, on the server that keeps them."
    age = age_of_newest(settings.BACKUP_DIR)
    yield GaugeMetricFamily("mastermind_backup_age_seconds", about, age)
    about = "Bytes that are free where this server writes."
    yield GaugeMetricFamily("mastermind_disk_free_bytes", about, disk_free())
    about = "1 if this server is ready for players."  # as /readyz says
    yield GaugeMetricFamily("mastermind_ready", about, int(report()["ready"]))


def of_the_database() -> Iterator[Metric]:
    names = {
        "mastermind_tasks_waiting": "Tasks that are ready and that no worker has begun.",
        "mastermind_tasks_oldest_seconds": "How long the oldest of them has waited.",
    }
    metrics = [GaugeMetricFamily(name, about, labels=["queue"]) for name, about in names.items()]
    for queue, figures in waiting().items():
        for metric, figure in zip(metrics, figures, strict=True):
            metric.add_metric([queue], figure)
    yield from metrics
    running = Game.objects.unfinished().count()
    yield GaugeMetricFamily("mastermind_games_running", "Games that are being played.", running)
    # This is the highest key, because counting takes a second.
    newest = Game.objects.aggregate(newest=Max("pk"))["newest"] or 0
    about = "Games that were ever begun, those that were deleted since included."
    yield CounterMetricFamily("mastermind_games_begun", about, newest)
