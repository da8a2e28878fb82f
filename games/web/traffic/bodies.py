"""Refuse request bodies that are larger than any form of the site, without reading them."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.web.traffic.problems import is_for_program, problem

LARGEST = 64 * 1024  # in bytes; genuine forms are far smaller
# Requests with decision trees can be larger; DATA_UPLOAD_MAX_MEMORY_SIZE limits them.
TREES = re.compile(r"/league/\w+/tree/|/api/v1/seasons/\w+/tree")
BODY_TOO_LARGE = "That request is too large.\n"


class SmallBodiesMiddleware:
    """Middleware that refuses large requests; Django's limit does not count uploaded files."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            size = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            size = 0  # the server reads no body without a valid length
        is_tree = TREES.fullmatch(request.path_info)
        if size > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE if is_tree else LARGEST):
            if is_for_program(request):
                return problem(_("Too large"), BODY_TOO_LARGE.strip(), 413, "too-large")
            return HttpResponse(
                BODY_TOO_LARGE, status=413, content_type="text/plain; charset=utf-8"
            )
        return self.get_response(request)
