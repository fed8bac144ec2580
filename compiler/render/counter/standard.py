"""Layouts for games that bring none: readable at once, in the manner of the family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from compiler.model.common import FieldType
from compiler.model.counters import CardKind, CounterKind

# a word in the id or name of a kind or marker → its symbol; the first that occurs
_WORDS = {
    "infantry": "soldier", "foot": "soldier", "soldier": "soldier", "spear": "spear", "pike": "pike", "bow": "bow",
    "archer": "bow", "gun": "gun", "arquebus": "gun", "artillery": "cannon", "cavalry": "horse", "horse": "horse",
    "rider": "horse", "guard": "sword", "ship": "ship", "fleet": "ship", "leader": "general", "general": "general",
    "commander": "general", "daimyo": "general", "castle": "castle", "fort": "fortress", "entrench": "fortress",
    "temple": "temple", "ninja": "ninja", "ronin": "ronin", "sword": "sword", "turn": "drum", "round": "cycle",
    "march": "boot", "move": "boot", "initiative": "horn", "first": "horn", "balance": "scales", "favour": "scales",
    "influence": "scales", "resolve": "daruma", "morale": "daruma", "will": "daruma", "unrest": "torch",
    "riot": "torch", "gold": "coins", "money": "coins", "koku": "rice", "income": "coins", "treasury": "coins",
    "point": "laurel", "victory": "laurel", "score": "laurel", "replacement": "gear", "refit": "gear",
    "repair": "gear", "train": "train", "rail": "train", "supply": "wagon", "convoy": "wagon", "control": "banner",
    "flag": "banner", "order": "gunbai", "command": "gunbai", "phase": "gunbai", "event": "cards", "card": "cards",
    "battle": "clash", "fought": "clash", "damage": "clash", "fire": "flame", "burn": "flame", "siege": "flame",
    "besieged": "flame", "snow": "snow", "thaw": "thaw", "camp": "camp", "bridge": "bridge", "ruin": "ruin",
    "defen": "shield", "shield": "shield", "truce": "daruma", "army": "banner",
}  # fmt: skip
# what stands instead outside Japan
_WESTERN = {"drum": "hourglass", "banner": "pennant", "daruma": "shield", "gunbai": "horn", "sword": "blades",
            "spear": "pike", "rice": "coins", "gun": "cannon", "castle": "tower", "fortress": "tower",
            "soldier": "shield", "general": "star"}  # fmt: skip
_ARMS = ("spear", "pike", "bow", "archer", "gun", "arquebus", "artillery", "cavalry", "horse", "rider", "guard",
         "ninja", "ronin")  # fmt: skip
_SILENT = ("star", "shield", "gear", "cycle", "arrow", "torch")  # for names that tell us nothing


def symbol_for(name: str, theme: str = "japan", default: str = "") -> str:
    """A symbol that suits a kind by its name; if none does, `default`, else a banner, or a star outside Japan."""
    low = name.lower()
    if not default:
        default = "banner" if theme == "japan" else "star"
    found = next((symbol for word, symbol in _WORDS.items() if word in low), default)
    return found if theme == "japan" else _WESTERN.get(found, found)


def telling(id: str, name: str, theme: str) -> str:
    """The symbol of one marker: by a word of its id or name; else one of a few, the same for an id in every build."""
    return symbol_for(f"{id} {name}", theme, _SILENT[crc32(id.encode()) % len(_SILENT)])


def arm_of(name: str, theme: str, default: str) -> str:
    """The symbol of one unit: by the arms that its name speaks of; else that of its kind."""
    low = name.lower()
    return symbol_for(name, theme) if any(arm in low for arm in _ARMS) else default


def counter_layout(kind: CounterKind, theme: str = "japan") -> Mapping[str, Any]:
    """A layout for a kind of counter: marker, chit or unit, its numbers along the foot."""
    if kind.shape == "round":
        return _chit(kind)
    if kind.marker:
        return _marker(kind)
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
        "crest": {"at": [w - 2.2, band + 2.2], "size": 2.4},
        "strip": {"height": 2.2, "size": 1.75},
    }  # fmt: skip
    back = {name: slot for name, slot in slots.items() if name != "ground"}
    back["unit"] = {**slots["unit"], "fill": "paper"}
    back["crest"] = {"at": [w - 2.7, 2.5], "size": 2.2}  # inside the frame of a back
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
        "symbol": {"arms": True, "is": symbol_for(kind.id), "at": [w * 0.55, h * 0.4], "size": h * 0.34},
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


def _marker(kind: CounterKind) -> dict[str, Any]:
    """A symbol that tells what the marker is for, its name below, kanji on a slip; a side's marker shows its crest."""
    w, h = kind.size
    front: dict[str, Any] = {
        "ground": {"style": "marker"},
        "symbol": {"telling": True, "at": [w / 2, h * 0.43], "size": h * 0.5,
                   "unless": {"side": "any", "name.ja": "any"}},
        "beside": {"put": "symbol", "telling": True, "at": [w * 0.43, h * 0.43], "size": h * 0.46,
                   "when": {"name.ja": "any"}, "unless": {"side": "any"}},
        "crest": {"at": [w / 2, h * 0.42], "size": h * 0.52, "when": {"side": "any"}},  # whose it is, without colour
        "slip": {"at": [w - 4.2, 1.7], "width": 2.7, "size": 1.9, "room": h - 6.0, "unless": {"side": "any"}},
        "name": {"put": "text", "of": "name", "capitals": True, "face": "sans-bold", "at": [w / 2, h - 1.75],
                 "size": 2.05, "fit": w - 2.6, "track": 0.04},
    }  # fmt: skip
    return {"size": w, "front": front}


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
