"""Lints of the title page and of names in all files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from compiler.check.lint import ERROR, NOTE, WARNING, Found, lint, listed
from compiler.diagnostics import Related, Span
from compiler.model.common import Name, Note, Origin
from compiler.model.game import Game
from compiler.model.piles import Pile, Track

# Signs that mean something to VASSAL in names of pieces, zones and properties.
_UNSAFE = re.compile(r"[;\t\n{}<>|]")
# Words that Windows keeps, whatever ending a file has.
DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")


@lint("C010", WARNING, "A side nobody runs never moves.")
def side_without_seat(game: Game) -> Iterator[Found]:
    """No seat runs a side in any scenario."""
    run = {side for seat in game.seats.values() for side in seat.sides}
    run |= {side for s in game.scenarios.values() for sides in s.control.values() for side in sides}
    units = {c.side for c in game.counters.values() if not game.counter_kinds[c.kind].marker}
    for side in game.sides.values():
        if side.id not in run and side.id in units:
            yield Found(f"no seat runs the side `{side.id}`", side.note.span, "add it to the `sides` of a seat")


@lint("C011", WARNING, "A seat that no scenario offers can never be taken.")
def idle_seat(game: Game) -> Iterator[Found]:
    """No scenario seats a player here."""
    if not game.scenarios:
        return
    taken = {seat for scenario in game.scenarios.values() for seat in scenario.seats}
    for seat in game.seats.values():
        if seat.id not in taken:
            yield Found(f"no scenario seats `{seat.id}`", seat.note.span, "add it to the `seats` of a scenario")


@lint("C027", WARNING, "Reports, menus and lists know sides and seats by their English names: two of one name are one.")
def namesake(game: Game) -> Iterator[Found]:
    """Two sides, or two seats, have one English name."""
    for what, group in (("side", game.sides), ("seat", game.seats)):
        first: dict[str, str] = {}
        for thing in group.values():
            before = first.setdefault(thing.name.en.casefold(), thing.id)
            if before != thing.id:
                message = f"the {what}s `{before}` and `{thing.id}` are both called {thing.name.en}"
                yield Found(message, thing.note.span, "give one of them a name of its own")


def _named(game: Game) -> Iterator[tuple[str, str, Name, Note]]:
    """What it is, id, name and note of everything with a name that reaches VASSAL."""
    groups: Iterable[tuple[str, Iterable[object]]] = (
        ("seat", game.seats.values()),
        ("side", game.sides.values()),
        ("counter", game.counters.values()),
        ("card", game.cards.values()),
        ("pile", game.piles.values()),
        ("track", game.tracks.values()),
        ("space", game.spaces.values()),
        ("mark", game.marks.values()),
        ("roll", game.rolls.all()),
        ("modifier", game.rolls.modifiers.values()),
        ("region", (r for b in game.maps.values() for r in b.regions.values())),
    )
    for what, things in groups:
        for thing in things:
            yield what, thing.id, thing.name, thing.note  # type: ignore[attr-defined]


def _read_aloud(game: Game) -> Iterator[tuple[str, str, Span]]:
    """Titles and texts that players read in the module's own windows."""
    yield "the title of the game", f"{game.title.en}{game.title.ja or ''}", game.span
    for scenario in game.scenarios.values():
        title = f"{scenario.title.en}{scenario.title.ja or ''}"
        yield f"the title of scenario `{scenario.id}`", title, scenario.note.span
    for page in game.help:
        yield f"the page of help `{page.title}`", page.title + page.text, page.note.span


@lint("C012", WARNING, "Ids that look alike are mixed up by the next editor, and by file systems.")
def ids_alike(game: Game) -> Iterator[Found]:
    """Two ids differ only in case, or in underscores."""
    first: dict[tuple[str, str], tuple[str, Span]] = {}
    for what, id, _, note in _named(game):
        key = (what, id.lower().replace("_", "").replace("-", ""))
        other = first.setdefault(key, (id, note.span))
        if other[0] != id:
            yield Found(
                f"the {what}s `{other[0]}` and `{id}` differ only in case or underscores",
                note.span,
                "rename one",
                [Related(other[1], "the other is here")],
            )


@lint("C031", ERROR, "The module and its setups bear their ids as file names, and Windows opens a device instead.")
def device_name(game: Game) -> Iterator[Found]:
    """The id of a game or scenario is a word that Windows keeps for a device."""
    named = [("game", game.id, game.span), *(("scenario", s.id, s.note.span) for s in game.scenarios.values())]
    for what, id, span in named:
        if DEVICE.fullmatch(id):
            yield Found(f"on Windows no file can be called `{id}`, and so no {what}", span, "choose another id")


@lint("C029", ERROR, "A roll gives a number, and the number one of the faces.")
def faces_of_a_die(game: Game) -> Iterator[Found]:
    """A die has more or fewer named faces than sides."""
    for dice in game.dice.values():
        if dice.faces and len(dice.faces) != dice.sides:
            message = f"`{dice.id}` has {dice.sides} sides and {len(dice.faces)} faces"
            yield Found(message, dice.note.span, "name every face, one that comes twice two times, or mend `sides`")


@lint("C014", NOTE, "Dice nobody rolls are a leftover, or a table forgot to name them.")
def idle_dice(game: Game) -> Iterator[Found]:
    """No table or step rolls these dice."""
    rolled = {axis.dice for table in game.tables.values() for axis in (table.columns, table.rows)}
    rolled |= {roll.dice for roll in game.rolls.all()}
    rolled |= {value for node in game.steps() for value in node.settings.values() if isinstance(value, str)}
    for die in game.dice.values():
        if die.id not in rolled and game.rules is None:
            yield Found(f"no table and no step rolls `{die.id}`", die.note.span, "name the dice where they are rolled")


