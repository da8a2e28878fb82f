"""The URLs of the site, and an empty page to compare other pages with."""

import os

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def empty(request: HttpRequest) -> HttpResponse:
    """Answer with the id of this process, so that another process can read its processor time."""
    return HttpResponse(str(os.getpid()))


urlpatterns = [path("empty/", empty), path("", include("mastermind_site.urls"))]
