"""`liege explain`: the page of a diagnostic code, or a rule of a game with what carries and what proves it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from compiler.trace import Link, Matrix, Traced


@click.command(short_help="Explain a diagnostic code or a rule.")
@click.argument("what", metavar="[CODE|GAME:RULE]", required=False)
def command(what: str | None) -> None:
    """Explain a code, such as C204 or one_way_border: what it means, why it matters, how to mend it.

    Without one, list all codes: by stage, each with its name and what it says.

    Or a rule of a game, such as first_battle:4.2: what it says, what carries it, what proves it. A number that only
    begins those of several rows tells of all of them. Inside the folder of a game, :4.2 is a rule of that game.
    """
    if what is None:
        click.echo("\n".join(_all_codes()))
        return
    game, colon, rule = what.rpartition(":")
    if colon and not rule:
        raise click.BadParameter(f"which rule of `{game}`? Say GAME:RULE, such as first_battle:4.2")
    if colon and not game and not Path("game.yaml").is_file():
        raise click.BadParameter(f"rule {rule} of which game? Say GAME:{rule}, or go into the folder of a game")
    click.echo(_rule(game, rule) if colon else _code(what))


# -- codes -------------------------------------------------------------------------------------------------------------
_STAGES = {
    "L": "Files", "S": "Their form", "M": "The game they make", "C": "Lints of a game", "P": "Rules and play",
    "R": "Drawing", "E": "Building", "A": "Modules and saves of anybody", "V": "What VASSAL says of them",
}  # fmt: skip


def _all_codes() -> Iterator[str]:
    from compiler.check import runner
    from compiler.diagnostics import CODES

    runner.lints()  # the codes of lints stand over their functions
    stage = ""
    for code in sorted(CODES.values(), key=lambda each: (list(_STAGES).index(each.id[0]), each.id)):
        if code.id[0] != stage:
            if stage:
                yield ""
            stage = code.id[0]
            yield f"{_STAGES[stage]}:"
        yield f"  {code.id}  {code.name:<28} {code.severity.value:<8} {code.title}"
    yield "\n`liege explain CODE` tells what it means, why it matters and how to mend it."


def _code(code: str) -> str:
    from compiler.check.explaining import page_of
    from compiler.diagnostics import CODES

    told = page_of(code)
    if told is None:
        known = [*CODES, *(entry.name for entry in CODES.values())]
        near = [word for case in (code.upper(), code.lower()) for word in difflib.get_close_matches(case, known, n=1)]
        raise click.BadParameter(f"there is no code `{code}`" + (f"; did you mean `{near[0]}`?" if near else ""))
    return told


# -- rules -------------------------------------------------------------------------------------------------------------
def _rule(game: str, rule: str) -> str:
    from compiler import trace
    from compiler.commands._game import read_game
    from compiler.diagnostics import Sink
    from compiler.model.ids import did_you_mean
    from compiler.registry import rulebook

    read = read_game(game)
    beside = Path(read.folder).resolve().parent.parent / "tests"
    matrix = trace.trace(read, rulebook(read, Sink()), beside if beside.is_dir() else None)
    rows = list(_meant(matrix, rule))
    if not rows:
        near = did_you_mean(rule, matrix.rows, what="rules")
        raise click.BadParameter(f"the ledger of `{read.id}` has no rule `{rule}`" + (f"; {near}" if near else ""))
    return "\n\n".join("\n".join(_told(traced)) for traced in rows)


def _meant(matrix: Matrix, rule: str) -> Iterator[Traced]:
    """The row of a number, or all rows of a section."""
    if rule in matrix.rows:
        yield matrix.rows[rule]
    elif rule:
        starts = tuple(rule + mark for mark in ".(-")
        yield from (traced for id, traced in matrix.rows.items() if id.startswith(starts))


def _told(traced: Traced) -> Iterator[str]:
    from compiler.trace import CARRIES, PROVES

    row = traced.row
    yield f"# {row.id} ({row.kind}, {row.scope}): {traced.status}"
    yield row.says
    for name, text in (("doubt", row.doubt), ("reading", row.reading), ("waived", row.waived)):
        if text:
            yield f"{name}: {text}"
    if row.same_as:
        yield f"says the same as {row.same_as}"
    yield f"carried by: {_listed(link for link in traced.links if link.kind in CARRIES)}"
    yield f"proved by: {_listed(link for link in traced.links if link.kind in PROVES)}"


def _listed(links: Iterable[Link]) -> str:
    found = dict.fromkeys(f"{link.what} ({link.kind})" for link in links)
    return ", ".join(found) or "nothing"
