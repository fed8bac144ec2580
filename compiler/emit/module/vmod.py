"""The module: everything put together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from compiler.diagnostics import Sink
from compiler.emit.automation.preference import preferences
from compiler.emit.automation.roll_menu import roll_buttons
from compiler.emit.automation.table_buttons import table_buttons
from compiler.emit.automation.upkeep_menu import upkeep_buttons
from compiler.emit.first_view import opening
from compiler.emit.manifest import VASSAL_VERSION, next_gpid
from compiler.emit.module.boards import reserve_window, window_component
from compiler.emit.module.card_menu import card_buttons
from compiler.emit.module.charts import charts
from compiler.emit.module.custom import Custom, custom_of, whole_box
from compiler.emit.module.decks import decks, draw_pile, shuffles
from compiler.emit.module.dice import dice_buttons, dice_menu
from compiler.emit.module.help import caveat, documentation
from compiler.emit.module.icons import icon, icons_of
from compiler.emit.module.key_page import NAME as KEYS
from compiler.emit.module.key_page import key_page
from compiler.emit.module.options import option_button
from compiler.emit.module.palette import palette
from compiler.emit.module.pieces import Box
from compiler.emit.module.properties import properties
from compiler.emit.module.speaking import put_over, speak
from compiler.emit.module.tracker import seats_of, tracker
from compiler.emit.module.windows import tools, window_menus, without_lone_entries
from compiler.emit.plan import Plan, make_plan
from compiler.emit.save.vsav import Setup, make_setup, module_data, setup_bytes
from compiler.load import Bundle
from compiler.load.bundle import collector_paused
from compiler.model.game import Game
from compiler.vassal.archive import write_archive
from compiler.vassal.buildfile import Component, component, serialise
from compiler.vassal.metadata import write_metadata

PLACES = "places.json"


def artefacts(game: Game, bundle: Bundle, sink: Sink, cache: Path | None) -> Iterator[tuple[str, bytes]]:
    """The module, and the places its pieces should be in, for `liege verify`."""
    with collector_paused():
        plan = make_plan(game, bundle, sink, cache)
        box = whole_box(plan, bundle)
        setups = [make_setup(box, scenario) for scenario in game.scenarios.values()]
        own = custom_of(game, bundle)
        files: dict[str, bytes] = {}
        root = build_file(box, setups, files, own)
        module = write_archive(module_entries(box, setups, root, files, plan.studio.images()))
        extensions = list(own.extensions(root, module)) if own is not None else []
    yield f"{game.id}.vmod", module
    yield PLACES, _places(setups)
    yield from extensions


def module_entries(
    box: Box, setups: list[Setup], root: Component, files: Mapping[str, bytes], pictures: Mapping[str, bytes]
) -> dict[str, bytes]:
    """Every file of the module's archive: its tree, the pages it shows, saves and pictures."""
    plan = box.plan
    entries = {"buildFile.xml": serialise(root), "moduledata": write_metadata(module_data(plan)), **files}
    entries |= {f"{setup.scenario.id}.vsav": setup_bytes(plan, setup) for setup in setups}
    entries |= {f"images/{name}": data for name, data in pictures.items()}
    return entries


def build_file(box: Box, setups: list[Setup], files: dict[str, bytes], own: Custom | None = None) -> Component:
    """The component tree; pages it shows are added to the files."""
    plan, game = box.plan, box.plan.game
    data = module_data(plan)
    root = component(
        "VASSAL.build.GameModule",
        component("m.BasicCommandEncoder"),
        documentation(plan, files),
        _roster(game),
        _choices(plan),
        component("m.properties.GlobalProperties", *properties(plan)),
        component("m.properties.GlobalTranslatableMessages"),
        component("VASSAL.i18n.Language"),
        component("m.Chatter"),
        component("m.KeyNamer"),
        box.shelf.component(box.designs.values(), own.words() if own is not None else ()),
        palette(box),
        *_windows(plan),
        *reserve_window(plan, [s.laid.reserve for s in setups if s.laid.reserve]),
        *window_menus(plan),
        *tracker(plan),
        *shuffles(plan),
        opening(),
        *caveat(plan),
        *card_buttons(plan),
        *dice_buttons(plan),
        *dice_menu(plan),
        *table_buttons(plan),
        *upkeep_buttons(plan),
        *roll_buttons(plan),
        *charts(plan, files),
        *tools(plan),
        *_setups(setups),
        name=game.title.en,
        version=game.version,
        description=data.description,
        VassalVersion=VASSAL_VERSION,
        ModuleOther1=data.extra1,
        ModuleOther2=data.extra2,
        nextPieceSlotId=next_gpid(plan.lock),
    )
    _finish(box, root, files, own)
    return root


def _finish(box: Box, root: Component, files: dict[str, bytes], own: Custom | None) -> None:
    """What looks at the whole tree: the language of our words, what the author adds, the page of keys, icons."""
    without_lone_entries(root)
    speak(root, box.plan.tongue)
    if own is not None:
        own.add(root, files, box.plan.studio.names)
    files[KEYS] = key_page(box, root)
    put_over(files, box.plan.tongue)
    files |= icons_of(root)


# buttons that VASSAL itself puts on the toolbar, and our icons for them
_BUTTONS = {"stepIcon": "next-phase", "undoIcon": "undo", "serverControlsIcon": "server"}


def _choices(plan: Plan) -> Component:
    """What the module sets for all players, and what each may set."""
    return component(
        "m.GlobalOptions",
        *preferences(),
        *option_button(plan),
        *(Component("option", {"name": name}, icon(drawn)) for name, drawn in _BUTTONS.items()),
        chatterHTMLSupport="Always",
        autoReport="Always",
        storeLeadingZeroIntegersAsStrings=True,
        sendToLocationMoveTrails="Always",
        promptString="Opponents may look at my hidden pieces",
    )


def _roster(game: Game) -> Component:
    seats = [Component("entry", text=seat) for seat in seats_of(game)]
    return component(
        "m.PlayerRoster",
        *seats,
        buttonText="",
        buttonIcon=icon("side"),
        buttonToolTip="Give up your side, or take another",
    )


def _windows(plan: Plan) -> Iterator[Component]:
    for window in plan.atlas.windows.values():
        own = [draw_pile(plan, pile) for pile in decks(plan) if plan.atlas.piles[pile.id].map == window.name]
        yield window_component(plan, window, *own)


def _setups(setups: list[Setup]) -> Iterator[Component]:
    for setup in setups:
        yield component(
            "m.PredefinedSetup",
            name=setup.scenario.title.en,
            useFile=True,
            file=f"{setup.scenario.id}.vsav",
            description=setup.scenario.description.strip(),
        )


def _places(setups: list[Setup]) -> bytes:
    """Where VASSAL should see every piece: `compiler.vassal.probe.places` has the form."""
    found = {s.scenario.title.en: {f"#{id}": place for id, place in s.laid.places.items()} for s in setups}
    return (json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
