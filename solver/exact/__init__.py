"""The exact search for optimal trees: branch and bound over whole partitions.

``search`` is the algorithm, and ``bounds`` does its arithmetic. It works on a ``space`` of codes:
``plain`` needs only numpy, and ``compiled`` needs numba. ``proof`` searches a board from the first
guess on: ``openings`` and ``parts`` decide what comes next, ``tasks`` are questions for workers,
and a ``journal`` keeps the answers. ``solved`` finds the result for a position within a request:
from ``tables``, by the search, or as an ``endgame``, which groups guesses into ``kinds`` and
settles most parts at a glance (``excess``). All this work has a ``budget``. Only proofs need numba;
docs/search.md shows the search of one state by hand.
"""
