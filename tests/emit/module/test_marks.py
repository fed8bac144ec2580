"""Marks on pieces and spaces: names to choose from, signs that follow, a cancelled question that changes nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.module import keys
from compiler.emit.module.holders import HELD_BY, HOLDER, holder_level
from compiler.emit.module.marks import (
    _sentence,
    called,
    inquiry,
    level_of,
    level_property,
    level_trait,
    mark_traits,
    marks_of,
    property_of,
)
from compiler.emit.module.prototypes import _holder
from compiler.emit.module.spacemarks import on_spaces, plate_of, plate_trait, show_prototypes
from compiler.emit.names import plain
from compiler.emit.seats import SIDES
from compiler.model.setup import fresh
from compiler.vassal.grammar import parse
from compiler.vassal.keys import named
from compiler.vassal.traits import DynamicProperty, Layer, Report
from compiler.vassal.values import Choose, SetValue
from tests.emit.beanshell import counting_on, evaluate
from tests.emit.conftest import SHIPPED, Built

Make = Callable[[str], Built]
KEY = named("key")


def set_by(trait: DynamicProperty, properties: dict[str, str]) -> str:
    change = trait.commands[0].change
    assert isinstance(change, SetValue)
    return str(evaluate(parse(change.value), properties))


def offered(trait: DynamicProperty, own: dict[str, str], around: list[dict[str, str]]) -> list[str]:
    """The answers of a question of a piece, as its dialog lists them."""
    (choices,) = [c.change.choices for c in trait.commands if isinstance(c.change, Choose)]
    functions = counting_on(around)
    read = [str(evaluate(parse(choice), own, functions)) if choice.startswith("{") else choice for choice in choices]
    return [answer for answer in read if answer]


def test_the_leader_who_stands_there_is_offered_first(built: Make) -> None:
    """Of a mark whose values are counters the board tells the likely one."""
    made = built("a_most_dangerous_time")
    mark, kind = made.game.marks["under"], made.game.counter_kinds["soldier"]
    traits = list(mark_traits(made.box.plan, kind))
    (question,) = [t for t in traits if isinstance(t, DynamicProperty) and t.name == "asked_under"]
    here = {"LocationName": "Kyoto", "CurrentMap": "Board"}
    own = {**here, "CounterId": "soldier", "HeldBy": "Oda"}
    oda, azai = ({**here, "CounterId": c, "HeldBy": side} for c, side in (("katsuie", "Oda"), ("nagamasa", "Azai")))
    names = [called(made.box.plan, value) for value in mark.values]
    first = called(made.box.plan, "katsuie")
    assert offered(question, own, [own, oda, azai]) == [first, *(name for name in names if name != first)]
    assert offered(question, own, [own, azai]) == names, "nobody of his side is there"


def test_nobody_goes_over_to_whom_he_serves(built: Make) -> None:
    made = built("road_to_honganji")
    plan, side = made.box.plan, next(iter(made.game.sides))
    questions = [t for t in _holder(plan, side) if isinstance(t, DynamicProperty) and t.name == "asked_side"]
    names = [data.name.en for data in made.game.sides.values()]
    playing = {SIDES: f"|{'|'.join(names)}|", "asked_of_side": "Guards"}
    for served in names:
        others = [f"Guards → {name}" for name in names if name != served]
        assert offered(questions[0], {**playing, HELD_BY: served}, []) == others


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_sign_of_every_value_is_the_one_the_commands_set(slug: str, built: Make) -> None:
    made = built(slug)
    for mark in made.game.marks.values():
        for value in (None, *mark.values):
            assert set_by(level_trait(mark, (KEY,)), {property_of(mark.id): plain(value)}) == level_of(mark, value)
    for mark in on_spaces(made.box.plan):
        for value in mark.values:
            assert set_by(plate_trait(mark, (KEY,)), {property_of(mark.id): plain(value)}) == plate_of(mark, value)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_marked_piece_is_laid_with_its_sign(slug: str, built: Make) -> None:
    made = built(slug)
    for kind in made.game.counter_kinds.values():
        marks = [mark for mark in marks_of(made.box.plan, kind) if not mark.secret]
        counter = next((c for c in made.game.counters.values() if c.kind == kind.id), None)
        for mark in marks if counter is not None else ():
            assert counter is not None
            piece = fresh(made.game, counter.piece_ids[0], "").with_mark(mark.id, mark.values[-1])
            values = {t.name: t.value for t in made.box.in_play(piece).traits if isinstance(t, DynamicProperty)}
            assert values[property_of(mark.id)] == plain(mark.values[-1])
            assert values[level_property(mark)] == level_of(mark, mark.values[-1])


@pytest.mark.parametrize("slug", SHIPPED)
def test_layers_that_follow_read_a_number_and_no_expression(slug: str, built: Make) -> None:
    """One that follows an expression has it evaluated at every look: with twenty of them the map stands still."""
    made = built(slug)
    for traits in made.box.shelf.definitions.values():
        for layer in (trait for trait in traits if isinstance(trait, Layer) and trait.follows):
            assert not layer.follow.startswith("{"), layer.name


@pytest.mark.parametrize("slug", SHIPPED)
def test_players_choose_among_names_and_cancelling_changes_nothing(slug: str, built: Make) -> None:
    made = built(slug)
    for mark in made.game.marks.values():
        asks = inquiry(made.box.plan, mark, keys.SHOW)
        if asks is None:
            continue
        own = parse("{" + property_of(mark.id) + "}")
        for value in mark.values:
            read = called(made.box.plan, value)
            held = {asks.holder: read, property_of(mark.id): ""}
            assert str(evaluate(asks.kept(own), held)) == plain(value)
            assert "_" not in read
        before = {asks.holder: "", property_of(mark.id): plain(mark.values[0])}
        assert str(evaluate(asks.kept(own), before)) == plain(mark.values[0])
        assert evaluate(_sentence(made.box.plan, mark, asks), before) == ""


def test_the_crest_of_another_lord_shows_on_a_man_who_went_over(built: Make) -> None:
    made = built("a_most_dangerous_time")
    sides = list(made.game.sides)
    counter = next(c for c in made.game.counters.values() if c.side == sides[0])
    piece = fresh(made.game, counter.piece_ids[0], "")
    for side in sides:
        moved = made.box.in_play(piece._replace(side=side))
        level = next(t.value for t in moved.traits if isinstance(t, DynamicProperty) and t.name == HOLDER)
        crests = next(t for t in moved.traits if isinstance(t, Layer) and t.name == "Holder")
        assert level == holder_level(made.game, sides[0], side)
        assert crests.images[int(level) - 1] == ("" if side == sides[0] else f"crest_{side}.png")
        told = "" if side == sides[0] else f"+ (serves {made.game.sides[side].name.en})"
        assert crests.level_names[int(level) - 1] == told
        pictures = [n for n, t in enumerate(moved.traits) if isinstance(t, Layer) and t.name != "Holder" and t.images]
        faces = [n for n in pictures if any(name.startswith("counter_") for name in moved.traits[n].images)]  # type: ignore[attr-defined]
        assert faces
        assert moved.traits.index(crests) > max(faces), "what lies further in is painted first, and covered"


def test_a_number_on_a_space_goes_up_and_down_by_one_and_its_ends_hold(built: Make) -> None:
    """A siege wears a castle down by one: nobody is asked for the number."""
    made = built("shingens_arrival")
    traits = dict(show_prototypes(made.box.plan))["Shows durability"]
    (held,) = [t for t in traits if isinstance(t, DynamicProperty) and t.name == property_of("durability")]
    for word, wanted in (("less", {9: 8, 1: 0, 0: 0}), ("more", {8: 9, 0: 1, 9: 9})):
        (command,) = [c for c in held.commands if c.menu == f"Durability: one {word}"]
        assert isinstance(command.change, SetValue)
        for old, new in wanted.items():
            given = {property_of("durability"): str(old)}
            assert str(evaluate(parse(command.change.value), given)) == str(new)
        (told,) = [t for t in traits if isinstance(t, Report) and command.key in t.keys]
        assert "sets Durability in" in told.format


def test_what_a_mark_shows_is_told_apart_from_its_name(built: Make) -> None:
    """`Battled already attacked` read as if a marker had attacked somebody."""
    plan = built("anegawa").box.plan
    mark = plan.game.marks["battled"]
    known = {property_of(mark.id): "attacked", "newPieceName": "Sakai", "location": "2508"}
    assert str(evaluate(_sentence(plan, mark, None), known)).find(": Battled already (attacked) <font") > 0
    known[property_of(mark.id)] = ""
    assert "takes Battled already off <b>Sakai</b>" in str(evaluate(_sentence(plan, mark, None), known))
