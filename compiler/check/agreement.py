"""Lints of what is told twice, or told alike everywhere but once: names, sides, tables, ways."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping

from compiler.check.lint import WARNING, Found, lint, listed
from compiler.check.siblings import Named, faces_alike
from compiler.diagnostics import Span
from compiler.diagnostics.slips import only_slip
from compiler.model.common import Value
from compiler.model.counters import Card, Counter
from compiler.model.game import Game
from compiler.model.graph import Map
from compiler.model.scenario import FreePlacement

_SOME = 3  # so many that agree make one that does not odd
_MANY = 8


@lint(
    "C028", WARNING, "Things of one English name are one thing in Japanese too: the odd kanji was most likely copied."
)
def kanji_of_another(game: Game) -> Iterator[Found]:
    """Counters or faces of one name have one Japanese name, but for one of them."""
    named: dict[tuple[str, ...], list[Named]] = {}
    for counter in game.counters.values():
        one = (counter.id, counter.name, counter.note)
        named.setdefault((counter.kind, counter.name.en), []).append(one)
    for alike, family in faces_alike(game).items():
        for one in family:
            named.setdefault((*alike, one[1].en), []).append(one)
    for (*_, called), family in named.items():
        kanji = Tally(name.ja for _, name, _ in family if name.ja)
        if len(kanji) == 2 and kanji.total() >= _SOME and min(kanji.values()) == 1:
            (usual, _), (odd, _) = kanji.most_common()
            id, note = next((id, note) for id, name, note in family if name.ja == odd)
            yield Found(f"`{id}` is {odd}, all others of the name `{called}` are {usual}", note.span, "mend its `ja`")


@lint("C326", WARNING, "The words on a counter are those of its name; one that is a letter off is most likely a slip.")
def word_off_the_name(game: Game) -> Iterator[Found]:
    """A word on a counter is a letter off its name, where all others of its kind have a word of theirs."""
    written: dict[tuple[str, str], list[tuple[str, Counter]]] = {}
    for counter in game.counters.values():
        for field, value in counter.values.items():
            if isinstance(value, str) and value.isalpha():
                written.setdefault((counter.kind, field), []).append((value, counter))
    for (_, field), family in written.items():
        strange = [(word, one) for word, one in family if word not in one.name.en.split()]
        if len(strange) == 1 and len(family) > _MANY:
            ((word, one),) = strange
            slip = only_slip(word, one.name.en.split())
            if slip is not None:
                message = f"`{one.id}` has `{word}` as `{field}`, and is called {one.name.en}"
                yield Found(message, one.note.span, f"did you mean `{slip[1]}`?")


@lint("C324", WARNING, "A counter called after one side and owned by another has most likely the wrong side.")
def side_of_another(game: Game) -> Iterator[Found]:
    """A counter is called after a side that it does not belong to, and its like of other sides keep to theirs."""
    called: dict[str, list[tuple[Counter, str]]] = {}
    for counter in game.counters.values():
        words = f"_{counter.id}_"
        side = max((side for side in game.sides if f"_{side}_" in words), key=len, default=None)
        if side is not None and counter.side is not None:
            called.setdefault(words.replace(f"_{side}_", "_*_", 1), []).append((counter, side))
            if words.startswith(f"_{side}_"):
                called.setdefault(f"{counter.kind} {side}", []).append((counter, side))
    told: set[str] = set()
    for pattern, family in called.items():
        strangers = [(counter, side) for counter, side in family if counter.side != side]
        pair = pattern.startswith("_") and all(_alone(game, counter, side) for counter, side in family)
        if len(strangers) == 1 and len(family) > (1 if pair else _SOME):
            ((one, side),) = strangers
            if one.id in told:
                continue
            told.add(one.id)
            yield Found(
                f"`{one.id}` belongs to `{one.side}`, not to `{side}`", one.note.span, "mend its side, or its id"
            )


def _alone(game: Game, counter: Counter, side: str) -> bool:
    """Whether the id of a counter names no other side: of two, it may belong to either."""
    rest = f"_{counter.id}_".replace(f"_{side}_", "_", 1)
    return not any(f"_{other}_" in rest for other in game.sides)


@lint("C328", WARNING, "A face called after one side and owned by another has most likely the wrong side.")
def face_of_another(game: Game) -> Iterator[Found]:
    """A face of a counter is called after a side that it does not belong to."""
    for counter in game.counters.values():
        for face in counter.faces:
            side = face.side or counter.side
            if face.id in game.sides and side is not None and side != face.id:
                message = f"the face `{face.id}` of `{counter.id}` belongs to `{side}`"
                yield Found(message, counter.note.span, f"make it `side: {face.id}`, or give it another id")


@lint("C329", WARNING, "Where each row of the rules and each crest is of one side, a stranger has the wrong side.")
def stranger_by_mark(game: Game) -> Iterator[Found]:
    """A counter cites a row of the rules, or bears a word, that otherwise only counters of another side do."""
    marked: dict[str, dict[str, list[Counter]]] = {}
    for counter in game.counters.values():
        if counter.side is None:
            continue
        for rule in counter.note.rules:
            marked.setdefault("that cite", {}).setdefault(rule, []).append(counter)
        for field, value in counter.values.items():
            if isinstance(value, str):
                marked.setdefault(f"whose `{field}` is", {}).setdefault(value, []).append(counter)
    told: set[str] = set()
    for how, families in marked.items():
        for word, one, usual in _strangers({word: family for word, family in families.items() if len(family) > _SOME}):
            if one.id not in told:
                told.add(one.id)
                message = f"`{one.id}` is of `{one.side}`, all others {how} `{word}` are of `{usual}`"
                yield Found(message, one.note.span, "mend its side, or what it has in common with them")


def _strangers(families: Mapping[str, list[Counter]]) -> Iterator[tuple[str, Counter, str | None]]:
    """The only one of another side in a family, where most families are of one side."""
    sides = {word: Tally(each.side for each in family) for word, family in families.items()}
    mixed = [word for word, tally in sides.items() if len(tally) > 1]
    if len(sides) - len(mixed) < max(_SOME, len(mixed) + 1):
        return
    for word in mixed:
        odd = [each for each in families[word] if sides[word][each.side] == 1]
        if len(sides[word]) == 2 and len(odd) == 1:
            yield word, odd[0], next(each.side for each in families[word] if each is not odd[0])


@lint("C325", WARNING, "What a seat is to place belongs to a side it runs; a stranger among them has the wrong side.")
def stranger_among_units(game: Game) -> Iterator[Found]:
    """One of the counters that are placed together is of another side than all others."""
    for scenario in game.scenarios.values():
        for free in scenario.free:
            owned = [(id, game.counters[id].side) for id, _ in free.counters if id in game.counters]
            sides = Tally(side for _, side in owned if side is not None)
            pieces = sum(count for _, count in free.counters)
            if len(sides) == 2 and len(owned) >= _SOME and pieces > _SOME and min(sides.values()) == 1:
                (usual, _), (odd, _) = sides.most_common()
                one = game.counters[next(id for id, side in owned if side == odd)]
                message = (
                    f"`{one.id}` is of `{odd}`, all others that are placed with it in `{free.id}` are of `{usual}`"
                )
                yield Found(message, one.note.span, "mend its side, or take it out of the group")


@lint("C518", WARNING, "A chart and the counters must tell the same: players look at either.")
def chart_disagrees(game: Game) -> Iterator[Found]:
    """A table says otherwise of a counter or card than that itself, though it agrees on all others."""
    for table in game.tables.values():
        told = [_thing(game, head.name or head.label) for head in table.rows.heads]
        rows = [(n, thing) for n, thing in enumerate(told) if thing is not None]
        if len(rows) < _MANY or len(rows) * 5 < len(told) * 4 or table.rows.by != "name":
            continue
        for column, head in enumerate(table.columns.heads):
            for field, read in _facts(rows).items():
                wrong = [(n, thing) for n, thing in rows if not _same(table.cells[n][column], read(thing))]
                named = field == (head.name or head.label)
                if len(wrong) == 1 or (named and wrong):
                    n, thing = wrong[0]
                    says = f"table `{table.id}` has `{table.cells[n][column]}` for `{thing.id}`"
                    message = f"{says}, which itself has `{read(thing)}`"
                    yield Found(
                        message, table.note.span, f"`{field}` is the same in all other rows: mend one of the two"
                    )
                    break


def _thing(game: Game, name: str) -> Counter | Card | None:
    things: list[Counter | Card] = [*game.counters.values(), *game.cards.values()]
    found = [thing for thing in things if name in (thing.id, thing.name.en)]
    return found[0] if len(found) == 1 else None


def _facts(rows: list[tuple[int, Counter | Card]]) -> dict[str, Callable[[Counter | Card], Value | None]]:
    """What every one of these has and not all share: its side, and its numbers."""
    facts: dict[str, Callable[[Counter | Card], Value | None]] = {"side": lambda thing: thing.side}
    for field in rows[0][1].values:
        facts[field] = lambda thing, field=field: thing.values.get(field)  # type: ignore[misc]
    return {field: read for field, read in facts.items() if len({str(read(thing)) for _, thing in rows}) > 1}


def _same(cell: Value, value: Value | None) -> bool:
    return str(cell).casefold() == str(value).casefold()


@lint(
    "C519",
    WARNING,
    "Results go from good to bad along a row: one that comes again after another was most likely swapped.",
)
def result_comes_back(game: Game) -> Iterator[Found]:
    """A result comes, goes and comes again along a row, and in no other row of the table."""
    for table in game.tables.values():
        across = table.columns.by != "name" or table.rows.by == "name"
        lines = table.cells if across else list(zip(*table.cells, strict=True))
        odd = [n for n, line in enumerate(lines) if _comes_back(line)]
        if len(odd) == 1 and len(lines) >= _SOME:
            axis = table.rows if across else table.columns
            where = f"table `{table.id}`, `{axis.heads[odd[0]].label}`"
            message = f"{where}: `{_comes_back(lines[odd[0]])}` comes again after another result"
            yield Found(message, table.note.span, "were two cells swapped?")


def _comes_back(line: list[Value] | tuple[Value, ...]) -> Value | None:
    seen: list[Value] = []
    for cell in line:
        if isinstance(cell, str) and cell in seen and cell != seen[-1]:
            return cell
        seen.append(cell)
    return None


@lint(
    "C228",
    WARNING,
    "A way of one kind joins spaces of certain kinds; one that joins others has most likely the wrong kind.",
)
def way_of_another_kind(game: Game) -> Iterator[Found]:
    """A link joins kinds of spaces that no other link of its kind joins, and those of another kind do."""
    for board in game.boards:
        spaces = board.spaces
        if len({link.kind for link in board.links}) < 2:
            continue
        joined: dict[str, Tally[tuple[str, ...]]] = {}
        for (kind, *pair), number in Tally((x.kind, spaces[x.a].kind, spaces[x.b].kind) for x in board.links).items():
            joined.setdefault(kind, Tally())[tuple(sorted(pair))] += number
        alone = {kind for kind, pairs in joined.items() if 1 in pairs.values() and pairs.total() >= _MANY}
        for link in [link for link in board.links if link.kind in alone]:
            ends = _ends(board, link.a, link.b)
            others = [kind for kind, pairs in joined.items() if kind != link.kind and pairs[ends] >= _SOME]
            if joined[link.kind][ends] == 1 and others:
                message = (
                    f"`{link.a}` and `{link.b}` are joined by a `{link.kind}`, as no other {' and '.join(ends)} are"
                )
                yield Found(message, link.note.span, f"is it a {listed(others)}?")


@lint("C229", WARNING, "A region of the kind of a space is made of such spaces; else its kind is most likely another.")
def region_of_another_sort(game: Game) -> Iterator[Found]:
    """A region has a kind that is a kind of space, and its spaces are of others; or almost that of other regions."""
    for board in game.maps.values():
        sorts = Tally(region.kind for region in board.regions.values())
        for region in board.regions.values() if len(sorts) > 1 else ():
            slip = only_slip(region.kind, [kind for kind, times in sorts.items() if times >= _SOME])
            if sorts[region.kind] == 1 and slip is not None:
                message = f"region `{region.id}` is a `{region.kind}`, and no other is"
                yield Found(message, region.note.span, f"did you mean `{slip[1]}`?")
        kinds = {space.kind for space in board.spaces.values()}
        for region in board.regions.values():
            called = next((kind for kind in sorted(kinds | {*sorts}) if f"_{kind}_" in f"_{region.id}_"), region.kind)
            if called != region.kind:
                message = f"region `{region.id}` is a `{region.kind}`, and is called a `{called}`"
                yield Found(message, region.note.span, "mend its `kind`, or its id")
                continue
            inside = {board.spaces[id].kind for id in region.spaces if id in board.spaces}
            if region.kind in kinds and inside and inside != {region.kind}:
                message = (
                    f"region `{region.id}` is a `{region.kind}`, as spaces are; its own are {listed(sorted(inside))}"
                )
                yield Found(message, region.note.span, "mend its `kind`")


def _ends(board: Map, a: str, b: str) -> tuple[str, ...]:
    return tuple(sorted((board.spaces[a].kind, board.spaces[b].kind)))


@lint("C722", WARNING, "A ready setup puts everything on the map; what is left out was most likely forgotten.")
def suggestion_too_short(game: Game) -> Iterator[Found]:
    """A suggested setup leaves a unit out that the seat has to place, where all others are complete."""
    groups = [free for scenario in game.scenarios.values() for free in scenario.free if free.suggested]
    short: dict[Span, tuple[FreePlacement, dict[str, int]]] = {}  # setups may share a group
    for free in groups:
        put = Tally[str]()
        for one in free.suggested:
            put[one.counter] += one.count
        left = {id: count - put[id] for id, count in free.counters if count > put[id]}
        if left and put.total() < (free.count or sum(count for _, count in free.counters)):
            short.setdefault(free.note.span, (free, left))
    if len(short) == 1 and len({free.note.span for free in groups}) >= 2:
        ((free, left),) = short.values()
        yield Found(f"the suggestion of `{free.id}` leaves out {listed(left)}", free.note.span, "place them too")
