"""19.0 The end of the game: end conditions, victory points, the winner."""

from __future__ import annotations

from collections.abc import Mapping

from compiler.model.event import TrackSet
from compiler.play.ask import Flow
from compiler.play.coverage import carries
from compiler.play.joining import enumerated
from compiler.play.outcome import Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shingens_arrival.ch08_lines import place_has_line
from compiler.rules.shingens_arrival.facts import (
    ENEMY,
    NOBUNAGA,
    ODA,
    ODA_PLAYER,
    RANKS,
    SHINGEN,
    TAKEDA,
    TAKEDA_PLAYER,
    TOKUGAWA,
    YOSHIAKI,
    facts,
)
from compiler.rules.shingens_arrival.field import set_mark, turn_of
from compiler.rules.shingens_arrival.told import say

# 19-2-1(1).1, 19-2-3.3: of the Takeda player's armies only the Takeda army wins and loses points by castles and units.
SCORING = {TAKEDA: TAKEDA_PLAYER, ODA: ODA_PLAYER, TOKUGAWA: ODA_PLAYER}


class GameOver(Exception):
    """The game is decided in the middle of an action (19-1); the step that catches it ends with the victory."""

    def __init__(self, victory: Victory) -> None:
        super().__init__(victory.because)
        self.victory = victory


# -- points ------------------------------------------------------------------------------------------------------------
@carries("19.2.1")
def score_of(scene: Scene, seat: str) -> int:
    """The points a player has: tens and ones."""
    tens, ones = facts(scene).scores[seat]
    return 10 * int(scene.table.tracks[tens.id]) + int(scene.table.tracks[ones.id])


@carries("19-2-3.1", "19-2-3.2", "19.x2", "2-2-2.x1")
def book(scene: Scene, seat: str, points: int, rule: str, why: str) -> None:
    """Points won or lost, at once, in the order things happen; never below 0 nor beyond the track (19-2-3)."""
    before = score_of(scene, seat)
    after = min(facts(scene).most_points, max(0, before + points))
    digits = divmod(after, 10)
    for track, value in zip(facts(scene).scores[seat], digits, strict=True):
        if scene.table.tracks[track.id] != value:
            scene.do(TrackSet(track.id, value, rule=rule))
    if points:
        won, name = after - before, scene.game.seats[seat].name.en
        held = "there are no more to lose" if points < 0 else f"not {points:+}: the track ends there"
        many = f"{won:+} {'point' if abs(won) == 1 else 'points'}" if before or points > 0 else "no points to lose"
        short = f" ({held})" if won != points and before else ""
        say(scene, f"{name}: {many} for {why}{short}, {after} now", rule)


@carries("19-2-1(1).1", "19-2-2(1).1", "19-2-3.3", "19-2-3.4", "13-3-5.x2")
def score_castle(scene: Scene, hex: str, loser: str | None, taker: str | None) -> None:
    """A castle is taken: its level to the taker, off the army that had it (19-2-1, 19-2-2, 19-2-3)."""
    level = facts(scene).castles[hex].level
    if taker in SCORING and level:
        rule = "19-2-1(1).1" if taker == TAKEDA else "19-2-2(1).1"
        book(scene, SCORING[taker], level, rule, f"taking {scene.name(hex)}")
    if loser in SCORING and level:
        book(scene, SCORING[loser], -level, "19-2-3.4", f"the loss of {scene.name(hex)}")


LEADER_RULES = {"busho": "19-2-3.5", "taisho": "19-2-3.6", "sodaisho": "19-2-3.7"}


@carries("19-2-3.5", "19-2-3.6", "19-2-3.7", "19-2-3.9", "19-2-3.3")
def score_death(scene: Scene, unit: str, attacker: str | None) -> None:
    """A leader is killed: 1, 3 or 5 points; Yoshiaki killed by an Oda attack costs the Oda player 10 (19-2-3)."""
    known = facts(scene)
    seat = SCORING.get(known.units[unit].army)
    if seat is not None:
        rank = next(word for word, n in RANKS.items() if n == known.units[unit].rank)
        book(scene, seat, -known.lost_leader_points[rank], LEADER_RULES[rank], f"the death of {scene.name(unit)}")
    if unit == YOSHIAKI and attacker == ODA_PLAYER:
        book(scene, ODA_PLAYER, -known.killed_yoshiaki_points, "19-2-3.9", "killing the shogun")


@carries("19-2-3.8")
def score_lost_battle(scene: Scene, seat: str, armies: set[str]) -> None:
    """Retreating from a decisive battle costs 2; on the Takeda side only if the Takeda army took part (19-2-3)."""
    if any(SCORING.get(army) == seat for army in armies):
        book(scene, seat, -facts(scene).lost_battle_points, "19-2-3.8", "retreating from a decisive battle")


