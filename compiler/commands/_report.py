"""Shared by commands: show diagnostics, choose games, end with the right code."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click

from compiler import resources
from compiler.diagnostics import Diagnostic, Severity

_SOURCES = (".yaml", ".yml", ".csv", ".svg", ".png", ".jpg", ".jpeg", ".ttf", ".otf", ".md")

MOST_SHOWN = 500  # nobody reads on; what more there is shows once these are mended
FORMATS = ("text", "json", "sarif", "github", "markdown", "junit")

format_option = click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How to show diagnostics.",
)


def show(diagnostics: Sequence[Diagnostic], format_: str = "text") -> None:
    """Text goes to people (stderr), every other format is data (stdout)."""
    if format_ == "text":
        from compiler.diagnostics import text

        shown = diagnostics[:MOST_SHOWN]
        click.echo(text.render(shown, colour=text.wants_colour(sys.stderr)), err=True, nl=False, color=True)
        if len(diagnostics) > MOST_SHOWN:
            more = len(diagnostics) - MOST_SHOWN
            click.echo(f"and {more:,} more; `--format json` lists all of them\n", err=True)
    else:
        click.echo(_renderer(format_)(diagnostics), nl=False)


def _renderer(format_: str) -> Callable[[Sequence[Diagnostic]], str]:
    if format_ == "json":
        from compiler.diagnostics import json

        return json.render
    if format_ == "github":
        from compiler.diagnostics import github

        return github.render
    if format_ == "markdown":
        from compiler.diagnostics import markdown

        return markdown.render
    if format_ == "junit":
        from compiler.diagnostics import junit

        return junit.render
    from compiler.diagnostics import sarif
    from compiler.version import version

    return lambda diagnostics: sarif.render(diagnostics, version())


def failing(diagnostics: Sequence[Diagnostic], *, strict: bool = False) -> bool:
    """Do these make a run fail? Warnings do so only when we are strict."""
    worst = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    return any(d.severity in worst for d in diagnostics)


def game_folders(names: Sequence[str]) -> list[Path]:
    """Folders of games named by path or slug; without names the game we stand in, or all that come with us."""
    if not names:
        if Path("game.yaml").is_file():
            return [Path()]
        return [_shown(home) for home in homes()]
    return [_folder(name) for name in names]


def homes() -> list[Path]:
    """The games that come with us, samples after the others."""
    games = resources.games()
    return [
        home for top in (games, games / "samples") for home in sorted(top.glob("*")) if (home / "game.yaml").is_file()
    ]


def _folder(name: str) -> Path:
    if Path(name).is_dir():
        return Path(name)
    found = next((home for home in homes() if home.name == name), None)
    if found is not None:
        return _shown(found)
    known = sorted(home.name for home in resources.games().iterdir() if home.is_dir())
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean `{near[0]}`?" if near else f"; we have {', '.join(known)}" if known else ""
    raise click.BadParameter(f"there is no game `{name}`{hint}")


def _shown(path: Path) -> Path:
    """A path as a reader standing here would write it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def seeding(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """A seed of the command line: any text."""
    if value is not None and not value.isprintable():
        raise click.BadParameter("a seed is a plain text")
    return value


def show_refused(path: Path, error: OSError) -> None:
    """What the system does not let us do with a file of yours."""
    from compiler.publish import refused

    show((refused(path, error, "used", "look at the folder, its rights and the room on the disk"),))


def is_source(path: Path) -> bool:
    """Whether a file is of a sort that games are made from."""
    return path.suffix.lower() in _SOURCES


def no_source(_: click.Context, __: click.Parameter, value: Path | None) -> Path | None:
    """A file to write into: never one that a game is made from."""
    if value is not None and is_source(value):
        raise click.BadParameter(f"`{value.name}` would be written over, and games are made of `*{value.suffix}`")
    return value


def chosen_codes(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Codes, or beginnings of codes, parted by commas; one that is none would leave everything out in silence."""
    from compiler.diagnostics.codes import CODES

    given = tuple(code.strip().upper() for part in value for code in part.split(",") if code.strip())
    for code in given:
        if not any(known.startswith(code) for known in CODES):
            raise click.BadParameter(f"no code is or begins with `{code}`: `liege explain` lists all")
    return given


def elsewhere(out: Path, folders: Iterable[Path]) -> None:
    """What is made of a game goes into OUT/<game>, and that must not be the game itself."""
    for folder in folders:
        if (out / folder.resolve().name).resolve() == folder.resolve():
            raise click.BadParameter(f"`{folder.as_posix()}` is the game itself: build elsewhere", param_hint="--out")


def language(_: click.Context, __: click.Parameter, value: str) -> str:
    """A language code of the command line."""
    from compiler.load.languages import is_language, meant

    if not is_language(value):
        help = f"did you mean `{meant(value)}`?" if meant(value) else "use `de`, `ja`, `pt-BR` …"
        raise click.BadParameter(f"`{value}` is no language: {help}")
    return value
