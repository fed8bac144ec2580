"""Lists of answers that are made when somebody looks at them: of a hundred moves a player takes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from operator import is_
from typing import Any, ClassVar

MOST_ROLLS = 2_000  # outcomes of one kind of roll that are remembered


class Made(Sequence[Any]):
    """Answers by what they are made of; each is made when it is first looked at, and is that very thing from then on.

    A question whose candidates are such a list, and `sure`, lists them so.
    """

    __slots__ = ("_given", "_make", "_parts")

    def __init__(self, parts: list[Any], make: Callable[[Any], Any]) -> None:
        self._parts, self._make = parts, make
        self._given: dict[int, Any] = {}

    def and_also(self, answer: Any) -> Made:
        """The same list and one more, which is an answer already."""
        longer = Made([*self._parts, answer], self._make)
        longer._given[len(self._parts)] = answer
        return longer

    def gave(self, answer: Any) -> bool:
        """Whether an answer was looked at here: the very thing, not one just like it."""
        return any(map(is_, self._given.values(), repeat(answer)))

    def __len__(self) -> int:
        return len(self._parts)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple([self[n] for n in range(*index.indices(len(self._parts)))])
        at = index if index >= 0 else index + len(self._parts)
        found = self._given.get(at)
        if found is None:
            found = self._given[at] = self._make(self._parts[at])
        return found

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self._parts)))


class Rolls(Sequence[Any]):
    """Every outcome of some dice, by number: 0 is all ones, the last die counts fastest."""

    _made: ClassVar[dict[tuple[int, int], Rolls]] = {}
    __slots__ = ("_all", "_count", "_sides")

    def __init__(self, count: int, sides: int) -> None:
        self._count, self._sides = count, sides
        self._all: dict[int, tuple[int, ...]] = {}  # as far as they were wanted, if they are not too many

    @classmethod
    def of(cls, count: int, sides: int) -> Rolls:
        return cls._made.setdefault((count, sides), cls(count, sides))

    def __len__(self) -> int:
        return int(self._sides**self._count)

    def __contains__(self, roll: object) -> bool:  # not by going through all of them: ten dice have billions
        return (
            isinstance(roll, tuple)
            and len(roll) == self._count
            and all(isinstance(die, int) and not isinstance(die, bool) and 1 <= die <= self._sides for die in roll)
        )

    def __getitem__(self, index: Any) -> Any:
        known = self._all.get(index) if isinstance(index, int) else None
        if known is not None:
            return known
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        rest, values = index % len(self), []
        for _ in range(self._count):
            rest, value = divmod(rest, self._sides)
            values.append(value + 1)
        found = tuple(reversed(values))
        if len(self._all) < MOST_ROLLS:
            self._all[index] = found
        return found
