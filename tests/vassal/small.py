"""A small module, save and log of our own, built with the library; the lints find nothing in it."""

from __future__ import annotations

import io
from dataclasses import replace

from PIL import Image

from compiler.vassal.archive import write_archive
from compiler.vassal.buildfile import Component, component, piece_slot, prototype, serialise
from compiler.vassal.commands import (
    AddPiece,
    BeginSave,
    Board,
    Boards,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    GlobalProperty,
    Log,
    MovePiece,
    Series,
    SetupDone,
)
from compiler.vassal.deck import Deck
from compiler.vassal.expression import braced, greater, prop
from compiler.vassal.keys import key, named
from compiler.vassal.metadata import Metadata, write_metadata
from compiler.vassal.piece import BasicPiece, Body, Piece, Stack
from compiler.vassal.save import Save, write_save
from compiler.vassal.traits import (
    Delete,
    DynamicProperty,
    Layer,
    Marker,
    MarkMoved,
    Mask,
    Prototype,
    Report,
    ReturnToDeck,
    Rotate,
    Trigger,
)
from compiler.vassal.values import AddNumber, Limits, PropertyCommand

FLIP = key("F", ctrl=True)
ABOUT = Metadata(name="Ford of the Small River", version="1.0", description="a test", vassal_version="3.7.0")
COMMON = (
    Rotate(6, clockwise_key=key("]", ctrl=True), clockwise_menu="Turn right", name="Facing"),
    MarkMoved("moved.png", 10, -10),
    Delete(),
    Report((FLIP, named("LoseStep")), "$location$: $newPieceName$ $menuCommand$ *"),
)


def picture(width: int = 4, height: int = 4) -> bytes:
    """A PNG of that size."""
    out = io.BytesIO()
    Image.new("P", (width, height), 1).save(out, "PNG")
    return out.getvalue()


def spearmen(gpid: str = "1", name: str = "Spearmen 槍", side: str = "Red") -> Piece:
    """A two-sided counter with steps."""
    steps = PropertyCommand("Lose step", named("LoseStep"), AddNumber("-1"))
    return Piece(
        BasicPiece("spear.png", name, gpid=gpid),
        (
            Prototype("Common"),
            DynamicProperty("Steps", Limits(True, "0", "4"), (steps,), "how many are left", "4"),
            Layer(
                increase_menu="Flip", increase_key=FLIP, images=("spear.png", "spear2.png"),
                level_names=("", "+ (reduced)"), name="Flip",
            ),
            Trigger("Rout", "Rout", named("Rout"), braced(greater(prop("Steps"), 0)), (), (named("LoseStep"), FLIP)),
            Marker(("Side", "Kind"), (side, "foot; with, odd/ marks\\x")),
        ),
    )  # fmt: skip


def card(gpid: str, name: str) -> Piece:
    """A card of the deck."""
    discard = ReturnToDeck("Discard", named("Discard"), "Events", player_chooses=False, deck_expression="Events")
    mask = Mask(key("H", ctrl=True), "back.png", "Mask", access="side:")
    return Piece(BasicPiece("card.png", name, gpid=gpid), (mask, discard))


DECK = Deck(width=60, height=90, name="Events", shuffle="Via right-click Menu")


def board() -> Component:
    """One board with numbered hexes."""
    numbering = component("b.mapgrid.HexGridNumbering", hOff=1, vOff=1, stagger=False)
    grid = component("b.HexGrid", numbering, x0=40, y0=40, dx=48.0, dy=56.0)
    return component("m.map.boardPicker.Board", grid, name="Field", image="board.png")


def the_map() -> Component:
    """The main map with every part it needs."""
    parts = ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
             "PieceMover", "KeyBufferer")  # fmt: skip
    slot = piece_slot(spearmen("10"), "Spearmen 槍", "10")
    cards = [piece_slot(card(str(20 + n), f"Card {n}"), f"Card {n}", str(20 + n), card=True) for n in range(2)]
    pile = component("m.map.DrawPile", *cards, name="Events", owningBoard="Field", x=450, y=450, width=60, height=90)
    return component(
        "m.Map",
        component("m.map.BoardPicker", board()),
        component("m.map.StackMetrics"),
        *(component(f"m.map.{part}") for part in parts),
        component("m.map.SetupStack", slot, name="Start", owningBoard="Field", x=40, y=40),
        pile,
        mapName="Main",
        moveWithinFormat="$pieceName$ moves $previousLocation$ -> $location$ *",
    )


