"""The computer's strategies.

``roster`` lists them. ``one_step`` weighs each guess of one of the ``pools`` with one of the
``costs``; ``ties`` are equally good guesses. ``farsighted`` is for boards with too many guesses to
weigh or prove: its ``climb`` finds guesses that split the candidates well, and ``lookahead`` plays
the best of these to the end.
"""
