"""Run one benchmark, or all those that finish within minutes (``make bench``)."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec

import django

import bench

PARTS = ("engine", "goals", "web", "attack")

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")
    django.setup()
    for part in sys.argv[1:2] or PARTS:
        if find_spec(f"bench.{part}") is None:
            sys.exit(bench.__doc__)
        import_module(f"bench.{part}").main(*sys.argv[2:])
