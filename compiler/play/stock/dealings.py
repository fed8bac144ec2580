"""Effects on piles, and those that roll, count, score or let a player choose among lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.counters import Card
from compiler.model.event import Said, TrackSet
from compiler.model.setup import seen_by
from compiler.model.table import Piece
from compiler.model.tables import TableAxis
from compiler.play.ask import Flow, decide, dice, draw, shuffle
from compiler.play.mechanics.cards import put, top
from compiler.play.scene import Scene
from compiler.play.stock.choosing import choice_of, pieces_taken
from compiler.play.stock.combat import odds
from compiler.play.stock.conditions import Condition, amount, condition
from compiler.play.stock.deeds import place_known, send_off
from compiler.play.stock.effects import Deed, Effects, carry_out, effects, kind
from compiler.play.stock.filters import piece_filter, space_filter
from compiler.play.stock.here import Here, own_pile, own_track
from compiler.play.stock.reading import CARD, ROLL, SPACE, Reading, shown
from compiler.play.stock.standing import raised
from compiler.play.stock.topics import ChooseEntry
from compiler.play.stock.weighing import Case, modified


# -- piles -------------------------------------------------------------------------------------------------------------
@kind("draw", "to", "up_to", "shows", leaves=(CARD,))
def _draw(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    pile, to = read.into("draw").pile(raw["draw"]), raw.get("to")
    if to is not None:
        place_known(read.into("to"), to)
    count = amount(read.into("count"), raw.get("count", 1))
    if isinstance(raw.get("count"), int) and raw["count"] < 1:
        read.into("count").fault(f"`count` is {raw['count']}: nothing is drawn", "write 1 or more")
    up_to = amount(read.into("up_to"), raw["up_to"]) if "up_to" in raw else None
    shows = {}
    for track, field in (raw.get("shows") or {}).items():
        shows[read.into("shows", track).track(track)] = str(field)
        read.into("shows", track).known(field, (*read.counter_fields, *read.card_fields, "side"), "field")

    def deed(here: Here) -> Flow[None]:
        scene = here.scene
        start = own_pile(scene.game, here, pile)
        end = own_pile(scene.game, here, to) if to is not None else scene.game.piles[start].discard_to or start
        wanted = count(here) if up_to is None else up_to(here) - scene.table.count(end)
        for _ in range(max(0, wanted)):
            drawn = yield from draw_one(scene, start, end, rule)
            if drawn is None:
                scene.do(Said(f"{scene.game.piles[start].name.en} is empty", rule))
                return
            here.card = drawn
            for track, field in shows.items():
                _show(here, drawn, track, field, rule)

    return deed


def _show(here: Here, drawn: str, track: str, field: str, rule: str | None) -> None:
    scene = here.scene
    piece = scene.table.pieces[drawn]
    value = getattr(scene.game.pieces[drawn], "side", None) if field == "side" else scene.value(piece, field)
    id = own_track(scene.game, here, track)
    if value is not None and scene.table.tracks[id] != value and scene.game.tracks[id].has(value):
        scene.do(TrackSet(id, value, rule or scene.rule()))


def draw_one(scene: Scene, start: str, end: str, rule: str | None) -> Flow[str | None]:
    """The top card of a deck, or any piece of a cup; an empty one is filled again first from its discards."""
    pile = scene.game.piles[start]
    if not scene.table.count(start) and pile.reshuffle_from is not None:
        for card in scene.table.stacks.get(pile.reshuffle_from, ()):
            scene.do(put(scene.game, card, start, rule or scene.rule()))
        if pile.kind != "cup":
            yield from shuffle(scene, start, rule=rule or scene.rule())
    if pile.kind == "cup":
        return (yield from draw(scene, start, end, rule=rule or scene.rule(), seen_by=seen_by(scene.game, end)))
    card_ = top(scene.table, start)
    if card_ is not None:
        scene.do(put(scene.game, card_, end, rule or scene.rule()))
    return card_


@kind("discard", "to")
def _discard(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    who, choice, to = piece_filter(read.into("discard"), raw["discard"]), choice_of(read, raw, rule), raw.get("to")
    if to is not None:
        place_known(read.into("to"), to)

    def deed(here: Here) -> Flow[None]:
        able = who.all(here)
        owner = here.scene.game.piles.get(able[0].place) if able else None
        seat = owner.seat if owner is not None and choice.seat == "owner" else None
        chooser = here.at(seat=seat) if seat is not None else here
        ids = yield from pieces_taken(chooser, choice, able, "discard", "discard which card?", rule)
        for id in ids:
            discard(here, id, to, rule)

    return deed


def discard(here: Here, id: str, to: str | None, rule: str | None) -> None:
    """A card goes where it belongs after use: where it is said, else to the discards of its deck."""
    scene = here.scene
    home = next((p.discard_to for p in scene.game.piles.values() if scene.game.pieces[id].id in p.pieces), None)
    send_off(here, id, to or home, rule)


@kind("shuffle", "with")
def _shuffle(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    pile = read.into("shuffle").pile(raw["shuffle"])
    others = raw.get("with", ())
    several = others if isinstance(others, tuple) else (others,)
    for other in several:
        read.into("with").pile(other)
        if other == pile:
            read.into("with").fault(f"`{pile}` is shuffled with itself", "name the pile that comes to it")

    def deed(here: Here) -> Flow[None]:
        scene = here.scene
        id = own_pile(scene.game, here, pile)
        for other in several:
            for card in scene.table.stacks.get(own_pile(scene.game, here, other), ()):
                scene.do(put(scene.game, card, id, rule or scene.rule()))
        if scene.game.piles[id].kind != "cup":
            yield from shuffle(scene, id, rule=rule or scene.rule())

    return deed


@kind("event", leaves=(CARD,))
def _event(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    pile = read.into("event").pile(raw["event"])
    if not read.game.articles.events:
        read.into("event").fault("no card or chit of this game has an event", "list them under `events` in steps.yaml")

    def deed(here: Here) -> Flow[None]:
        card = top(here.scene.table, own_pile(here.scene.game, here, pile))
        if card is not None:
            yield from happen(here, card)

    return deed


def happen(here: Here, card: str) -> Flow[None]:
    """The event of a card or chit."""
    found: Mapping[str, Effects] = here.scene.book.articles.events
    done = found.get(here.scene.game.pieces[card].id)
    if done is not None:
        yield from carry_out(done, here.at(card=card))


@kind("trim", "to", "away", "each")
def _trim(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    """Whatever is beyond a number goes: of all that fit, or with `each` of those in every such space."""
    each = space_filter(read.into("each"), raw["each"]) if "each" in raw else None
    inner = read.with_hand(SPACE) if each is not None else read
    who, choice, away = piece_filter(inner.into("trim"), raw["trim"]), choice_of(read, raw, rule), raw.get("away")
    most = amount(inner.into("to"), raw.get("to", 0))
    if away is not None:
        place_known(read.into("away"), away)

    def deed(here: Here) -> Flow[None]:
        for space in each.all(here) if each is not None else (here.space,):
            yield from trimmed(here.at(space=space))

    def trimmed(here: Here) -> Flow[None]:
        gone: set[str] = set()  # what was given up is not given up again, wherever it lies

        def found() -> list[Piece]:
            fits = [piece for piece in who.all(here) if piece.id not in gone]
            return [piece for piece in fits if each is None or piece.place == here.space]

        while len(able := found()) > most(here):
            ids = yield from pieces_taken(here, choice, able, "trim", "give up which?", rule)
            gone.update(ids)
            for id in ids:
                if isinstance(here.scene.game.pieces[id], Card):
                    discard(here, id, away, rule)
                else:
                    send_off(here, id, away, rule)
            if not ids:
                return

    return deed


# -- rolls, points, choices --------------------------------------------------------------------------------------------
@kind("roll", "dice", "modifiers", "column", leaves=(ROLL,))
def _roll(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    game, id = read.game, raw["roll"]
    if not read.into("roll").known(id, game.tables, "table") or not read.into("dice").known(
        raw.get("dice"), game.dice, "die"
    ):
        return lambda here: _nothing()
    table = game.tables[id]
    names = read.into("modifiers").names(raw.get("modifiers", ()), game.articles.modifiers, "modifier")
    column = _column(read, raw, id)
    die = game.dice[raw["dice"]]
    if not names and table.rows.index(die.count) is None:
        read.into("dice").fault(f"table `{id}` has no row for a roll of {die.count}", "add the row, or `clamp: true`")

    def deed(here: Here) -> Flow[None]:
        scene = here.scene
        bound = scene.book.articles
        values = yield from dice(scene, raw["dice"], purpose=id, rule=rule or scene.rule())
        case = Case(here, (here.piece,) if here.piece is not None else ())
        total, words = modified([bound.modifiers[m] for m in names], "roll", sum(values), case)
        row = nearest_head(table.rows, total)
        head = column(here) if callable(column) else column
        result = table.typed(table.cells[row][nearest_head(table.columns, head)])
        told = f" ({', '.join(words)})" if words else ""
        scene.do(Said(f"{table.title.en}: {total:g}{told}, {result.text.lower()}", result.note.rule or rule))
        here.die, here.total = sum(values), int(total)
        done = bound.results.get(id, {}).get(result.code)
        if done is not None:
            yield from carry_out(done, here)

    return deed


def nearest_head(heads: TableAxis, value: float | str) -> int:
    """Where a value stands among heads; beyond them, at the nearest."""
    found = heads.index(value)
    if found is not None or isinstance(value, str):
        return found or 0
    return min(range(len(heads.heads)), key=lambda n: abs(heads.heads[n].low - min(value, 1e9)))


def _nothing() -> Flow[None]:
    yield from ()


def _column(read: Reading, raw: Mapping[str, Any], id: str) -> Any:
    """Which column a roll is read in: a head by its name, or an amount."""
    table, value = read.game.tables[id], raw.get("column")
    if value is None:
        if len(table.columns.heads) > 1:
            read.into("column").fault(f"table `{id}` has several columns", "say by `column` which is read")
        return table.columns.heads[0].label if table.columns.heads else ""
    if isinstance(value, str):
        read.into("column").known(value, [head.label for head in table.columns.heads], "column")
        return value
    if isinstance(value, Mapping) and "to" in value:  # odds: so much to so much
        raw = read.into("column").mapping(value, ("of", "to"), "odds") or {}
        of, to = (amount(read.into("column", key), raw.get(key, 1)) for key in ("of", "to"))
        if table.columns.by != "odds":
            read.into("column").fault(f"the columns of `{id}` are no odds", "write an amount")
        return lambda here: odds(of(here), to(here))
    return amount(read.into("column"), value)


@kind("collect")
def _collect(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    id = raw["collect"]
    read.into("collect").known(id, read.game.articles.incomes, "income")

    def deed(here: Here) -> Flow[None]:
        yield from ()
        income = here.scene.book.articles.incomes[id]
        gained = income.sum(here)
        track, then = raised(here.scene, here, income.to, next(iter(here.mine), ""), gained, None)
        if here.scene.table.tracks[track] != then:
            here.scene.do(TrackSet(track, then, rule or income.rule))

    return deed


@kind("score")
def _score(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    id = raw["score"]
    read.into("score").known(id, read.game.articles.scorings, "scoring")

    def deed(here: Here) -> Flow[None]:
        yield from ()
        scene = here.scene
        scoring = scene.book.articles.scorings[id]
        for side, points in scoring.gains(here):
            track, then = raised(scene, here, scoring.track, side, points, scoring.raised_by)
            scene.do(Said(f"{scene.game.sides[side].name.en} scores {points}", scoring.rule))
            if scene.table.tracks[track] != then:
                scene.do(TrackSet(track, then, rule or scoring.rule))

    return deed


@kind("one_of")
def _one_of(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    lists: dict[str, Effects] = {}
    guards: dict[str, Condition] = {}
    given = raw["one_of"]
    if not isinstance(given, Mapping) or len(given) < 2:
        read.into("one_of").fault(
            "`one_of` names lists of effects to choose from", "write `{warmer: […], colder: […]}`"
        )
        given = {}
    for name, value in given.items():
        inner = read.into("one_of", name)
        if isinstance(value, Mapping):  # a list that is offered only while something holds
            part = inner.mapping(value, ("when", "do"), "a list to choose") or {}
            if "when" in part:
                guards[name] = condition(inner.into("when"), part["when"])
            inner, value = inner.into("do"), part.get("do", ())
        lists[name] = effects(inner, value)
    choice = choice_of(read, raw, rule)

    def deed(here: Here) -> Flow[None]:
        scene = here.scene
        seat = choice.who(here, None)
        able = [name for name in lists if name not in guards or guards[name](here)]
        if not able:
            scene.do(Said("nothing to choose", rule or scene.rule()))
            return
        name = yield from decide(
            scene, able, topic=ChooseEntry("one of", tuple(able)), prompt="which?", rule=rule, seat=seat
        )
        yield from carry_out(lists[name], here)

    return deed


@kind("say")
def _say(read: Reading, raw: Mapping[str, Any], rule: str | None) -> Deed:
    text = str(raw["say"])
    if not isinstance(raw["say"], str):
        read.into("say").fault(f"words cannot be `{shown(raw['say'])}`", "write a text")

    def deed(here: Here) -> Flow[None]:
        yield from ()
        here.scene.do(Said(text, rule or here.scene.rule()))

    return deed
