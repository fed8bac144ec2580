"""The mouse-over windows: what lies under the mouse, counted by sort where it is much, and the ground it stands on.

VASSAL tries them in order; the first that has anything to show is the one that is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.atlas import Window
from compiler.emit.automation.ground import ground_of
from compiler.emit.chat import said
from compiler.emit.module.counts import ALIKE, FIRST
from compiler.emit.plan import Plan
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, Value, component

_INK = "30,26,24"
_LOW, _HIGH = 6, 40  # so many pieces are shown one by one; above the other number nobody counts sorts
_SIZE = ex.prop("StackSize")
_DECK = ex.prop("DeckName")


def viewers(plan: Plan, window: Window) -> Iterator[Component]:
    """What appears when the mouse rests on a deck, a stack, a piece or an empty space."""
    place = _place(plan, window)
    loose = ex.equals(_DECK, "")
    many = said("<b>", ex.prop("LocationName"), "</b>: ", _SIZE, " pieces")
    left = said("<b>", _DECK, "</b>: ", ex.call("GetProperty", ex.add(_DECK, "_numPieces")), " left")
    yield _viewer(ex.not_equals(_DECK, ""), left, showDeck=True, showDeckMasked=True, showDeckDepth=1)
    yield _viewer(ex.every(loose, ex.greater(_SIZE, _HIGH)), many, showOnlyTopOfStack=True)
    tall = ex.every(loose, ex.greater(_SIZE, _LOW), ex.less_equal(_SIZE, _HIGH), ex.equals(ex.prop(FIRST), True))
    yield _viewer(tall, many, f"×${ALIKE}$")
    short = ex.every(loose, ex.greater(_SIZE, 1), ex.less_equal(_SIZE, _LOW))
    yield _viewer(short, place)
    yield _viewer(ex.every(loose, ex.less(_SIZE, 2)), place, "$PieceName$  $Stats$")
    told = ex.if_(ex.equals(ex.prop("LocationName"), ""), "", place)  # beside the board nothing, not an empty window
    yield _viewer(ex.equals(ex.literal(1), 2), place, minDisplayPieces=0, emptyHexReportForma=ex.braced(told))


def _place(plan: Plan, window: Window) -> ex.Node:
    """The name of the place, and its ground."""
    name: ex.Node = said("<b>", ex.prop("LocationName"), "</b>")
    ground = ground_of(plan, window)
    return name if ground == ex.literal("") else ex.add(ex.add(name, "  "), ground)


def _viewer(shown: ex.Node, summary: ex.Node, caption: str = "", **more: Value) -> Component:
    given: dict[str, Value] = {
        "delay": 1000, "minDisplayPieces": 1, "showgraph": True, "showgraphsingle": True, "showtext": True,
        "showtextsingle": True, "enableHTML": True, "fontSize": 12, "propertyFilter": ex.braced(shown),
        "summaryReportFormat": ex.braced(summary), "counterReportFormat": caption, "emptyHexReportForma": "",
        "graphicsZoom": 1.0, "borderWidth": 6, "bgColor": "255,253,246", "fgColor": _INK, "borderColor": _INK,
        "display": "from all layers", "unrotatePieces": True, "showNonMovable": True, "centerAll": True,
        "centerText": True, "combineCounterSummary": True, "stretchWidthSummary": True, "stretchWidthPieces": True,
        "verticalBottomText": 8, "stopAfterShowing": True,
    }  # fmt: skip
    return component("m.map.CounterDetailViewer", body="", **{**given, **more})
