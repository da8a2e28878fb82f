"""Refuses forms that another site made a browser send."""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware


class CsrfMiddleware(CsrfViewMiddleware):
    """Django's middleware, but a token is required only if the browser sends no origin.

    All current browsers send ``Origin``, pages cannot forge it, and Django refuses other sites
    before this check. So a shared page needs no token of its own.
    """

    def _check_token(self, request: HttpRequest) -> None:
        if "HTTP_ORIGIN" not in request.META:
            super()._check_token(request)  # type: ignore[misc]


_django = CsrfMiddleware(lambda request: HttpResponse())


def is_ours(request: HttpRequest) -> bool:
    """Return whether the browser names this site as the origin of a form.

    This can be called before Django's own check.
    """
    is_said = "HTTP_ORIGIN" in request.META
    return is_said and _django._origin_verified(request)  # type: ignore[attr-defined]
