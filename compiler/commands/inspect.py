"""`liege inspect`: what is in a module, extension, save or log, in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from compiler.diagnostics import Failed

if TYPE_CHECKING:
    from compiler.vassal.archive import Archive
    from compiler.vassal.metadata import Metadata
    from compiler.vassal.places import Places


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="Text for people or JSON for programs.",
)
@click.option("--piece", metavar="NAME", help="Only pieces whose name contains this, with all their traits.")
@click.option("--traits", is_flag=True, help="Every trait of every piece.")
@click.option(
    "--module",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The module of a save or log, whose names for places are told; one that lies beside it is found.",
)
@click.option("--details", is_flag=True, help="Attributes that differ from VASSAL's defaults.")
def command(file: Path, format_: str, piece: str | None, traits: bool, module: Path | None, details: bool) -> None:
    """Show a VASSAL module (.vmod), extension (.vmdx), save (.vsav) or log (.vlog) as readable text."""
    from compiler.publish import settle
    from compiler.vassal.archive import open_archive

    settle(file)
    with open_archive(file) as archive:
        is_save = "savedGame" in archive
        if format_ == "json":
            data = _save_data(archive, _places(file, module)) if is_save else _module_data(archive)
            click.echo(json.dumps(data, ensure_ascii=False, indent=1))
            return
        lines = (
            _save_lines(archive, _places(file, module), piece, traits)
            if is_save
            else _module_lines(archive, piece, traits, details)
        )
        for line in lines:
            click.echo(printable(line))


def printable(line: str) -> str:
    """Nothing a stranger wrote shall steer the terminal."""
    blanked = line.replace("\t", " ").replace("\n", " ")
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in blanked)


def _places(save: Path, given: Path | None) -> Places | None:
    """What the module of a save calls the places of its maps; None if the module is not to be found."""
    from compiler.vassal.archive import open_archive
    from compiler.vassal.module import read_module
    from compiler.vassal.places import Places

    path = given or _module_beside(save)
    if path is None:
        return None
    try:
        with open_archive(path) as archive:
            return Places(read_module(archive))
    except Failed:
        if given is not None:
            raise
        return None  # what lies beside a save by chance is not its fault


def _module_beside(save: Path) -> Path | None:
    """The one module in the folder of a save or above it: where builds put it."""
    from compiler.vassal.archive import open_archive
    from compiler.vassal.metadata import NO_METADATA

    with open_archive(save) as archive:
        wanted = _metadata(archive, "moduledata")
    if wanted == NO_METADATA:
        return None
    home = save.absolute().parent
    for path in [path for folder in (home, home.parent) for path in sorted(folder.glob("*.vmod"))]:
        try:
            with open_archive(path) as archive:
                found = _metadata(archive, "moduledata")
        except Failed:
            continue
        if (found.name, found.version) == (wanted.name, wanted.version):
            return path
    return None


def _about(metadata: Metadata) -> Iterator[str]:
    if metadata.name:
        yield f"module: {metadata.name} {metadata.version}"
    if metadata.description:
        yield f"description: {metadata.description}"
    if metadata.vassal_version:
        yield f"VASSAL: {metadata.vassal_version}"


def _metadata(archive: Archive, entry: str) -> Metadata:
    from compiler.vassal.metadata import NO_METADATA, read_metadata

    return read_metadata(archive.read(entry), f"{archive.name}!{entry}") if entry in archive else NO_METADATA


def _module_lines(archive: Archive, piece: str | None, traits: bool, details: bool) -> Iterator[str]:
    from compiler.vassal.module import read_module
    from compiler.vassal.words import body_words, tree_words

    module = read_module(archive)
    if piece is not None:
        for design in module.designs:
            if piece.casefold() in design.label.casefold():
                yield f"{design.kind} {design.label}"
                yield from (f"  - {line}" for line in body_words(design.piece))
        return
    yield from _about(_metadata(archive, "moduledata"))
    counts = {kind: sum(design.kind == kind for design in module.designs) for kind in ("slot", "prototype", "marker")}
    yield f"{counts['slot']} piece slots, {counts['prototype']} prototypes, {counts['marker']} pieces inside traits"
    yield f"{len(module.archive.names)} entries in the archive"
    yield ""
    yield from tree_words(module.root, traits=traits, details=details)


def _save_lines(archive: Archive, places: Places | None, piece: str | None, traits: bool) -> Iterator[str]:
    from compiler.vassal.commands import AddPiece, flat
    from compiler.vassal.save import read_save
    from compiler.vassal.words import Narrator, body_words
    from compiler.vassal.words.pieces import body_name

    save = read_save(archive)
    narrator = Narrator(places)
    if piece is None:
        yield from _about(save.moduledata)
        if save.savedata.description:
            yield f"saved as: {save.savedata.description}"
    number = 0
    for top in save.commands:
        steps = list(narrator.steps((top,)))
        if steps and piece is None:
            number += 1
            yield f"step {number}"
        for each in flat((top,)):
            line = narrator.line(each)
            body = each.piece if isinstance(each, AddPiece) else None
            if piece is not None and (body is None or piece.casefold() not in body_name(body).casefold()):
                continue
            yield f"  {line}" if steps else line
            if body is not None and (traits or piece is not None):
                yield from (f"    - {words}" for words in body_words(body)[1:])


def _module_data(archive: Archive) -> dict[str, Any]:
    from compiler.vassal.module import read_module
    from compiler.vassal.words import tree_json

    module = read_module(archive)
    return {
        "file": module.name, "kind": "extension" if module.is_extension else "module",
        "moduledata": _metadata_json(_metadata(archive, "moduledata")),
        "entries": {name: archive.size(name) for name in archive.names}, "tree": tree_json(module.root),
    }  # fmt: skip


def _metadata_json(metadata: Metadata) -> dict[str, Any]:
    return {"name": metadata.name, "version": metadata.version, "description": metadata.description,
            "vassal_version": metadata.vassal_version, "saved": metadata.saved}  # fmt: skip


def _save_data(archive: Archive, places: Places | None) -> dict[str, Any]:
    from compiler.vassal.commands import Command, flat
    from compiler.vassal.save import read_save
    from compiler.vassal.words import Narrator

    save = read_save(archive)
    narrator = Narrator(places)
    state: list[dict[str, Any]] = []
    steps: list[list[dict[str, Any]]] = []
    for top in save.commands:
        recorded: list[list[Command]] = list(narrator.steps((top,)))
        told = [narrator.data(each) for each in flat((top,))]
        if recorded:
            steps.append(told)
        else:
            state += told
    return {
        "file": archive.name, "kind": "log" if steps else "save", "savedata": _metadata_json(save.savedata),
        "moduledata": _metadata_json(save.moduledata), "commands": state, "steps": steps,
    }  # fmt: skip
