"""Where pieces go when something befalls them: to the fallen, home, out of play, onto the turn track."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from compiler.model.common import NO_NOTE, Name, Note, Value

if TYPE_CHECKING:
    from compiler.model.counters import Counter
    from compiler.model.game import Game
    from compiler.model.piles import Pile

NO_SIDE = ""  # the key of `Send.places` for counters of no side


@dataclass(frozen=True, slots=True)
class Send:
    """A command that sends pieces of some kinds to a place chosen by their side, or to a box of a track.

    `only` narrows it to counters whose fields have one of these values. `places` has a space or pile for every side;
    a side it does not name has no such command. `lost`: what becomes of a piece that is beaten.
    """

    id: str
    name: Name
    kinds: tuple[str, ...]
    places: Mapping[str, str] = field(default_factory=dict)
    track: str | None = None
    only: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    lost: bool = False
    barred: tuple[str, ...] = ()  # printed sides that do not have the command
    by_holder: bool = False  # also those of a side without such a place have it, once a side that has one holds them
    note: Note = field(default=NO_NOTE, compare=False)

    def takes(self, counter: Counter) -> bool:
        """Whether a counter has this command."""
        if counter.kind not in self.kinds or (counter.side or NO_SIDE) in self.barred:
            return False
        if self.track is None and not self.by_holder and (counter.side or NO_SIDE) not in self.places:
            return False
        own = {**counter.values, **counter.faces[0].values}
        return all(own.get(name) in values for name, values in self.only.items())


def sends_of(game: Game, counter: Counter) -> list[Send]:
    """The commands of a counter, in the order of the file."""
    return [send for send in game.upkeep.sends.values() if send.takes(counter)]


def piles_of(game: Game, counter: Counter) -> list[Pile]:
    """The piles that take a counter back: its supply, or the cups and discards that hold others of its kind."""
    pools = [pile for pile in game.piles.values() if pile.kind == "pool" and counter.id in pile.pieces]
    if len(pools) == 1:
        return pools
    return [game.piles[id] for id, kinds in game.kept_kinds.items() if counter.kind in kinds]
