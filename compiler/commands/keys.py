"""`liege keys`: every key command and property of a module, who sends or sets it, who hears or reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from compiler.commands.inspect import printable

if TYPE_CHECKING:
    from compiler.vassal.wiring import Command, Named

_FEW = 4  # owners named in a line; there may be hundreds


@click.command(short_help="List the keys and properties of a module.")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--named/--pressed", "named", default=None, help="Only commands that have a name, or only keys.")
@click.option("--find", metavar="TEXT", help="Only what has this in its name.")
@click.option("--format", "format_", type=click.Choice(("text", "json")), default="text", show_default=True)
def command(file: Path, named: bool | None, find: str | None, format_: str) -> None:
    """List all key commands and properties of a VASSAL module (.vmod) or extension (.vmdx), ours or anybody's.

    Who sends each, who hears it; keys that lie on two buttons; properties with those who set and read them.
    """
    from compiler.vassal.archive import open_archive
    from compiler.vassal.module import read_module
    from compiler.vassal.wiring import commands, conflicts, properties

    with open_archive(file) as archive:
        module = read_module(archive)
        wanted = (find or "").casefold()
        found = [each for each in commands(module) if wanted in each.key.words.casefold()]
        found = [each for each in found if named is None or bool(each.key.name) == named]
        known = [] if named is not None else [each for each in properties(module) if wanted in each.name.casefold()]
    if format_ == "json":
        click.echo(json.dumps({"file": file.name, **_data(found, known)}, ensure_ascii=False, indent=1))
        return
    for line in _lines(found, list(conflicts(found)), known):
        click.echo(printable(line))


def _data(found: list[Command], known: list[Named]) -> dict[str, Any]:
    return {
        "commands": [
            {"key": each.key.words, "named": bool(each.key.name), "by_hand": each.by_hand, "sent_by": each.senders,
             "heard_by": each.hearers, "named_by": each.owners("names")}
            for each in found
        ],
        "properties": [{"name": each.name, "set_by": each.setters, "read_by": each.readers} for each in known],
    }  # fmt: skip


def _lines(found: list[Command], clashing: list[tuple[Command, list[str]]], known: list[Named]) -> Iterator[str]:
    for title, part in (
        ("Keys", [each for each in found if not each.key.name]),
        ("Named commands", [each for each in found if each.key.name]),
    ):
        if part:
            yield f"{title} ({len(part)}):"
            for each in part:
                hand = "a player" if each.by_hand else ""
                senders = [hand, *each.senders] if hand else each.senders
                yield f"  {each.key.words:<28} {_who(senders)} → {_who(each.hearers)}"
    if clashing:
        yield f"On two buttons ({len(clashing)}):"
        for each, owners in clashing:
            yield f"  {each.key.words:<28} {_who(owners)}"
    if known:
        yield f"Properties ({len(known)}):"
        for one in known:
            yield f"  {one.name:<28} set by {_who(one.setters)}; read by {_who(one.readers)}"


def _who(owners: Sequence[str]) -> str:
    if not owners:
        return "nobody"
    more = len(owners) - _FEW
    return ", ".join(owners[:_FEW]) + (f" and {more} more" if more > 0 else "")
