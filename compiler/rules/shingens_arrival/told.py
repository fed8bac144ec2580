"""How the campaign is told: what each roll was for, what it came to, and what it costs whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from compiler.model.event import Said
from compiler.play.joining import counted, enumerated
from compiler.play.scene import Scene

Part = tuple[str, int]  # what changes a die: rule, figure
FOR = {  # what each figure is for, in words
    "14-2-1.1": "the ground",
    "14-2-1.2": "the ground",
    "14-2-1.3": "the river",
    "14-2-1.4": "commanders",
    "14-2-1.5": "morale",
    "14-2-1.7": "the sortie",
    "14-5-2.1": "the ground",
    "14-5-2.2": "the river",
    "14-5-2.3": "commanders",
    "14-5-2.4": "morale",
    "14-5-2.5": "the sortie",
    "14-6-8.3": "commanders",
    "14-6-8.4": "morale",
    "13-2-5.1": "the castle's level",
    "13-2-5.2": "morale",
    "13-2-5.4": "the ground",
    "13-3-4.2": "the sodaisho inside",
    "13-3-4.3": "the taisho inside",
    "13-3-4.4": "morale",
    "13-1-7.3": "the commander inside",
    "10-2-5.1": "morale",
}
OUTCOMES = {"rejected": "it refuses", "gates opened": "the gates are opened", "surrender": "it surrenders"}


class Blow(NamedTuple):
    """What a roll came to: in which column, what changed the die in words, and the losses."""

    strength: int
    reckoned: str
    losses: int


def say(scene: Scene, text: str, rule: str) -> None:
    scene.do(Said(text, rule=rule))


def named(scene: Scene, ids: Iterable[str]) -> str:
    """Forces by the names of their leaders."""
    return enumerated([scene.name(id) for id in ids])


def reckoned(rolled: int, parts: Iterable[Part]) -> str:
    """What changes a die that has been told, and what it makes: `, +2 for commanders, -1 for morale makes 6`."""
    counting = [(rule, figure) for rule, figure in parts if figure]
    shown = "".join(f", {figure:+} for {FOR[rule]}" for rule, figure in counting)
    return f"{shown} makes {rolled + sum(figure for _, figure in counting)}" if shown else ""


def many(ids: Sequence[str], verb: str) -> str:
    """A verb for one or for several."""
    return verb if len(ids) > 1 else f"{verb}s"


# -- battles -----------------------------------------------------------------------------------------------------------
def tell_skirmish(scene: Scene, party: Sequence[str], targets: Sequence[str]) -> None:
    say(scene, f"{named(scene, party)} {many(party, 'attack')} {named(scene, targets)}", "14-1-1.1")


def tell_attack(scene: Scene, blow: Blow, targets: Sequence[str]) -> None:
    """What an attack does: its result is taken in steps and hexes as the defender likes."""
    whom, lost = named(scene, targets), blow.losses
    done = f"{whom} {many(targets, 'lose')} {lost} in steps or hexes of retreat" if lost else f"no losses for {whom}"
    say(scene, f"the attack, strength {blow.strength}{blow.reckoned}: {done}", "14-2.1")


def tell_share(scene: Scene, targets: Sequence[str], steps: int, hexes: int) -> None:
    """How the defender takes his losses, where some of them are hexes."""
    lost = f"{many(targets, 'lose')} {counted(steps, 'step')} and " if steps else ""
    say(scene, f"{named(scene, targets)} {lost}{many(targets, 'retreat')} {counted(hexes, 'hex')}", "14-3.1")


def tell_blow(scene: Scene, what: str, blow: Blow, targets: str, rule: str) -> None:
    """A blow that is taken in steps only: a counterattack, or a side's in a round of a decisive battle."""
    lost = f"{counted(blow.losses, 'step')} lost by {targets}"
    say(scene, f"{what}, strength {blow.strength}{blow.reckoned}: {lost}", rule)


def tell_decisive(scene: Scene, mine: Sequence[str], theirs: Sequence[str], hex: str) -> None:
    who = f"{named(scene, mine)} {many(mine, 'fight')} a decisive battle"
    say(scene, f"{who} against {named(scene, theirs)} in {scene.name(hex)}", "14-6.1")


def tell_giving_way(scene: Scene, leader: str, steps: int, hexes: int, inside: bool) -> None:
    """What the die for a beaten force comes to."""
    lost = f"loses {counted(steps, 'step')} and " if steps else ""
    goes = f"stays inside, {hexes} morale lost" if inside else f"retreats {counted(hexes, 'hex')}"
    say(scene, f"{scene.name(leader)} gives way: {lost}{goes}", "14-6-10.2")


# -- sieges ------------------------------------------------------------------------------------------------------------
def tell_storm(scene: Scene, party: Sequence[str], hex: str) -> None:
    say(scene, f"{scene.name(hex)} is stormed by {named(scene, party)}", "13-2.1")


