"""Action 7, wage war: colours take their whole turn in sword order; what the four phases share."""

from __future__ import annotations

from compiler.model.event import Drawn, Handling, Marked, Moved
from compiler.play.ask import Flow
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import predicate, step
from compiler.rules.shogun.ch04_5_shown import keep_limits
from compiler.rules.shogun.ch04_6_ninja import strike_window
from compiler.rules.shogun.facts import KOKU_SUPPLY, MARKER_SUPPLY, RACK, marker, sword_holder
from compiler.rules.shogun.field import armies, kind, swords
from compiler.rules.shogun.hands import to_tray
from compiler.rules.shogun.standing import standing


def waging(scene: Scene) -> str | None:
    """The colour whose turn it is: the lowest sword that has not waged war yet (4-7.2)."""
    marks = scene.table.marks
    for colour in swords(scene):
        if (colour, "waged") not in marks:
            return colour
    return None


def fallen(scene: Scene, colour: str) -> bool:
    """Whether a colour is out of the game."""
    return scene.table.mark(colour, "taken_by") is not None


@predicate("a_sword_is_left", "4-7.2", "4.3")
def a_sword_is_left(scene: Scene) -> bool:
    """Until every sword has had its turn (4-7.2)."""
    return waging(scene) is not None


@step("4-7.2", "next_sword", "4-7.1", "4.1")
def next_sword(scene: Scene) -> Flow[Outcome]:
    """The next colour begins its turn; the ninja may strike before phase A (4-6-Kill.1)."""
    yield from strike_window(scene)
    return None


def in_war(scene: Scene) -> str | None:
    """The colour that wages war, unless it has fallen in its own turn."""
    colour = waging(scene)
    return None if colour is None or fallen(scene, colour) else colour


@predicate("armies_may_move", "4-7A.1")
def armies_may_move(scene: Scene) -> bool:
    """While the active colour has an army that has not marched (4-7A.1)."""
    return _ready(scene, "marched")


@predicate("armies_may_move_on", "4-7D.1")
def armies_may_move_on(scene: Scene) -> bool:
    """While the active colour has an army that has not moved in phase D."""
    return _ready(scene, "moved")


def _ready(scene: Scene, mark: str) -> bool:
    colour = in_war(scene)
    return colour is not None and bool(ready(scene, colour, mark))


def ready(scene: Scene, colour: str, mark: str) -> list[int]:
    """The armies that may move now: not yet moved in this phase, not disrupted (4-6-Killed.3)."""
    pieces = scene.table.pieces
    return [
        n
        for n in armies(scene, colour)
        if not (piece := pieces[marker(colour, n)]).marks
        or (piece.mark(mark) is None and piece.mark("assassinated") is None)
    ]


@predicate("forces_may_move_on", "4-7D.8")
def forces_may_move_on(scene: Scene) -> bool:
    """While the active colour is in the game."""
    return in_war(scene) is not None


@step("4-7D.12", "end_war_turn", "4-7C-Castle.4", "4-7C-Castle.6", "4-7B.10")
def end_war_turn(scene: Scene) -> Flow[Outcome]:
    """Battle markers and bonus defenders are taken off; the turn is over (4-7D.12, 4-7C-Castle.4)."""
    colour = waging(scene)
    assert colour is not None
    take_markers(scene)
    for province in [province for province, there in standing(scene).held.items() if there.bonus]:
        stand_down(scene, province)
    if fallen(scene, colour):
        hand_in_sword(scene, colour)
    else:
        keep_limits(scene, colour)
    yield from strike_window(scene)
    scene.do(Marked(colour, "waged", True, rule="4-7.2"))
    return None


def take_markers(scene: Scene) -> None:
    """All battle markers, and what stood for them, go back to the master tray."""
    lying = set(standing(scene).markers)
    ids = [id for id in scene.table.pieces if id in lying] if lying else ()
    scene.handle(*[event for id in ids for event in cleared(scene, id)])


def clear_marker(scene: Scene, id: str) -> None:
    scene.handle(*cleared(scene, id))


def cleared(scene: Scene, id: str) -> list[Handling]:
    """A battle marker, or what stood for it, goes back to the master tray."""
    marks = [Marked(id, mark, None, rule="4-7D.12") for mark, _ in scene.table.pieces[id].marks]
    home = MARKER_SUPPLY if kind(scene, id) == "battle_marker" else KOKU_SUPPLY
    return [*marks, Moved(id, home, rule="4-7D.12")]


def stand_down(scene: Scene, province: str) -> None:
    """Surviving bonus defenders of a province go back where they came from (4-7C-Castle.4, 4-7C-Castle.8)."""
    to_tray(scene, standing(scene).held[province].bonus, "4-7C-Castle.4")


def hand_in_sword(scene: Scene, colour: str) -> None:
    """The sword of a colour that is out of the game goes back to the rack."""
    for id in scene.table.stacks.get(sword_holder(colour), ()):
        scene.do(Drawn(id, RACK, (), rule="4-7C-Elim.1"))
