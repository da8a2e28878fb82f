"""How much work a board is: the largest numbers of codes for which a task is quick enough."""

TINY = 216  # the codes of 3×6: a whole tree is written in some milliseconds
# the codes of 4×6: all strategies choose, or all guesses of a game are graded, in under 0.1 s
SMALL = 1_296
MEDIUM = 5_040  # the codes of 4×10 without repeats: a strategy chooses a guess in some milliseconds
LARGE = 2**15  # the codes of 5×8: a strategy plays a game in far less than a second
HUGE = 2**17  # up to this size, a strategy can play against every code in some minutes
GIANT = 2**20  # up to this size, a strategy can play against every code on a cluster
