"""Effects: the closed list of what steps, cards, chits and results do to the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.common import Value
from compiler.play.ask import Flow
from compiler.play.stock.conditions import Condition, condition
from compiler.play.stock.here import Here
from compiler.play.stock.reading import Reading, shown

COMMON = ("when", "rule", "count", "all", "may", "per_space", "seat", "pick")
Deed = Callable[[Here], Flow[None]]  # it may leave a piece, a space or a roll at hand for those after it
Maker = Callable[[Reading, Mapping[str, Any], str | None], Deed]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of effect: its own keys, what it leaves at hand, how it is read."""

    keys: tuple[str, ...]
    leaves: tuple[str, ...]
    make: Maker


KINDS: dict[str, Kind] = {}  # filled by `deeds`


def kind(name: str, *keys: str, leaves: tuple[str, ...] = ()) -> Callable[[Maker], Maker]:
    """Offer a kind of effect."""

    def offer(make: Maker) -> Maker:
        KINDS[name] = Kind(keys, leaves, make)
        return make

    return offer


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect, made ready: its kind, the condition it has, what it does."""

    kind: str
    when: Condition | None
    deed: Deed


Effects = tuple[Effect, ...]


def effects(read: Reading, value: Value) -> Effects:
    """A list of effects as written; each may use what those before it chose."""
    if not isinstance(value, tuple):
        read.fault(f"effects cannot be `{shown(value)}`", "write a list: `[{…}, {…}]`")
        return ()
    found: list[Effect] = []
    hand = read.at_hand
    for n, raw in enumerate(value):
        inner = read.into(n).with_hand(*hand)
        made = _effect(inner, raw)
        if made is not None:
            found.append(made)
            hand = hand | frozenset(KINDS[made.kind].leaves)
    return tuple(found)


def _effect(read: Reading, raw: Any) -> Effect | None:
    if not isinstance(raw, Mapping):
        read.fault(f"an effect cannot be `{shown(raw)}`", "write it as `{track: vp, by: 1}` or the like")
        return None
    names = [name for name in KINDS if name in raw]
    if len(names) != 1:
        near = next((key for key in raw if key not in COMMON), "")
        read.fault(
            f"`{near}` is no effect" if not names else "an effect does one thing; this has " + " and ".join(names),
            "the effects are " + ", ".join(f"`{name}`" for name in sorted(KINDS)),
        )
        return None
    found = KINDS[names[0]]
    if read.mapping(raw, (names[0], *found.keys, *COMMON), f"the effect `{names[0]}`") is None:
        return None
    when = condition(read.into("when"), raw["when"]) if "when" in raw else None
    rule = raw.get("rule")
    return Effect(names[0], when, found.make(read, raw, rule if isinstance(rule, str) else None))


def carry_out(effects: Effects, here: Here) -> Flow[Here]:
    """Do effects one after the other; what is at hand in the end."""
    here = here.at()
    for effect in effects:
        if effect.when is None or effect.when(here):
            yield from effect.deed(here)
    return here
