"""The site: settings, addresses and the server's entry point. No logic of the game."""

import os

from mastermind_site.sqlite import use_fixed_sqlite

use_fixed_sqlite()
os.umask(0o077)  # what the site writes has passwords and codes in it: its owner alone reads it