def tell_assault(scene: Scene, hex: str, above: int, reckoning: str, durability: int, steps: int) -> None:
    """What an assault does to the castle and costs those who storm it."""
    done = f"{scene.name(hex)} loses {durability or 'no'} durability, its stormers {counted(steps, 'step')}"
    say(scene, f"the assault, {above} stronger than the garrison{reckoning}: {done}", "13-2-4.3")


def tell_call(scene: Scene, caller: str, hex: str, reckoning: str, outcome: str, rule: str) -> None:
    """A call for surrender and its answer; a castle that has fallen is not asked, but the die is the same (13-3-7)."""
    castle = scene.name(hex)
    done = f"takes {castle}" if rule.startswith("13-3-7") else f"calls on {castle} to surrender"
    who = f"{scene.name(caller)} {done}"
    say(scene, f"{who}{reckoning}: {OUTCOMES.get(outcome, outcome)}", rule)


def tell_lifted(scene: Scene, hex: str, rule: str) -> None:
    say(scene, f"{scene.name(hex)} is no longer invested", rule)


def tell_restored(scene: Scene, hex: str, rule: str) -> None:
    """The morale of a castle is back: its marker, which would tell, is gone."""
    say(scene, f"{scene.name(hex)} has normal morale again", rule)


def tell_siege_check(scene: Scene, hex: str, reckoning: str, text: str) -> None:
    outcome = text[:1].lower() + text[1:].rstrip(".")
    say(scene, f"siege check of {scene.name(hex)}{reckoning}: {outcome}", "13-1-7.2")


# -- forces ------------------------------------------------------------------------------------------------------------
def tell_replenishment(
    scene: Scene, leader: str, column: str, reckoning: str, result: int, walls: str | None, *, extra: bool
) -> None:
    """What a replenishment brings: steps for the troops, or durability for the castle; below nought it costs them."""
    what = "his troops" if walls is None else scene.name(walls)
    verb = "has his extra replenishment:" if extra else "replenishes"
    many_of = counted(abs(result), "step") if walls is None else f"{abs(result) or 'no'} durability"
    lost = "deserts" if result == -1 else "desert"
    done = f"{many_of} to restore" if result >= 0 else f"{many_of} {lost if walls is None else 'lost'}"
    say(scene, f"{scene.name(leader)} {verb} {what} ({column}){reckoning}: {done}", "10-2-9.4" if extra else "10-2-4.1")


def tell_recovery(scene: Scene, leader: str, morale: int, rule: str) -> None:
    """A recovery that its marker does not show: none, or back to normal."""
    outcome = "does not recover" if morale else "has recovered: normal morale"
    say(scene, f"{scene.name(leader)} {outcome}", rule)


def tell_end(scene: Scene, unit: str, why: str, rule: str) -> None:
    """Why a unit, or a whole force, is on the map no longer."""
    say(scene, f"{scene.name(unit)} {why}", rule)


def tell_strategic(scene: Scene, leader: str) -> None:
    """A march at the lower costs; all others are tactical (16-3)."""
    say(scene, f"{scene.name(leader)} marches strategically", "16-3.1")


def tell_left(scene: Scene, leader: str, units: Sequence[str]) -> None:
    """Units that a force drops on its way."""
    say(scene, f"{scene.name(leader)} leaves {named(scene, units)} behind", "16-5.1")


def tell_coming_out(scene: Scene, leader: str, rule: str) -> None:
    hex = scene.table.pieces[leader].place
    say(scene, f"{scene.name(leader)} comes out of {scene.name(hex)}", rule)


def tell_whole(scene: Scene, hex: str, rule: str) -> None:
    """A castle is mended: its marker, which would tell, is gone."""
    say(scene, f"{scene.name(hex)} is whole again", rule)


def tell_turn(scene: Scene, turn: int, month: str, rule: str) -> None:
    say(scene, f"turn {turn}, {month}", rule)


def tell_stage(scene: Scene, turn: int, month: str, stage: int, rule: str) -> None:
    say(scene, f"stage {stage} of turn {turn}, {month}", rule)


def tell_freed(scene: Scene, army: str, rule: str) -> None:
    say(scene, f"{scene.game.sides[army].name.en} are held back no longer", rule)


def tell_weather(scene: Scene, coming: str, needed: int, came: bool, rule: str) -> None:
    """Whether the snow or the thaw comes."""
    say(scene, f"{coming} {'comes' if came else 'does not come'} ({needed}{' or less' * (needed > 1)} brings it)", rule)


def tell_peace(scene: Scene, ready: Sequence[str], rule: str) -> None:
    """Who would make peace by the roll and is not in the field, or that nobody would."""
    whom = f"{enumerated(ready)} would, and {'is' if len(ready) == 1 else 'are'} not at war" if ready else "nobody does"
    say(scene, f"no peace is made: {whom}", rule)


def tell_no_call(scene: Scene, needed: int, rule: str) -> None:
    say(scene, f"the Saika-to stay away ({needed} calls them up)", rule)
