"""Chances are those of the roll itself, told without rolling, and refused where the roll is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from compiler.emit.automation.bars import AIM
from compiler.emit.automation.chances import MENU, chance_commands, ways
from compiler.emit.automation.deeds import do_key
from compiler.emit.automation.preference import OFF
from compiler.emit.chat import REFUSED
from compiler.model.common import Name
from compiler.model.game import Dice
from compiler.model.setup import fresh
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop

ODA, NEAR, FAR, LEADER = "oda_nobunaga", "azai_nagamasa", "akao_kiyotsuna", "mori_yoshinari"
_SHARE = re.compile(r"([^,:;<]+)[^;<]*: <b>(\d+) %</b>")


def field(built: Callable[[str], Built], faces: dict[str, int] | None = None) -> Tabletop:
    made, turned = built("anegawa"), faces or {}
    table = Tabletop(made.box)
    places = {ODA: "2012", NEAR: "2013", FAR: "2015", LEADER: "2112"}
    table.lay([fresh(made.game, id, place)._replace(face=turned.get(id, 0)) for id, place in places.items()])
    return table


def told(line: str) -> dict[str, int]:
    """What a line says: outcomes, and how many of a hundred."""
    return {name.strip(): int(share) for name, share in _SHARE.findall(line.partition("chances")[2].partition(": ")[2])}


def test_two_dice_show_seven_in_six_ways() -> None:
    counted = ways(Dice("two", 2, 6, Name("Two dice")))
    assert counted == dict(zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True))


@pytest.mark.parametrize(
    ("check", "who", "faces", "turn"),
    [
        ("attack", ODA, {}, "2"), ("attack", ODA, {NEAR: 1}, "2"), ("attack", NEAR, {}, "1"),
        ("counterattack", ODA, {}, "1"), ("fight", LEADER, {}, "2"), ("wear", NEAR, {}, "1"),
        ("recovery", LEADER, {LEADER: 1}, "2"), ("rout_wear", ODA, {}, "2"), ("kill", FAR, {FAR: 1}, "2"),
    ],
)  # fmt: skip
def test_chances_are_what_all_throws_come_to(
    built: Callable[[str], Built], check: str, who: str, faces: dict[str, int], turn: str
) -> None:
    """Every throw of the dice is made in turn, and what it comes to is counted."""
    name, dice = built("anegawa").game.rolls.checks[check].name.en, ways(built("anegawa").game.dice["two_dice"])
    counted: Counter[str] = Counter()
    table = field(built, faces)
    for total, count in dice.items():
        table = field(built, faces)
        table.properties |= {"Turn": turn, "TellOnly": "true"}
        table.send(NEAR if who == ODA else ODA, AIM)
        table.dice = [total]
        table.send(who, name)
        counted[table.properties[f"Roll_{check}_outcome"]] += count
    table = field(built, faces)
    table.properties["Turn"] = turn
    table.send(NEAR if who == ODA else ODA, AIM)
    before = table.faces()
    table.send(who, f"{MENU}: {name}")
    assert told(table.chat[-1]) == {outcome: int(n * 100 / 36 + 0.5) for outcome, n in counted.items()}
    assert len(counted) > 1
    assert table.faces() == before


def test_whoever_hears_chances_still_aims_and_may_roll(built: Callable[[str], Built]) -> None:
    table = field(built)
    table.properties["Turn"] = "2"
    table.send(NEAR, AIM)
    table.send(ODA, f"{MENU}: Attack")
    assert "Azai Nagamasa" in table.chat[-1]
    table.dice = [2, 7]
    table.send(ODA, "Attack")
    assert any("heavy damage" in line and "roll 2" in line for line in table.chat)


@pytest.mark.parametrize(("target", "why"), [(LEADER, "own side"), (FAR, "does not reach"), (None, "needs a target")])
def test_no_chances_are_told_of_what_is_refused(built: Callable[[str], Built], target: str | None, why: str) -> None:
    table = field(built)
    if target is not None:
        table.send(target, AIM)
    told = len(table.chat)
    table.send(ODA, f"{MENU}: Attack")
    assert [line.startswith(REFUSED) and why in line for line in table.chat[told:]] == [True]


@pytest.mark.parametrize("slug", ["anegawa", "a_most_dangerous_time"])
def test_chances_are_hidden_where_the_roll_is(built: Callable[[str], Built], slug: str) -> None:
    made = built(slug)
    game, seen = made.game, set()
    table = Tabletop(made.box)
    land = next(iter(game.map.land))
    for counter in game.counters.values():
        kind = game.counter_kinds[counter.kind]
        commands = chance_commands(made.box.plan, kind)
        for face in range(len(counter.faces)) if commands else ():
            table.lay([fresh(game, counter.id, land)._replace(face=face)])
            for off in ("false", "true"):
                table.properties[OFF] = off
                for chance, key, _ in commands:
                    rolls = table.offers(counter.id, str(do_key(made.box.plan, kind, chance.check.id)))
                    assert table.offers(counter.id, str(key)) == rolls, (counter.id, face, chance.check.id)
                    seen.add(rolls)
    assert seen == {True, False}
