"""The other windows of the toolbar: inventory, notes, and the menu of properties that no board shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.emit.asking import Question
from compiler.emit.atlas import Window
from compiler.emit.automation.lookup import choose
from compiler.emit.chat import IN_TURN
from compiler.emit.module import keys
from compiler.emit.module.boards import listed, opens, window_button
from compiler.emit.module.icons import icon
from compiler.emit.module.seatmarks import in_menu, seat_buttons
from compiler.emit.module.tracks import button_text, loose_tracks
from compiler.emit.names import SOLO
from compiler.emit.plan import Plan
from compiler.emit.seats import absent, away_property, plays
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal import sequence
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named

OWN, WINDOWS = "My windows", "Windows"


def window_menus(plan: Plan) -> Iterator[Component]:
    """One menu for all windows that anybody opens, and one button or menu for one's own: only one's own ones open."""
    others = [window for window in plan.atlas.windows.values() if window.kind != "main" and not window.private]
    private = _private(plan)
    yield from (window_button(plan, window, window.name if len(others) > 1 else "") for window in others)
    for nth, (sort, windows) in enumerate(private.items()):
        yield component(
            "m.DoActionButton",
            name=sort,
            text=sort if len(private) > 1 else "",
            tooltip=f"Open or close your own: {sort}",
            icon=icon("hand"),
            hotkey=keys.HAND if nth == 0 else "",
            doHotkey=True,
            hotkeys=opens(windows[0]) if len(windows) == 1 else (_seated(nth), _alone(nth)),
            canDisable=bool(away := _away(plan, windows[0])),
            propertyGate=away,
        )
        if len(windows) > 1:
            yield from _opening(plan, nth, sort, windows)
    if len(private) > 1:
        yield _menu(OWN, "hand", private, "Open or close your own windows")
    if len(others) > 1:
        yield _menu(WINDOWS, "map", (window.name for window in others), "Windows beside the map")


def _private(plan: Plan) -> dict[str, list[Window]]:
    """The windows that only their owners see, by their sort."""
    found: dict[str, list[Window]] = {}
    for window in plan.atlas.windows.values():
        if window.private:
            found.setdefault(window.sort, []).append(window)
    return found


def _away(plan: Plan, window: Window) -> str:
    """The property that says that a setup goes without windows of this sort."""
    base = window.source.base if isinstance(window.source, Pile) else ""
    return away_property(base) if base in absent(plan) else ""


def _seated(nth: int) -> Key:
    return named(f"liege-open-own-{nth}")


def _alone(nth: int) -> Key:
    return named(f"liege-open-one-{nth}")


def _opening(plan: Plan, nth: int, sort: str, windows: list[Window]) -> Iterator[Component]:
    """Whoever has a seat opens his own; who plays alone is asked for one, since VASSAL lays them over one another."""
    alone = ex.equals(ex.prop("PlayerSide"), SOLO)
    asks = _question(plan, nth, sort, windows)
    chosen = [named(f"liege-open-chosen-{nth}-{k}") for k, _ in enumerate(windows)]
    yield _gate(f"{sort}: one's own", _seated(nth), opens(*windows), ex.not_(alone))
    yield _gate(f"{sort}: one of them", _alone(nth), (*asks.chain, *chosen), alone)
    for window, key in zip(windows, chosen, strict=True):
        yield _gate(f"{sort}: {window.name}", key, opens(window), ex.equals(ex.prop(asks.holder), window.name))


def _gate(name: str, key: Key, pressed: tuple[Key, ...], test: ex.Node) -> Component:
    return component(
        "m.DoActionButton", name=name, text="", icon="", hotkey=key, doHotkey=True, hotkeys=pressed, doLoop=True,
        loopType="counted", loopCount=ex.braced(ex.if_(test, 1, 0)),
    )  # fmt: skip


def _question(plan: Plan, nth: int, sort: str, windows: list[Window]) -> Question:
    """Which one: that of the player whose step it is first, and of the others those who play."""
    whose = ex.prop(IN_TURN)
    mine = [
        (ex.any_of(*(ex.equals(whose, plan.game.seats[seat].name.en) for seat in window.seats)), window.name)
        for window in windows
    ]
    answers = [ex.braced(choose(mine, ""))]
    for (test, name), window in zip(mine, windows, strict=True):
        played = ex.any_of(*(plays(plan, seat) for seat in window.seats))
        answers.append(ex.braced(ex.if_(ex.every(played, ex.not_(test)), name, "")))
    return Question(f"Opened_{nth}", f"Open or close: {sort}", tuple(answers))


def window_properties(plan: Plan) -> Iterator[Component]:
    """Which of several windows of a sort who plays alone opens."""
    for nth, (sort, windows) in enumerate(_private(plan).items()):
        if len(windows) > 1:
            yield _question(plan, nth, sort, windows).component()


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
