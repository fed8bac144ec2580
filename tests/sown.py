"""Faults sown into finished modules, ours and anybody's: `python -m tests.sown FILE… [EACH [SEED]]`.

Each fault is one that an author makes: a name misspelt, a file forgotten, a number given twice, a bracket lost. It
counts as found when `lint` tells something of its kind that it did not tell of the module as it was. The score is
printed, and a line for each fault that was missed.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from compiler.vassal.archive import Archive, open_archive
from compiler.vassal.buildfile import serialise
from compiler.vassal.expression import Property, walk
from compiler.vassal.grammar import ExpressionError, is_braced, parse
from compiler.vassal.keys import named
from compiler.vassal.lint import lint_module
from compiler.vassal.lint.engine_names import FUNCTIONS
from compiler.vassal.lint.names import OBSERVER, fixed
from compiler.vassal.lint.usage import trait_texts
from compiler.vassal.module import SLOTS, read_module
from compiler.vassal.piece import Piece, add_piece, read_add_piece
from compiler.vassal.traits import Prototype, ReturnToDeck, SendToLocation, SetGlobalProperty, Trait, Trigger
from compiler.vassal.xml import Component
from compiler.vassal.xml import parse as read_tree


class Altered:
    """An archive with some entries written anew or taken out; as much of one as lints ask for."""

    def __init__(self, archive: Archive, put: dict[str, bytes], gone: frozenset[str] = frozenset()) -> None:
        self.archive, self.put, self.gone, self.name = archive, put, gone, archive.name

    def __iter__(self) -> Iterator[str]:
        return (name for name in self.archive if name not in self.gone)

    def __contains__(self, name: object) -> bool:
        return name in self.archive and name not in self.gone

    def size(self, name: str) -> int:
        return len(self.put[name]) if name in self.put else self.archive.size(name)

    def read(self, name: str) -> bytes:
        return self.put[name] if name in self.put else self.archive.read(name)


class Sowing:
    """A module that faults are sown into, one at a time.

    Prototypes that no piece uses are taken out first: `lint` tells of them as such and looks into none.
    """

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.build = next(name for name in ("buildFile.xml", "buildFile") if name in archive)
        self.tree = read_tree(archive.read(self.build), "build")
        unused = {design.component.get("name") for design in read_module(archive).idle}
        for parent in self.tree.walk():
            parent.children = [
                each for each in parent.children if each.kind != "PrototypeDefinition" or each.get("name") not in unused
            ]
        self.known = self.findings(self.tree)

    def findings(self, tree: Component, gone: frozenset[str] = frozenset()) -> set[tuple[str, str]]:
        altered = Altered(self.archive, {self.build: serialise(tree)}, gone)
        return {(one.code, one.message) for one in lint_module(cast(Archive, altered))}


class Fault(NamedTuple):
    """What was done, and files that are gone with it."""

    what: str
    gone: frozenset[str] = frozenset()


Sow = Callable[[random.Random, Component, Archive], Fault | None]
T = TypeVar("T", bound=Trait)
_DESIGNS = (*SLOTS, "PrototypeDefinition")


def misspelt(rng: random.Random, name: str) -> str:
    at = rng.randrange(len(name))
    return f"{name[:at]}{name[at + 1 :]}q" if len(name) > 2 else f"{name}q"


def _pieces(tree: Component, kinds: tuple[str, ...] = SLOTS) -> Iterator[tuple[Component, str, Piece]]:
    for component in tree.walk():
        if component.kind in kinds and component.text:
            found = read_add_piece(component.text)
            if found is not None and isinstance(found[1], Piece):
                yield component, found[0], found[1]


def _change(
    rng: random.Random, tree: Component, kind: type[T], change: Callable[[T], T | None], what: str
) -> Fault | None:
    """One trait of this kind changed in one piece, chosen by lot among those that can be."""
    spots = [(spot, trait) for spot in _pieces(tree, _DESIGNS) for trait in spot[2].all(kind)]
    rng.shuffle(spots)
    for (component, id, piece), trait in spots:
        changed = change(trait)
        if changed is not None:
            traits = tuple(changed if each is trait else each for each in piece.traits)
            component.text = add_piece(Piece(piece.basic, traits, rest=piece.rest), id)
            return Fault(f"{what} of {component.get('entryName') or component.get('name')}")
    return None


def picture_gone(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    drawn = {each.get("name") for each in tree.all("GamePieceImage")}  # VASSAL itself makes these anew
    named = {piece.basic.image: None for _, _, piece in _pieces(tree)}
    shown = [name for name in named if name not in drawn and f"images/{name}" in archive]
    if not shown:
        return None
    name = rng.choice(shown)
    return Fault(f"the picture {name}", frozenset((f"images/{name}",)))


def picture_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    spots = [each for each in tree.walk() if each.get("image") and f"images/{each.get('image')}" in archive]
    if not spots:
        return None
    spot = rng.choice(spots)
    spot.attributes["image"] = misspelt(rng, spot.get("image"))
    return Fault(f"image of {spot.kind} {spot.get('name')}")


def prototype_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    known = {each.get("name") for each in tree.all("PrototypeDefinition")}

    def change(trait: Prototype) -> Prototype | None:
        return replace(trait, name=misspelt(rng, trait.name)) if trait.name in known else None

    return _change(rng, tree, Prototype, change, "prototype")


def prototype_gone(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    used = {trait.name for _, _, piece in _pieces(tree) for trait in piece.all(Prototype)}
    spots = [
        (parent, each)
        for parent in tree.walk()
        for each in parent.children
        if each.kind == "PrototypeDefinition" and each.get("name") in used
    ]
    if not spots:
        return None
    parent, spot = rng.choice(spots)
    parent.children.remove(spot)
    return Fault(f"prototype {spot.get('name')}")


def command_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    def change(trait: Trigger) -> Trigger | None:
        given = [key for key in trait.performed if fixed(key.name)]
        if not given:
            return None
        chosen = rng.choice(given)
        wrong = named(misspelt(rng, chosen.name))
        return replace(trait, performed=tuple(wrong if key == chosen else key for key in trait.performed))

    return _change(rng, tree, Trigger, change, "command of a trigger")


def bracket_lost(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    def change(trait: Trigger) -> Trigger | None:
        return replace(trait, match=trait.match.replace(")", "", 1)) if _whole(trait.match, ")") else None

    return _change(rng, tree, Trigger, change, "bracket")


def _whole(text: str, wanted: str) -> bool:
    """Whether an expression parses as it is, and has what is to be broken."""
    if not is_braced(text) or wanted not in text or '"' in text:
        return False
    try:
        parse(text)
    except ExpressionError:
        return False
    return True


def function_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    def change(trait: Trait) -> Trait | None:
        return _in_text(
            trait, [f"{name}(" for name in sorted(FUNCTIONS)], lambda name: f"{name[:-2]}{name[-2]}{name[-2:]}"
        )

    return _change(rng, tree, Trait, change, "function")


def property_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    def change(trait: Trait) -> Trait | None:
        for text, role in trait_texts(trait):
            if role in ("match", "expression") and is_braced(text):
                try:
                    names = [
                        part.name for part in walk(parse(text)) if isinstance(part, Property) and len(part.name) > 3
                    ]
                except ExpressionError:
                    continue
                if names:
                    return _in_text(trait, names[:1], lambda name: f"{name}q")
        return None

    return _change(rng, tree, Trait, change, "property")


def _in_text(trait: Trait, wanted: list[str], spoil: Callable[[str], str]) -> Trait | None:
    """The trait with the first of these words spoilt, wherever among its expressions it stands."""
    evaluated = {text for text, role in trait_texts(trait) if role in ("match", "expression") and is_braced(text)}
    for spec, value in trait.values():
        if isinstance(value, str) and value in evaluated:
            for word in wanted:
                if word in value:
                    changed: dict[str, Any] = {spec.name: value.replace(word, spoil(word))}
                    return replace(trait, **changed)
    return None


def place_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    kinds = {"Z": ("zone", "Zone"), "R": ("region", "Region")}
    known = {kind: {each.get("name") for each in tree.all(kind)} for _, kind in kinds.values()}

    def change(trait: SendToLocation) -> SendToLocation | None:
        field, kind = kinds.get(trait.destination[:1], ("", ""))
        name = getattr(trait, field, "")
        if not field or name not in known[kind] or not name:
            return None
        changed: dict[str, Any] = {field: misspelt(rng, name)}
        return replace(trait, **changed)

    return _change(rng, tree, SendToLocation, change, "place")


def deck_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    known = {each.get("name") for each in tree.all("DrawPile")}

    def change(trait: ReturnToDeck) -> ReturnToDeck | None:
        name = trait.deck_expression or trait.deck
        if trait.player_chooses or name not in known:
            return None
        wrong = misspelt(rng, name)
        return replace(trait, deck=wrong, deck_expression=wrong if trait.deck_expression else "")

    return _change(rng, tree, ReturnToDeck, change, "deck")


def global_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    known = {each.get("name") for each in tree.all("GlobalProperty")}

    def change(trait: SetGlobalProperty) -> SetGlobalProperty | None:
        return replace(trait, name=misspelt(rng, trait.name)) if trait.name in known else None

    return _change(rng, tree, SetGlobalProperty, change, "global property")


def number_twice(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    slots = [each for each, _, _ in _pieces(tree) if each.get("gpid")]
    if len(slots) < 2:
        return None
    one, other = rng.sample(slots, 2)
    one.attributes["gpid"] = other.get("gpid")
    return Fault(f"gpid of {one.get('entryName')}")


def next_number_low(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    numbers = [int(each.get("gpid")) for each, _, _ in _pieces(tree) if each.get("gpid").isdecimal()]
    if not numbers or not tree.get("nextPieceSlotId").isdecimal() or int(tree.get("nextPieceSlotId")) <= max(numbers):
        return None
    tree.attributes["nextPieceSlotId"] = str(max(numbers))
    return Fault("nextPieceSlotId")


def part_gone(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    vital = ("PieceMover", "KeyBufferer", "MenuDisplayer", "ForwardToKeyBuffer")
    spots = [
        (parent, each)
        for parent in tree.all("Map")
        for each in parent.children
        if each.tag.endswith(tuple(f"map.{v}" for v in vital))
    ]
    if not spots:
        return None
    parent, spot = rng.choice(spots)
    parent.children.remove(spot)
    return Fault(f"{spot.kind} of {parent.get('mapName')}")


def file_gone(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    files = [(each, each.get("file")) for each in tree.all("PredefinedSetup") if each.get("useFile") == "true"]
    files += [
        (each, each.get("fileName")) for each in tree.all("HelpFile") if each.get("fileType", "archive") == "archive"
    ]
    files = [(each, name) for each, name in files if name in archive]
    if not files:
        return None
    spot, name = rng.choice(files)
    return Fault(f"file of {spot.kind} {name}", frozenset((name,)))


def map_twice(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    maps = [each for each in tree.walk() if each.get("mapName")]
    if len(maps) < 2:
        return None
    one, other = rng.sample(maps, 2)
    one.attributes["mapName"] = other.get("mapName")
    return Fault(f"map {other.get('mapName')}")


def side_misspelt(rng: random.Random, tree: Component, archive: Archive) -> Fault | None:
    sides = {each.text for roster in tree.all("PlayerRoster") for each in roster.children if each.tag == "entry"}
    hands = [each for each in tree.walk() if each.get("mapName") and each.get("side") in sides - {OBSERVER}]
    if not hands:
        return None
    spot = rng.choice(hands)
    spot.attributes["side"] = misspelt(rng, spot.get("side"))
    return Fault(f"side of {spot.get('mapName')}")


FAULTS: dict[Sow, tuple[str, ...]] = {
    picture_gone: ("A101",),
    picture_misspelt: ("A101",),
    prototype_misspelt: ("A103",),
    prototype_gone: ("A103",),
    command_misspelt: ("A107", "A108"),
    bracket_lost: ("A109",),
    function_misspelt: ("A109",),
    property_misspelt: ("A110",),
    place_misspelt: ("A119",),
    deck_misspelt: ("A119",),
    global_misspelt: ("A119",),
    number_twice: ("A105",),
    next_number_low: ("A106",),
    part_gone: ("A115",),
    file_gone: ("A113", "A118"),
    map_twice: ("A120",),
    side_misspelt: ("A119",),
}


def score(archive: Archive, each: int, seed: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """Faults sown, faults found, and a line for each that was missed."""
    made, found, missed = Counter[str](), Counter[str](), []
    sowing = Sowing(archive)
    if sowing.tree.kind == "ModuleExtension":
        return made, found, [f"{Path(archive.name).name}: an extension, and what it lacks its module may have"]
    for sow, codes in FAULTS.items():
        rng = random.Random(f"{seed} {sow.__name__}")
        for _ in range(each):
            tree = deepcopy(sowing.tree)
            fault = sow(rng, tree, archive)
            if fault is None:
                break
            made[sow.__name__] += 1
            told = {code for code, _ in sowing.findings(tree, fault.gone) - sowing.known}
            if told.intersection(codes):
                found[sow.__name__] += 1
            else:
                missed.append(
                    f"{Path(archive.name).name}: {sow.__name__}: {fault.what}: {', '.join(sorted(told)) or 'nothing'}"
                )
    return made, found, missed


def main(arguments: list[str]) -> None:
    numbers = [int(word) for word in arguments if word.isdigit()]
    each, seed = (*numbers, *(2, 2026)[len(numbers) :])[:2]
    made, found, missed = Counter[str](), Counter[str](), list[str]()
    for file in (word for word in arguments if not word.isdigit()):
        with open_archive(Path(file)) as archive:
            more = score(archive, each, seed)
        made, found, missed = made + more[0], found + more[1], missed + more[2]
        print(f"{Path(file).name}: {more[1].total()} of {more[0].total()}", flush=True)
    for kind in made:
        print(f"{kind:<20} {found[kind]:>3} of {made[kind]}")
    print(f"found {found.total()} of {made.total()} faults ({found.total() / max(made.total(), 1):.1%})")
    print(*missed, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
