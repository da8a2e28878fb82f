"""The exact search for optimal trees: branch and bound over whole partitions.

``search`` is the algorithm and ``bounds`` its arithmetic. ``plain`` and ``compiled`` implement
the ``space`` of codes that it works on, with numpy alone or with numba. ``proof`` searches a board
from the first guess on: ``openings`` and their ``parts`` decide what to search next, ``tasks`` are
the questions for workers, and a ``journal`` keeps their answers. A position of a game is
``solved`` within a request: from the ``tables``, by the search, or as an ``endgame`` over the
``kinds`` of guesses, most of whose parts are settled at a glance (``excess``). Each of these works
within a ``budget``. Only proofs need numba; docs/search.md works one state by hand.
"""
