"""Menus and lines as players meet them: rare commands at the end, every rule once, no dice that nobody rolls."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.automation.check_menu import MENU
from compiler.emit.chat import with_rules
from compiler.emit.module.card_menu import given_buttons
from compiler.emit.module.dice import dice_menu
from compiler.emit.module.passing import rounds, rounds_said
from compiler.emit.module.tracker import tracker
from compiler.model.common import Note
from compiler.vassal import expression as ex
from compiler.vassal.sequence import listed
from compiler.vassal.traits import Delete, MarkMoved, MovementTrail, SubMenu, Trigger
from tests.emit.beanshell import evaluate
from tests.emit.conftest import SHIPPED, Built


@pytest.mark.parametrize("slug", SHIPPED)
def test_going_over_to_another_side_ends_a_menu_with_delete(slug: str, built: Callable[[str], Built]) -> None:
    """A menu lists the outermost trait first."""
    made = built(slug)
    for counter in made.game.counters.values():
        traits = made.box.shelf.expand(made.box.designs[counter.id].traits)
        rare = [n for n, t in enumerate(traits) if isinstance(t, Trigger) and t.menu == "Goes over to..."]
        others = [n for n, t in enumerate(traits) if isinstance(t, Trigger) and t.menu and t.menu != "Goes over to..."]
        assert all(n < other for n in rare for other in others), counter.id
        assert all(n > d for n in rare for d, t in enumerate(traits) if isinstance(t, Delete)), counter.id


@pytest.mark.parametrize("slug", SHIPPED)
def test_nobody_goes_over_where_two_players_have_only_enemies(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    goes = any(
        isinstance(t, Trigger) and t.menu == "Goes over to..."
        for own in made.box.shelf.definitions.values()
        for t in own
    )
    assert goes == (len(made.game.seats) > 2 and len(made.game.sides) > 2)


@pytest.mark.parametrize("slug", SHIPPED)
def test_rolls_come_before_the_sign_of_having_moved(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    for counter in made.game.counters.values():
        traits = made.box.shelf.expand(made.box.designs[counter.id].traits)
        moved = [n for n, t in enumerate(traits) if isinstance(t, MarkMoved | MovementTrail)]
        rolls = [n for n, t in enumerate(traits) if isinstance(t, SubMenu) and t.title == MENU]
        assert all(roll > n for roll in rolls for n in moved), counter.id


def test_a_line_ends_with_one_rule() -> None:
    first, other = Note(rules=("7.1", "7.2")), Note(rules=("8.1",))
    cases = [(ex.prop("a"), first), (ex.prop("b"), other)]
    fixed = with_rules("It is so", Note(), Note(rules=("1.1", "1.2")), cases=cases)
    assert str(evaluate(fixed, {"a": "true", "b": "true"})).endswith(">1.1</font>")
    told = with_rules("It is so", cases=cases)
    for a, b, rule in (("true", "true", "7.1"), ("false", "true", "8.1"), ("false", "false", "")):
        assert str(evaluate(told, {"a": a, "b": b})).endswith(f">{rule}</font>")
    assert evaluate(with_rules("It is so"), {}) == "It is so"


def test_dice_that_a_volley_throws_one_by_one_are_not_rolled_all_at_once(built: Callable[[str], Built]) -> None:
    (menu,) = dice_menu(built("road_to_honganji").box.plan)
    assert list(listed(str(menu.get("menuItems")))) == ["1d6", "Combat dice: count hits"]


def test_one_player_gets_a_card(built: Callable[[str], Built]) -> None:
    told = [str(button.get("reportFormat")) for button in given_buttons(built("road_to_honganji").box.plan)]
    assert told[0] == "Akechi gets a card of the card stack"


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_tracker_is_as_wide_as_its_longest_line(slug: str, built: Callable[[str], Built]) -> None:
    plan = built(slug).box.plan
    (turns,) = [part for part in tracker(plan) if part.kind == "TurnTracker"]
    assert turns.get("lengthStyle") == "Fixed"
    longest = max(len(entry.label) for entry in plan.lines)
    assert int(str(turns.get("length"))) > 7 * longest
    if plan.loops:
        looped = max(len(entry.label) for own in plan.loops.values() for entry in own)
        assert int(str(turns.get("length"))) > 7 * (looped + len(" · pass 9"))


def test_a_loop_that_goes_round_by_itself_needs_no_room_in_the_toolbar(built: Callable[[str], Built]) -> None:
    plan = built("road_to_honganji").box.plan
    assert list(rounds(plan)) == ["rotation"]
    assert rounds_said(plan) == ["Another rotation"]


def test_a_long_line_does_without_its_phase_where_it_is_like_no_other(built: Callable[[str], Built]) -> None:
    labels = [entry.label for entry in built("anegawa").box.plan.lines]
    assert "Turn or remove breakthrough markers" in labels
    assert len(set(labels)) == len(labels)
    several = [entry.label for entry in built("shogun").box.plan.lines]  # one for every colour
    assert "Turn 1: D Final moves: forces" in several


@pytest.mark.parametrize("slug", ["a_most_dangerous_time", "first_battle"])
def test_a_chit_is_offered_nothing_that_men_do(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    chits = [counter for counter in made.game.counters.values() if counter.kind in made.box.plan.chits]
    assert chits
    for counter in chits:
        traits = made.box.shelf.expand(made.box.designs[counter.id].traits)
        offered = {menu for t in traits for menu in (getattr(t, "menu", ""), getattr(t, "menu_text", "")) if menu}
        assert not offered & {"Moved", "Movement trail", "Goes over to...", "Hide or show", "Delete"}, counter.id
        assert any(menu.startswith("Back to ") for menu in offered), "but it goes back to its cup"
