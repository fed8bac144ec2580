"""`liege lock`: git's drivers for versions of `ids.lock.yaml`: merge and diff."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import click

Lock = Mapping[str, Mapping[str, int]]


@click.group(short_help="Merge and show lock files of ids.")
def command() -> None:
    """Help git with `ids.lock.yaml`, the numbers that VASSAL knows pieces by."""


@command.command("merge")
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("ours", type=click.Path(path_type=Path))
@click.argument("theirs", type=click.Path(path_type=Path))
def merge(base: Path, ours: Path, theirs: Path) -> None:
    """Merge THEIRS into OURS, both from BASE, as git's `%O %A %B`.

    Numbers of OURS stay; pieces that only THEIRS has keep theirs where it is free, and get the next one where it is
    not. What either retired is retired.
    """
    from compiler.emit.manifest import BESIDE, SHARED, lock_text
    from compiler.publish import write_whole

    read = {name: _read(path) for name, path in (("base", base), ("ours", ours), ("theirs", theirs))}
    lock, moved = merged(read["base"], read["ours"], read["theirs"])
    beside = f"$schema={BESIDE}/" in ours.read_text("utf-8")
    write_whole(ours, lock_text(lock, BESIDE if beside else SHARED).encode())
    for id, (old, new) in moved.items():
        click.echo(
            f"`{id}` gets number {new} instead of {old}: saves made on the other branch do not find it", err=True
        )
    sys.exit(0)


@command.command("show")
@click.argument("file", type=click.Path(path_type=Path))
def show(file: Path) -> None:
    """Print FILE with a line for each piece, by its number: what git compares as `textconv`.

    So a diff says which pieces came, went or were retired, whatever order the file has them in.
    """
    lock = _read(file)
    rows = [(number, id, group) for group, numbers in lock.items() for id, number in numbers.items()]
    for number, id, group in sorted(rows):
        click.echo(f"{number} {id}{' (retired)' if group == 'retired' else ''}")


def _read(path: Path) -> Lock:
    """A lock file; an empty one where there was none yet."""
    from compiler.diagnostics import Failed, Sink
    from compiler.load.files import read
    from compiler.schema import schema
    from compiler.schema.validate import Checker

    if path.is_file() and not path.stat().st_size:
        return {}
    sink = Sink()
    document = read(path, path.as_posix(), sink)
    if document is not None:
        Checker(schema("lock")).check(document, sink)
    if document is None or sink.failed:
        raise Failed(*sink.sorted())
    return {group: numbers for group, numbers in document.value.items() if isinstance(numbers, dict)}


def merged(base: Lock, ours: Lock, theirs: Lock) -> tuple[dict[str, dict[str, int]], dict[str, tuple[int, int]]]:
    """The lock of both, and those of theirs that had to take another number: old and new."""
    lock = {group: dict(numbers) for group, numbers in ours.items()}
    used = {number for numbers in lock.values() for number in numbers.values()}
    highest = max((*used, *(n for numbers in theirs.values() for n in numbers.values()), 0))
    known = {id for numbers in lock.values() for id in numbers}
    moved: dict[str, tuple[int, int]] = {}
    for group in dict.fromkeys(("gpids", "retired", *theirs)):
        for id, number in theirs.get(group, {}).items():
            if group == "retired" and id in lock.get("gpids", {}) and id in base.get("gpids", {}):
                lock.setdefault("retired", {})[id] = lock["gpids"].pop(id)  # they took it out, we did not touch it
            elif id not in known:
                if number in used:
                    highest += 1
                    moved[id] = (number, highest)
                    number = highest
                lock.setdefault(group, {})[id] = number
                used.add(number)
    return {group: lock[group] for group in ("gpids", "retired") if group in lock}, moved
