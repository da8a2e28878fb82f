"""The site: settings, URLs and the server's entry point. No rules of the game."""

import os

from mastermind_site.sqlite import use_fixed_sqlite

use_fixed_sqlite()
# numpy's thread pool is of no use to arrays of this size and costs memory in each worker.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.umask(0o077)  # what the site writes has passwords and codes in it: its owner alone reads it
