"""How men march from space to space, as far as the table shows it: how far, where they stop, who stays behind."""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Name, Note


@dataclass(frozen=True, slots=True)
class Limit:
    """A constant that a march goes by."""

    number: str
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Held:
    """Men do not leave a space that they share with another side. The disloyal part from their likes and from `but`."""

    but: tuple[str, ...] = ()  # sides that the disloyal may leave, and that may leave the disloyal
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Loyalty:
    """Sides that belong together: some always, others while their marker shows the face `face`.

    They pass through spaces of one another; one with a marker that ends its march there turns it to the face `broken`.
    """

    sides: tuple[str, ...]
    markers: str  # a kind of counter
    face: str
    broken: str
    at: str | None = None  # a node of the sequence: when it is over, the module turns their markers
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Ways:
    """Men go along links. A link costs a point, or two of the flag `double` together; entering may cost more."""

    track: str | None = None  # how many points are left
    during: str | None = None  # the node of the sequence in which they are spent; else one goes one point's way
    double: str | None = None  # a flag of links
    over: str | None = None  # a number of spaces: so many points more
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Only:
    """Spaces for one side alone: a field of theirs names it."""

    named_in: str  # the field
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class Rest:
    """How many may stay in spaces of some kinds: a constant."""

    number: str
    kinds: tuple[str, ...]
    note: Note = field(default=NO_NOTE, compare=False)


@dataclass(frozen=True, slots=True)
class March:
    """The march of some kinds. Only what is written is looked at."""

    id: str
    name: Name
    kinds: tuple[str, ...]
    reach: Limit | None = None  # most spaces
    ways: Ways | None = None
    only: Only | None = None
    rest: Rest | None = None
    stay: Limit | None = None  # how many of the side stay in the space they leave, at least
    stop: Note | None = None  # a march ends where another side stands
    held: Held | None = None
    loyal: Loyalty | None = None
    note: Note = field(default=NO_NOTE, compare=False)

    @property
    def is_long(self) -> bool:
        """Whether what was marched before counts: else every drag is looked at by itself."""
        return any(part is not None for part in (self.reach, self.stay, self.stop, self.held, self.loyal))
