"""The proven optimum: branch and bound over whole partitions.

``search`` is the algorithm and ``bounds`` its arithmetic; ``plain`` and ``compiled`` answer its
questions about a ``space`` of codes, with numpy alone or with numba. ``proof`` runs it from the
first guess on: ``openings`` and their ``parts`` decide which guesses to ask about next, ``tasks``
are what workers are asked, and a ``journal`` keeps what they answer. Nothing but the proof needs
numba.
"""
