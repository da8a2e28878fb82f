"""Conclusions that a person can draw from the rows, with their reasons.

``facts`` are statements about the code, and ``rules`` are limits on them. ``reasoning`` applies the
limits until no more facts follow; ``deduce`` also makes suppositions, to find everything.
``origins`` turns findings into ``arguments``; ``shortest`` and ``explain`` find the shortest
argument for a fact. ``thoughts`` are portions of arguments, which ``speech`` puts into the
sentences of ``words``. ``puzzles`` uses all of these.
"""
