"""The memory of the search: the costs of the states that it has searched."""

from collections.abc import Callable
from typing import Generic, TypeVar

from solver.exact.bounds import UNLIMITED, Bound
from solver.exact.space import Places, State

# Each of two generations keeps this many states; a state takes 1 or 2 kilobytes.
MOST_REMEMBERED_COSTS = 500_000

Name = TypeVar("Name")
Value = TypeVar("Value")


class Recent(Generic[Name, Value]):
    """A dictionary that drops a value when ``most`` other values were used after it.

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
        """Return the value of a key, or None if it was dropped."""
        value = self._new.get(key)
        if value is None and (value := self._old.get(key)) is not None:
            self.put(key, value)
        return value

    def put(self, key: Name, value: Value) -> None:
        """Store a value, at least until ``most`` other values were stored or read."""
        if len(self._new) >= self._most and key not in self._new:
            self._old, self._new = self._new, {}
        self._new[key] = value


class Memory:
    """The known costs of states; states with the same form share one entry."""

    def __init__(self, form: Callable[[Places], bytes]) -> None:
        self._form = form
        self._forms = Recent[bytes, bytes](MOST_REMEMBERED_COSTS)
        self._known = Recent[tuple[int, bytes], Bound](MOST_REMEMBERED_COSTS)  # by guesses left

    def recall(self, state: State, unit: int) -> Bound | None:
        """Return the known cost of a state with ``unit`` per guess, or None.

        If only the cost without a limit on guesses is known, it serves as a lower bound.
        """
        form = self._form_of(state.candidates)
        known = self._known.get((state.left, form))
        if known is None and unit > 1 and (relaxed := self._known.get((UNLIMITED, form))):
            known = Bound(relaxed.cost * unit, is_exact=False)
        return known

    def learn(self, state: State, known: Bound) -> None:
        """Store the cost of a state, or a bound for this cost."""
        self._known.put((state.left, self._form_of(state.candidates)), known)

    def _form_of(self, candidates: Places) -> bytes:
        key = candidates.tobytes()
        if (form := self._forms.get(key)) is None:
            form = self._form(candidates)
            self._forms.put(key, form)
        return form
