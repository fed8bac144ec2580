"""No key gets lost: every mapping that an author writes is closed, or what may stand in it is looked up."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from compiler.check.runner import run
from compiler.diagnostics import Diagnostic, Sink
from compiler.load import Bundle, Document, load_game, parse
from compiler.model.lower.game import lower
from compiler.pipeline import bind, pictures
from compiler.resources import schemas
from compiler.schema import validate_game
from tests.faulty import home
from tests.mutation import KEYS, dump

FIELDS = "values of fields that the game declares: an undeclared one is M003"
PARTS = "a class of VASSAL's, whose attributes are looked up: an unknown one is E301 or E303"
# Mappings with keys of their own that take others too, each with what looks these up.
OPEN = {
    "art/properties/counters/additionalProperties": "states of faces: an unknown one is C814",
    "art/properties/scene/properties/layers/items": "one part of the scene: an unknown one is R307",
    "art/$defs/slots": "slots of any name, each closed, which must say what they put",
    "cards/properties/cards/additionalProperties": FIELDS,
    "common/$defs/kind": FIELDS,
    "counters/properties/counters/additionalProperties": FIELDS,
    "counters/properties/counters/additionalProperties/properties/faces/additionalProperties": FIELDS,
    "ledger/properties/rules/items/properties/also/items": "several forms, each closed",
    "map/properties/hexsides/items": FIELDS,
    "map/properties/rivers/items": FIELDS,
    "map/properties/roads/items": FIELDS,
    "map/properties/spaces/additionalProperties": FIELDS,
    "map/properties/areas/additionalProperties": FIELDS,
    "map/properties/links/items": FIELDS,
    "map/properties/regions/additionalProperties": FIELDS,
    "map/properties/boxes/additionalProperties": FIELDS,
    "map/properties/displays/additionalProperties/properties/boxes/additionalProperties": FIELDS,
    "module/$defs/component": PARTS,
    "module/$defs/trait": PARTS,
    "sequence/$defs/node/oneOf/3/properties/with": "settings of a step: an unknown one is P004",
    "steps/$defs/pieces/anyOf/1/properties/marked": "marks of the game: an unknown one is P008",
    "steps/$defs/pieces/anyOf/1/properties/field": "fields of the game: an unknown one is P008",
    "steps/$defs/spaces/anyOf/2/properties/marked": "marks of the game: an unknown one is P008",
    "steps/$defs/spaces/anyOf/2/properties/field": "fields of the game: an unknown one is P008",
    "tables/properties/tables/additionalProperties/properties/results/additionalProperties": FIELDS,
    "tracks/properties/tracks/additionalProperties/properties/boxes/items/oneOf/1": FIELDS,
    "rolls/properties/checks/additionalProperties/properties/barred/items/properties/only": (
        "fields of the counters: an unknown one is M001"
    ),
    "upkeep/properties/sends/additionalProperties/properties/only": "fields of the counters: an unknown one is M001",
}
STRANGER = "colr"
# Where an id of the author's stands alone, it is a name of its own; these mappings have ids for keys.
GAMES = ("areas", "fields", "points", "first_battle", "winter_line", "amber_strait", "marsh_barons")


def opened(part: Any, path: str) -> Iterator[str]:
    """Every mapping of a schema that takes keys it does not name."""
    if isinstance(part, dict):
        types = part.get("type")
        if types == "object" or "object" in (types if isinstance(types, list) else ()) or "properties" in part:
            others = part.get("additionalProperties", True)
            if others is True or (others is not False and part.get("properties")):
                yield path
        for name, inner in part.items():
            yield from opened(inner, f"{path}/{name}") if name != "examples" else ()
    elif isinstance(part, list):
        for n, inner in enumerate(part):
            yield from opened(inner, f"{path}/{n}")


def test_every_mapping_is_closed_or_open_for_a_reason() -> None:
    found = {
        path
        for file in schemas().glob("*.schema.json")
        for path in opened(json.loads(file.read_text("utf-8")), file.name.removesuffix(".schema.json"))
    }
    assert found == set(OPEN)


def mappings(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from mappings(item, (*path, key))


class Sown:
    """A good game whose files can be told to hold one key more."""

    def __init__(self, name: str) -> None:
        bundle = load_game(home(name), Sink())
        assert bundle is not None
        self.bundle: Bundle = bundle
        self.plain = {document.file: self.parsed(document.value, document.file) for _, document in bundle}
        self.known = {(one.code, one.message) for one in self.judge({})}

    @staticmethod
    def parsed(value: Any, file: str) -> Document:
        document = parse(dump(value), file, Sink())
        assert document is not None
        return document

    def judge(self, changed: dict[str, Document]) -> list[Diagnostic]:
        files, sink = {**self.plain, **changed}, Sink()
        kinds = dict.fromkeys(kind for kind, _ in self.bundle)
        bundle = replace(
            self.bundle, documents={kind: tuple(files[d.file] for d in self.bundle.all(kind)) for kind in kinds}
        )
        validate_game(bundle, sink)
        game = None if sink.failed else lower(bundle, sink)
        if game is not None and not sink.failed:
            sink.extend(run(game, bundle))
            pictures(game, sink)
            bind(game, sink)
        return sink.sorted()

    def silent(self, seen: set[tuple[str, ...]]) -> Iterator[str]:
        """Where one key more is not told by its name; a place like one that was tried is not tried again."""
        for kind, document in self.bundle:
            for path in mappings(document.value):
                like = (kind, *("*" if isinstance(step, int) or step not in KEYS else step for step in path))
                if like in seen:
                    continue
                seen.add(like)
                value = copy.deepcopy(document.value)
                holder = value
                for step in path:
                    holder = holder[step]
                holder[STRANGER] = 7
                said = self.judge({document.file: self.parsed(value, document.file)})
                new = [one for one in said if (one.code, one.message) not in self.known]
                if not any(one.severity.name == "ERROR" or f"`{STRANGER}`" in one.message for one in new):
                    yield f"{document.file}: {'/'.join(map(str, path))}"


@pytest.mark.parametrize("games", [GAMES[:3], GAMES[3:]], ids=["minis", "games"])
def test_a_key_that_nothing_knows_is_told_wherever_it_stands(games: tuple[str, ...]) -> None:
    seen: set[tuple[str, ...]] = set()
    assert [line for game in games for line in Sown(game).silent(seen)] == []
    assert len(seen) > 100
