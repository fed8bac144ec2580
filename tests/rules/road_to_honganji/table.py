"""Positions of Road to Honganji for tests: areas in words, hands by name, the dice told one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from compiler.model.event import Drawn, Marked, Moved, Rolled, Said, Turned
from compiler.model.game import Game
from compiler.model.table import Table
from compiler.play.ask import CHANCE, Answer, shown
from compiler.play.book import Rulebook
from compiler.play.run import Run
from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.play.state import Choice
from compiler.rules.road_to_honganji.facts import Facts
from compiler.rules.road_to_honganji.field import REBEL_FACE, SPENT, TURNED
from compiler.rules.road_to_honganji.hands import PayWith
from tests.play.table import book, game
from tests.rules import looking

ROOT = Path(__file__).parents[3]

GAME = "road_to_honganji"
PLAIN = "surrounding_nobunaga"  # eight copies: the card that pays for things, `x` in a hand
ELSEWHERE = {"kii_ishiyama": "kennyo"}  # a greater daimyo is left, or the game would be over (9-1.3)
HOMES = {
    "tanba": "akechi_mitsuhide",
    "echizen": "shibata_katsuie",
    "mikawa": "tokugawa_ieyasu",
    "harima": "hashiba_hideyoshi",
}
asked, place, scene = looking.asked, looking.place, looking.scene_of


def the_game() -> Game:
    return game(GAME)


def the_book() -> Rulebook:
    return book(GAME)


def the_facts() -> Facts:
    found: Facts = the_book().facts
    return found


class Desk:
    """A table being laid. A unit is named by its id; `*2` takes two armies, `!` lays them spent, `~` turned over."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def do(self, event: Any) -> None:
        self.table = event.on(self.table)

    def clear(self) -> None:
        """Every unit beside the board, every area Neutral."""
        for id, unit in the_facts().units.items():
            if id in self.table.pieces:
                clan = self.table.pieces[id].side
                away = "removed" if unit.general or clan == "oda" else f"armies.{clan}"
                self.do(Moved(id, f"castles.{clan}" if unit.castle else away))
        for area in the_facts().areas:
            self.do(Marked(area, "control", "neutral"))

    def units(self, area: str, words: str) -> None:
        for word in words.split():
            name, _, count = word.rstrip("!~").partition("*")
            for _ in range(int(count or 1)):
                id = name if name in self.table.pieces else self.army(name)
                if "~" in word:
                    self.do(Turned(id, TURNED, side="neutral"))
                elif "!" in word:
                    self.do(Turned(id, SPENT))
                self.do(Moved(id, area))
        sides = {self.table.pieces[id].side for id in self.table.stacks.get(area, ())}
        if len(sides) == 1:
            self.do(Marked(area, "control", sides.pop()))

    def army(self, name: str) -> str:
        clan = name.removesuffix("_army")
        return next(id for id in self.table.stacks.get(f"armies.{clan}", ()) if id.startswith(f"{name}#"))

    def hand(self, seat: str, words: str) -> None:
        for word in words.split():
            name = PLAIN if word == "x" else word
            card = next(id for id in self.table.stacks["stack"] if id.split("#")[0] == name)
            self.do(Drawn(card, f"hand.{seat}", (seat,)))


def position(
    step: str = "take_action",
    acting: str | None = "akechi",
    *,
    lands: Mapping[str, str] | None = None,
    control: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    rebels: Iterable[str] = (),
    out: Mapping[str, str] | None = None,
    turncoats: Iterable[str] = (),
    order: Iterable[str] = (),
    marks: Iterable[tuple[Any, ...]] = (),
    turn: int = 1,
    scenario: str = "four_players",
    start: bool = False,
    options: Mapping[str, Any] | None = None,
) -> Session:
    """A game in the middle of it; with `start` the setup of the scenario is on the map and `lands` are added to it."""
    state = stage(the_book(), scenario=scenario, step=step, tracks={"turn": turn}, options=options)
    desk = Desk(state.table)
    if not start:
        desk.clear()
    for area, words in {**({} if start else ELSEWHERE), **(lands or {})}.items():
        desk.units(area, words)
    for area, clan in (control or {}).items():
        desk.do(Marked(area, "control", clan))
    for seat, words in (hands or {}).items():
        desk.hand(seat, words)
    for seat in rebels:
        desk.do(Turned(f"order_{seat}", REBEL_FACE))
    for n, seat in enumerate(order, 1):
        desk.do(Moved(f"order_{seat}", f"order_{n}"))
    for seat, by in (out or {}).items():
        desk.do(Marked(seat, "knocked_out", by))
        desk.do(Moved(f"order_{seat}", "removed"))
    for general in turncoats:
        desk.do(Turned(general, side="neutral"))
        desk.do(Marked(general, "turncoat", True))
    for target, mark, *value in marks:
        desk.do(Marked(target, mark, value[0] if value else True))
    if acting is not None:
        desk.do(Marked(acting, "acting", True))
        desk.do(Marked(acting, "acted", True))
    return Session(replace(state, table=desk.table))


