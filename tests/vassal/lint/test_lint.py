"""Lints: the small module is clean; break one thing and exactly that code appears."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from compiler.diagnostics import CODES, Diagnostic
from compiler.diagnostics.explain import page
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.buildfile import Component, component, piece_slot, prototype, serialise
from compiler.vassal.commands import AddPiece, Board, Boards, EndSave, Player, SetupDone
from compiler.vassal.keys import key, named
from compiler.vassal.lint import lint_module, lint_save
from compiler.vassal.piece import BasicPiece, Piece, Stack
from compiler.vassal.save import Save, write_save
from compiler.vassal.traits import (
    CalculatedProperty,
    Layer,
    Prototype,
    Report,
    ReturnToDeck,
    Rotate,
    SubMenu,
    Trait,
    Trigger,
    UnknownTrait,
)
from tests.vassal import small

Entries = dict[str, bytes]
Break = Callable[[Component, Entries], object]


def lint(breaking: Break = lambda root, entries: None) -> list[Diagnostic]:
    """The diagnostics of the small module after one change."""
    root = small.build()
    entries = small.entries(root)
    breaking(root, entries)
    entries["buildFile.xml"] = entries.pop("written.xml", None) or serialise(root)
    return lint_module(read_archive(write_archive(entries), "small.vmod"))


def first(root: Component, kind: str) -> Component:
    found = root.first(kind)
    assert found is not None
    return found


def with_trait(*traits: Trait, gpid: str = "2") -> Break:
    """One more piece in the palette, with these traits."""
    piece = Piece(BasicPiece("spear.png", "Odd", gpid=gpid), traits)
    return lambda root, entries: first(root, "PanelWidget").add(piece_slot(piece, "Odd", gpid))


def with_commands(change: Callable[[list[object]], object]) -> Break:
    """The save of the setup with other commands."""

    def breaking(root: Component, entries: Entries) -> None:
        commands: list[object] = list(small.state())
        change(commands)
        entries["first.vsav"] = write_save(Save(tuple(commands)))  # type: ignore[arg-type]

    return breaking


def without(kind: type) -> Break:
    def change(commands: list[object]) -> None:
        commands[:] = [command for command in commands if not isinstance(command, kind)]

    return with_commands(change)


def plus(*commands: object) -> Break:
    return with_commands(lambda found: found.__setitem__(slice(1, 1), commands))


def set_attribute(kind: str, name: str, value: str) -> Break:
    return lambda root, entries: first(root, kind).attributes.__setitem__(name, value)


def drop(kind: str) -> Break:
    def breaking(root: Component, entries: Entries) -> None:
        for each in root.walk():
            each.children[:] = [child for child in each.children if child.kind != kind]

    return breaking


def late_options(root: Component, entries: Entries) -> None:
    options = first(root, "GlobalOptions")
    root.children.remove(options)
    root.children.append(options)


def two_prototypes(root: Component, entries: Entries) -> None:
    first(root, "PrototypesContainer").add(
        prototype(Piece(traits=(Prototype("Beta"),)), "Alpha"), prototype(Piece(traits=(Prototype("Alpha"),)), "Beta")
    )
    with_trait(Prototype("Alpha"))(root, entries)


def second_board(root: Component, entries: Entries) -> None:
    first(root, "BoardPicker").add(component("m.map.boardPicker.Board", name="Second", image="board.png"))
    root.add(component("m.PredefinedSetup", name="An empty game", useFile=False))


def slot_of_another(root: Component, entries: Entries) -> None:
    piece = Piece(BasicPiece("spear.png", "Odd", gpid="4"))
    first(root, "PanelWidget").add(piece_slot(piece, "Odd", "3"))


def unreadable(root: Component, entries: Entries) -> None:
    first(root, "PrototypesContainer").add(Component("VASSAL.build.module.PrototypeDefinition", text="+/null/nonsense"))


def cdata(root: Component, entries: Entries) -> None:
    entries["written.xml"] = serialise(root).replace(b"<entry>Red", b"<entry><![CDATA[Red]]>")


ROUT = Trigger("Odd", "Odd", named("Odd"), performed=(named("Nowhere"),))
DISCARD = ReturnToDeck("Away", named("Away"), player_chooses=False, deck_expression="No such deck")
BACKWARD = Stack("Main", 5, 5, ("4001",))
STRANGER = small.expanded(small.spearmen("77", "Ronin")).at("Main", 40, 40)
FAULTS: dict[str, list[Break]] = {
    "A101": [
        lambda root, entries: entries.pop("images/spear2.png"),
        set_attribute("DiceButton", "icon", "no-such.png"),
    ],
    "A102": [lambda root, entries: entries.__setitem__("images/nobody.png", small.picture())],
    "A103": [with_trait(Prototype("Comon"))],
    "A104": [two_prototypes],
    "A105": [with_trait(gpid="1")],
    "A106": [set_attribute("GameModule", "nextPieceSlotId", "5"), slot_of_another],
    "A107": [
        with_trait(Trigger("Odd", "", named("Odd"), performed=(small.FLIP,))),
        with_trait(Report((named("Odd"),), "x")),
    ],
    "A108": [
        with_trait(ROUT),
        lambda root, entries: root.add(component("m.DoActionButton", text="x", hotkeys=(named("Nothing"),))),
        set_attribute("GlobalKeyCommand", "hotkey", "57348,0,Nobody"),
    ],
    "A109": [
        with_trait(CalculatedProperty("Odd", "{Steps +}")),
        set_attribute("GlobalKeyCommand", "filter", "Side"),
        set_attribute("GlobalKeyCommand", "filter", '{Side == "Red}'),
    ],
    "A110": [
        with_trait(CalculatedProperty("Odd", "{Stepps + 1}")),
        set_attribute("GlobalKeyCommand", "filter", "Syde = Red"),
        set_attribute("DiceButton", "reportFormat", "$no such name$"),
    ],
    "A111": [with_trait(Rotate(6, clockwise_key=key("K", ctrl=True), clockwise_menu="Turn"))],
    "A112": [plus(AddPiece("4000", STRANGER))],
    "A113": [lambda root, entries: entries.pop("first.vsav")],
    "A114": [lambda root, entries: entries.__setitem__("images/spear.png", small.picture(2100, 2000))],
    "A115": [drop("PieceMover"), drop("MenuDisplayer")],
    "A116": [late_options],
    "A117": [unreadable],
    "A118": [lambda root, entries: entries.pop("help.html")],
    "A119": [with_trait(DISCARD), plus(Boards("Main", (Board("No such board"),)))],
    "A120": [lambda root, entries: root.add(component("m.map.DrawPile", name="Events"))],
    "A121": [cdata],
    "A122": [plus(Player("secret", "Somebody", "Red"))],
    "A124": [lambda root, entries: entries.__setitem__("images/spear.png", b"no image")],
    "A125": [with_trait(Layer(images=("spear.png",), version=0))],
    "A126": [without(EndSave), without(SetupDone)],
    "A127": [second_board],
    "A128": [with_trait(UnknownTrait("magic;1", ""))],
    "A129": [with_trait(SubMenu("More", ("Nothing",)))],
    "A130": [plus(AddPiece("4000", small.spearmen().at("Main", 40, 40)))],
    "A131": [plus(AddPiece("4000", BACKWARD))],
    "A133": [lambda root, entries: first(root, "PrototypesContainer").add(prototype(Piece(), "Unused"))],
}


def test_the_small_module_and_its_saves_are_clean() -> None:
    assert lint() == []
    for save in (small.save(), small.log()):
        assert lint_save(read_archive(write_save(save), "x.vsav")) == []


@pytest.mark.parametrize(
    ("code", "breaking"), [(code, breaking) for code, several in FAULTS.items() for breaking in several]
)
def test_one_fault_gives_its_code(code: str, breaking: Break) -> None:
    found = lint(breaking)
    assert {each.code for each in found} == {code}, [each.message for each in found]
    assert all(each.span is not None and each.span.file.startswith("small.vmod") for each in found)


@pytest.mark.parametrize(
    ("player", "is_told"),
    [
        (Player("nobody:red", "nobody", "Red"), False),  # who keeps a side shut in our setups
        (Player("nobody:red_2", "niemand", "Red"), False),
        (Player("nobody", "nobody", "Red"), True),
        (Player("nobody:", "nobody", "Red"), True),
        (Player("Nobody:red", "nobody", "Red"), True),
        (Player("my nobody:red", "Ann", "Red"), True),
        (Player("nobody:Secret word!", "Ann", "Red"), True),  # a password that only begins so
        (Player("", "Ann", "Red"), True),
        (Player("secret", "Ann", "<observer>"), True),
        (Player("", "Ann", "<observer>"), False),
    ],
)
def test_only_who_keeps_a_side_shut_is_no_player_in_a_setup(player: Player, is_told: bool) -> None:
    assert [each.code for each in lint(plus(player))] == ["A122"] * is_told


def test_every_lint_has_a_fault() -> None:
    told_elsewhere = {"A132"}  # of two files: `test_seeded`
    assert [code for code in CODES if code.startswith("A1") and code not in {*FAULTS, *told_elsewhere}] == []


@pytest.mark.parametrize("code", [code for code in CODES if code.startswith("A")])
def test_every_code_has_a_page_of_four_parts(code: str) -> None:
    told = page(code)
    assert told is not None
    assert [line[3:] for line in told.splitlines() if line.startswith("## ")] == ["What", "Why", "Broken", "Mended"]


def test_a_near_name_is_offered() -> None:
    assert [each.help for each in lint(with_trait(Prototype("Comon")))] == ["did you mean `Common`?"]
    wrong_case = lint(set_attribute("DiceButton", "icon", "Spear.png"))
    assert [each.help for each in wrong_case] == ["did you mean `spear.png`?"]


def test_faults_point_at_the_line_of_the_build_file() -> None:
    root = small.build()
    line = serialise(root).decode().splitlines().index(next(
        each for each in serialise(root).decode().splitlines() if "DiceButton" in each
    )) + 1  # fmt: skip
    found = lint(set_attribute("DiceButton", "icon", "no-such.png"))
    assert [(each.span.file, each.span.line) for each in found if each.span] == [("small.vmod!buildFile.xml", line)]


def test_an_image_in_html_or_in_a_filled_name_is_used() -> None:
    def breaking(root: Component, entries: Entries) -> None:
        entries["images/in help.png"] = entries["images/die-1.png"] = small.picture()
        entries["help.html"] = b'<img src="in%20help.png">'
        first(root, "DiceButton").attributes["reportFormat"] = '<img src="die-$result1$.png">'

    assert lint(breaking) == []


def test_pieces_of_one_make_are_one_fault() -> None:
    def breaking(root: Component, entries: Entries) -> None:
        turn = Rotate(6, clockwise_key=key("K", ctrl=True), clockwise_menu="Turn")
        for number in range(30, 40):
            piece = Piece(BasicPiece("spear.png", "Odd", gpid=str(number)), (turn,))
            first(root, "PanelWidget").add(piece_slot(piece, f"Odd {number}", str(number)))

    (found,) = lint(breaking)
    assert found.message == "`Odd 30` and 9 like it can change in play and never reports it"


def test_a_broken_setup_does_not_stop_the_other_lints() -> None:
    def breaking(root: Component, entries: Entries) -> None:
        entries["first.vsav"] = b"no zip"
        entries["images/nobody.png"] = small.picture()

    assert {each.code for each in lint(breaking)} == {"A001", "A102"}


def test_a_save_that_stands_alone_is_linted() -> None:
    save = replace(small.save(), commands=small.state()[:-2])
    assert [each.code for each in lint_save(read_archive(write_save(save), "x.vsav"))] == ["A126", "A126"]


def test_an_extension_may_use_what_its_module_has() -> None:
    piece = Piece(BasicPiece("of-the-module.png", "Odd", gpid="9"), (Prototype("Of the module"), ROUT))
    root = component("VASSAL.build.module.ModuleExtension", piece_slot(piece, "Odd", "9"), nextPieceSlotId=10)
    archive = read_archive(write_archive({"buildFile.xml": serialise(root)}), "x.vmdx")
    assert lint_module(archive) == []
