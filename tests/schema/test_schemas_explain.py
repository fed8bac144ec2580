"""Schemas are help texts: an editor shows a title and a description for every key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from compiler.load import KINDS
from compiler.resources import schemas
from compiler.schema import schema

COMMON = json.loads((schemas() / "common.schema.json").read_text(encoding="utf-8"))["$defs"]


def keys(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every declared key with what the schema says of it, references followed."""
    if isinstance(part, dict):
        found = part.get("properties")
        if isinstance(found, dict):
            for key, said in found.items():
                target = said.get("$ref", "").rpartition("/")[2]
                yield f"{path}/{key}", {**COMMON.get(target, {}), **said}
        for name, inner in part.items():
            yield from keys(inner, f"{path}/{name}")
    elif isinstance(part, list):
        for n, inner in enumerate(part):
            yield from keys(inner, f"{path}/{n}")


def raw(kind: str) -> Any:
    return json.loads((schemas() / f"{kind}.schema.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", [*KINDS, "common"])
def test_every_key_has_a_title_and_a_description(kind: str) -> None:
    silent = [path for path, said in keys(raw(kind)) if not said.get("title") or not said.get("description")]
    assert silent == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_schema_has_a_valid_example(kind: str) -> None:
    whole = schema(kind)
    Draft202012Validator.check_schema(whole)
    assert whole.get("title")
    assert whole.get("description")
    assert whole.get("examples")
    for example in whole["examples"]:
        Draft202012Validator(whole).validate(example)
