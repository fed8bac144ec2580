"""The title page: what game.yaml says of the game, its players, dice, options, constants and help."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler.diagnostics import Span
from compiler.model.art import Art
from compiler.model.game import Alliance, Constant, Dice, DieFace, Game, HelpPage, Option, Seat, Side
from compiler.model.lower.reading import Reader, frozen, read_name


def title_page(read: Reader, folder: str) -> Game:
    """The game as its title page has it; everything else is still to come."""
    raw = read.document.value
    return Game(
        id=raw["id"],
        title=read_name(raw["title"]),
        version=raw["version"],
        folder=folder,
        seats=_seats(read),
        sides=_sides(read),
        maps={},
        art=Art(),
        subtitle=read_name(raw["subtitle"]) if "subtitle" in raw else None,
        description=raw.get("description", ""),
        credits=raw.get("credits", {}),
        rules=raw.get("rules"),
        alliances=_alliances(read),
        dice=_dice(read),
        options=_options(read),
        constants=_constants(read),
        help=tuple(HelpPage(h["title"], flowing(h["text"]), read.note(h)) for h in raw.get("help", ())),
        sources=raw.get("sources", {}),
        span=read.document.at(()),
    )


def _sides(read: Reader) -> dict[str, Side]:
    raw = read.document.value["sides"]
    groups = {
        side: id for id, alliance in read.document.value.get("alliances", {}).items() for side in alliance["sides"]
    }
    return {
        id: Side(
            id=id,
            name=read_name(side["name"]),
            group=groups.get(id),
            scheme=side.get("scheme"),
            note=read.note(side, read.key_span(raw, id)),
        )
        for id, side in raw.items()
    }


def _seats(read: Reader) -> dict[str, Seat]:
    raw, sides = read.document.value["seats"], read.document.value["sides"]
    return {
        id: Seat(
            id=id,
            name=read_name(seat["name"]),
            sides=read.only_known(seat["sides"], sides, "side", seat["sides"]),
            note=read.note(seat, read.key_span(raw, id)),
        )
        for id, seat in raw.items()
    }


def _alliances(read: Reader) -> dict[str, Alliance]:
    raw, sides = read.document.value.get("alliances", {}), read.document.value["sides"]
    return {
        id: Alliance(
            id=id,
            name=read_name(a["name"]),
            sides=read.only_known(a["sides"], sides, "side", a["sides"]),
            note=read.note(a, read.key_span(raw, id)),
        )
        for id, a in raw.items()
    }


def _dice(read: Reader) -> dict[str, Dice]:
    raw = read.document.value.get("dice", {})
    return {
        id: Dice(
            id=id,
            count=die["count"],
            sides=die["sides"],
            name=read_name(die.get("name"), f"{die['count']}d{die['sides']}"),
            faces=tuple(_die_face(face) for face in die.get("faces", ())),
            note=read.note(die, read.key_span(raw, id), _symbols(read, die)),
        )
        for id, die in raw.items()
    }


def _symbols(read: Reader, die: Mapping[str, Any]) -> dict[str, Span]:
    """Where each symbol of the faces is named."""
    drawn = [face for face in die.get("faces", ()) if isinstance(face, dict) and "symbol" in face]
    return {face["symbol"]: read.span(face, "symbol") for face in drawn}


def _die_face(face: Any) -> DieFace:
    is_drawn = isinstance(face, dict) and "symbol" in face
    return DieFace(read_name(face["name"]), face["symbol"]) if is_drawn else DieFace(read_name(face))


def flowing(text: str) -> str:
    """A text whose author broke long lines: a line that begins with a small letter goes on with the one before."""
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and lines[-1].strip() and line.strip()[:1].islower():
            lines[-1] = f"{lines[-1].rstrip()} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _options(read: Reader) -> dict[str, Option]:
    raw = read.document.value.get("options", {})
    found = {}
    for id, option in raw.items():
        choices = tuple(option.get("choices", (False, True)))
        default = option.get("default", choices[0])
        if default not in choices:
            read.fault(
                "M004",
                f"the default of option `{id}` is none of its choices",
                read.span(option, "default"),
                "choose one of " + ", ".join(f"`{c}`" for c in choices),
            )
        found[id] = Option(
            id=id,
            name=read_name(option["name"]),
            text=option["text"],
            choices=choices,
            default=default,
            note=read.note(option, read.key_span(raw, id)),
        )
    return found


def _constants(read: Reader) -> dict[str, Constant]:
    raw = read.document.value.get("constants", {})
    return {
        id: Constant(
            id=id,
            value=frozen(constant["value"]),
            text=constant.get("text", ""),
            note=read.note(constant, read.key_span(raw, id)),
        )
        for id, constant in raw.items()
    }
