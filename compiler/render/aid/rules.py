"""What the ledger says in a few words, chapter by chapter, for aids of small games."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.model.game import Game, HelpPage
from compiler.render.aid.block import Block
from compiler.render.aid.signs import sign_of
from compiler.render.aid.steps import TextBody
from compiler.render.colour import Palette

KINDS = (
    "procedure",
    "restriction",
    "modifier",
    "exception",
    "movement",
    "combat",
)  # of rows that are done at the table
LONG = 150  # letters; a longer rule is for the booklet
FEWEST, MOST = 2, 12  # rules of a chapter
SMALL = 150  # rows of a ledger whose chapters make sense in a few lines


def rule_blocks(game: Game, palette: Palette, told: set[str]) -> Iterator[Block]:
    """A block for each chapter that has rules to play by which nothing else on the aid tells."""
    ledger = game.ledger
    if ledger is None or len(ledger.rows) > SMALL:
        return
    pages = {page.title for page in game.help}  # what they are about the author tells in short himself
    for chapter, rows in ledger.by_chapter().items():
        says = [row.says.strip() for row in rows if row.kind in KINDS and row.scope == "engine"]
        short = [text for text in says if len(text) <= LONG and text.removesuffix(".") not in told]
        title = ledger.chapters.get(chapter, "")
        if title in pages:
            continue
        if title and FEWEST <= len(short) <= MOST and len(short) * 2 > len(says):
            page = HelpPage(title, "\n".join(f"- {text}" for text in short))
            yield Block(title, sign_of(title, palette.theme), TextBody(palette, page))
