"""The entry point of a WSGI server."""

import logging
import os
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

from django import setup
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastermind_site.settings")

# This key marks a WSGI environment whose request reached the middleware.
IS_READ = "mastermind.is_read"
SENTENCE = b"That request could not be read. Check its headers and its query.\n"
HEADERS = [
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Content-Length", str(len(SENTENCE))),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
]

logger = logging.getLogger("mastermind_site.request_log")


class GuardedHandler(WSGIHandler):
    """A handler that answers 400 if Django cannot build the request for the middleware."""

    def __call__(  # type: ignore[override]
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        try:
            return super().__call__(environ, start_response)
        except Exception as error:
            if IS_READ in environ:
                raise
            facts = {
                "method": environ["REQUEST_METHOD"],
                "path": quote(environ.get("PATH_INFO", ""), encoding="latin-1"),
                "status": 400,
                "error": type(error.__cause__ or error).__name__,
            }
            logger.info(
                "%(method)s %(path)s 400 not read: %(error)s", facts, extra={"facts": facts}
            )
            start_response("400 Bad Request", HEADERS)
            return [SENTENCE]

    def get_response(self, request: HttpRequest) -> HttpResponseBase:
        request.META[IS_READ] = True
        return super().get_response(request)


setup(set_prefix=False)
application = GuardedHandler()
