"""The mouse-over window: the stack with its numbers, and the ground it stands on."""

from __future__ import annotations

from compiler.emit.atlas import Window
from compiler.emit.plan import Plan
from compiler.vassal.buildfile import Component, component


def viewer(plan: Plan, window: Window) -> Component:
    """What appears when the mouse rests on a stack or an empty space."""
    return component(
        "m.map.CounterDetailViewer", delay=500, minDisplayPieces=1, showgraph=True, showgraphsingle=True, showtext=True,
        showtextsingle=True, enableHTML=True, fontSize=11, summaryReportFormat="<b>$LocationName$</b>",
        counterReportFormat="$PieceName$ $Stats$", emptyHexReportForma="$LocationName$", borderWidth=4,
        graphicsZoom=1.0, bgColor="255,253,246", fgColor="30,26,24", borderColor="30,26,24", display="from all layers",
        unrotatePieces=True, showDeck=False, showNonMovable=True,
    )  # fmt: skip
