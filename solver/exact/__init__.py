"""The exact search for optimal trees: branch and bound over whole partitions.

``search`` is the algorithm and ``bounds`` its arithmetic. The search works on a ``space`` of codes,
which ``plain`` implements with numpy alone and ``compiled`` with numba. ``proof`` searches a board
from the first guess on: ``openings`` and their ``parts`` decide what to search next, ``tasks`` are
the questions for workers, and a ``journal`` keeps their answers. ``solved`` finds the result for a
position of a game within a request: from the ``tables``, by the search, or as an ``endgame``. An
endgame groups the guesses into ``kinds``, and settles most parts at a glance (``excess``). All of
these searches work within a ``budget``. Only proofs need numba; docs/search.md works one state by
hand.
"""
