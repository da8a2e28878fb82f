"""A table of every URL: who can see it, how it can be cached, and the most it can cost.

Tests use this table, and so do the attacks of ``bench.attack``. A URL without a row fails a test; a
URL with a row is requested by all of them.
"""

from __future__ import annotations

from typing import NamedTuple

from django.urls import URLPattern, get_resolver, reverse

from tests import expensive
from tests.expensive import Ask, Things

# The clients, in the order of the statuses: the owner of the objects in the URL, another player, a
# visitor without games, and the owner after logging out.
OWNER, OTHER, GUEST, LEFT = "owner", "other player", "without games", "logged out"
EVERYBODY = (OWNER, OTHER, GUEST, LEFT)

Statuses = tuple[int, int, int, int]
ALL = (200, 200, 200, 200)
MISSING = (404, 404, 404, 404)
GONE = (405, 405, 405, 405)
NO_KEY = (401, 401, 401, 401)
OWN = (200, 404, 404, 404)
MOVED = (302, 302, 302, 302)
# the page for players; visitors without games are redirected to start a game
PLAYERS = (200, 200, 302, 302)
FAULTY = (422, 422, 302, 302)  # the statuses if the form is sent empty
WRONG = (422, 422, 422, 422)

# Values of Cache-Control. Only pages that are the same for all visitors are cached.
NOBODY = "max-age=0, no-cache, no-store, must-revalidate, private"
A_BROWSER = "private, no-cache"  # the browser asks each time whether the page has changed
# All visitors without a cookie share these pages.
STRANGERS = "public, max-age=0, must-revalidate, s-maxage=10, stale-while-revalidate=60"
SHARED = {
    *("start", "leaderboard", "rules", "lesson", "explore", "fair-play"),
    *("strategies", "strategy", "head-to-head", "evil"),
}
# Any cache can store pages with these rules.
MINUTES, AN_HOUR = "public, max-age=600", "public, max-age=3600"

CHEAP: tuple[Ask, ...] = ()  # a URL is expensive unless it is listed as cheap


class Address(NamedTuple):
    """The facts about a URL; with ``works_out`` the page can show conclusions from turns."""

    seen: Statuses  # statuses of a GET
    sent: Statuses  # statuses of an empty POST
    kept: str
    costs: tuple[Ask, ...]
    of: str = ""  # names of the objects whose ids are in the URL
    works_out: bool = False


