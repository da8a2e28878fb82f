"""What a person can conclude from the rows, and why.

``facts`` are what can be known, ``rules`` are limits on them. ``reasoning`` follows the limits to
their end or to a dead end, and ``deduce`` asks it for all that holds, with suppositions. What led
where becomes ``arguments``, by ``origins`` or, as short as can be for one fact, by ``shortest`` and
``explain``. ``thoughts`` are portions of them, ``speech`` puts them in the sentences of ``words``.
``puzzles`` are made of all that.
"""
