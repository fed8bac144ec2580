"""Who may not roll is refused with the rule, by the module as by the engine; who has rolled is marked."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle

import pytest

from compiler.emit.automation.bars import AIM
from compiler.emit.automation.deeds import do_key
from compiler.emit.automation.preference import TELL_ONLY
from compiler.emit.chat import REFUSED
from compiler.emit.module.marks import property_of
from compiler.emit.module.tracks import label_of, track_property
from compiler.model.setup import fresh
from compiler.model.table import Piece
from compiler.play.scene import Scene
from compiler.rules.anegawa import ch13_limits
from compiler.rules.anegawa.ch13_attack import Attack
from compiler.rules.anegawa.ch17_recovery import Recovering, recovery_check
from compiler.rules.anegawa.field import Field
from tests.emit.conftest import Built
from tests.emit.inputs import Layouts
from tests.emit.pairs import Pair, make_pair
from tests.emit.tabletop import Tabletop

LIMITS = (
    ch13_limits.surprised_attacker, ch13_limits.has_broken_through, ch13_limits.has_attacked,
    ch13_limits.was_attacked, ch13_limits.protected_by_momentum, ch13_limits.out_of_command,
)  # fmt: skip
COMMANDER, COMPANY, GENERAL, ENEMY = "azai_nagamasa", "azai_company_1", "akao_kiyotsuna", "oda_nobunaga"


@pytest.fixture(scope="module")
def anegawa(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return make_pair("anegawa", tmp_path_factory.mktemp("games"))


def layouts(it: Pair, rounds: int) -> Iterator[tuple[list[Piece], Scene, str]]:
    """The same pieces, turn and initiative on both tables."""
    made, seats = Layouts(it.game, 5), cycle(it.game.seats)
    made.marks = ["battled", "momentum", "recovery_tried"]
    for nth in range(rounds):
        pieces, first = made.pieces(nth), next(seats)
        other = next(id for id in it.game.seats if id != first)
        scene = it.lay(pieces, 1 + nth % 3)
        tracks = {"initiative": first, "waiting": other}
        for id, seat in tracks.items():
            it.table.properties[track_property(it.game.tracks[id])] = label_of(it.game.tracks[id], seat)
        scene.table = replace(scene.table, tracks={**scene.table.tracks, **tracks})
        it.table.properties[TELL_ONLY] = "true"  # the table stays as it is
        yield pieces, scene, first


def _named(rule: str) -> str:
    """A rule as the rulebook numbers it, without the row of the ledger."""
    return rule.rpartition(".")[0]


def test_the_module_refuses_the_attacks_that_the_engine_refuses(anegawa: Pair) -> None:
    it, chance, found = anegawa, random.Random(3), {True: 0, False: 0}
    for pieces, scene, _ in layouts(it, 9):
        field = Field.of(scene)
        for piece in (p for p in pieces if p.place in it.book.land and p.face == 0):
            enemies = list(field.enemies_beside(piece))
            if not enemies:
                continue
            target = chance.choice(enemies)
            scene.active = it.game.seat_of(piece.side or "")
            says = [rule for rule in LIMITS if rule.says(scene, Attack(piece.id, target.id)) is not None]
            it.table.send(target.id, AIM)
            it.table.dice = [7]
            it.table.send(piece.id, "Attack")
            refused = it.table.dice == [7]
            assert refused == bool(says), (piece, target, it.table.chat[-1])
            assert not refused or it.table.chat[-1].startswith(REFUSED)
            assert not refused or any(_named(rule.rule) in it.table.chat[-1] for rule in says)
            found[refused] += 1
    assert min(found.values()) > 10, found


def test_the_module_offers_each_unit_the_recovery_that_the_engine_gives_it(anegawa: Pair) -> None:
    it, found = anegawa, {True: 0, False: 0}
    for pieces, scene, _ in layouts(it, 9):
        for piece in (p for p in pieces if p.place in it.book.land and p.face == 1):
            scene.active = it.game.seat_of(piece.side or "")
            recovering = Recovering(scene)
            refusal, kind = recovering.refuse(piece.id), recovery_check(recovering.field, piece)
            for check in ("recovery", "recovery_alone"):
                it.table.dice = [7]
                it.table.send(piece.id, it.game.rolls.checks[check].name.en)
                refused = it.table.dice == [7]
                assert refused == (refusal is not None or check != kind), (check, piece, it.table.chat[-1])
                found[refused] += 1
    assert min(found.values()) > 10, found


def field(built: Callable[[str], Built], **faces: int) -> Tabletop:
    made = built("anegawa")
    table = Tabletop(made.box)
    places = {COMMANDER: "2012", COMPANY: "2112", GENERAL: "2014", ENEMY: "2013"}
    table.lay([fresh(made.game, id, place)._replace(face=faces.get(id, 0)) for id, place in places.items()])
    table.properties["Turn"] = "2"
    return table


def attack(table: Tabletop, *dice: int, check: str = "Attack", unit: str = COMMANDER, target: str = ENEMY) -> str:
    table.send(target, AIM)
    table.dice = [*dice]
    table.send(unit, check)
    return table.chat[-1]


def battled(table: Tabletop, unit: str) -> str:
    return table.pieces[unit].get(property_of("battled"), "")


def test_who_has_attacked_is_marked_and_does_not_attack_again(built: Callable[[str], Built]) -> None:
    table = field(built)
    attack(table, 12)
    assert battled(table, COMMANDER) == "attacked"
    assert battled(table, ENEMY) == ""  # it was missed, and may strike back
    assert "is made once a turn" in attack(table, 2)
    assert table.dice == [2]


def test_who_withstood_an_attack_is_marked_unless_it_has_attacked(built: Callable[[str], Built]) -> None:
    table = field(built)
    attack(table, 7, 3)  # light damage, and the wear check is passed
    assert battled(table, ENEMY) == "defended"
    table = field(built)
    attack(table, 12, unit=ENEMY, target=COMMANDER)
    attack(table, 7, 3)
    assert battled(table, ENEMY) == "attacked"


def test_nobody_is_marked_who_was_refused_or_wants_results_told_only(built: Callable[[str], Built]) -> None:
    table = field(built)
    table.properties["Turn"] = "1"
    assert "surprised" in attack(table, 12, unit=ENEMY, target=COMMANDER)
    assert battled(table, ENEMY) == ""
    table.properties[TELL_ONLY] = "true"
    attack(table, 12)
    assert battled(table, COMMANDER) == ""


def test_a_menu_has_the_checks_of_the_face_and_of_the_rank(built: Callable[[str], Built]) -> None:
    made = built("anegawa")
    kind = made.game.counter_kinds["unit"]

    def offered(table: Tabletop, unit: str) -> set[str]:
        checks = made.game.rolls.checks
        return {id for id in checks if table.offers(unit, str(do_key(made.box.plan, kind, id)))}

    fresh_ones, broken = field(built), field(built, **{GENERAL: 1, COMPANY: 1})
    fights = {"attack", "counterattack", "wear"}
    assert offered(fresh_ones, COMPANY) == {*fights, "rout_wear"}
    assert offered(fresh_ones, GENERAL) == {*fights, "fight"}
    assert offered(fresh_ones, COMMANDER) == fights
    assert offered(fresh_ones, ENEMY) == {*fights, "rout_wear"}  # Nobunaga alone of the army commanders
    recovers = {"kill", "removal", "removal_after_attack", "recovery", "recovery_alone"}
    assert offered(broken, GENERAL) == offered(broken, COMPANY) == recovers
