"""Mistakes a careful eye would see, sown into the shipped games.

`python -m tests.careful [SLUG…] [MISTAKE…] [EACH [SEED]]`.

Unlike `mutation`, which breaks form, these keep the form and break the sense: a kanji lost, a unit in the wrong place,
a count that no longer adds up. Some no tool can know without the printed game: `careful.yaml` says which, and why.
Whatever else is not told is printed as such, and the command fails.
"""

from __future__ import annotations

import copy
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from compiler.diagnostics import Diagnostic, Sink
from compiler.load import Bundle, load_game
from tests.faulty import home
from tests.mutation import Mutant, Path_, Subject, dump, nodes, parent

GAMES = ("a_most_dangerous_time", "anegawa", "road_to_honganji", "shingens_arrival", "shogun")
Where = tuple[str, Path_, Any]  # file, path, value
Sow = Callable[[random.Random, list[Where], Any], Any]


class Careful(Subject):
    """A shipped game with its ledger and lock."""

    def __init__(self, name: str) -> None:
        self.known: set[tuple[str, str]] | None = None
        super().__init__(name)
        bundle = load_game(home(name), Sink())
        assert bundle is not None
        for kind, document in bundle:
            if kind in ("ledger", "lock"):
                file = Path(document.file).relative_to(home(name)).as_posix()
                self.documents[file] = (kind, self._plain(document.value, document.file))
        self.bundle = self._with({file: document for file, (_, document) in self.documents.items()}, bundle)

    def judge(self, bundle: Bundle) -> list[Diagnostic]:
        """What is told beyond what the good game hears: its comments, and what they allow, are lost on the way."""
        found = super().judge(bundle)
        if self.known is None:
            self.known = {(one.code, one.message) for one in found}
        return [one for one in found if (one.code, one.message) not in self.known]

    def places(self) -> list[Where]:
        """Every value of every file."""
        return [
            (file, path, value)
            for file, (_, document) in self.documents.items()
            for path, value in _all(document.value)
        ]


def _all(value: Any) -> Iterator[tuple[Path_, Any]]:
    yield from nodes(value)
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("rules", "gpids") and isinstance(item, (list, dict)):
                yield (key,), item


def _pick(rng: random.Random, found: list[Where]) -> Where | None:
    return rng.choice(found) if found else None


def _key(places: list[Where], *keys: str, kind: type | tuple[type, ...] = object) -> list[Where]:
    return [place for place in places if place[1][-1] in keys and isinstance(place[2], kind)]


def _drop(values: Any, key: Any) -> Any:
    del values[key]
    return values


