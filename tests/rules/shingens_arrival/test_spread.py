"""Lines are the same whether found from the relays or from the hex that asks; forces, from table to table."""

from __future__ import annotations

import pytest

from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.rules.shingens_arrival.ch08_lines import closed, main_castle, relay_castles, relay_forces
from compiler.rules.shingens_arrival.ch08_lines import joined as is_joined
from compiler.rules.shingens_arrival.ch18_weather import ways_ahead
from compiler.rules.shingens_arrival.facts import ENEMY, facts
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import War
from compiler.rules.shingens_arrival.spread import Ahead
from tests.rules.shingens_arrival.campaign import scene_of, the_book


def far_from(back: Ahead, source: str, limit: int, shut: frozenset[str]) -> dict[str, int]:
    """The distance of every hex to one relay, the plain way."""
    far, front = {source: 0}, [source]
    while front:
        here = front.pop(0)
        if far[here] and here in shut:
            continue
        for start, cost in back[here]:
            total = far[here] + cost
            if total <= limit and total < far.get(start, limit + 1):
                far[start] = total
                front.append(start)
    return far


def joined(scene: Scene, army: str) -> set[str]:
    """Every hex that is joined to the main castle of an army, one relay after the other."""
    known = facts(scene)
    seat, main = known.seat_of[army], str(main_castle(scene, army))
    ahead, shut = ways_ahead(scene, army), closed(scene, seat)
    back: dict[str, list[tuple[str, int]]] = {hex: [] for hex in ahead}
    for start, steps in ahead.items():
        for to, cost in steps:
            back[to].append((start, cost))
    castles = relay_castles(scene, seat) | {main}
    waiting = (castles | relay_forces(scene, seat)) - {main}
    front = [] if war(scene).here(main, ENEMY[seat]) else [main]
    found: set[str] = set()
    while front:
        relay = front.pop()
        far = far_from(back, relay, known.line_to_castle, shut)
        near = {h for h, n in far.items() if relay in castles or h in castles or n <= known.line_to_force}
        found |= near
        front += sorted(near & waiting)
        waiting -= near
    return found


@pytest.mark.parametrize(("scenario", "seed"), [("deployed", 1), ("deployed", 2), ("campaign", 3)])
def test_what_a_hex_finds_is_what_the_relays_reach(scenario: str, seed: int) -> None:
    session = Session.begin(the_book(), scenario, Seeded(seed))
    players = {seat: RandomPlayer(f"{seed}/{seat}") for seat in the_book().game.seats}
    forces = cut = 0
    for n in range(700):
        seat = next(iter(session.asks), None)
        if seat is None:
            break
        session.apply(players[seat].answer(session, seat), seat)
        if n % 35 == 34:
            scene = scene_of(session)
            anew = War(facts(scene), scene.table)
            now = war(scene)
            assert {id: (f.hex, f.pieces, f.inside) for id, f in now.forces.items()} == {
                id: (f.hex, f.pieces, f.inside) for id, f in anew.forces.items()
            }
            assert list(now.forces) == list(anew.forces)
            assert now.led_by == anew.led_by
            assert {hex: [f.id for f in some] for hex, some in now.at.items()} == {
                hex: [f.id for f in some] for hex, some in anew.at.items()
            }
            everybody = list(anew.forces.values())
            assert now.strength(now.forces.values()) == anew.strength(everybody)
            for seat in ENEMY:
                mine = [force for force in everybody if force.seat == seat]
                stand = now.stand(seat)
                assert stand.hexes == {force.hex for force in mine}
                assert stand.outer == {force.hex for force in mine if not force.inside}
                assert stand.invested == {force.hex for force in mine if force.investing}
            for army in facts(scene).main_castles:
                whole = joined(scene, army)
                for force in everybody:  # from a line found earlier, if it is open still
                    assert is_joined(scene, army, force.hex) == (force.hex in whole), (army, force.hex)
                for hex in sorted(facts(scene).beside)[:: 3 + n % 4]:
                    assert is_joined(scene, army, hex) == (hex in whole), (army, hex)
                forces += len(anew.forces)
                cut += len(facts(scene).beside) - len(whole)
    assert forces > 100
    assert cut > 100
