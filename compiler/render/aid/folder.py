"""Sheets folded once: panels filled from top to bottom, the cover with the picture and the sequence of play."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from compiler.load.tongue import printed
from compiler.model.game import Game, HelpPage
from compiler.model.tables import ResultTable
from compiler.render.aid.block import SMALLEST, Block, Body
from compiler.render.aid.flow import FlowBody, flow_of
from compiler.render.aid.ground import ground_blocks
from compiler.render.aid.piece import piece_block
from compiler.render.aid.pointing import PieceBody
from compiler.render.aid.rules import rule_blocks
from compiler.render.aid.signs import sign_of
from compiler.render.aid.steps import StepsBody, TextBody, steps_of
from compiler.render.aid.table import TableBody, table_body
from compiler.render.aid.units import units_block
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing
from compiler.render.map.key import swatches_of
from compiler.render.scene.pictures import title_slip, window_of
from compiler.render.scene.splash import slip_of
from compiler.render.sheet.presets import Paper
from compiler.render.style import title_kanji
from compiler.render.symbols import mon

MARGIN, GUTTER, GAP = 7.0, 14.0, 3.6
COVER = 40.0  # mm of picture on the cover
CREST = 8.0  # mm of a crest in the line that stands for the picture
SIZES = (4.2, 4.0, 3.8, 3.6, 3.4, SMALLEST)
LARGER = (4.8, 4.6, 4.4, *SIZES)  # of a panel that holds less than the others
MOST = 12  # panels of an aid
ROOMY = 3.4  # mm of type that what is only good to have leaves to the rest
SHEET = 4  # panels of one sheet folded once; what is only good to have begins no second
SOURCES = ("check against", "doubtful", "to be checked", "credits", "setting up by hand", "before you start",
           "your windows", "player aids", "cards that are not", "markers", "forces and command tracks",
           "spheres in the", "setting up and")  # fmt: skip
STEPS = ("a round", "a turn")  # what the sequence of play says better


@dataclass(frozen=True, slots=True)
class Panel:
    """What stands on one half of a side, from top to bottom."""

    blocks: tuple[Block, ...]
    cover: bool = False


def is_source(game: Game, item: ResultTable | HelpPage) -> bool:
    """Whether something is no help in play: components, setups, sources, doubts. They have a sheet of their own."""
    if isinstance(item, HelpPage):
        return tells_steps(game, item) or _speaks_of(game, item, SOURCES)
    listed = game.art.sheets.get("sources", ())
    return item.id in listed or item.id == "components"


def tells_steps(game: Game, page: HelpPage) -> bool:
    """Whether a page tells how a turn goes, which stands on every aid as its sequence of play."""
    return _speaks_of(game, page, STEPS)


def _speaks_of(game: Game, page: HelpPage, words: Sequence[str]) -> bool:
    """Whether the title of a page has one of these words, in English or in the language of the game."""
    title = page.title.lower()
    return any(word in title or printed(word, game.lang) in title for word in words)


def blocks_of(game: Game, palette: Palette, more: bool = True) -> list[Block]:
    """The sequence, the tables and the short texts of a game; `more` adds what its rules and its map tell besides."""
    found, theme = [], palette.theme
    if game.sequence:
        steps = steps_of(game, theme, more)
        head, note = printed("Sequence of play", game.lang), printed(f"{len(steps)} steps", game.lang)
        found.append(Block(head, sign_of("sequence", theme), StepsBody(palette, steps), note))
    ground = dict(swatches_of(game, palette))
    for table in game.tables.values():
        if not is_source(game, table):
            rule = _own_rule(game, table)
            body = table_body(game, palette, table, ground)
            note = printed(f"rule {rule}", game.lang) if rule else ""
            found.append(Block(table.title.en, sign_of(f"{table.title.en} {table.id}", theme), body, note))
    found += ground_blocks(game, palette, ground, sign_of("terrain", theme)) if more else ()
    for page in game.help:
        if not is_source(game, page):
            told = flow_of(palette, page) or TextBody(palette, page)
            found.append(Block(page.title, sign_of(page.title, theme), told))
    return found


def _own_rule(game: Game, table: ResultTable) -> str | None:
    """The rule to look up for a table: the first by number that no other table names, for such a one says little."""
    others = {rule for other in game.tables.values() if other is not table for rule in other.note.rules}
    return next((rule for rule in table.note.rules if rule[:1].isdigit() and rule not in others), None)


def _grown(game: Game, palette: Palette, width: float, height: float) -> tuple[list[Panel], float]:
    """The blocks of a game over panels, and what their sheets have room for: its counter, its units, rules in short.

    What the map tells besides gives way where it would cost a sheet, or the counter its place.
    """
    blocks = blocks_of(game, palette)
    panels, size = _filled(blocks, width, height, game.lang)
    short = blocks_of(game, palette, more=False)
    if len(panels) > SHEET:
        bare, fitted = _filled(short, width, height, game.lang)
        if len(bare) < len(panels):
            blocks, panels, size = short, bare, fitted
        piece = piece_block(game, palette)
        for given in ([*blocks, *([piece] if piece is not None else ())], blocks):
            tucked = _tucked(given, width, height, game.lang)
            laid, fitted = _filled(tucked, width, height, game.lang)
            if len(laid) < len(panels):
                blocks, panels, size = tucked, laid, fitted
    grown = _extended(game, palette, blocks, (panels, size), width, height)
    if len(short) < len(blocks) and not _shows_piece(grown[0]):
        plain = _extended(game, palette, short, _filled(short, width, height, game.lang), width, height)
        if _shows_piece(plain[0]) and len(plain[0]) <= len(grown[0]):
            return plain
    return grown


def _tucked(blocks: Sequence[Block], width: float, height: float, lang: str) -> list[Block]:
    """The tables in their order, and each short text where it costs fewest panels: below what leaves room for it."""
    texts = [block for block in blocks if isinstance(block.body, TextBody | PieceBody)]
    found = [block for block in blocks if block not in texts]
    for text in sorted(texts, key=lambda block: -block.least(width, SMALLEST)):

        def cost(at: int, text: Block = text) -> tuple[int, float, float]:
            panels, size = _filled([*found[:at], text, *found[at:]], width, height, lang)
            return len(panels), -size, _loose(panels, width, height, size)

        at = min(range(1, len(found) + 1), key=cost)
        found.insert(at, text)
    return found


def _shows_piece(panels: Sequence[Panel]) -> bool:
    return any(isinstance(block.body, PieceBody) for panel in panels for block in panel.blocks)


def _extended(
    game: Game, palette: Palette, blocks: list[Block], filled: tuple[list[Panel], float], width: float, height: float
) -> tuple[list[Panel], float]:
    """The panels with what is only good to have, as far as there is room for it."""
    panels, size = filled
    room = max(SHEET, len(panels))
    told = {step.line for block in blocks if isinstance(block.body, StepsBody) for step in block.body.steps}
    piece = None if _shows_piece(panels) else piece_block(game, palette)
    extra = (piece, units_block(game, palette), *rule_blocks(game, palette, told))
    for more in (block for block in extra if block is not None):
        tried = [[*blocks[:at], more, *blocks[at:]] for at in range(1, len(blocks) + 1)]
        found = [(*_filled(list_, width, height, game.lang), list_) for list_ in tried]
        least = SMALLEST if isinstance(more.body, PieceBody) else min(size, ROOMY)
        fitting = [one for one in found if len(one[0]) <= room and one[1] >= least]
        if fitting:
            panels, size, blocks = min(fitting, key=lambda one: (-one[1], _loose(one[0], width, height, one[1])))
    return panels, size


def _loose(panels: Sequence[Panel], width: float, height: float, size: float) -> float:
    """How unevenly panels are filled: the sum of squares of what each leaves bare."""
    rooms = [height - (COVER + 3.0 if panel.cover else 0.0) for panel in panels]
    used = [sum(block.least(width, size) + GAP for block in panel.blocks) for panel in panels]
    return sum((1 - tall / room) ** 2 for tall, room in zip(used, rooms, strict=True))


def aid_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """The sides of the aid, landscape: the cover lies right of the back, so that the sheet folds to a booklet."""
    side = paper.landscape
    width = (side.width - 2 * MARGIN - GUTTER) / 2
    panels, size = _grown(game, palette, width, side.height - 2 * MARGIN)
    return [_side(game, palette, side, [panels[n] for n in pair], width, size) for pair in _folded(len(panels))]


def _folded(count: int, first: int = 0) -> Iterator[tuple[int, ...]]:
    """Which panels share a side: of each sheet the last beside the first, and two inside."""
    here = min(SHEET, count - first)
    if here < 1:
        return
    yield tuple(range(first, first + here))[::-1] if here < 3 else (first + here - 1, first)
    if here > 2:
        yield tuple(range(first + 1, first + here - 1))
    yield from _folded(count, first + here)


def _filled(given: Sequence[Block], width: float, height: float, lang: str) -> tuple[list[Panel], float]:
    """The fewest panels that hold everything, in the largest type that fits them."""
    blocks = [part for block in given for part in _cut(block, width, height - COVER - 3.0, lang)]
    if len(blocks) < 2:
        return [Panel(tuple(blocks), True)] if blocks else [], SMALLEST
    # half a sheet, a sheet, and then whole sheets
    for count in (2, *range(SHEET, max(MOST, SHEET * len(blocks)) + 1, SHEET)):
        for size in SIZES:
            panels = _split(blocks, min(count, len(blocks)), width, height, size)
            if panels is not None:
                return panels, size
    raise AssertionError("a block that was cut to fit a panel fits one")


def fits(block: Block, width: float) -> bool:
    """Whether a block can be read in a panel at all; a table with too many columns cannot."""
    return block.least(width, SMALLEST) < math.inf


def _cut(block: Block, width: float, height: float, lang: str) -> Iterator[Block]:
    """A block in parts that fit a panel: a long one goes on below; what is too wide goes to other sheets."""
    if not fits(block, width):
        return
    parts = _halves(block.body)
    if block.least(width, SMALLEST) <= height:
        yield block
    elif parts is not None:
        yield from _cut(replace(block, body=parts[0]), width, height, lang)
        yield from _cut(replace(block, body=parts[1], note=printed("continued", lang)), width, height, lang)


def _halves(body: Body) -> tuple[Body, Body] | None:
    """What a panel cannot hold in two; None if it is one thing."""
    if isinstance(body, TableBody) and len(body.rows) > 1:
        half = len(body.rows) // 2
        return replace(body, rows=body.rows[:half], notes=[]), replace(body, rows=body.rows[half:])
    if isinstance(body, StepsBody) and len(body.steps) > 1:
        half = len(body.steps) // 2
        return replace(body, steps=body.steps[:half]), replace(body, steps=body.steps[half:])
    if isinstance(body, FlowBody):
        return _halves(TextBody(body.palette, HelpPage("", body.told())))
    if isinstance(body, TextBody):
        text = body.page.text.strip()
        between = "\n" if "\n" in text else " "
        parts = text.split(between)
        half = len(parts) // 2
        first, second = (replace(body.page, text=between.join(part)) for part in (parts[:half], parts[half:]))
        return (replace(body, page=first), replace(body, page=second)) if half else None
    return None


def _split(blocks: Sequence[Block], count: int, width: float, height: float, size: float) -> list[Panel] | None:
    """Blocks in order over panels, as evenly as they go; None if they do not fit."""
    tall = [block.least(width, size) + GAP for block in blocks]
    room = [height + GAP - (COVER + 3.0 if n == 0 else 0.0) for n in range(count)]
    n = len(blocks)
    if n < count or any(math.isinf(t) for t in tall):
        return None
    best: list[list[tuple[float, int]]] = [[(math.inf, -1)] * (n + 1) for _ in range(count + 1)]
    best[0][0] = (0.0, -1)
    for p in range(1, count + 1):
        for end in range(1, n + 1):
            for start in range(end):
                before, used = best[p - 1][start][0], sum(tall[start:end])
                if before < math.inf and used <= room[p - 1] + 1e-6:
                    cost = before + (1 - used / room[p - 1]) ** 2
                    if cost < best[p][end][0]:
                        best[p][end] = (cost, start)
    if best[count][n][0] == math.inf:
        return None
    panels, end = [], n
    for p in range(count, 0, -1):
        start = best[p][end][1]
        panels.append(Panel(tuple(blocks[start:end]), p == 1))
        end = start
    return panels[::-1]


def _side(game: Game, palette: Palette, paper: Paper, panels: Sequence[Panel], width: float, size: float) -> Drawing:
    d = Drawing(paper.width, paper.height, span=game.span)
    d.rect(0, 0, d.width, d.height, palette.paper)
    for panel in sorted(panels, key=lambda panel: not panel.cover):
        d.opens += [block.title for block in panel.blocks if block.title not in d.opens]
    for n, panel in enumerate(panels):
        x = MARGIN + n * (width + GUTTER)
        top = MARGIN
        if panel.cover:
            top = _cover(d, game, palette, x, width)
        _panel(d, palette, panel, x, top, width, d.height - MARGIN - top, size)
    for y in (0.0, d.height - 3.0):
        d.line([(d.width / 2, y), (d.width / 2, y + 3.0)], palette.soft, 0.2, (0.8, 0.6), "butt")
    return d


def _tall(panel: Panel, width: float, size: float) -> float:
    return sum(block.least(width, size) for block in panel.blocks) + GAP * (len(panel.blocks) - 1)


def _cover(d: Drawing, game: Game, palette: Palette, x: float, width: float) -> float:
    """The picture across the head of the cover with the title on a slip; returns where the blocks begin."""
    lines, sub = slip_of(game)
    one = [" ".join(lines)]
    strip = None if palette.thin else window_of(game, "strip")
    if strip is not None:
        left, right = x - GUTTER / 2, d.width
        sx, sy, sw, sh = strip.window
        high = min(sh, sw * COVER / (right - left))
        strip.cut((sx, sy + (sh - high), sw, high)).paint(d, left, 0.0, right - left)
        d.rect(left, COVER, right - left, 0.9, palette.accent)
    else:
        _crests(d, palette, game, x, width)
    size = 6.0 if len(one[0]) < 24 else 5.2
    about = f"{printed('Player aid', game.lang)} · {sub}"
    title_slip(d, palette, x + 2, COVER - (size * 2.7 if strip is not None else 24), one, about,
               title_kanji(game), size)  # fmt: skip
    return COVER + 4.0


def _crests(d: Drawing, palette: Palette, game: Game, x: float, width: float) -> None:
    """With little ink, the crests of the sides in a line instead of the picture."""
    crests = [palette.side(id).mon for id in game.sides]
    crests = [name for name in dict.fromkeys(crests) if name != "neutral"]
    each = min(CREST * 1.5, width / max(1, len(crests)))
    left = x + (width - each * (len(crests) - 1)) / 2
    for n, name in enumerate(crests):
        d.symbol(mon(name), left + n * each, MARGIN + CREST / 2, each / 1.5, palette.frame)


def _panel(
    d: Drawing, palette: Palette, panel: Panel, x: float, y: float, width: float, height: float, size: float
) -> None:
    """Blocks one below the other in the largest type that fits; what room is left goes to all by their height."""
    size = next((s for s in (*LARGER, size) if _tall(panel, width, s) <= height), size)
    natural = [block.least(width, size) for block in panel.blocks]
    spare = max(0.0, height - sum(natural) - GAP * (len(natural) - 1))
    total = sum(natural)
    for block, tall in zip(panel.blocks, natural, strict=True):
        h = tall + spare * tall / total
        block.draw(d, palette, x, y, width, h, size)
        y += h + GAP
