"""The settings of the site without its safeguards, for control tests.

This site acknowledges a guess before the guess is on the disk, plays guesses in any state of the
game, has no gate, and has a page that fails.
"""

from bench.settings import *  # noqa: F403
from bench.settings import DATABASES, INSTALLED_APPS, MIDDLEWARE

OPTIONS = DATABASES["default"]["OPTIONS"]
if "init_command" in OPTIONS:
    OPTIONS["init_command"] = OPTIONS["init_command"].replace("=FULL", "=NORMAL")
MIDDLEWARE = [
    one for one in MIDDLEWARE if one != "games.web.traffic.turned_away.TurnedAwayMiddleware"
]
INSTALLED_APPS = [*INSTALLED_APPS, "tests.torture.naive.Naive"]
ROOT_URLCONF = "tests.torture.urls"
