"""Positions for tests: a few places in words, everybody else in the boxes, dice told one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from compiler.model.event import Drawn, Marked, Moved, Placed, Shuffled, TrackSet, Turned
from compiler.model.game import Game
from compiler.model.setup import fresh
from compiler.model.table import Piece, Table
from compiler.play.ask import CHANCE
from compiler.play.book import Rulebook
from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.play.state import State
from compiler.rules.a_most_dangerous_time.facts import Facts
from compiler.rules.a_most_dangerous_time.field import controller
from tests.play.table import book, game
from tests.rules import looking

SLUG = "a_most_dangerous_time"
asked, rolls, said, scene, where = (
    looking.all_asked,
    looking.dice_rolled,
    looking.spoken,
    looking.scene_of,
    looking.place,
)
go, refused = looking.go, looking.refused


def the_game() -> Game:
    return game(SLUG)


def the_book() -> Rulebook:
    return book(SLUG)


def known() -> Facts:
    found: Facts = the_book().facts
    return found


@cache
def _staged(scenario: str, step: str, seat: str | None) -> State:
    return stage(the_book(), scenario=scenario, step=step, seat=seat)


@cache
def _cleared(scenario: str) -> Table:
    """Every Unit in the box of its printed Clan, minors out of the game, the Shogun in Kyo, all hands empty."""
    table = _staged(scenario, "event_cards", None).table
    for id, piece in list(table.pieces.items()):
        if known().kinds.get(id) not in ("leader", "soldier") or id == "yoshiaki":
            continue
        if piece.side == "enryaku_ji":
            continue  # they wait on the turn track
        home = known().boxes.get(piece.side or "", "permanently_eliminated")
        for mark, _ in piece.marks:
            table = Marked(id, mark, None).on(table)
        if piece.place != home:
            table = Moved(id, home).on(table)
    for chit in list(table.stacks.get("active_chit", ())):
        table = Moved(chit, "chits_aside").on(table)
    return table


class Desk:
    """A table being laid."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def do(self, event: Any) -> None:
        self.table = event.on(self.table)

    def soldier(self, clan: str) -> str:
        """A Soldier of a Clan that still lies in its box."""
        counter = "minor_clan_soldier" if clan == "minor" else f"{clan}_soldier"
        for id in the_game().counters[counter].piece_ids:
            piece = self.table.pieces.get(id)
            if piece is None:
                self.do(Placed(fresh(the_game(), id, "permanently_eliminated")))
                return id
            if piece.place not in known().links:
                return id
        raise AssertionError(f"no {clan} Soldier is left")

    def put(self, place: str, words: str) -> None:
        """`nobunaga 3 oda (nagamasa 2 azai)`: Leaders by name, Soldiers by number and Clan, brackets: in the fort."""
        inside = False
        count = 1
        for word in words.replace("(", " ( ").replace(")", " ) ").split():
            if word in "()":
                inside = word == "("
            elif word.isdigit():
                count = int(word)
            else:
                leader = word in the_game().counters and the_game().counters[word].kind == "leader"
                for _ in range(1 if leader else count):
                    id = word if leader else self.soldier(word)
                    self.do(Moved(id, place))
                    if inside:
                        self.do(Marked(id, "besieged", True))
                count = 1


