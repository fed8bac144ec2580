"""The `map:` part of art.yaml: which recipe draws each ground, feature, link, space and region of a map.

Whatever art.yaml leaves out is guessed from the ids, so that a new game has a handsome map at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.model.game import Game
from compiler.model.graph import Map, Space
from compiler.render.colour import Palette

Fields = Mapping[str, Any]

# Recipe of a terrain by a word of its id. The first word that occurs decides.
TERRAIN = {
    "mountain": "peaks", "peak": "peaks", "ridge": "ridge", "foothill": "humps", "hill": "humps", "height": "humps",
    "rough": "tufts", "broken": "tufts", "wood": "trees", "forest": "trees", "marsh": "reeds", "swamp": "reeds",
    "paddy": "paddies", "paddies": "paddies", "rice": "paddies", "field": "paddies", "lake": "water", "sea": "water",
    "water": "water", "ocean": "water", "bay": "water", "river": "stream", "stream": "stream", "town": "town",
    "village": "town", "city": "city", "urban": "city", "fort": "fort", "redoubt": "fort",
    "sand": "dots", "beach": "dots", "desert": "dots", "castle": "humps",
    "plain": "bare", "clear": "bare", "flat": "bare", "open": "bare", "grass": "bare",
}  # fmt: skip
TERRAIN_RECIPES = tuple(dict.fromkeys((*TERRAIN.values(), "slope", "tint")))

FEATURES = {
    "bridge": "bridge", "ford": "ford", "river": "river", "stream": "river", "water": "channel", "lake": "channel",
    "strait": "channel", "wall": "wall", "cliff": "wall", "trail": "trail", "rail": "rail", "highway": "road",
    "road": "road", "path": "trail", "track": "trail",
}  # fmt: skip
FEATURE_RECIPES = (*dict.fromkeys(FEATURES.values()), "line", "none")

LINKS = {
    "sea": "lane", "lane": "lane", "ferry": "lane", "ship": "lane", "water": "lane", "trail": "trail", "rail": "rail",
    "highway": "road", "road": "road", "path": "trail", "track": "trail", "pass": "trail",
}  # fmt: skip
LINK_RECIPES = ("road", "trail", "rail", "lane", "line", "none")

REGIONS = {
    "province": "province", "domain": "province", "territory": "province", "country": "province", "state": "province",
    "water": "water", "lake": "water", "river": "water", "sea": "water", "castle": "wall", "town": "wall",
    "camp": "camp", "setup": "camp",
}  # fmt: skip
REGION_RECIPES = ("province", "camp", "water", "wall", "fence", "none")

SHAPES = ("square", "disc", "seal", "dot", "sea", "slab", "bare", "none")
# kind of space → (shape, symbol)
_SPACES = {
    "castle": ("square", "castle"), "fort": ("square", "fortress"), "temple": ("disc", "temple"),
    "capital": ("seal", "capital"), "kyo": ("seal", "capital"), "village": ("bare", "village"),
    "town": ("bare", "village"), "city": ("bare", "village"), "hill": ("bare", "camp"), "camp": ("bare", "camp"),
    "port": ("disc", "ship"), "shrine": ("disc", "torii"), "waypoint": ("dot", None), "minor": ("dot", None),
    "sea": ("sea", "ship"), "off_board": ("slab", None), "offboard": ("slab", None), "off_map": ("slab", None),
}  # fmt: skip

_OWNER = ("clan", "owner", "home", "side")
_LEVEL = ("fort", "level")
_MAIN = ("home_castle", "main", "main_castle")
_BADGES = {"port": "ship"}
_VALUE = ("points", "value", "vp")


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of space is drawn; owner, level, main and value name the fields that are shown."""

    shape: str = "bare"
    symbol: str | None = None
    owner: str | None = None
    level: str | None = None
    main: str | None = None
    value: str | None = None
    named: bool = True
    badges: Mapping[str, str] = field(default_factory=dict)  # field → symbol, or `crest` of the side it names
    edge: str | None = None  # ink of a box's outline: accent, seal or ink
    words: str | None = None  # a field with words that are printed in a box under its name
    figures: tuple[str, ...] = ()  # fields whose numbers stand behind the name of a box, the second in brackets


@dataclass(frozen=True, slots=True)
class Style:
    """The map style of a game: recipes by id, and the rest as art.yaml has it."""

    terrain: Mapping[str, str]
    features: Mapping[str, str]
    links: Mapping[str, str]
    regions: Mapping[str, str]
    spaces: Mapping[str, Look]
    given: Mapping[str, Any] = field(default_factory=dict)

    def part(self, name: str) -> Mapping[str, Any]:
        """A mapping of art.yaml's map style; empty if it is not there."""
        value = self.given.get(name)
        return value if isinstance(value, Mapping) else {}

    def look(self, space: Space) -> Look:
        """The look of a space: its own where art.yaml names it, else that of its kind."""
        return self.spaces.get(space.id) or self.spaces.get(space.kind) or Look()


def style_of(game: Game, map: Map) -> Style:
    """The style of one board of a game."""
    given = game.art.map

    def chosen(part: str, ids: Iterable[str], words: Mapping[str, str], default: str) -> dict[str, str]:
        said = given.get(part, {})
        return {id: str(said.get(id) or by_word(id, words, default)) for id in ids}

    region_kinds = dict.fromkeys(r.kind for r in map.regions.values())
    regions = chosen("regions", region_kinds, REGIONS, "none")
    if "region" in regions and "region" not in given.get("regions", {}):
        regions["region"] = "province" if _covering(map, "region") else "fence" if map.kind == "areas" else "camp"
    said = given.get("spaces", {})
    looks = {
        kind: _look(map, kind, said.get(kind, {}), game.art.theme)
        for kind in dict.fromkeys(s.kind for s in map.spaces.values())
    }
    for id in [id for id in said if id in map.spaces]:
        kind = map.spaces[id].kind
        looks[id] = _look(map, kind, {**said.get(kind, {}), **said[id]}, game.art.theme)
    return Style(
        chosen("terrain", map.terrain, TERRAIN, "tint"),
        chosen("features", map.feature_kinds, FEATURES, "line"),
        chosen("links", map.link_kinds, LINKS, "none" if map.kind == "areas" else "line"),
        regions,
        looks,
        given,
    )


def by_word(id: str, words: Mapping[str, str], default: str) -> str:
    """The recipe of the first word that occurs in an id."""
    return next((recipe for word, recipe in words.items() if word in id), default)


def _covering(map: Map, kind: str) -> bool:
    """Whether regions of a kind lie side by side over most of the map, as provinces do."""
    spaces = [s for r in map.regions.values() if r.kind == kind for s in r.spaces]
    return len(spaces) == len(set(spaces)) and len(spaces) > 0.5 * len(map.land)


def _look(map: Map, kind: str, given: Mapping[str, Any], theme: str) -> Look:
    shape, symbol = next((look for word, look in _SPACES.items() if word in kind), ("bare", None))
    if theme != "japan" and symbol == "village":  # its roofs are thatched; the ground of a town shows houses enough
        symbol = None
    if theme != "japan" and symbol in ("castle", "fortress"):  # their roofs are curved
        symbol = "tower"
    known = map.space_kinds.get(kind)
    fields = known.fields if known else {}

    def named(key: str, words: tuple[str, ...]) -> str | None:
        value = given.get(key, next((word for word in words if word in fields), None))
        return str(value) if value else None

    return Look(
        str(given.get("shape", shape)),
        given.get("symbol", symbol),
        named("owner", _OWNER),
        named("level", _LEVEL),
        named("main", _MAIN),
        named("value", _VALUE),
        bool(given.get("named", shape not in ("dot", "none"))),
        given.get("badges", {field: sign for field, sign in _BADGES.items() if field in fields}),
        given.get("edge"),
        given.get("words"),
        tuple(given.get("figures", ())),
    )


def strangers(game: Game) -> list[tuple[str, str]]:
    """Ids the style names that no map of the game has: the part of the style and the id."""
    maps = game.boards
    known: dict[str, set[str]] = {
        "terrain": {id for m in maps for id in m.terrain},
        "features": {id for m in maps for id in m.feature_kinds},
        "links": {id for m in maps for id in m.link_kinds},
        "regions": {r.kind for m in maps for r in m.regions.values()},
        "spaces": {word for m in maps for s in m.spaces.values() for word in (s.kind, s.id)},
    }
    found = [(part, id) for part, ids in known.items() for id in game.art.map.get(part, {}) if id not in ids]
    spaces = {id for m in maps for id in m.spaces}
    scenery = game.art.map.get("scenery", {})
    ids = [hamlet["at"] for hamlet in scenery.get("hamlets", ())]
    ids += [id for path in scenery.get("paths", ()) for id in path["through"]]
    found += [("scenery", id) for id in dict.fromkeys(ids) if id not in spaces]
    areas = game.art.map.get("areas", {})
    found += [("areas.water", id) for id in areas.get("water", ()) if id not in spaces]
    found += [("areas.tones", id) for id in areas.get("tones", {}) if id not in game.sides]
    return found


def tone(palette: Palette, default: str, *names: str) -> str:
    """The first of the named tones a palette has, or a default."""
    return next((palette.tones[name] for name in names if name in palette.tones), default)