@lint("C016", WARNING, "In VASSAL's menus and in logs players see names, not ids.")
def twin_counter_name(game: Game) -> Iterator[Found]:
    """Two counters of one side and kind have the same name."""
    first: dict[tuple[str | None, str, str], Span] = {}
    for counter in game.counters.values():
        key = (counter.side, counter.kind, counter.name.en)
        if key in first:
            yield Found(
                f"two counters of the same side and kind are named `{counter.name.en}`",
                counter.note.span,
                "tell them apart, or write one counter with a `count`",
                [Related(first[key], "the first is here")],
            )
        first.setdefault(key, counter.note.span)


@lint("C018", ERROR, "In VASSAL a deck or a track is known by its name: two of one name are one.")
def twin_part_name(game: Game) -> Iterator[Found]:
    """Two piles or tracks have the same name."""
    parts: tuple[tuple[str, Mapping[str, Pile | Track]], ...] = (("piles", game.piles), ("tracks", game.tracks))
    for what, named in parts:
        first: dict[str, Span] = {}
        for part in named.values():
            if part.name.en in first:
                message = f"two {what} are named `{part.name.en}`"
                yield Found(
                    message, part.note.span, "tell them apart", [Related(first[part.name.en], "here is the first")]
                )
            first.setdefault(part.name.en, part.note.span)


@lint("C017", WARNING, "VASSAL gives these signs a meaning of their own in names and reports.")
def unsafe_name(game: Game) -> Iterator[Found]:
    """A name holds a sign that VASSAL reads as code."""
    for what, id, name, note in _named(game):
        for text in (name.en, name.ja or ""):
            found = _UNSAFE.search(text)
            if found:
                sign = {"\t": "tab", "\n": "line break"}.get(found[0], found[0])
                yield Found(f"the name of {what} `{id}` holds a `{sign}`", note.span, "write it in words")


@lint("C030", ERROR, "VASSAL reads `$…$` as a property wherever it stands, and ends the name of a map at a `;`.")
def broken_name(game: Game) -> Iterator[Found]:
    """A name holds a sign that makes the module faulty."""
    kinds = [("kind", kind.id, kind.name, kind.note) for kind in game.counter_kinds.values()]
    kinds += [("kind", kind.id, kind.name, kind.note) for kind in game.card_kinds.values()]
    shown = [("display", d.id, d.name, d.note) for board in game.boards for d in board.displays.values()]
    for what, id, name, note in (*_named(game), *kinds, *shown):
        if any("$" in text for text in (name.en, name.ja or "")):
            yield Found(f"the name of {what} `{id}` holds a `$`", note.span, "write it in words")
    for what, text, span in _read_aloud(game):
        if "$" in text:
            yield Found(f"{what} holds a `$`", span, "write it in words")
    for board in game.boards:
        if ";" in board.name.en:
            yield Found(f"the name of map `{board.id}` holds a `;`", board.note.span, "write it in words")


@lint("C019", NOTE, "Players open the help first.")
def no_help(game: Game) -> Iterator[Found]:
    """The game has no help page."""
    if not game.help:
        yield Found("the game has no help pages", game.span, "add `help` with a quick start to `game.yaml`")


@lint("C021", ERROR, "A rule number that the ledger does not have cannot be traced.")
def unknown_rule(game: Game) -> Iterator[Found]:
    """A datum names a rule that is not in the ledger."""
    if game.ledger is None:
        return
    for note in game.notes:
        for rule in note.rules:
            if rule not in game.ledger.rows:
                from compiler.model.ids import did_you_mean

                yield Found(f"the ledger has no row `{rule}`", note.span, did_you_mean(rule, game.ledger.rows))


@lint("C022", WARNING, "A reader must be able to look the source up.")
def unknown_source(game: Game) -> Iterator[Found]:
    """A datum names an outside source that `sources` does not explain."""
    for note in game.notes:
        if note.source is not None and note.source.origin is Origin.EXTERNAL:
            key = re.split(r"[\s(;,]", note.source.detail, maxsplit=1)[0]
            if key not in game.sources:
                from compiler.model.ids import did_you_mean

                yield Found(
                    f"the source `{key}` is not explained under `sources`",
                    note.span,
                    did_you_mean(key, game.sources) or "add it to `sources` in `game.yaml`",
                )


@lint("C023", NOTE, "Doubt stays visible: with the printed game at hand these can be made sure.")
def reconstructed_data(game: Game) -> Iterator[Found]:
    """Some data are inferred and want a look at the printed game."""
    by_file: dict[str, list[Note]] = {}
    for note in game.notes:
        if note.source is not None and note.source.origin is Origin.RECONSTRUCTED:
            by_file.setdefault(note.span.file, []).append(note)
    for found in by_file.values():
        first = min(found, key=lambda n: n.span)
        yield Found(
            f"{len(found)} data of this file are reconstructed, beginning here",
            first.span,
            "compare them with the printed components and mend the YAML",
        )


@lint("C024", NOTE, "Whoever reads a rule otherwise must know where we took a reading.")
def doubtful_reading(game: Game) -> Iterator[Found]:
    """The ledger holds doubtful rules, read in one way of several."""
    if game.ledger is None:
        return
    rows = [row for row in game.ledger.rows.values() if row.doubt]
    if rows:
        yield Found(
            f"{len(rows)} rules are doubtful, with a reading taken: {listed(r.id for r in rows)}",
            rows[0].span,
            "see `doubt` and `reading` of each row",
        )
