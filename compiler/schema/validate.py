"""Run JSON Schema over a document: a fast gate in Rust finds the places, jsonschema tells choices apart."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import jsonschema_rs

from compiler.diagnostics import Sink
from compiler.diagnostics.slips import only_slip
from compiler.load import Bundle, Document
from compiler.schema.catalogue import schema
from compiler.schema.fault import Fault, deref
from compiler.schema.messages import MAX_FAULTS, explain

# Keywords that lead one step down into a value, and of which type they are then.
_DOWN: Mapping[str | int, type] = {
    "properties": dict, "patternProperties": dict, "additionalProperties": dict, "items": dict, "prefixItems": list,
}  # fmt: skip


class Checker:
    """One schema, ready to judge documents."""

    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.gate = jsonschema_rs.validator_for(root)

    def check(self, document: Document, sink: Sink) -> None:
        """Report where a document departs from the schema."""
        if not self.gate.is_valid(document.value):
            sink.extend(explain(self.faults(document), document, self.root))

    def faults(self, document: Document) -> list[Fault]:
        """Where a document departs from the schema, as data."""
        found = itertools.islice(self.gate.iter_errors(document.value), MAX_FAULTS)
        # Each missing key of a mapping is an error of its own to the gate; one fault tells them all.
        faults: dict[tuple[Any, ...], Fault] = {}
        for error in found:
            fault = self._fault(error, document)
            part = tuple(fault.instance) if fault.keyword == "propertyNames" else id(fault.schema)
            faults.setdefault((fault.keyword, fault.path, part), fault)
        return list(faults.values())

    def _fault(self, error: jsonschema_rs.ValidationError, document: Document) -> Fault:
        """What the gate found, on the author's own value; a choice gets the faults of its branches."""
        *steps, keyword = error.evaluation_path
        part = self.at(steps)
        path = _true_path(error.instance_path, document.value)
        slip = self._slip(error.evaluation_path, path, document.value)
        if slip is not None:
            return slip
        if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.PropertyNames):
            return Fault("propertyNames", {"propertyNames": part}, {error.kind.error.instance: None}, path)
        instance = functools.reduce(lambda holder, step: holder[step], path, document.value)
        inner: tuple[Fault, ...] = ()
        if keyword in ("oneOf", "anyOf"):
            found = self.words.evolve(schema={keyword: part[keyword]}).iter_errors(instance)
            inner = tuple(Fault.of(nested, path) for choice in found for nested in choice.context or ())
        return Fault(str(keyword), part, instance, path, inner)

    def _slip(self, evaluated: Sequence[str | int], path: Sequence[str | int], value: Any) -> Fault | None:
        """A fault below a key that may be there, and is a known one misspelt: that is the fault, not what it holds."""
        here: Any = self.root
        keys, named = enumerate(path), False
        for step in evaluated:
            if named or not isinstance(here, Mapping):  # the name of a property, or the number of a choice
                here, named = here[step], False
                continue
            n, key = next(keys, (0, None)) if step in _DOWN and isinstance(here.get(step), _DOWN[step]) else (0, None)
            wild = step == "additionalProperties" and isinstance(key, str)
            if wild and only_slip(str(key), here.get("properties", {})):
                return Fault("misspelt", here, value, (*path[:n], key))
            value = value if key is None else value[key]
            named = step in ("properties", "patternProperties")
            here = deref(here, self.root) if step == "$ref" else here.get(step, {})
        return None

    @functools.cached_property
    def words(self) -> Any:
        """jsonschema's validator, which tells the branches of a choice apart; loaded only for a file that needs it."""
        from jsonschema import Draft202012Validator

        return Draft202012Validator(self.root)

    def at(self, steps: Sequence[str | int]) -> Any:
        """The part of the schema that a path of evaluation leads to, references followed."""
        here: Any = self.root
        for step in steps:
            if step == "$defs" and step not in here:  # of a bad key the gate tells where its pattern stands
                here = self.root
            here = deref(here, self.root) if step == "$ref" else here[step]
        return here


def _true_path(path: Sequence[str | int], value: Any) -> tuple[str | int, ...]:
    """The gate's path with the author's own keys: it gives a key of digits, such as "0405", as the number 405."""
    found: list[str | int] = []
    for step in path:
        if isinstance(value, dict) and step not in value:
            step = next(key for key in value if key.isascii() and key.isdigit() and int(key) == step)
        found.append(step)
        value = value[step]
    return tuple(found)


@functools.cache
def checker(kind: str) -> Checker:
    """The checker of a kind of file, built once."""
    return Checker(schema(kind))


def validate(document: Document, kind: str, sink: Sink) -> None:
    """Report where a document departs from the schema of its kind."""
    checker(kind).check(document, sink)


def validate_game(bundle: Bundle, sink: Sink) -> None:
    """Every document of a game by its kind."""
    for kind, document in bundle:
        validate(document, kind, sink)
