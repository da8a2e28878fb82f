"""The URLs of all pages of the game."""

from datetime import date

from django.urls import path, register_converter

from games.catalog.grades import address_of, grade_named
from games.insight.fairness import helped
from games.learn.analysis import views as analysis
from games.learn.assist import views as assist
from games.learn.explore import views as explore
from games.learn.lab import views as lab
from games.learn.league import views as league
from games.learn.lessons import views as learn
from games.learn.puzzles import views as puzzles
from games.learn.watch import views as watch
from games.models.duels import controls
from games.people.accounts import views as accounts
from games.people.accounts.keys import keys
from games.people.exports import views as exports
from games.people.leaderboard import views as leaderboard
from games.people.moderation import views as moderation
from games.people.statistics import views as statistics
from games.play.api import views as api
from games.play.board import views as play
from games.play.challenges import views as share
from games.play.daily import views as daily
from games.play.duels import views as duels
from games.play.duels.feed import feed as duel_feed
from games.play.duels.live import live as duel_live
from games.play.evil import views as evil
from games.play.friends import views as friends
from games.play.groups import views as groups
from games.play.home import views as home
from games.play.one_screen import views as one_screen
from games.play.previews import views as preview
from games.play.push import views as push
from games.play.rooms import views as rooms
from games.web.responses import views as site
from solver.deduction.puzzles import Grade
from solver.rule.feedback import Feedback


