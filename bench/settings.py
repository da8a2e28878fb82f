"""The settings of production, with the URLs of the bench."""

from mastermind_site.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
NEW_GAMES_PER_HOUR = 1_000_000
BEHIND_PROXY = True  # each attacker names its IP address in a header
