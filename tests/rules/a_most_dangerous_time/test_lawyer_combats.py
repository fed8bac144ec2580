"""An auditor of combats: from what was rolled and who stood there, totals, dice and hits are reckoned anew.

Written from the rulebook and the readings of the ledger; it shares no line with the engine.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest

from compiler.model.event import Rolled, Said
from compiler.model.table import Piece
from compiler.play.chance import Seeded
from compiler.play.players import GreedyPlayer
from compiler.play.session import Session
from compiler.play.state import Choice
from tests.rules.a_most_dangerous_time.oracle import ANTI, ODA, Reading
from tests.rules.a_most_dangerous_time.table import the_book, the_game
from tests.rules.covering import covers

INITIATIVE = re.compile(r"initiative: (-?\d+) against (-?\d+), ")
VOLLEY = re.compile(r".*, (\d+) dic?e at (\d)(?: or more)?: (no|\d+) hits? against (.*)")


@dataclass
class Combat:
    """A combat of step 7 as it goes on."""

    place: str
    alliance: str
    dice: list[int] = field(default_factory=list)
    fire: tuple[int, ...] = ()
    fleeing: set[bool] = field(default_factory=set)

    @property
    def who(self) -> str:
        return ODA if self.alliance == "oda" else ANTI


class Auditor:
    """Follows the record of a game of two players event by event."""

    def __init__(self, session: Session) -> None:
        self.session, self.table, self.seen = session, session.table, len(session.log)
        self.combat: Combat | None = None
        self.answer: object = None
        self.checks = 0

    def agree(self, wanted: object, found: object, *about: object) -> None:
        self.checks += 1
        assert wanted == found, about

    def follow(self) -> None:
        for entry in self.session.log[self.seen :]:
            what = entry.what
            if isinstance(what, Choice):
                self.hear(what)
                continue
            self.table = what.on(self.table)
            if isinstance(what, Rolled):
                self.roll(what)
            elif isinstance(what, Said):
                self.read(what.text)
        self.seen, self.table = len(self.session.log), self.session.table

    def hear(self, choice: Choice) -> None:
        if choice.seat != "chance":
            self.answer = choice.answer
        if self.combat is not None and choice.answer == "retreat":
            self.combat.fleeing.add((choice.seat == "oda") == (self.combat.alliance == "oda"))

    def roll(self, rolled: Rolled) -> None:
        if self.combat is not None and rolled.purpose == "initiative":
            self.combat.dice.append(rolled.values[0])
        elif self.combat is not None and rolled.purpose == "fire":
            self.combat.fire = rolled.values

    def read(self, text: str) -> None:
        now = Reading(the_game(), self.table)
        if text.startswith("combat in "):
            (place,) = [target for target, mark in self.table.marks if mark == "combat_here"]
            # one that comes at once has other sides (8.4)
            self.combat = Combat(place, now.active or "") if self.answer == place else None
        elif self.combat is not None:
            if found := INITIATIVE.match(text):
                self.initiative(now, self.combat, [int(found[1]), int(found[2])])
            elif found := VOLLEY.match(text):
                self.volley(now, self.combat, found)

    # -- who fights ----------------------------------------------------------------------------------------------------
    def sides(self, now: Reading, combat: Combat) -> dict[bool, list[Piece]]:
        """The Units in the field: of the active Alliance, and all that are not of its Faction."""
        here = [u for u in now.here(combat.place) if not now.inside(u) and u.mark("standing_by") is None]
        mine = [u for u in here if now.alliance(u.side) == combat.alliance]
        return {True: mine, False: [u for u in here if now.side(u) != combat.who]}

    def initiative(self, now: Reading, combat: Combat, told: list[int]) -> None:
        sides, dice = self.sides(now, combat), combat.dice[-2:]
        totals = [dice[n] + self.added(now, combat, sides[mine], mine) for n, mine in enumerate((True, False))]
        self.agree(totals, told, combat)
        combat.fleeing.clear()

    def added(self, now: Reading, combat: Combat, force: list[Piece], mine: bool) -> int:
        seat = combat.who if mine else ANTI if combat.who == ODA else ODA
        number = 2 * int(str(self.table.marks.get((seat, "massed_gunnery"), 0)))
        if now.kind(combat.place) == "sea_area":
            ship = any(self.table.stacks.get(f"lasting_{seat}", ()))
            return number + any(u.side == "murakami" for u in force) + 2 * ship
        chief = next((u for u in force if u.mark("commander") is not None), None)
        if chief is not None:
            number += int(now.name(chief, "bravery")) + now.daimyo(chief)
        cut_off = [chief] if chief is not None else force
        return number - any(u.mark("unsupplied") is not None for u in cut_off) - (mine in combat.fleeing)

    # -- fire ----------------------------------------------------------------------------------------------------------
    def volley(self, now: Reading, combat: Combat, told: re.Match[str]) -> None:
        dice, lowest, hits = int(told[1]), int(told[2]), 0 if told[3] == "no" else int(told[3])
        self.agree(dice, len(combat.fire), told[0])
        self.agree(hits, sum(value >= lowest for value in combat.fire), told[0])
        sides = self.sides(now, combat)
        if told[4] == "the besiegers":
            wanted = self.besieged(now, combat)
        elif "Fort Value" in told[4]:
            wanted = {(self.dice(sides[True], "retreated"), 6)}
        else:
            wanted = {part for force in sides.values() for part in self.commands(now, combat, force)}
        self.agree(True, (dice, lowest) in wanted, told[0], wanted, combat)

    def besieged(self, now: Reading, combat: Combat) -> set[tuple[int, int]]:
        """A die for each Unit inside, with the bravery of their commander and the Fort Value; one more for monks."""
        inside = [u for u in now.here(combat.place) if now.inside(u)]
        chief = next((u for u in inside if u.mark("commander") is not None), None)
        need = 6 - now.fort(combat.place) - (int(now.name(chief, "bravery")) if chief is not None else 0)
        monks = sum(u.side == "ikko_ikki" for u in inside)
        return {(len(inside) - monks, max(1, need)), (monks, max(1, need - 1))}

    def commands(self, now: Reading, combat: Combat, force: list[Piece]) -> set[tuple[int, int]]:
        if now.kind(combat.place) == "sea_area":
            return {(len(force), 5)}
        found, loose = set(), list(force)
        for lord in [u for u in force if now.leader(u)]:
            men = [lord, *(u for u in force if u.mark("under") == lord.id)]
            loose = [u for u in loose if u not in men]
            found.add((self.dice(men), 6 - int(now.name(lord, "bravery"))))
        monks = [u for u in loose if u.side == "ikko_ikki"]
        others = [u for u in loose if u not in monks]
        return found | {(self.dice(monks), 5), (self.dice(others), 6)}

    def dice(self, force: list[Piece], without: str = "") -> int:
        """One for each Unit, one for two that are cut off, rounded up (10.3(3).2)."""
        some = [u for u in force if u.mark(without) is None]
        out = sum(u.mark("unsupplied") is not None for u in some)
        return len(some) - out + -(-out // 2)


def audited(scenario: str, seed: int, decisions: int) -> int:
    session = Session.begin(the_book(), scenario, Seeded(seed), {"good_fortune": False})
    player, auditor = GreedyPlayer(seed), Auditor(session)
    for _ in range(decisions):
        if session.outcome is not None:
            break
        seat = next(iter(session.asks))
        session.apply(player.answer(session, seat), seat)
        auditor.follow()
    return auditor.checks


@covers("a_most_dangerous_time", "10.3(2).2", "10.3(2).3", "10.3(2).6", "10.3(3).2", "10.3(3).5", "5.3.5")
@covers("a_most_dangerous_time", "10.5.9", "10.5.10", "10.5.15", "10.5.16", "15.2.4", "15.2.5")
@pytest.mark.parametrize(("scenario", "seed"), [("standard", 201), ("short", 202), ("campaign", 203)])
def test_totals_dice_and_hits_of_all_combats_are_as_reckoned_anew(scenario: str, seed: int) -> None:
    assert audited(scenario, seed, 500) > 60


def test_the_auditor_sees_a_wrong_number() -> None:
    session = Session.begin(the_book(), "standard", Seeded(1))
    auditor = Auditor(session)
    auditor.combat = Combat("kyo", "oda", fire=(6, 6))
    with pytest.raises(AssertionError):
        auditor.read("Soldiers without a Leader, 2 dice at 6: 1 hit against Anti-Oda")
