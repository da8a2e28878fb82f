"""What the search knows of the states it has met."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from solver.exact.bounds import UNLIMITED
from solver.exact.space import Places, State

MOST_REMEMBERED_COSTS = 500_000  # states, twice; each takes one or two kilobytes


class KnownCost(NamedTuple):
    """A cost, or a lower bound of it."""

    cost: int
    is_exact: bool


Name = TypeVar("Name")
Value = TypeVar("Value")

Key: TypeAlias = tuple[int, bytes]  # the guesses left and the form of the candidates


class Recent(Generic[Name, Value]):
    """A dictionary that forgets what it was not asked for while ``most`` others were.

    >>> numbers = Recent[str, int](most=2)
    >>> for number, word in enumerate(["one", "two", "three"], start=1):
    ...     numbers.put(word, number)
    ...     _ = numbers.get("one")
    >>> numbers.put("four", 4)
    >>> numbers.get("one"), numbers.get("two"), numbers.get("three")
    (1, None, 3)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._new: dict[Name, Value] = {}
        self._old: dict[Name, Value] = {}

    def get(self, key: Name) -> Value | None:
        """Return what was put under a key, if it is not forgotten."""
        value = self._new.get(key)
        if value is None and (value := self._old.get(key)) is not None:
            self.put(key, value)
        return value

    def put(self, key: Name, value: Value) -> None:
        """Remember a value, at least until ``most`` others have been put or asked for."""
        if len(self._new) >= self._most and key not in self._new:
            self._old, self._new = self._new, {}
        self._new[key] = value


class Memory:
    """Keeps one entry for all states that a symmetry maps to each other, found by their form."""

    def __init__(self, form: Callable[[Places], bytes], most: int = MOST_REMEMBERED_COSTS) -> None:
        self._form = form
        self._forms = Recent[bytes, bytes](most)
        self._known = Recent[Key, KnownCost](most)

    def recall(self, state: State, unit: int) -> KnownCost | None:
        """Return what is known of the trees of a state, a guess costing so much.

        Those with any number of guesses bound those with some: a guess costs 1 there.
        """
        form = self._form_of(state.candidates)
        known = self._known.get((state.left, form))
        if known is None and unit > 1 and (relaxed := self._known.get((UNLIMITED, form))):
            known = KnownCost(relaxed.cost * unit, is_exact=False)
        return known

    def learn(self, state: State, known: KnownCost) -> None:
        """Remember what has been found out."""
        self._known.put((state.left, self._form_of(state.candidates)), known)

    def _form_of(self, candidates: Places) -> bytes:
        key = candidates.tobytes()
        if (form := self._forms.get(key)) is None:
            form = self._form(candidates)
            self._forms.put(key, form)
        return form
