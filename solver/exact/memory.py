"""What the search knows of the states it has met."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from solver.exact.space import Places

MOST = 500_000  # states, twice; each takes one or two kilobytes


class Known(NamedTuple):
    """A cost, or a lower bound of it."""

    cost: int
    is_exact: bool


Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
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
        self._new: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        """Return what was put under a key, if it is not forgotten."""
        value = self._new.get(key)
        if value is None and (value := self._old.get(key)) is not None:
            self.put(key, value)
        return value

    def put(self, key: Key, value: Value) -> None:
        """Remember a value, at least until ``most`` others have been put or asked for."""
        if len(self._new) >= self._most and key not in self._new:
            self._old, self._new = self._new, {}
        self._new[key] = value


class Memory:
    """Keeps one entry for all states that a symmetry maps to each other, found by their form."""

    def __init__(self, form: Callable[[Places], bytes], most: int = MOST) -> None:
        self._form = form
        self._forms = Recent[bytes, bytes](most)
        self._known = Recent[tuple[int, bytes], Known](most)

    def recall(self, candidates: Places, left: int) -> Known | None:
        """Return what is known of the trees of ``candidates`` with so many guesses left."""
        return self._known.get((left, self._form_of(candidates)))

    def learn(self, candidates: Places, left: int, known: Known) -> None:
        """Remember what has been found out."""
        self._known.put((left, self._form_of(candidates)), known)

    def _form_of(self, candidates: Places) -> bytes:
        key = candidates.tobytes()
        if (form := self._forms.get(key)) is None:
            form = self._form(candidates)
            self._forms.put(key, form)
        return form
