"""The charts of Shogun, typed here a second time from the ledger and compared cell for cell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.model.game import Game
from tests.rules.covering import covers

COMPONENTS = {
    "gameboard": 1,
    "reference screens": 5,
    "army cards": 5,
    "planning trays (foam)": 5,
    "master tray (foam)": 1,
    "coloured sets of military units": 5,
    "plastic pieces in each coloured set": 72,
    "castles": 10,
    "fortification bases": 5,
    "koku chips (red)": 30,
    "ronin pieces in the one ronin set": 26,
    "swords": 5,
    "sword stands (foam)": 5,
    "province cards, blanks included, in two decks": 72,
    "battle markers": 12,
    "label sheet": 1,
    "twelve-sided dice": 12,
    "rulebook": 1,
}
# class, weapon, combat value, square of the army card, price
UNITS = {
    "daimyo": ("command and cavalry", "melee", 6, "D", "not for sale"),
    "bowman": ("samurai", "ranged", 6, "S", "1 per koku"),
    "gunner": ("ashigaru", "ranged", 4, "A", "2 per koku"),
    "swordsman": ("samurai", "melee", 5, "S", "2 per koku"),
    "ronin": ("samurai mercenary", "melee", 5, "none (below the squares)", "2 per koku, hired"),
    "spearman": ("ashigaru", "melee", 4, "A", "3 per koku"),
}
# the same as the counters carry it: class, weapon, combat value, square, step of the sequence, units for one koku
PRINTED = {
    "daimyo": ("daimyo", "melee", 6, "D", 4, None),
    "bowman": ("samurai", "ranged", 6, "S", 1, 1),
    "gunner": ("ashigaru", "ranged", 4, "A", 2, 2),
    "swordsman": ("samurai", "melee", 5, "S", 5, 2),
    "ronin": ("mercenary", "melee", 5, "none", 5, 2),
    "spearman": ("ashigaru", "melee", 4, "A", 6, 3),
}
CONSTANTS = {
    "provinces": 68,
    "reference_screens": 5,
    "army_cards": 5,
    "planning_trays": 5,
    "master_trays": 1,
    "sword_holders": 5,
    "pieces_per_colour": 72,
    "ronin_set": 26,
    "koku_chips": 30,
    "province_cards": 72,
    "daimyos_per_colour": 3,
    "army_samurai": 4,
    "army_ashigaru": 10,
    "army_total": 15,
    "armies_per_province": 1,
    "buildings_per_province": 1,
    "builds_per_round": 1,
    "base_koku": 2,
    "levy_per_province": 1,
    "provincial_force": 5,
    "ronin_below_units": 1,
    "castle_koku": 2,
    "build_bin": (0, 2),
    "ronin_per_koku": 2,
    "provinces_per_koku": 3,
    "least_income": 3,
    "assassination": 8,
    "revenge": 9,
    "setup_spearmen": 3,
    "first_reinforcements": {"unit": "spearman", "total": 12, "each_time": 2, "times": 6},
    "provinces_to_win": 35,
    "provinces_to_win_of_two": 50,
    "castle_bonus": {"unit": "spearman", "count": 4},
    "fortress_bonus": {"unit": "ronin", "count": 5},
}
CLASSES = ("samurai", "ashigaru")
LEVY = {"samurai bowman": 1, "samurai swordsman": 2, "ashigaru gunner": 2, "ashigaru spearman": 3}
ACTIONS = {
    1: ("Plan", "allot all koku secretly to the five bins, then reveal", "koku cannot be saved"),
    2: (
        "Take Swords",
        "compare koku in the bin; bidders choose swords, others draw at random",
        "sets the Wage War order",
    ),
    3: (
        "Build",
        "those with 2 koku in the bin buy and place one castle or one fortification base",
        "one castle or fortress per player per round",
    ),
    4: (
        "Levy Units",
        "buy reinforcements from the planning tray and place them",
        "into armies or provincial forces, 1 unit per province",
    ),
    5: ("Hire Ronin", "buy ronin and deploy them secretly", "several ronin may join one force"),
    6: (
        "Hire Ninja",
        "highest bidder hires; a tie for most means nobody does",
        "assassin or spy; failure risks a retaliatory strike",
    ),
    7: (
        "Wage War",
        "phases A move daimyos' armies, B declare first battles, C conduct combat, D final movement",
        "in sword order; experienced daimyos go farther and attack more",
    ),
    8: ("Remove Ronin", "surviving ronin return to the master tray", "must be hired anew"),
    9: ("Collect Koku", "income by provinces owned", "spent in the next round"),
}
COMBAT = {
    1: ("bowmen", 6),
    2: ("gunners", 4),
    3: ("remove casualties (ranged)", "-"),
    4: ("daimyos", 6),
    5: ("swordsmen and ronin", 5),
    6: ("spearmen", 4),
    7: ("remove casualties (melee)", "-"),
    8: ("repeat, unless the attacker calls the battle off", "-"),
}
ARMY_START = {
    "daimyo": (1, 3),
    "bowman": (1, 3),
    "swordsman": (1, 3),
    "gunner": (2, 6),
    "spearman": (0, 0),
    "ronin": (0, 0),
}
DEAL = {3: (22, 2), 4: (17, 0), 5: (13, 3)}
# province, province, what lies between them (2-Adj.5)
ATTESTED = """
kozuke echigo land; kozuke shimosa none; iki nagato sea; iki buzen none; chikuzen hizen land; higo chikugo land;
awa_shikoku sanuki land; awa_shikoku tosa land; awa_shikoku iyo land; satsuma hyuga land; satsuma osumi land;
nagato buzen sea; bungo iyo sea; bungo buzen land; higo hyuga land; owari mikawa land; hida echizen land;
echizen mino land; mino hida land; mikawa shinano land; hida shinano land; shinano kozuke land; echigo etchu land;
sagami kai land; kai shinano land; etchu hida land; etchu noto land; shinano musashi land
"""


@pytest.fixture(scope="module")
def shogun(game_of: Callable[[str], Game]) -> Game:
    return game_of("shogun")


def rows(game: Game, table: str) -> dict[str, tuple[object, ...]]:
    """The lines of a chart by their heads."""
    found = game.tables[table]
    return {head.label: cells for head, cells in zip(found.rows.heads, found.cells, strict=True)}


@covers("shogun", "Parts.1", "1-3.1", "1-4.1", "1-5.1", "4-7B.12", "2-Koku.3")
def test_components(shogun: Game) -> None:
    assert rows(shogun, "components") == {name: (count,) for name, count in COMPONENTS.items()}


@covers("shogun", "2-Units.1")
def test_units(shogun: Game) -> None:
    assert rows(shogun, "units") == UNITS


@covers("shogun", "2-Units.1", "2-Daimyo.1")
@pytest.mark.parametrize("kind", PRINTED)
def test_counters_carry_what_the_chart_says(shogun: Game, kind: str) -> None:
    printed = {
        tuple(counter.values.get(key) for key in ("class", "weapon", "combat", "square", "step", "per_koku"))
        for counter in shogun.counters.values()
        if counter.kind == kind
    }
    assert printed == {PRINTED[kind]}


@covers(
    "shogun",
    "2-Daimyo.1",
    "3-Army.7",
    "3-Army.8",
    "3-Mark.2",
    "4-3.3",
    "4-3.5",
    "4-3.8",
    "4-4.3",
    "4-4-Box.3",
    "4-4-Lim.1",
    "4-6-Kill.3",
    "4-6-Rev.3",
    "4-7C-Elim.3",
    "Parts.1",
    "1-3.1",
    "1-5.1",
    "1-7.1",
    "2-Koku.3",
    "2-Board.2",
    "2-Prov.1",
)
@pytest.mark.parametrize("id", CONSTANTS)
def test_numbers_of_the_rules(shogun: Game, id: str) -> None:
    assert shogun.constants[id].value == CONSTANTS[id]


@covers("shogun", "4-4.5", "4-4.6")
def test_levy(shogun: Game) -> None:
    assert rows(shogun, "levy") == {name: (count,) for name, count in LEVY.items()}


@covers("shogun", "4.4")
def test_action_sequence(shogun: Game) -> None:
    assert rows(shogun, "action_sequence") == {str(n): cells for n, cells in ACTIONS.items()}


@covers("shogun", "4-7C.8")
def test_combat_sequence(shogun: Game) -> None:
    assert rows(shogun, "combat_sequence") == {str(n): cells for n, cells in COMBAT.items()}


@covers("shogun", "3-Army.6")
def test_starting_army(shogun: Game) -> None:
    assert rows(shogun, "army_start") == ARMY_START


@covers("shogun", "3-Deal.2", "6.6")
def test_deal(shogun: Game) -> None:
    assert rows(shogun, "deal") == {str(n): cells for n, cells in DEAL.items()}


@covers("shogun", "4-6-Kill.3", "4-6-Kill.4", "4-6-Rev.2", "4-6-Rev.3")
@pytest.mark.parametrize("roll", range(1, 13))
def test_ninja_kills_up_to_eight_and_revenge_from_nine(shogun: Game, roll: int) -> None:
    table = shogun.tables["ninja"]
    killed = (table.look_up("assassination", roll).code == "killed", table.look_up("revenge", roll).code == "killed")
    assert killed == (roll <= 8, roll >= 9)


@covers("shogun", "2-Adj.2", "2-Adj.3", "2-Adj.5", "2-Sea.1")
@pytest.mark.parametrize("pair", [entry.strip() for entry in ATTESTED.split(";")])
def test_borders_the_rulebook_attests(shogun: Game, pair: str) -> None:
    a, b, wanted = pair.split()
    kinds = {link.kind for link in shogun.map.links if {link.a, link.b} == {a, b}}
    assert kinds == (set() if wanted == "none" else {wanted})


@covers("shogun", "3-Army.2", "3-Army.3", "3-Army.4", "3-Army.7", "2-Daimyo.1")
def test_a_square_of_an_army_card_holds_one_unit_of_its_letter(shogun: Game) -> None:
    squares = {id: kind.values for id, kind in shogun.map.space_kinds.items() if id.endswith("_square")}
    assert squares == {f"{word}_square": {"letter": word[0].upper(), "holds": 1} for word in ("daimyo", *CLASSES)}


@covers("shogun", "3-Mark.2", "4-3.3", "4-4-Box.4", "4-4-Lim.2")
def test_how_many_may_stand_in_a_province(shogun: Game) -> None:
    found = [(rule.limit, rule.kinds, rule.per) for rule in shogun.map.stacking]
    assert found == [
        (5, ("bowman", "gunner", "swordsman", "spearman"), "side"),
        (1, ("army_marker",), "space"),
        (1, ("castle",), "space"),
        (1, ("fortification_base",), "space"),
    ]


@covers("shogun", "5.2", "5.3")
def test_the_longer_game_is_an_option(shogun: Game) -> None:
    assert {id: (option.default, option.choices) for id, option in shogun.options.items()} == {
        "longer_game": (False, (False, True))
    }
