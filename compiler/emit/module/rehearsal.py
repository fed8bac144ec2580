"""A module made without its pictures: `check` can tell what module.yaml and the module have against each other."""

from __future__ import annotations

import io

from PIL import Image

from compiler.diagnostics import Sink
from compiler.emit.module.custom import custom_of, whole_box
from compiler.emit.module.vmod import build_file, module_entries
from compiler.emit.plan import make_plan
from compiler.emit.save.vsav import make_setup
from compiler.load import Bundle
from compiler.model.game import Game
from compiler.vassal.archive import write_archive


def rehearsed(game: Game, bundle: Bundle) -> bytes:
    """The module of a game, each picture a dot; `Failed` with all of module.yaml that does not fit."""
    plan = make_plan(game, bundle, Sink(), None)
    box = whole_box(plan, bundle)
    setups = [make_setup(box, scenario) for scenario in game.scenarios.values()]
    files: dict[str, bytes] = {}
    own = custom_of(game, bundle)
    root = build_file(box, setups, files, own)
    module = write_archive(module_entries(box, setups, root, files, dict.fromkeys(plan.studio.names, _dot())))
    for _ in own.extensions(root, module) if own is not None else ():
        pass  # each is held against the module
    return module


def _dot() -> bytes:
    out = io.BytesIO()
    Image.new("L", (1, 1)).save(out, "PNG")
    return out.getvalue()
