"""A piece is sent where it belongs: by kind, by whose it is, and never where it has no business."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.module import keys
from compiler.emit.module.destinations import send_key
from compiler.model.counters import Counter
from compiler.model.sends import piles_of, sends_of
from compiler.vassal.grammar import parse
from compiler.vassal.traits import (
    Clone,
    Delete,
    Deselect,
    DynamicProperty,
    GlobalKeyCommand,
    ReturnToDeck,
    SendToLocation,
    Trait,
    Trigger,
)
from compiler.vassal.values import Choose
from tests.emit.beanshell import evaluate
from tests.emit.conftest import SHIPPED, Built


def traits_of(made: Built, counter: str) -> tuple[Trait, ...]:
    return made.box.shelf.expand(made.box.designs[counter].traits)


def offered(made: Built, counter: str) -> list[str]:
    """What the menu offers by way of places, outermost first."""
    kinds = (SendToLocation, ReturnToDeck, Trigger)
    return [t.menu for t in reversed(traits_of(made, counter)) if isinstance(t, kinds) and t.menu]


def goes_to(made: Built, counter: str, send: str, held_by: str) -> str:
    """The box a piece lands in while a side holds it."""
    key = send_key(send)
    (trait,) = [t for t in traits_of(made, counter) if isinstance(t, SendToLocation) and t.key == key]
    name = made.game.sides[held_by].name.en
    if trait.destination == "Z":
        return str(evaluate(parse(trait.zone), {"HeldBy": name, "SideName": name}))
    spots = made.box.plan.atlas.spaces.values()
    return next(spot.location for spot in spots if (spot.map, spot.x, spot.y) == (trait.map, trait.x, trait.y))


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_unit_has_one_command_for_a_loss(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    for counter in made.game.counters.values():
        kind = made.game.counter_kinds[counter.kind]
        heard = [
            t
            for t in traits_of(made, counter.id)
            if getattr(t, "key", None) == keys.ELIMINATE and not isinstance(t, (Deselect, GlobalKeyCommand))
        ]
        if counter.side is not None and kind.limited and not kind.marker and not _is_drawn(made, counter):
            assert len(heard) == 1, counter.id
        assert len(heard) <= 1


def _is_drawn(made: Built, counter: Counter) -> bool:
    """Chits of a cup are nobody's loss."""
    return any(pile.kind == "cup" for pile in piles_of(made.game, counter))


@pytest.mark.parametrize("slug", SHIPPED)
def test_nothing_destroys_a_piece_before_the_end_of_its_menu(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    for counter in made.game.counters:
        menus = [t for t in reversed(traits_of(made, counter)) if getattr(t, "menu", "")]
        last = next((n for n, t in enumerate(menus) if isinstance(t, Delete)), len(menus))
        assert all(isinstance(t, Delete | Clone) for t in menus[last:]), counter


def test_the_removed_lie_in_the_boxes_of_the_enemy(built: Callable[[str], Built]) -> None:
    made = built("anegawa")
    seats = {"oda": "asakura_azai", "tokugawa": "asakura_azai", "azai": "oda_tokugawa", "asakura": "oda_tokugawa"}
    seen = set()
    for counter in (c for c in made.game.counters.values() if c.kind == "unit"):
        (lost,) = [send for send in sends_of(made.game, counter) if send.lost]
        box = "combat_units" if counter.values["rank"] == "combat" else "leaders"
        wanted = made.box.plan.atlas.spaces[f"{box}.{seats[counter.side or '']}"].location
        assert goes_to(made, counter.id, lost.id, counter.side or "") == wanted
        seen.add(wanted)
    assert len(seen) == 4


def test_a_soldier_regroups_with_whoever_he_serves(built: Callable[[str], Built]) -> None:
    made = built("a_most_dangerous_time")
    boxes = {s.values["clan"]: s.id for s in made.game.spaces.values() if s.kind == "regroup_box"}
    assert len(boxes) > 20
    soldiers = {c.side: c.id for c in made.game.counters.values() if c.kind == "soldier"}
    for clan, box in boxes.items():
        wanted = made.box.plan.atlas.spaces[box].location
        assert goes_to(made, soldiers[clan], "regroup", clan) == wanted
        assert goes_to(made, soldiers["neutral_minor"], "regroup", clan) == wanted


def test_ashikaga_who_is_killed_ends_in_the_box_of_exile(built: Callable[[str], Built]) -> None:
    made = built("a_most_dangerous_time")
    spaces = made.box.plan.atlas.spaces
    for counter in (c for c in made.game.counters.values() if c.kind == "leader"):
        wanted = "tomo" if counter.side == "ashikaga" else "permanently_eliminated"
        assert goes_to(made, counter.id, "killed", counter.side or "") == spaces[wanted].location


def test_the_ikko_may_come_again_and_others_may_not(built: Callable[[str], Built]) -> None:
    made = built("shingens_arrival")
    spaces = made.box.plan.atlas.spaces
    for counter in (c for c in made.game.counters.values() if c.kind == "unit"):
        box = "lost_ikko_ikki" if counter.side == "ikko_ikki" else "fallen"
        assert goes_to(made, counter.id, "eliminated", counter.side or "") == spaces[box].location
        assert ("Killed for good" in offered(made, counter.id)) == (counter.side == "ikko_ikki")
        if counter.side == "ikko_ikki":
            assert goes_to(made, counter.id, "killed", counter.side) == spaces["fallen"].location
        assert ("Leaves the map at peace" in offered(made, counter.id)) == (
            counter.side in ("azai", "asakura", "ashikaga")
        )


def test_what_comes_from_a_supply_goes_back_there(built: Callable[[str], Built]) -> None:
    made = built("shogun")
    for id, pile in (("pink_bowman", "bowmen.pink"), ("ronin", "ronin_supply"), ("koku", "koku_supply")):
        own = [t for t in traits_of(made, id) if isinstance(t, ReturnToDeck)]
        assert [t.deck for t in own] == [made.game.piles[pile].name.en]


def test_only_chits_are_offered_the_cup(built: Callable[[str], Built]) -> None:
    made = built("a_most_dangerous_time")
    cup = made.game.piles["cup"].name.en
    for counter in made.game.counters.values():
        assert (f"Back to {cup}" in offered(made, counter.id)) == (counter.kind == "chit"), counter.id
    assert not any("Send to" in menu or "Back to" in menu for menu in offered(made, "game_turn"))


def test_a_turn_is_chosen_from_those_to_come_and_whoever_cancels_has_sent_nobody(built: Callable[[str], Built]) -> None:
    traits = traits_of(built("a_most_dangerous_time"), "nobunaga")
    (ask,) = [t for t in traits if isinstance(t, Trigger) and t.key == keys.DUE]
    (sends,) = [t for t in traits if isinstance(t, Trigger) and t.performed == (keys.SHOW_DUE,) and t.match]
    assert sends.key == ask.performed[-1]
    assert evaluate(parse(sends.match), {"asked_due": ""}) is False
    assert evaluate(parse(sends.match), {"asked_due": "7"}) is True
    (question,) = [t for t in traits if isinstance(t, DynamicProperty) and t.name == "asked_due"]
    (choices,) = [c.change.choices for c in question.commands if isinstance(c.change, Choose)]
    read = [evaluate(parse(choice), {"Turn": "7"}) for choice in choices]
    assert read[:7] == ["", "", "", "", "", "", "7"]
    assert all(read[6:])
