"""Boards, grids and zones."""

from typing import Final

_GRID: Final = "snapTo:b=true edgesLegal:b=false cornersLegal:b=false visible:b=false dotsVisible:b=false color:c=0,0,0"
_NUMBERING: Final = (
    "first:o=H sep:s hType:o=N vType:o=N hLeading:i=1 vLeading:i=1 hOff:i=1 vOff:i=1 hDescend:b=false vDescend:b=false "
    "locationFormat:f=$gridLocation$ visible:b=false fontSize:i=9 color:c=0,0,0 rotateText:o=0 "
    "hDrawOff:i=0 vDrawOff:i=0"
)

BOARD: Final[dict[str, str]] = {
    "m.map.boardPicker.Board": "name:s image:img reversible:b=false width:i? height:i? color:c?",
    "b.HexGrid": f"x0:i=0 y0:i=32 dx:d=55.4256 dy:d=64.0 sideways:b=false {_GRID}",
    "b.SquareGrid": f"x0:i=24 y0:i=24 dx:d=48.0 dy:d=48.0 range:o=Metric {_GRID}",
    "b.mapgrid.HexGridNumbering": f"{_NUMBERING} stagger:b=true",
    "b.mapgrid.SquareGridNumbering": _NUMBERING,
    # the two lower-case spellings are VASSAL's own
    "b.RegionGrid": "snapto:b=true visible:b=false fontsize:i=9",
    "b.Region": "name:s originx:i=0 originy:i=0",
    "b.ZonedGrid": "",
    "b.mapgrid.ZonedGridHighlighter": "",
    "b.mapgrid.ZoneHighlight": "name:s color:c=0,0,0 coverage:o='Entire Zone' width:i=1 style:o=Plain image:img "
    "opacity:i=100",
    "b.mapgrid.Zone": "name:s locationFormat:f=$name$ path:s useParentGrid:b=false useHighlight:b=false "
    "highlightProperty:s",
}