def position(
    step: str,
    at: Mapping[str, str] | None = None,
    *,
    chit: str | None = None,
    control: Mapping[str, str] | None = None,
    cards: Mapping[str, Iterable[int]] | None = None,
    entered: Iterable[str] = (),
    points: int = 0,
    turn: int = 3,
    marks: Mapping[str, Mapping[str, Any]] | None = None,
    sides: Mapping[str, str] | None = None,
    faces: Mapping[str, int] | None = None,
    moved: Mapping[str, str] | None = None,
    deck: Iterable[int] | None = None,
    fortune: bool = False,
    scenario: str = "standard",
    seat: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Session:
    """A game at a step.

    `at`: place → Units in words, see `Desk.put`. `sides`: piece → the Clan it has joined. `moved`: piece → place, for
    chits, markers and the Shogun. `deck`: the cards left, the last on top. Powers named in `entered` have entered.
    """
    desk = Desk(_cleared(scenario))
    for power in entered:
        desk.do(Moved(known().plain[power], "chits_aside"))
    for place, words in (at or {}).items():
        desk.put(place, words)
    if chit is not None:
        desk.do(Moved(chit, "active_chit"))
    for piece, place in (moved or {}).items():
        desk.do(Moved(piece, place))
    for piece, clan in (sides or {}).items():
        desk.do(Turned(piece, side=clan))
    for piece, face in (faces or {}).items():
        desk.do(Turned(piece, face=face))
    for space, clan in (control or {}).items():
        desk.do(Marked(space, "control", None if known().printed[space] == clan else clan))
    for target, values in (marks or {}).items():
        for mark, value in values.items():
            desk.do(Marked(target, mark, value))
    _cards(desk, cards or {}, deck, scenario)
    desk.do(TrackSet("movement", points))
    desk.do(TrackSet("turn", turn))
    state = _staged(scenario, step, seat)
    assert state.cursor is not None
    loops = tuple((name, turn if name == "game_turn" else value) for name, value in state.cursor.loops)
    chosen = tuple(sorted({"good_fortune": fortune, **(options or {})}.items()))
    return Session(replace(state, table=desk.table, cursor=replace(state.cursor, loops=loops), options=chosen))


def card(number: int) -> str:
    return f"event_{number:02d}"


def _cards(desk: Desk, hands: Mapping[str, Iterable[int]], deck: Iterable[int] | None, scenario: str) -> None:
    for seat, numbers in hands.items():
        shared = scenario == "four_player" and seat != "anti_oda"
        pile = "shared_hand" if shared else f"hand.{seat}"
        for number in numbers:
            desk.do(Drawn(card(number), pile, (seat,)))
    if deck is not None:
        wanted = [card(n) for n in deck]
        for id in list(desk.table.stacks.get("event_deck", ())):
            if id not in wanted:
                desk.do(Drawn(id, "removed_cards", None))
        if wanted:
            desk.do(Shuffled("event_deck", tuple(wanted)))


# -- looking -----------------------------------------------------------------------------------------------------------
def piece(session: Session, id: str) -> Piece:
    return session.table.pieces[id]


def at(session: Session, place: str) -> str:
    """Who stands in a place: Leaders by name, Soldiers by number and Clan, those inside a fort in brackets."""
    return " ".join(part for part in (_words(session, place, False), _words(session, place, True)) if part)


def _words(session: Session, place: str, inside: bool) -> str:
    here = [p for p in session.table.at(place) if (p.mark("besieged") is not None) == inside]
    leaders = sorted(p.id for p in here if known().kinds.get(p.id) == "leader")
    counts: dict[str, int] = {}
    for p in here:
        if known().kinds.get(p.id) == "soldier":
            counts[p.side or ""] = counts.get(p.side or "", 0) + 1
    words = " ".join([*leaders, *(f"{n} {clan}" for clan, n in sorted(counts.items()))])
    return f"({words})" if inside and words else words


def controls(session: Session, space: str) -> str:
    return controller(scene(session), space)


def soldiers(session: Session, place: str, clan: str) -> list[str]:
    return [p.id for p in session.table.at(place) if known().kinds.get(p.id) == "soldier" and p.side == clan]


def hand(session: Session, seat: str) -> int:
    return session.table.count(f"hand.{seat}")


def waits_for_dice(session: Session, purpose: str) -> int:
    """How many dice the game waits for."""
    ask = session.asks[CHANCE]
    assert ask.purpose == purpose, ask.prompt
    return int(ask.prompt.split()[1].split("d")[0])


def prompt(session: Session) -> str:
    return next(iter(session.asks.values())).prompt


def volley(session: Session, *values: int) -> Session:
    """Roll the fire dice the game waits for: these, and ones for the rest."""
    count = waits_for_dice(session, "fire")
    session.apply((*values[:count], *(1,) * (count - len(values))))
    return session


def to_the_dice(session: Session) -> Session:
    """Stay and pass until dice are wanted."""
    while "chance" not in session.asks:
        session.apply("stay" if "stay" in session.legal() else "pass")
    return session


# -- step 3 -----------------------------------------------------------------------------------------------------------
KEEP = {
    "chit_oda": ("kuwana", "kazumasu"),
    "chit_anti_oda_minors": ("shozui", "masayasu"),
    "chit_takeda": ("sunpu", "nobuharu"),
    "chit_mori": ("takada", "naoie"),
}


def talks(units: Mapping[str, str], chit: str = "chit_oda", **more: Any) -> Session:
    """Step 3; a promotion in hand keeps the question open when nothing else can be done."""
    cards = {seat: list(numbers) for seat, numbers in more.pop("cards", {}).items()}
    if chit in KEEP:
        place, leader = KEEP[chit]
        units = {**units, place: f"{units.get(place, '')} {leader}"}
        cards.setdefault("oda" if chit == "chit_oda" else "anti_oda", []).append(64)
    return position("negotiate", units, chit=chit, cards=cards, **more)


def drawn(session: Session, seat: str) -> int:
    """Cards in a hand beside the promotion."""
    return hand(session, seat) - (1 if where(session, card(64)) == f"hand.{seat}" else 0)
