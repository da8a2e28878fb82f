"""``/healthz`` and ``/readyz`` for monitoring.

Both URLs are answered before any other check of the request, for any host name.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import Error, connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest, HttpResponse, JsonResponse

from games.models import Recurrence, TaskWorker
from games.models.base.long_work import LOST_AFTER, in_a
from games.models.base.tables import missing_migrations
from games.web.responses.revalidation import RELEASE
from mastermind_site.backups import age_of_newest

# a report is cached for this many seconds, so that a loop of requests costs nothing
REPORT_KEPT = 2.0

Facts = dict[str, Any]


def database() -> Facts:
    """Report whether the database accepts a write; the test write changes no row."""
    with transaction.atomic():
        TaskWorker.objects.filter(name="").update(seen_at=Now())
    return {"ok": True}


def migrations() -> Facts:
    """Report whether the tables fit this version; tables of a newer version do, too."""
    missing = missing_migrations()
    return {"ok": not missing, "missing": missing}


def secret_key() -> Facts:
    """Report whether the key file still contains the key of this process."""
    file = settings.SECRET_KEY_FILE
    return {"ok": file is None or file.read_bytes() == settings.SECRET_KEY.encode()}


def static_files() -> Facts:
    """Report whether pages find their static files, which ``manage.py collectstatic`` stores."""
    return {"ok": getattr(staticfiles_storage, "hashed_files", None) != {}}


def worker() -> Facts:
    """Report whether a worker runs the long tasks, and how long ago it was last seen.

    A time in the future is ignored: the worker's clock is wrong, and the worker can be dead.
    """
    seen = TaskWorker.objects.filter(seen_at__lt=in_a(LOST_AFTER))
    return age_of(seen.order_by("-seen_at"), "seen_at")


def scheduler() -> Facts:
    """Report whether recurring tasks are enqueued, and how long the most overdue one has waited."""
    return age_of(Recurrence.objects.order_by("due_at"), "due_at")


def age_of(rows: QuerySet[Any], column: str) -> Facts:
    """Report the first row's age in seconds, by the database's clock; None if there is no row."""
    for now, then in rows.annotate(now=Now()).values_list("now", column)[:1]:
        age = max(0.0, (now - then).total_seconds())
        return {"ok": age < LOST_AFTER.total_seconds(), "age": round(age, 1)}
    return {"ok": False, "age": None}


def backup() -> Facts:
    """Report the age of the newest backup on this server; ``ok`` is always true."""
    return {"ok": True, "age": age_of_newest(settings.BACKUP_DIR)}


def disk() -> Facts:
    """Report how many bytes are free on the disks of the site; ``ok`` is always true."""
    return {"ok": True, "free": disk_free()}


def disk_free() -> int | None:
    """Return the free bytes of the fullest disk; None if the site writes to no disk."""
    places = {settings.VAR_DIR, settings.BACKUP_DIR}
    if connection.vendor == "sqlite":
        places.add(Path(connection.settings_dict["NAME"]).parent)
    free = [shutil.disk_usage(place).free for place in places if place.is_dir()]
    return min(free, default=None)


CHECKS = (database, migrations, secret_key, static_files, worker, scheduler, backup, disk)
OF_THE_DATABASE = {database, migrations, worker, scheduler}


def report() -> Facts:
    """Return the result of each check, and whether all are ok.

    An unreachable database is tried only once, because monitors wait only for seconds.
    """
    away = outcome_of(reach_database)
    found = {
        check.__name__: away if away and check in OF_THE_DATABASE else outcome_of(check)
        for check in CHECKS
    }
    is_ready = all(facts["ok"] for facts in found.values())
    return {"ready": is_ready, "version": settings.SITE_VERSION, "release": RELEASE[:12], **found}


def reach_database() -> Facts:
    """Return empty facts if the database can be reached; otherwise raise its error."""
    connection.ensure_connection()
    return {}


def outcome_of(check: Callable[[], Facts]) -> Facts:
    """Return the facts of a check, or only the kind of its error, because the page is public."""
    try:
        return check()
    except (Error, OSError) as error:
        return {"ok": False, "error": type(error).__name__}


class HealthMiddleware:
    """Middleware that answers whether the process is alive, and whether the site is ready."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.known: tuple[float, Facts] = (0.0, {})

    def __call__(self, request: HttpRequest) -> HttpResponse:
        match request.path_info:
            case "/healthz":
                response = HttpResponse("ok\n", content_type="text/plain")
            case "/readyz":
                response = self.ready()
            case _:
                return self.get_response(request)
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        setattr(response, "_has_been_logged", True)  # noqa: B010 - it is asked every few seconds
        return response

    def ready(self) -> HttpResponse:
        """Answer 200 or 503, with the report."""
        until, found = self.known
        if time.monotonic() >= until:
            found = report()
            self.known = time.monotonic() + REPORT_KEPT, found
        return JsonResponse(found, status=200 if found["ready"] else 503)
