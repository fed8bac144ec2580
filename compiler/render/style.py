"""From art.yaml to inks: the palette of a game, and the colours and crest of each of its sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from compiler.model.game import Game
from compiler.render import symbols
from compiler.render.colour import Palette, Side, mix, on
from compiler.render.own import MARK, own_art, own_fonts, own_symbols
from compiler.render.theme.looks import theme_named

# Words of art.yaml that are furniture; every other colour is a tone of the map.
_FURNITURE = ("accent", "paper", "frame", "ink", "ink_soft", "white", "seal")


def palette_of(game: Game) -> Palette:
    """The palette of a game; what its art.yaml leaves out follows from the rest."""
    given, theme = game.art.palette, theme_named(game.art.theme)
    paper = _colour(given, "paper", theme.paper)
    frame = _colour(given, "frame", theme.frame)
    tones: dict[str, str] = dict(theme.tones)
    for name, value in given.items():
        if isinstance(value, str) and value.startswith("#") and name not in _FURNITURE:
            tones[name] = value
        elif isinstance(value, Mapping):
            # terrain stands with the other tones; any other group keeps its name
            tones |= {key if name == "terrain" else f"{name}.{key}": code for key, code in value.items()}
    tints = given.get("tints", ())
    return Palette(
        _colour(given, "accent", theme.accent),
        paper,
        frame,
        tones,
        tuple(tints) if isinstance(tints, (list, tuple)) else (),
        _sides(game, paper, frame),
        _colour(given, "ink", theme.ink),
        _colour(given, "ink_soft", theme.soft),
        _colour(given, "white", theme.white),
        _colour(given, "seal", theme.seal),
        theme=theme.id,
        faces=own_fonts(game.folder) if game.art.own_faces else {},
        symbols=own_symbols(game.folder) if game.art.own_symbols else {},
        art=own_art(game.folder) if game.art.files else {},
    )


def _colour(given: Mapping[str, Any], name: str, default: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) and value.startswith("#") else default


# what sides of other lands bear that name no crest: no two look alike without colour
CHARGES = ("cross", "lozenge", "star", "chevron", "saltire", "tower")


def _sides(game: Game, paper: str, frame: str) -> dict[str, Side]:
    """Schemes by their own names, and every side with its scheme and its own crest where the set has one."""
    found = {
        scheme.id: Side(scheme.fill, scheme.text, scheme.band, own_symbol(game, scheme.crest or scheme.id))
        for scheme in game.art.schemes.values()
    }
    grey = mix(paper, frame, 0.25)
    inks = theme_named(game.art.theme).sides
    for n, side in enumerate(game.sides.values()):
        scheme = found.get(side.scheme or side.id) or found.get(side.group or "")
        fill, text, band = inks[n % len(inks)] if inks else (grey, on(grey), "plain")
        base = scheme or Side(fill, text, band, side.id)
        own = game.art.schemes.get(side.id)
        if own is None and symbols.has(f"mon-{side.id}"):
            base = Side(base.fill, base.text, base.band, side.id)
        if game.art.theme != "japan" and MARK not in base.mon and not symbols.has(f"mon-{base.mon}"):
            base = replace(base, mon=CHARGES[n % len(CHARGES)])
        found[side.id] = base
    return found


def own_symbol(game: Game, name: str) -> str:
    """A crest or symbol of the set by its name, or one of the author's by its mark."""
    return own_symbols(game.folder)[name] if name in game.art.own_symbols else name


def title_kanji(game: Game) -> str:
    """What the seal says: art.yaml's `seal_text`, or the Japanese title of a game of Japan."""
    text = game.art.palette.get("seal_text")
    if isinstance(text, str):
        return text
    return (game.title.ja or "") if game.art.theme == "japan" else ""
