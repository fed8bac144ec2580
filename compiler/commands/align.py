"""`liege align`: show how grid, areas, boxes and tracks lie on the author's picture of a map."""

from __future__ import annotations

from pathlib import Path

import click

from compiler.commands._game import read_drawable
from compiler.commands._report import elsewhere
from compiler.publish import write_whole


@click.command(short_help="Show how the grid lies on your picture of the map.")
@click.argument("game", metavar="GAME")
@click.option("-o", "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("build"), show_default=True)
def command(game: str, out: Path) -> None:
    """Draw every hex, outline, place, box and track on the pictures of GAME's maps, into OUT/GAME/align/."""
    from compiler.render.map.alignment import measured, proof_png

    found = read_drawable(game)
    elsewhere(out, (Path(found.folder),))
    for board in found.boards:
        if board.backdrop is None:
            continue
        path = out / found.id / "align" / f"{board.face}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, proof_png(found, board))
        sheet = board.backdrop.sheets[0]
        w, h = board.size
        click.echo(f"{path.as_posix()}  {sheet.file} at {sheet.dpi:.0f} dpi, {w:.0f} × {h:.0f} mm")
        for id, far in board.misfits.items():
            click.echo(f"  {id} lies {far:.2f} mm from where it was measured")
        off = measured(found, board) if board.lattice is not None else None
        if off is not None:
            click.echo(f"  its lines lie {off[0]:+.1f} mm across and {off[1]:+.1f} mm down from the grid")
    if not any(board.backdrop for board in found.boards):
        click.echo("no map of this game has an `image`", err=True)
