"""What the workers of a proof are asked, and what they answer."""

from functools import lru_cache
from typing import NamedTuple

from solver.exact.bounds import Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.memory import Memory
from solver.exact.problem import Problem
from solver.exact.search import Search
from solver.exact.space import Places, State
from solver.rule.codes import Variant


class Question(NamedTuple):
    """What trees cost that begin with some guesses in a part, as long as it is below ``limit``."""

    problem: Problem
    opening: int  # the first guess
    place: int  # of the part, among those that are open
    state: State
    guesses: Places
    branching: int  # no guess earns more feedbacks besides the win
    limit: int


class SearchAnswer(NamedTuple):
    """What a search has found out about some guesses in a part."""

    place: int
    bounds: dict[int, int]  # what trees that begin with each guess cost at least
    cost: int  # of the best tree known, if it has a line
    line: tuple[int, ...]  # its guesses, as a book lists them; none if it is not below the limit
    states: int  # searched


def ask(question: Question) -> tuple[Question, SearchAnswer]:
    """Search for the best tree, with what this process remembers of other questions."""
    search = search_of(question.problem)
    before, limit = search.states, question.limit
    costs = search.costs_of_guesses(question.state, question.guesses, question.branching, limit)
    bounds = dict(zip(question.guesses.tolist(), costs, strict=True))
    best = min(bounds, key=bounds.__getitem__)
    line = tuple(search.line_from(question.state, best)) if bounds[best] < limit else ()
    found = SearchAnswer(question.place, bounds, bounds[best], line, search.states - before)
    return question, found


@lru_cache(maxsize=1)
def search_of(problem: Problem) -> Search:
    """Return the search of this process, with all that it remembers."""
    variant, max_guesses, candidates_only = problem
    memory = memory_of(variant, candidates_only)
    return Search(space_of(variant, candidates_only), Bounds(variant, max_guesses), memory)


@lru_cache(maxsize=1)
def memory_of(variant: Variant, candidates_only: bool) -> Memory:
    """Return what this process has found out about a board, with whatever limit."""
    return Memory(space_of(variant, candidates_only).form)


@lru_cache(maxsize=1)
def space_of(variant: Variant, candidates_only: bool) -> CompiledSpace:
    """Return the codes of a board and their feedback to each other, worked out once."""
    return CompiledSpace(variant, candidates_only)
