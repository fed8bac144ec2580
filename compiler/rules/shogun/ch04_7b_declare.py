"""Phase B, declare first battles: a battle marker for each force that will attack, its arrow to the target."""

from __future__ import annotations

from functools import partial
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.record import record
from compiler.play.ask import Action, Flow, Refusal, Topic, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import step
from compiler.rules.shogun.ch04_5_shown import keep_limits
from compiler.rules.shogun.ch04_6_ninja import first_round, strike_window
from compiler.rules.shogun.ch04_7_turn import in_war
from compiler.rules.shogun.facts import ARMIES, KOKU_SUPPLY, MARKER_SUPPLY, daimyo, facts
from compiler.rules.shogun.field import (
    ARMY,
    FORCE,
    adjacent,
    allied,
    army_at,
    disrupted,
    force,
    force_ronin,
    friends,
    frontier,
    owned,
    owner,
    owners,
    seat,
)
from compiler.rules.shogun.standing import standing

DONE = "done"


@record(frozen=True, slots=True)
class Declare(Action):
    """The army or the provincial force of a province will attack another province."""

    origin: str
    attacker: str
    target: str


@record(frozen=True, slots=True)
class DeclareBattle(Topic):
    """Which battle a colour declares, or that it has declared all."""

    colour: str


@step(
    "4-7B.1",
    "declare_first_battles",
    "4-7B.2",
    "4-7B.3",
    "4-7B.4",
    "4-7B.5",
    "4-7B.6",
    "4-7B.7",
    "4-7B.11",
    "4-7A.4",
    "4-6-Kill.6",
    "6.9",
    "6.11",
)
def declare_first_battles(scene: Scene) -> Flow[Outcome]:
    """The active player lays battle markers until he is done; before and after it the ninja may strike (4-7B.1)."""
    colour = in_war(scene)
    if colour is None:
        return None
    keep_limits(scene, colour)
    yield from strike_window(scene)
    every = declarations(scene, colour)
    while True:
        answer = yield from decide(
            scene,
            every,
            (lambda a: bad_declaration(scene, colour, a),),
            topic=DeclareBattle(colour),
            stop=DONE,
            seat=seat(scene, colour),
            rule="4-7B.1",
            prompt=f"{colour}: declare which battle?",
            sure=True,
        )
        if answer == DONE:
            break
        lay_marker(scene, answer)
        every = [d for d in every if d.origin != answer.origin or d.attacker != answer.attacker]
    yield from strike_window(scene)
    return None


def in_combat_position(scene: Scene, colour: str, province: str) -> bool:
    """Whether a friendly province is next to an enemy or empty one (4-7A.4)."""
    return province in frontier(scene, colour)


def hostile(scene: Scene, colour: str, province: str) -> bool:
    """Whether a province is empty or an enemy's."""
    who = owner(scene, province)
    return who is None or not allied(scene, who, colour)


def markers(scene: Scene) -> list[str]:
    """The battle markers on the board, and what stands for them, in the order of the provinces."""
    return standing(scene).markers


def declared(scene: Scene, province: str) -> set[str]:
    """The forces of a province that have declared a battle."""
    return {str(scene.table.pieces[id].mark("attacker")) for id in standing(scene).held[province].markers}


def declarations(scene: Scene, colour: str) -> list[Declare]:
    """Every battle a colour can still declare; each is one that `bad_declaration` allows."""
    front, first, now, pieces = frontier(scene, colour), first_round(scene), standing(scene), scene.table.pieces
    held, near = now.held, facts(scene).beside
    lords = [pieces.get(daimyo(colour, army)) for army in ARMIES]  # a dead one leads no attack
    every: list[Declare] = []
    for origin in owned(scene, colour):
        if origin in front:
            others = [held[province] for province in near[origin]] if first else ()  # a daimyo there is sheltered
            every += scene.memo_of(
                ("declare", colour, origin),
                (first, now.owners, held[origin], *lords, *others),
                partial(_declarations_from, scene, colour, origin),
            )
    return every


