"""Limits for tasks: the largest number of codes for which each kind of task is fast."""

TINY = 216  # the codes of 3×6: writing a whole tree takes milliseconds
# the codes of 4×6: all strategies choose a guess, or a whole game is graded, in under 0.1 s
SMALL = 1_296
MEDIUM = 5_040  # the codes of 4×10 without repeats: a strategy chooses a guess in milliseconds
LARGE = 2**15  # the codes of 5×8: a strategy plays one game in far less than a second
HUGE = 2**17  # up to this number of codes, a strategy can play against all of them in minutes
GIANT = 2**20  # up to this number of codes, a strategy can play against all of them on a cluster
