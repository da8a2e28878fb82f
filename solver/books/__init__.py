"""Books: proven trees as small files, and how to read, check and write them.

A book lists the guesses of its tree in the order in which they are met when every partition is
followed by the number of its feedback; a code that is alone needs no entry. The tree follows
from the rule of the game, so that a book which can be replayed plays well, or not at all.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

from solver.arrays import encode
from solver.candidates import Position, position_after
from solver.codes import Code, Variant
from solver.feedback import Feedback, Turn, number
from solver.tree import Node, game_lengths

BOOKS = Path(__file__).parent
FORMAT = "mastermind book 1"

_WIDTH = 24  # guesses in a line


class DamagedBook(ValueError):  # noqa: N818
    """A file that is no book, not what it was, or of another board; the message says which."""
