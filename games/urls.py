"""Where every page of the game is."""

from datetime import date

from django.urls import path, register_converter

from games.views import account, analysis, daily, leaderboard, play, share, site, statistics


class DayConverter:
    """A day as 2026-11-21."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DayConverter, "day")

urlpatterns = [
    path("", play.start, name="start"),
    path("games/<slug:game_id>/", play.play, name="game"),
    path("games/<slug:game_id>/hint/", play.hint, name="hint"),
    path("games/<slug:game_id>/candidates/hide/", play.hide_candidates, name="hide-candidates"),
    path("games/<slug:game_id>/help/", play.help_preference, name="help-preference"),
    path("games/<slug:game_id>/resign/", play.resign, name="resign"),
    path("games/<slug:game_id>/result/", share.result, name="result"),
    path("games/<slug:game_id>/analysis/", analysis.analysis, name="analysis"),
    path("games/<slug:game_id>/challenge/", share.challenge_from, name="challenge-from"),
    path("challenges/", share.new_challenge, name="new-challenge"),
    path("challenges/<slug:challenge_id>/", share.challenge, name="challenge"),
    path("daily/", daily.archive, name="archive"),
    path("daily/<day:day>/", daily.daily, name="daily"),
    path("daily/<day:day>/board/", leaderboard.of_day, name="daily-board"),
    path("leaderboard/find/", leaderboard.find, name="find"),
    path("leaderboard/", leaderboard.standings, name="leaderboard"),
    path("you/", statistics.you, name="you"),
    path("you/sign-up/", account.sign_up, name="sign-up"),
    path("you/log-in/", account.log_in, name="log-in"),
    path("you/log-out/", account.log_out, name="log-out"),
    path("you/name/", account.name, name="name"),
    path("you/password/", account.password, name="password"),
    path("you/delete/", account.delete, name="delete"),
    path("you/export.json", account.export_json, name="export-json"),
    path("you/export.csv", account.export_csv, name="export-csv"),
    path("players/<str:name>/", statistics.player, name="player"),
    path("skill/", analysis.skill_and_luck, name="skill"),
    path("rules/", site.rules, name="rules"),
    path("healthz", site.healthz, name="healthz"),
]
