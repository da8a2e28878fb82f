"""Where every page is."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

handler400 = "games.site.views.bad_request"
handler404 = "games.site.views.not_found"
handler500 = "games.site.views.server_error"
