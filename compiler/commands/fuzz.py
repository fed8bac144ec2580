"""`liege fuzz`: random games to the end, every law checked on the way."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from compiler.commands._game import bound, scenario_of

if TYPE_CHECKING:
    from compiler.play.fuzz import Tally

_BOOKS: dict[str, Any] = {}  # a worker reads its game once


def _one(task: tuple[str, str, int, str, int]) -> Tally:
    from compiler.play.fuzz import fuzz_game
    from compiler.play.players import player, wayward

    game, scenario, seed, kind, every = task
    book = _BOOKS.get(game)
    if book is None:
        book = _BOOKS[game] = bound(game)
    seated = wayward if kind == "mixed" else (lambda seat, n: player(kind, f"{n}/{seat}"))
    return fuzz_game(book, scenario, seed, players=seated, resume_every=every)


@click.command(short_help="Play random games to the end.")
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="The first seed; each game has the next.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, help="Games at the same time.")
@click.option("--scenario", help="Only this scenario; all of them in turn by default.")
@click.option(
    "--players",
    type=click.Choice(["mixed", "random", "greedy"]),
    default="mixed",
    show_default=True,
    help="Who plays; mixed: half go for what looks good, most of the time.",
)
@click.option("--resume-every", type=click.IntRange(0), default=1, help="Start cold after every n answers; 0: never.")
@click.option("--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("-o", "out", type=click.Path(file_okay=False, path_type=Path), default=Path(), help="Where replays go.")
@click.option("-q", "--quiet", is_flag=True, help="No progress bar.")
def command(
    game: str,
    games: int,
    seed: int,
    jobs: int,
    scenario: str | None,
    players: str,
    resume_every: int,
    format_: str,
    out: Path,
    quiet: bool,
) -> None:
    """Play random games of GAME to the end.

    After every event all invariants are checked; after every answer a cold start must agree with live play, and now and
    then an answer is taken back and given again. Players who want something and players who want nothing sit at one
    table: that brings most rules to bear. Games that do not end, dead ends and endless lists of options are failures;
    so is a game in which nobody is ever asked. A failure is shrunk and written as a replay. Stopped early, it tells of
    the games it has played.
    """
    import json

    from compiler.play.fuzz import Tally, describe

    book = _BOOKS[game] = bound(game)
    scenarios = [scenario_of(book, scenario)] if scenario else list(book.game.scenarios)
    tasks = [(game, scenarios[n % len(scenarios)], seed + n, players, resume_every) for n in range(games)]
    tally = Tally()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with click.progressbar(length=games, label="games", file=sys.stderr, hidden=quiet) as bar:
            for done in _played(tasks, jobs):
                tally.add(done)
                bar.update(1)
                for failure in done.failures:
                    click.echo(f"\nseed {failure.seed} ({failure.scenario}): {failure.message}", err=True)
    except KeyboardInterrupt:  # hours may lie behind us: what was played is told all the same
        click.echo(f"\nstopped after {tally.games} of {games} games", err=True)
    finally:
        signal.signal(signal.SIGTERM, before)
    paths = _write(book, tally, out)
    if format_ == "json":
        click.echo(json.dumps(describe(tally), indent=1))
    else:
        _tell(tally)
        _tell_rules(book, tally)
    for failure, path in zip(tally.failures, paths, strict=True):
        click.echo(f"seed {failure.seed}, {len(failure.script)} answers: {path}", err=True)
    sys.exit(int(bool(tally.failures) or tally.games < games or tally.unasked == tally.games))


def _played(tasks: list[tuple[str, str, int, str, int]], jobs: int) -> Any:
    if jobs == 1 or len(tasks) == 1:
        yield from map(_one, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks)), initializer=_deaf) as pool:
        try:
            yield from pool.map(_one, tasks)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _deaf() -> None:
    """A worker ends its game: whether to stop is for the command to say."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _write(book: Any, tally: Tally, out: Path) -> list[Path]:
    """Shrink each failure and write its replay."""
    from compiler.play.fuzz import shrink
    from compiler.publish import told, write_whole

    paths = []
    for n, failure in enumerate(tally.failures):
        with told(out):
            out.mkdir(parents=True, exist_ok=True)
        path = out / f"{book.game.id}-{failure.scenario}-{failure.seed}.replay.json"
        write_whole(path, failure.replay(book).encode())  # whole first, in case nobody waits for the short one
        small = tally.failures[n] = shrink(book, failure)
        write_whole(path, small.replay(book).encode())
        paths.append(path)
    return paths


