"""Where every page is."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from games.design import views as design

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]

if settings.DEBUG or settings.TESTING:
    urlpatterns += [path("design/", design.components, name="design")]

handler400 = "games.site.views.bad_request"
handler404 = "games.site.views.not_found"
handler500 = "games.site.views.server_error"
