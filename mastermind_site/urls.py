"""The URLs of all pages."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "games.web.responses.views.bad_request"
handler404 = "games.web.responses.views.not_found"
handler500 = "games.web.responses.views.server_error"
