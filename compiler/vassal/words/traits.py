"""What a trait does, in a sentence."""

from __future__ import annotations

from compiler.vassal import traits as t
from compiler.vassal.values import AddNumber, Ask, Change, Choose, SetValue
from compiler.vassal.words.phrases import command, keys, listed
from compiler.vassal.words.rest import other_words

__all__ = ["trait_words"]


def _change(change: Change) -> str:
    match change:
        case SetValue(value):
            return f"sets {value or 'nothing'}"
        case AddNumber(step):
            return f"adds {step}"
        case Ask(prompt):
            return f"asks “{prompt}”"
        case Choose(prompt, choices):
            return f"asks “{prompt}” of {', '.join(choices)}"
        case _:
            return str(change)


def _property(trait: t.DynamicProperty | t.SetGlobalProperty | t.SetPieceProperty) -> str:
    parts = [f"{command(each.menu, each.key) or 'a command'} {_change(each.change)}" for each in trait.commands]
    return "; ".join(parts)


def _layer(trait: t.Layer) -> str:
    levels = [name or image or "nothing" for name, image in _levels(trait)]
    follows = f", follows {trait.follow}" if trait.follows else ""
    commands = listed(
        command(trait.activate_menu, trait.activate_key), command(trait.increase_menu, trait.increase_key),
        command(trait.decrease_menu, trait.decrease_key), command(trait.reset_menu, trait.reset_key),
        command(trait.random_menu, trait.random_key),
    )  # fmt: skip
    level = trait.level if isinstance(trait.level, int) else 1
    state = f"level {abs(level)}" if level > 0 else f"off (level {abs(level)})"
    return f"layer `{trait.name}` of {len(levels)} levels ({', '.join(levels)}){follows}; {state}{commands}"


def _levels(trait: t.Layer) -> list[tuple[str, str]]:
    count = max(len(trait.images), len(trait.level_names))
    names = (*trait.level_names, *[""] * count)[:count]
    images = (*trait.images, *[""] * count)[:count]
    return list(zip(names, images, strict=True))


def _rotate(trait: t.Rotate) -> str:
    commands = listed(
        command(trait.angle_menu, trait.angle_key), command(trait.clockwise_menu, trait.clockwise_key),
        command(trait.counter_menu, trait.counter_key), command(trait.random_menu, trait.random_key),
        command(trait.direct_menu, trait.direct_key),
    )  # fmt: skip
    if trait.facings == 1:
        return f"turns freely, now {trait.facing}°{commands}"
    return f"has {trait.facings} facings, now {trait.facing}{commands}"


def _trigger(trait: t.Trigger) -> str:
    heard = command(trait.menu, trait.key)
    watched = f" or {keys(trait.watched)}" if trait.watched else ""
    condition = f" if {trait.match}" if trait.match else ""
    loop = f", {trait.loop_kind} loop" if trait.loop else ""
    return f"trigger `{trait.name}`: on {heard or 'no key'}{watched}{condition} performs {keys(trait.performed)}{loop}"


def _send_to(trait: t.SendToLocation) -> str:
    where = {
        "L": f"the point {trait.x},{trait.y}", "G": f"`{trait.grid_location}`", "Z": f"the zone `{trait.zone}`",
        "R": f"the region `{trait.region}`", "A": "another piece", "C": "the next piece", "N": "the nearest piece",
    }  # fmt: skip
    place = where.get(trait.destination[:1], trait.destination)
    board = f" of the map `{trait.map}`" if trait.map else ""
    commands = listed(command(trait.menu, trait.key), command(trait.back_menu, trait.back_key))
    return f"goes to {place}{board}{commands}"


def _global_key(trait: t.GlobalKeyCommand) -> str:
    heard = listed(command(trait.menu, trait.key))
    who = f" that match {trait.match}" if trait.match else ""
    near = f" within {trait.range if trait.fixed_range else trait.range_property}" if trait.limit_range else ""
    return f"sends {trait.sent.words or 'nothing'} to pieces{who}{near}{heard}"


def _marker(trait: t.Marker) -> str:
    return "marker " + ", ".join(f"{name} = {value}" for name, value in trait.properties.items())


def trait_words(trait: t.Trait) -> str:
    """One trait in plain words, its state included."""
    match trait:
        case t.Layer():
            return _layer(trait)
        case t.Rotate():
            return _rotate(trait)
        case t.Marker():
            return _marker(trait)
        case t.DynamicProperty():
            commands = _property(trait)
            return f"property {trait.name} = {trait.value}" + (f"; {commands}" if commands else "")
        case t.SetGlobalProperty():
            return f"changes the global property {trait.name}; {_property(trait)}"
        case t.SetPieceProperty():
            return f"changes the property {trait.name} of other pieces; {_property(trait)}"
        case t.CalculatedProperty():
            return f"property {trait.name} is worked out: {trait.expression}"
        case t.Trigger():
            return _trigger(trait)
        case t.GlobalKeyCommand():
            return _global_key(trait)
        case t.SendToLocation():
            return _send_to(trait)
        case t.Report():
            formats = trait.format or ", ".join(trait.cycle_formats)
            return f"reports {keys(trait.keys)} as “{formats}”"
        case t.UnknownTrait():
            return f"unknown trait `{trait.type.partition(';')[0]}`"
        case _:
            return other_words(trait)
