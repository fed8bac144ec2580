"""Pieces in the boxes of another: one leaves to where its carrier stands, joins it again, and is told by it."""

from __future__ import annotations

from compiler.emit.automation.carrying import join_text, leads_text, leave_text, led
from compiler.emit.drive.script import Script, must
from compiler.model.carries import Carry, boxes_by_carrier
from compiler.vassal.probe.drive import Must, Verb


def drive_carries(script: Script, known: set[tuple[str, str]]) -> None:
    """One piece of every kind that a setup lays into boxes of somebody on the map."""
    game = script.plan.game
    for carry in game.upkeep.carries.values():
        for kind in dict.fromkeys(kind for kinds in carry.boxes.values() for kind in kinds):
            if (carry.id, kind) not in known and _there_and_back(script, carry, kind):
                known.add((carry.id, kind))


def _there_and_back(script: Script, carry: Carry, kind: str) -> bool:
    plan, table = script.plan, script.table
    for carrier, boxes in boxes_by_carrier(plan.game, carry, kind).items():
        on_map = (p for p in table.pieces.values() if p.counter == carrier and p.place in plan.game.map.land)
        leader = next(on_map, None)
        lying = [piece for box in boxes for piece in table.at(box.id)]
        own = [piece for piece in lying if plan.game.counters[piece.counter].kind == kind]
        if leader is None or not own or own[-1].side != leader.side:
            continue
        piece, start = own[-1], script.here
        there = plan.atlas.spaces[leader.place].location
        free = next(box.id for box in boxes if all(other is piece for other in table.at(box.id)))
        name, told = script.name(piece), plan.names[piece.counter]
        left = (must(Must.GO, there), must(Must.TELL, told, "leaves"))
        script.do(Verb.COMMAND, f"{name} leaves", piece.id, leave_text(plan, carry), *left)
        joined = (must(Must.GO, plan.atlas.spaces[free].location), must(Must.TELL, told, "joins"))
        script.do(Verb.COMMAND, f"{name} joins again", piece.id, join_text(plan, carry), *joined)
        kind_of = plan.game.counter_kinds[plan.game.counters[carrier].kind]
        if carrier in led(plan, carry, kind_of):
            asked, listed = f"who is with {script.name(leader)}", ("with", plan.names[carrier], "piece")
            both = (must(Must.TELL, *listed), must(Must.TELL, "–", told))
            script.do(Verb.COMMAND, asked, leader.id, leads_text(plan, carry), *both)
        script.undo(start, "leaving and joining")
        return True
    return False
