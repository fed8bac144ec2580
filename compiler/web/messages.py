"""What is sent to a page: views, asks, events. All of it is made for one seat, from what that seat may know."""

from __future__ import annotations

from typing import Any

from compiler.model.event import Drawn, Event, Marked, Moved, Placed, Removed, Revealed, Rolled, TrackSet, Turned
from compiler.model.table import Table as Board
from compiler.play.ask import Answer, Ask, Price, Refusal
from compiler.play.codec import cursor_to_json, table_to_json
from compiler.play.hearing import Line, table_at
from compiler.play.notation import prompt_text
from compiler.play.offers import Offer, form, offers, subjects
from compiler.play.scene import Scene
from compiler.play.state import Cursor
from compiler.play.telling import ending
from compiler.play.topics import GiveUp
from compiler.play.view import redacted
from compiler.web.orders import to_place
from compiler.web.table import Table

Message = dict[str, Any]


def view_of(table: Table, seat: str) -> Message:
    """The table as a seat sees it now, who is waited for, how it ended; when it has, all is open."""
    session = table.session
    may_undo = table.no_undo(seat) is None
    return {
        "t": "view",
        "n": table.n,
        "table": _board(table.seen(seat) if session.outcome is None else session.table),
        "cursor": _cursor(session.state.cursor),
        "waiting": list(table.waiting),
        "sealed": list(table.sealed),
        "mine": seat in table.sealed,
        "undo": may_undo,
        "wish": not may_undo and table.may_wish(seat),
        "outcome": _outcome(table),
    }


def zones_of(table: Table, seat: str) -> Message:
    """The zones of a seat's enemies, as far as it knows them: where what holds one is hidden, none is told."""
    session, book = table.session, table.book
    spaces: list[str] = []
    if book.zones is not None and seat in table.seats and session.state.cursor is not None:
        seen = table.seen(seat)
        if not any(id.startswith("?") and piece.place in book.land for id, piece in seen.pieces.items()):
            scene = Scene(book, session.state, session.table, session.state.cursor)
            spaces = sorted(book.zones.against(scene, seat))
    return {"t": "zones", "n": table.n, "spaces": spaces}


def past_of(table: Table, seat: str, to: int) -> Message:
    """The table as a seat saw it after so many of the lines it has heard."""
    lines = table.hearing.lines[seat]
    to = max(0, min(to, len(lines)))
    session = table.session
    end = lines[to - 1].at + 1 if to else 0
    board = table_at(session, end)
    start = session.start.cursor
    step = Cursor(lines[to - 1].entry.step, lines[to - 1].entry.loops) if to else start
    if session.outcome is None:  # when the game is over, what was held and planned before is open too
        board = redacted(table.book, board, seat, session.start.scenario)
    return {"t": "past", "n": table.n, "to": to, "table": _board(board), "cursor": _cursor(step)}


def ask_of(table: Table, seat: str) -> Message | None:
    """The question to a seat, with its options; None if it is asked nothing, or has left that to advice."""
    ask = table.ask(seat)
    if ask is None or table.orders.of(seat) is not None:
        return None
    found = {"t": "ask", "n": table.n, "sealed": table.session.is_sealed, **question_of(table, seat, ask)}
    return {**found, "rest": True} if table.orders.may(ask) else found


def question_of(table: Table, seat: str, ask: Ask) -> Message:
    """A question as a page shows it."""
    book, scenario = table.book, table.session.state.scenario
    seen = table.seen(seat)
    found: Message = {
        "prompt": prompt_text(book, ask, scenario),
        "rule": ask.rule,
        "kind": ask.kind,
        "topic": type(ask.topic).__name__,
        "about": list(subjects(ask, seen)),
        "stop": None if ask.stop is None else list(ask.listed).index(ask.stop),
        "options": [_option(offer) for offer in offers(book, ask, seen)],
    }
    alike = to_place(ask, seen)
    if alike > 1:
        found["alike"] = alike
    for option, answer in zip(found["options"], ask.listed, strict=True):
        if isinstance(ask.topic, GiveUp) and ask.seldom is not None and ask.seldom(answer):
            option["grave"] = True
    made = form(ask)
    if made is not None:
        names = ", ".join(field.name for field in made.fields)
        found["prompt"] = found["prompt"].removesuffix(f" ({names})")  # the fields of the form bear them
        fields = [{"name": field.name, "least": field.least, "most": field.most} for field in made.fields]
        found["form"] = {"verb": made.verb, "fields": fields}
        if made.total is not None:
            found["form"]["total"] = made.total
    return found