def _tell(tally: Tally) -> None:
    mean = tally.answers / max(1, tally.games)
    click.echo(f"{tally.games} games, {tally.answers:,} answers ({mean:.0f} a game, longest {tally.longest:,})")
    click.echo(f"widest choice: {tally.widest} options; {tally.events:,} events")
    _tell_wins(tally)
    for end, count in sorted(tally.ends.items(), key=lambda item: -item[1]):
        click.echo(f"  ended by {end}: {count}")
    if tally.lasted:
        click.echo("  last turn: " + ", ".join(f"{turn} {count} times" for turn, count in sorted(tally.lasted.items())))
    if tally.unasked:
        click.echo(f"over before anybody was asked: {tally.unasked} of {tally.games} games; they show nothing")
    if tally.unasked < tally.games:
        click.echo(f"failures: {len(tally.failures)}")


def _tell_wins(tally: Tally) -> None:
    """Who won how often, alone or with others; and as what, where the rules have a word for it."""
    alone, shared = Counter[str](), Counter[str]()
    for names, count in tally.wins.items():
        seats = names.split(", ")
        for seat in seats:
            (shared if len(seats) > 1 else alone)[seat] += count
    for seat in sorted(alone | shared, key=lambda seat: (-alone[seat], -shared[seat], seat)):
        part = f", and {shared[seat]} with others" if shared[seat] else ""
        click.echo(f"  {seat}: {alone[seat]} ({100 * alone[seat] / tally.games:.0f} %){part}")
    for fate, count in sorted(tally.fates.items(), key=lambda item: -item[1]):
        click.echo(f"  won by {fate}: {count} ({100 * count / tally.games:.0f} %)")


def _tell_rules(book: Any, tally: Tally) -> None:
    """How often the rows of the ledger came to bear, and which never did."""
    ledger = book.game.ledger
    if ledger is None:
        return
    rows = [id for id, row in ledger.rows.items() if row.scope == "engine" and row.kind != "example"]
    chiefs = list(dict.fromkeys(ledger.chief(id) for id in rows))
    times = {
        id: sum(n for rule, n in tally.rules.items() if rule in ledger.rows and ledger.chief(rule) == id)
        for id in chiefs
    }
    never = [id for id, count in times.items() if not count]
    click.echo(f"rows that came to bear: {len(chiefs) - len(never)} of {len(chiefs)}")
    for id, count in sorted(times.items(), key=lambda item: item[1]):
        if count:
            click.echo(f"  {id}: {count:,}")
    if never:
        click.echo(f"rows that never did: {', '.join(never)}")
        _tell_directed(book, never)


def _tell_directed(book: Any, never: list[str]) -> None:
    """Which of the rows that no game brought to bear have no test or example of their own either."""
    from compiler import trace

    tests = trace.tests_beside(book.game)
    if tests is None:
        return  # somebody else's game: we do not know where its tests are
    matrix, ledger = trace.trace(book.game, book, tests), book.game.ledger
    shown = {ledger.chief(id) for id, traced in matrix.rows.items() if traced.has(*trace.PROVES)}
    bare = [id for id in never if id not in shown]
    directed = len(never) - len(bare)
    click.echo(f"of these with a test or example of their own: {directed} of {len(never)}")
    if bare:
        click.echo(f"with none: {', '.join(bare)}")
