"""The other windows of the toolbar: inventory, notes, and the menu of properties that no board shows."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit import keys
from compiler.emit.boards import listed
from compiler.emit.plan import Plan
from compiler.emit.tracks import button_text, loose_tracks
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component


def tools(plan: Plan) -> Iterator[Component]:
    """Inventory and notes, and a menu for tracks that have no place on a board."""
    in_play = ex.every(ex.not_equals(ex.prop("CurrentMap"), ""), ex.not_equals(ex.prop("SideName"), ""))
    yield component(
        "m.Inventory", name="Inventory", text="", tooltip="Where every army is", hotkey=keys.INVENTORY,
        include=ex.braced(in_play), groupBy=listed(("SideName", "Kind")), leafFormat="$PieceName$ in $LocationName$",
        sortFormat="$PieceName$", zoomOn=True, pieceZoom=0.33,
    )  # fmt: skip
    yield component("m.NotesWindow", buttonText="", tooltip="Notes: the scenario, and your own", hotkey=keys.NOTES)
    texts = [button_text(track) for track in loose_tracks(plan)]
    if texts:
        yield component("m.ToolbarMenu", description="State", text="State", tooltip="What no board shows",
                        icon="", menuItems=listed(texts))
