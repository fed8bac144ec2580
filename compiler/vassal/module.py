"""A module as a whole: its tree, every piece design in it, its prototypes and entries."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from compiler.diagnostics import Failed, Span, diagnose
from compiler.vassal.archive import Archive
from compiler.vassal.piece import Body, Piece, read_add_piece
from compiler.vassal.traits import PlaceMarker, Prototype, Trait
from compiler.vassal.xml import Component, parse

__all__ = ["SLOTS", "Design", "Module", "read_module"]

SLOTS = ("PieceSlot", "CardSlot")
_MAX_DEPTH = 20
_MAX_TRAITS = 5000


@dataclass(frozen=True, slots=True)
class Design:
    """One piece as the module defines it: in a slot, a prototype, or inside a trait that places it."""

    label: str
    kind: str
    piece: Piece
    span: Span
    component: Component = field(compare=False)


@dataclass(slots=True)
class Module:
    """A module or extension, read and taken apart."""

    name: str
    build_name: str
    root: Component
    archive: Archive
    designs: list[Design] = field(default_factory=list)
    # all of them but prototypes that no piece uses: what is wrong with those nobody ever meets
    live: list[Design] = field(default_factory=list)
    idle: list[Design] = field(default_factory=list)
    prototypes: dict[str, Design] = field(default_factory=dict)
    # definitions that are no piece we can take apart
    unreadable: list[tuple[Component, str]] = field(default_factory=list)
    has_cdata: bool = False
    # how many more traits of prototypes we are willing to write out
    budget: int = 10_000_000

    @property
    def is_extension(self) -> bool:
        return self.root.kind == "ModuleExtension"

    @property
    def has_own_classes(self) -> bool:
        """Whether the module brings Java code, which may do what we cannot see."""
        return any(name.endswith(".class") for name in self.archive)

    @property
    def maps(self) -> list[Component]:
        """Every map, hands and private ones too."""
        return [component for component in self.root.walk() if "mapName" in component.attributes]

    def at(self, component: Component) -> Span:
        return Span(f"{self.name}!{self.build_name}", max(component.line, 1))

    def expanded(self, piece: Piece) -> Iterator[Trait]:
        """The traits of a piece with those of its prototypes in their place; loops and explosions are cut."""
        return itertools.islice(self._expanded(piece, ()), _MAX_TRAITS)

    def _expanded(self, piece: Piece, inside: tuple[str, ...]) -> Iterator[Trait]:
        for trait in piece.traits:
            yield trait
            if not isinstance(trait, Prototype) or trait.name in inside or len(inside) >= _MAX_DEPTH:
                continue
            design = self.prototypes.get(trait.name)
            if design is not None and self.budget > 0:
                self.budget -= len(design.piece.traits)
                yield from self._expanded(design.piece, (*inside, trait.name))


def read_module(archive: Archive) -> Module:
    """A module or extension from its archive."""
    build_name = next((name for name in ("buildFile.xml", "buildFile") if name in archive), "")
    if not build_name:
        help = "a module holds `buildFile.xml` at its top level; is this really a module?"
        message = f"`{archive.name}` has no `buildFile.xml`"
        raise Failed(diagnose("A008", message, Span(archive.name), help=help))
    data = archive.read(build_name)
    root = parse(data, f"{archive.name}!{build_name}")
    if "." not in root.tag:  # a class has its package
        where = Span(f"{archive.name}!{build_name}", max(root.line, 1))
        help = "is this really a module? Download or export it again"
        raise Failed(diagnose("A016", f"`{build_name}` is not VASSAL's: it begins with `{root.tag}`", where, help=help))
    module = Module(archive.name, build_name, root, archive, has_cdata=b"<![CDATA[" in data)
    for component in root.walk():
        if component.kind in SLOTS or component.kind == "PrototypeDefinition":
            _collect(module, component)
    module.idle = _idle(module)
    unused = {id(design.component) for design in module.idle}
    module.live = [design for design in module.designs if id(design.component) not in unused]
    return module


def _idle(module: Module) -> list[Design]:
    """Prototypes that no piece uses, not even through others; code or an extension may use any of them."""
    if module.is_extension or module.has_own_classes:
        return []
    owned: dict[int, list[Design]] = {}
    for design in module.designs:
        owned.setdefault(id(design.component), []).append(design)
    defined = {id(design.component) for design in module.prototypes.values()}
    used: set[str] = set()
    left = [design for owner, designs in owned.items() if owner not in defined for design in designs]
    while left:
        for trait in left.pop().piece.all(Prototype):
            if trait.name not in used and trait.name in module.prototypes:
                used.add(trait.name)
                left += owned[id(module.prototypes[trait.name].component)]
    return [design for name, design in module.prototypes.items() if name not in used]


def _collect(module: Module, component: Component) -> None:
    is_slot = component.kind in SLOTS
    label = component.get("entryName" if is_slot else "name")
    if not component.text:
        return
    found = read_add_piece(component.text)
    if found is None or not isinstance(found[1], Piece):
        module.unreadable.append((component, label))
        return
    label = label or found[1].basic.name or component.kind
    _add(module, component, label, "slot" if is_slot else "prototype", found[1], 0)


def _add(module: Module, component: Component, label: str, kind: str, piece: Piece, depth: int) -> None:
    design = Design(label, kind, piece, module.at(component), component)
    module.designs.append(design)
    if kind == "prototype":
        module.prototypes.setdefault(label, design)
    if depth > _MAX_DEPTH:
        return
    for trait in piece.all(PlaceMarker):
        placed: tuple[str, Body] | None = read_add_piece(trait.marker)
        if placed is not None and isinstance(placed[1], Piece):
            _add(module, component, f"{label} → {placed[1].basic.name}", "marker", placed[1], depth + 1)
