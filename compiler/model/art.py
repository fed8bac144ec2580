"""How a game looks: colours, schemes of the sides, layouts of counters and cards, map style."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
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

    theme: str = "plain"
    palette: Mapping[str, Any] = field(default_factory=dict)
    schemes: Mapping[str, Scheme] = field(default_factory=dict)
    counters: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, Any] = field(default_factory=dict)
    map: Mapping[str, Any] = field(default_factory=dict)
    sheets: Mapping[str, Any] = field(default_factory=dict)
    scene: Mapping[str, Any] = field(default_factory=dict)
    files: tuple[str, ...] = ()  # everything in `art/`
    span: Span = field(default=NOWHERE, compare=False)
    document: Any = field(default=None, compare=False, repr=False)  # for the place of a layout's fault

    @property
    def own_symbols(self) -> tuple[str, ...]:
        """Names of the author's own symbols: drawings in `art/` by the stems of their files."""
        return tuple(PurePosixPath(name).stem for name in self.files if name.lower().endswith(".svg"))

    @property
    def own_faces(self) -> tuple[str, ...]:
        """Names of the author's own type faces: fonts in `art/` by the stems of their files."""
        return tuple(PurePosixPath(name).stem for name in self.files if name.lower().endswith((".ttf", ".otf")))
