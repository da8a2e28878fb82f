"""A beam search for short trees, on boards too large for a proof.

``search`` tries a few guesses for each set of codes. ``kernels`` (extra ``lab``) choose these
guesses, ``board`` has the figures of the board, and ``record`` improves a tree step by step.
"""
