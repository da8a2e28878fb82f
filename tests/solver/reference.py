"""A plain player that shares no code with the engine and uses only lists, dicts and loops."""

from collections import Counter
from itertools import permutations, product


def all_codes(colors, pegs, repeats):
    ways = product(colors, repeat=pegs) if repeats else permutations(colors, pegs)
    return ["".join(code) for code in ways]


def answer(guess, secret):
    black = sum(a == b for a, b in zip(guess, secret, strict=True))
    keys = sum(min(guess.count(color), secret.count(color)) for color in set(guess))
    return black, keys - black


def fitting(codes, history):
    """Return the codes that give the right answer to every guess."""
    return [code for code in codes if all(answer(guess, code) == reply for guess, reply in history)]


def choose(cost, codes, candidates):
    """Return the cheapest guess; among equal guesses prefer a candidate, then the lowest code."""
    if len(candidates) == 1:
        return candidates[0]
    possible = set(candidates)

    def rank(guess):
        sizes = Counter(answer(guess, code) for code in candidates).values()
        return round(cost(sizes), 9), guess not in possible, guess

    return min(codes, key=rank)


def game_lengths(cost, codes, candidates, depth=1):
    """Return a Counter of how many candidates need each number of guesses."""
    guess = choose(cost, codes, candidates)
    parts = {}
    for code in candidates:
        parts.setdefault(answer(guess, code), []).append(code)
    lengths = Counter()
    if parts.pop((len(guess), 0), None):
        lengths[depth] += 1
    for part in parts.values():
        lengths += game_lengths(cost, codes, part, depth + 1)
    return lengths
