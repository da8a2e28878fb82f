"""Conclusions that a person can draw from the rows, with their reasons.

``facts`` are statements about the code, and ``rules`` are limits on them. ``reasoning`` follows the
limits to an end. ``deduce`` finds everything that follows, with suppositions. ``origins`` turns
findings into ``arguments``; ``shortest`` and ``explain`` find the shortest argument for a fact.
``thoughts`` are portions of arguments, which ``speech`` puts into the sentences of ``words``.
``puzzles`` uses all of these.
"""
