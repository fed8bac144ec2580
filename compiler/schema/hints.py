"""How to turn a value of the wrong type into the one that was wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

_NUMBER = re.compile(r"[+-]?[0-9][0-9_,]*(?:\.[0-9]+)?|[+-]?\.[0-9]+")
_YES_NO = {
    "yes": "true",
    "on": "true",
    "true": "true",
    "y": "true",
    "no": "false",
    "off": "false",
    "false": "false",
    "n": "false",
}


def retyped(value: Any, written: str, types: Sequence[str]) -> str | None:
    """The way out for a value, as its author wrote it, that should have been one of some types."""
    for name in types:
        hint = _HINTS[name](value, written) if name in _HINTS else None
        if hint:
            return hint
    return None


def _text(value: Any, written: str) -> str | None:
    """Numbers and words that YAML knows are texts only in quotes; `4.10` would lose its nought."""
    if isinstance(value, (bool, int, float)):
        return f'quote it: `"{written}"`'
    return None


def _number(value: Any, written: str) -> str | None:
    if isinstance(value, float):
        return "leave out the fraction"
    if not isinstance(value, str) or not _NUMBER.fullmatch(value):
        return None
    plain = value.lstrip("+").replace("_", "").replace(",", "")
    sign, digits = ("-", plain[1:]) if plain.startswith("-") else ("", plain)
    whole, point, part = digits.partition(".")
    return f"write `{sign}{whole.lstrip('0') or '0'}{point}{part}`{_unquoted(written)}"


def _truth(value: Any, written: str) -> str | None:
    word = _YES_NO.get(str(value).lower())
    return f"write `{word}`{_unquoted(written)}" if word else None


def _unquoted(written: str) -> str:
    return " without quotes" if written[:1] in ('"', "'") else ""


def _list(value: Any, written: str) -> str | None:
    if isinstance(value, dict):
        return "start each entry with `- `"
    return f"write `[{written}]`" if written else None


def _mapping(value: Any, written: str) -> str | None:
    return "drop the `- ` before its keys" if isinstance(value, list) else "write `key: value` pairs below it"


_HINTS: dict[str, Callable[[Any, str], str | None]] = {
    "string": _text,
    "integer": _number,
    "number": _number,
    "boolean": _truth,
    "array": _list,
    "object": _mapping,
}
