"""Standing rules of steps.yaml made ready: ways, lines, who holds a space, scorings, incomes, victories."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.articles import Article
from compiler.model.event import Marked
from compiler.model.graph import Link
from compiler.play.fitting import no_control
from compiler.play.mechanics import movement
from compiler.play.mechanics.ranges import flood
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.play.stock.conditions import Amount, Condition, amount, condition
from compiler.play.stock.filters import HELD, PieceFilter, SpaceFilter, enemy_zones, piece_filter, space_filter
from compiler.play.stock.here import ENEMY, Here, enemies_of, own_track
from compiler.play.stock.reading import SPACE, Reading, among, shown
from compiler.play.stock.victory import shifted

SHUTS = ("enemy", "zone", "enemy_held")
NOTE = ("name", "rule")


def choice(read: Reading, raw: Mapping[str, Any], key: str, words: Collection[str], usual: str) -> str:
    """A word of a few."""
    value = raw.get(key, usual)
    if not among(value, words):
        read.into(key).fault(f"`{key}` cannot be `{shown(value)}`", "write " + " or ".join(f"`{w}`" for w in words))
    return str(value)


# -- ways and lines ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Way:
    """A way to go other than the march: along some links alone, each at the same cost; some things shut spaces."""

    id: str
    along: tuple[str, ...]
    each: int
    shut_by: tuple[str, ...]
    rule: str | None
    between: tuple[str, ...] = ()  # from any of these to any other, as ports at sea

    def steps(self, scene: Scene) -> movement.Ways:
        """Where one may step, and what it costs."""
        return scene.book.once(("way", self.id), lambda: self._steps(scene))

    def _steps(self, scene: Scene) -> movement.Ways:
        found = dict(movement.ways(scene.game.map, self._cost))
        for port in self.between:
            far = tuple((other, float(self.each)) for other in self.between if other != port)
            found[port] = (*found.get(port, ()), *far)
        return found

    def _cost(self, link: Link, start: str, to: str) -> float | None:
        return self.each if link.kind in self.along or any(f in self.along for f in link.features) else None

    def shut(self, scene: Scene, side: str | None) -> set[str]:
        """The spaces it may not lead through now."""
        return shut_spaces(scene, side, self.shut_by)


def way(read: Reading, article: Article) -> Way:
    """A way as written."""
    raw = read.mapping(article.written.value, ("along", "between", "each", "shut_by", *NOTE), "a way") or {}
    boards = read.game.maps.values()
    known = dict.fromkeys(kind for b in boards for kind in (*b.feature_kinds, *b.link_kinds))
    along = read.into("along").names(raw.get("along", ()), known, "kind of road or link")
    between = space_filter(read.into("between"), raw["between"]) if "between" in raw else SpaceFilter(())
    if between.tests:
        read.into("between").fault("ports are fixed: it cannot depend on what is there", "name spaces, or their kind")
    if not along and not between.fixed:
        read.fault("a way runs along nothing", "name kinds of roads or links under `along`, or ports under `between`")
    shut = read.into("shut_by").names(raw.get("shut_by", ()), SHUTS, "thing that shuts a way")
    each = read.into("each").number(raw.get("each", 1), "`each`")
    return Way(article.id, along, each, shut, article.note.rule, between.fixed)


def shut_spaces(scene: Scene, side: str | None, shut_by: Collection[str]) -> set[str]:
    """The spaces that enemies of a side shut by standing there, by their zones or by holding them."""
    if not shut_by:
        return set()

    def make() -> set[str]:
        theirs = enemies_of(scene, (side,) if side is not None else ())
        table, found = scene.table, set()
        if "enemy" in shut_by:
            found |= {p.place for p in table.pieces.values() if p.side in theirs and p.place in scene.book.land}
        if "zone" in shut_by:
            friends = {p.place for p in table.pieces.values() if p.side == side}
            found |= enemy_zones(scene, side) - (friends if "friends_open" in shut_by else set())
        if "enemy_held" in shut_by:
            found |= {space for (space, mark), holder in table.marks.items() if mark == HELD and holder in theirs}
        return found

    return scene.memo(("shut", side, tuple(shut_by)), make)


@dataclass(frozen=True, slots=True)
class Line:
    """A line that pieces trace to some spaces, as supply: what shuts it, how long it may be, along which way."""

    id: str
    to: SpaceFilter
    length: int | None
    way: Way | None
    shut_by: tuple[str, ...]
    rule: str | None

    def reached(self, here: Here) -> Collection[str]:
        """The spaces from which the seat can trace it now."""
        scene = here.scene
        return scene.memo(("line", self.id, here.seat), lambda: self._flood(here))

    def _flood(self, here: Here) -> Collection[str]:
        scene = here.scene
        shut: set[str] = set()
        for side in here.mine:
            shut |= shut_spaces(scene, side, self.shut_by)
        starts = [space for space in self.to.all(here) if space not in shut]
        beside: Mapping[str, tuple[str, ...]] = scene.game.map.beside
        if self.way is not None:
            beside = {space: tuple(to for to, _ in exits) for space, exits in self.way.steps(scene).items()}
        found = flood(beside, starts, most=self.length, enters=lambda space: space not in shut)
        edge = {other for space, far in found.items() if self.length is None or far < self.length
                for other in beside.get(space, ())}  # fmt: skip
        return found.keys() | edge  # who stands in a shut space himself still traces from it


def line(read: Reading, article: Article, ways: Mapping[str, Way]) -> Line:
    """A line as written."""
    raw = read.mapping(article.written.value, ("to", "length", "by", "shut_by", *NOTE), "a line") or {}
    if "to" not in raw:
        read.fault("a line leads nowhere", "say under `to` which spaces it is traced to")
    if "by" in raw:
        read.into("by").known(raw["by"], ways, "way")
    length = read.into("length").number(raw["length"], "`length`") if "length" in raw else None
    shut = read.into("shut_by").names(raw.get("shut_by", ()), SHUTS, "thing that shuts a line")
    to = space_filter(read.into("to"), raw.get("to", ()))
    return Line(article.id, to, length, ways.get(raw.get("by", "")), shut, article.note.rule)


# -- who holds a space -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Holding:
    """Who holds a space: who came last, who stands there alone, or who has more of some pieces than the enemy."""

    by: str  # entering, standing, lead
    where: SpaceFilter
    who: PieceFilter
    margin: Amount
    rule: str | None

    def settle(self, scene: Scene) -> None:
        """Set the mark `control` anew where it follows from who stands where."""
        here, table = Here.of(scene), scene.table
        for space in self.where.all(here):
            now = table.mark(space, HELD)
            then = self._holder(here, space, now)
            if then != now:
                scene.do(Marked(space, HELD, then, self.rule))

    def _holder(self, here: Here, space: str, now: Any) -> Any:
        counts: dict[str, int] = {}
        for piece in here.scene.table.at(space):
            if piece.side is not None and self.who(here, piece):
                counts[piece.side] = counts.get(piece.side, 0) + 1
        if self.by != "lead":
            return next(iter(counts)) if len(counts) == 1 else now
        order = sorted(counts.values(), reverse=True) + [0, 0]
        if order[0] - order[1] < max(1, self.margin(here.at(space=space))):
            return None
        return next(side for side, count in counts.items() if count == order[0])


def holding(read: Reading, article: Article) -> Holding:
    """Who holds a space, as written."""
    raw = read.mapping(article.written.value, ("by", "where", "who", "margin", *NOTE), "`holding`") or {}
    misfit = no_control(read.game)
    if misfit is not None:
        read.fault(*misfit)
    by = choice(read, raw, "by", ("entering", "standing", "lead"), "entering")
    where = space_filter(read.into("where"), raw.get("where", {}))
    who = piece_filter(read.into("who"), raw.get("who", {}))
    return Holding(
        by, where, who, amount(read.into("margin").with_hand(SPACE), raw.get("margin", 1)), article.note.rule
    )


# -- scores ------------------------------------------------------------------------------------------------------------
Gain = tuple[str, int]  # side and points


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points for spaces held: a field of each, or the best level a side reaches; they move a track."""

    id: str
    track: str
    spaces: SpaceFilter
    each: Amount | None
    levels: tuple[tuple[str, SpaceFilter | None, int], ...]
    raised_by: str | None
    rule: str | None

    def gains(self, here: Here) -> Iterator[Gain]:
        """What each side in play gains."""
        scene = here.scene
        held: dict[str, list[str]] = {}
        for space in self.spaces.all(here):
            holder = scene.table.mark(space, HELD)
            if holder is not None:
                held.setdefault(holder, []).append(space)
        for side in [s for seat in scene.scenario.seats for s in scene.book.sides_of(seat, scene.scenario)]:
            mine = held.get(side, [])
            most = max((len(spaces) for other, spaces in held.items() if other != side), default=0)
            points = sum(self.each(here.at(space=space)) for space in mine) if self.each is not None else 0
            points += self._level(here, mine, most, side)
            if points:
                yield side, points

    def _level(self, here: Here, mine: list[str], most: int, side: str) -> int:
        seat = here.scene.book.seat_of(side, here.scene.scenario) or here.seat
        for how, all_of, points in self.levels:
            if all_of is not None and any(space not in mine for space in all_of.all(here.at(seat=seat))):
                continue
            if (how == "more" and len(mine) > most) or (how == "some" and mine):
                return points
        return 0


