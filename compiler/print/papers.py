"""Papers beside the pieces: sources and components, the front of a box."""

from __future__ import annotations

from compiler.model.game import Game
from compiler.render.aid.folder import GUTTER, blocks_of, fits, is_source
from compiler.render.aid.folder import MARGIN as EDGE
from compiler.render.chart.aids import chart_pages, charts_of
from compiler.render.colour import Palette
from compiler.render.drawing import Drawing
from compiler.render.scene.splash import box_front
from compiler.render.sheet.presets import Paper


def source_charts(game: Game, palette: Palette, paper: Paper) -> set[str]:
    """The ids of charts that are no help in play: components and setups, sources and doubts, what fits no panel."""
    kept = {f"table-{t.id}" for t in game.tables.values() if is_source(game, t)}
    kept |= {f"help-{n}" for n, page in enumerate(game.help, 1) if is_source(game, page)}
    panel = (paper.height - 2 * EDGE - GUTTER) / 2
    titles = {block.title for block in blocks_of(game, palette) if not fits(block, panel)}
    return kept | {f"table-{t.id}" for t in game.tables.values() if t.title.en in titles}


def source_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """Tables of components and setups, sources and doubts: what is no help in play."""
    kept = source_charts(game, palette, paper)
    return chart_pages(game, palette, [chart for chart in charts_of(game, palette) if chart.id in kept], paper)


def box_pages(game: Game, palette: Palette, paper: Paper) -> list[Drawing]:
    """The front of a box and its spine on one page."""
    return [box_front(game, palette, paper.width, paper.height)]
