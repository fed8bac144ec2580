"""The command `liege`: finds commands, keeps the exit codes (0 clean, 1 errors, 2 usage, 3 our bug)."""

from __future__ import annotations

import contextlib
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from compiler import commands
from compiler.diagnostics import Failed

EXIT_ERRORS, EXIT_BUG = 1, 3


class _Commands(click.Group):
    """Commands are loaded by name when asked for, so that one never pays for the imports of another."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__) if module.name[0] != "_")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        found = importlib.import_module(f"compiler.commands.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found


def _show_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from compiler.version import version

        click.echo(f"liege {version()}")
        ctx.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version, help="Our version.")
def liege() -> None:
    """Wargames in YAML: checked, played by their rules, made into VASSAL modules and print sheets."""


def _was_speaking(error: OSError) -> bool:
    """Whether it was our own words that could not be written: where they go is closed, or full."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_code.co_name == "echo" and error.filename is None


def _refused(error: OSError) -> None:
    """What the system does not let us do with our words or with a file of yours is told, and no fault of ours."""
    if _was_speaking(error):
        _fall_silent(error)
    path = Path(os.fsdecode(error.filename)) if isinstance(error.filename, str | bytes) else None
    if path is not None and not path.is_relative_to(Path(__file__).parent):
        from compiler.commands._report import show_refused

        show_refused(path, error)
        sys.exit(EXIT_ERRORS)


def _fall_silent(error: OSError) -> NoReturn:
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what still waits to be written would fail once more
    with contextlib.suppress(OSError):
        click.echo(f"what we say cannot be written: {(error.strerror or 'unknown reason').lower()}", err=True)
    sys.exit(EXIT_ERRORS)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command; whatever happens ends in an exit code and words, never in a traceback."""
    try:
        liege.main(None if arguments is None else list(arguments), prog_name="liege", standalone_mode=True)
    except Failed as failed:
        from compiler.commands._report import show

        show(failed.diagnostics)
        sys.exit(EXIT_ERRORS)
    except Exception as error:
        if isinstance(error, OSError):
            _refused(error)
        from compiler.crash import report

        # For our own work on the compiler: the whole traceback on request.
        if os.environ.get("LIEGE_TRACEBACK"):
            raise
        click.echo(report(error, sys.argv[1:] if arguments is None else arguments), err=True)
        sys.exit(EXIT_BUG)
    sys.exit(0)
