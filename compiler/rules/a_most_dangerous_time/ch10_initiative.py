"""Section 10.3(2): initiative, and 13.3 where it differs at sea: who fires in a round."""

from __future__ import annotations

from compiler.model.event import Marked
from compiler.play.ask import Flow, dice
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import seats_of
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, at_sea, camp, commander_of, side_name
from compiler.rules.a_most_dangerous_time.facts import ODA, facts
from compiler.rules.a_most_dangerous_time.field import bravery, is_daimyo, unsupplied
from compiler.rules.a_most_dangerous_time.told import plain, say, tell_initiative, who_fires_told


@carries(
    "10.3(2).2",
    "10.3(2).3",
    "10.3(2).4",
    "10.3(2).5",
    "10.3(2).6",
    "5.3.5",
    "CardsUnnumbered.1",
    "10.4.20",
    "13.3(1).1",
    "13.3(2).1",
    "13.3.2",
    "Card45.1",
    "10.3.x1",
)
def initiative_parts(scene: Scene, fight: Fight, mine: bool, *, fleeing: bool) -> list[tuple[str, int]]:
    """What a side adds to its die: Daimyo, bravery, lines, retreat, gunnery; at sea Murakami, Iron Ship, gunnery."""
    values = facts(scene).numerals.initiative
    force = camp(scene, fight, mine)
    guns = sum(int(str(n)) for n in _played(scene, fight, mine, "massed_gunnery").values())
    parts = [("massed gunnery", int(values["massed_gunnery"]) * guns)]
    if at_sea(scene, fight):
        pirates = any(p.side == "murakami" for p in force) and not scene.option("murakami_fire_bonus")
        parts.append(("Murakami", int(values["murakami_at_sea"]) if pirates else 0))
        ship = iron_ship(scene, side_name(scene, fight, mine))
        parts.append(("Iron Ship", int(values["iron_ship_at_sea"]) if ship else 0))
    else:
        chief = commander_of(scene, fight, mine)
        if chief is not None:
            parts.append((f"bravery of {plain(scene, chief.id)}", bravery(scene, chief)))
            parts.append(("Daimyo", int(values["daimyo"]) if is_daimyo(scene, chief) else 0))
        cut_off = unsupplied(chief) if chief is not None else any(unsupplied(p) for p in force)
        if cut_off and not fight.within:
            parts.append(("out of communication", int(values["out_of_communication"])))
        parts.append(("retreat", int(str(scene.option("retreat_initiative"))) if fleeing else 0))
    return [(what, number) for what, number in parts if number]


def _played(scene: Scene, fight: Fight, mine: bool, mark: str) -> dict[str, object]:
    """What players of a side have played in this combat, where they have."""
    seats = seats_of(scene, side_name(scene, fight, mine))
    return {seat: n for seat in seats if (n := scene.table.marks.get((seat, mark))) is not None}


def iron_ship(scene: Scene, who: str) -> bool:
    """Whether the Iron Ship lies before a Faction (13.3.2)."""
    piles = ("lasting_oda",) if who == ODA else ("lasting_anti_oda", "lasting_anti_oda_b")
    return any(scene.table.stacks.get(pile) for pile in piles)


def _bravery_of(scene: Scene, fight: Fight, mine: bool) -> int:
    chief = None if at_sea(scene, fight) else commander_of(scene, fight, mine)
    return bravery(scene, chief) if chief is not None else 0


@carries("10.3(2).1", "10.3(2).7", "10.3(2).8", "10.3(2).9", "10.3(2).10", "10.3(2).11", "10.3(2).12", "Cards47-48.1")
def who_fires(scene: Scene, fight: Fight, fleeing: bool | None) -> Flow[tuple[bool, ...]]:
    """Which sides fire: initiative by 2, or by 1 with the braver commander, fires alone; who flees never fires."""
    surprise = _surprise(scene, fight)
    if surprise is not None:
        firing: tuple[bool, ...] = (surprise,) if fleeing != surprise else ()
        say(scene, f"surprise: {who_fires_told(scene, fight, firing, fleeing)}", "Cards47-48.1")
        return firing
    totals, reckoned = {}, {}
    for mine in (True, False):
        (die,) = yield from dice(scene, "die", purpose="initiative", rule="10.3(2).1")
        parts = initiative_parts(scene, fight, mine, fleeing=fleeing == mine)
        totals[mine] = die + sum([number for _, number in parts])
        reckoned[mine] = (die, parts)
    ahead = next((m for m in (True, False) if wins_initiative(scene, fight, m, totals)), None)
    firing = (True, False) if ahead is None else (ahead,)
    if fleeing is not None:
        firing = () if ahead == fleeing else (not fleeing,)
    tell_initiative(scene, fight, reckoned, firing, fleeing)
    return firing


def wins_initiative(scene: Scene, fight: Fight, mine: bool, totals: dict[bool, int]) -> bool:
    """Two ahead, or one ahead with the higher bravery; equal bravery is not higher (10.3(2).8)."""
    lead = totals[mine] - totals[not mine]
    return lead >= 2 or (lead == 1 and _bravery_of(scene, fight, mine) > _bravery_of(scene, fight, not mine))


@carries("Cards47-48.1")
def _surprise(scene: Scene, fight: Fight) -> bool | None:
    """The side with a surprise fires alone in round 1; two of them cancel out (Cards47-48.1)."""
    marked = [m for m in (True, False) if _played(scene, fight, m, "surprise")]
    for mine in marked:
        for seat in _played(scene, fight, mine, "surprise"):
            scene.do(Marked(seat, "surprise", None, rule="Cards47-48.1"))
    if len(marked) == 2:
        say(scene, "both sides are surprised: initiative is rolled for", "Cards47-48.1")
    return marked[0] if len(marked) == 1 else None
