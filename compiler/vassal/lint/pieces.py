"""Pieces: their identities, and whether play leaves a trace in the chat."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, Related, Span, diagnose
from compiler.vassal.module import Design, Module
from compiler.vassal.traits import DynamicProperty, Layer, PlaceMarker, Report, Rotate, SubMenu, Trait, UnknownTrait

__all__ = ["check", "gpids"]


def check(module: Module) -> Iterator[Diagnostic]:
    """All faults of pieces."""
    yield from _identities(module)
    for design in module.live:
        yield from _traits(module, design)
    # what an extension lacks its module may have
    if not module.is_extension:
        yield from _silent(module)
        yield from _foreign(module)


def gpids(module: Module) -> Iterator[tuple[str, str, Span]]:
    """Every gpid of the module with its owner; slots and placing traits share one pool."""
    for design in module.designs:
        if design.kind == "slot" and design.component.get("gpid"):
            yield design.component.get("gpid"), design.label, design.span
        # a piece inside a trait of a piece is a copy: VASSAL counts only what slots and prototypes place
        for trait in design.piece.all(PlaceMarker) if design.kind != "marker" else ():
            if trait.gpid:
                yield trait.gpid, f"{trait.TITLE} of {design.label}", design.span


def _identities(module: Module) -> Iterator[Diagnostic]:
    first: dict[str, tuple[str, Span]] = {}
    for gpid, owner, span in gpids(module):
        if gpid in first:
            related = Related(first[gpid][1], f"`{first[gpid][0]}` has it first")
            message = f"`{owner}` has the gpid `{gpid}` of another piece"
            help = "give each piece its own; old saves tell pieces apart by it"
            yield diagnose("A105", message, span, related=(related,), help=help)
        first.setdefault(gpid, (owner, span))
    numbers = [int(gpid) for gpid in first if gpid.isascii() and gpid.isdecimal() and len(gpid) < 12]
    following = module.root.get("nextPieceSlotId")
    if numbers and following.isascii() and following.isdecimal() and int(following[:12]) <= max(numbers):
        message = f"`nextPieceSlotId` is {following}, but the gpid {max(numbers)} is in use"
        help = f"set it to {max(numbers) + 1}; the editor would give the same number twice"
        yield diagnose("A106", message, module.at(module.root), help=help)
    for design in module.designs:
        slot, own = design.component.get("gpid"), design.piece.basic.gpid
        # a piece without one is given that of its slot when it is taken out
        if design.kind == "slot" and slot and own and own != slot:
            message = f"the slot `{design.label}` has the gpid `{slot}`, the piece in it `{own}`"
            yield diagnose("A106", message, design.span, help="both must be the same")


def _changes(trait: Trait) -> bool:
    """Can a player change it by hand? What automation does to it, automation may tell elsewhere."""
    match trait:
        case Layer():
            return _changes_level(trait)
        case DynamicProperty():
            return any(command.menu and command.key for command in trait.commands)
        case Rotate():
            return any(
                menu and key
                for menu, key in (
                    (trait.angle_menu, trait.angle_key),
                    (trait.clockwise_menu, trait.clockwise_key),
                    (trait.counter_menu, trait.counter_key),
                    (trait.random_menu, trait.random_key),
                )
            )
        case _:
            return False


def _changes_level(layer: Layer) -> bool:
    """VASSAL leaves a command out whose key is not set, or which has no other level to go to."""
    old = layer.version == 0  # then its keys are letters
    turns = bool(layer.activate_letter if old else layer.activate_key and not layer.always_active)
    several = len(layer.images) > 1
    return not layer.follows and any(
        (
            layer.activate_menu and turns,
            layer.increase_menu and several and (layer.increase_letter if old else layer.increase_key),
            layer.decrease_menu and several and (layer.decrease_letter if old else layer.decrease_key),
            layer.reset_menu and layer.reset_key,
            layer.random_menu and layer.random_key,
        )
    )


def _silent(module: Module) -> Iterator[Diagnostic]:
    """Pieces of one make are one fault, not hundreds."""
    groups: dict[tuple[str, ...], list[Design]] = {}
    for design in module.designs:
        if design.kind != "slot":
            continue
        traits = list(module.expanded(design.piece))
        if any(_changes(trait) for trait in traits) and not any(isinstance(trait, Report) for trait in traits):
            groups.setdefault(tuple(trait.TITLE for trait in design.piece.traits), []).append(design)
    for group in groups.values():
        others = f" and {len(group) - 1} like it" if len(group) > 1 else ""
        message = f"`{group[0].label}`{others} can change in play and never reports it"
        help = "add a Report Action, best in a prototype; opponents by mail see only the chat"
        yield diagnose("A111", message, group[0].span, help=help)


def _foreign(module: Module) -> Iterator[Diagnostic]:
    """Each unknown kind of trait once; a module with classes of its own knows them."""
    if module.has_own_classes:
        return
    users: dict[str, list[Design]] = {}
    for design in module.live:
        for trait in design.piece.all(UnknownTrait):
            users.setdefault(trait.type.partition(";")[0][:60], []).append(design)
    for name, designs in users.items():
        others = f" and {len(designs) - 1} more" if len(designs) > 1 else ""
        message = f"the trait `{name}` of `{designs[0].label}`{others} is known neither to VASSAL 3.7 nor to the module"
        yield diagnose("A128", message, designs[0].span)


def _traits(module: Module, design: Design) -> Iterator[Diagnostic]:
    menus: set[str] = set()
    for trait in design.piece.traits:
        if isinstance(trait, Layer) and trait.version != 1:
            message = f"the layer `{trait.name}` of `{design.label}` has the old version {trait.version}"
            yield diagnose("A125", message, design.span, help="open and save the piece in the editor")
        if isinstance(trait, SubMenu):
            menus.update(trait.items)
    yield from _lost_menu_items(module, design, menus)


def _lost_menu_items(module: Module, design: Design, wanted: set[str]) -> Iterator[Diagnostic]:
    if not wanted or design.kind != "slot":
        return
    offered: set[str] = set()
    for trait in module.expanded(design.piece):
        for spec, value in trait.values():
            if spec.kind.role == "menu":
                offered.add(str(value))
            elif spec.kind.role == "changes":
                offered.update(command.menu for command in value)
            elif spec.name == "menu":
                return
    for item in sorted(wanted - offered):
        if "$" not in item:
            message = f"a sub-menu of `{design.label}` lists `{item}`, which no trait offers"
            yield diagnose("A129", message, design.span, help="use the exact menu text of the command")