# -- the mistakes: each picks a place and says what stands there afterwards --------------------------------------------
def kanji_lost(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    named = [p for p in places if isinstance(p[2], dict) and set(p[2]) == {"en", "ja"} and p[1][0] != "title"]
    spot = _pick(rng, named)
    return None if spot is None else (spot, spot[2]["en"])


def kanji_copied(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    named = [p for p in places if isinstance(p[2], dict) and set(p[2]) == {"en", "ja"} and len(p[1]) > 2]
    spot = _pick(rng, named)
    others = [p for p in named if spot and p[0] == spot[0] and p[1][:-2] == spot[1][:-2] and p[2] != spot[2]]
    other = _pick(rng, others)
    return None if spot is None or other is None else (spot, {**spot[2], "ja": other[2]["ja"]})


def row_of_lock_lost(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    spot = _pick(rng, [p for p in places if p[1] == ("gpids",)])
    if spot is None:
        return None
    lost = rng.choice(list(spot[2]))
    return spot, {id: n for id, n in spot[2].items() if id != lost}


def row_of_ledger_lost(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    spot = _pick(rng, [p for p in places if p[1] == ("rules",) and isinstance(p[2], list)])
    if spot is None:
        return None
    series: dict[str, list[int]] = {}
    for n, row in enumerate(spot[2]):
        series.setdefault(row["id"].rstrip("0123456789"), []).append(n)
    # without the last row of a series there is no gap, and without one of two no series
    lost = rng.choice([n for rows in series.values() if len(rows) > 2 for n in rows[:-1]])
    return spot, [row for n, row in enumerate(spot[2]) if n != lost]


def unit_elsewhere(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    stands = [p for p in _key(places, "at", kind=str) if p[0].startswith("scenarios/")]
    spot = _pick(rng, stands)
    other = _pick(rng, [p for p in places if p[0].startswith("map") and len(p[1]) == 2 and p[1][0] == "spaces"])
    return None if spot is None or other is None else (spot, other[1][1])


def number_tenfold(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    numbers = [p for p in places if p[0].startswith("counters") and type(p[2]) is int and p[1][-1] != "count"]
    spot = _pick(rng, [p for p in numbers if p[2] and p[1][0] == "counters"])
    return None if spot is None else (spot, spot[2] * 10)


def count_off_by_one(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    spot = _pick(rng, [p for p in _key(places, "count", kind=int) if p[0].startswith("counters")])
    return None if spot is None else (spot, spot[2] + rng.choice([-1, 1]))


def side_of_another(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    sides = [p for p in _key(places, "side", kind=str) if p[0].startswith("counters")]
    spot = _pick(rng, sides)
    other = _pick(rng, [p for p in sides if spot and p[2] != spot[2]])
    return None if spot is None or other is None else (spot, other[2])


def terrain_of_another(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    spot = _pick(rng, [p for p in places if p[0].startswith("map") and p[1][-1] in ("terrain", "kind", "by")])
    others = [p for p in places if spot and p[0] == spot[0] and p[1][-1] == spot[1][-1] and p[2] != spot[2]]
    other = _pick(rng, [p for p in others if isinstance(p[2], str)])
    return None if spot is None or other is None or not isinstance(spot[2], str) else (spot, other[2])


def way_lost(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    ways = [p for p in places if p[0].startswith("map") and p[1][-1] in ("to", "land", "sea", "through")]
    spot = _pick(rng, [p for p in ways if isinstance(p[2], list) and len(p[2]) > 1])
    return None if spot is None else (spot, _drop(list(spot[2]), rng.randrange(len(spot[2]))))


def cells_swapped(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    rows = [p for p in places if p[0].startswith("tables") and len(p[1]) > 2 and p[1][-2] == "cells"]
    spot = _pick(rng, [p for p in rows if isinstance(p[2], list) and len(set(map(str, p[2]))) > 1])
    if spot is None:
        return None
    n = rng.choice([n for n in range(len(spot[2]) - 1) if spot[2][n] != spot[2][n + 1]])
    cells = list(spot[2])
    cells[n], cells[n + 1] = cells[n + 1], cells[n]
    return spot, cells


def heads_swapped(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    named = {(p[0], p[1][:-1]) for p in _key(places, "by") if p[2] == "name"}  # heads by name stand in no order
    spots = [p for p in _key(places, "heads", kind=list) if (p[0], p[1][:-1]) not in named]
    # heads of a display stand where each says itself
    spot = _pick(rng, [p for p in spots if len(p[2]) > 2 and not isinstance(p[2][0], dict)])
    if spot is None:
        return None
    heads, n = list(spot[2]), rng.randrange(len(spot[2]) - 1)
    heads[n], heads[n + 1] = heads[n + 1], heads[n]
    return spot, heads


def card_lost(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    spot = _pick(rng, [p for p in places if p[0].startswith("cards") and p[1] == ("cards",) and p[2]])
    return None if spot is None else (spot, _drop(dict(spot[2]), rng.choice(list(spot[2]))))


def card_number_twice(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    numbers = [p for p in _key(places, "number", kind=int) if p[0].startswith("cards")]
    spot = _pick(rng, numbers)
    return None if spot is None or len(numbers) < 2 else (spot, rng.choice([p[2] for p in numbers if p[2] != spot[2]]))


def unit_forgotten(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    puts = [p for p in _key(places, "put", kind=list) if p[0].startswith("scenarios/") and len(p[2]) > 1]
    spot = _pick(rng, puts)
    return None if spot is None else (spot, _drop(list(spot[2]), rng.randrange(len(spot[2]))))


def word_misspelt(rng: random.Random, places: list[Where]) -> tuple[Where, Any] | None:
    ids = [p for p in places if isinstance(p[2], str) and p[2].isidentifier() and len(p[2]) > 4]
    fields = ("game", "name", "en", "id", "version", "says", "scheme", "effect", "label")
    # heads of chapters are words as names are
    ids = [p for p in ids if p[1][-1] not in fields and p[1][0] != "chapters"]
    ids = [p for p in ids if not {"also", "lines"} & set(p[1])]  # other names of a thing, lines of a picture
    spot = _pick(rng, [p for p in ids if p[0] != "ids.lock.yaml"])
    if spot is None:
        return None
    n = rng.randrange(1, len(spot[2]) - 1)
    return spot, spot[2][:n] + spot[2][n + 1 :]


MISTAKES: tuple[Callable[[random.Random, list[Where]], tuple[Where, Any] | None], ...] = (
    kanji_lost, kanji_copied, row_of_lock_lost, row_of_ledger_lost, unit_elsewhere, number_tenfold, count_off_by_one,
    side_of_another, terrain_of_another, way_lost, cells_swapped, heads_swapped, card_lost, card_number_twice,
    unit_forgotten, word_misspelt,
)  # fmt: skip


class Accepted(NamedTuple):
    """Mistakes that are not told, and why nobody can know: `careful.yaml`."""

    mistake: str
    where: str  # a pattern of `game/file path`
    what: str  # and of `before → after`
    why: str


@cache
def accepted() -> tuple[Accepted, ...]:
    rows = yaml.safe_load((Path(__file__).parent / "careful.yaml").read_text(encoding="utf-8"))
    return tuple(
        Accepted(mistake, row["where"].replace("…", thing), row.get("what", "*"), row["why"])
        for mistake, found in rows.items()
        for row in found
        for thing in row.get("of", ("…",))
    )


def reason(mistake: str, where: str, what: str) -> str | None:
    """Why a mistake at a place cannot be known; None if it ought to be told."""
    rows = (row for row in accepted() if row.mistake == mistake)
    return next((row.why for row in rows if fnmatchcase(where, row.where) and fnmatchcase(what, row.what)), None)


def sown(subject: Careful, each: int, seed: int, only: Sequence[str] = ()) -> Iterator[tuple[str, Mutant]]:
    """So many of each mistake, or of some, as the seed will have it; none twice."""
    places = subject.places()
    for mistake in (one for one in MISTAKES if not only or one.__name__ in only):
        made: set[str] = set()
        rng = random.Random(f"{seed} {subject.name} {mistake.__name__}")
        for _ in range(each):
            found = mistake(rng, places)
            if found is None:
                break
            (file, path, old), new = found
            value = copy.deepcopy(subject.documents[file][1].value)
            parent(value, path)[path[-1]] = new
            what = f"{str(old)[:60]} → {str(new)[:60]}"
            if (once := f"{file} {path} {new}") in made:
                continue
            made.add(once)
            yield mistake.__name__, Mutant(file, path, what, dump(value))


class Outcome(NamedTuple):
    """A mistake, where it was made, and whether anybody told."""

    mistake: str
    where: str
    what: str
    told: bool


def outcomes(games: Sequence[str], each: int, seed: int, only: Sequence[str] = ()) -> Iterator[Outcome]:
    """Every mistake made; what means the same as before is none."""
    for game in games:
        subject = Careful(game)
        for mistake, mutant in sown(subject, each, seed, only):
            same, said = subject.verdict(mutant)
            if said or not same:
                where = f"{game}/{mutant.file} {'/'.join(map(str, mutant.path))}"
                yield Outcome(mistake, where, mutant.what, bool(said))


def main(arguments: list[str]) -> int:
    """Prints each mistake that was not told, and why; fails if one of them could have been known."""
    numbers = [int(a) for a in arguments if a.isdigit()]
    each, seed = (*numbers, *(4, 2026)[len(numbers) :])[:2]
    made, told, left, knowable = Counter[str](), Counter[str](), Counter[str](), 0
    only = [one.__name__ for one in MISTAKES if one.__name__ in arguments]
    games = [a for a in arguments if not a.isdigit() and a not in only]
    for one in outcomes(games or GAMES, each, seed, only):
        made[one.mistake] += 1
        told[one.mistake] += one.told
        if not one.told:
            why = reason(one.mistake, one.where, one.what)
            left[one.mistake] += why is not None
            knowable += why is None
            print(f"{one.where}: {one.mistake}: {one.what} ({why or 'TO BE TOLD'})", flush=True)
    for mistake in made:
        print(f"{mistake:<20} {told[mistake]:>3} of {made[mistake]}, {left[mistake]} that nobody can know")
    print(f"told {told.total()} of {made.total()} mistakes; {left.total()} nobody can know, {knowable} are to be told")
    return int(knowable > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