# -- Shingen on his way ------------------------------------------------------------------------------------------------
@carries("19-2-1(1).3", "19-2-1(1).x2")
def score_seta_bridge(scene: Scene, unit: str, start: str, to: str) -> None:
    """Shingen passes Seta Bridge in a movement for the first time, either way: 10 (19-2-1(1))."""
    known = facts(scene)
    if unit != SHINGEN or {start, to} != set(known.seta_bridge):
        return
    if scene.table.pieces[SHINGEN].mark("crossed_seta_bridge") is None:
        set_mark(scene, SHINGEN, "crossed_seta_bridge", True, "19-2-1(1).3")
        book(scene, TAKEDA_PLAYER, known.seta_bridge_points, "19-2-1(1).3", "crossing Seta Bridge")


@carries("19-2-1(1).4", "19-2-1(1).x1")
def score_kyoto(scene: Scene, unit: str, to: str) -> None:
    """Shingen enters Kyoto for the first time, however he comes: 20 (19-2-1(1))."""
    known = facts(scene)
    if unit == SHINGEN and to == known.kyoto and scene.table.pieces[SHINGEN].mark("entered_kyoto") is None:
        set_mark(scene, SHINGEN, "entered_kyoto", True, "19-2-1(1).4")
        book(scene, TAKEDA_PLAYER, known.kyoto_points, "19-2-1(1).4", "entering Kyoto")


@carries("19-2-1(1).2")
def shingens_points(scene: Scene, in_line: bool) -> int:
    """What Shingen's place is worth in the check phase, if he has a line (19-2-1(1))."""
    known = facts(scene)
    region = (
        scene.game.map.regions.get(known.province.get(scene.table.pieces[SHINGEN].place, ""))
        if (SHINGEN in scene.table.pieces)
        else None
    )
    return int(region.values.get("shingen_points") or 0) if region is not None and in_line else 0


@carries("19-2-2(1).2", "19-2-2(2).1")
def oda_points(scene: Scene, worth: Mapping[str, int]) -> int:
    """What the lines from Gifu to Kyoto and Sakai are worth to Oda (19-2-2)."""
    known = facts(scene)
    places = {"kyoto": known.kyoto, "sakai": known.sakai}
    return sum(points for name, points in worth.items() if place_has_line(scene, ODA, places[name]))


def lines_of_oda(scene: Scene) -> str:
    """The lines that Oda has, in words."""
    known = facts(scene)
    held = [scene.name(hex) for hex in (known.kyoto, known.sakai) if place_has_line(scene, ODA, hex)]
    return f"{'lines' if len(held) > 1 else 'a line'} from Gifu to {enumerated(held)}"


def shingens_place(scene: Scene) -> str:
    """Where Shingen is, in words."""
    province = facts(scene).province.get(scene.table.pieces[SHINGEN].place, "")
    return f"Shingen in {scene.game.map.regions[province].name.en}, with a line" if province else "Shingen with a line"


# -- the end -----------------------------------------------------------------------------------------------------------
@carries("19-1.1", "19-1.2")
def decided_by_death(killed: list[str]) -> Victory | None:
    """Shingen or Nobunaga killed ends the game; both in one round is a draw (19-1)."""
    if SHINGEN in killed and NOBUNAGA in killed:
        return Victory((), "Shingen and Nobunaga have both been killed", "19-1.1")
    if SHINGEN in killed:
        return Victory((ODA_PLAYER,), "Takeda Shingen has been killed", "19-1.1")
    if NOBUNAGA in killed:
        return Victory((TAKEDA_PLAYER,), "Oda Nobunaga has been killed", "19-1.2")
    return None


@carries("19-1.3")
def give_up(seat: str) -> Victory:
    """A player has lost the will to go on (19-1(3))."""
    return Victory((ENEMY[seat],), "the other player has given up", "19-1.3")


def last_turn(scene: Scene) -> bool:
    return turn_of(scene) == facts(scene).last_turn


@step("19.x1", "final_score", "19-2-1(2).1", "19-2-2(2).1")
def final_score(scene: Scene) -> Flow[Outcome]:
    """After turn 24 the final lines are judged on the board as it stands, both scores raised (19-2)."""
    yield from ()
    if last_turn(scene):
        known = facts(scene)
        held = place_has_line(scene, TAKEDA, known.kyoto)
        takeda = int(known.takeda_end_points["kyoto"]) if held else 0
        oda = oda_points(scene, known.oda_end_points)
        book(scene, TAKEDA_PLAYER, takeda, "19-2-1(2).1", "a line from home to Kyoto at the end")
        book(scene, ODA_PLAYER, oda, "19-2-2(2).1", f"{lines_of_oda(scene)} at the end")
    return None


@step("19-3.1", "end_turn", "4-1-5.2", "19.0.1")
def end_turn(scene: Scene) -> Flow[Outcome]:
    """The turn is over; after the last one the higher score wins (19-3)."""
    yield from ()
    if not last_turn(scene):
        return None
    takeda, oda = score_of(scene, TAKEDA_PLAYER), score_of(scene, ODA_PLAYER)
    winners = () if takeda == oda else (TAKEDA_PLAYER,) if takeda > oda else (ODA_PLAYER,)
    return Victory(winners, f"Takeda {takeda}, Oda {oda}", "19-3.1")
