"""The settings of production, with the page that does nothing."""

from mastermind_site.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
NEW_GAMES_PER_HOUR = 1_000_000
BEHIND_PROXY = True  # each attacker sends an address of its own
