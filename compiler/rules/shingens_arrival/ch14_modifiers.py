"""14-2-1, 14-5-2, 14-6-8 Modifiers of field battles, each with its rule; and the table they go to."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.play.coverage import carries, count
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.facts import facts
from compiler.rules.shingens_arrival.field import senior, war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import Blow, Part, reckoned


def lowest_morale(forces: Sequence[Force]) -> int:
    return min(force.morale for force in forces)


@carries("14-2-1.8")
def attack_parts(scene: Scene, attackers: Sequence[Force], targets: Sequence[Force]) -> list[Part]:
    """What changes the attacker's die: ground, river, leaders, morale, sortie (14-2-1). They add up."""
    here, there = attackers[0].hex, targets[0].hex
    ground = ground_of_attack(scene, there)
    found = (
        ("14-2-1.2" if ground < -1 else "14-2-1.1", ground),
        ("14-2-1.3", river(scene, here, there, "attack")),
        ("14-2-1.4", leaders_apart(attackers, targets)),
        ("14-2-1.5", morale_apart(attackers, targets)),
        ("14-2-1.7", sortie_figure(scene, "14-2-1.7") if attackers[0].inside else 0),
    )
    return [part for part in found if part[1]]


@carries("14-5-2.6")
def counterattack_parts(scene: Scene, attackers: Sequence[Force], targets: Sequence[Force]) -> list[Part]:
    """What changes the defender's die; the names stay as in the attack (14-5-2.1), so his own foothills count."""
    here, there = attackers[0].hex, targets[0].hex
    found = (
        ("14-5-2.1", ground_of_counterattack(scene, there)),
        ("14-5-2.2", river(scene, here, there, "counterattack")),
        ("14-5-2.3", leaders_apart(targets, attackers)),
        ("14-5-2.4", morale_apart(targets, attackers)),
        ("14-5-2.5", sortie_figure(scene, "14-5-2.5") if attackers[0].inside else 0),
    )
    return [part for part in found if part[1]]


@carries("14-2-1.1", "14-2-1.2", "14-1.x1")
def ground_of_attack(scene: Scene, hex: str) -> int:
    """Rough or foothills under the defender (14-2-1)."""
    return facts(scene).ground(hex, "attack")


@carries("14-5-2.1")
def ground_of_counterattack(scene: Scene, hex: str) -> int:
    """Foothills under the force that strikes back (14-5-2.1)."""
    return facts(scene).ground(hex, "counterattack")


@carries("14-2-1.4", "14-5-2.3", "12-2-8.3", "12-2-8.4")
def leaders_apart(mine: Sequence[Force], theirs: Sequence[Force]) -> int:
    """The modifier of my leader less that of the other; the highest in rank counts, then the better one."""
    return senior(mine).print.modifier - senior(theirs).print.modifier


@carries("14-2-1.5", "14-2-1.6", "14-5-2.4", "12-2-8.x1")
def morale_apart(mine: Sequence[Force], theirs: Sequence[Force]) -> int:
    """My morale less theirs, the lowest of several."""
    return lowest_morale(mine) - lowest_morale(theirs)


@carries("14-6-8.1", "14-6-8.2", "14-6-8.4")
def decisive_parts(mine: Sequence[Force], theirs: Sequence[Force]) -> list[Part]:
    """In a decisive battle only leaders and morale count, the best commander and the lowest morale (14-6-8)."""
    return [
        part
        for part in (
            ("14-6-8.3", best_modifier(mine) - best_modifier(theirs)),
            ("14-6-8.4", lowest_morale(mine) - lowest_morale(theirs)),
        )
        if part[1]
    ]


@carries("14-6-8.3")
def best_modifier(forces: Sequence[Force]) -> int:
    """The highest modifier of the commanders who lead forces; led ones have their strength only (6-1-7)."""
    commanders = [force for force in forces if force.print.rank] or list(forces)
    return max(force.print.modifier for force in commanders)


@carries("14-2-1.3", "14-5-2.2")
def river(scene: Scene, here: str, there: str, column: str) -> int:
    """The modifier of a river between two hexes; a bridge cancels the cost of movement only (14-2-1.3)."""
    if (here, there) not in facts(scene).river:
        return 0
    return int(scene.game.map.feature_kinds["river"].values[column])


@carries("14-2-1.7", "14-5-2.5")
def sortie_figure(scene: Scene, rule: str) -> int:
    """The figure for a garrison that attacks, as the table lists it."""
    listed = facts(scene).field_battle_table.modifiers
    return next(int(m.value or 0) for m in listed if rule in m.note.rules)


def strike(scene: Scene, forces: Sequence[Force], rolled: int, parts: Sequence[Part]) -> Blow:
    """A roll of some forces with what changes it, and what it comes to."""
    return Blow(war(scene).strength(forces), reckoned(rolled, parts), losses(scene, forces, rolled, parts))


@carries("14-2.1", "14-3.3")
def losses(scene: Scene, forces: Sequence[Force], rolled: int, parts: Sequence[Part]) -> int:
    """The result of a roll on the Field Battle Results Table in the column of some forces' strength (14-2)."""
    count(*[rule for rule, _ in parts])
    total = rolled + sum(figure for _, figure in parts)
    return int(facts(scene).field_battle_table.cell(max(1, war(scene).strength(forces)), total))
