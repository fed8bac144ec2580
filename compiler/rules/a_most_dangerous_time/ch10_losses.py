"""Sections 10.3(4) and (5): Units taken off for hits, and the fate of Leaders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.model.event import Marked, Moved, Said, Turned
from compiler.model.record import record
from compiler.model.table import Piece
from compiler.play.ask import Action, Answer, Flow, Refusal, decide, dice
from compiler.play.coverage import carries
from compiler.play.joining import counted
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import Matter, distinct, listed, oda_owner, pick
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, seat_in
from compiler.rules.a_most_dangerous_time.ch14_victory import nobunaga_is_dead
from compiler.rules.a_most_dangerous_time.facts import NOBUNAGA, ODA, SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import four, is_leader, is_minor, turn, unsupplied
from compiler.rules.a_most_dangerous_time.hands import change_side, eliminate, to_box
from compiler.rules.a_most_dangerous_time.loyalty import side_of
from compiler.rules.a_most_dangerous_time.told import side, tell_toll, titled

Band = tuple[str | None, object]  # Clan and Leader of Soldiers that are alike


@record(frozen=True, slots=True)
class Lose(Action):
    """The Units taken off for the hits of a round."""

    units: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "units", listed(self.units))


@dataclass(frozen=True, slots=True)
class Toll:
    """How many Units must go, and from which: first so many out of communication, then others, a commander last."""

    first: tuple[Piece, ...]
    of_first: int
    rest: tuple[Piece, ...]
    of_rest: int
    last: tuple[Piece, ...] = ()  # lost whatever anybody chooses


@carries("5.3.7", "5.3.8", "5.3.9", "10.3(4).2", "10.3(4).3", "10.3(4).5", "10.3.x2", "10.5.x2", "5.3.10", "10.5.17")
def toll(
    scene: Scene, pieces: Sequence[Piece], hits: int, *, halved: bool, chief: str | None, whole: bool = True
) -> Toll:
    """What hits cost: two OOC Units each, or a last single one, then one Unit each; the commander last (10.3.x2).

    `whole`: these are all that is left of their side, so that nobody stands between its last man and the commander.
    """
    plain = [p for p in pieces if p.id != chief]
    out = tuple(p for p in plain if halved and unsupplied(p))
    rest = tuple(p for p in plain if p not in out)
    each = int(facts(scene).numerals.out_of_communication["units_per_hit"])
    of_first = min(len(out), each * hits)
    left = max(0, hits - -(-len(out) // each)) if of_first == len(out) else 0
    of_rest = min(len(rest), left)
    shared = (
        whole and not rest and each * hits > len(out)
    )  # the hit that takes a single man finds the commander beside him
    last = tuple(p for p in pieces if p.id == chief and (left > len(rest) or (shared and halved and unsupplied(p))))
    return Toll(out, of_first, rest, of_rest, last)


def hits_for_all(scene: Scene, pieces: Sequence[Piece], *, halved: bool, chief: str | None) -> int:
    """The hits that leave nobody; what is beyond them is lost (10.3.x2)."""
    cut_off = [p for p in pieces if halved and unsupplied(p)]
    alone = any(p.id == chief for p in cut_off) and len(cut_off) < len(pieces)  # the others come between
    out = len(cut_off) - alone
    each = int(facts(scene).numerals.out_of_communication["units_per_hit"])
    return len(pieces) - out + -(-out // each)


@dataclass(frozen=True, slots=True)
class Hits:
    """Hits on some Units of a side: who takes them off, how the cut-off count, who goes last."""

    pieces: Sequence[Piece]
    count: int
    halved: bool
    chief: str | None = None
    seat: str | None = None  # the player of just these Units; else who speaks for the side
    whole: bool = True  # as in `toll`


@carries("10.3(4).1", "16.2.9(2).1")
def take_losses(scene: Scene, fight: Fight, mine: bool, hits: Hits) -> Flow[list[str]]:
    """The owner takes off his Units; answers the Leaders among them, in the order they went (10.3(4).1)."""
    bill = toll(scene, hits.pieces, hits.count, halved=hits.halved, chief=hits.chief, whole=hits.whole)
    lost = [p.id for p in bill.last]
    if bill.of_first + bill.of_rest:
        lost = [*(yield from _choose(scene, fight, mine, bill, hits)), *lost]
    if len(lost) > hits.count:
        tell_toll(scene, side(scene, fight, mine), len(lost), hits.count)
    leaders = [id for id in lost if is_leader(scene, scene.table.pieces[id])]
    for id in lost:
        if id not in leaders:
            yield from lose_soldier(scene, fight, mine, id)
    for id in leaders:  # in the box until their fate is rolled for, when all losses are taken
        to_box(scene, id, "10.3(4).4")
    return leaders


def _choose(scene: Scene, fight: Fight, mine: bool, bill: Toll, hits: Hits) -> Flow[tuple[str, ...]]:
    """The Units a player takes off, where he has a choice."""
    soldiers_first = several_players(scene, hits.pieces)
    answer: Lose = yield from decide(
        scene,
        lambda: _losses(scene, bill),
        (lambda a: bad_loss(scene, bill, a, soldiers_first=soldiers_first),),
        topic=Matter("losses", fight.place),
        seat=hits.seat or seat_in(scene, fight, mine),
        rule="10.3(4).1",
        about=(fight.place,),
        prompt=f"{scene.name(fight.place)}: {counted(hits.count, 'hit')}, which Units are lost?",
    )
    return answer.units


@carries("16.2.9(2).2")
def several_players(scene: Scene, pieces: Sequence[Piece]) -> bool:
    """Whether Units of two or more Oda players take the hits: no Leader goes before the Soldiers then (16.2.9(2).2)."""
    oda = [p for p in pieces if four(scene) and side_of(scene, p) == ODA]
    return len({oda_owner(scene, p) for p in oda} - {None}) > 1


def bad_loss(scene: Scene, bill: Toll, answer: Any, *, soldiers_first: bool = False) -> Refusal | None:
    """Why Units may not be taken off for the hits."""
    if not isinstance(answer, Lose) or not distinct(answer.units, scene.table.pieces):
        return Refusal("10.3(4).1", "name the Units that are lost")
    first = [p.id for p in bill.first]
    rest = [p.id for p in bill.rest]
    strange = [u for u in answer.units if u not in first and u not in rest]
    if strange:
        chief = scene.table.pieces[strange[0]].mark("commander") is not None
        return Refusal("10.3(4).5" if chief else "10.3(4).1", "the commander is last" if chief else "not in the combat")
    if sum(1 for u in answer.units if u in first) != bill.of_first:
        return Refusal("5.3.8", f"{bill.of_first} Units out of communication are lost, before any other")
    if sum(1 for u in answer.units if u in rest) != bill.of_rest:
        return Refusal("10.3(4).1", f"{bill.of_rest} Units in communication are lost")
    if soldiers_first:
        for group in (bill.first, bill.rest):
            kept = any(p.id not in answer.units and not is_leader(scene, p) for p in group)
            if kept and any(p.id in answer.units and is_leader(scene, p) for p in group):
                return Refusal("16.2.9(2).2", "no Leader before all Soldiers are gone")
    return None


def _losses(scene: Scene, bill: Toll) -> Iterator[Answer]:
    """Ways to take the losses: the Soldiers of each Clan and command first in turn, Leaders last or first."""
    everybody = (*bill.first, *bill.rest)
    bands = dict.fromkeys(_band(p) for p in everybody if not is_leader(scene, p))
    wishes: list[str | Band] = [*bands, *(p.id for p in everybody if is_leader(scene, p))]
    seen: set[Lose] = set()
    for wish in wishes:
        chosen = tuple(
            p.id
            for group, count in ((bill.first, bill.of_first), (bill.rest, bill.of_rest))
            for p in sorted(group, key=lambda p: _rank(scene, p, wish))[:count]
        )
        if Lose(chosen) not in seen:
            seen.add(Lose(chosen))
            yield Lose(chosen)


def _band(soldier: Piece) -> Band:
    """Soldiers between whom a loss makes no difference: of one Clan under one Leader."""
    return soldier.side, soldier.mark("under")


def _rank(scene: Scene, piece: Piece, wish: str | Band) -> tuple[int, str]:
    """Who goes first when the losses of a side are taken: the wish, then Soldiers, then Leaders."""
    leader = is_leader(scene, piece)
    wanted = piece.id == wish if leader else _band(piece) == wish
    return (0 if wanted else 2 if leader else 1, piece.id)


@carries("3.2.15", "3.2.16", "3.2.17", "10.3(4).4", "16.2.9(3).1")
def lose_soldier(scene: Scene, fight: Fight, mine: bool, id: str) -> Flow[None]:
    """A Soldier goes to the box of its Clan; a minor to the box of the Clan that beat it (3.2.16)."""
    piece = scene.table.pieces[id]
    if is_minor(piece) and fight.takers:
        clan = fight.takers[0]
        if len(fight.takers) > 1:
            clan = yield from pick(
                scene,
                seat_in(scene, fight, not mine),
                fight.takers,
                what="minor",
                rule="3.2.17",
                prompt="which Clan takes in the minor?",
            )
        change_side(scene, id, clan, "3.2.16")
    if piece.mark("led_by") == "guard":
        scene.do(Marked(NOBUNAGA, "guard_hit", True, rule="16.2.9(3).1"))
    to_box(scene, id, "10.3(4).4")


# -- the fate of Leaders -----------------------------------------------------------------------------------------------
@carries("10.3(5).1", "10.3(5).2", "10.3(5).3", "10.3(5).4", "10.5.18", "15.1.14", "2.45.7", "10.3(5).7")
def fate(scene: Scene, id: str, rule: str) -> Flow[None]:
    """One die on the Leader Loss Table for a Leader in his box; the Shogun goes to Tomo (10.3(5).1, 15.1.14)."""
    if id == SHOGUN:
        eliminate(scene, id, "15.1.14")
        return
    (die,) = yield from dice(scene, "die", purpose="leader loss", rule=rule)
    waits = facts(scene).numerals.wound_turns
    if die >= 5:
        killed(scene, id, die)
        return
    wait = int(waits["wounded"] if die <= 2 else waits["badly_wounded"])
    box = (turn(scene) + wait - 1) % 30 + 1
    how = "wounded" if die <= 2 else "badly wounded"
    scene.do(Said(f"{titled(scene, id)}, {die}: {how}, back on turn {turn(scene) + wait}", rule=rule))
    scene.do(Moved(id, f"turn_{box}", rule="10.3(5).2" if die <= 2 else "10.3(5).3"))


@carries("2.32.7", "14.3(Campaign).1", "14.3(Campaign).2", "16.2.4(3).3")
def killed(scene: Scene, id: str, die: int) -> None:
    """A Leader is dead; an heir takes his place only if the players agreed on that (2.32.7)."""
    scene.do(Said(f"{titled(scene, id)}, {die}: killed", rule="10.3(5).4"))
    heir = scene.game.counters[scene.table.pieces[id].counter].faces[-1].values.get("heir")
    if heir and scene.table.pieces[id].face == 0 and scene.option("heir_after_combat_death"):
        scene.do(Turned(id, face=1, rule="2.32.7"))
    else:
        eliminate(scene, id, "10.3(5).4")
    if id == NOBUNAGA:
        nobunaga_is_dead(scene)
