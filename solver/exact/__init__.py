"""The proven optimum: branch and bound over whole partitions.

``search`` is the algorithm and ``bounds`` its arithmetic; ``plain`` and ``compiled`` answer its
questions about a ``space`` of codes, with numpy alone or with numba. ``proof`` runs it from the
first guess on: ``openings`` and their ``parts`` decide which guesses to ask about next, ``tasks``
are what workers are asked, and a ``journal`` keeps what they answer. A position of a game is
``solved`` within a request: by the ``tables`` that ``tabling`` made, by the search, or as an
``endgame``. Nothing but the proof and the tabling needs numba.
"""