def _option(offer: Offer) -> Message:
    found: Message = {"text": offer.text}
    if offer.verb is not None:
        found["verb"] = offer.verb
    if offer.takes:
        found["takes"] = list(offer.takes)
    if offer.target is not None:
        found["target"] = offer.target
    if offer.path:
        found["path"] = list(offer.path)
    if offer.group is not None:
        found["group"] = offer.group
    if offer.price is not None:
        found.update(_price(offer.price))
    return found


def _price(price: Price) -> Message:
    cost = int(price.cost) if price.cost == int(price.cost) else price.cost
    return {"cost": cost, "ends": True} if price.ends else {"cost": cost}


def events_of(table: Table, seat: str, since: int) -> Message:
    """The lines a seat has heard, from one on."""
    lines = table.hearing.lines[seat]
    return {"t": "events", "n": table.n, "from": since, "list": [line_of(table, line) for line in lines[since:]]}


def line_of(table: Table, line: Line) -> Message:
    """A line of the log: the sentence, and what of it can be pointed at."""
    event = line.event
    rule = event.rule
    text = line.words.removesuffix(f" [{rule}]") if rule else line.words
    found: Message = {"step": line.entry.step, "kind": type(event).__name__.lower(), "text": text}
    if rule:
        found["rule"] = rule
    if line.by is not None:
        found["by"] = line.by
    if isinstance(event, TrackSet):
        found["track"], found["value"] = event.track, event.value
    if isinstance(event, Rolled):
        found["dice"] = list(event.values)
        found["for"] = event.purpose
    if line.known:
        found.update(_pointed(event, line.also))
    elif isinstance(event, Moved | Drawn):
        found["to"] = event.to
    thing = table.session.table.pieces.get(found.get("piece", ""))
    side = table.crests.side(text) if thing is None or thing.side is None else None  # a piece shows its own
    if side is not None:
        found["side"] = side
    return found


def _pointed(event: Event, also: tuple[Event, ...]) -> Message:
    """The piece and the place of an event, for listeners who know the piece."""
    if isinstance(event, Placed):
        return {"piece": event.piece.id, "to": event.piece.place}
    if isinstance(event, Moved):
        steps = [one for one in (*also, event) if isinstance(one, Moved) and one.piece == event.piece]
        path = [one.to for one in steps] if len(steps) > 1 else list(event.path)  # a march that is told as one
        return {"piece": event.piece, "to": event.to, "path": path}
    if isinstance(event, Drawn):
        return {"piece": event.piece, "to": event.to}
    if isinstance(event, Removed | Revealed | Turned):
        return {"piece": event.piece}
    return {"piece": event.target} if isinstance(event, Marked) else {}


def allowed_of(table: Table, ask: Ask, answer: Answer, re: str) -> Message:
    """That an answer is allowed, and at what price."""
    price = ask.price(answer) if ask.price is not None and answer != ask.stop else None
    return {"t": "allowed", "n": table.n, "re": re, **({} if price is None else _price(price))}


def refused_of(table: Table, refusal: Refusal, re: str) -> Message:
    """Why something is not allowed, with what the ledger says of the rule."""
    ledger = table.book.game.ledger
    row = ledger.rows.get(refusal.rule or "") if ledger is not None else None
    gist = row.says if row is not None else None
    return {"t": "refused", "n": table.n, "re": re, "because": refusal.because, "rule": refusal.rule, "gist": gist}


def _board(seen: Board) -> Message:
    """A redacted table; who else has seen a piece is nobody's business."""
    found = table_to_json(seen)
    for piece in found["pieces"].values():
        piece.pop("seen_by", None)
    return found


def _cursor(cursor: Cursor | None) -> Message | None:
    found: Message | None = cursor_to_json(cursor)
    if found is not None:
        del found["shuffle"]
    return found


def _outcome(table: Table) -> Message | None:
    won = table.session.outcome
    if won is None:
        return None
    text = ending(table.book, won).removesuffix(f" [{won.rule}]")
    return {"winners": list(won.winners), "because": won.because, "rule": won.rule, "text": text}
