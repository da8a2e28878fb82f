"""The questions for the workers of a proof, and their answers."""

from functools import lru_cache
from typing import NamedTuple

from solver.exact.bounds import UNLIMITED, Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.memory import Memory
from solver.exact.search import Search
from solver.exact.space import Places, State
from solver.rule.codes import Variant


class Problem(NamedTuple):
    """The task: find the least total among the trees of a board that obey these restrictions."""

    variant: Variant
    max_guesses: int = UNLIMITED
    candidates_only: bool = False  # whether each guess must fit all earlier answers


class Question(NamedTuple):
    """A question about the costs of trees that begin with some guesses in a part."""

    problem: Problem
    opening: int  # first guess
    place: int  # index of the part among the open parts
    state: State
    guesses: Places
    branching: int  # maximum number of feedbacks of a guess, without the win
    limit: int


class SearchAnswer(NamedTuple):
    """The result of a search for some guesses in a part."""

    place: int
    bounds: dict[int, int]  # lower bound for trees that begin with each guess
    cost: int  # cost of the tree in ``line``; only a lower bound without a tree
    # guesses of the best tree in the order of a book; empty if no tree is below the limit
    line: tuple[int, ...]
    states: int  # number of searched states


def ask(question: Question) -> tuple[Question, SearchAnswer]:
    """Search for the best tree; the process keeps results of earlier questions."""
    search = search_of(question.problem)
    before, state, limit, found = search.states, question.state, question.limit, {}
    for guess in question.guesses.tolist():
        found[guess] = search.cost_of_guess(state, guess, question.branching, limit)
        limit = min(limit, found[guess].cost)
    bounds = {guess: bound.cost for guess, bound in found.items()}
    best = min(bounds, key=bounds.__getitem__)
    line = tuple(search.line_from(state, best)) if found[best].is_exact else ()
    answer = SearchAnswer(question.place, bounds, bounds[best], line, search.states - before)
    return question, answer


@lru_cache(maxsize=1)
def search_of(problem: Problem) -> Search:
    """Return this process's search, with its memory."""
    variant, max_guesses, candidates_only = problem
    memory = memory_of(variant, candidates_only)
    return Search(space_of(variant, candidates_only), Bounds(variant, max_guesses), memory)


@lru_cache(maxsize=1)
def memory_of(variant: Variant, candidates_only: bool) -> Memory:
    """Return this process's memory for a board, for searches with any limit on guesses."""
    return Memory(space_of(variant, candidates_only).form)


@lru_cache(maxsize=1)
def space_of(variant: Variant, candidates_only: bool) -> CompiledSpace:
    """Return the codes of a board with the feedback between them, cached."""
    return CompiledSpace(variant, candidates_only)
