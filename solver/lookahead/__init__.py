"""Playing with a look ahead, on boards too large to weigh every guess or to prove anything.

``climb`` finds guesses that split the candidates well, ``search`` tries the best of them to the
end where few candidates are left, and ``play`` is the strategy that does both.
"""
