"""`liege check`: every fault of some games in one go."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from compiler.commands._report import chosen_codes, failing, format_option, game_folders, show


@click.command(short_help="Report every fault of games.")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--select", multiple=True, callback=chosen_codes, metavar="CODES", help="Only these lints, such as C2,C301."
)
@click.option("--ignore", multiple=True, callback=chosen_codes, metavar="CODES", help="All lints but these.")
@click.option("--strict", is_flag=True, help="Show notes, and fail on warnings too.")
@click.option("--fix", is_flag=True, help="Mend what has only one mend; the change is shown.")
@click.option("--dry-run", is_flag=True, help="With --fix: only show what would change.")
@click.option("-q", "--quiet", is_flag=True, help="No closing line.")
@format_option
def command(
    games: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    fix: bool,
    dry_run: bool,
    quiet: bool,
    format_: str,
) -> None:
    """Check games, given by folder or name; without names all of them.

    Faults in the files themselves cannot be ignored; --select and --ignore choose among the lints (C codes).
    """
    from compiler import pipeline
    from compiler.diagnostics import Sink, text

    folders = game_folders(games)
    if fix:
        _fix(folders, dry_run=dry_run)
    sink = Sink()
    for folder in folders:
        pipeline.check(folder, sink, select=select, ignore=ignore, strict=strict)
    found = sink.sorted()
    show(found, format_)
    if not quiet:
        what = "1 game" if len(folders) == 1 else f"{len(folders)} games"
        click.echo(f"checked {what}: {text.summary(found) or 'no faults'}", err=True)
    sys.exit(int(failing(found, strict=strict)))


def _fix(folders: Sequence[Path], *, dry_run: bool) -> None:
    """Mend games where the mend is certain, each file whole or not at all, and show what changed."""
    from compiler.author.mending import diff_of, mended
    from compiler.publish import write_whole

    for folder in folders:
        changed = mended(folder)
        click.echo(diff_of(folder, changed), nl=False)
        if not dry_run:
            for name, (_, new) in changed.items():
                write_whole(folder / name, new.encode())
        if changed:
            what = "1 file" if len(changed) == 1 else f"{len(changed)} files"
            click.echo(f"{what} {'would be ' if dry_run else ''}mended in {folder.as_posix()}", err=True)
