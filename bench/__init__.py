"""What things cost on this machine: figures and ratios within one run, never a test.

``python -m bench NAME`` prints one part; what comes after the name are words of its own:

- of the engine: ``engine``, ``reach``, ``analysis``, ``goals``, ``deduction``, ``losses``,
  ``optimum``, ``schedule``, ``worst_cases``; ``margin`` is about the leaderboard's arithmetic
- of a page: ``web``, ``lab``, ``leaderboard``
- with many at once: ``attack``, ``capacity``, ``races``, ``night``

``figures`` is how the first ones are taken and printed, ``web`` how pages are asked for.
"""
