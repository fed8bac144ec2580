"""Setups: every scenario as a saved game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from compiler.diagnostics import Sink
from compiler.emit.manifest import VASSAL_VERSION
from compiler.emit.module.custom import whole_box
from compiler.emit.module.pieces import Box
from compiler.emit.names import ours, plain, shown
from compiler.emit.plan import Plan, make_plan
from compiler.emit.save.laying import Laid, lay
from compiler.load import Bundle
from compiler.model.game import Game
from compiler.model.scenario import Scenario
from compiler.model.setup import set_up
from compiler.render.type import wrap
from compiler.vassal.metadata import Metadata
from compiler.vassal.save import Save, write_save

_EMS = 30.0  # how wide the notes window may be without cutting a line


@dataclass(frozen=True, slots=True)
class Setup:
    """A scenario laid out."""

    scenario: Scenario
    laid: Laid


def artefacts(game: Game, bundle: Bundle, sink: Sink, cache: Path | None) -> Iterator[tuple[str, bytes]]:
    """The saved game of every scenario."""
    plan = make_plan(game, bundle, sink, cache)
    box = whole_box(plan, bundle)
    for scenario in game.scenarios.values():
        yield f"setups/{scenario.id}.vsav", setup_bytes(plan, make_setup(box, scenario))


def make_setup(box: Box, scenario: Scenario) -> Setup:
    """The setup of a scenario."""
    table = set_up(box.plan.of(scenario).game, scenario)
    return Setup(scenario, lay(box, scenario, table, notes=notes(box.plan, scenario)))


def setup_bytes(plan: Plan, setup: Setup) -> bytes:
    """A setup as a file."""
    return save_bytes(plan, setup.laid, setup.scenario.title.en)


def save_bytes(plan: Plan, laid: Laid, description: str) -> bytes:
    """A table as a saved game; no player has a side in it yet."""
    data = module_data(plan)
    return write_save(Save(laid.commands, data.as_save(description), data))


def module_data(plan: Plan) -> Metadata:
    """What the module says of itself, in its own archive and in every save."""
    game = plan.game
    return Metadata(
        game.title.en,
        game.version,
        game.description.strip(),
        VASSAL_VERSION,
        extra1=f"content {plan.stamp}",
        extra2=f"Liege {game.id}",
    )


def notes(plan: Plan, scenario: Scenario) -> str:
    """What the notes window says at the start: the scenario, its players, and what is still to be done."""
    game = plan.game
    lines = [scenario.title.en, scenario.description.strip(), ""]
    lines += [ours(game, f"Players: {', '.join(game.seats[s].name.en for s in scenario.seats)}")]
    lines += [ours(game, f"{game.seats[f.seat].name.en} places: {f.text}") for f in scenario.free if f.text]
    lines += [f"{game.options[id].name.en}: {shown(game, plain(value))}" for id, value in scenario.options.items()]
    # the window breaks no line by itself
    clean = (line.replace("|", "/").replace("\n", " ") for line in lines)
    return "|".join(part for line in clean for part in wrap(line, 1.0, _EMS) or ("",))
