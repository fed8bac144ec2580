"""Nudging the datum that cites a row: a game with one thing in it otherwise."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.articles import Article
from compiler.model.common import Kind, Note
from compiler.model.counters import Counter, Mark
from compiler.model.game import Constant, Dice, Game, Option, Seat
from compiler.model.graph import Link, Space, Stacking
from compiler.model.rolls import Number, RollModifier
from compiler.model.scenario import FreePlacement, Placement, Reinforcement
from compiler.model.tables import Modifier, Result, ResultTable

LEFT = ("examples", "ledger", "lock", "lock_spans", "art", "span", "help", "id", "folder")


@dataclass(frozen=True, slots=True)
class Nudge:
    """A change of all data of one sort that cite a row: `rows` is which, `part` where, `holder` of what type."""

    rows: frozenset[str]
    part: str
    holder: type
    id: str | None  # a single constant or modifier; None: all of that sort
    blunt: bool = False

    @property
    def what(self) -> str:
        return f"{self.part} `{self.id}`" if self.id is not None else f"every {self.holder.__name__} of {self.part}"

    @property
    def told(self) -> str:
        return TOLD[self.holder]

    def applied(self, game: Game) -> Game:
        """The game with the data changed."""
        return dataclasses.replace(game, **{self.part: self._changed(getattr(game, self.part))})  # type: ignore[arg-type]

    def _changed(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            changed = {key: self._changed(item) for key, item in value.items()}
            return changed if any(changed[key] is not value[key] for key in changed) else value
        if isinstance(value, tuple):
            items = [self._changed(item) for item in value]
            same = all(new is old for new, old in zip(items, value, strict=True))
            return value if same else tuple(item for item in items if item is not GONE)
        if not dataclasses.is_dataclass(value) or isinstance(value, (type, Note)):
            return value
        if type(value) is self.holder and self._cites(value):
            return NUDGES[self.holder](value)
        held = {f.name: getattr(value, f.name) for f in dataclasses.fields(value) if f.init}
        new = {name: self._changed(item) for name, item in held.items()}
        return dataclasses.replace(value, **new) if any(new[n] is not held[n] for n in new) else value

    def _cites(self, holder: Any) -> bool:
        return bool(self.rows & set(holder.note.rules)) and self.id in (None, _id(holder))


def data_breaks(game: Game, rows: frozenset[str]) -> list[Nudge]:
    """The nudges for data that cite one of these rows: constants and the like one by one, other sorts together.

    A mark only keeps in mind what rules do: it is broken where there is nothing finer.
    """
    found: dict[Nudge, None] = {}
    for part in dataclasses.fields(game):
        if part.name in LEFT:
            continue
        for holder in _holders(getattr(game, part.name)):
            if rows & set(holder.note.rules) and type(holder) in NUDGES and _same(holder) is not holder:
                single = isinstance(holder, (Article, Constant, Modifier, RollModifier, Result, ResultTable))
                id = _id(holder) if single else None
                found[Nudge(rows, part.name, type(holder), id, blunt=isinstance(holder, Mark))] = None
    return list(found)


def _same(holder: Any) -> Any:
    """The nudged holder, or itself where nothing about it can be nudged."""
    changed = NUDGES[type(holder)](holder)
    return holder if changed is not GONE and changed == holder else changed


def _holders(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _holders(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _holders(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, (type, Note)):
        if isinstance(getattr(value, "note", None), Note):
            yield value
        for part in dataclasses.fields(value):
            yield from _holders(getattr(value, part.name))


def _id(holder: Any) -> str:
    return str(getattr(holder, "id", None) or getattr(holder, "code", None) or getattr(holder, "name", ""))


# -- what is done to each sort -----------------------------------------------------------------------------------------
GONE: Any = object()


def more(value: Any) -> Any:
    """A value nudged: numbers one more, truths turned round, also inside lists and tables; words as they are."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, Mapping):
        return {key: more(item) for key, item in value.items()}
    return tuple(more(item) for item in value) if isinstance(value, tuple) else value


def _field(name: str, change: Callable[[Any], Any] = more) -> Callable[[Any], Any]:
    return lambda holder: dataclasses.replace(holder, **{name: change(getattr(holder, name))})


def _counter(counter: Counter) -> Counter:
    """Its figures; how many there are of it is a matter of data rows."""
    faces = tuple(dataclasses.replace(face, values=more(face.values)) for face in counter.faces)
    return dataclasses.replace(counter, faces=faces, values=more(counter.values))


def _other(option: Option) -> Option:
    return dataclasses.replace(option, default=next(c for c in option.choices if c != option.default))


def _turned(table: ResultTable) -> ResultTable:
    """Every cell shows what its neighbour showed."""
    if len(table.cells[0]) > 1:
        return dataclasses.replace(table, cells=tuple((*row[1:], row[0]) for row in table.cells))
    return dataclasses.replace(table, cells=(*table.cells[1:], table.cells[0]))


def _added(modifier: RollModifier) -> RollModifier:
    """A number of its own is one more; what depends on anything is always 7."""
    source = Number(modifier.source.value + 1 if isinstance(modifier.source, Number) else 7)
    return dataclasses.replace(modifier, source=source)


NEVER = {"any": ()}  # a condition that does not hold


def _inert(article: Article) -> Article:
    """An entry of steps.yaml that does nothing, or reckons otherwise."""
    value = article.written.value
    if isinstance(value, tuple):
        changed: Any = ()
    elif "shut_by" in value or "along" in value:
        changed = {**value, "shut_by": (), **({"length": 99} if "length" in value else {})}
    elif "levels" in value or "each" in value:
        changed = {**value, "levels": more(value["levels"])} if "levels" in value else {**value, "spaces": ()}
    elif "by" in value:
        changed = {**value, "by": "lead", "margin": 9}
    else:
        changed = {**value, "when": NEVER}
    return dataclasses.replace(article, written=dataclasses.replace(article.written, value=changed))


def _gone(holder: Any) -> Any:
    return GONE


NUDGES: dict[type, Callable[[Any], Any]] = {
    Article: _inert,
    Constant: _field("value"),
    Counter: _counter,
    Dice: _field("count"),
    FreePlacement: _gone,
    Kind: _field("values"),
    Link: _gone,
    Mark: _field("clears_at", lambda at: None),
    Modifier: _field("value"),
    Option: _other,
    Placement: _gone,
    Reinforcement: _gone,
    Result: _field("values"),
    ResultTable: _turned,
    RollModifier: _added,
    Seat: _field("sides", lambda sides: sides[1:]),
    Space: _field("values"),
    Stacking: _field("limit"),
}
TOLD = {
    **dict.fromkeys(NUDGES, "nudged"),
    Article: "made inert",
    FreePlacement: "left out",
    Link: "cut",
    Placement: "left out",
    Reinforcement: "left out",
    Mark: "never cleared",
    Option: "set otherwise",
    Seat: "one side short",
    ResultTable: "shifted by a column",
    RollModifier: "another number",
}
