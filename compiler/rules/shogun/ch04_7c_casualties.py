"""Steps 3 and 7 of the combat sequence: each side takes off its own losses; bonus units first, the daimyo last."""

from __future__ import annotations

from typing import Any, NamedTuple

from compiler.model.event import Handling, Marked
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide
from compiler.play.scene import Scene
from compiler.play.together import together
from compiler.rules.shogun.facts import REGULARS, RONIN_SUPPLY, daimyo, facts
from compiler.rules.shogun.field import (
    ARMY,
    FORCE,
    army_at,
    army_ronin,
    building,
    disrupted,
    force,
    force_ronin,
    kind,
    on_card,
    seat,
)
from compiler.rules.shogun.hands import enlisted, in_tray, lose_daimyo, to_tray
from compiler.rules.shogun.standing import standing

Units = dict[tuple[str, str], list[str]]  # force and kind → pieces


class Troop(NamedTuple):  # a tuple, for speed: sides are what rolls, hits and losses are counted by
    """One side of a battle: whose it is, where it stands, which of the two forces there fight."""

    colour: str
    province: str
    forces: tuple[str, ...]
    defends: bool

    def army(self, scene: Scene) -> int | None:
        return army_at(scene, self.province, self.colour) if ARMY in self.forces else None

    def has_army_units(self, scene: Scene) -> bool:
        """Whether its army has units besides the daimyo."""
        army = self.army(scene)
        return army is not None and bool(on_card(scene, self.colour, army))


@record(frozen=True, slots=True)
class TakeLoss(Topic):
    """Which unit of a side in battle is taken off next."""

    colour: str
    province: str
    due: int


def units(scene: Scene, side: Troop) -> Units:
    """The units of a side by force and kind; bonus units are not among them, nor a dead daimyo. Only to be read."""
    sides = standing(scene).sides
    found: Units | None = sides.get(side)
    if found is None:
        found = sides[side] = _units(scene, side)
    return found


def _units(scene: Scene, side: Troop) -> Units:
    found: Units = {}
    army = side.army(scene)
    ids: list[tuple[str, str]] = []
    if army is not None:
        ids += [(ARMY, id) for id in (*on_card(scene, side.colour, army), *army_ronin(scene, side.colour, army))]
        if not disrupted(scene, side.colour, army):
            ids.append((ARMY, daimyo(side.colour, army)))
    if FORCE in side.forces:
        ids += [(FORCE, id) for id in (*force(scene, side.province), *force_ronin(scene, side.province))]
    kinds = facts(scene).kinds
    for where, id in ids:
        found.setdefault((where, kinds[id]), []).append(id)
    return found


def strength(scene: Scene, side: Troop) -> int:
    """How many units a side has, bonus units among them."""
    return sum(map(len, units(scene, side).values())) + bonus(scene, side)[1]


# -- castles and fortresses --------------------------------------------------------------------------------------------
def bonus(scene: Scene, side: Troop) -> tuple[str, int]:
    """Kind and number of the bonus defenders that are left this turn (4-3.10, 4-3.11, 4-7C-Castle.5)."""
    stands = building(scene, side.province) if side.defends else None
    if stands is None:
        return "", 0
    what, full = facts(scene).bonus[stands]
    lost = int(str(scene.table.mark(side.province, "bonus_lost") or 0))
    return what, max(0, full - lost)


def call_up(scene: Scene, side: Troop) -> None:
    """Bonus defenders are put by the others: spearmen of the tray, ronin of the master tray (4-7C-Castle.1, 2, 6).

    When there are too few, other things stand for them (4-7C-Castle.7): they count all the same.
    """
    what, number = bonus(scene, side)
    there = len(standing(scene).held[side.province].bonus)
    if number <= there:
        return
    pool = scene.table.stacks.get(RONIN_SUPPLY, ()) if what == "ronin" else in_tray(scene, side.colour, what)
    events: list[Handling] = []
    for id in pool[: number - there]:
        events += enlisted(scene, id, side.colour, side.province, "4-7C-Castle.1")
        events.append(Marked(id, "bonus", True, rule="4-7C-Castle.1"))
    scene.handle(*events)


def _lose_bonus(scene: Scene, side: Troop, number: int) -> None:
    lost = int(str(scene.table.mark(side.province, "bonus_lost") or 0)) + number
    scene.do(Marked(side.province, "bonus_lost", lost, rule="4-7C-Castle.3"))
    left = bonus(scene, side)[1]
    to_tray(scene, standing(scene).held[side.province].bonus[left:], "4-7C-Castle.3")


