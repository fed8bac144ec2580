"""Positions of Shogun for tests: a few provinces in words, everything else in its tray, the dice told one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from compiler.model.event import Drawn, Event, Marked, Moved, Placed, Removed, TrackSet, Turned
from compiler.model.game import Game
from compiler.model.setup import fresh
from compiler.model.table import Table
from compiler.play.book import Rulebook
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.play.state import State
from compiler.rules.shogun.facts import TRAYS, bin_of
from compiler.rules.shogun.field import hand, owners
from tests.play.table import book, game
from tests.rules import looking

ROOT = Path(__file__).parents[3]

FAR = {"pink": "tsushima", "gray": "sado", "green": "oki", "orange": "mutsu", "purple": "shima"}  # army 3 waits here
BINS = ("take_swords", "build", "levy_units", "hire_ronin", "hire_ninja")
asked, rolls, said, scene, where = (
    looking.all_asked,
    looking.dice_rolled,
    looking.spoken,
    looking.scene_of,
    looking.place,
)
go, refused = looking.go, looking.refused


def the_game() -> Game:
    return game("shogun")


def the_book() -> Rulebook:
    return book("shogun")


class Desk:
    """A table being laid: pieces are taken from the trays by kind."""

    def __init__(self, table: Table, scenario: str) -> None:
        self.table = table
        self.game = the_game()
        state = _staged(scenario, "allocate")
        assert state.cursor is not None
        self.scene = Scene(the_book(), state, table, state.cursor)

    def do(self, event: Event) -> None:
        self.table = event.on(self.table)

    def put(self, colour: str, kind: str, place: str) -> str:
        """A unit of a kind; from the tray of another colour, as after a takeover, when the own one is empty."""
        trays = ["ronin_supply"] if kind == "ronin" else [f"{TRAYS[kind]}.{c}" for c in (colour, *FAR)]
        id = next(self.table.stacks[tray][0] for tray in trays if tray in self.table.stacks)
        self.do(Moved(id, place))
        if self.table.pieces[id].side != colour:
            self.do(Turned(id, side=colour))
        return id


@cache
def _staged(scenario: str, step: str) -> State:
    return stage(the_book(), scenario=scenario, step=step)


@cache
def _cleared(scenario: str) -> Table:
    """A table with every unit in its tray, every daimyo lost, all cards open, no koku about."""
    book = the_book()
    table = _staged(scenario, "allocate").table
    game = book.game
    known = book.facts
    for id, piece in list(table.pieces.items()):
        kind = known.kinds.get(id, "")
        home = None
        if kind in TRAYS:
            home = f"{TRAYS[kind]}.{piece.side}"
        elif kind in ("daimyo", "army_marker", "experience_marker"):
            home = f"set_aside.{piece.side}"
        elif kind == "koku":
            home = "koku_supply"
        elif id in known.province_of:
            home = "unclaimed"
        if home is not None and piece.place != home:
            table = Placed(fresh(game, id, home)).on(Removed(id).on(table))
    return table


def position(
    step: str,
    *,
    lands: Mapping[str, str] | None = None,
    armies: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    hidden: Mapping[str, int] | None = None,
    castles: Iterable[str] = (),
    fortresses: Iterable[str] = (),
    bins: Mapping[str, Iterable[int]] | None = None,
    koku: Mapping[str, int] | None = None,
    ninja: str | None = None,
    round_: int = 2,
    swords: str | None = "pink gray green orange",
    scenario: str = "four_players",
    options: Mapping[str, Any] | None = None,
    dead: Mapping[str, str] | None = None,
    waged: Iterable[str] = (),
    far: bool = True,
) -> Session:
    """A game at a step.

    `lands`: province → "pink 2 spearman 1 ronin". `armies`: "pink 1" → "kai 1 bowman 2 gunner" (the daimyo is there).
    `levels`: "pink 1" → hole of its experience marker. `hidden`: province → ronin on its face-down card. `dead`:
    "pink 1" → the colour that assassinated that daimyo. Colours without an army get their third on an island.
    """
    desk = Desk(_cleared(scenario), scenario)
    desk.do(TrackSet("round", round_))
    all_armies = dict(armies or {})
    for colour in desk_colours(scenario) if far else ():
        if not any(name.startswith(colour) for name in all_armies):
            all_armies[f"{colour} 3"] = FAR[colour]
    for province, text in (lands or {}).items():
        colour, *rest = text.split()
        _units(desk, colour, rest, lambda kind, province=province: province)
    for name, text in all_armies.items():
        _army(desk, *name.split(), text=text)
    for name, hole in (levels or {}).items():
        colour, n = name.split()
        desk.do(Moved(f"{colour}_experience_{n}", f"a{n}_hole_{hole}.{colour}"))
    for province in (*castles, *fortresses):
        desk.do(Moved(desk.table.stacks["castle_supply"][0], province))
    for province in fortresses:
        desk.do(Moved(desk.table.stacks["base_supply"][0], province))
    _cards(desk, hidden or {})
    _rest(desk, bins or {}, koku or {}, ninja, swords, dead or {}, waged)
    state = _staged(scenario, step)
    cursor = state.cursor
    assert cursor is not None
    loops = tuple((name, round_ if name == "round" else value) for name, value in cursor.loops)
    chosen = tuple(sorted((options or {}).items()))
    return Session(replace(state, table=desk.table, cursor=replace(cursor, loops=loops), options=chosen))


def desk_colours(scenario: str) -> list[str]:
    start = the_game().scenarios[scenario]
    return [c for seat in start.seats for c in the_book().sides_of(seat, start)]


def _units(desk: Desk, colour: str, words: list[str], where: Any) -> None:
    for number, kind in zip(words[::2], words[1::2], strict=True):
        for _ in range(int(number)):
            desk.put(colour, kind, where(kind))


def _army(desk: Desk, colour: str, n: str, *, text: str) -> None:
    province, *words = text.split()
    desk.do(Moved(f"{colour}_daimyo_{n}", f"a{n}_daimyo.{colour}"))
    desk.do(Moved(f"{colour}_army_{n}", province))
    desk.do(Moved(f"{colour}_experience_{n}", f"a{n}_hole_1.{colour}"))

    def square(kind: str) -> str:
        if kind == "ronin":
            return f"a{n}_ronin.{colour}"
        group = "samurai" if kind in ("bowman", "swordsman") else "ashigaru"
        return next(b for b in the_book().facts.squares[colour, int(n), group] if b not in desk.table.stacks)

    _units(desk, colour, words, square)


def _cards(desk: Desk, hidden: Mapping[str, int]) -> None:
    scene, known = desk.scene, the_book().facts
    scene.table = desk.table
    camps: dict[str, int] = {}
    for province, colour in owners(scene).items():
        seat = the_book().seat_of(colour, scene.scenario)
        assert seat is not None
        if province in hidden:
            camps[colour] = camps.get(colour, 0) + 1
            box = f"camp_{camps[colour]}.{colour}"
            desk.do(Drawn(known.card_of[province], box, (seat,)))
            for _ in range(hidden[province]):
                desk.put(colour, "ronin", box)
        else:
            desk.do(Drawn(known.card_of[province], hand(scene, colour), (seat,)))


def _rest(
    desk: Desk,
    bins: Mapping[str, Iterable[int]],
    koku: Mapping[str, int],
    ninja: str | None,
    swords: str | None,
    dead: Mapping[str, str],
    waged: Iterable[str],
) -> None:
    for colour, amounts in bins.items():
        for name, amount in zip(BINS, amounts, strict=True):
            _pay(desk, bin_of(colour, name), amount)
    for colour, amount in koku.items():
        _pay(desk, f"treasury.{colour}", amount)
    if ninja is not None:
        desk.do(Moved("ninja", f"ninja_hired.{ninja}"))
    for n, colour in enumerate((swords or "").split(), 1):
        desk.do(Drawn(f"sword_{n}", f"sword_holder.{colour}", None))
    for name, striker in dead.items():
        colour, army = name.split()
        for piece in (f"{colour}_daimyo_{army}", f"{colour}_army_{army}"):
            desk.do(Marked(piece, "assassinated", True))
        desk.do(Marked(f"{colour}_daimyo_{army}", "struck_by", striker))
    for colour in waged:
        desk.do(Marked(colour, "waged", True))


def _pay(desk: Desk, box: str, amount: int) -> None:
    for chip in desk.table.stacks.get("koku_supply", ())[:amount]:
        desk.do(Moved(chip, box))


# -- playing -----------------------------------------------------------------------------------------------------------
def declare(session: Session, *battles: Any) -> Session:
    """Declare battles and end the phase; it ends by itself when nobody is left to declare."""
    go(session, *battles)
    return go(session, "done") if session.step == "declare_first_battles" else session


def at(session: Session, place: str) -> str:
    """What stands in a place, in words: "2 spearman 1 ronin" (markers and buildings are left out)."""
    kinds: dict[str, int] = {}
    known = session.book.facts
    for piece in session.table.at(place):
        kind = known.kinds.get(piece.id, "")
        if kind in (*TRAYS, "ronin", "daimyo"):
            kinds[kind] = kinds.get(kind, 0) + 1
    return " ".join(f"{kinds[k]} {k}" for k in ("daimyo", *TRAYS, "ronin") if k in kinds)


def army(session: Session, colour: str, n: int) -> str:
    """The units of an army on its card, in words, the daimyo left out."""
    known = session.book.facts
    boxes = (*known.squares[colour, n, "samurai"], *known.squares[colour, n, "ashigaru"], f"a{n}_ronin.{colour}")
    kinds = [known.kinds[p.id] for box in boxes for p in session.table.at(box)]
    return " ".join(f"{kinds.count(k)} {k}" for k in (*TRAYS, "ronin") if k in kinds)


def owner(session: Session, province: str) -> str | None:
    return owners(scene(session)).get(province)


def count(session: Session, place: str) -> int:
    return session.table.count(place)


def winner(session: Session) -> tuple[str, str | None] | None:
    """Who has won and by which rule; None while the game goes on."""
    over = session.outcome
    return None if over is None else (", ".join(over.winners), over.rule)
