"""Refuse forms that another site made a browser send."""

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware


class CsrfMiddleware(CsrfViewMiddleware):
    """Django's middleware, except that it needs a token only if the browser sends no origin.

    All current browsers send ``Origin``, which pages cannot forge. Django refuses other sites
    before it checks the token, so shared pages need no token.
    """

    def _check_token(self, request: HttpRequest) -> None:
        if "HTTP_ORIGIN" not in request.META:
            super()._check_token(request)  # type: ignore[misc]


_django = CsrfMiddleware(lambda request: HttpResponse())


def is_ours(request: HttpRequest) -> bool:
    """Return whether the browser names this site as the origin; works before Django's check."""
    is_said = "HTTP_ORIGIN" in request.META
    return is_said and _django._origin_verified(request)  # type: ignore[attr-defined]
