"""One arithmetic of battles: what the engine rolls on, what the button of the module gives, what advice hopes for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

from compiler.emit.automation.table_buttons import automata
from compiler.emit.automation.table_questions import OF_TOTALS
from compiler.model.tables import ResultTable
from compiler.play.scene import Scene
from compiler.rules.shingens_arrival.advice import hoped
from compiler.rules.shingens_arrival.ch14_modifiers import attack_parts, counterattack_parts, decisive_parts, losses
from compiler.rules.shingens_arrival.field import war
from compiler.rules.shingens_arrival.forces import Force
from compiler.rules.shingens_arrival.told import FOR, Part
from tests.emit.automation.test_table_buttons import looked_up
from tests.emit.pairs import Pair, make_pair
from tests.rules.shingens_arrival.campaign import HOST, NORTH, PLAIN, at, campaign, scene_of, the_book

DICE = range(1, 7)
FLOOR = 200  # fewer inputs than that would prove little


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    made: Path = tmp_path_factory.mktemp("games")
    return make_pair("shingens_arrival", made)


def battles() -> Iterator[tuple[Scene, Sequence[Force], Sequence[Part]]]:
    """Who rolls, and what changes his die: leaders, morale, ground, river, sortie, decisive battles."""
    led = [{}, HOST]
    places = [(PLAIN, NORTH), ("4330", "4230"), ("4229", "4329")]
    for host, (here, there), mine, theirs in product(led, places, (None, -2), (None, -1, -3)):
        shingen, nobunaga = at(here, morale=mine), at(there, morale=theirs)
        scene = scene_of(campaign("takeda_act", host, takeda_shingen=shingen, oda_nobunaga=nobunaga))
        attackers, targets = ([war(scene).forces[id]] for id in ("takeda_shingen", "oda_nobunaga"))
        yield scene, attackers, attack_parts(scene, attackers, targets)
        yield scene, targets, counterattack_parts(scene, attackers, targets)
        yield scene, attackers, decisive_parts(attackers, targets)
    shut = {"takeda_shingen": at("4328", invested=True), "nakane_masateru": at("4328", garrison=True)}
    scene = scene_of(campaign("oda_act", shut, HOST, oda_nobunaga="2517"))
    inside, before = ([war(scene).forces[id]] for id in ("nakane_masateru", "takeda_shingen"))
    yield scene, inside, attack_parts(scene, inside, before)
    yield scene, before, counterattack_parts(scene, inside, before)


def test_engine_module_and_advice_reckon_a_field_battle_alike(pair: Pair) -> None:
    (button,) = [automaton for automaton in automata(pair.plan) if automaton.table.id == "field_battle"]
    whose, _, held = OF_TOTALS[0]
    compared, rules = 0, set[str]()
    for scene, forces, parts in battles():
        strength, add = war(scene).strength(forces), sum(figure for _, figure in parts)
        rules |= {rule for rule, _ in parts}
        results = [losses(scene, forces, die, parts) for die in DICE]
        assert hoped(scene, forces, parts) == sum(results) / 6
        for die, result in zip(DICE, results, strict=True):
            changed = {"modifier": f"roll {add:+g}"} if add else {}
            known = {"column": whose, held: str(strength), "one_die_total": str(die), **changed}
            assert looked_up(button, known).split("\n")[0] == str(result), (strength, die, parts)
            compared += 1
    assert compared >= FLOOR
    assert {"14-2-1.4", "14-2-1.5", "14-2-1.7", "14-5-2.3", "14-5-2.4", "14-5-2.5", "14-6-8.3", "14-6-8.4"} <= rules
    assert rules <= set(FOR)  # every figure has a word in the log


def test_figures_that_tables_list_are_those_of_the_engine() -> None:
    facts = the_book().facts
    tables: list[ResultTable] = [facts.field_battle_table, facts.siege_table, facts.surrender_table]
    listed = {rule: m.value for table in tables for m in table.modifiers if m.value for rule in m.note.rules}
    assert listed == {"14-2-1.7": -1, "14-5-2.5": 1, "13-1-7.3": 1, "13-3-4.2": -2, "13-3-4.3": -1}
    assert set(listed) <= set(FOR)
