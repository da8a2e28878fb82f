"""What things cost on this machine: figures and ratios within one run, never a test.

``python -m bench NAME`` prints one part; what comes after the name are words of its own:

- of the engine: ``engine``, ``goals``, ``deduction``
- of a page: ``web``, of the rule for ranks: ``margin``
- with many at once: ``attack``, ``capacity``

``figures`` is how the first ones are taken and printed, ``web`` how pages are asked for.
"""