class DayConverter:
    """A day in a URL, such as 2026-11-21."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


class AnswersConverter:
    """The answers that lead to a node of a tree, in a URL.

    Each answer has its black and white pegs: 11-02 are two answers.
    """

    regex = "[0-8]{2}(?:-[0-8]{2}){0,39}"

    def to_python(self, value: str) -> tuple[Feedback, ...]:
        return tuple(Feedback(int(answer[0]), int(answer[1])) for answer in value.split("-"))

    def to_url(self, value: tuple[Feedback, ...]) -> str:
        return "-".join(f"{answer.black}{answer.white}" for answer in value)


class GradeConverter:
    """The grade of a puzzle in a URL, such as ``tricky``."""

    regex = "|".join(map(address_of, Grade))

    def to_python(self, value: str) -> Grade:
        return grade_named(value)

    def to_url(self, value: Grade | str) -> str:
        return value if isinstance(value, str) else address_of(value)


class LettersConverter:
    """The letters of a room or duel in a URL, such as ABCDEF; small letters work, too."""

    regex = "[A-Za-z]{6}"

    def to_python(self, value: str) -> str:
        return value.upper()

    def to_url(self, value: str) -> str:
        return value


register_converter(LettersConverter, "letters")
register_converter(DayConverter, "day")
register_converter(GradeConverter, "grade")
register_converter(AnswersConverter, "answers")

urlpatterns = [
    path("", home.start, name="start"),
    path("games/<slug:game_id>/", play.play, name="game"),
    path("games/<slug:game_id>/hint/", play.hint, name="hint"),
    path("games/<slug:game_id>/candidates/hide/", play.hide_candidates, name="hide-candidates"),
    path("games/<slug:game_id>/help/", play.help_preference, name="help-preference"),
    path("games/<slug:game_id>/mode/", play.choose_mode, name="mode"),
    path("games/<slug:game_id>/resign/", play.resign, name="resign"),
    path("games/<slug:game_id>/result/", share.result, name="result"),
    path("games/<slug:game_id>/analysis/", analysis.analysis, name="analysis"),
    path("games/<slug:game_id>/helped/", helped.consent, name="helped"),
    path("games/<slug:game_id>/challenge/", share.challenge_from, name="challenge-from"),
    path("challenges/", share.new_challenge, name="new-challenge"),
    path("challenges/<slug:challenge_id>/", share.challenge, name="challenge"),
    path("challenges/<slug:challenge_id>/greeting/", share.greet, name="greet"),
    path("duels/here/", one_screen.one_screen, name="here"),
    path("duels/here/<slug:evening>/", one_screen.evening, name="evening"),
    path("duels/feed/<str:key>/", duel_feed, name="duel-feed"),
    path("duels/", duels.duels, name="duels"),
    path("duels/<slug:duel_id>/", duels.duel, name="duel"),
    path("duels/<slug:duel_id>/now/", duels.now, name="now"),
    path("duels/<slug:duel_id>/live/", duel_live, name="live"),
    path("duels/<slug:duel_id>/here/", duels.here, name="be-here"),
    path("duels/<slug:duel_id>/sit/", duels.sit, name="sit"),
    path("duels/<slug:duel_id>/computer/", duels.seat_computer, name="seat-computer"),
    path("duels/<slug:duel_id>/ready/", duels.ready, name="ready"),
    path("duels/<slug:duel_id>/begin/", duels.begin, name="begin"),
    path("duels/<slug:duel_id>/say/", duels.say, name="say"),
    path("duels/<slug:duel_id>/leave/", duels.leave, name="leave"),
    path("duels/<slug:duel_id>/end/", duels.count_out, name="count-out"),
    path("duels/<slug:duel_id>/again/", duels.again, name="again"),
    path("duels/<slug:duel_id>/group/", duels.keep_group, name="keep-group"),
    path("groups/", groups.groups, name="groups"),
    path("groups/<slug:group_id>/", groups.group, name="group"),
    path("groups/<slug:group_id>/play/", groups.play, name="group-play"),
    path("groups/<slug:group_id>/week/", groups.week, name="group-week"),
    path("groups/<slug:group_id>/leave/", groups.leave, name="group-leave"),
    path("friends/", friends.friends, name="friends"),
    path("rooms/", rooms.rooms, name="rooms"),
    path("rooms/<letters:code>/", rooms.room, name="room"),
    path("rooms/<letters:code>/live/", rooms.live, name="room-live"),
    path("rooms/<letters:code>/wall/", rooms.wall, name="room-wall"),
    path("rooms/<letters:code>/code/", rooms.send_code, name="room-code"),
    path("rooms/<letters:code>/stop/", rooms.act, {"move": controls.stop}, name="room-stop"),
    path("rooms/<letters:code>/close/", rooms.act, {"move": controls.close}, name="room-close"),
    path("rooms/<letters:code>/idle/", rooms.act, {"move": controls.free_seats}, name="room-idle"),
    path(
        "rooms/<letters:code>/new/",
        rooms.act,
        {"move": controls.change_letters},
        name="room-letters",
    ),
    path("rooms/<letters:code>/set-up/", rooms.set_up, name="room-set-up"),
    path("rooms/<letters:code>/hold/<slug:key>/", rooms.hold, name="room-hold"),
    path("rooms/<letters:code>/seats/<int:number>/", rooms.dismiss, name="room-dismiss"),
    path("rooms/<letters:code>/table.csv", rooms.export, name="room-table"),
    path("daily/", daily.archive, name="archive"),
    path("daily/feed/", daily.feed, name="daily-feed"),
    path("daily/<day:day>/", daily.daily, name="daily"),
    path("daily/<day:day>/board/", daily.of_day, name="daily-board"),
    path("puzzles/", puzzles.puzzles, name="puzzles"),
    path("puzzles/print/", puzzles.sheet, name="sheet"),
    path("puzzles/<grade:grade>/<int:number>/", puzzles.puzzle, name="puzzle"),
    path("puzzles/<day:day>/<grade:grade>/", puzzles.puzzle, name="puzzle-of-day"),
    path("evil/", evil.evil, name="evil"),
    path("watch/", watch.new_watch, name="new-watch"),
    path("watch/<slug:watch_id>/", watch.watch, name="watch"),
    path("assist/", assist.new_assist, name="new-assist"),
    path("assist/<slug:assist_id>/", assist.assist, name="assist"),
    path("assist/<slug:assist_id>/guesses/<int:place>/", assist.correct, name="correct"),
    path("assist/<slug:assist_id>/code/", assist.tell, name="tell"),
    path("skill/", analysis.skill_and_luck, name="skill"),
    path("strategies/", lab.strategies, name="strategies"),
    path("strategies/<slug:name>/", lab.strategy, name="strategy"),
    path("strategies/<slug:one>/vs/<slug:other>/", lab.head_to_head, name="head-to-head"),
    path("strategies/<slug:name>/tree.<slug:kind>", lab.tree_file, name="tree-file"),
    path("strategies/<slug:name>/tree/", lab.tree, name="tree"),
    path("strategies/<slug:name>/tree/<answers:answers>/", lab.tree, name="node"),
    path("league/", league.league, name="league"),
    path("league/<letters:code>/", league.season, name="season"),
    path("league/<letters:code>/entrants/", league.invite, name="season-entrants"),
    path("league/<letters:code>/entrants/<int:number>/", league.entrant, name="entrant"),
    path("league/<letters:code>/tree/", league.send_tree, name="season-tree"),
    path("league/<letters:code>/table.csv", league.table, name="season-table"),
    path("league/<letters:code>/delete/", league.delete, name="season-delete"),
    path("explore/", explore.explore, name="explore"),
    path("report/", moderation.report, name="report"),
    path("leaderboard/find/", leaderboard.find, name="find"),
    path("leaderboard/", leaderboard.standings, name="leaderboard"),
    path("you/", statistics.you, name="you"),
    path("you/sign-up/", accounts.sign_up, name="sign-up"),
    path("you/log-in/", accounts.log_in, name="log-in"),
    path("you/log-out/", accounts.log_out, name="log-out"),
    path("you/log-out/elsewhere/", accounts.log_out_elsewhere, name="log-out-elsewhere"),
    path("you/switch/", accounts.switch, name="switch"),
    path("you/name/", accounts.name, name="name"),
    path("you/password/", accounts.password, name="password"),
    path("you/recovery/", accounts.recovery, name="recovery"),
    path("you/keys/", keys, name="keys"),
    path("you/recover/", accounts.recover, name="recover"),
    path("you/email/", accounts.email, name="email"),
    path("you/forgotten/", accounts.forgotten, name="forgotten"),
    path("you/notifications/", push.push, name="push"),
    path("you/notifications/worker.js", push.worker, name="push-worker"),
    path("you/choose/", accounts.choose, name="choose"),
    path("you/delete/", accounts.delete, name="delete"),
    path("you/deleted/", accounts.show_deleted, name="deleted"),
    path("you/export.json", exports.export_json, name="export-json"),
    path("you/export.csv", exports.export_csv, name="export-csv"),
    path("you/guesses.csv", exports.export_guesses, name="export-guesses"),
    path("you/data/", exports.data, name="data"),
    path("you/page/", statistics.own_page, name="own-page"),
    path("players/<str:name>/", statistics.player, name="player"),
    path("preview.png", preview.site, name="preview"),
    path("games/<slug:game_id>/result.png", preview.result, name="result-preview"),
    path("challenges/<slug:challenge_id>/preview.png", preview.challenge, name="challenge-preview"),
    path("duels/<slug:duel_id>/preview.png", preview.duel, name="duel-preview"),
    path("daily/<day:day>/preview.png", preview.daily, name="daily-preview"),
    path("players/<str:name>/preview.png", preview.player, name="player-preview"),
    path("puzzles/<grade:grade>/<int:number>/preview.png", preview.puzzle, name="puzzle-preview"),
    path(
        "puzzles/<day:day>/<grade:grade>/preview.png", preview.puzzle, name="puzzle-of-day-preview"
    ),
    path("manifest.webmanifest", preview.manifest, name="manifest"),
    path("favicon.ico", preview.favicon, name="favicon"),
    path("robots.txt", site.robots, name="robots"),
    path("sitemap.xml", site.sitemap, name="sitemap"),
    path(".well-known/change-password", site.change_password, name="change-password"),
    path("learn/", learn.learn, name="learn"),
    path("rules/", learn.rules, name="rules"),
    path("rules/board/", learn.empty_board, name="empty-board"),
    path("rules/lesson/<int:step>/", learn.lesson, name="lesson"),
    path("rules/conclude/<int:step>/", learn.conclude, name="conclude"),
    path("fair-play/", site.fair_play, name="fair-play"),
    path("privacy/", accounts.privacy, name="privacy"),
    path("api/v1/", api.page, name="api"),
    path("api/v1/openapi.json", api.openapi, name="openapi"),
    *(
        path(f"api/v1/{route}", api.operation(route), name=f"api-{name}")
        for name, route in {
            "games": "games",
            "game": "games/<slug:game_id>",
            "guess": "games/<slug:game_id>/guesses/<int:number>",
            "resign": "games/<slug:game_id>/resign",
            "feedback": "feedback",
            "suggestion": "suggestion",
            "season": "seasons/<slug:letters>",
            "season-tree": "seasons/<slug:letters>/tree",
        }.items()
    ),
]