def scoring(read: Reading, article: Article) -> Scoring:
    """A scoring as written."""
    raw = (
        read.mapping(article.written.value, ("track", "spaces", "each", "levels", "raised_by", *NOTE), "a scoring")
        or {}
    )
    if not ("each" in raw or raw.get("levels")) or "track" not in raw:
        read.fault("a scoring scores nothing", "say `track`, and `each` (a field) or `levels`")
    spaces = space_filter(read.into("spaces"), raw.get("spaces", {}))
    each = amount(read.into("each").with_hand(SPACE), raw["each"]) if "each" in raw else None
    levels = tuple(_level(read.into("levels", n), level) for n, level in enumerate(raw.get("levels", ())))
    track = read.into("track").track(raw.get("track"), numbers=True) if "track" in raw else ""
    raised = raw.get("raised_by")
    if track in read.game.tracks:
        read.into("raised_by").known(raised, read.game.sides, "side")
    read.known(HELD, read.game.marks, "mark")
    return Scoring(article.id, track, spaces, each, levels, raised, article.note.rule)


def _level(read: Reading, value: Any) -> tuple[str, SpaceFilter | None, int]:
    raw = read.mapping(value, ("more", "some", "all", "points"), "a level") or {}
    how = "more" if raw.get("more") else "some"
    all_of = space_filter(read.into("all"), raw["all"]) if "all" in raw else None
    return how, all_of, read.into("points").number(raw.get("points"), "`points`")


