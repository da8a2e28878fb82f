"""Print what things cost: one part by its name, or those that take minutes (``make bench``)."""

import os
import sys
from importlib import import_module

import django

PARTS = ("engine", "reach", "goals", "analysis", "web", "lab", "leaderboard", "attack")

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")
    django.setup()
    for part in sys.argv[1:2] or PARTS:
        import_module(f"bench.{part}").main(*sys.argv[2:])
