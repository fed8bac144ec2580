"""Of several allowed shapes, the one the author meant."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from compiler.schema.fault import Fault, deref, type_of, types_of


def meant(fault: Fault, root: Mapping[str, Any]) -> list[Fault]:
    """The faults within the branch that a value comes nearest to; none if no branch even has its type."""
    branches = [deref(part, root) for part in fault.wanted]
    inside: dict[int, list[Fault]] = {}
    for inner in fault.context:
        inside.setdefault(inner.branch, []).append(inner)
    fitting = [i for i in inside if _fits_type(branches[i], fault.instance, root)]
    if not fitting:
        return []
    best = max(fitting, key=lambda i: (_nearness(branches, i, fault.instance), _depth(inside[i]), -len(inside[i]), -i))
    return inside[best]


def _fits_type(branch: Mapping[str, Any], value: Any, root: Mapping[str, Any]) -> bool:
    for choice in ("oneOf", "anyOf"):
        if choice in branch and "type" not in branch:
            return any(_fits_type(deref(part, root), value, root) for part in branch[choice])
    types = types_of(branch)
    kind = type_of(value)
    return not types or kind in types or (kind == "integer" and "number" in types)


def _nearness(branches: list[Mapping[str, Any]], index: int, value: Any) -> float:
    """How much a mapping looks like a branch: keys that mark only this branch weigh most, then shared keys."""
    if not isinstance(value, dict):
        return 0.0
    branch = branches[index]
    required = set(branch.get("required", ()))
    known = branch.get("properties", {})
    others = {key for i, other in enumerate(branches) if i != index for key in other.get("required", ())}
    score = 0.0
    for key, held in value.items():
        if key in required - others:
            score += 10.0
        if key in known:
            score += 1.0
            constant = known[key].get("const") if isinstance(known[key], Mapping) else None
            score += 20.0 if constant is not None and constant == held else 0.0
        elif difflib.get_close_matches(key, required - others, n=1, cutoff=0.7):
            score += 5.0
    return score


def _depth(faults: list[Fault]) -> int:
    """How far into the value a branch got before it failed."""
    return min((len(fault.path) for fault in faults), default=0)