# -- playing -----------------------------------------------------------------------------------------------------------
def go(session: Session, *answers: Answer | list[int]) -> Session:
    """Answers one after the other: words and actions to whoever is asked, a list of numbers is a roll.

    The card an action costs is a plain one unless the next answer names another; an answer that was the only one and
    has been given already is passed over.
    """
    for answer in answers:
        if isinstance(answer, list):
            _pay(session, answer)
            session.apply(tuple(answer), CHANCE)
        elif not _given(session, answer):
            _pay(session, answer)
            if not _given(session, answer):
                session.apply(answer)
    return session


def _pay(session: Session, answer: Any) -> None:
    """Pay with a plain card where the script has no answer for it."""
    (ask,) = session.asks.values()
    if ask.topic == PayWith("action") and answer not in ask.listed:
        session.apply(next(id for id in ask.listed if str(id).startswith(PLAIN)))


def _given(session: Session, answer: Any) -> bool:
    """Whether an answer was the only one and nobody was asked."""
    if any(answer in ask.listed for ask in session.asks.values()):
        return False
    for choice in reversed(session.record):
        if not choice.forced:
            return False
        if choice.answer == answer:
            return True
    return False


def refused(session: Session, answer: Any, seat: str | None = None) -> str | None:
    """The rule that refuses an answer; None if it is allowed. What is refused is never listed."""
    refusal = session.why_not(answer, seat)
    if refusal is None:
        return None
    assert answer not in session.legal(seat)
    return refusal.rule or "?"


def listed(session: Session) -> list[str]:
    """The options as they are written."""
    return [shown(option) for option in session.legal()]


def kinds(session: Session) -> set[str]:
    """The kinds of action that are offered."""
    return {word.split()[0] for word in listed(session)}


def cards(session: Session, seat: str) -> list[str]:
    return [id.split("#")[0] for id in session.table.stacks.get(f"hand.{seat}", ())]


def card(session: Session, seat: str, name: str) -> str:
    """A card of a kind in a hand."""
    return next(id for id in session.table.stacks[f"hand.{seat}"] if id.split("#")[0] == name)


# -- looking -----------------------------------------------------------------------------------------------------------
def at(session: Session, area: str) -> str:
    """The units in an area: names in order, armies counted, spent ones with `!`, turned ones with `~`."""
    found: dict[str, int] = {}
    for piece in session.table.at(area):
        sign = "~" if piece.side == "neutral" and piece.counter in ODA_ARMIES else "!" if piece.face else ""
        found[piece.counter + sign] = found.get(piece.counter + sign, 0) + 1
    return " ".join(f"{name}*{n}" if n > 1 else name for name, n in sorted(found.items()))


ODA_ARMIES = ("mori_yoshimasa", "tsutsui_junkei", "nakagawa_kiyohide", "sakuma_nobumori", "mori_ranmaru")


def holder(session: Session, area: str) -> Any:
    return session.table.mark(area, "control")


def status(session: Session, seat: str) -> str:
    from compiler.rules.road_to_honganji import field

    return str(field.status(scene(session), seat))


def happened(session: Session) -> list[Any]:
    """All events since the position was laid; those before the first answer are not in the log."""
    return [*Run(session.start).scene.events, *(e.what for e in session.log if not isinstance(e.what, Choice))]


def rolls(session: Session) -> list[tuple[str, int]]:
    """What was rolled for, with how many dice."""
    return [(event.purpose, len(event.values)) for event in happened(session) if isinstance(event, Rolled)]


def said(session: Session) -> list[str]:
    return [event.text for event in happened(session) if isinstance(event, Said)]


def turn_of(session: Session) -> Any:
    return session.table.tracks["turn"]
