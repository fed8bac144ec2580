"""Pictures of a game: its scene, cut for splash, cartouche, card backs and chart heads; vignettes for cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml
from shapely.errors import GEOSException

from compiler.model.game import Game
from compiler.render import type as typeset
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing
from compiler.render.furniture import seal
from compiler.render.scene.faults import recipe_faults
from compiler.render.scene.recipe import compose
from compiler.render.scene.stage import WHOLE, Stage, Window

SMALL: Window = (0.0, 0.0, 80.0, 50.0)
_SHAPES = {"strip": 4.0, "header": 8.0, "card": 63 / 88}


def scene_of(game: Game) -> Stage | None:
    """The whole picture of a game, composed once; None if it has none, or if its recipe is at fault."""
    return _sound(json.dumps(game.art.scene, default=_plain)) if game.art.scene else None


@lru_cache(8)
def _sound(recipe: str) -> Stage | None:
    made = None if any(faults(json.loads(recipe))) else _composed(recipe)
    return made if isinstance(made, Stage) else None


def window_of(game: Game, name: str) -> Stage | None:
    """A part of the picture by name, or its middle in the shape that is wanted."""
    whole = scene_of(game)
    if whole is None:
        return None
    given = game.art.scene.get("windows", {}).get(name)
    if not given:
        return whole.cut(_middle(_SHAPES[name]))
    x, y, w, h = (float(v) for v in given)
    return whole.cut((x, y, w, h))


def cut_to(game: Game, shape: float) -> Stage | None:
    """As much of the picture as has a shape (width to height), its subject in it and its ground below; None if the game
    has no picture."""
    whole = scene_of(game)
    if whole is None:
        return None
    left, top, w, h = whole.window
    wide, high = (w, w / shape) if w / shape <= h else (h * shape, h)
    x = min(max(left, subject(game) - wide / 2), left + w - wide)
    return whole.cut((x, top + (h - high) * 0.75, wide, high))


POSTER = 104.0  # units of the scene that a poster is wide


def poster_of(game: Game, shape: float) -> Stage | None:
    """A picture higher than wide: the scene about its subject, from side to side, under a sky that goes on above it."""
    whole = scene_of(game)
    if whole is None:
        return None
    left, top, w, h = whole.window
    high = POSTER / shape
    sky = top + h - high
    x = min(max(left, subject(game) - POSTER / 2), left + w - POSTER)
    recipe = json.loads(json.dumps(game.art.scene, default=_plain))
    layers = [*raised(recipe["layers"][0], sky), *recipe["layers"][1:]]
    return compose(layers, recipe["palette"], (x, sky, POSTER, high))


def raised(first: dict[str, Any], top: float) -> list[dict[str, Any]]:
    """The sky of a scene and what goes on above it, in its highest tone; gold leaf is laid from there on."""
    if "sky" in first:
        stops = first["sky"]["stops"]
        high = {"stops": [[0, stops[0][1]], [1, stops[0][1]]], "y": top, "to": first["sky"].get("y", 0) + 1}
        return [{"sky": {**high, "steps": 1}}, first]
    return [{"leaf": {**first["leaf"], "y": top}}] if "leaf" in first else [first]


def subject(game: Game) -> float:
    """Where the subject of the scene stands: the middle of the window that card backs show."""
    card = game.art.scene.get("windows", {}).get("card")
    return float(card[0]) + float(card[2]) / 2 if card else 80.0


@lru_cache(8)
def _composed(recipe: str) -> Stage | str:
    """The picture, or why it cannot be drawn: a setting may be of the wrong kind in many ways."""
    given = json.loads(recipe)
    try:
        return compose(given["layers"], given["palette"])
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, GEOSException) as problem:
        return f"a setting is of the wrong kind ({type(problem).__name__}: {problem})"


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value)


def _middle(shape: float) -> Window:
    x, y, w, h = WHOLE
    wide, high = (w, w / shape) if w / shape <= h else (h * shape, h)
    return (x + (w - wide) / 2, y + (h - high) / 2, wide, high)


def faults(scene: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a recipe: an unknown part or setting, a colour that is not there, a number beyond measure."""
    palette, wrong = scene.get("palette", {}), [message for message, _, _ in recipe_faults(scene)]
    yield from wrong
    if not palette:
        yield "it has no palette"
    elif not wrong:
        made = _composed(json.dumps(scene, default=_plain))
        if isinstance(made, str):
            yield made


