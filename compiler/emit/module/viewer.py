"""The mouse-over window: the stack with its numbers, and the ground it stands on."""

from __future__ import annotations

from compiler.emit.atlas import Window
from compiler.emit.automation.ground import ground_of
from compiler.emit.plan import Plan
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

_INK = "30,26,24"


def viewer(plan: Plan, window: Window) -> Component:
    """What appears when the mouse rests on a stack or an empty space."""
    ground = ground_of(plan, window)
    place: ex.Node = ex.prop("LocationName")
    if ground != ex.literal(""):
        place = ex.add(ex.add(place, "  "), ground)
    return component(
        "m.map.CounterDetailViewer", delay=500, minDisplayPieces=0, showgraph=True, showgraphsingle=True, showtext=True,
        showtextsingle=True, enableHTML=True, fontSize=11, summaryReportFormat=ex.braced(place),
        counterReportFormat="$PieceName$  $Stats$", emptyHexReportForma=ex.braced(place), graphicsZoom=1.0,
        borderWidth=4, bgColor="255,253,246", fgColor=_INK, borderColor=_INK, display="from all layers",
        unrotatePieces=True, showDeck=False, showNonMovable=True,
    )  # fmt: skip
