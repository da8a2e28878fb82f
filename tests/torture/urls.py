"""The URLs of the site, and a page that fails."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from bench.urls import urlpatterns as site


def fails(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("planted")


urlpatterns = [path("fails/", fails), *site]
handler500 = "games.web.responses.views.server_error"
