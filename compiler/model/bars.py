"""Who may not roll a check, or be aimed at: cases of the table, and why in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler.model.common import NO_NOTE, Note, Value


@dataclass(frozen=True, slots=True)
class Borne:
    """A mark that the piece bears, or the one aimed at; with a value, or with any."""

    mark: str
    value: Value = None
    of_target: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """The roll is refused where all that is named here holds; `why` goes on from the name of the check."""

    why: str
    borne: Borne | None = None
    only: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)  # fields of the counter
    sides: tuple[str, ...] = ()  # printed on the counter
    turns: tuple[int, int] | None = None
    track: str | None = None  # it names the seat of the piece
    led: tuple[str, bool] | None = None  # a modifier that others lend, and whether anybody lends it
    beside: str | None = None  # an enemy with this face stands next to it
    note: Note = field(default=NO_NOTE, compare=False)

    @property
    def is_printed(self) -> bool:
        """Whether the counter alone decides, so that it never has the command."""
        printed = bool(self.only) or bool(self.sides)
        cases = (self.borne, self.turns, self.track, self.led, self.beside)
        return printed and all(case is None for case in cases)
