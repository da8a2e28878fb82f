"""The site: settings, addresses and the server's entry point. No logic of the game."""

from mastermind_site.sqlite import use_fixed_sqlite

use_fixed_sqlite()
