"""Land of an area map: outlines smoothed so that neighbours still share their borders; worked out once for a map."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import shapely
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from compiler.model.graph import Ring
from compiler.render.geometry import close_gaps, smooth_coverage


@dataclass(frozen=True, slots=True)
class Land:
    """Areas by id, all land together, and every border and coast as lines."""

    areas: dict[str, BaseGeometry]
    whole: BaseGeometry
    lines: BaseGeometry


@lru_cache(8)
def land_of(
    outlines: tuple[tuple[str, tuple[Ring, ...]], ...], wobble: float = 1.3, reach: float = 0.8, keep: float = 12.0
) -> Land:
    """The land that outlines make, smoothed by at most `wobble`, pinholes closed, holes over `keep` left as lakes."""
    shapes, whole = close_gaps(smooth_coverage(dict(outlines), wobble, 3), reach, keep)
    lines = unary_union([shape.boundary for shape in shapes.values()])
    return Land(shapes, whole.simplify(0.03), shapely.simplify(lines, 0.04, preserve_topology=False))
