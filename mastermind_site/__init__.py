"""The site: settings, URLs and the server's entry point, without any rules of the game."""

import os

from mastermind_site.sqlite import use_fixed_sqlite

use_fixed_sqlite()
# numpy's thread pool does not help with arrays of this size, and costs memory in each worker.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.umask(0o077)  # files of the site contain passwords and codes, so only their owner can read them
