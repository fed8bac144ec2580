"""20.0 Withdrawal: declared by choice or forced, in the withdrawal phase only."""

from __future__ import annotations

from compiler.model.event import Marked, Said
from compiler.play.ask import Flow, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.play.topics import GiveUp
from compiler.rules.anegawa.ch04_sequence import WITHDRAW, show_phase
from compiler.rules.anegawa.ch22_victory import end_of_withdrawals
from compiler.rules.anegawa.facts import SEATS, facts
from compiler.rules.anegawa.field import is_gone, is_normal

STAY = "stay"
FORCED_BY = {  # whose loss or long disorder forces a side off the field
    "tokugawa_ieyasu": "20.0(2).1",
    "asakura_kagetake": "20.0(2).2",
    "oda_nobunaga": "20.0(3).1",
    "azai_nagamasa": "20.0(4).1",
}


@step("20.0(2).1", "judge_withdrawal", "20.0(2).2", "20.0(3).1", "20.0(3).2", "20.0(4).1")
def judge_withdrawal(scene: Scene) -> Flow[Outcome]:
    """Who must withdraw: a commander is gone, or disordered in this phase for the second turn running (20.0)."""
    yield from ()
    show_phase(scene)
    for id in facts(scene).withdraw_if_gone:
        if is_gone(scene.book, scene.table, id):
            _force(scene, id, "is gone")
    for id in facts(scene).withdraw_if_wavering:
        piece = scene.table.pieces.get(id)
        if piece is None or piece.place not in scene.book.land:
            continue
        if is_normal(piece):
            if piece.mark("wavering"):
                scene.do(Marked(id, "wavering", None, rule="20.0(3).2"))
        elif piece.mark("wavering"):
            _force(scene, id, "is disordered for the second turn running")
        else:
            scene.do(Marked(id, "wavering", True, rule=FORCED_BY[id]))
    return None


def _force(scene: Scene, id: str, why: str) -> None:
    seat = facts(scene).seats[scene.table.pieces[id].side or ""]
    if not scene.table.mark(seat, "must_withdraw"):
        text = f"{scene.name(id)} {why}: {scene.game.seats[seat].name.en} must withdraw at the end of the turn"
        scene.do(Said(text, rule=FORCED_BY[id]))
        scene.do(Marked(seat, "must_withdraw", True, rule=FORCED_BY[id]))


@step("20.0.1", "withdraw", "4-1(1).1", "20.0(1).1")
def withdraw(scene: Scene) -> Flow[Outcome]:
    """A player decides whether to withdraw; one who must has no choice left (20.0)."""
    show_phase(scene)
    seat = scene.active
    if scene.table.mark(seat, "must_withdraw"):
        return None
    answer = yield from decide(
        scene,
        (STAY, WITHDRAW),
        topic=GiveUp("withdraw"),
        prompt="withdraw from the field?",
        rule="20.0.1",
        seldom=lambda it: it == WITHDRAW,
    )
    if answer == WITHDRAW:
        scene.do(Marked(seat, "withdrew", True, rule="20.0.1"))
    return None


@step("4-1(3).1", "end_withdrawal", "4-1(2).1", "22.0(3).1", "22-2(3).1")
def end_withdrawal(scene: Scene) -> Flow[Outcome]:
    """A withdrawal by choice ends the game at once; if nobody withdraws play goes on (4-1)."""
    yield from ()
    if not any(scene.table.mark(seat, "withdrew") for seat in SEATS):
        return None
    return end_of_withdrawals(scene)
