"""The other windows of the toolbar: inventory, notes, and the menu of properties that no board shows."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import Window
from compiler.emit.module import keys
from compiler.emit.module.boards import listed, open_key
from compiler.emit.module.seatmarks import in_menu, seat_buttons
from compiler.emit.module.tracks import button_text, loose_tracks
from compiler.emit.plan import Plan
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

_FEW = 2  # so many windows of a sort keep their own buttons


def window_menus(plan: Plan) -> Iterator[Component]:
    """A menu for windows of one sort, and one button for all private windows of a sort: only one's own ones open."""
    sorts: dict[str, list[Window]] = {}
    for window in plan.atlas.windows.values():
        if window.kind != "main":
            sorts.setdefault(window.sort, []).append(window)
    nth = 0
    for sort, windows in sorts.items():
        if windows[0].private:
            yield component(
                "m.DoActionButton",
                name=sort,
                text=sort,
                tooltip=f"Open or close your own: {sort}",
                icon="/images/map.gif",
                hotkey=keys.HAND if nth == 0 else "",
                doHotkey=True,
                hotkeys=(open_key(windows[0]),),
            )
            nth += 1
        elif len(windows) > _FEW:
            yield component(
                "m.ToolbarMenu",
                description=sort,
                text=f"{sort} …",
                tooltip=f"Windows: {sort}",
                icon="/images/map.gif",
                menuItems=listed(window.name for window in windows),
            )


def tools(plan: Plan) -> Iterator[Component]:
    """Inventory and notes, and a menu for tracks that have no place on a board."""
    in_play = ex.every(ex.not_equals(ex.prop("CurrentMap"), ""), ex.not_equals(ex.prop("SideName"), ""))
    yield component(
        "m.Inventory", name="Inventory", text="", tooltip="Where every army is", hotkey=keys.INVENTORY,
        include=ex.braced(in_play), groupBy=listed(("SideName", "Kind")), leafFormat="$PieceName$ in $LocationName$",
        sortFormat="$PieceName$", zoomOn=True, pieceZoom=0.33,
    )  # fmt: skip
    yield component("m.NotesWindow", buttonText="", tooltip="Notes: the scenario, and your own", hotkey=keys.NOTES)
    yield from seat_buttons(plan)
    texts = [*(button_text(track) for track in loose_tracks(plan)), *in_menu(plan)]
    if texts:
        yield component(
            "m.ToolbarMenu",
            description="State",
            text="State",
            tooltip="What no board shows",
            icon="",
            menuItems=listed(texts),
        )
