"""What is wrong with the scene of art.yaml, told before it is drawn: unknown words, misspelt colours, wild numbers."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from compiler.diagnostics import Diagnostic, Failed, diagnose
from compiler.model.game import Game
from compiler.model.ids import did_you_mean, nearest
from compiler.render.scene.recipe import VOCABULARY, WORDS
from compiler.render.scene.stage import PARTS

_FAR = 2_000.0  # the canvas is 160 x 90: nothing lies so far off
_COUNTED = ("n", "rows", "piers", "every", "count")  # how many of a thing are drawn
_NAMED = ("kind", "gait", "arm", "mon", "mons", "style")  # words of the vocabulary, no colours
_MOST = 400  # of anything: more takes for ever and shows as a smear

Fault = tuple[str, tuple[Any, ...], str | None]  # what, where below the part, the way out


def scene_faults(game: Game) -> Iterator[Diagnostic]:
    """Every fault of the scene's layers that can be told without drawing it."""
    assert VOCABULARY  # the parts are known once their modules are
    for n, layer in enumerate(game.art.scene.get("layers", ())):
        ((name, given),) = layer.items()
        at = ("scene", "layers", n, name)
        settings = given if isinstance(given, Mapping) else {}
        found = [*_faults(name, settings), *_misspelt(settings, game.art.scene.get("palette", {}))]
        for message, path, help in found:
            span = game.art.document.at((*at, *path)) if game.art.document is not None else game.art.span
            yield diagnose("R208", message, span, help=help)


def _faults(name: str, given: Mapping[str, Any]) -> Iterator[Fault]:
    if name not in PARTS:
        yield f"`{name}` is no part of a scene", (), did_you_mean(name, PARTS, what="parts")
        return
    _, *wanted = inspect.signature(PARTS[name]).parameters.values()
    known = {each.name.rstrip("_") if each.name.rstrip("_") in WORDS else each.name: each for each in wanted}
    for key in given:
        if key not in known:
            yield f"`{name}` has no setting `{key}`", (key,), did_you_mean(key, known, what="settings")
    for key, each in known.items():
        if each.default is inspect.Parameter.empty and key not in given:
            yield f"`{name}` lacks its `{key}`", (), f"add `{key}`"
    for key, value in given.items():
        if key in _COUNTED and isinstance(value, int | float) and not 0 <= value <= _MOST:
            yield f"`{key}` is {value}: at most {_MOST} are drawn", (key,), "draw fewer"
        elif any(isinstance(one, int | float) and abs(one) > _FAR for one in _parts(value)):
            yield f"`{key}` lies far off the picture, which is 160 x 90", (key,), "mend the number"


def _misspelt(given: Mapping[str, Any], palette: Mapping[str, str]) -> Iterator[Fault]:
    """Words that are almost a colour of the palette."""
    for key, value in given.items():
        for word in _parts(value) if key not in _NAMED else ():
            near = nearest(word, palette) if isinstance(word, str) and word not in palette else None
            if near is not None:
                yield f"the palette has no `{word}`", (key,), f"did you mean `{near}`?"


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for one in value:
            yield from _parts(one)
    elif isinstance(value, Mapping):
        yield from _parts(list(value.values()))
    else:
        yield value


def undrawn(game: Game, error: Exception) -> Failed:
    """The scene could not be drawn for another reason, such as a colour that is not in the palette."""
    reason = f"{error}" if isinstance(error, KeyError) else f"{type(error).__name__}: {error}"
    help = "look for a colour that is not in its palette, or a setting of another shape"
    return Failed(diagnose("R208", f"the scene cannot be drawn: {reason}", game.art.span, help=help))
