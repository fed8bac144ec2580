"""A schema fault as data: which keyword failed, on which value, where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

TYPE_WORDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a mapping",
    "null": "empty",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One failed keyword; `path` leads to the value, `branch` is its place in the choice that holds it."""

    keyword: str
    schema: Mapping[str, Any]
    instance: Any
    path: tuple[Any, ...]
    context: tuple[Fault, ...] = ()
    branch: int = 0

    @property
    def wanted(self) -> Any:
        """What the keyword asks for."""
        return self.schema[self.keyword]

    @classmethod
    def of(cls, error: Any, base: tuple[Any, ...]) -> Fault:
        """From an error that jsonschema found below `base`."""
        path = (*base, *error.path)
        branch = error.schema_path[0] if error.schema_path and isinstance(error.schema_path[0], int) else 0
        inner = tuple(cls.of(nested, path) for nested in error.context or ())
        return cls(error.validator, error.schema, error.instance, path, inner, branch)


def deref(part: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of a schema with its reference followed; what stands beside the reference wins."""
    seen = 0
    while isinstance(part, Mapping) and "$ref" in part and seen < 16:
        target: Any = root
        for key in part["$ref"].split("/")[1:]:
            target = target[int(key)] if isinstance(target, list) else target[key]
        part = {**target, **{key: value for key, value in part.items() if key != "$ref"}}
        seen += 1
    return part if isinstance(part, Mapping) else {}


def types_of(part: Mapping[str, Any]) -> tuple[str, ...]:
    """The types a part of a schema allows; none named means any."""
    named = part.get("type", ())
    if not named and "enum" in part:
        return tuple(dict.fromkeys(type_of(value) for value in part["enum"]))
    return (named,) if isinstance(named, str) else tuple(named)


def type_of(value: Any) -> str:
    """The JSON type of a value."""
    if isinstance(value, bool):
        return "boolean"
    for kind, name in ((str, "string"), (int, "integer"), (float, "number"), (list, "array"), (dict, "object")):
        if isinstance(value, kind):
            return name
    return "null"


def name_of(path: Sequence[Any]) -> str:
    """The value at a path, as a sentence calls it."""
    if not path:
        return "the file"
    if isinstance(path[-1], str):
        return f"`{path[-1]}`"
    holder = next((step for step in reversed(path) if isinstance(step, str)), None)
    return f"item {path[-1] + 1} of `{holder}`" if holder else f"item {path[-1] + 1}"


def show(value: Any) -> str:
    """A value as a sentence shows it, cut short."""
    if isinstance(value, str):
        return f"the text `{value if len(value) <= 40 else value[:39] + '…'}`" if value else "an empty text"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, (int, float)):
        return f"the number `{value}`"
    return {"array": "a list", "object": "a mapping"}.get(type_of(value), "empty")


def listed(words: Sequence[str], last: str = "or", limit: int = 12) -> str:
    """`a`, `b` or `c`; the tail of a long list is left off."""
    if len(words) > limit:
        return ", ".join(words[:limit]) + ", …"
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nothing"
