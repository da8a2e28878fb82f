"""Forms that another site made a browser send are refused."""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware


class CsrfMiddleware(CsrfViewMiddleware):
    """Django's; a token is asked for only where a browser does not say who made the form.

    Every browser of today does (``Origin``), no page can have it say otherwise, and Django refuses
    what is of another site before this. So a page that many share needs no token of its own.
    """

    def _check_token(self, request: HttpRequest) -> None:
        if "HTTP_ORIGIN" not in request.META:
            super()._check_token(request)  # type: ignore[misc]


_django = CsrfMiddleware(lambda request: HttpResponse())


def is_ours(request: HttpRequest) -> bool:
    """Return whether a browser says that a form is of this site, for who asks before Django."""
    is_said = "HTTP_ORIGIN" in request.META
    return is_said and _django._origin_verified(request)  # type: ignore[attr-defined]
