"""The same content built by pywargame: map, counters, cards, dice, tracker, charts, and a setup."""

from __future__ import annotations

import importlib
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

from field import CARDS, COUNTERS, PLACED

# modules that use the syntax of 3.12; none takes part in writing
_NEW_SYNTAX = {
    "pywargame.vassal.merger": "Merger",
    "pywargame.vassal.traits.sheet": "SheetTrait",
    "pywargame.zuntzu.exporter": "ZTExporter",
}


def pywargame() -> Any:
    """The package, on 3.11 too."""
    if sys.version_info < (3, 12):
        for name, attribute in _NEW_SYNTAX.items():
            stand_in = ModuleType(name)
            setattr(stand_in, attribute, type(attribute, (), {}))
            sys.modules.setdefault(name, stand_in)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module("pywargame.vassal")


def build(peer: Any, path: Path, images: dict[str, bytes]) -> None:
    """Module and setup, from its own elements and traits."""
    tree = peer.BuildFile()
    game = tree.addGame(name="Field", version="1.0", description="The field")
    game.addBasicCommandEncoder()
    game.addPlayerRoster()
    game.addGlobalOptions()
    _prototypes(peer, game)
    _palette(peer, game)
    grid = _map(peer, game)
    game.addTurnTrack(
        name="Turns",
        counter={"property": "Turn", "phases": {"property": "Step", "names": [f"Step {n}" for n in range(13)]}},
    )
    game.addDiceButton(name="d6", nDice=1, nSides=6)
    charts = game.addChartWindow(name="Charts")
    for name in images:
        if name.startswith("chart_"):
            charts.addChart(chartName=name, fileName=name)
    game.addInventory(include="{}")
    game.addNotes()
    save = peer.SaveFile(game, firstid=1000)
    save.add(grid, "Main", **{f"Spears {n}": f"{12 + n % 40:02}{12 + n // 40:02}" for n in range(PLACED)})
    data = peer.ModuleData()
    data.addData().addVersion(version="1.0")
    with peer.VMod(str(path), "w") as vmod:
        for name, picture in images.items():
            vmod.addFile(f"images/{name}", picture)
        vmod.addFile(peer.VMod.BUILD_FILE, tree.encode())
        vmod.addFile(peer.VMod.MODULE_DATA, data.encode())
    lines = save.getLines(update=lambda name, traits: None)
    peer.SaveIO.writeSave(str(path.with_suffix(".vsav")), 0x5A, lines, savedata=data.encode(), moduledata=data.encode())


def _prototypes(peer: Any, game: Any) -> None:
    shelf = game.addPrototypes()
    keys = [peer.key(letter) for letter in "FMTEDC"]
    unit = [
        peer.MovedTrait(), peer.TrailTrait(), peer.DeleteTrait(), peer.ReportTrait(*keys),
        peer.SendtoTrait(mapName="Main", boardName="Main", name="Eliminate"), peer.SubMenuTrait("Send to", keys[:1]),
        peer.DynamicPropertyTrait(["Fought", peer.key("1"), peer.DynamicPropertyTrait.DIRECT, "yes"], name="fought",
                                  value=""),
        peer.CalculatedTrait(name="attack", expression='{GetProperty("attack_"+Face_Level)}'),
        peer.MarkTrait("Kind", "Infantry"), peer.BasicTrait(),
    ]  # fmt: skip
    shelf.addPrototype(name="Unit", traits=unit)
    shelf.addPrototype(name="North", traits=[peer.MarkTrait("Side", "north"), peer.BasicTrait()])
    shelf.addPrototype(name="South", traits=[peer.MarkTrait("Side", "south"), peer.BasicTrait()])


def _palette(peer: Any, game: Any) -> None:
    tabs = game.addPieceWindow(name="Pieces").addTabs(entryName="Pieces")
    panel = tabs.addPanel(entryName="Units")
    for n in range(COUNTERS):
        faces = [f"counter_unit_{n:03}_{face}.png" for face in ("fresh", "shaken")]
        marks = [peer.MarkTrait(name, str(n % 7)) for name in ("CounterId", "attack_1", "attack_2", "move_1", "move_2")]
        traits = [
            peer.PrototypeTrait("North" if n % 2 == 0 else "South"), peer.PrototypeTrait("Unit"), *marks,
            peer.LayerTrait(images=faces, newNames=["", "+ (shaken)"], name="Face", increaseName="Turn over"),
            peer.BasicTrait(name=f"Spears {n}", filename=faces[0], gpid=n + 1),
        ]  # fmt: skip
        panel.addPieceSlot(entryName=f"Spears {n}", gpid=n + 1, width=60, height=60, traits=traits)
    cards = tabs.addPanel(entryName="Cards")
    for n in range(1, CARDS + 1):
        traits = [
            peer.MaskTrait(keyCommand=peer.key("H"), imageName="cardback_event.png", hideCommand="Hide"),
            peer.MarkTrait("Number", str(n)), peer.BasicTrait(name=f"Event {n}", filename=f"card_card_{n:02}.png",
                                                              gpid=1000 + n),
        ]  # fmt: skip
        cards.addPieceSlot(entryName=f"Event {n}", gpid=1000 + n, width=252, height=352, traits=traits)


def _map(peer: Any, game: Any) -> Any:
    main = game.addMap(mapName="Main")
    for part in (
        "StackMetrics",
        "ForwardKeys",
        "Scroller",
        "ForwardToChatter",
        "MenuDisplayer",
        "MapCenterer",
        "StackExpander",
        "PieceMover",
        "KeyBufferer",
        "SelectionHighlighters",
        "HighlightLastMoved",
        "Zoomer",
        "CounterDetailViewer",
        "Flare",
        "ImageSaver",
        "TextSaver",
        "GlobalMap",
        "HidePiecesButton",
        "LOS",
    ):
        getattr(main, f"add{part}")()
    board = main.addBoardPicker().addBoard(name="Main", image="board_main.png", width=4480, height=2880)
    zoned = board.addZonedGrid()
    for n in range(50):
        zoned.addZone(name=f"Box {n}", path=f"{n},0;{n + 1},0;{n + 1},1;{n},1")
    zone = zoned.addZone(name="Hexes", path="0,0;4480,0;4480,2880;0,2880")
    grid = zone.addHexGrid(x0=84, y0=142, dx=65.8, dy=76.0)
    grid.addNumbering(first="H", hType="N", hLeading=1, vLeading=1, hOff=1, vOff=1, stagger=False)
    return grid
