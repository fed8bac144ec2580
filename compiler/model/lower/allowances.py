"""Allowances of upkeep.yaml with all their names looked up."""

from __future__ import annotations

from compiler.model.allowances import Allowance
from compiler.model.game import Game
from compiler.model.lower.reading import Reader, read_name


def allowances(read: Reader, game: Game) -> dict[str, Allowance]:
    """All of them by id."""
    group, found = read.document.value.get("allowances", {}), {}
    nodes = [node.id for node in game.steps()]
    for id, raw in group.items():
        known = [
            read.known(raw[key], names, what, read.span(raw, key))
            for key, names, what in (
                ("check", game.rolls.checks, "check"),
                ("number", game.constants, "constant"),
                ("at", nodes, "node of the sequence"),
                ("more", game.options, "option"),
            )
            if key in raw
        ]
        if all(known):
            found[id] = Allowance(
                id=id,
                name=read_name(raw["name"]),
                check=raw["check"],
                number=raw["number"],
                at=raw["at"],
                more=raw.get("more"),
                note=read.note(raw, read.key_span(group, id)),
            )
    return found
