"""Where every page is."""

from django.urls import include, path

urlpatterns = [path("", include("games.urls"))]

handler500 = "games.views.site.broken"
