"""The JSON Schemas by kind, each made self-contained."""

from __future__ import annotations

import copy
import functools
import json
from typing import Any

from compiler import resources

_SUFFIX = ".schema.json"


@functools.cache
def schema(kind: str) -> dict[str, Any]:
    """The schema of a kind, with the shared definitions it refers to inside; KeyError if there is none."""
    root = copy.deepcopy(_source(kind))
    root.pop("$id", None)
    inner: dict[str, Any] = {}
    _take_in(root, "", inner)
    root.setdefault("$defs", {}).update(inner)
    return root


def _take_in(part: Any, home: str, inner: dict[str, Any]) -> None:
    """Point references at `$defs/<file>`; `home` is where the file of `part` lies in the result."""
    if isinstance(part, list):
        for item in part:
            _take_in(item, home, inner)
    if not isinstance(part, dict):
        return
    for value in part.values():
        _take_in(value, home, inner)
    reference = part.get("$ref")
    if isinstance(reference, str):
        file, _, pointer = reference.partition("#")
        if file:
            name = file.removesuffix(_SUFFIX)
            if name not in inner:
                inner[name] = copy.deepcopy(_source(name))
                inner[name].pop("$id", None)
                inner[name].pop("$schema", None)
                _take_in(inner[name], f"/$defs/{name}", inner)
            part["$ref"] = f"#/$defs/{name}{pointer}"
        else:
            part["$ref"] = f"#{home}{pointer}"


@functools.cache
def _source(name: str) -> dict[str, Any]:
    path = resources.schemas() / (name + _SUFFIX)
    if not path.is_file():
        raise KeyError(name)
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded
