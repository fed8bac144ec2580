"""Names that must be unique, and names of things that do not exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler.diagnostics import Diagnostic, Related, diagnose
from compiler.vassal import sequence
from compiler.vassal.lint.near import Near
from compiler.vassal.lint.properties import set_by_component
from compiler.vassal.module import Design, Module
from compiler.vassal.traits import ReturnToDeck, SendToLocation, SetGlobalProperty
from compiler.vassal.xml import Component

__all__ = ["OBSERVER", "check", "fixed"]

OBSERVER = "<observer>"
_ON_A_MAP = ("L", "G", "Z", "R")  # who is sent to another piece is not sent to a map


def check(module: Module) -> Iterator[Diagnostic]:
    """All faults of naming."""
    root = module.root
    yield from _twins(module, "map", "mapName", module.maps)
    yield from _twins(module, "deck", "name", root.all("DrawPile"))
    yield from _twins(module, "prototype", "name", root.all("PrototypeDefinition"))
    for board_map in module.maps:
        boards = [child for child in board_map.walk() if child.kind == "Board"]
        yield from _twins(module, "board", "name", boards)
    for container in root.all("GlobalProperties"):
        yield from _twins(module, "global property", "name", container.all("GlobalProperty"))
    if not module.is_extension:
        yield from _unknown_places(module)


def fixed(text: str) -> bool:
    """Whether a name is plain text and not worked out in play."""
    return bool(text) and "$" not in text and "{" not in text


def _twins(module: Module, what: str, attribute: str, components: Iterable[Component]) -> Iterator[Diagnostic]:
    first: dict[str, Component] = {}
    for component in components:
        name = component.get(attribute)
        if name and name in first:
            related = Related(module.at(first[name]), "the first of that name")
            message = f"two {what}s are named `{name}`"
            yield diagnose("A120", message, module.at(component), related=(related,), help=f"rename one {what}")
        first.setdefault(name, component)


def _found_by(kind: str, names: list[str]) -> set[str]:
    """What VASSAL finds maps or decks by: their names, and their numbers as modules of old have them."""
    return {*names, *(f"{kind}{n}" for n in range(len(names)))}


def _unknown_places(module: Module) -> Iterator[Diagnostic]:
    decks = _found_by("Deck", [deck.get("name") for deck in module.root.all("DrawPile")])
    maps = _found_by("Map", [board_map.get("mapName") for board_map in module.maps])
    zones = {zone.get("name") for zone in module.root.all("Zone")}
    regions = {region.get("name") for region in module.root.all("Region")}
    # dice, turns, decks and options bring global properties of their own
    properties = {name for component in module.root.walk() for name in set_by_component(component)}
    near = Near(properties)
    for deck in module.root.all("DrawPile"):
        target = deck.get("reshuffleTarget")
        if deck.get("reshufflable") == "true" and fixed(target) and target not in decks:
            yield diagnose("A119", f"the deck `{deck.get('name')}` reshuffles into `{target}`", module.at(deck))
    for design in module.live:
        for trait in design.piece.all(ReturnToDeck):
            name = trait.deck_expression or trait.deck
            if not trait.player_chooses and fixed(name) and name not in decks:
                message = f"`{design.label}` returns to the deck `{name}`, which does not exist"
                yield diagnose("A119", message, design.span)
        for send in design.piece.all(SendToLocation):
            if fixed(send.map) and send.map not in maps and send.destination[:1] in _ON_A_MAP:
                message = f"`{design.label}` is sent to the map `{send.map}`, which does not exist"
                help = "mend the name, or leave it empty; VASSAL looks for the place on the map where the piece is"
                yield diagnose("A119", message, design.span, help=help)
            yield from _unknown_spots(design, send, zones, regions)
        for change in design.piece.all(SetGlobalProperty):
            if fixed(change.name) and change.name not in properties:
                message = f"`{design.label}` sets the global property `{change.name}`, which does not exist"
                yield diagnose("A119", message, design.span, help=near.help(change.name, "define it, or mend the name"))
    yield from _unknown_sides(module)


def _unknown_spots(design: Design, send: SendToLocation, zones: set[str], regions: set[str]) -> Iterator[Diagnostic]:
    for kind, what, name, known in (("Z", "zone", send.zone, zones), ("R", "region", send.region, regions)):
        if send.destination.startswith(kind) and fixed(name) and name not in known:
            message = f"`{design.label}` is sent to the {what} `{name}`, which does not exist"
            yield diagnose("A119", message, design.span, help=Near(known).help(name, f"mend the name of the {what}"))


def _unknown_sides(module: Module) -> Iterator[Diagnostic]:
    """Hands and private maps of a side that nobody can take."""
    rosters = list(module.root.all("PlayerRoster"))
    sides = {child.text for roster in rosters for child in roster.children if child.tag == "entry"}
    for window in module.maps if sides else ():
        for side in sequence.listed(window.get("side")):
            if fixed(side) and side not in sides and side != OBSERVER:
                message = f"the window `{window.get('mapName')}` belongs to the side `{side}`, which does not exist"
                yield diagnose(
                    "A119", message, module.at(window), help=Near(sides).help(side, "mend the name of the side")
                )
