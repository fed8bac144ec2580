"""`liege texts`: the texts of a game out to a PO file, and translations in again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.commands._report import game_folders, language, no_source
from compiler.publish import write_whole

if TYPE_CHECKING:
    from compiler.load.speech import Speech, Text


@click.command(short_help="Give texts out for translation, take translations in.")
@click.argument("game", metavar="GAME")
@click.option("--lang", callback=language, required=True, help="The language: de, ja, fr …")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), callback=no_source,
              help="Write the PO file here.")  # fmt: skip
@click.option(
    "--import", "taken", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Take this PO file in."
)
@click.option("--missing", is_flag=True, help="Only list what is not translated.")
def command(game: str, lang: str, out: Path | None, taken: Path | None, missing: bool) -> None:
    """Give the texts of GAME out as a PO file (texts/LANG.po in its folder), or take one in.

    `liege build --lang LANG` then builds the game in that language; what has no translation stays English.
    """
    from compiler.diagnostics import Failed, Sink, Span, diagnose
    from compiler.load.bundle import load_game
    from compiler.load.speech import FOLDER, read_po, speech_of, texts_of, write_po

    folder, sink = game_folders((game,))[0], Sink()
    bundle = load_game(folder, sink)
    if bundle is None or sink.failed:
        raise Failed(*sink.sorted())
    texts, known = texts_of(iter(bundle)), speech_of(folder, lang, bundle.slug, sink)
    home = folder / FOLDER / f"{lang}.po"
    if taken is not None:
        found = read_po(taken, bundle.slug, lang, sink)
        if found is None:
            raise Failed(*sink.sorted())
        if found.by_english and not any(text.english in found.by_english for text in texts):
            message, where = f"`{taken.name}` translates no text of `{bundle.slug}`", Span(taken.as_posix(), 1, 1, 1)
            raise Failed(diagnose("L030", message, where, help="was it made from an older version of the game?"))
        _strangers(found, texts)
        known, out = known.under(found), home
    if sink.failed:
        raise Failed(*sink.sorted())
    lacking = [text for text in texts if known.of(text) == text.english and text in known.missing]
    if missing:
        for text in lacking:
            click.echo(f"{text.context}: {text.english}")
    else:
        path = out or home
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, write_po(bundle.slug, lang, texts, known).encode())
        click.echo(path.as_posix())
    click.echo(f"{len(texts)} texts, {len(lacking)} not yet in `{lang}`", err=True)


def _strangers(found: Speech, texts: list[Text]) -> None:
    """Say which translations belong to no text of the game any more."""
    known = {text.english for text in texts}
    lost = [english for english in found.by_english if english not in known]
    for english in lost[:10]:
        click.echo(f"no text of the game is `{english[:60]}` any more", err=True)
