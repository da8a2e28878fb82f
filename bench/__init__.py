"""Benchmarks: figures and ratios within one run on this machine, never a test.

``python -m bench NAME`` prints one part, and further words are its arguments:

- of the engine: ``engine``, ``goals``, ``deduction``
- of a page: ``web``, ``beside`` a plain Mastermind
- of many clients at once: ``attack``, ``capacity``, ``programs``

``figures`` measures and prints the first ones, ``web`` sends requests for pages.
"""