# -- vignettes -------------------------------------------------------------------------------------------------------
@lru_cache(1)
def _book() -> Any:
    return yaml.safe_load(files(__package__).joinpath("vignettes.yaml").read_text(encoding="utf-8"))


def vignettes() -> list[str]:
    """The names of the small pictures."""
    return list(_book()["vignettes"])


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever a picture is about: his crest, the colour of his banners, and of the crest on them."""

    mon: str
    fill: str
    mark: str


NOBODY = Actor("akechi", "#8CC0DA", "#1E1A18")


@lru_cache(64)
def vignette(name: str, mood: str = "", actor: Actor = NOBODY) -> Stage | None:
    """A small picture, 64 × 50 about its subject, in its own light or another; None if there is no such picture."""
    recipe = _book()["vignettes"].get(name)
    if recipe is None:
        return None
    palette = _book()["moods"].get(mood or recipe["mood"], _book()["moods"][recipe["mood"]])
    palette = {**palette, "actor": actor.fill, "actor_mark": actor.mark}
    layers = [{part: _played(given, actor) for part, given in layer.items()} for layer in recipe["layers"]]
    return compose(layers, palette, SMALL).cut((float(recipe.get("focus", 8)), 0.0, 64.0, 50.0))


def has_actor(name: str) -> bool:
    """Whether a picture shows whoever its card is about."""
    layers = _book()["vignettes"].get(name, {}).get("layers", ())
    return any("actor" in given.get("mons", ()) for layer in layers for given in layer.values())


def _played(given: Any, actor: Actor) -> Any:
    """The settings of a part with the crest of the actor."""
    if not isinstance(given, Mapping) or "actor" not in given.get("mons", ()):
        return given
    return {**given, "mons": [actor.mon if mon == "actor" else mon for mon in given["mons"]]}


# -- titles ----------------------------------------------------------------------------------------------------------
def _sub(size: float) -> float:
    """The size of a subtitle: never so small that it is not read."""
    return max(size * 0.46, 2.8)


def slip_width(lines: list[str], sub: str, kanji: str, size: float) -> float:
    """How wide a slip is that holds a title, its subtitle and its seal."""
    widths = [typeset.width(line, size, "serif-bold") for line in lines]
    wide = max([*widths, typeset.width(sub, _sub(size), "serif-italic")])
    return wide + (size * ((1.7 if len(lines) < 2 else 2.3) + 1.5) if kanji else size)


def title_slip(
    d: Drawing, palette: Palette, x: float, y: float, lines: list[str], sub: str, kanji: str, size: float
) -> None:
    """The title on a paper slip with the seal, laid on a picture."""
    stamp = size * (1.7 if len(lines) < 2 else 2.3) if kanji else 0.0
    h = len(lines) * size * 1.08 + (size * 0.78 if sub else 0.0) + size * 0.7
    w = slip_width(lines, sub, kanji, size)
    d.rect(x + size * 0.1, y + size * 0.1, w, h, palette.frame)
    d.rect(x, y, w, h, palette.paper, palette.frame, size * 0.05)
    d.rect(x + size * 0.14, y + size * 0.14, w - size * 0.28, h - size * 0.28, None, palette.frame, size * 0.02)
    if kanji:
        seal(d, x + size * 0.45, y + (h - stamp) / 2, stamp, kanji, palette.seal, palette.white)
    left = x + stamp + size * (0.9 if kanji else 0.5)
    for n, line in enumerate(lines):
        d.text(left, y + size * (1.14 + 1.08 * n), line, size, palette.frame, "serif-bold")
    if sub:
        d.text(left, y + h - size * 0.52, sub, _sub(size), palette.accent, "serif-italic")
