"""22.0 Victory: sudden ends, withdrawal, and points."""

from __future__ import annotations

from compiler.model.event import Said
from compiler.play.ask import Flow, decide, one_of
from compiler.play.coverage import carries
from compiler.play.outcome import Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import GiveUp
from compiler.rules.anegawa.ch04_sequence import no_withdrawal, show_phase
from compiler.rules.anegawa.ch13_removal import age_losses, points_of_losses
from compiler.rules.anegawa.ch18_castle import castle_holder
from compiler.rules.anegawa.facts import ASAKURA_AZAI, ODA_TOKUGAWA, SEATS, facts
from compiler.rules.anegawa.field import DISORDERED, ENEMY, is_gone, turn_of

CONCEDE, FIGHT_ON = "concede", "fight_on"
LOST_WITH = {"oda_nobunaga": "22.0(1).1", "azai_nagamasa": "22.0(2).1"}


# -- sudden ends -------------------------------------------------------------------------------------------------------
@carries("22.0(1).1", "22.0(2).1")
def sudden_end(scene: Scene) -> Victory | None:
    """The game is over at once when Nobunaga or Nagamasa is removed or leaves the map (22.0)."""
    for id in facts(scene).game_losers:
        if is_gone(scene.book, scene.table, id):
            loser = facts(scene).seats[scene.table.pieces[id].side or ""]
            return Victory((ENEMY[loser],), f"{scene.name(id)} is gone", LOST_WITH[id])
    return None


@carries("22.0(3).1", "22-2(3).1", "20.0(5).1")
def end_of_withdrawals(scene: Scene) -> Victory:
    """One side has withdrawn, by choice or by force: the other wins. Both in one turn: points decide (22-2(3))."""
    gone = [s for s in SEATS if scene.table.mark(s, "withdrew") or scene.table.mark(s, "must_withdraw")]
    if len(gone) == 2:
        return by_points(scene, "both sides have withdrawn", rule="22-2(3).1")
    name = scene.game.seats[gone[0]].name.en
    say_points(scene, gone[0])
    return Victory((ENEMY[gone[0]],), f"{name} have withdrawn", "22.0(3).1")


# -- points ------------------------------------------------------------------------------------------------------------
@carries("22-1.1")
def score(scene: Scene, seat: str, withdrew_alone: str | None = None) -> int:
    """A player's points: enemy units eliminated, and the castle (22-1)."""
    points = points_of_losses(scene, seat)
    if castle_holder(scene, withdrew_alone) == seat:
        points += castle_points(scene, seat)
    return points


@carries("22-1(2).1", "22-1(2).2")
def castle_points(scene: Scene, seat: str) -> int:
    """What holding the castle is worth; for Oda & Tokugawa also a garrison that never came out (22-1(2))."""
    points = facts(scene).castle_points
    garrison = scene.table.pieces.get(facts(scene).garrison)
    if seat != ODA_TOKUGAWA or garrison is None or garrison.mark("out_of_castle"):
        return points
    if garrison.place in scene.book.land:
        points += int(scene.game.counters[garrison.counter].faces[DISORDERED].values["vp"])
    return points


def say_points(scene: Scene, withdrew_alone: str | None = None) -> dict[str, int]:
    scores = {seat: score(scene, seat, withdrew_alone) for seat in SEATS}
    told = ", ".join(f"{scene.game.seats[seat].name.en} {points}" for seat, points in scores.items())
    scene.do(Said(f"points: {told}", rule="22-1.1"))
    return scores


def by_points(scene: Scene, because: str, *, rule: str) -> Victory:
    """The higher total wins, a tie goes to Asakura & Azai (22-2)."""
    scores = say_points(scene)
    if scores[ODA_TOKUGAWA] == scores[ASAKURA_AZAI]:
        return Victory((facts(scene).tie_winner,), f"{because}, with equal points", "22-2(2).1")
    best = max(SEATS, key=lambda seat: scores[seat])
    return Victory((best,), f"{because}, {scores[best]} points to {scores[ENEMY[best]]}", rule)


# -- the phase ---------------------------------------------------------------------------------------------------------
@step("4-8.2", "concede")
def concede(scene: Scene) -> Flow[Outcome]:
    """A player may give the battle up: the other wins (4-8)."""
    show_phase(scene)
    answer = yield from decide(
        scene,
        (FIGHT_ON, CONCEDE),
        (no_withdrawal, one_of((FIGHT_ON, CONCEDE), rule="4-8.2")),
        topic=GiveUp("concede"),
        prompt="concede?",
        rule="4-8.2",
        seldom=lambda it: it == CONCEDE,
    )
    if answer == FIGHT_ON:
        return None
    return Victory((ENEMY[scene.active],), f"{scene.game.seats[scene.active].name.en} concede", "4-8.2")


@step("4-8.1", "judge_victory", "20.0(5).1", "22-2(1).1", "22-3.1", "22-2(2).1", "22-1.1")
def judge_victory(scene: Scene) -> Flow[Outcome]:
    """A forced withdrawal ends the game now; after the last turn points decide; else the next turn begins (4-8)."""
    yield from ()
    show_phase(scene)
    if any(scene.table.mark(seat, "must_withdraw") for seat in SEATS):
        return end_of_withdrawals(scene)
    if turn_of(scene) >= last_turn(scene):
        return by_points(scene, f"turn {turn_of(scene)} is over", rule="22-2(1).1")
    age_losses(scene)
    return None


@carries("22-3.1")
def last_turn(scene: Scene) -> int:
    """Turn 20, or as many more as both players agreed on (22-3)."""
    return facts(scene).last_turn + int(scene.option("extra_turns"))
