"""The plainer traits in words: those with a command or two and little else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from compiler.vassal import traits as t
from compiler.vassal.keys import NO_KEY
from compiler.vassal.words.phrases import command, keys, listed

__all__ = ["other_words"]


def _prototype(trait: t.Prototype) -> str:
    given = ", ".join(f"{name} = {value}" for name, value in trait.parameters)
    return f"the traits of the prototype `{trait.name}`" + (f" with {given}" if given else "")


def _deck(trait: t.ReturnToDeck) -> str:
    deck = trait.deck_expression or trait.deck
    return f"goes to the deck `{deck}`" if deck else "goes to a deck the player chooses"


def _owned(owner: str) -> str:
    return "now open" if owner == "null" else f"now hidden by {owner or 'a player'}"


def _placed(trait: t.PlaceMarker) -> str:
    if trait.marker.startswith("+/"):
        return "a piece of its own"
    return f"`{trait.marker.rpartition(':')[2]}`" if ":" in trait.marker else "nothing"


def _stacking(trait: t.DoesNotStack) -> str:
    stacks = "stacks" if trait.stacks else "does not stack"
    return f"{stacks} (selection `{trait.selection}`, movement `{trait.movement}`)"


def _sheet(trait: t.PropertySheet) -> str:
    return "sheet of " + ", ".join(f"{name} = {value}" for name, value in trait.properties.items())


# what the trait does; its own command, if it has one, is said after it
_WORDS: Final[dict[type[t.Trait], Callable[[Any], str]]] = {
    t.Prototype: _prototype,
    t.Delete: lambda trait: "can be deleted",
    t.Clone: lambda trait: "can be copied",
    t.MarkMoved: lambda trait: f"shows when it has moved, {'moved' if trait.moved else 'not moved'}",
    t.MovementTrail: lambda trait: f"leaves a trail, {len(trait.points)} points",
    t.ReturnToDeck: _deck,
    t.Mask: lambda trait: f"can be masked (others see `{trait.image or trait.masked_name}`), {_owned(trait.owner)}",
    t.Invisible: lambda trait: f"can be made invisible, {_owned(trait.owner)}",
    t.TextLabel: lambda trait: f"shows the text “{trait.label}”",
    t.AreaOfEffect: lambda trait: (
        f"shades the area within {trait.radius if trait.fixed_radius else trait.radius_property}"
    ),
    t.RestrictCommands: lambda trait: f"{trait.action.lower()}s {keys(trait.keys)} while {trait.match or 'always'}",
    t.RestrictedAccess: lambda trait: f"only {', '.join(trait.sides) or 'its owner'} may use it",
    t.DoesNotStack: _stacking,
    t.PlaceMarker: lambda trait: f"places {_placed(trait)}",
    t.Replace: lambda trait: f"is replaced by {_placed(trait)}",
    t.SubMenu: lambda trait: f"sub-menu “{trait.title}” of {', '.join(trait.items)}",
    t.Mat: lambda trait: f"mat `{trait.name}` with {len(trait.cargo)} pieces on it",
    t.MatCargo: lambda trait: f"rides on a mat, now on {'none' if trait.mat == 'noMat' else trait.mat}",
    t.GlobalHotkey: lambda trait: f"presses the hot key {trait.hotkey.words or 'none'}",
    t.PlaySound: lambda trait: f"plays `{trait.sound}`",
    t.ActionButton: lambda trait: "performs a command when clicked",
    t.BasicName: lambda trait: f"is named `{trait.name}`",
    t.Comment: lambda trait: f"note: {trait.comment}",
    t.TranslatableMessage: lambda trait: f"message {trait.name} = {trait.message}",
    t.NonRectangular: lambda trait: "has a shape of its own",
    t.OldNonRectangular: lambda trait: "has a shape of its own",
    t.PropertySheet: _sheet,
    t.Spreadsheet: lambda trait: f"table of {trait.rows} by {trait.columns} cells",
    t.BorderOutline: lambda trait: f"has a border while {trait.property or 'nothing'}",
    t.MultiLocation: lambda trait: f"a command for each place that matches {trait.match or 'anything'}",
    t.Attachment: lambda trait: f"attachment `{trait.name}` to {len(trait.attached)} pieces",
    t.MoveFixedDistance: lambda trait: f"moves by {trait.dx},{trait.dy}",
    t.Pivot: lambda trait: f"pivots around {trait.x},{trait.y} by {trait.angle}°",
    t.Deselect: lambda trait: "can be dropped from the selection",
    t.MenuSeparator: lambda trait: "a line in the menu",
}


def other_words(trait: t.Trait) -> str:
    """One of the plainer traits in words."""
    say = _WORDS.get(type(trait))
    own = listed(command(str(getattr(trait, "menu", "")), getattr(trait, "key", NO_KEY)))
    return (say(trait) if say is not None else trait.TITLE.lower()) + own
