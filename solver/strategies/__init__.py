"""The computer's strategies.

``roster`` names them all. ``one_step`` weighs each guess of one of the ``pools`` with one of the
``costs``, and ``ties`` lists the equally good guesses. ``farsighted`` is for boards on which it is
too much work to weigh all guesses or to prove which guess is best. Its ``climb`` finds guesses that
split the candidates well, and ``lookahead`` tries the best of these to the end.
"""
