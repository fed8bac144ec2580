"""`liege play`: a game at the terminal, with people and players."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._game import read_checked, scenario_of, seat_kinds
from compiler.commands._loading import loaded
from compiler.commands._report import no_source, seeding
from compiler.diagnostics import Failed, Sink, Span, diagnose

if TYPE_CHECKING:
    from compiler.pipeline import Checked
    from compiler.play.book import Rulebook
    from compiler.play.chance import Chance
    from compiler.play.players import Player
    from compiler.play.session import Session

KINDS = ("human", "random", "greedy")


@click.command(short_help="Play a game at the terminal.")
@click.argument("game")
@click.option("--scenario", help="Which scenario; the first by default.")
@click.option(
    "--seats",
    "seats_",
    show_default="human,greedy",
    metavar="LIST",
    help="Who sits where, in order: human, random or greedy; the last goes for all seats left.",
)
@click.option("--seed", callback=seeding, default="1", show_default=True, help="Seed of dice, draws and players.")
@click.option(
    "--dice",
    "dice_",
    type=click.Choice(["seed", "person"]),
    default="seed",
    show_default=True,
    help="Where luck comes from.",
)
@click.option(
    "--script",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Answers to begin with: lines of `seat: answer`, or a replay.",
)
@click.option(
    "--load",
    "load_",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A saved game, ours or one for VASSAL (X.vsav).",
)
@click.option(
    "--save",
    "save_",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=no_source,
    help="Save here when we stop; X.vsav or X.vlog is for VASSAL.",
)
def command(
    game: str,
    scenario: str | None,
    seats_: str | None,
    seed: str,
    dice_: str,
    script: Path | None,
    load_: Path | None,
    save_: Path | None,
) -> None:
    """Play GAME, a folder or a name. Say `help` at a prompt for the words you may use."""
    from compiler.commands._terminal import Quit, Terminal
    from compiler.play.chance import Person, Seeded
    from compiler.play.session import Session
    from compiler.publish import write_whole
    from compiler.registry import rulebook_or_fail

    if save_ is not None and not save_.parent.is_dir():  # before the game, not after it
        raise click.BadParameter(f"there is no folder `{save_.parent.as_posix()}`", param_hint="--save")
    if load_ is not None and script is not None:
        raise click.UsageError("--load takes a game up and --script begins one: give one of them")
    read = read_checked(game)
    book = rulebook_or_fail(read.game)
    name = scenario_of(book, scenario)
    chance: Chance = Person() if dice_ == "person" else Seeded(seed)
    players = _seated(book, name, seats_, seed)
    if load_ is not None:
        session = loaded(read, book, load_, chance)
    elif script is not None:
        session = _scripted(book, name, script, chance)
    else:
        session = Session.begin(book, name, chance)
    click.echo(f"{book.game.title.en}: {book.game.scenarios[session.state.scenario].title.en}")
    try:
        Terminal(session, players, partial(_kept, read, session)).play()
    except (Quit, KeyboardInterrupt):
        click.echo("left the table")
    except Exception:
        if save_ is not None:  # our fault, not theirs: what they played is kept
            write_whole(save_, _kept(read, session, save_))
            click.echo(f"saved: {save_}", err=True)
        raise
    if save_ is not None:
        write_whole(save_, _kept(read, session, save_))
        click.echo(f"saved: {save_}", err=True)


def _kept(read: Checked, session: Session, path: Path) -> bytes:
    """The game as a file: for VASSAL as it stands or as a log, else as text for ourselves."""
    from compiler.emit.save.played import played_log, saved_game
    from compiler.play.saving import save

    sink = Sink()
    if path.suffix == ".vsav":
        return saved_game(session, read.bundle, sink)
    return played_log(session, read.bundle, sink) if path.suffix == ".vlog" else save(session).encode()


def _seated(book: Rulebook, scenario: str, text: str | None, seed: str) -> dict[str, Player]:
    from compiler.play.players import player

    kinds = seat_kinds(book, scenario, text, KINDS)
    return {seat: player(kind, f"{seed}/{seat}") for seat, kind in kinds.items() if kind != "human"}


def _scripted(book: Rulebook, scenario: str, path: Path, chance: Chance) -> Session:
    """Play the answers of a file; whoever plays on has the rest of the game."""
    from compiler.play.ask import CHANCE, Refused
    from compiler.play.foreign import read_bounded
    from compiler.play.notation import parse, read_script
    from compiler.play.saving import illegal, run_replay
    from compiler.play.session import Session

    text = read_bounded(path).decode("utf-8-sig", errors="replace")
    if text.lstrip().startswith("{"):
        session = run_replay(book, text, path.as_posix())
        session.chance = chance
        return session
    try:
        lines = read_script(text)
    except Refused as no:
        raise Failed(diagnose("P012", str(no.refusal), Span(path.as_posix()), help="write `seat: answer`")) from no
    told = any(seat == CHANCE for _, seat, _ in lines)
    session = Session.begin(book, scenario, None if told else chance)
    for n, (line, seat, answer) in enumerate(lines):
        try:
            session.apply(parse(session.book, session.ask(seat), answer), seat)
        except Refused as no:
            raise Failed(illegal(path.as_posix(), n, f"{seat}: {no.refusal}", no.refusal.rule, line)) from no
    session.chance = chance
    if told and CHANCE in session.asks:
        ask = session.asks[CHANCE]
        luck = chance.answer(ask, session.counts.get(ask.purpose, 0))
        if luck is not None:
            session.apply(luck, CHANCE)
    return session
