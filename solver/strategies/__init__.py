"""How the computer chooses its guess.

``roster`` has all strategies by their names. ``one_step`` weighs each guess of one of the
``pools`` by one of the ``costs``; ``ties`` are the guesses that would have done as well.
``farsighted`` plays where neither all guesses can be weighed nor anything be proven: ``climb``
finds guesses that split the candidates well, ``lookahead`` tries the best of them to the end.
"""
