"""Facts at the door: everything the rules of a game look up in its definition, found once when they are bound.

A rules package offers one function, `@binds def facts(find: Finder) -> Facts`, where `Facts` is a frozen dataclass of
its own. What the definition lacks is told all at once (P007) and the game is not bound; in play nothing is looked up by
name.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from compiler.diagnostics import Sink, Span, diagnose
from compiler.model.common import Value
from compiler.model.counters import Counter
from compiler.model.game import Dice, Game
from compiler.model.graph import Region
from compiler.model.ids import did_you_mean
from compiler.model.piles import Track
from compiler.model.rolls import Check, Contest, Pool, RollModifier, Volley
from compiler.model.tables import ResultTable
from compiler.model.upkeep import Income, Ladder, Ranking, Reset, Score
from compiler.play.binding import names

T = TypeVar("T")


class Absent(Exception):
    """A fact was wanted that follows from something the definition lacks; that has been told."""


class _Missing:
    """Stands in for what the definition lacks until the facts are complete."""

    def __getattr__(self, name: str) -> Any:
        raise Absent

    def _gone(self, *others: Any) -> Any:
        raise Absent

    __getitem__ = __iter__ = __len__ = __int__ = __float__ = __add__ = __radd__ = __contains__ = __str__ = _gone


class Finder:
    """Looks things up in a definition; remembers what it lacks."""

    def __init__(self, game: Game, sink: Sink) -> None:
        self.game = game
        self._sink = sink
        self._told: set[tuple[str, str]] = set()
        self._names: dict[str, Collection[str]] = {}
        self.asked: dict[tuple[str, str], None] = {}  # everything wanted so far: what it is, its name

    # -- things of the definition --------------------------------------------------------------------------------------
    def value(self, id: str) -> Value:
        """The value of a constant."""
        found: Value = self.game.constants[id].value if self._has("constant", id) else _absent()
        return found

    def number(self, id: str) -> int:
        """A constant that is a whole number."""
        found = self.value(id)
        if isinstance(found, _Missing):
            return found  # type: ignore[return-value]
        if not isinstance(found, int) or isinstance(found, bool):
            return self._wrong(id, "a whole number", 0)
        return found

    def text(self, id: str) -> str:
        """A constant that is one word."""
        found = self.value(id)
        return found if isinstance(found, (str, _Missing)) else self._wrong(id, "a word", "")  # type: ignore[return-value]

    def words(self, id: str) -> tuple[str, ...]:
        """A constant that is a list of words."""
        found = self.value(id)
        if isinstance(found, _Missing):
            return found  # type: ignore[return-value]
        if not isinstance(found, (tuple, list)) or not all(isinstance(word, str) for word in found):
            return self._wrong(id, "a list of words", ())
        return tuple(found)

    def entries(self, id: str, *keys: str) -> Mapping[str, Any]:
        """A constant that has several named values, these among them."""
        found = self.value(id)
        if isinstance(found, _Missing):
            return found  # type: ignore[return-value]
        if not isinstance(found, Mapping):
            return self._wrong(id, "named values", _absent())
        lacking = next((key for key in keys if key not in found), None)
        if lacking is not None:
            return self._wrong(id, f"named values, `{lacking}` among them", _absent())
        return found

    def table(self, id: str, *, columns: Iterable[str] = (), rows: Iterable[str] = ()) -> ResultTable:
        """A table with heads of these names."""
        found = self._in("table", id, self.game.tables)
        if isinstance(found, ResultTable):
            for axis, heads in ((found.columns, columns), (found.rows, rows)):
                for head in heads:
                    if not isinstance(head, _Missing) and axis.index(head) is None:
                        self._tell(f"head of table `{id}`", head, [known.label for known in axis.heads])
        return found

    def track(self, id: str) -> Track:
        """A track; of one that every seat or side has, name it with its owner: `gold.red`."""
        return self._in("track", id, self.game.tracks)

    def dice(self, id: str) -> Dice:
        return self._in("dice", id, self.game.dice)

    def check(self, id: str, *, gives: Iterable[str] = (), reads: bool = False) -> Check:
        """A check that may give these outcomes, and reads a table if so wanted."""
        found = self._in("check", id, self.game.rolls.checks)
        if isinstance(found, Check):
            known = [outcome.gives for outcome in found.outcomes]
            for wanted in gives:
                if wanted not in known:
                    self._tell(f"outcome of check `{id}`", wanted, known)
            if reads and found.reading is None:
                self._tell("table of the check", id, ())
        return found

    def contest(self, id: str) -> Contest:
        """A contest whose totals are read in a table."""
        found = self._in("contest", id, self.game.rolls.contests)
        if not isinstance(found, _Missing) and found.table is None:
            self._tell("table of the contest", id, ())
        return found

    def pool(self, id: str) -> Pool:
        return self._in("pool", id, self.game.rolls.pools)

    def volley(self, id: str, *, ways: Iterable[str] = ()) -> Volley:
        """A volley that may be fired in these ways."""
        found = self._in("volley", id, self.game.rolls.volleys)
        if isinstance(found, Volley):
            for way in ways:
                if way not in found.ways:
                    self._tell(f"way of volley `{id}`", way, list(found.ways))
        return found

    def modifier(self, id: str) -> RollModifier:
        return self._in("modifier", id, self.game.rolls.modifiers)

    def income(self, id: str) -> Income:
        return self._in("income", id, self.game.upkeep.incomes)

    def ladder(self, id: str) -> Ladder:
        return self._in("ladder", id, self.game.upkeep.ladders)

    def reset(self, id: str) -> Reset:
        return self._in("reset", id, self.game.upkeep.resets)

    def score(self, id: str) -> Score:
        return self._in("score", id, self.game.upkeep.scores)

    def ranking(self, id: str) -> Ranking:
        return self._in("ranking", id, self.game.upkeep.rankings)

    def counter(self, id: str) -> Counter:
        return self._in("counter", id, self.game.counters)

    def region(self, id: str) -> Region:
        return self._in(
            "region", id, {id: region for board in self.game.maps.values() for id, region in board.regions.items()}
        )

    def needs(self, what: str, *ids: str) -> None:
        """Names that rules only write into events or compare with: marks, seats, sides, kinds, places, options, …"""
        for id in ids:
            self._has(what, id)

    def unfit(self, message: str, at: Span, help: str) -> None:
        """Tell that something in the definition is not what the rules can play with."""
        self._sink.add(diagnose("P007", f"the rules of `{self.game.id}` {message}", at, help=help))

    # -- telling -------------------------------------------------------------------------------------------------------
    def _in(self, what: str, id: str, holder: Mapping[str, T]) -> T:
        self.asked[what, id] = None
        found = holder.get(id)
        if found is not None:
            return found
        self._tell(what, id, holder)
        return _absent()  # type: ignore[no-any-return]

    def _has(self, what: str, id: str) -> bool:
        self.asked[what, id] = None
        known = self._names.get(what)
        if known is None:
            known = self._names[what] = names(self.game, what)
        if id in known:
            return True
        self._tell(what, id, known)
        return False

    def _tell(self, what: str, id: str, known: Collection[str]) -> None:
        if (what, id) in self._told:
            return
        self._told.add((what, id))
        self._sink.add(
            diagnose(
                "P007",
                f"the rules of `{self.game.id}` need the {what} `{id}`",
                self.game.span,
                help=did_you_mean(id, known, what=f"{what}s")
                or f"add a {what} `{id}`, or take `rules` out of game.yaml",
            )
        )

    def _wrong(self, id: str, wanted: str, instead: T) -> T:
        self._sink.add(
            diagnose(
                "P007",
                f"the rules of `{self.game.id}` need the constant `{id}` to be {wanted}",
                self.game.constants[id].note.span,
                help=f"give `{id}` {wanted}",
            )
        )
        return instead


def _absent() -> Any:
    return _Missing()


def found_facts(make: Callable[[Finder], Any], game: Game, sink: Sink) -> Any:
    """The facts of a game, or None when the definition lacks something they need (told)."""
    before, find = len(sink), Finder(game, sink)
    try:
        facts = make(find)
    except Absent:
        facts = None
    except (LookupError, ValueError, TypeError, AttributeError) as error:  # what they do not look up through `find`
        facts = None
        if len(sink) == before:  # else it follows from what has been told
            find.unfit(f"cannot take this definition: {_where(error)}", game.span, _AS_IT_WAS)
    return facts if len(sink) == before else None


_AS_IT_WAS = "names, kinds and fields that they know must stay as they were; or take `rules` out of game.yaml"


def _where(error: Exception) -> str:
    """What was wrong, and which line of the rules found it, for whoever wrote them."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return f"{Path(last.filename).name}, line {last.lineno}: {type(error).__name__} {error}"