# -- losses ------------------------------------------------------------------------------------------------------------
def take_losses(scene: Scene, hits: dict[Troop, int]) -> Flow[None]:
    """Both sides choose their own losses at the same time, then remove them together (4-7C-S3.1, 4-7C-S3.2)."""
    owed: dict[Troop, int] = {}
    for side, number in hits.items():
        if not number:
            continue
        first = min(number, bonus(scene, side)[1]) if side.defends else 0
        if first:
            _lose_bonus(scene, side, first)
        owed[side] = min(number - first, sum(map(len, units(scene, side).values())))
    flows = {seat(scene, side.colour): _choose(scene, side, number) for side, number in owed.items() if number}
    if not flows:
        return
    chosen = yield from together(flows)
    for side, number in owed.items():
        if number:
            _remove(scene, side, chosen[seat(scene, side.colour)])


def _choose(scene: Scene, side: Troop, number: int) -> Flow[list[str]]:
    left = {key: list(ids) for key, ids in units(scene, side).items()}
    lost: list[str] = []
    if number >= sum(map(len, left.values())):
        return [id for ids in left.values() for id in ids]
    while len(lost) < number:
        due = number - len(lost)
        named = _named(left)
        excess = _excess(scene, left)
        names = [name for name, key in named.items() if _bad_unit(scene, left, due, key, excess) is None]
        name = names[0]
        if len(names) > 1:
            name = yield from decide(
                scene,
                names,
                (lambda a, due=due: bad_loss(scene, side, left, due, a),),  # type: ignore[misc]
                topic=TakeLoss(side.colour, side.province, due),
                seat=seat(scene, side.colour),
                rule="4-7C-S3.2",
                prompt=f"{side.colour} loses {due} in {scene.name(side.province)}: which unit?",
            )
        key = named[name]
        lost.append(left[key].pop())
        if not left[key]:
            del left[key]
    return lost


def _named(left: Units) -> dict[str, tuple[str, str]]:
    """How units are named: by their kind, with `army` before it where both forces fight."""
    both = len({where for where, _ in left}) > 1
    return {f"{key[0]}_{key[1]}": key for key in left} if both else {key[1]: key for key in left}


def bad_loss(scene: Scene, side: Troop, left: Units, due: int, name: Any) -> Refusal | None:
    """Why a unit may not be taken off now."""
    key = _named(left).get(name) if isinstance(name, str) else None
    if key is None:
        return Refusal("4-7C-S3.3", f"no {name} of {side.colour} is in this battle")
    return _bad_unit(scene, left, due, key, _excess(scene, left))


def _bad_unit(scene: Scene, left: Units, due: int, key: tuple[str, str], before: int) -> Refusal | None:
    if key[1] == "daimyo":
        others = any(other[1] != "daimyo" for other in left)
        return Refusal("4-7C-S3.4", "the daimyo is the last to fall") if others else None
    excess = _excess(scene, left, key)
    if excess > due - 1 and excess >= before:  # the losses that follow can mend one each
        return Refusal("4-7C-S3.6", "too many ronin would be left for the units of their force")
    return None


def _excess(scene: Scene, left: Units, without: tuple[str, str] | None = None) -> int:
    """By how many the ronin of a side are above their limits, each force by itself, with one unit less perhaps."""
    total = 0
    for where in (ARMY, FORCE):
        ronin = len(left.get((where, "ronin"), ()))
        if not ronin:
            continue
        regular = sum([len(left.get((where, what), ())) for what in (*REGULARS, "daimyo")])
        if without is not None and without[0] == where:
            regular -= without[1] != "ronin"
            ronin -= without[1] == "ronin"
        if ronin:
            total += max(0, ronin + facts(scene).ronin_below_units - regular)
    return total


def _remove(scene: Scene, side: Troop, lost: list[str]) -> None:
    army = side.army(scene)
    lord = next((n for n, id in enumerate(lost) if kind(scene, id) == "daimyo"), len(lost))
    to_tray(scene, lost[:lord], "4-7C-S3.1")
    if lord < len(lost):
        assert army is not None
        lose_daimyo(scene, side.colour, army, "4-7C-Lose.1")
        to_tray(scene, lost[lord + 1 :], "4-7C-S3.1")
