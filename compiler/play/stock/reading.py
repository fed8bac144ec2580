"""Reading the language of the stock steps: names looked up, values tested, every fault told where it stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.diagnostics import Sink, Span, diagnose
from compiler.model.articles import Path, Written
from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.ids import did_you_mean
from compiler.play.stock.here import ENEMY, MINE, NONE, Here, own_track

IT, SPACE, THERE, CARD, ROLL = "it", "here", "there", "card", "roll"  # what can be at hand
Test = Callable[[Here, Value], bool]
TESTS = ("is", "is_not", "at_least", "at_most")


@dataclass(frozen=True, slots=True)
class Reading:
    """A part of something written, on its way to a meaning."""

    game: Game
    sink: Sink
    written: Written
    path: Path = ()
    at_hand: frozenset[str] = field(default_factory=frozenset)
    deep: int = 0  # filters around it

    def into(self, *keys: str | int) -> Reading:
        """A part of this part."""
        return Reading(self.game, self.sink, self.written, (*self.path, *keys), self.at_hand, self.deep)

    def with_hand(self, *things: str) -> Reading:
        """The same where more is at hand."""
        return Reading(self.game, self.sink, self.written, self.path, self.at_hand | frozenset(things), self.deep)

    def deeper(self) -> Reading:
        """Inside a filter; a third one inside another cannot be read."""
        if self.deep >= 2:
            self.fault("a filter holds a filter, and that a third", "give the inner one a mark, or split the step")
        return Reading(self.game, self.sink, self.written, self.path, self.at_hand, self.deep + 1)

    def fault(self, message: str, help: str, where: Span | None = None) -> None:
        """Tell a fault at its place."""
        self.sink.add(diagnose("P008", message, where or self.written.at(self.path), help=help))

    # -- what can be named -------------------------------------------------------------------------------------------
    @property
    def counter_fields(self) -> tuple[str, ...]:
        """The fields of counters."""
        return tuple(dict.fromkeys(f for kind in self.game.counter_kinds.values() for f in kind.fields))

    @property
    def card_fields(self) -> tuple[str, ...]:
        """The fields of cards."""
        return tuple(dict.fromkeys(f for kind in self.game.card_kinds.values() for f in kind.fields))

    @property
    def space_fields(self) -> tuple[str, ...]:
        """The fields of spaces."""
        kinds = [kind for board in self.game.maps.values() for kind in board.space_kinds.values()]
        return tuple(dict.fromkeys(f for kind in kinds for f in kind.fields))

    # -- shapes ------------------------------------------------------------------------------------------------------
    def mapping(self, value: Value, keys: Iterable[str], what: str) -> Mapping[str, Any] | None:
        """A mapping with no other keys than these."""
        if not isinstance(value, Mapping):
            self.fault(f"{what} cannot be `{shown(value)}`", f"write {what} as a mapping")
            return None
        known = tuple(keys)
        wrong = [key for key in value if key not in known]
        for key in wrong:
            self.into(key).fault(
                f"{what} has no `{key}`",
                did_you_mean(str(key), known) or "it knows " + ", ".join(f"`{k}`" for k in known),
            )
        return None if wrong else value

    def known(self, id: Any, known: Collection[str], what: str, where: Span | None = None) -> bool:
        """Whether a name stands for something; one that is a key says where it stands."""
        if isinstance(id, str) and id in known:
            return True
        self.fault(
            f"`{shown(id)}` is not a known {what}",
            did_you_mean(str(id), known, what=f"{what}s") or f"name a {what} of this game",
            where,
        )
        return False

    def names(self, value: Value, known: Collection[str], what: str) -> tuple[str, ...]:
        """One name or several."""
        several = value if isinstance(value, tuple) else (value,)
        for n, id in enumerate(several):
            (self.into(n) if isinstance(value, tuple) else self).known(id, known, what)
        return tuple(id for id in several if isinstance(id, str))

    def number(self, value: Value, what: str) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.fault(f"{what} cannot be `{shown(value)}`", "write a whole number")
        return 0

    def flag(self, value: Value, what: str) -> bool:
        if not isinstance(value, bool):
            self.fault(f"{what} cannot be `{shown(value)}`", "write true or false")
        return value is True

    def wants(self, thing: str, what: str) -> None:
        """Something must be at hand."""
        if thing not in self.at_hand:
            self.fault(f"`{thing}` stands for nothing: {what}", "name it, or let the step choose it first")

    # -- names with owners -------------------------------------------------------------------------------------------
    def track(self, value: Value, *, numbers: bool = False) -> str:
        """A track; of one each, the seat's own, or with `.enemy` the other's."""
        game = self.game
        known = dict.fromkeys((*game.tracks, *(track.base for track in game.tracks.values() if track.base)))
        base = value.removesuffix(f".{ENEMY}") if isinstance(value, str) else value
        if self.known(base, known, "track") and numbers:
            tracks = [t for t in game.tracks.values() if base in (t.id, t.base)]
            if not all(isinstance(box.value, int) for track in tracks for box in track.boxes):
                self.fault(f"the boxes of `{base}` are not all numbers", "name a track that counts")
        return str(value)

    def pile(self, value: Value) -> str:
        """A pile; of one each, the seat's own, or with `.enemy` the other's."""
        piles = self.game.piles
        known = dict.fromkeys((*piles, *(pile.base for pile in piles.values() if pile.base)))
        base = value.removesuffix(f".{ENEMY}") if isinstance(value, str) else value
        if self.known(base, known, "pile") and base != value and base in piles:
            self.fault(f"`{base}` is one for all: no enemy has another", f"write `{base}`")
        return str(value)

    def sides(self, value: Value) -> Callable[[Here], Collection[str | None]]:
        """Sides by name, or `mine`, `enemy`, `none`."""
        found = self.names(value, (*self.game.sides, MINE, ENEMY, NONE), "side")
        fixed = frozenset(side if side != NONE else None for side in found if side not in (MINE, ENEMY))
        if MINE not in found and ENEMY not in found:
            return lambda here: fixed
        mine, theirs = MINE in found, ENEMY in found
        return lambda here: fixed.union(here.mine if mine else (), here.theirs if theirs else ())

    # -- values ------------------------------------------------------------------------------------------------------
    def fits(self, value: Value, choices: Collection[Value] | None = None) -> Test:
        """Whether a value is like that: a scalar, one of a list, `{at_least, at_most}`, or what a track shows."""
        if isinstance(value, Mapping):
            if "track" in value:
                track = self.into("track").track(self._only(value, ("track",)).get("track"))
                return lambda here, found: found == here.scene.table.tracks[own_track(self.game, here, track)]
            bounds = self._only(value, ("at_least", "at_most"))
            low, high = (self._bound(bounds, key) for key in ("at_least", "at_most"))
            return lambda here, found: _within(found, low(here), high(here))
        several = value if isinstance(value, tuple) else (value,)
        if not several:
            self.fault("it is held against nothing", "write what it may be")
        for one in several:
            if choices is not None and not among(one, choices):
                self.fault(f"it can never be `{shown(one)}`", "it may be " + ", ".join(f"`{c}`" for c in choices))
        return lambda here, found: found in several

    def _only(self, value: Mapping[str, Any], keys: tuple[str, ...]) -> Mapping[str, Any]:
        return self.mapping(value, keys, "a value") or {}

    def _bound(self, bounds: Mapping[str, Any], key: str) -> Callable[[Here], float | None]:
        if key not in bounds:
            return lambda here: None
        value, inner = bounds[key], self.into(key)
        if isinstance(value, Mapping):
            track = inner.into("track").track(value.get("track"), numbers=True)
            return lambda here: int(here.scene.table.tracks[own_track(self.game, here, track)])
        number = inner.number(value, f"`{key}`")
        return lambda here: number

    def test(self, raw: Mapping[str, Any], choices: Collection[Value] | None = None) -> Test | None:
        """What `is`, `is_not`, `at_least` and `at_most` beside a head ask for; None where none is given."""
        tests: list[Test] = []
        if "is" in raw:
            tests.append(self.into("is").fits(raw["is"], choices))
        if "is_not" in raw:
            other = self.into("is_not").fits(raw["is_not"], choices)
            tests.append(lambda here, found: not other(here, found))
        if "at_least" in raw or "at_most" in raw:
            low, high = (self._bound(raw, key) for key in ("at_least", "at_most"))
            tests.append(lambda here, found: _within(found, low(here), high(here)))
        if not tests:
            return None
        return tests[0] if len(tests) == 1 else lambda here, found: all(test(here, found) for test in tests)


def _within(found: Value, low: float | None, high: float | None) -> bool:
    if not isinstance(found, int | float):
        found = 0
    return (low is None or found >= low) and (high is None or found <= high)


def among(value: Any, known: Collection[Any]) -> bool:
    """Whether a value is one of some; a mapping or list never is."""
    return not isinstance(value, Mapping | tuple) and value in known


def shown(value: Any) -> str:
    """A value in a message."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(str(key) for key in value) + "}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(shown, value))}]"
    return "null" if value is None else str(value)
