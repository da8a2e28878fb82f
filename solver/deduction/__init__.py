"""Conclusions that a person can draw from the rows, with their reasons.

``facts`` are statements about the code, and ``rules`` are limits on them. ``reasoning`` follows the
limits until nothing more follows or a dead end is reached. ``deduce`` finds all that follows, with
suppositions. ``origins`` turns its findings into ``arguments``; ``shortest`` and ``explain`` find
the shortest argument for one fact. ``thoughts`` are portions of arguments, and ``speech`` puts them
into the sentences of ``words``. ``puzzles`` are made with all of these.
"""