@dataclass(frozen=True, slots=True)
class Income:
    """What comes in: an amount for each space that fits, or one alone, into a track."""

    id: str
    spaces: SpaceFilter | None
    each: Amount
    to: str
    rule: str | None

    def sum(self, here: Here) -> int:
        """What the seat collects now."""
        if self.spaces is None:
            return self.each(here)
        return sum(self.each(here.at(space=space)) for space in self.spaces.all(here))


def income(read: Reading, article: Article) -> Income:
    """An income as written."""
    raw = read.mapping(article.written.value, ("spaces", "each", "to", *NOTE), "an income") or {}
    if not {"each", "to"} <= raw.keys():
        read.fault("an income says how much and where to", "add `each`, an amount, and `to`, a track")
        return Income(article.id, None, lambda here: 0, "", None)
    spaces = space_filter(read.into("spaces"), raw["spaces"]) if "spaces" in raw else None
    hand = (SPACE,) if spaces is not None else ()
    each = amount(read.into("each").with_hand(*hand), raw["each"])
    return Income(article.id, spaces, each, read.into("to").track(raw["to"], numbers=True), article.note.rule)


# -- victories ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Win:
    """A way to win: when it is looked at, what must hold, and who wins then."""

    id: str
    name: str
    at: str  # once (after any action), check (at the step), end (after the last turn)
    when: Condition
    winner: Callable[[Here], str | None]  # a seat
    rule: str | None

    def won(self, here: Here) -> Victory | None:
        """The outcome, if it holds."""
        if not self.when(here):
            return None
        seat = self.winner(here)
        return Victory((seat,) if seat is not None else (), self.name.lower(), self.rule)


