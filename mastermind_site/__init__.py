"""The site: settings, URLs and entry point of the server, without rules of the game."""

import os

from mastermind_site.sqlite import use_fixed_sqlite

use_fixed_sqlite()
# numpy's threads do not speed up small arrays, and cost memory in each worker.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# only their owner can read files of the site, because they contain passwords and codes
os.umask(0o077)
