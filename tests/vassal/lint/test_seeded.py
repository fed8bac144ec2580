"""Faults sown into a good module one by one: every one is found, and harmless look-alikes are not."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler.cli import liege
from compiler.vassal.archive import write_archive
from compiler.vassal.buildfile import Component, component, piece_slot, prototype, serialise
from compiler.vassal.commands import AddPiece, Player
from compiler.vassal.keys import Key, key, named
from compiler.vassal.piece import BasicPiece, Piece
from compiler.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    GlobalKeyCommand,
    Layer,
    MarkMoved,
    NonRectangular,
    OldNonRectangular,
    PlaceMarker,
    Prototype,
    ReturnToDeck,
    Rotate,
    SendToLocation,
    SetGlobalProperty,
    Trait,
    Trigger,
)
from compiler.vassal.values import PropertyCommand, SetValue, Target
from tests.vassal import small
from tests.vassal.lint.test_lint import Break, Entries, first, lint, plus, set_attribute, with_trait


def page(text: bytes) -> Break:
    return lambda root, entries: entries.__setitem__("help.html", text)


def option(name: str, text: str) -> Break:
    return lambda root, entries: first(root, "GlobalOptions").add(Component("option", {"name": name}, text=text))


def both(one: Break, other: Break) -> Break:
    return lambda root, entries: (one(root, entries), other(root, entries))


def hand(side: str) -> Break:
    parts = ("PieceMover", "KeyBufferer", "ForwardToKeyBuffer", "MenuDisplayer")
    return lambda root, entries: root.add(
        component("m.PlayerHand", *(component(f"m.map.{part}") for part in parts), mapName="Hand", side=side)
    )


def button(expression: str) -> Break:
    changer = component("m.properties.ChangePropertyButton", text="Set", propChanger=f"P,{expression}")
    return lambda root, entries: first(root, "GlobalProperty").add(changer)


def layout(parts: str) -> Break:
    tag = "VASSAL.build.module.gamepieceimage.GamePieceLayout"
    return lambda root, entries: root.add(Component(tag, {"name": "Road", "layout": parts}))


def sets(name: str) -> SetGlobalProperty:
    return SetGlobalProperty(name, commands=(PropertyCommand("Set", named("SetIt"), SetValue("1")),))


def send(kind: str, **place: str) -> Break:
    return with_trait(SendToLocation("Go", named("Go"), "Main", destination=kind, **place))  # type: ignore[arg-type]


def with_picture(name: str, breaking: Break) -> Break:
    def both(root: Component, entries: Entries) -> None:
        breaking(root, entries)
        entries[f"images/{name}"] = small.picture()

    return both


def _mischecked(png: bytes) -> bytes:
    """A PNG with a profile of colours whose sum is wrong, as GIMP has written some: VASSAL shows it."""
    profile = b"iCCP" + b"x\0\0" + zlib.compress(b"profile")
    return png[:33] + struct.pack(">I", len(profile) - 4) + profile + b"\0\0\0\0" + png[33:]


SOWN: dict[str, tuple[str, Break]] = {
    "icon of a button": ("A101", set_attribute("DiceButton", "icon", "no-such.png")),
    "icon we know no attribute for": ("A101", set_attribute("DiceButton", "newIcon", "no-such.png")),
    "icon of an option": ("A101", option("hideIcon", "no-such.png")),
    "picture of a page": ("A101", page(b'<html><img src="no such.png"></html>')),
    "misspelt function": ("A109", with_trait(Layer(follows=True, follow='{GetPropertyy("Steps")}', name="L"))),
    "misspelt function of two letters": ("A109", with_trait(CalculatedProperty("Reads", "{Iff(Steps == 1, 2, 1)}"))),
    "expression of a property button": ("A109", button("{1 +}")),
    "region of a send": ("A119", send("R", region="Nowhere")),
    "zone of a send": ("A119", send("Z", zone="Nowhere")),
    "global property set": ("A119", with_trait(sets("Scoer"))),
    "hand of a side": ("A119", hand("Redd")),
    "key of an empty deck": (
        "A108",
        both(
            set_attribute("DrawPile", "emptyHotkey", "57346,0,Nobody"),
            set_attribute("DrawPile", "hotkeyOnEmpty", "true"),
        ),
    ),
    "whom a deck lets in": (
        "A110",
        both(
            set_attribute("DrawPile", "restrictExpression", '{NoSuch == "1"}'),
            set_attribute("DrawPile", "restrictOption", "true"),
        ),
    ),
    "player in a setup": ("A122", plus(Player("secret", "Ann", "Red"))),
}
HARMLESS: dict[str, Break] = {
    "a key that moves within a stack": with_trait(Trigger("Odd", "Odd", named("Odd"), performed=(Key(40),))),
    "a key of one's own that moves within a stack": both(
        set_attribute("StackMetrics", "bottom", "66,0"),
        with_trait(Trigger("Odd", "Odd", named("Odd"), performed=(Key(66),))),
    ),
    "picture of a page with blanks": with_picture("two words.png", page(b'<html><img src="two words.png"></html>')),
    "icon of an option": with_picture("eye.png", option("hideIcon", "eye.png")),
    "loop keys without a loop": with_trait(
        Trigger("Odd", "Odd", named("Odd"), performed=(small.FLIP,), pre_loop_key=named("Nobody"))
    ),
    "a layer that follows nothing": with_trait(
        Layer(follows=False, follow="NoSuchProperty", name="L", images=("spear.png",))
    ),
    "hand of both sides": hand("Red,Blue"),
    "global property set": with_trait(sets("Score")),
    "a picture that VASSAL has": set_attribute("DiceButton", "icon", "zoom.png"),
    "an old name of a picture that VASSAL has": set_attribute("DiceButton", "icon", "moved"),
    "the mask of an old outline": with_picture("mask.png", with_trait(OldNonRectangular(path="nmask.png,m,0,0,l,4,4"))),
    "a picture in a drawn layout": with_picture("road.png", layout("Image;road.png;Fixed for this layout|I;C;0;0")),
    "a setup without a file": lambda root, entries: root.add(
        Component("VASSAL.build.module.PredefinedSetup", {"name": "No setup", "useFile": "true"})
    ),
    "a sum of a known property": lambda root, entries: root.add(
        Component("VASSAL.build.module.map.CounterDetailViewer", {"counterReportFormat": "$sum(Steps)$"})
    ),
    "a picture in a module with code": with_picture(
        "computed_3.png", lambda root, entries: entries.__setitem__("mine/Code.class", b"computed_")
    ),
    "a large picture that only code may show": both(
        lambda root, entries: entries.__setitem__("mine/Code.class", b"computed_"),
        lambda root, entries: entries.__setitem__("images/computed_3.png", small.picture(2100, 2000)),
    ),
    "the key of a deck that presses none when it is empty": set_attribute("DrawPile", "emptyHotkey", "57346,0,Nobody"),
    "whom a deck would let in that lets everybody in": set_attribute(
        "DrawPile", "restrictExpression", '{NoSuch == "1"}'
    ),
    "a zone where a region is meant": send("L", zone="{NoSuchZone}", region="{NoSuchRegion}", match="{NoSuch == 1}"),
    "a place where a piece is meant": send("A", x="{NoSuchX}", y="{NoSuchY}", match='{Side == "Red"}'),
    "how a loop would end that is off": with_trait(
        Trigger("Odd", "Odd", named("Odd"), performed=(small.FLIP,), until_match="{NoSuch == 1}")
    ),
    "how another kind of loop would end": with_trait(
        Trigger("Odd", "Odd", named("Odd"), performed=(small.FLIP,), loop=True, loop_count="2", while_match="{NoSuch}")
    ),
    "a fast match by places that is off": with_trait(
        GlobalKeyCommand("Odd", named("Odd"), small.FLIP, target=Target(zone="{NoSuchZone}"))
    ),
    "a piece that leaves its number to its slot": lambda root, entries: first(root, "PanelWidget").add(
        piece_slot(Piece(BasicPiece("spear.png", "Odd")), "Odd", "2")
    ),
    "the mask of an outline": with_picture(
        "two words.png", with_trait(NonRectangular(path="M 0 0 L 4 4 Z N two words.png"))
    ),
    "a picture that only a setup shows": with_picture(
        "old.png", plus(AddPiece("9", Piece(BasicPiece("old.png", "Spearmen", "", "", "Main", 8, 8, "1"))))
    ),
    "VASSAL's own picture on a piece": with_trait(MarkMoved("/images/moved.gif")),
    "boards that every setup chooses": lambda root, entries: first(root, "BoardPicker").add(
        component("m.map.boardPicker.Board", name="Second", image="board.png")
    ),
    "an observer without password": plus(Player("", "Ann", "<observer>")),
    "a map by its number": with_trait(SendToLocation("Go", named("Go"), "Map0", destination="L")),
    "a deck by its number": with_trait(
        ReturnToDeck("Back", named("Back"), player_chooses=False, deck_expression="Deck0")
    ),
    "a layer of old that hears a letter": with_trait(
        Trigger("Odd", "Odd", named("Odd"), performed=(key("7", ctrl=True, alt=True),)),
        Layer(activate_letter="7", activate_modifiers=10, images=("spear.png",), name="L", version=0),
    ),
    "a map where a piece is meant": with_trait(
        SendToLocation("Go", named("Go"), "Nowhere", destination="A", match='{Side == "Red"}')
    ),
    "a property of dice that is set": with_trait(sets("2d6_result")),
    "a PNG with a wrong sum in its head": lambda root, entries: entries.__setitem__(
        "images/spear.png", _mischecked(small.picture())
    ),
}


@pytest.mark.parametrize("name", SOWN)
def test_a_sown_fault_is_found(name: str) -> None:
    code, breaking = SOWN[name]
    assert code in {one.code for one in lint(breaking)}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_harmless_is_not_told(name: str) -> None:
    found = {one.code for one in lint(HARMLESS[name])}
    assert found <= {"A111", "A125"}, found


@pytest.mark.parametrize(("menu", "told"), [("Count", True), ("", False)])
def test_what_only_automation_changes_need_not_be_reported(menu: str, told: bool) -> None:
    changing = DynamicProperty("Hidden", "0", commands=(PropertyCommand(menu, named("Count"), SetValue("1")),))
    assert ("A111" in {one.code for one in lint(with_trait(changing))}) is told


_CTRL_A = key("A", ctrl=True)
BY_HAND: dict[str, tuple[Trait, bool]] = {
    "activated": (Layer("Show", images=("spear.png",), always_active=False, activate_key=_CTRL_A), True),
    "a menu without a key": (Layer("Show", images=("spear.png",), always_active=False), False),
    "always active": (Layer("Show", images=("spear.png",), activate_key=_CTRL_A), False),
    "one level": (Layer(increase_menu="Up", images=("spear.png",), increase_key=_CTRL_A), False),
    "two levels": (Layer(increase_menu="Up", images=("spear.png", "bow.png"), increase_key=_CTRL_A), True),
    "two levels of old": (
        Layer(increase_menu="Up", images=("spear.png", "bow.png"), increase_letter="U", version=0),
        True,
    ),
    "old without a letter": (Layer(increase_menu="Up", images=("spear.png", "bow.png"), version=0), False),
    "turned": (Rotate(6, clockwise_key=_CTRL_A, clockwise_menu="Turn"), True),
    "not turned": (Rotate(6, clockwise_menu="Turn"), False),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_a_command_without_a_key_or_levels_changes_nothing(name: str) -> None:
    trait, told = BY_HAND[name]
    assert ("A111" in {one.code for one in lint(with_trait(trait))}) is told


def test_copies_inside_traits_share_the_number_of_what_they_copy() -> None:
    inner = Piece(BasicPiece("spear.png", "Wreck", gpid="50"))
    marker = PlaceMarker("Wreck", named("Wreck"), marker=piece_slot(inner, "Wreck", "50").text, gpid="50")
    outer = Piece(BasicPiece("spear.png", "Tank", gpid="51"), (marker,))
    nested = PlaceMarker("Tank", named("Tank"), marker=piece_slot(outer, "Tank", "51").text, gpid="51")
    assert "A105" not in {one.code for one in lint(with_trait(marker, nested, gpid="2"))}


def extension(tmp_path: Path, module: str, *pieces: Piece) -> Path:
    slots = [piece_slot(piece, piece.basic.name, piece.basic.gpid) for piece in pieces]
    panel = component("w.PanelWidget", *slots, entryName="More")
    root = Component(
        "VASSAL.build.module.ModuleExtension", {"module": module, "moduleVersion": "1.0"}, children=[panel]
    )
    path = tmp_path / "more.vmdx"
    path.write_bytes(write_archive({"buildFile.xml": serialise(root)}))
    return path


def test_an_extension_is_held_against_its_module(tmp_path: Path) -> None:
    base = tmp_path / "base.vmod"
    entries: Entries = small.entries(root := small.build())
    base.write_bytes(write_archive({**entries, "buildFile.xml": serialise(root)}))
    good = Piece(BasicPiece("spear.png", "Guard", gpid="a:1"), (Prototype("Common"),))
    bad = Piece(BasicPiece("sper.png", "Guard", gpid="a:2"), (Prototype("Comon"),))
    told = {}
    for name, module, piece in (("good", small.ABOUT.name, good), ("bad", "Another", bad)):
        done = CliRunner().invoke(liege, ["lint", str(extension(tmp_path, module, piece)), str(base)])
        told[name] = {code for code in ("A132", "A103", "A101") if code in done.output}
    assert told == {"good": set(), "bad": {"A132", "A103", "A101"}}


def test_what_no_piece_uses_is_told_as_such_and_not_looked_into() -> None:
    """Nobody meets in play what a prototype does that no piece has, not even through another."""
    wrong = Trigger("Odd", "", named("Never"), performed=(named("Nobody"),))
    traits = (wrong, sets("Scoer"), Prototype("Gone"), Layer(images=("no-such.png",), name="L"))
    lone, outer = (Piece(BasicPiece("", ""), some) for some in (traits, (Prototype("Lone"),)))

    def breaking(root: Component, entries: Entries) -> None:
        for name, piece in (("Lone", lone), ("Outer", outer)):
            first(root, "PrototypesContainer").add(prototype(piece, name))

    told = lint(breaking)
    assert [one.code for one in told] == ["A133"]
    assert "2 prototypes are used by no piece: `Lone`, `Outer`" in told[0].message
    used = {one.code for one in lint(both(breaking, with_trait(Prototype("Outer"))))}
    assert used == {"A101", "A103", "A107", "A108", "A119"}


def test_a_global_property_that_is_not_there_is_told_of_who_sets_it_and_not_of_who_reads_it() -> None:
    """ "Nothing sets it" would be wrong: somebody tries to."""
    told = lint(with_trait(sets("Ploppp"), CalculatedProperty("Reads", "{Ploppp == 1}")))
    assert [one.code for one in told] == ["A119"]
    assert [one.code for one in lint(with_trait(CalculatedProperty("Reads", "{Ploppp == 1}")))] == ["A110"]


@pytest.mark.parametrize(
    ("tag", "code", "told"),
    [
        ("HakaTime", None, True),
        ("game.FTPMover", None, False),  # its name says what it stands in for
        ("game.Odd", b"...VASSAL/build/module/map/PieceMover...", False),  # and so does its code
        ("game.Odd", b"...VASSAL/build/module/Map...", True),
    ],
)
def test_a_class_of_the_modules_own_stands_in_only_for_what_it_is(tag: str, code: bytes | None, told: bool) -> None:
    def breaking(root: Component, entries: Entries) -> None:
        for board_map in root.all("Map"):
            board_map.children = [part for part in board_map.children if part.kind != "PieceMover"]
            board_map.add(Component(tag))
        if code is not None:
            entries[f"{tag.replace('.', '/')}.class"] = code

    assert ("A115" in {one.code for one in lint(breaking)}) is told
