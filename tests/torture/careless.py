"""What the controls serve: a site without what holds it together.

A guess is acknowledged before it is on the disk, is made whatever the state of its game, nothing
passes a gate, and there is a page that fails.
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
