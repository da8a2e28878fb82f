"""Where every page of the game is."""

from django.urls import path

from games.views import leaderboard, play, site

urlpatterns = [
    path("", play.start, name="start"),
    path("games/<slug:game_id>/", play.play, name="game"),
    path("games/<slug:game_id>/hint/", play.hint, name="hint"),
    path("games/<slug:game_id>/resign/", play.resign, name="resign"),
    path("leaderboard/", leaderboard.standings, name="leaderboard"),
    path("you/name/", leaderboard.name, name="name"),
    path("rules/", site.rules, name="rules"),
    path("healthz", site.healthz, name="healthz"),
]
