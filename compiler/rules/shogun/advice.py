"""How a sensible lord would choose: grow, hold what is worth holding, attack with odds, finish weak neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from compiler.play.ask import Ask, Topic
from compiler.play.mechanics.ranges import flood
from compiler.play.scene import Scene
from compiler.play.step import advises
from compiler.rules.shogun.ch03_setup import ChooseProvince
from compiler.rules.shogun.ch04_1_plan import Plan
from compiler.rules.shogun.ch04_2_swords import NameSword
from compiler.rules.shogun.ch04_3_build import Build
from compiler.rules.shogun.ch04_4_levy import Levy, Post
from compiler.rules.shogun.ch04_5_ronin import Hide, hidden
from compiler.rules.shogun.ch04_5_shown import ShowRonin
from compiler.rules.shogun.ch04_6_ninja import WAIT, ChooseDaimyo
from compiler.rules.shogun.ch04_7_garrison import Garrison, Pick
from compiler.rules.shogun.ch04_7_turn import in_war
from compiler.rules.shogun.ch04_7a_armies import DONE, ChooseArmy, Go, MarchOn
from compiler.rules.shogun.ch04_7b_declare import Declare
from compiler.rules.shogun.ch04_7c_casualties import TakeLoss
from compiler.rules.shogun.ch04_7c_combat import FIGHT_ON, FightOn
from compiler.rules.shogun.ch04_7c_further import STAY, AdvanceAfterBattle, Attack, AttackAgain
from compiler.rules.shogun.ch04_7d_final import Shift
from compiler.rules.shogun.facts import BUILDING_SUPPLY, REGULARS, facts
from compiler.rules.shogun.field import (
    ARMY,
    FORCE,
    allied,
    armies,
    army_at,
    army_ronin,
    beside,
    building,
    disrupted,
    force,
    force_ronin,
    frontier,
    kind,
    level,
    on_card,
    owned,
    owner,
    owners,
)

PRICE = {"ronin": 0, "spearman": 1, "gunner": 2, "swordsman": 3, "bowman": 4, "daimyo": 9}  # what is lost first
GOOD_ODDS, KEEP_FIGHTING = 1.25, 0.8  # attack with this much more than the defence; stop below this
CAREFUL, FEW = 1.8, 6  # odds the last army asks for; units below which an army wants more
FAR_AWAY = 9
WAITING = 4.0  # what the ninja is worth unused


@advises
def advise(scene: Scene, ask: Ask) -> Sequence[float] | None:
    """A number for each option: what it is worth to the colour that is asked."""
    return [_score(scene, ask.topic, option) for option in ask.options]


def _score(scene: Scene, topic: Topic | None, option: Any) -> float:
    match topic:
        case MarchOn(colour, _, here) if isinstance(option, Go):
            return _go(scene, colour, here, option)
        case AttackAgain(colour, _, here) if isinstance(option, Attack):
            return _attack(scene, colour, here, option)
        case ChooseDaimyo():
            return WAITING if option == WAIT else _victim(scene, option)
        case ChooseArmy() | AdvanceAfterBattle():
            return 0.0 if option in (DONE, STAY) else 1.0
        case ChooseProvince(colour):
            return len(force(scene, option)) + sum(1.0 for p in beside(scene, option) if owner(scene, p) == colour)
        case FightOn(_, target):
            return _go_on(scene, target) if option == FIGHT_ON else 0.0
        case TakeLoss():
            return -float(PRICE[option.rsplit("_", 1)[-1]])
        case NameSword():  # the first one
            return -float(option)
        case ShowRonin():  # as many as may come
            return float(option)
    found = _SCORES.get(type(option))
    return found(scene, getattr(topic, "colour", ""), option) if found is not None else 0.0


# -- strength ----------------------------------------------------------------------------------------------------------
def power(scene: Scene, province: str) -> float:
    """What defends a province as far as all can see, by combat values."""
    found: float = scene.memo(("power", province), lambda: _power(scene, province))
    return found


def _power(scene: Scene, province: str) -> float:
    who, combat = owner(scene, province), facts(scene).combat
    if who is None:
        return 0.0
    total = float(sum(combat[kind(scene, id)] for id in (*force(scene, province), *force_ronin(scene, province))))
    army = army_at(scene, province, who)
    if army is not None:
        total += _army_power(scene, who, army)
    stands = building(scene, province)
    if stands is not None:
        what, number = facts(scene).bonus[stands]
        total += combat[what] * number
    return total


def _army_power(scene: Scene, colour: str, army: int) -> float:
    combat = facts(scene).combat
    units = (*on_card(scene, colour, army), *army_ronin(scene, colour, army))
    return sum(combat[kind(scene, id)] for id in units) + (0 if disrupted(scene, colour, army) else combat["daimyo"])


def threat(scene: Scene, colour: str, province: str) -> float:
    """The strongest enemy beside a province."""
    near = [
        power(scene, p)
        for p in beside(scene, province)
        if (who := owner(scene, p)) is not None and not allied(scene, who, colour)
    ]
    return max(near, default=0.0)


def to_front(scene: Scene, colour: str) -> dict[str, int]:
    """How far each province of a colour is from its front."""

    def find() -> dict[str, int]:
        who = owners(scene)
        return flood(facts(scene).beside, frontier(scene, colour), enters=lambda p: who.get(p) == colour)

    found: dict[str, int] = scene.memo(("to front", colour), find)
    return found


def _odds(scene: Scene, colour: str, origin: str, attacker: str, target: str) -> float:
    combat, army = facts(scene).combat, army_at(scene, origin, colour)
    own = len(hidden(scene, colour, origin)) * combat["ronin"]
    if attacker == ARMY and army is not None:
        own += int(_army_power(scene, colour, army))
    else:
        own += sum(combat[kind(scene, id)] for id in (*force(scene, origin), *force_ronin(scene, origin)))
    naval = 1.4 if (origin, target) in facts(scene).sea else 1.0
    return own / max(1.0, power(scene, target) * naval)


# -- planning ----------------------------------------------------------------------------------------------------------
def _plan(scene: Scene, colour: str, plan: Plan) -> float:
    """Half for levies, a quarter for ronin, the rest for a sword, the ninja, when rich a castle that can be built."""
    koku = sum(plan.parts)
    build = 2 if koku > 7 and _can_build(scene, colour) else 0
    wanted = (1 if koku > 3 else 0, build, (koku + 1) // 2, koku // 4, 1 if koku > 5 else 0)
    return -float(sum(abs(a - b) for a, b in zip(plan.parts, wanted, strict=True)))


def _can_build(scene: Scene, colour: str) -> bool:
    """Whether a castle or base is left for some province of a colour."""
    stand = [building(scene, p) for p in owned(scene, colour)]
    castles, bases = (bool(scene.table.count(supply)) for supply in BUILDING_SUPPLY.values())
    return (castles and None in stand) or (bases and "castle" in stand)


def _build(scene: Scene, colour: str, plan: Build) -> float:
    return threat(scene, colour, plan.province) + (5 if plan.what == "base" else 0)


def _levy(scene: Scene, colour: str, order: Levy) -> float:
    combat = facts(scene).combat
    weight = {"bowman": 1.2, "gunner": 1.2}
    values = [combat[what] ** 1.5 * weight.get(what, 1.0) for what in REGULARS]
    return float(sum(n * value for n, value in zip(order.parts, values, strict=True)))


def _post(scene: Scene, colour: str, post: Post) -> float:
    if post.province not in frontier(scene, colour):
        return 1.0 if post.into == ARMY else 0.0
    need = threat(scene, colour, post.province) - power(scene, post.province)
    return 5.0 + need / 10 + (4.0 if post.into == ARMY else 0.0)


def _hide(scene: Scene, colour: str, hide: Hide) -> float:
    front = 3.0 if hide.province in frontier(scene, colour) else 0.0
    return hide.number * (front + (2.0 if army_at(scene, hide.province, colour) is not None else 0.5))


# -- war ---------------------------------------------------------------------------------------------------------------
def _go(scene: Scene, colour: str, here: str, go: Go) -> float:
    """Towards the front; into an empty province when it lies open; ronin come along."""
    far, army = to_front(scene, colour), army_at(scene, here, colour)
    fear = 0.0
    if army is not None and scene.cursor.step == "final_army_move":  # it stays there while the others attack
        fear = _danger(scene, colour, army, go.to) - _danger(scene, colour, army, here)
    if owner(scene, go.to) is None:
        return 6.0 - fear
    return 2.0 * (far.get(here, FAR_AWAY) - far.get(go.to, FAR_AWAY)) - 0.5 + 0.1 * go.ronin - fear


def _danger(scene: Scene, colour: str, army: int, province: str) -> float:
    """What an army risks in a province: the last daimyo is the game."""
    held = sum(facts(scene).combat[kind(scene, id)] for id in force(scene, province))
    weaker = threat(scene, colour, province) - held - _army_power(scene, colour, army)
    return max(0.0, weaker) / (4 if len(armies(scene, colour)) == 1 else 8)


def _pick(scene: Scene, colour: str, pick: Pick) -> float:
    return 0.3 + 0.1 * PRICE[pick.unit]


def _garrison(scene: Scene, colour: str, garrison: Garrison) -> float:
    return -float(sum(n * (5 + PRICE[what]) for what, n in zip(REGULARS, garrison.parts, strict=True)))


def _declare(scene: Scene, colour: str, battle: Declare) -> float:
    if owner(scene, battle.target) is None:
        return -1.0
    prize = 0.5 if building(scene, battle.target) else 0.0
    asked = _needed(scene, colour) if battle.attacker == ARMY else GOOD_ODDS
    return _odds(scene, colour, battle.origin, battle.attacker, battle.target) - asked + prize


def _needed(scene: Scene, colour: str) -> float:
    """The odds an army wants; the last one is more careful."""
    return GOOD_ODDS if len(armies(scene, colour)) > 1 else CAREFUL


def _attack(scene: Scene, colour: str, here: str, attack: Attack) -> float:
    if owner(scene, attack.target) is None:
        return -0.5
    return _odds(scene, colour, here, ARMY, attack.target) - _needed(scene, colour)


def _shift(scene: Scene, colour: str, shift: Shift) -> float:
    """One cheap unit into each empty province; the idle to the front."""
    number = sum(n * (1 + PRICE[what] / 4) for what, n in zip(REGULARS, shift.units, strict=True))
    if owner(scene, shift.target) is None:
        return 8.0 - number
    far = to_front(scene, colour)
    gain = far.get(shift.origin, FAR_AWAY) - far.get(shift.target, FAR_AWAY)
    army = army_at(scene, shift.target, colour) if shift.into == ARMY else None
    if army is not None and gain == 0 and len(on_card(scene, colour, army)) < FEW:
        return 0.4 * sum(shift.units)  # a lone daimyo is easily lost
    return gain * sum(shift.units) + (0.3 if shift.into == ARMY else 0.0) if gain > 0 else -1.0


def _victim(scene: Scene, victim: str) -> float:
    """What the death of a daimyo is worth."""
    colour, army = victim.split("_daimyo_")
    return 3.0 * level(scene, colour, int(army)) + _army_power(scene, colour, int(army)) / 10


def _go_on(scene: Scene, target: str) -> float:
    """Fight on while what attacks is not much weaker than what defends."""
    who = in_war(scene)
    if who is None:
        return 0.0
    origins = [p for p in beside(scene, target) if owner(scene, p) == who]
    odds = [_odds(scene, who, p, attacker, target) for p in origins for attacker in (ARMY, FORCE)]
    return max(odds, default=0.0) - KEEP_FIGHTING


_SCORES: dict[type, Callable[[Scene, str, Any], float]] = {
    Plan: _plan,
    Build: _build,
    Levy: _levy,
    Post: _post,
    Hide: _hide,
    Pick: _pick,
    Garrison: _garrison,
    Declare: _declare,
    Shift: _shift,
}