def build() -> Component:
    """The build file."""
    palette = component("w.PanelWidget", piece_slot(spearmen(), "Spearmen 槍", "1", 48, 48), entryName="Foot")
    setup = component("m.PredefinedSetup", name="First battle", file="first.vsav")
    return component(
        "VASSAL.build.GameModule",
        component("m.BasicCommandEncoder"),
        component(
            "m.Documentation",
            component("m.documentation.HelpFile", title="Start", fileName="help.html"),
            component("m.documentation.AboutScreen", title="About", fileName="about.png"),
        ),
        component("m.PlayerRoster", Component("entry", text="Red"), Component("entry", text="Blue")),
        component("m.GlobalOptions", chatterHTMLSupport="Always"),
        component("m.properties.GlobalProperties", component("m.properties.GlobalProperty", name="Score")),
        component("VASSAL.i18n.Language"),
        component("m.Chatter"),
        component("m.KeyNamer"),
        component("m.PrototypesContainer", prototype(Piece(traits=COMMON), "Common")),
        component("m.PieceWindow", palette, name="Pieces"),
        the_map(),
        component("m.DiceButton", name="2d6", text="2d6", hotkey=named("Roll")),
        component("m.GlobalKeyCommand", name="Flip red", buttonText="Flip red", hotkey=FLIP, filter='{Side == "Red"}'),
        setup,
        name=ABOUT.name, version=ABOUT.version, description=ABOUT.description, nextPieceSlotId=100,
    )  # fmt: skip


def expanded(piece: Piece) -> Piece:
    """The piece as it is in play: the prototype's traits in its place."""
    traits = [inner for trait in piece.traits for inner in (COMMON if isinstance(trait, Prototype) else (trait,))]
    return replace(piece, traits=tuple(traits))


def bodies() -> dict[str, Body]:
    """What stands on the map in the save."""
    return {
        "1001": expanded(spearmen()).at("Main", 40, 40),
        "1002": expanded(spearmen("10")).at("Main", 88, 68),
        "1003": card("20", "Card 0").at("Main", 450, 450),
        "1010": Stack("Main", 40, 40, ("1001",)),
        "1011": Stack("Main", 88, 68, ("1002",)),
        "1012": replace(DECK, map="Main", x=450, y=450, cards=("1003",)),
    }


def state() -> tuple[Command, ...]:
    """The commands of the save."""
    return (
        BeginSave(),
        *(AddPiece(identifier, body) for identifier, body in bodies().items()),
        GlobalProperty("Score", "3", "Module"),
        Boards("Main", (Board("Field"),)),
        SetupDone(),
        EndSave(),
    )


def steps() -> tuple[Command, ...]:
    """The steps of the log."""
    before = bodies()["1002"].encode()[1]
    after = before.replace("4", "3", 1)
    move = MovePiece("1001", "Main", 88, 68, "1002", "Main", 40, 40, "null", "secret")
    return (
        Log(Chat("* Red begins")),
        Series((Log(move), Log(Chat("* Spearmen moves 0101 -> 0201")))),
        Log(ChangePiece("1002", after, before)),
        Series((Log(ChangeProperty("Score", "3", "4")), Log(Chat("* score")))),
    )


def save() -> Save:
    return Save(state(), ABOUT.as_save("First battle"), ABOUT)


def log() -> Save:
    return Save((*state(), *steps()), ABOUT.as_save("A log"), ABOUT)


def entries(root: Component | None = None) -> dict[str, bytes]:
    """All entries of the module."""
    images = ("about", "back", "board", "card", "moved", "spear", "spear2")
    return {
        "buildFile.xml": serialise(root or build()),
        "moduledata": write_metadata(ABOUT),
        "help.html": "<html><body>Drag the counters. 駒</body></html>".encode(),
        "first.vsav": write_save(save()),
        **{f"images/{name}.png": picture() for name in images},
    }


def vmod(root: Component | None = None) -> bytes:
    """The module as a file."""
    return write_archive(entries(root))
