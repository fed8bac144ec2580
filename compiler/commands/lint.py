"""`liege lint`: what is wrong with a finished module or save, ours or a stranger's."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._report import chosen_codes, failing, format_option, show

if TYPE_CHECKING:
    from compiler.diagnostics import Diagnostic


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option(
    "--select", multiple=True, callback=chosen_codes, metavar="CODES", help="Only these lints, such as A101,A11."
)
@click.option("--ignore", multiple=True, callback=chosen_codes, metavar="CODES", help="All lints but these.")
@click.option("--strict", is_flag=True, help="Fail on warnings too.")
@click.option("-q", "--quiet", is_flag=True, help="No closing line.")
@format_option
def command(
    files: tuple[Path, ...], select: tuple[str, ...], ignore: tuple[str, ...], strict: bool, quiet: bool, format_: str
) -> None:
    """Look for faults in VASSAL modules (.vmod), extensions (.vmdx), saves (.vsav) and logs (.vlog).

    Saves given together with their module are compared with it: those of another build are told. An extension given
    together with its module may lean on what the module has, and only on that.
    """
    from compiler.diagnostics import Failed, Sink, text
    from compiler.publish import settle
    from compiler.vassal.archive import open_archive
    from compiler.vassal.lint import lint_module, lint_save
    from compiler.vassal.lint.builds import about, other_builds

    sink = Sink()
    told = []
    for file in files:
        try:
            settle(file)
            with open_archive(file) as archive:
                is_module = file.suffix.lower() in (".vmod", ".vmdx")  # half of one may end in a setup of it
                is_save = "savedGame" in archive and not is_module
                sink.extend(lint_save(archive) if is_save else lint_module(archive))
                told.append(about(archive))
        except Failed as failed:
            sink.extend(failed.diagnostics)
    sink.extend(other_builds([one for one in told if one is not None]))
    sink.extend(_beside(files))
    found = [one for one in sink.sorted() if _chosen(one.code, select, ignore)]
    show(found, format_)
    if not quiet:
        what = "1 file" if len(files) == 1 else f"{len(files)} files"
        click.echo(f"looked at {what}: {text.summary(found) or 'no faults'}", err=True)
    sys.exit(failing(found, strict=strict))


def _beside(files: Sequence[Path]) -> Iterator[Diagnostic]:
    """Extensions against the module they were given with."""
    from compiler.diagnostics import Failed
    from compiler.vassal.archive import open_archive
    from compiler.vassal.lint.extensions import lint_extension

    base = next((file for file in files if file.suffix.lower() == ".vmod"), None)
    for file in files:
        if base is not None and file.suffix.lower() == ".vmdx":
            try:
                with open_archive(file) as extension, open_archive(base) as module:
                    yield from lint_extension(extension, module)
            except Failed:
                continue  # told already


def _chosen(code: str, select: tuple[str, ...], ignore: tuple[str, ...]) -> bool:
    # a file that cannot be read at all is never ignored
    if code < "A1":
        return True
    return (not select or code.startswith(select)) and not (ignore and code.startswith(ignore))
