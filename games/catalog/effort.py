"""How much work a board is: the largest number of codes for which a task is done at once."""

TINY = 216  # 3×6: a whole tree is written in some milliseconds
SMALL = 1_296  # 4×6: all strategies choose, or every guess of a game is graded, in under 0.1 s
MEDIUM = 5_040  # 4×10 without repeats: a strategy chooses a guess in some milliseconds
LARGE = 2**15  # 5×8: a strategy plays a game in far less than a second
HUGE = 2**17  # in some minutes a strategy can play against every code
GIANT = 2**20  # on a cluster a strategy can play against every code
