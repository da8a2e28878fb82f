"""Benchmarks: figures of this machine, and ratios within one run; no test depends on them.

``python -m bench NAME [ARGUMENTS]`` runs one of them. ``engine``, ``goals`` and ``deduction``
measure the engine, ``web`` and ``beside`` pages, and ``attack``, ``capacity`` and ``programs`` many
clients at once.
"""
