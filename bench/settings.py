"""The settings of production, with the URLs of the benchmarks."""

from mastermind_site.settings import *  # noqa: F403

ROOT_URLCONF = "bench.urls"
NEW_GAMES_PER_HOUR = 1_000_000
BEHIND_PROXY = True  # attackers write their IP addresses in a header
