"""Counters and cards: the definitions of what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Field, Name, Note, Value


@dataclass(frozen=True, slots=True)
class Still:
    """What keeps a counter from marching: flags that it has, faces that lie up."""

    flags: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class CounterKind:
    """A kind of counter: size, shape, the fields its counters have, the art layout that draws it."""

    id: str
    name: Name
    size: tuple[float, float]  # mm
    shape: str = "square"
    fields: Mapping[str, Field] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    stacks: bool = True
    marker: bool = False
    limited: bool = True  # false: players may make more (markers)
    hidden: bool = False  # what it is, its owner alone may see while it stands
    layout: str | None = None
    still: tuple[Still, ...] = ()
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a counter: its state (front, reduced, disordered, spent, …) and the values printed on it."""

    id: str
    state: str
    name: Name
    side: str | None
    values: Mapping[str, Value] = field(default_factory=dict)
    image: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter of the mix; `count` says how many there are, `faces` from full strength down.

    More than two faces are cut as several pieces of card (faces 1 and 2, 3 and 4, …).
    """

    id: str
    kind: str
    name: Name
    side: str | None
    count: int
    faces: tuple[Face, ...]
    steps: int = 1
    values: Mapping[str, Value] = field(default_factory=dict)
    note: Note = field(default=NO_NOTE, compare=False)

    def face(self, id: str) -> int:
        """Index of a face by its id."""
        return next(i for i, face in enumerate(self.faces) if face.id == id)

    @property
    def piece_ids(self) -> tuple[str, ...]:
        """The ids of its pieces: the counter's own for one, numbered for several."""
        return (self.id,) if self.count == 1 else tuple(f"{self.id}#{n}" for n in range(1, self.count + 1))


@dataclass(frozen=True, slots=True)
class Mark:
    """Memory on the table ("moved", "besieged", "control"): what it may stand on, its values, when it is cleared."""

    id: str
    name: Name
    on: tuple[str, ...]  # counters, spaces, seats, sides
    values: tuple[Value, ...] = (True,)
    clears_at: str | None = None
    counter: str | None = None  # the marker that shows it, where the game has one
    secret: bool = False
    stays: bool = False  # not cleared by the sequence: rules take it away
    quiet: bool = False  # bookkeeping: nobody is told
    told: str | None = None  # what is said of whoever gets it, after his name
    of: tuple[str, ...] = ()  # the sides, and counters, that alone may bear it; empty: anybody
    counters: Mapping[str, str] = field(default_factory=dict)  # value → its own marker
    note: Note = field(default=NO_NOTE, compare=False)

    def marker(self, value: Value = True) -> str | None:
        """The counter that shows a value of this mark, where the game has one."""
        return self.counters.get(str(value), self.counter)


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of card: its size and the fields its cards have."""

    id: str
    name: Name
    size: tuple[float, float]
    fields: Mapping[str, Field] = field(default_factory=dict)
    layout: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Card:
    """A card: number, name, when it may be played, what it does in our words."""

    id: str
    kind: str
    name: Name
    number: int | None = None
    copies: int = 1
    side: str | None = None
    when: str | None = None
    effect: str | None = None
    values: Mapping[str, Value] = field(default_factory=dict)
    image: str | None = None
    note: Note = field(default=NO_NOTE, compare=False)

    @property
    def piece_ids(self) -> tuple[str, ...]:
        return (self.id,) if self.copies == 1 else tuple(f"{self.id}#{n}" for n in range(1, self.copies + 1))
