"""What is wrong with the scene of art.yaml, told before it is drawn: unknown words, misspelt colours, wild numbers."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from compiler.diagnostics import Diagnostic, diagnose
from compiler.model.game import Game
from compiler.model.ids import did_you_mean, meant, nearest
from compiler.render.scene.crowd import ROLES
from compiler.render.scene.figures import KINDS
from compiler.render.scene.flags import FLAGS
from compiler.render.scene.land import SKYLINES
from compiler.render.scene.mounts import ARMS, GAITS
from compiler.render.scene.recipe import VOCABULARY, WORDS
from compiler.render.scene.stage import PARTS

_FAR = 400.0  # the canvas is 160 x 90: nothing lies so far off, and nothing is drawn so often
_COUNTED = ("n", "rows", "piers", "every", "count")  # how many of a thing are drawn
_NAMED = ("kind", "gait", "arm", "mon", "mons", "style")  # words of the vocabulary, no colours

_CHOICES: Mapping[tuple[str, str], Collection[str]] = {  # part and setting → the words it knows
    ("man", "kind"): KINDS, ("troop", "kind"): KINDS, ("banner", "kind"): FLAGS, ("banners", "kind"): FLAGS,
    ("ridge", "kind"): SKYLINES, ("rider", "gait"): GAITS, ("column", "gait"): GAITS, ("rider", "arm"): ARMS,
    ("column", "arm"): ARMS,
}  # fmt: skip
_WORN = {"wear", "wears", "foot_wear"}  # colours of a figure, by what it wears

Fault = tuple[str, tuple[Any, ...], str | None]  # what, where below the part, the way out


def scene_faults(game: Game) -> Iterator[Diagnostic]:
    """Every fault of the scene's layers that can be told without drawing it, at its place."""
    for message, path, help in recipe_faults(game.art.scene):
        place = ("scene", "layers", *path)
        unknown = "has no setting" in message
        document = game.art.document
        span = game.art.span if document is None else document.key_at(place) if unknown else document.at(place)
        yield diagnose("R307", f"the scene cannot be drawn: {message}", span, help=help)


def recipe_faults(scene: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with the layers of a recipe, each with the path to it."""
    assert VOCABULARY  # the parts are known once their modules are
    for n, layer in enumerate(scene.get("layers", ())):
        ((name, given),) = layer.items()
        settings = given if isinstance(given, Mapping) else {}
        for message, path, help in (*_faults(name, settings), *_misspelt(settings, scene.get("palette", {}))):
            yield f"layer {n + 1}: {message}", (n, name, *path), help


def _faults(name: str, given: Mapping[str, Any]) -> Iterator[Fault]:
    if name not in PARTS:
        yield f"`{name}` is no part of a scene", (), did_you_mean(name, PARTS, what="parts")
        return
    _, *wanted = inspect.signature(PARTS[name]).parameters.values()
    known = {each.name.rstrip("_") if each.name.rstrip("_") in WORDS else each.name: each for each in wanted}
    for key in given:
        if key not in known:
            yield f"`{name}` has no setting `{key}`", (key,), did_you_mean(key, known, what="settings")
        choices = _CHOICES.get((name, key), ())
        for word in _parts(given[key]) if choices else ():
            if word not in choices:
                yield f"`{name}` knows no {key} `{word}`", (key,), did_you_mean(str(word), choices, what=f"{key}s")
    misspelt = meant(given, known)
    for key, each in known.items():
        if each.default is inspect.Parameter.empty and key not in given and key not in misspelt:
            yield f"`{name}` lacks its `{key}`", (), f"add `{key}`"
    for worn in (key for key in given if key in _WORN and key in known):
        for part in dict.fromkeys(part for one in _looks(given[worn]) for part in one if part not in ROLES):
            yield f"nobody wears `{part}`", (worn,), did_you_mean(str(part), ROLES, what="parts of a look")
    for key, value in given.items():
        if key in _COUNTED and isinstance(value, int | float) and value < 0:
            yield f"`{key}` is {value}", (key,), "draw some, or leave the layer out"
        for one in _parts(value):
            if isinstance(one, int | float) and abs(one) > _FAR:
                yield f"`{key}` has {one:g}, which is beyond measure", (key,), "the picture is 160 x 90"
                break


def _looks(value: Any) -> Iterator[Mapping[str, Any]]:
    """One look, or several."""
    for one in value if isinstance(value, list | tuple) else (value,):
        if isinstance(one, Mapping):
            yield one


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
