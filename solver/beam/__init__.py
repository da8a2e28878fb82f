"""A beam search for the shortest trees, on boards too large for a proof.

``search`` tries a few guesses in every set of codes it meets, ``kernels`` (extra ``lab``) find
which, ``board`` has what it knows from the beginning, and ``record`` goes on where it stopped.
"""
