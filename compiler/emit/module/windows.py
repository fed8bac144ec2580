"""The other windows of the toolbar: inventory, notes, and the menu of properties that no board shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.emit.module import keys
from compiler.emit.module.boards import listed, open_key
from compiler.emit.module.icons import icon
from compiler.emit.module.seatmarks import in_menu, seat_buttons
from compiler.emit.module.tracks import button_text, loose_tracks
from compiler.emit.plan import Plan
from compiler.vassal import expression as ex
from compiler.vassal import sequence
from compiler.vassal.buildfile import Component, component

OWN, WINDOWS = "My windows", "Windows"


def window_menus(plan: Plan) -> Iterator[Component]:
    """One menu for all windows that anybody opens, and one button or menu for one's own: only one's own ones open."""
    others = [window.name for window in plan.atlas.windows.values() if window.kind != "main" and not window.private]
    private = {w.sort: w for w in plan.atlas.windows.values() if w.private}
    for nth, (sort, window) in enumerate(private.items()):
        yield component(
            "m.DoActionButton",
            name=sort,
            text=sort if len(private) > 1 else "",
            tooltip=f"Open or close your own: {sort}",
            icon=icon("hand"),
            hotkey=keys.HAND if nth == 0 else "",
            doHotkey=True,
            hotkeys=(open_key(window),),
        )
    if len(private) > 1:
        yield _menu(OWN, "hand", private, "Open or close your own windows")
    if len(others) > 1:
        yield _menu(WINDOWS, "map", others, "Windows beside the map")


def _menu(text: str, picture: str, items: Iterable[str], tooltip: str) -> Component:
    """An icon that opens a menu."""
    return component(
        "m.ToolbarMenu", description=text, text="", icon=icon(picture), tooltip=tooltip, menuItems=listed(items)
    )


def tools(plan: Plan) -> Iterator[Component]:
    """Inventory and notes, and a menu for tracks that have no place on a board."""
    in_play = ex.every(ex.not_equals(ex.prop("CurrentMap"), ""), ex.not_equals(ex.prop("SideName"), ""))
    yield component(
        "m.Inventory", name="Inventory", text="", icon=icon("log"), tooltip="Where every army is",
        hotkey=keys.INVENTORY,
        include=ex.braced(in_play), groupBy=listed(("SideName", "Kind")), leafFormat="$PieceName$ in $LocationName$",
        sortFormat="$PieceName$", zoomOn=True, pieceZoom=0.33,
    )  # fmt: skip
    yield component(
        "m.NotesWindow",
        buttonText="",
        icon=icon("notes"),
        tooltip="Notes: the scenario, and your own",
        hotkey=keys.NOTES,
    )
    yield from seat_buttons(plan)
    texts = [*(button_text(track) for track in loose_tracks(plan)), *in_menu(plan)]
    if texts:
        yield component(
            "m.ToolbarMenu",
            description="State",
            text="State",
            tooltip="What no board shows",
            icon=icon("score"),
            menuItems=listed(texts),
        )


def without_lone_entries(root: Component) -> None:
    """A menu of one entry is no menu: its button stands in the toolbar itself, with the picture of the menu."""
    for menu in [part for part in root.children if part.kind == "ToolbarMenu"]:
        texts = sequence.listed(menu.get("menuItems"))
        if len(texts) != 1:
            continue
        parts = [part for part in root.walk() if texts[0] in (part.get("text"), part.get("buttonText"))]
        if len(parts) == 1 and parts[0].kind != "ToolbarMenu":
            (button,) = parts
            button.attributes["icon"] = menu.get("icon")
            root.children.remove(menu)
