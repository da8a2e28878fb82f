"""Write the tree of a player: python player.py > tree.txt"""

from itertools import product

PEGS, COLORS = 4, "123456"
CODES = ["".join(code) for code in product(COLORS, repeat=PEGS)]


def answer(guess, code):
    """Return the black and the white pegs."""
    black = sum(one == other for one, other in zip(guess, code, strict=True))
    both = sum(min(guess.count(color), code.count(color)) for color in COLORS)
    return black, both - black


def choose(history):
    """Return the next guess. Your player goes here; this one takes the first code that fits."""
    for code in CODES:
        if all(answer(guess, code) == told for guess, told in history):
            return code


def tree(codes, history=()):
    """Return the tree of the player for the codes that are possible after some turns."""
    guess, parts = choose(history), {}
    for code in codes:
        parts.setdefault(answer(guess, code), []).append(code)
    parts.pop((PEGS, 0), None)  # this answer ends the game
    below = (f"{b}{w}:{tree(part, (*history, (guess, (b, w))))}" for (b, w), part in parts.items())
    return f"{{{guess}:{{{','.join(below)}}}}}"


print(tree(CODES))