ADDRESSES = {
    "start": Address(ALL, (409, 302, 302, 302), NOBODY, CHEAP),
    "game": Address(
        OWN,
        (422, 404, 404, 404),
        NOBODY,
        (expensive.a_board_with_help, expensive.an_evil_guess),
        "running",
        True,
    ),
    "hint": Address(GONE, (422, 404, 404, 404), NOBODY, (expensive.a_hint,), "running", True),
    "hide-candidates": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "running"),
    "help-preference": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "running", True),
    "helped": Address((200, 404, 404, 404), (302, 404, 404, 404), NOBODY, CHEAP, "running"),
    "mode": Address(GONE, (409, 404, 404, 404), NOBODY, CHEAP, "running"),
    "resign": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "running"),
    "result": Address(ALL, GONE, NOBODY, CHEAP, "done"),
    "analysis": Address(ALL, GONE, NOBODY, (expensive.a_lesson,), "done", True),
    "skill": Address(ALL, GONE, A_BROWSER, CHEAP),
    "challenge-from": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "done"),
    "new-challenge": Address(ALL, WRONG, NOBODY, CHEAP),
    "challenge": Address(ALL, (200, 302, 302, 302), NOBODY, CHEAP, "challenge"),
    "greet": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "challenge"),
    "here": Address(ALL, GONE, NOBODY, CHEAP),
    "evening": Address(OWN, (302, 404, 404, 404), NOBODY, CHEAP, "evening"),
    "duels": Address(ALL, WRONG, NOBODY, CHEAP),
    "duel": Address(ALL, (409, 404, 404, 404), NOBODY, CHEAP, "duel", True),
    "now": Address(MOVED, GONE, NOBODY, CHEAP, "duel"),
    "live": Address((204, 204, 204, 204), GONE, NOBODY, CHEAP, "duel"),
    "be-here": Address(GONE, (204, 204, 204, 204), NOBODY, CHEAP, "duel"),
    "sit": Address(GONE, MOVED, NOBODY, CHEAP, "duel"),
    "seat-computer": Address(GONE, (422, 404, 404, 404), NOBODY, CHEAP, "duel"),
    "ready": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "duel"),
    "begin": Address(GONE, (409, 404, 404, 404), NOBODY, CHEAP, "duel"),
    "say": Address(GONE, (422, 404, 404, 404), NOBODY, CHEAP, "duel"),
    "leave": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "duel"),
    "count-out": Address(GONE, (409, 404, 404, 404), NOBODY, CHEAP, "duel"),
    "again": Address(GONE, (409, 404, 404, 404), NOBODY, CHEAP, "duel"),
    "keep-group": Address(GONE, MISSING, NOBODY, CHEAP, "duel"),  # its player is alone
    "groups": Address(GONE, MOVED, NOBODY, CHEAP),
    "group": Address(ALL, MOVED, NOBODY, CHEAP, "group"),
    "group-play": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "group"),
    "group-week": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "group"),
    "group-leave": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "group"),
    "friends": Address(ALL, MOVED, NOBODY, CHEAP),
    "rooms": Address(ALL, MOVED, NOBODY, CHEAP),
    "room": Address(ALL, (200, 422, 422, 422), NOBODY, CHEAP, "room"),
    "room-live": Address(OWN, GONE, NOBODY, CHEAP, "room"),
    "room-code": Address(GONE, (409, 404, 404, 404), NOBODY, CHEAP, "room"),
    "room-wall": Address(OWN, GONE, NOBODY, CHEAP, "room"),
    "room-stop": Address(GONE, (409, 404, 404, 404), NOBODY, CHEAP, "room"),
    "room-idle": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "room"),
    "room-letters": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "room"),
    "room-set-up": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "room"),
    "room-hold": Address(ALL, MOVED, NOBODY, CHEAP, "room room_key"),
    "room-close": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "room"),
    "room-dismiss": Address(GONE, MISSING, NOBODY, CHEAP, "room seat"),
    "room-table": Address(OWN, GONE, NOBODY, CHEAP, "room"),
    "archive": Address(ALL, GONE, NOBODY, CHEAP),
    "daily-feed": Address(ALL, GONE, MINUTES, CHEAP),
    "daily": Address(ALL, MOVED, NOBODY, CHEAP, "day"),
    "daily-board": Address(ALL, GONE, NOBODY, CHEAP, "day"),
    "puzzles": Address(ALL, GONE, NOBODY, CHEAP),
    "sheet": Address(ALL, GONE, A_BROWSER, (expensive.a_sheet,)),
    "puzzle": Address(ALL, WRONG, NOBODY, (expensive.a_puzzle,), "grade number"),
    "puzzle-of-day": Address(ALL, WRONG, NOBODY, (expensive.a_puzzle_of_a_day,), "day grade"),
    "puzzle-preview": Address(
        ALL, GONE, AN_HOUR, (expensive.a_picture_of_a_puzzle,), "grade number"
    ),
    "puzzle-of-day-preview": Address(
        ALL, GONE, AN_HOUR, (expensive.a_picture_of_a_puzzle_of_a_day,), "day grade"
    ),
    "leaderboard": Address(ALL, GONE, NOBODY, (expensive.a_page_of_players,)),
    "report": Address(GONE, WRONG, NOBODY, CHEAP),
    "find": Address((302, 404, 404, 404), GONE, NOBODY, (expensive.a_search,)),
    "you": Address(ALL, GONE, NOBODY, CHEAP),
    "sign-up": Address((302, 302, 200, 200), (302, 302, 422, 422), NOBODY, (expensive.an_account,)),
    "log-in": Address(ALL, WRONG, NOBODY, (expensive.a_log_in,)),
    "log-out": Address(GONE, MOVED, NOBODY, CHEAP),
    "log-out-elsewhere": Address(GONE, MOVED, NOBODY, CHEAP),
    "switch": Address(GONE, (409, 409, 302, 302), NOBODY, CHEAP),
    "name": Address(PLAYERS, FAULTY, NOBODY, CHEAP),
    "password": Address(PLAYERS, FAULTY, NOBODY, (expensive.a_new_password,)),
    "recovery": Address(PLAYERS, PLAYERS, NOBODY, (expensive.new_codes,)),
    "keys": Address(PLAYERS, (422, 422, 302, 302), NOBODY, CHEAP),
    "recover": Address(ALL, WRONG, NOBODY, (expensive.a_way_back,)),
    # These URLs exist only with EMAIL_URL, which tests/games/people/accounts/test_mail.py sets.
    "email": Address(MISSING, MISSING, NOBODY, CHEAP),
    "forgotten": Address(MISSING, MISSING, NOBODY, CHEAP),
    "choose": Address(MISSING, MISSING, NOBODY, CHEAP),
    # These URLs exist only with PUSH_KEY, which tests/games/play/push sets.
    "push": Address(MISSING, MISSING, NOBODY, CHEAP),
    "push-worker": Address(MISSING, GONE, NOBODY, CHEAP),
    "delete": Address(PLAYERS, FAULTY, NOBODY, (expensive.an_end,)),
    "deleted": Address(ALL, GONE, NOBODY, CHEAP),
    "export-json": Address(ALL, GONE, NOBODY, (expensive.an_export,)),
    "export-csv": Address(ALL, GONE, NOBODY, (expensive.a_table,)),
    "export-guesses": Address(ALL, GONE, NOBODY, (expensive.a_longer_table,)),
    "data": Address(ALL, GONE, NOBODY, CHEAP),
    "own-page": Address(GONE, MOVED, NOBODY, CHEAP),
    "player": Address(ALL, GONE, NOBODY, (expensive.somebody,), "player"),
    "duel-feed": Address(ALL, GONE, NOBODY, CHEAP, "feed"),
    "new-watch": Address(ALL, WRONG, NOBODY, (expensive.a_race,), works_out=True),
    "evil": Address(ALL, MOVED, NOBODY, (expensive.an_evil_board,)),
    "watch": Address(
        ALL,
        (302, 404, 404, 404),
        NOBODY,
        (expensive.more_of_a_race, expensive.a_step),
        "watch",
        True,
    ),
    "new-assist": Address(ALL, WRONG, NOBODY, CHEAP),
    "assist": Address(
        OWN,
        (422, 404, 404, 404),
        NOBODY,
        (expensive.an_answer, expensive.what_follows),
        "assist",
        True,
    ),
    "correct": Address(
        GONE, (422, 404, 404, 404), NOBODY, (expensive.a_correction,), "assist place", True
    ),
    "tell": Address(GONE, (422, 404, 404, 404), NOBODY, CHEAP, "assist", True),
    "strategies": Address(ALL, WRONG, A_BROWSER, (expensive.a_comparison,)),
    "strategy": Address(ALL, GONE, A_BROWSER, (expensive.a_strategy,), "strategy"),
    "head-to-head": Address(ALL, GONE, A_BROWSER, (expensive.a_match,), "strategy rival"),
    "tree": Address(ALL, GONE, A_BROWSER, (expensive.a_root,), "strategy", True),
    "node": Address(ALL, GONE, A_BROWSER, (expensive.a_node,), "strategy answers", True),
    "tree-file": Address(ALL, GONE, A_BROWSER, (expensive.a_whole_tree,), "strategy kind", True),
    "league": Address(ALL, WRONG, NOBODY, CHEAP),
    "season": Address(
        ALL, (422, 404, 404, 404), NOBODY, (expensive.a_code_for_all,), "season", True
    ),
    "season-entrants": Address(GONE, (422, 404, 404, 404), NOBODY, CHEAP, "season"),
    "entrant": Address(
        ALL, (302, 422, 422, 422), NOBODY, (expensive.a_parting,), "season entrant", True
    ),
    "season-tree": Address(GONE, WRONG, NOBODY, (expensive.a_sent_tree,), "season"),
    "season-table": Address(ALL, GONE, NOBODY, CHEAP, "season"),
    "season-delete": Address(GONE, (302, 404, 404, 404), NOBODY, CHEAP, "season"),
    "explore": Address(ALL, GONE, A_BROWSER, (expensive.any_position,), works_out=True),
    "preview": Address(ALL, GONE, AN_HOUR, (expensive.a_picture_of_the_site,)),
    "result-preview": Address(ALL, GONE, AN_HOUR, (expensive.a_picture_of_a_result,), "done"),
    "challenge-preview": Address(
        ALL, GONE, AN_HOUR, (expensive.a_picture_of_a_challenge,), "challenge"
    ),
    "duel-preview": Address(ALL, GONE, AN_HOUR, (expensive.a_picture_of_a_duel,), "duel"),
    "daily-preview": Address(ALL, GONE, AN_HOUR, (expensive.a_picture_of_a_day,), "day"),
    "player-preview": Address(ALL, GONE, AN_HOUR, (expensive.a_picture_of_somebody,), "player"),
    "manifest": Address(ALL, GONE, AN_HOUR, CHEAP),
    "favicon": Address(MOVED, GONE, AN_HOUR, CHEAP),
    "robots": Address(ALL, GONE, AN_HOUR, CHEAP),
    "sitemap": Address(ALL, GONE, AN_HOUR, CHEAP),
    "change-password": Address(MOVED, GONE, NOBODY, CHEAP),
    "learn": Address(ALL, GONE, A_BROWSER, CHEAP),
    "rules": Address(ALL, GONE, A_BROWSER, CHEAP),
    "empty-board": Address(MOVED, GONE, NOBODY, CHEAP),
    "lesson": Address(ALL, GONE, A_BROWSER, CHEAP, "lesson"),
    "conclude": Address(ALL, GONE, A_BROWSER, CHEAP, "lesson"),
    "fair-play": Address(ALL, GONE, A_BROWSER, CHEAP),
    "privacy": Address(ALL, GONE, A_BROWSER, CHEAP),
    "api": Address(ALL, GONE, A_BROWSER, CHEAP),
    "openapi": Address(ALL, GONE, MINUTES, CHEAP),
    # These URLs need an API key; tests/games/play/api has one.
    "api-games": Address(NO_KEY, NO_KEY, NOBODY, CHEAP),
    "api-game": Address(NO_KEY, GONE, NOBODY, CHEAP, "by_key"),
    "api-guess": Address(GONE, GONE, NOBODY, CHEAP, "by_key place"),
    "api-resign": Address(GONE, NO_KEY, NOBODY, CHEAP, "by_key"),
    "api-feedback": Address(WRONG, GONE, NOBODY, CHEAP),
    "api-suggestion": Address(ALL, GONE, NOBODY, (expensive.a_suggestion,), works_out=True),
    "api-season": Address(ALL, GONE, NOBODY, CHEAP, "season"),
    "api-season-tree": Address(GONE, GONE, NOBODY, CHEAP, "season"),
}


def path_of(name: str, its: Things) -> str:
    """Return the path of the URL with this name, filled in with the objects of a player."""
    return reverse(name, args=[getattr(its, thing) for thing in ADDRESSES[name].of.split()])


def names_of_addresses() -> list[str]:
    """Return the names of all URLs of the site except the admin's, which has a separate test."""
    found, left = [], list(get_resolver().url_patterns)
    while left:
        pattern = left.pop()
        if isinstance(pattern, URLPattern):
            found.append(pattern.name)
        elif pattern.app_name != "admin":
            left += pattern.url_patterns
    return found
