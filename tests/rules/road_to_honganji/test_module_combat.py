"""Combat in the module: who dies without a roll, and what a refusal leaves as it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.chat import REFUSED
from compiler.emit.module.holders import HELD_BY
from compiler.model.setup import fresh
from compiler.play.mechanics.reckoning import is_sure
from compiler.rules.road_to_honganji.field import is_defending
from compiler.vassal.keys import named
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop
from tests.rules.covering import covers
from tests.rules.road_to_honganji.table import position
from tests.rules.road_to_honganji.table import scene as scene_of


@pytest.fixture
def module(built: Callable[[str], Built]) -> Built:
    return built("road_to_honganji")


def checked(table: Tabletop, id: str, die: int) -> str:
    """A death in battle check, with a die at hand."""
    table.dice = [die]
    table.chat.clear()
    table.choose(id, "Death in battle check")
    return table.chat[0]


@covers("road_to_honganji", "1-2-1-2.4", "FAQ-Q7.1", "1-2-1-2.2", "10-1.3")
def test_who_only_defends_is_dead_without_a_roll(module: Built) -> None:
    table = Tabletop(module.box)
    ids = ("kitano_castle", "oda_nobunaga", "maeda_toshiie", "akechi_mitsuhide", "hashiba_hidenaga")
    table.lay(fresh(module.game, id, "echizen") for id in ids)
    for id in ids[:2]:
        assert "no roll, <b>dead</b>" in checked(table, id, 6)
        assert table.dice == [6], "no die falls"
    for die, fate in ((2, "dead"), (3, "flee")):
        assert f"roll {die}, <b>{fate}</b>" in checked(table, "maeda_toshiie", die)
    table.pieces["akechi_mitsuhide"]["mark_turncoat"] = "yes"
    assert "no roll, <b>dead</b>" in checked(table, "akechi_mitsuhide", 6)
    assert "roll 6, <b>flee</b>" in checked(table, "hashiba_hidenaga", 6)
    table.properties["mark_knocked_out_hashiba"] = "mouri"
    assert "no roll, <b>dead</b>" in checked(table, "hashiba_hidenaga", 6)
    table.pieces["hashiba_hidenaga"][HELD_BY] = "Akechi"  # he serves another now
    assert "roll 6, <b>flee</b>" in checked(table, "hashiba_hidenaga", 6)


def test_the_engine_and_the_module_have_the_same_generals_dead_without_a_roll(module: Built) -> None:
    (sure,) = module.game.rolls.checks["death"].sure
    scene = scene_of(position(start=True, turncoats=["takigawa_kazumasu"], out={"hashiba": "mouri"}))
    own = {id for c in module.game.counters.values() if c.kind == "general" for id in c.piece_ids}
    generals = [piece for piece in scene.table.pieces.values() if piece.id in own]
    assert len(generals) > 40
    for piece in generals:
        assert is_sure(scene, sure, piece) == is_defending(scene, piece.id), piece.id
    assert {is_sure(scene, sure, piece) for piece in generals} == {True, False}


MEN = {"akechi_mitsuhide": "tango", "hosokawa_tadaoki": "tango", "akechi_army#1": "tango", "oda_nobunaga": "tango",
       "niwa_nagahide": "tango"}  # fmt: skip


def drawn_up(module: Built) -> Tabletop:
    """All of both clans take part, and nobody commands."""
    table = Tabletop(module.box)
    table.lay(fresh(module.game, id, place) for id, place in MEN.items())
    table.answers["Ask_event"], table.dice = "none of these", [6] * 9
    for id in ("akechi_mitsuhide", "oda_nobunaga"):
        table.choose(id, "All of this side here take part in Combat")
    table.chat.clear()
    return table


@covers("road_to_honganji", "8-2.1")
def test_whoever_can_command_best_does_unless_another_is_named(module: Built) -> None:
    table = drawn_up(module)
    table.button("Combat")
    assert "Akechi attack: Akechi Mitsuhide commands" in table.chat[0], "3, not the 2 of Tadaoki"
    assert "Oda strike back: Oda Nobunaga commands" in table.chat[1], "the first of equals"
    assert len(table.dice) == 4, "three dice and two"
    assert all(own["Part_combat"] == "1" for own in table.pieces.values())
    table = drawn_up(module)
    table.choose("hosokawa_tadaoki", "Command in Combat")
    table.chat.clear()
    table.button("Combat")
    assert "Akechi attack: Hosokawa Tadaoki commands" in table.chat[0]


ATTACK = "Attack with all of this side here: Combat"


def test_one_command_attacks_with_all_the_only_other_clan_there(module: Built) -> None:
    table = Tabletop(module.box)
    table.lay(fresh(module.game, id, place) for id, place in MEN.items())
    table.answers["Ask_event"], table.dice = "none of these", [6] * 9
    table.choose("akechi_army#1", ATTACK)
    said = [line for line in table.chat if "commands, " in line]
    table.pieces["akechi_mitsuhide"]["UiPieceIndex"] = "2"
    table.choose("akechi_mitsuhide", ATTACK)
    assert said == [line for line in table.chat if "commands, " in line], "of a selected stack one attacks for all"
    assert "Akechi attack: Akechi Mitsuhide commands, 3 dice" in said[0]
    assert "Oda strike back: Oda Nobunaga commands, 2 dice" in said[1]
    assert all(own["Part_combat"] == "1" for own in table.pieces.values())


def test_of_several_clans_the_attacked_one_is_named_first_and_nothing_is_rolled(module: Built) -> None:
    table = Tabletop(module.box)
    men = {**MEN, "isshiki_yoshimichi": "tango", "hashiba_army#1": "bizen"}
    table.lay(fresh(module.game, id, place) for id, place in men.items())
    table.answers["Ask_event"], table.dice = "none of these", [6] * 9
    table.choose("akechi_army#1", ATTACK)
    assert table.chat[-1].startswith(f"{REFUSED}Combat: several sides stand there")
    assert table.dice == [6] * 9
    table.choose("isshiki_yoshimichi", "All of this side here take part in Combat")
    table.button("Combat")
    assert "Neutral strike back: Isshiki Yoshimichi commands, 1 die" in table.chat[-1]
    assert table.pieces["oda_nobunaga"]["Part_combat"] == "1"


@covers("road_to_honganji", "8-1-3.x1", "8-2-1.2")
def test_who_alone_can_command_does_and_without_anybody_no_die_is_rolled(module: Built) -> None:
    table = Tabletop(module.box)
    men = {"akechi_mitsuhide": "tango", "akechi_army#1": "tango", "neutral_army#1": "tango", "neutral_army#2": "tango"}
    table.lay(fresh(module.game, id, place) for id, place in men.items())
    table.answers["Ask_event"], table.dice = "none of these", [6, 6, 6]
    for id in ("akechi_army#1", "neutral_army#1"):
        table.choose(id, "All of this side here take part in Combat")
    table.chat.clear()
    table.button("Combat")
    assert "Akechi attack: Akechi Mitsuhide commands, 2 dice at 3 or less" in table.chat[0]
    assert "Neutral strike back: nobody can command, and no die is rolled" in table.chat[1]
    assert table.dice == [6]


@covers("road_to_honganji", "8-1-1.1", "8-2.1")
def test_all_of_a_side_attack_but_the_spent_and_all_strike_back(module: Built) -> None:
    table = Tabletop(module.box)
    men = {"akechi_mitsuhide": "tango", "akechi_army#1": "tango", "hashiba_army#1": "tango", "hashiba_army#2": "tango"}
    table.lay(fresh(module.game, id, place) for id, place in men.items())
    for id in ("akechi_army#1", "hashiba_army#1"):
        table.pieces[id]["Face_Level"] = "2"
    for id in ("akechi_mitsuhide", "hashiba_army#2"):
        table.choose(id, "All of this side here take part in Combat")
    assert [table.pieces[id]["Part_combat"] for id in men] == ["2", "1", "2", "2"]
    table.button("Combat: take everybody out")
    table.pieces["akechi_army#1"]["Moved"] = "true"  # it came here just now
    table.choose("akechi_mitsuhide", "All of this side here take part in Combat")
    assert table.pieces["akechi_army#1"]["Part_combat"] == "2"


@covers("road_to_honganji", "8-1-1.1", "8-1-3.1", "8-2.1")
def test_a_spent_unit_is_refused_in_an_attack_by_its_rule_and_strikes_back(module: Built) -> None:
    table = Tabletop(module.box)
    men = ("akechi_mitsuhide", "hosokawa_tadaoki", "akechi_army#1", "hashiba_army#1", "hashiba_hideyoshi")
    table.lay(fresh(module.game, id, "tango") for id in men)
    for id in ("hosokawa_tadaoki", "akechi_army#1", "hashiba_army#1", "hashiba_hideyoshi"):
        table.pieces[id]["Face_Level"] = "2"
    refused = f"{REFUSED}Combat: <b>Akechi army</b> in "
    table.choose("akechi_army#1", "Take part in Combat")  # it would be the first, and attack
    assert [own["Part_combat"] for own in table.pieces.values()] == ["1"] * 5
    assert table.chat[-1].startswith(refused)
    assert "is spent, and does not attack" in table.chat[-1]
    assert ">8-1-1<" in table.chat[-1]
    table.choose("akechi_mitsuhide", "Take part in Combat")
    for id, menu in (("akechi_army#1", "Take part in Combat"), ("hosokawa_tadaoki", "Command in Combat")):
        table.choose(id, menu)
        assert "is spent, and does not attack" in table.chat[-1]
    for id, menu in (("hashiba_army#1", "Take part in Combat"), ("hashiba_hideyoshi", "Command in Combat")):
        table.choose(id, menu)
    assert [table.pieces[id]["Part_combat"] for id in men] == ["2", "1", "1", "2", "3"]
    table.pieces["akechi_army#1"]["Moved"] = "true"  # it came here just now
    table.choose("akechi_army#1", "Take part in Combat")
    assert table.pieces["akechi_army#1"]["Part_combat"] == "2"


STRATEGISTS = ("shibata_katsuie", "takigawa_kazumasu", "shibata_army#1", "hashiba_hideyoshi", "kuroda_kanbee")
ASKED, ASKED_BACK = "Volley_combat_supported", "Volley_combat_supported_back"


def attacked(module: Built, men: tuple[str, ...], answers: dict[str, str]) -> Tabletop:
    """Katsuie attacks with all, and these answers are given."""
    table = Tabletop(module.box)
    table.lay(fresh(module.game, id, "tango") for id in men)
    table.answers |= {"Ask_event": "none of these", **answers}
    table.dice = [6] * 9
    table.choose("shibata_katsuie", ATTACK)
    return table


@covers("road_to_honganji", "1-2-1-3.2", "1-2-1-3.3")
def test_a_strategist_is_asked_for_and_supports_instead_of_rolling(module: Built) -> None:
    table = attacked(module, STRATEGISTS, {})
    said = [line for line in table.chat if "commands, " in line]
    assert "Shibata attack: Shibata Katsuie commands, 3 dice at 3 or less" in said[0]
    assert "Hashiba strike back: Hashiba Hideyoshi commands, 2 dice at 2 or less" in said[1]
    supports = {ASKED: "Takigawa Kazumasu supports the commander", ASKED_BACK: "Kuroda Kanbee supports the commander"}
    table = attacked(module, STRATEGISTS, supports)
    said = [line for line in table.chat if "commands, " in line]
    assert "Shibata attack: Shibata Katsuie, supported by Takigawa Kazumasu, commands, 2 dice at 4 or less" in said[0]
    assert "Hashiba strike back: Hashiba Hideyoshi, supported by Kuroda Kanbee, commands, 1 die at 3 or less" in said[1]
    assert said[1].startswith("Combat, Hashiba strike back"), "it is not the attacker who rolls for them"
    assert all(own["Part_combat"] == "1" for own in table.pieces.values()), "afterwards nobody takes part"


def test_nobody_is_asked_for_a_strategist_who_is_not_there_or_alone_can_command(module: Built) -> None:
    men = ("shibata_katsuie", "shibata_army#1", "kuroda_kanbee", "hashiba_army#1")
    table = attacked(module, men, {})
    assert (table.properties[ASKED], table.properties[ASKED_BACK]) == ("-", "-")
    assert "Hashiba strike back: Kuroda Kanbee commands, 2 dice at 1 or less" in table.chat[-1]


FOES = {"isshiki_yoshimichi": "tango", "neutral_army#1": "tango", "neutral_army#2": "tango", "neutral_army#3": "tango"}


def fights(table: Tabletop) -> int:
    """How many combats were told."""
    return sum("attack: Akechi Mitsuhide commands" in line for line in table.chat)


@covers("road_to_honganji", "8-1-1.1", "8-5.3", "7-3.2")
def test_who_marched_and_fought_does_not_fight_again(module: Built) -> None:
    table = Tabletop(module.box)
    men = {"akechi_mitsuhide": "tango", "akechi_army#1": "tango", "akechi_army#2": "tango", **FOES}
    table.lay(fresh(module.game, id, place) for id, place in men.items())
    table.answers["Ask_event"], table.dice = "none of these", [6] * 30
    table.pieces["akechi_mitsuhide"] |= {"Moved": "true", "Marched": "1"}  # with one ready there and one that is not
    table.pieces["akechi_army#2"]["Face_Level"] = "2"
    table.choose("akechi_mitsuhide", ATTACK)
    assert fights(table) == 1
    for id in ("akechi_mitsuhide", "akechi_army#1", "akechi_army#2"):
        table.chat.clear()
        table.choose(id, ATTACK)
        (line,) = table.chat
        assert line.startswith(f"{REFUSED}Combat: nobody of Akechi in ")
        assert "all of them are spent" in line
        assert fights(table) == 0
        table.choose(id, "All of this side here take part in Combat")
        assert "nobody of Akechi" in table.chat[-1]
        table.choose(id, "Take part in Combat")
        assert "does not attack" in table.chat[-1]
        assert table.pieces[id]["Part_combat"] == "1"


@covers("road_to_honganji", "8-5.1", "8-5.4", "8-5.5", "8-5.x1", "8-6.1")
def test_a_continued_combat_goes_on_at_once_for_one_more_card_each_time(module: Built) -> None:
    table = Tabletop(module.box)
    men = {"akechi_mitsuhide": "tango", "akechi_army#1": "tango", "akechi_army#2": "tanba", **FOES}
    table.lay(fresh(module.game, id, place) for id, place in men.items())
    table.answers["Ask_event"], table.dice = "none of these", [6] * 30
    table.properties |= {"Step": "Action turn 1", "Paid_cards": "Levy", "Paid_cards_number": "1"}
    table.choose("akechi_mitsuhide", ATTACK)
    assert fights(table) == 1
    for cards in (2, 3):
        table.choose("akechi_mitsuhide", ATTACK)
        assert "one more of Cards: use it first" in table.chat[-1]
        table.choose("akechi_army#1", "Take part in Combat")
        assert "attacks again for one more of Cards" in table.chat[-1]
        assert fights(table) == cards - 1
        table.properties["Paid_cards_number"] = str(cards)
        table.choose("akechi_army#1", ATTACK)
        assert fights(table) == cards, table.chat
    table.properties |= {"Paid_cards_number": "9", "Again_combat": ""}  # somebody marched in between
    table.choose("akechi_army#1", ATTACK)
    assert "all of them are spent" in table.chat[-1]
    assert fights(table) == 3


@covers("road_to_honganji", "8-5.5")
def test_a_march_in_between_ends_a_continued_combat(module: Built) -> None:
    table = Tabletop(module.box)
    table.lay(fresh(module.game, id, "tango") for id in ("akechi_army#1",))
    table.properties["Again_combat"] = "Tango"
    table.send("akechi_army#1", str(named("liege-march-gone")))
    assert table.properties["Again_combat"] == ""


def test_a_cancelled_attack_leaves_no_sign_and_no_word(module: Built) -> None:
    table = Tabletop(module.box)
    table.lay(fresh(module.game, id, place) for id, place in MEN.items())
    table.answers["Ask_event"], table.dice = "", [6] * 9
    table.choose("akechi_army#1", ATTACK)
    assert table.chat == []
    assert all(own["Part_combat"] == "1" for own in table.pieces.values())
    assert table.dice == [6] * 9
