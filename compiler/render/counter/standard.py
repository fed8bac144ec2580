"""Layouts for games that bring none: readable at once, in the manner of the family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.model.common import FieldType
from compiler.model.counters import CardKind, CounterKind

# kind or layout name → symbol, by a word that occurs in it
_WORDS = {
    "infantry": "soldier", "foot": "soldier", "soldier": "soldier", "spear": "spear", "bow": "bow", "archer": "bow",
    "gun": "gun", "arquebus": "gun", "artillery": "gun", "cavalry": "horse", "horse": "horse", "rider": "horse",
    "ship": "ship", "fleet": "ship", "leader": "general", "general": "general", "commander": "general",
    "daimyo": "general", "castle": "castle", "fort": "fortress", "temple": "temple", "ninja": "ninja",
    "ronin": "ronin", "sword": "sword", "army": "banner", "turn": "drum", "supply": "rice", "control": "banner",
}  # fmt: skip


def symbol_for(name: str, theme: str = "japan") -> str:
    """A symbol that suits a kind by its name; if none does, a banner, or a star outside Japan."""
    default = "banner" if theme == "japan" else "star"
    return next((symbol for word, symbol in _WORDS.items() if word in name.lower()), default)


def counter_layout(kind: CounterKind, theme: str = "japan") -> Mapping[str, Any]:
    """A layout for a kind of counter: marker, chit or unit, its numbers along the foot."""
    if kind.shape == "round":
        return _chit(kind)
    if kind.marker:
        return _marker(kind, theme)
    return _unit(kind) if theme == "japan" else _boxed(kind, 0.0 if theme == "nato" else 1.3)


def _boxed(kind: CounterKind, band: float) -> dict[str, Any]:
    """A unit box with its size above, the numbers below, the name along the foot."""
    w, h = kind.size
    slots: dict[str, Any] = {
        "ground": {"style": "front", "band": band},
        "unit": {"of": "type" if "type" in kind.fields else "kind", "at": [w / 2, h * 0.39], "width": w * 0.56,
                 "height": h * 0.34, "fill": "faint" },
        "factors": {"put": "text", "of": _numbers(kind)[:3], "between": "-", "partly": True, "at": [w / 2, h - 3.0],
                    "size": 4.4, "fit": w - 1.8},
        "crest": {"at": [w - 2.1, band + 2.2], "size": 2.4},
        "strip": {"height": 2.2, "size": 1.75},
    }  # fmt: skip
    back = {name: slot for name, slot in slots.items() if name != "ground"}
    back["unit"] = {**slots["unit"], "fill": "paper"}
    return {"size": w, "front": slots, "back": back}


def _numbers(kind: CounterKind) -> list[str]:
    """Whole-number fields in the order they were declared: the factors of a unit."""
    return [f.id for f in kind.fields.values() if f.type is FieldType.INTEGER and not f.many]


def _unit(kind: CounterKind) -> dict[str, Any]:
    w, h = kind.size
    factors = _numbers(kind)[:3]
    slots: dict[str, Any] = {
        "ground": {"style": "front", "band": 1.5},
        "crest": {"at": [3.2, 4.4], "size": 3.8},
        "symbol": {"is": symbol_for(kind.id), "at": [w * 0.55, h * 0.4], "size": h * 0.34},
        "factors": {
            "put": "text",
            "of": factors,
            "between": "-",
            "partly": True,
            "at": [w / 2, h - 3.0],
            "size": 4.2,
            "fit": w - 1.6,
        },
        "strip": {"height": 2.2, "size": 1.75},
        "slip": {"at": [w - 3.1, 1.9], "width": 2.7, "size": 1.78, "room": h - 8.2},
    }
    back = {name: slot for name, slot in slots.items() if name != "ground"}
    back["factors"] = {**slots["factors"], "size": 3.9}
    back["symbol"] = {**slots["symbol"], "at": [w * 0.56, h * 0.4], "size": h * 0.3}
    back["crest"] = {"at": [3.5, 4.4], "size": 3.6}
    back["slip"] = {**slots["slip"], "at": [w - 4.0, 1.7], "room": h - 9.0}
    return {"size": w, "front": slots, "back": back}


def _chit(kind: CounterKind) -> dict[str, Any]:
    w = kind.size[0]
    numbers = _numbers(kind)[:1]
    middle: dict[str, Any] = {"crest": {"at": [w / 2, w / 2 - 0.9], "size": w * 0.475}}
    if numbers:
        middle = {"number": {"put": "text", "of": numbers[0], "at": [w / 2, w * 0.5], "size": w * 0.36}}
    name = {"put": "text", "of": "name", "capitals": True, "face": "sans-bold", "at": [w / 2, w - 3.0], "size": 1.75,
            "fit": w * 0.56, "lines": 2}  # fmt: skip
    return {"size": w, "front": {**middle, "name": name}}


def _marker(kind: CounterKind, theme: str) -> dict[str, Any]:
    w, h = kind.size
    slots: dict[str, Any] = {
        "ground": {"style": "marker"},
        "symbol": {"is": symbol_for(kind.id, theme), "at": [w / 2, h * 0.43], "size": h * 0.5},
        "name": {"put": "text", "of": "name", "capitals": True, "face": "sans-bold", "at": [w / 2, h - 1.75],
                 "size": 2.05, "fit": w - 2.6, "track": 0.04},
    }  # fmt: skip
    kanji = {"put": "text", "of": "name.ja", "face": "kanji", "at": [w / 2, h * 0.6], "size": h * 0.36, "fit": w - 3,
             "when": {"name.ja": "any"}, "bold": 0.04}  # fmt: skip
    slots["symbol"] = {**slots["symbol"], "unless": {"name.ja": "any", "side": "any"}}
    kanji["unless"] = {"side": "any"}
    crest = {"at": [w / 2, h * 0.42], "size": h * 0.52, "when": {"side": "any"}}  # whose it is, without colour
    return {"size": w, "front": {**slots, "kanji": kanji, "crest": crest}}


def crest_back(kind: CounterKind) -> dict[str, Any]:
    """Back without information: paper, colour frame, crest."""
    w, h = kind.size
    return {"ground": {"style": "plain"}, "crest": {"at": [w / 2, h / 2], "size": w * 0.55}}


def cup_back(kind: CounterKind) -> dict[str, Any]:
    """Back of a round chit: the same for all, so that nothing is known before it is turned."""
    r = kind.size[0] / 2
    return {"ground": {"fill": "frame", "text": "#E9DDBE", "frame": True},
            "drum": {"put": "symbol", "is": "drum", "at": [r, r], "size": r * 1.1}}  # fmt: skip


def card_layout(kind: CardKind) -> Mapping[str, Any]:
    """A layout for a kind of card."""
    return {"style": "event"}
