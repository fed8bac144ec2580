"""Adding up a battle: pieces join attackers or defenders with their own numbers, as the tables want them."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.module import keys
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.tables import ResultTable
from compiler.vassal import expression as ex
from compiler.vassal.traits import Report, SetGlobalProperty, SubMenu, Trait
from compiler.vassal.values import AddNumber, Limits, PropertyCommand

ATTACKERS, DEFENDERS = "Attackers", "Defenders"
_ATTACK = ("attack", "strength", "combat", "combat_strength")
_DEFENCE = ("defence", "defense", "strength", "combat", "combat_strength")


def compared(plan: Plan) -> list[ResultTable]:
    """The tables whose columns compare two totals, or take one; battles that are data add up by themselves."""
    read = {table for battles in plan.game.rolls.battles.values() for table in battles.tables()}
    return [
        table
        for table in plan.game.tables.values()
        if table.use == "look_up" and table.id not in read and (table.columns.total is not None or _by_totals(table))
    ]


def _by_totals(table: ResultTable) -> bool:
    return table.columns.by in ("odds", "difference") and table.columns.tracks is None


def fields_of(plan: Plan, kind: CounterKind) -> tuple[str, str] | None:
    """The fields of a kind that count in attack and defence: those a step of the sequence names, or the usual ones."""
    tables = {table.id for table in compared(plan)}
    for node in plan.game.steps():
        if node.settings.get("table") in tables and "attack" in node.settings and "defence" in node.settings:
            pair = (str(node.settings["attack"]), str(node.settings["defence"]))
            return pair if pair[0] in kind.fields and pair[1] in kind.fields else None
    attack = next((name for name in _ATTACK if name in kind.fields), None)
    defence = next((name for name in _DEFENCE if name in kind.fields), None)
    return (attack, defence) if tables and attack and defence else None


def battle_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """Commands that add a piece's number to the attackers' or the defenders' total."""
    fields = fields_of(plan, kind)
    if fields is None:
        return
    menus = []
    for total, field, key in ((ATTACKERS, fields[0], keys.ATTACK), (DEFENDERS, fields[1], keys.DEFEND)):
        menu = f"Add to {total.lower()}"
        menus.append(menu)
        yield SetGlobalProperty(
            total,
            Limits(True, "0", "9999"),
            (PropertyCommand(menu, key, AddNumber(ex.braced(ex.prop(field)))),),
            level="Current Zone/Current Map/Module",
        )
        yield Report((key,), f"$newPieceName$ in $location$ joins the {total.lower()} with ${field}$: ${total}$ in all")
    yield SubMenu("Battle", tuple(menus))
