"""The site and one more page, which does nothing: the yardstick of ``bench.web``."""

import os

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with the number of this process, so that its CPU can be read from outside."""
    return HttpResponse(str(os.getpid()))


urlpatterns = [path("empty/", empty), path("", include("mastermind_site.urls"))]
