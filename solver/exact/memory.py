"""What the search knows of the states it has met."""

from collections.abc import Callable
from typing import NamedTuple

from solver.exact.space import Places


class Known(NamedTuple):
    """A cost, or a lower bound of it."""

    cost: int
    is_exact: bool


class Memory:
    """Keeps one entry for all states that a symmetry maps to each other, found by their form."""

    def __init__(self, form: Callable[[Places], bytes]) -> None:
        self._form = form
        self._forms: dict[bytes, bytes] = {}
        self._known: dict[tuple[int, bytes], Known] = {}

    def recall(self, candidates: Places, left: int) -> Known | None:
        """Return what is known of the trees of ``candidates`` with so many guesses left."""
        return self._known.get((left, self._form_of(candidates)))

    def learn(self, candidates: Places, left: int, known: Known) -> None:
        """Remember what has been found out."""
        self._known[left, self._form_of(candidates)] = known

    def _form_of(self, candidates: Places) -> bytes:
        key = candidates.tobytes()
        if key not in self._forms:
            self._forms[key] = self._form(candidates)
        return self._forms[key]
