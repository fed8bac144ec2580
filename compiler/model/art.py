"""How a game looks: colours, schemes of the sides, layouts of counters and cards, map style."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.diagnostics import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of a side: fill, text, edge band and crest."""

    id: str
    fill: str
    text: str
    band: str = "solid"
    crest: str | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Art:
    """Everything in art.yaml; layouts are read by the renderer."""

    palette: Mapping[str, Any] = field(default_factory=dict)
    schemes: Mapping[str, Scheme] = field(default_factory=dict)
    counters: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, Any] = field(default_factory=dict)
    map: Mapping[str, Any] = field(default_factory=dict)
    sheets: Mapping[str, Any] = field(default_factory=dict)
    images: Mapping[str, str] = field(default_factory=dict)
    span: Span = field(default=NOWHERE, compare=False)
    document: Any = field(default=None, compare=False, repr=False)  # for the place of a layout's fault
