"""`make prove`: break every rule of the engine and see whether a test that names it notices."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from tests.games.playable import PLAYABLE, bound
from tests.prove.proving import KILLED, SURVIVED, UNBROKEN, Verdict, prove


@click.command()
@click.argument("games", nargs=-1)
@click.option("--rows", default="", help="Only these rows, parted by spaces.")
@click.option("--sample", type=int, help="Only so many rows, drawn by lot.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the lot.")
@click.option("--all", "everything", is_flag=True, help="Tell of the rows that are killed, too.")
def main(games: Sequence[str], rows: str, sample: int | None, seed: int, everything: bool) -> None:
    """Break rows of the ledger and run the tests and examples that name them."""
    slugs = games or [slug for slug in PLAYABLE if bound(slug).game.ledger is not None]

    def tell(slug: str, verdict: Verdict) -> None:
        for line in lines(slug, verdict) if everything or verdict.status != KILLED else ():
            click.echo(line)

    found = prove(slugs, rows.split(), sample, seed, tell)
    for slug, verdicts in found.items():
        click.echo(summary(slug, verdicts))
    whole = not rows and sample is None
    stale = [line for slug, verdicts in found.items() for line in faults(slug, verdicts, whole=whole)]
    for line in stale:
        click.echo(line, err=True)
    sys.exit(int(bool(stale)))


def lines(slug: str, verdict: Verdict) -> list[str]:
    """A verdict in words: a line, and one for each break that nobody noticed."""
    word = f"{verdict.status}, accepted" if verdict.accepted and verdict.status == SURVIVED else verdict.status
    why = f": {verdict.accepted or verdict.why}" if verdict.accepted or verdict.why else ""
    return [f"{slug} {verdict.row} {word}{why}", *(f"    {told}" for told in verdict.survived)]


def summary(slug: str, verdicts: Sequence[Verdict]) -> str:
    """The figures of a game: how many of the rows that can be broken are killed."""
    count = {status: sum(v.status == status for v in verdicts) for status in (KILLED, SURVIVED, UNBROKEN)}
    blunt = sum(v.status == KILLED and v.blunt for v in verdicts)
    broken = count[KILLED] + count[SURVIVED]
    share = f"{100 * count[KILLED] / broken:.1f} %" if broken else "none"
    return (
        f"{slug}: {count[KILLED]} of {broken} killed ({share}; {blunt} only by taking a whole step away), "
        f"{count[SURVIVED]} survived, {count[UNBROKEN]} cannot be broken"
    )


def faults(slug: str, verdicts: Sequence[Verdict], *, whole: bool) -> list[str]:
    """What makes the run fail: rows that survive without a reason, and reasons that no longer hold."""
    from compiler.registry import package_of
    from tests.prove.edits import written

    rules = bound(slug).game.rules
    said = written(slug, package_of(rules) if rules is not None else None)
    ledger = bound(slug).game.ledger
    assert ledger is not None
    told = [
        f"{slug} {v.row} survives, and nobody says why" for v in verdicts if v.status == SURVIVED and not v.accepted
    ]
    told += [
        f"{slug} {v.row} is accepted as a survivor and is killed" for v in verdicts if v.accepted and v.status == KILLED
    ]
    told += [f"{slug}: {text}" for text in said.stale]
    if whole:
        told += [
            f"{slug} {row} is accepted as a survivor and is no row" for row in said.survivors if row not in ledger.rows
        ]
    return told


if __name__ == "__main__":
    main()
