"""Print what things cost on this machine: ``make bench``, or one part by its name.

``python -m bench deduction`` prints that part alone; `make bench` leaves it out.
"""

import sys
from importlib import import_module

PARTS = ("engine", "goals", "analysis", "web", "lab", "leaderboard", "attack")

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        import_module(f"bench.{part}").main()
