"""Maps, boards, grids and zones, with all the parts a map needs to be alive."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from compiler.emit.atlas import Window, Zone, most_held, pixels
from compiler.emit.automation.left_out import shaded, shadings
from compiler.emit.automation.moves import looks_at_moves
from compiler.emit.chat import player, said
from compiler.emit.first_view import camera, fit_key
from compiler.emit.module import keys
from compiler.emit.module.icons import icon
from compiler.emit.module.layers import layers
from compiler.emit.module.reserve import Reserve, draw_reserve, reserves
from compiler.emit.module.tracks import has_markers
from compiler.emit.module.viewer import viewers
from compiler.emit.names import SOLO
from compiler.emit.plan import Plan
from compiler.emit.seats import absent, away_property
from compiler.model.graph import Display, Map
from compiler.model.piles import Pile
from compiler.render.map.tracks import PILE_MARGIN, pile_size
from compiler.render.screen import SCALE, Panel
from compiler.vassal import expression as ex
from compiler.vassal import sequence
from compiler.vassal.buildfile import Component, Value, component
from compiler.vassal.keys import Key, named

# Without these a map is dead: nothing can be selected, moved or scrolled.
_LIFE = ("ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
         "PieceMover", "KeyBufferer")  # fmt: skip
_ZOOMS = ("0.25", "0.33", "0.5", "0.65", "0.8", "1.0", "1.25", "1.6", "2.0")
_ZOOM_START = 4  # counted from the largest: 1.0
_SEAL = "180,48,43"
_TOWER = 8  # pieces of one sort; more are a tower
_APART = 12  # pixels between the cards of a hand
_TAGS = {"private": "m.PrivateMap", "hand": "m.PlayerHand"}


def zooms(scale: int) -> tuple[str, ...]:
    """The zooms of a window: a piece is on the screen as large as ever, however many pixels its picture has."""
    return tuple(zoom if scale == SCALE else f"{float(zoom) * SCALE / scale:.3g}" for zoom in _ZOOMS)


def _picture(plan: Plan, window: Window) -> str:
    """The icon that opens a window."""
    if window.name == reserves(plan.game):
        return "reserve"
    return {"hand": "hand", "piles": "deck"}.get(window.kind, "map")


def listed(items: Iterable[str]) -> str:
    """A comma list as attributes hold it."""
    return sequence.encode(items, ",")


def window_component(plan: Plan, window: Window, *decks: Component) -> Component:
    """A window with its board and everything around it; decks stand on it."""
    shared: dict[str, Value] = {
        "mapName": window.name, "launch": window.kind != "main", "backgroundcolor": "40,38,34", "color": _SEAL,
        "thickness": 3, "buttonName": "", "icon": "",
        "markUnmovedIcon": icon("mark-moved"), **_reports(window),
        "moveKey": str(keys.LANDED) if has_markers(plan) or looks_at_moves(plan) else "",
    }  # fmt: skip
    if window.kind == "main":
        shared |= {
            "markUnmovedText": "",
            "markUnmovedTooltip": "Unmark all moved pieces",
            "markUnmovedHotkey": str(keys.UNMARK),
            "markUnmovedReport": "Nothing has moved yet.",
        }
    else:
        # a button of ours opens it, and fits its board into it; one opens those of a sort that only their owners see
        shared["hotkey"] = open_key(window)
    if window.private:
        shared |= {"side": listed(_owners(plan, window)), "visible": False}
    if window.name != reserves(plan.game):
        _draw(plan, window)
    parts = [board_picker(plan, window), *_life(plan, window), *_tools(plan, window), *decks]
    return component(_TAGS.get(window.kind, "m.Map"), *parts, body="", **shared)


def _draw(plan: Plan, window: Window) -> None:
    """Order the picture of a window."""
    source = window.source
    if isinstance(source, Map):
        plan.studio.board(window.image, source)
    elif isinstance(source, Display):
        plan.studio.display(window.image, source)
    else:
        named = window.kind != "hand"
        boxes = tuple((zone.name, *_frame(zone, window.scale)) for zone in window.zones) if named else ()
        plan.studio.panel(window.image, Panel(window.size, window.name if named else None, boxes))


def _frame(zone: Zone, scale: int) -> tuple[float, float, float, float]:
    """Corner and size of a zone in millimetres."""
    (left, top), _, (right, bottom), _ = zone.path[:4]
    return left / scale, top / scale, (right - left) / scale, (bottom - top) / scale


def open_key(window: Window) -> Key:
    """The command that opens a window beside the map, or closes it."""
    return named(f"liege-open-{window.name}".replace(",", ""))


def opens(*windows: Window) -> tuple[Key, ...]:
    """Open or close them, then see that each board fits."""
    return (*map(open_key, windows), *map(fit_key, windows))


def window_button(plan: Plan, window: Window, text: str = "") -> Component:
    """What opens a window that anybody may look into; several stand in a menu, which lists them by their texts."""
    side = window.source.side if isinstance(window.source, Display) else None
    away = away_property(side) if side in absent(plan) else ""
    return component(
        "m.DoActionButton", name=window.name, text=text, tooltip=f"Show or hide: {window.name}",
        icon=icon(_picture(plan, window)), doHotkey=True, hotkeys=opens(window),
        canDisable=bool(away), propertyGate=away,
    )  # fmt: skip


def _owners(plan: Plan, window: Window) -> list[str]:
    return [*(plan.game.seats[seat].name.en for seat in window.seats), SOLO]


def _reports(window: Window) -> dict[str, str]:
    """Moves as sentences; a private window never names the piece, and of commands only cards in hands tell."""
    if window.private:
        thing = "card" if window.kind == "hand" else "piece"
        return {
            "moveToFormat": ex.braced(said(player(), f" puts a {thing} into {window.name}")),
            "moveWithinFormat": "",
            "createFormat": "",
            "changeFormat": "$message$" if window.kind == "hand" else "",
        }
    piece = ex.prop("pieceName")
    moved = (player(), ": <b>", piece, "</b> from ", ex.prop("previousLocation"), " to ")
    stays = ex.equals(ex.prop("previousLocation"), ex.prop("location"))  # put in order, not moved
    return {
        "moveWithinFormat": ex.braced(ex.if_(stays, "", said(*moved, ex.prop("location")))),
        "moveToFormat": ex.braced(said(*moved, ex.prop("location"), " (", ex.prop("mapName"), ")")),
        "createFormat": ex.braced(said(player(), " puts <b>", piece, "</b> in ", ex.prop("location"))),
        "changeFormat": "$message$",
    }


def _pointed() -> str:
    return ex.braced(said(player(), " points at ", ex.prop("FlareLocation")))


def board_picker(plan: Plan, window: Window) -> Component:
    """The board of a window with its zones and grid, and beside it the back of the board, if it has one."""
    setup = Component("setup", text=sequence.encode((f"{window.name}BoardPicker", window.name, "0", "0"), "\t"))
    boards = [_board(plan, window, window.name)]
    for face in plan.game.faces.values():
        if isinstance(window.source, Map) and face.back is not None and face.id == window.source.id:
            turned = plan.turned((face.back,))
            _draw(plan, turned.atlas.windows[window.name])
            boards.append(_board(turned, turned.atlas.windows[window.name], turned.atlas.board(window.name)))
    return component("m.map.BoardPicker", setup, *boards, title=window.name)


def _board(plan: Plan, window: Window, name: str) -> Component:
    return component("m.map.boardPicker.Board", *_grid(plan, window), name=name, image=window.image)


def _grid(plan: Plan, window: Window) -> list[Component]:
    """Zones in the order they are searched, above the grid of the land."""
    on_map = window.source is plan.game.map
    parts = [_zone(zone, shaded(plan, zone) if on_map else "") for zone in window.zones]
    if on_map:
        parts += shadings(plan, window.zones)
    if window.grid is not None:
        parts.append(window.grid.component(*window.pixels))
    elif window.regions:
        regions = [component("b.Region", name=name, originx=x, originy=y) for name, (x, y) in window.regions]
        parts.append(component("b.RegionGrid", *regions, snapto=False))
    return [component("b.ZonedGrid", *parts)] if parts else []


def _zone(zone: Zone, shading: str = "") -> Component:
    path = ";".join(f"{x},{y}" for x, y in zone.path)
    return component(
        "b.mapgrid.Zone", name=zone.name, locationFormat=zone.format, path=path, useParentGrid=zone.on_grid,
        useHighlight=bool(shading), highlightProperty=shading,
    )  # fmt: skip


def _between(plan: Plan, window: Window) -> int:
    """Pixels between the cards of a hand; less than nothing where they must overlap to find room."""
    if not isinstance(window.source, Pile):
        return _APART
    count, room = most_held(plan.game, window.source), pixels(pile_size(plan.game, window.source), window.scale)[0]
    card = room - pixels((PILE_MARGIN, 0), window.scale)[0]
    return min(_APART, (window.pixels[0] - room - _APART) // max(1, count - 1) - card)


def _towers(plan: Plan) -> bool:
    """Whether stacks of this game would stand like towers over their neighbours: then only their top is drawn."""
    return any(counter.count > _TOWER for counter in plan.game.counters.values())


def _life(plan: Plan, window: Window) -> list[Component]:
    if window.kind == "hand":
        apart = _between(plan, window)
        metrics = component("m.map.HandMetrics", exSepX=apart, exSepY=0, unexSepX=apart, unexSepY=0)
    else:
        apart, once = window.scale * 9 // 2, 0 if _towers(plan) else window.scale // 2
        metrics = component("m.map.StackMetrics", exSepX=apart, exSepY=6 * window.scale, unexSepX=once, unexSepY=once)
    return [
        metrics,
        layers(),
        *(component(f"m.map.{name}") for name in _LIFE),
        component("m.properties.GlobalProperties"),
        component("m.map.SelectionHighlighters"),
        component("m.map.HighlightLastMoved", color=_SEAL, thickness=2),
    ]


def _tools(plan: Plan, window: Window) -> list[Component]:
    """What the toolbar of the map offers."""
    tools = [
        component(
            "m.map.Zoomer",
            zoomLevels=listed(zooms(window.scale)),
            zoomStart=_ZOOM_START,
            inTooltip="Zoom in",
            outTooltip="Zoom out",
            pickTooltip="Choose a zoom",
            inIconName=icon("zoom-in"),
            outIconName=icon("zoom-out"),
            pickIconName=icon("zoom"),
        ),
        *viewers(plan, window),
        component("m.map.Flare", circleColor=_SEAL, reportFormat=_pointed()),
        component("m.map.ImageSaver", tooltip="Save a picture of this map", icon=icon("camera")),
        camera(window),
    ]
    if window.kind in ("main", "map"):
        tools += [
            component(
                "m.map.TextSaver", buttonText="", tooltip="Save a list of the pieces on this map", icon=icon("log")
            ),
            component(
                "m.map.GlobalMap",
                tooltip="Overview",
                icon=icon("overview"),
                hotkey=keys.OVERVIEW,
                scale=_overview(window),
            ),
            component(
                "m.map.HidePiecesButton",
                tooltip="Hide or show all pieces",
                hotkey=keys.HIDE_PIECES,
                showingIcon=icon("hide-pieces"),
                hiddenIcon=icon("pieces"),
            ),
        ]
    if window.grid is not None:
        tools.append(component(
            "m.map.LOS_Thread", tooltip="Line of sight and distance", iconName=icon("los"),
            persistentIconName=icon("los"), hotkey=keys.THREAD,
            threadColor=_SEAL,
            report="$playerId$ looks from $FromLocation$ to $ToLocation$: $Range$ hexes, by $AllLocationsChecked$",
        ))  # fmt: skip
    return tools


def _overview(window: Window) -> float:
    """A scale that makes the overview about 320 pixels wide."""
    return round(min(0.2, 320 / window.pixels[0]), 3)


def reserve_window(plan: Plan, found: list[Reserve]) -> list[Component]:
    """One window with a board for every scenario that keeps pieces for later."""
    if not found:
        return []
    boards, name = [], reserves(plan.game)
    for reserve in found:
        plan.studio.reserve(
            reserve.image, reserve.groups, partial(draw_reserve, plan, reserve), draw_reserve.__module__
        )
        zones = [_zone(zone) for zone in reserve.zones]
        boards.append(
            component(
                "m.map.boardPicker.Board",
                component("b.ZonedGrid", *zones),
                name=reserve.scenario.title.en,
                image=reserve.image,
            )
        )
    window = Window(name, "display", found[0].size, found[0].image)
    made = window_component(plan, window)
    setup = Component("setup", text=sequence.encode((f"{name}BoardPicker", found[0].scenario.title.en, "0", "0"), "\t"))
    made.children[0] = component("m.map.BoardPicker", setup, *boards, title=name)
    return [made, window_button(plan, window)]
