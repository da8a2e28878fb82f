"""Turn every refusal into a response; no other module catches refusals."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from games.models import Refused
from games.models.base.refusals import Gone
from games.models.base.tables import is_outdated
from games.web.responses.pages import notice
from games.web.traffic.gate import ComeBack
from games.web.traffic.problems import is_for_program

CSRF_FIELD = "csrfmiddlewaretoken"  # form field with the page's token

logger = logging.getLogger(__name__)


class Instead(Exception):
    """Raised to show another page instead of the requested one."""

    def response(self, request: HttpRequest) -> HttpResponse:
        """Return the page that answers the request."""
        raise NotImplementedError


class _Shown(Instead):
    def __init__(self, refusal: Refused, page: HttpResponse) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.page = page

    def response(self, request: HttpRequest) -> HttpResponse:
        return mark_refused(self.refusal, self.page)


def mark_refused(refusal: Refused, page: HttpResponse) -> HttpResponse:
    """Return a page with the HTTP status and headers of its refusal."""
    if "Location" not in page:
        page.status_code = refusal.status
    for name, value in refusal.headers.items():
        page[name] = value
    setattr(page, "refusal", refusal)  # noqa: B010 - for the middleware outside
    patch_vary_headers(page, ["HX-Request"])
    return page


def unavailable(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Return the answer if the database is unavailable; None if the error is a bug.

    A locked, full or unreachable database will recover, and an outdated one will be migrated. A
    guess is one transaction, so it is stored completely or not at all.
    """
    if is_outdated(error):
        sentence = _("The site is being updated. Your games are safe. Reload the page in a minute.")
        return _later(request, _("Being updated"), sentence, "updating", seconds=30)
    if isinstance(error, OperationalError):
        logger.warning("%s: %s", request.path, str(error).partition("\n")[0])
        sentence = _(
            "The server is too busy to answer. Your game has not changed. Reload the page"
            " in a few seconds."
        )
        return _later(request, _("One moment"), sentence, "unavailable", seconds=2)
    return None


def concerns_deleted_row(error: Exception) -> bool:
    """Return whether the error means that a row which the request needed was deleted.

    SQLite checks references at the end of a transaction, so any statement can be the cause.
    """
    if isinstance(error, ObjectDoesNotExist):
        return True
    if type(error) is DatabaseError:
        # Django found no row to change; an error of the driver would have a cause
        return error.__cause__ is None
    code = getattr(error.__cause__, "sqlstate", None)
    is_orphan = code == "23503" or "FOREIGN KEY" in str(error)
    return isinstance(error, IntegrityError) and is_orphan


def resendable_input(request: HttpRequest, refusal: Refused) -> dict[str, object]:
    """Return the input of a form that can be sent again; never a password."""
    is_secret = hasattr(request, "sensitive_post_parameters")
    if request.method != "POST" or is_secret or not isinstance(refusal, ComeBack):
        return {}
    kept = [(name, values) for name, values in request.POST.lists() if name != CSRF_FIELD]
    sent = [(name, value) for name, values in kept for value in values]
    return {"sent": sent, "seconds": refusal.seconds}


def _later(
    request: HttpRequest, heading: str, sentence: str, code: str, seconds: int
) -> HttpResponse:
    response = notice(request, heading, sentence, HTTPStatus.SERVICE_UNAVAILABLE, code)
    response["X-Refused"] = code
    response["Retry-After"] = str(seconds)
    setattr(response, "_has_been_logged", True)  # noqa: B010 - why, in a sentence
    return response


def _explain_method(request: HttpRequest, refused: HttpResponseNotAllowed) -> HttpResponse:
    """Return a page for the GET of a URL that accepts only forms.

    Programs get the allowed methods.
    """
    sentence = _("This address only works from a button. Go back to its page and press it there.")
    if is_for_program(request):
        sentence = _("This address takes only %(methods)s.") % {"methods": refused["Allow"]}
    page = notice(request, _("Not a page"), sentence, HTTPStatus.METHOD_NOT_ALLOWED)
    page["Allow"] = refused["Allow"]
    return page


@contextmanager
def on_refusal(
    show: Callable[[Refused], HttpResponse], kind: type[Refused] = Refused
) -> Iterator[None]:
    """Answer refusals of this kind in the body with ``show``; other kinds get a general page."""
    try:
        yield
    except kind as refusal:
        raise _Shown(refusal, show(refusal)) from refusal


class RefusalMiddleware:
    """Answers every refusal with its status, its code and a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_asked = request.method == "GET" or is_for_program(request)
        if isinstance(response, HttpResponseNotAllowed) and is_asked:
            return _explain_method(request, response)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if concerns_deleted_row(error):
            # The error is logged, because it is a bug unless a player was deleted.
            logger.warning("%s: %s", request.path, str(error).partition("\n")[0])
            error = Gone()
        if isinstance(error, DatabaseError):
            return unavailable(request, error)
        if isinstance(error, Refused):
            again = resendable_input(request, error)
            page = notice(request, str(error.title), str(error), error.status, error.code, **again)
            error = _Shown(error, page)
        return error.response(request) if isinstance(error, Instead) else None
