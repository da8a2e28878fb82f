"""Benchmarks: figures of this machine, and ratios within one run; no test depends on them.

``python -m bench NAME`` runs one benchmark; the words after the name are its arguments:

- of the engine: ``engine``, ``goals``, ``deduction``
- of a page: ``web``, ``beside`` (the site beside a plain Mastermind)
- of many clients at once: ``attack``, ``capacity``, ``programs``

The module ``figures`` measures and prints the benchmarks of the engine, ``web`` sends requests for
pages.
"""