def _declarations_from(scene: Scene, colour: str, origin: str) -> list[Declare]:
    forces = _undeclared(scene, colour, origin)
    if not forces:
        return []
    who, mine, first = owners(scene), friends(scene)[colour], first_round(scene)
    targets = [t for t in facts(scene).beside[origin] if who.get(t) not in mine]
    if first:
        targets = [t for t in targets if not _sheltered(scene, t)]
    return [Declare(origin, attacker, target) for target in targets for attacker in forces]


def _undeclared(scene: Scene, colour: str, origin: str) -> list[str]:
    """The forces of a province that can still declare a battle."""
    army, done = army_at(scene, origin, colour), declared(scene, origin)
    forces = [FORCE] if FORCE not in done and force(scene, origin) else []
    if army is not None and ARMY not in done and not disrupted(scene, colour, army):
        forces.append(ARMY)
    return forces


def _sheltered(scene: Scene, target: str) -> bool:
    """In the first round no daimyo may be attacked (4-7B.7)."""
    if not first_round(scene):
        return False
    who = owner(scene, target)
    return who is not None and army_at(scene, target, who) is not None


def bad_declaration(scene: Scene, colour: str, answer: Any) -> Refusal | None:
    """Why a battle may not be declared."""
    if not isinstance(answer, Declare) or answer.attacker not in (ARMY, FORCE):
        return Refusal("4-7B.3", "name a province, `army` or `provincial`, and the province attacked")
    origin = answer.origin
    if owner(scene, origin) != colour:
        return Refusal("4-7B.3", f"`{origin}` is not yours")
    no = no_attacker(scene, colour, origin, answer.attacker) or bad_target(scene, colour, origin, answer.target)
    if no is not None:
        return no
    if answer.attacker in declared(scene, origin):
        return Refusal("4-7B.6", f"that force of `{origin}` has declared its first battle")
    if _sheltered(scene, answer.target):
        return Refusal("4-7B.7", f"a daimyo is in `{answer.target}`, and this is the first round")
    return None


def no_attacker(scene: Scene, colour: str, origin: str, attacker: str) -> Refusal | None:
    """Why a province has no such force that could attack."""
    army = army_at(scene, origin, colour)
    if attacker == ARMY:
        if army is None:
            return Refusal("4-7B.3", f"no army of yours is in `{origin}`")
        if disrupted(scene, colour, army):
            return Refusal("4-6-Killed.3", f"the army in `{origin}` is disrupted")
    elif not force(scene, origin):
        if force_ronin(scene, origin):
            return Refusal("4-5.9", "ronin do not attack by themselves")
        return Refusal("4-7B.3", f"no provincial force is in `{origin}`")
    return None


def bad_target(scene: Scene, colour: str, origin: str, target: str) -> Refusal | None:
    """Why a province may not be attacked from another."""
    if target not in facts(scene).beside or not adjacent(scene, origin, target):
        return Refusal("4-7B.2", f"`{target}` is not adjacent to `{origin}`")
    who = owner(scene, target)
    if who == colour:
        return Refusal("4-7B.2", f"`{target}` is yours")
    if who is not None and allied(scene, who, colour):
        return Refusal("6.9", f"`{target}` belongs to your other colour")
    return None


def lay_marker(scene: Scene, battle: Declare) -> None:
    """A battle marker in the attacking province; when the twelve are used up, a koku chip stands for one (4-7B.12)."""
    supply = MARKER_SUPPLY if scene.table.count(MARKER_SUPPLY) else KOKU_SUPPLY
    id = scene.table.stacks[supply][-1]
    scene.handle(
        Moved(id, battle.origin, rule="4-7B.8"),
        Marked(id, "attacker", battle.attacker, rule="4-7B.11"),
        Marked(id, "target", battle.target, rule="4-7B.8"),
    )
