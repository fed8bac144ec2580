"""The module beside the engine: what is secret stays secret in VASSAL, and its helpers reckon as the rules do."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import pytest

from compiler.emit.automation.incomes import held, income_properties, sentence
from compiler.emit.automation.ladders import all_levels, allowed
from compiler.emit.module.boards import window_component
from compiler.emit.module.pieces import Box, known_to
from compiler.emit.module.secrets import destination, first_empty, mine, revealed
from compiler.emit.names import SOLO
from compiler.emit.save.laying import lay
from compiler.emit.save.reading import read_table
from compiler.emit.save.vlog import Told, last_table, log_commands
from compiler.emit.save.vsav import make_setup
from compiler.emit.seats import sides_text
from compiler.model.event import Event, Marked, Moved, Turned
from compiler.model.setup import fresh, seen_by
from compiler.model.table import Table
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.rules.shogun.ch04_5_ronin import Hide, camps
from compiler.rules.shogun.facts import BINS, bin_of
from compiler.rules.shogun.field import alive, armies, owned
from compiler.vassal.commands import AddPiece, Command
from compiler.vassal.expression import Node
from compiler.vassal.grammar import parse as parse_text
from compiler.vassal.piece import Piece
from compiler.vassal.traits import DynamicProperty, Marker, Mask, Report, RestrictCommands, SendToLocation
from compiler.vassal.values import SetValue, read_change
from tests.emit.beanshell import counting_on, evaluate
from tests.emit.conftest import Built
from tests.rules.covering import covers
from tests.rules.shogun.table import go, position, scene, the_book

COLOURS = ("pink", "gray", "green", "orange", "purple")


@lru_cache(maxsize=4096)
def parse(text: str) -> Node:
    return parse_text(text)


@pytest.fixture(scope="module")
def box(built: Callable[[str], Built]) -> Box:
    return built("shogun").box


# -- hidden ronin ------------------------------------------------------------------------------------------------------
def hiding() -> Session:
    """Ronin of two colours on face-down cards."""
    session = position(
        "hire_ronin",
        lands={"kai": "pink 5 spearman", "hida": "gray 5 spearman", "iyo": "pink 5 spearman"},
        bins={"pink": (0, 0, 0, 3, 0), "gray": (0, 0, 0, 1, 0)},
    )
    go(session, {"pink": Hide("kai", 4), "gray": Hide("hida", 2)})
    go(session, {"pink": Hide("iyo", 2)})
    return session


def masks(commands: tuple[Command, ...]) -> dict[str, str]:
    """The owner of every mask that lies on a piece."""
    pieces = {c.id: c.piece.first(Mask) for c in commands if isinstance(c, AddPiece) and isinstance(c.piece, Piece)}
    return {id: mask.owner for id, mask in pieces.items() if mask is not None and mask.masked}


@covers("shogun", "4-5.11")
def test_a_card_with_hidden_ronin_is_masked_for_all_but_its_owner(box: Box) -> None:
    session = hiding()
    laid = lay(box, box.plan.game.scenarios["four_players"], session.table)
    assert masks(laid.commands) == {"card_kai": "Pink", "card_hida": "Gray", "card_iyo": "Pink"}


def test_a_save_keeps_who_knows_a_card_and_that_ronin_stand_on_it(box: Box) -> None:
    session = hiding()
    laid = lay(box, box.plan.game.scenarios["four_players"], session.table)
    found = read_table(box.plan, laid.commands).table
    assert {id: p.seen_by for id, p in found.pieces.items()} == {
        id: p.seen_by for id, p in session.table.pieces.items()
    }
    again = Session(session.state)
    for colour in ("pink", "gray"):
        assert list(camps(scene(again), colour))
        boxes = [camp.box for camp in camps(scene(again), colour)]
        assert [found.stacks[box] for box in boxes] == [session.table.stacks[box] for box in boxes]


@covers("shogun", "4-5.11")
def test_a_log_masks_a_card_when_it_is_laid_down(box: Box) -> None:
    before = position("hire_ronin", lands={"kai": "pink 5 spearman"}, bins={"pink": (0, 0, 0, 2, 0)})
    start: Table = before.table
    events: list[Event] = before.apply(Hide("kai", 4), "pink")
    told = [Told(event, "…") for event in events]
    last = last_table(box, log_commands(box, box.plan.game.scenarios["four_players"], start, told)).table
    assert last.pieces["card_kai"].seen_by == ("pink",)


@pytest.mark.parametrize("scenario", ["first_round", "chapter_7"])
def test_setups_show_no_card_of_a_hand_outside_its_private_window(box: Box, scenario: str) -> None:
    laid = make_setup(box, box.plan.game.scenarios[scenario]).laid
    hands = {pile.name.en: pile for pile in box.plan.game.piles.values() if pile.kind == "hand"}
    held = {id: place for id, place in laid.places.items() if place in hands}
    assert len(held) == 68
    for place in set(held.values()):
        window = box.plan.atlas.windows[place]
        assert window.private
        assert window.seats == hands[place].owners


def test_a_card_masked_by_the_solitaire_player_belongs_to_the_side_of_its_camp(box: Box) -> None:
    game = box.plan.game
    assert known_to(game, "camp_3.gray", Mask(owner=SOLO)) == ("gray",)
    assert known_to(game, "camp_3.gray", Mask(owner="nobody")) == ()
    assert known_to(game, "camp_3.gray", Mask(owner="Green")) == ("green",)
    assert known_to(game, "camp_3.gray", Mask()) is None


# -- secret plans ------------------------------------------------------------------------------------------------------
@covers("shogun", "2-Screen.1")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_planning_tray_opens_for_its_own_player_only(box: Box, colour: str) -> None:
    (tray,) = [w for w in box.plan.atlas.windows.values() if w.name == f"Planning tray: {colour.capitalize()}"]
    made = window_component(box.plan, tray)
    assert made.tag.endswith("PrivateMap")
    assert made.get("side") == f"{colour.capitalize()},{SOLO}"
    assert made.get("visible") == "false"


@pytest.mark.parametrize("colour", COLOURS)
def test_a_revealed_plan_lies_in_the_open_bins_of_its_colour(box: Box, colour: str) -> None:
    reveal = box.plan.game.upkeep.reveals["plan"]
    node = destination(box.plan, reveal, "Revealed plans")
    spaces, game = box.plan.atlas.spaces, box.plan.game
    for name in BINS:
        tray = spaces[f"{name}.{colour}"]
        lying = {"CurrentMap": tray.map, "CurrentZone": tray.location}
        wanted = spaces[bin_of(colour, name)]
        assert evaluate(node, lying) == wanted.location
        assert wanted.map == "Revealed plans"
        assert seen_by(game, bin_of(colour, name)) is None
        assert seen_by(game, f"{name}.{colour}") == (colour,)


def test_the_second_row_of_a_tray_is_for_the_second_colour(box: Box) -> None:
    game = box.plan.game
    reveal, two = game.upkeep.reveals["plan"], game.scenarios["two_players"]
    for seat, (_, second) in two.control.items():
        for name in BINS:
            assert reveal.boxes[f"second_{name}.{seat}"] == bin_of(second, name)


@pytest.mark.parametrize(
    ("player", "tray", "zone", "goes"),
    [
        ("Pink", "Planning tray: Pink", "Build", True),
        ("Gray", "Planning tray: Pink", "Build", False),
        (SOLO, "Planning tray: Pink", "Hire ninja", True),
        ("Pink", "Army card: Pink", "Koku", False),
        ("<observer>", "Planning tray: Pink", "Build", False),
        ("Pink", "Planning tray: Pink", "", False),
    ],
)
def test_only_the_own_plan_is_revealed(box: Box, player: str, tray: str, zone: str, goes: bool) -> None:
    node = mine(box.plan, box.plan.game.upkeep.reveals["plan"])
    assert evaluate(node, {"PlayerSide": player, "CurrentMap": tray, "CurrentZone": zone}) is goes


def test_what_is_revealed_is_told_by_bin(box: Box) -> None:
    chips = [
        {"Kind": "Koku", "CurrentMap": "Planning tray: Pink", "LocationName": zone}
        for zone in ("Take swords", "Take swords", "Levy units")
    ]
    node = revealed(box.plan, box.plan.game.upkeep.reveals["plan"])
    words = evaluate(node, {"PlayerSide": "Pink"}, counting_on(chips))
    rule = ' <font color="#888888" size="2">4-1</font>'
    assert words == f"Reveal plan: Pink: take swords <b>2</b>. Pink: levy units <b>1</b>.{rule}"
    assert evaluate(node, {"PlayerSide": "Gray"}, counting_on(chips)) == f"Reveal plan: nothing lies there.{rule}"


@pytest.mark.parametrize("taken", [0, 1, 5, 11, 12])
def test_a_card_is_laid_in_the_first_empty_camp(box: Box, taken: int) -> None:
    camps_of = box.plan.game.map.displays["camps.pink"]
    cards = [{"CurrentMap": "Hidden ronin: Pink", "LocationName": str(n + 1)} for n in range(taken)]
    found = evaluate(first_empty(box.plan, camps_of), {}, counting_on(cards))
    assert str(found) == str(min(12, taken + 1))


def test_only_the_player_of_a_colour_lays_cards_in_its_camps(box: Box) -> None:
    traits = box.shelf.definitions["Covers ronin"]
    barred = {trait.name: trait for trait in traits if isinstance(trait, RestrictCommands)}
    green = parse(barred["covers of green"].match)
    for hand, who in (("Provinces: Gray", set[str]()),):
        for side in ("Green", "Gray", SOLO):
            stopped = evaluate(green, {"PlayerSide": side, "CurrentMap": hand})
            assert stopped is (side not in who), (hand, side)
    (laid,) = [t for t in traits if isinstance(t, Report) and "Green" in t.format]
    assert "$" not in laid.format, "the report names no card"


# -- income ------------------------------------------------------------------------------------------------------------
def lying(box: Box, table: Table) -> list[dict[str, str]]:
    """The pieces of a table with the properties VASSAL sees."""
    found = []
    for piece in table.pieces.values():
        if piece.counter not in box.plan.game.counters:
            continue
        spot = box.plan.atlas.spot(piece.place)
        own = {"CurrentMap": spot.map, "LocationName": spot.location, "CurrentZone": spot.location}
        for trait in box.in_play(piece).traits:
            if isinstance(trait, Marker):
                own |= trait.properties
            elif isinstance(trait, DynamicProperty):
                own[trait.name] = trait.value
        found.append(own)
    return found


def told(box: Box, table: Table) -> dict[str, tuple[int, int]]:
    """What the button says of each colour: provinces and koku."""
    income = box.plan.game.upkeep.incomes["koku"]
    functions = counting_on(lying(box, table))
    properties: dict[str, str] = {}
    for part in income_properties(box.plan):
        (button,) = part.children
        change = read_change(str(button.get("propChanger")))
        assert isinstance(change, SetValue)
        properties[str(part.get("name"))] = str(evaluate(parse(change.value), {}, functions))
    words = str(evaluate(sentence(box.plan, income), properties))
    assert words.startswith("Income:")
    assert words.endswith(">4-9</font>")
    found = re.findall(r"<b>(\w+)</b>: provinces (\d+), koku <b>(\d+)</b>\.", words)
    return {colour.lower(): (int(provinces), int(koku)) for colour, provinces, koku in found}


def test_bonus_defenders_castles_ronin_and_chips_hold_nothing_an_army_marker_does(box: Box) -> None:
    session = position("collect_koku", armies={"pink 1": "kai"}, castles=["hida"], koku={"pink": 2}, far=False)
    table = session.start.table
    ids = list(table.stacks["spearmen.pink"])
    ronin = table.stacks["ronin_supply"][0]
    for event in (
        Moved(ids[0], "iyo"),
        Marked(ids[0], "bonus", True),
        Moved(ids[1], "tosa"),
        Turned(ids[1], side="gray"),
        Moved(ronin, "awaji"),
    ):
        table = event.on(table)
    assert told(box, table) == {"pink": (1, 3), "gray": (1, 0)}  # without an army marker there is no least income


@pytest.mark.parametrize("scenario", ["two_players", "three_players", "five_players", "chapter_7"])
def test_income_is_the_engines_in_the_midst_of_a_game(box: Box, scenario: str) -> None:
    session = Session.begin(the_book(), scenario, Seeded(scenario))
    luck = RandomPlayer(scenario)
    for answers in range(1, 400):
        seat = next(iter(session.asks), None)
        if seat is None:
            break
        session.apply(luck.answer(session, seat), seat)
        if answers % 80 == 0:
            now = scene(session)
            found = told(box, session.table)
            playing = {c for c in alive(now) if armies(now, c) or owned(now, c)}
            assert {c: n for c, (n, _) in found.items()} == {c: len(owned(now, c)) for c in playing}
            assert all(koku == max(3, n // 3) for c, (n, koku) in found.items() if armies(now, c))


# -- experience --------------------------------------------------------------------------------------------------------
def test_every_level_tells_its_marches_and_battles_with_their_rules(box: Box) -> None:
    ladder = box.plan.game.upkeep.ladders["experience"]
    for number in (1, 2, 3, 4):
        assert evaluate(allowed(ladder), {"Level_experience": str(number)}) == (
            f"level {number}; provinces to move in phase A, and again in phase D: {number}; "
            f"battles in phase C: {number}"
        )
    told = str(evaluate(all_levels(box.plan, ladder), {}, counting_on([])))
    assert told.endswith(">4-7C-Adv</font>"), "one rule to look up, as the rulebook numbers it"


def test_a_marker_stays_on_the_card_of_its_colour(box: Box) -> None:
    for colour in COLOURS:
        piece = box.in_play(fresh(box.plan.game, f"{colour}_experience_2", f"a2_hole_1.{colour}"))
        sides = next(t.properties for t in piece.all(Marker) if "Side" in t.properties)
        sent = [t for t in piece.all(SendToLocation) if t.menu.startswith("Experience")]
        assert len(sent) == 3
        assert {evaluate(parse(t.map), sides) for t in sent} == {f"Army card: {colour.capitalize()}"}


def test_the_button_tells_the_level_of_every_army_that_has_one(box: Box) -> None:
    ladder = box.plan.game.upkeep.ladders["experience"]
    card = "Army card: Pink"
    markers = [
        {"CounterId": f"pink_experience_{n}", "CurrentMap": card, "Level_experience": str(own)}
        for n, own in ((1, 3), (2, 0), (3, 1))
    ]
    words = str(evaluate(all_levels(box.plan, ladder), {}, counting_on(markers)))
    assert "Pink Army 1 <b>level 3</b>; Pink Army 3 <b>level 1</b>; the level says" in words
    assert "Army 2" not in words


def test_a_game_of_four_offers_no_fifth_colour(box: Box) -> None:
    plan, game = box.plan, box.plan.game
    for scenario in game.scenarios.values():
        seats = {side: game.seat_of(side, scenario) for side in game.sides}
        run = [side for side, seat in seats.items() if seat in scenario.seats or side == "mercenary"]
        assert sides_text(plan, scenario) == "".join(f"|{game.sides[side].name.en}" for side in run) + "|"
    assert any(len(run) < len(game.sides) for run in [s.seats for s in game.scenarios.values()])


def test_a_contested_province_brings_nobody_anything(box: Box) -> None:
    plan, game = box.plan, box.plan.game
    (income,) = game.upkeep.incomes.values()
    spot = plan.atlas.spaces["kai"]
    pieces = [
        {"Kind": game.counter_kinds["spearman"].name.en, "HeldBy": game.sides[side].name.en,
         "LocationName": spot.location, "CurrentMap": spot.map}
        for side in ("pink", "gray")
    ]  # fmt: skip
    for laid, held_by_pink in ((pieces[:1], 1), (pieces, 0)):
        assert evaluate(held(plan, income, "pink"), {}, counting_on(laid)) == held_by_pink