def win(read: Reading, article: Article) -> Win:
    """A way to win as written."""
    raw = read.mapping(article.written.value, ("wins", "ties", "when", "at", "raised_by", *NOTE), "a victory") or {}
    at = choice(read, raw, "at", ("once", "check", "end"), "check")
    if at != "end" and "when" not in raw:
        read.fault("it is won at any time: nothing must hold", "say `when`, or `at: end`")
    when = condition(read.into("when"), raw["when"]) if "when" in raw else (lambda here: True)
    if "wins" not in raw:
        read.fault("nobody wins by it", "say who `wins`")
    return Win(article.id, article.name.en, at, when, _winner(read, raw), article.note.rule)


def _winner(read: Reading, raw: Mapping[str, Any]) -> Callable[[Here], str | None]:
    wins, game = raw.get("wins"), read.game
    if isinstance(wins, Mapping):
        return _most(read, raw, wins)
    if wins is not None:
        read.into("wins").known(wins, (*game.sides, *game.seats, "active", ENEMY, "nobody"), "winner")
    if wins == "active":
        return lambda here: here.seat
    if wins == ENEMY:
        return lambda here: here.enemy
    if among(wins, game.seats):
        return lambda here: str(wins)
    return lambda here: here.scene.book.seat_of(str(wins), here.scene.scenario) if among(wins, game.sides) else None


def _most(read: Reading, raw: Mapping[str, Any], wins: Mapping[str, Any]) -> Callable[[Here], str | None]:
    """Whoever has most of something; on a common track who is ahead, seen from the side that raises it."""
    game, inner = read.game, read.into("wins")
    most, ties = (inner.mapping(wins, ("most",), "`wins`") or {}).get("most"), raw.get("ties")
    if ties is not None:
        read.into("ties").known(ties, (*game.sides, *game.seats, "nobody"), "winner")
    count = amount(inner.into("most"), most)
    common = most.get("track") if isinstance(most, Mapping) and among(most.get("track"), game.tracks) else None
    raised = raw.get("raised_by")
    if common is not None:
        read.into("raised_by").known(raised, game.sides, "side")

    def winner(here: Here) -> str | None:
        scene = here.scene
        seats = scene.scenario.seats
        scores = {seat: count(here.at(seat=seat)) for seat in seats}
        if common is not None:
            first = scene.book.seat_of(str(raised), scene.scenario)
            value = int(scene.table.tracks[common])
            scores = {seat: value if seat == first else -value for seat in seats}
        best = [seat for seat in seats if scores[seat] == max(scores.values())]
        if len(best) == 1:
            return best[0]
        return str(ties) if ties in game.seats else scene.book.seat_of(str(ties), scene.scenario) if ties else None

    return winner


def raised(scene: Scene, here: Here, base: str, side: str, points: int, raised_by: str | None) -> tuple[str, int]:
    """The track and its new value when a side gains points: its own, or a common one that one side raises."""
    seat = scene.book.seat_of(side, scene.scenario) or here.seat
    id = own_track(scene.game, here.at(seat=seat), base)
    by = points if raised_by is None or side == raised_by else -points
    return id, shifted(scene.game.tracks[id], scene.table.tracks[id], by)
