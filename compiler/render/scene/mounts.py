"""Horses and riders in parts with a role each, facing right, in a 100 box."""

from __future__ import annotations

from functools import cache
from typing import Any

from shapely.affinity import scale
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union as join

from compiler.render.scene.figures import Dressed
from compiler.render.scene.strokes import blob, brush, rod

GAITS = ("walk", "gallop")
ARMS = ("lance", "upright", "baton", "bow", "sabre", "none")  # what a rider holds


def _galloping() -> dict[str, Any]:
    body = blob(
        (20, 52),
        (28, 46),
        (42, 49),
        (54, 48),
        (62, 44),
        (70, 34),
        (78, 24),
        (82, 17),
        (84, 23),
        (92, 30),
        (99, 40),
        (97, 45),
        (91, 44),
        (85, 41),
        (80, 47),
        (76, 56),
        (70, 65),
        (56, 67),
        (42, 66),
        (32, 66),
        (22, 64),
    )
    legs = [
        brush([(72, 60), (86, 66), (94, 62), (104, 66)], [13, 8, 5, 4.4]),
        brush([(68, 62), (80, 74), (92, 76), (98, 84)], [12, 8, 5, 4.4]),
        brush([(28, 58), (20, 72), (8, 74), (-2, 86)], [17, 10, 6, 4.4]),
        brush([(30, 62), (30, 76), (18, 84), (10, 95)], [16, 9, 5.4, 4.4]),
    ]
    hooves = [
        blob((102, 63), (109, 66), (107, 71), (101, 69)),
        blob((96, 82), (103, 86), (100, 90), (94, 87)),
        blob((-5, 84), (1, 86), (-3, 93), (-8, 90)),
        blob((7, 93), (13, 95), (10, 101), (4, 99)),
    ]
    tail = brush([(22, 52), (10, 46), (-4, 54), (-14, 52)], [6, 9, 7, 1])
    return {"body": body, "legs": legs, "hooves": hooves, "tail": tail}


def _walking() -> dict[str, Any]:
    body = blob(
        (20, 52),
        (28, 46),
        (42, 49),
        (54, 48),
        (62, 44),
        (69, 34),
        (76, 24),
        (79, 15),
        (82, 22),
        (89, 28),
        (95, 39),
        (93, 44),
        (87, 44),
        (82, 41),
        (78, 47),
        (76, 56),
        (70, 65),
        (56, 68),
        (42, 67),
        (32, 66),
        (22, 64),
    )
    legs = [
        brush([(71, 60), (82, 70), (80, 80), (76, 90)], [13, 8, 5, 4.4]),
        brush([(66, 62), (66, 78), (65, 97)], [12, 6.4, 4.6]),
        brush([(27, 58), (30, 74), (22, 84), (20, 97)], [18, 10, 6, 4.6]),
        brush([(30, 62), (42, 76), (38, 86), (42, 97)], [16, 9, 5.4, 4.6]),
    ]
    hooves = [
        blob((72, 88), (79, 88), (78, 94), (71, 94)),
        blob((62, 95), (68, 95), (71, 100), (61, 100)),
        blob((17, 95), (23, 95), (26, 100), (16, 100)),
        blob((39, 95), (45, 95), (48, 100), (38, 100)),
    ]
    tail = brush([(21, 52), (12, 56), (11, 72), (7, 84)], [5, 8, 7, 1])
    return {"body": body, "legs": legs, "hooves": hooves, "tail": tail}


@cache
def _horse(gait: str) -> dict[str, Any]:
    """A horse that walks or gallops."""
    return _galloping() if gait == "gallop" else _walking()


@cache
def _samurai() -> dict[str, Any]:
    """Saddle and rider."""
    mane = brush([(60, 45), (66, 34), (74, 22), (80, 18)], [3, 9, 8, 3])
    cloth = Polygon([(38, 47), (60, 46), (66, 62), (58, 70), (42, 70), (34, 60)]).buffer(1)
    fringe = join(
        [blob((34 + 5.4 * i, 64), (38 + 5.4 * i, 64), (37 + 5.4 * i, 76), (35 + 5.4 * i, 76)) for i in range(7)]
    )
    breast = brush([(62, 52), (72, 56), (78, 50)], [3, 4, 3])
    rein = join([rod(88, 36, 58, 40, 1.2), rod(82, 24, 88, 40, 1.6), rod(86, 29, 93, 35, 1.4)])
    leg = brush([(50, 44), (58, 56), (56, 68), (64, 72)], [11, 10, 7, 5])
    torso = blob((40, 16), (50, 13), (58, 17), (60, 30), (56, 44), (42, 44), (38, 30))
    skirt = Polygon([(40, 40), (58, 40), (64, 54), (52, 52), (36, 54)]).buffer(1)
    guard = join([blob((34, 16), (42, 15), (42, 32), (32, 33)), blob((55, 16), (62, 18), (64, 32), (56, 32))])
    laces = join([box(36, 22 + 6 * i, 62, 23.6 + 6 * i) for i in range(4)]).intersection(torso)
    face = blob((46, 4), (55, 4), (56, 12), (48, 14))
    helm = blob((40, 0), (47, -8), (55, -7), (60, 1), (62, 4), (42, 5))
    neck = Polygon([(40, 1), (48, 3), (46, 14), (34, 12)])
    horns = join(
        [brush([(52, -3), (46, -10), (44, -22)], [4, 3, 0.5]), brush([(55, -3), (64, -10), (68, -22)], [4, 3, 0.5])]
    )
    arm = brush([(57, 20), (68, 30), (76, 34)], [9, 7, 5])
    return {
        "mane": mane,
        "cloth": cloth,
        "fringe": fringe,
        "breast": breast,
        "rein": rein,
        "leg": leg,
        "torso": torso,
        "skirt": skirt,
        "guard": guard,
        "laces": laces,
        "face": face,
        "helm": helm,
        "neck": neck,
        "horns": horns,
        "arm": arm,
    }


def _hussar(horse: dict[str, Any], man: dict[str, Any]) -> Dressed:
    shako = Polygon([(44, -14), (60, -14), (58, 1), (45, 1)]).buffer(0.8)
    plume = blob((50, -28), (54, -28), (55, -14), (49, -14))
    sabre = brush([(78, 12), (92, -4), (98, -24)], [2.4, 2.8, 0.5])
    return [
        (horse["legs"][1], "far"),
        (horse["legs"][3], "far"),
        (horse["hooves"][1], "mane"),
        (horse["hooves"][3], "mane"),
        (horse["tail"], "mane"),
        (horse["body"], "horse"),
        (horse["legs"][0], "horse"),
        (horse["legs"][2], "horse"),
        (horse["hooves"][0], "mane"),
        (horse["hooves"][2], "mane"),
        (man["mane"], "mane"),
        (man["cloth"], "cape"),
        (man["breast"], "tack"),
        (man["rein"], "tack"),
        (man["leg"], "light"),
        (man["torso"], "armour"),
        (rod(42, 18, 58, 40, 3), "light"),
        (man["face"], "skin"),
        (shako, "hat"),
        (plume, "cape"),
        (sabre, "metal"),
        (brush([(57, 20), (70, 22), (80, 10)], [9, 7, 5]), "armour"),
    ]


@cache
def mount(gait: str, rider: str = "lance") -> Dressed:
    """Horse and rider; a lance, an upright spear, a baton, a bow or a sabre."""
    horse, man = _horse(gait), _samurai()
    if rider == "sabre":
        return _hussar(horse, man)
    out: Dressed = [
        (horse["legs"][1], "far"),
        (horse["legs"][3], "far"),
        (horse["hooves"][1], "mane"),
        (horse["hooves"][3], "mane"),
        (horse["tail"], "mane"),
        (horse["body"], "horse"),
        (horse["legs"][0], "horse"),
        (horse["legs"][2], "horse"),
        (horse["hooves"][0], "mane"),
        (horse["hooves"][2], "mane"),
        (man["mane"], "mane"),
        (man["fringe"], "tack"),
        (man["cloth"], "cape"),
        (man["breast"], "tack"),
        (man["rein"], "tack"),
        (man["skirt"], "armour"),
        (man["leg"], "cloth"),
        (man["torso"], "armour"),
        (man["laces"], "trim"),
        (man["guard"], "armour"),
        (man["neck"], "armour"),
        (man["face"], "skin"),
        (man["helm"], "armour"),
        (man["horns"], "metal"),
    ]
    cut = len(out) - 9
    out = out[:cut] + [(scale(g, 0.86, 0.86, origin=(50, 46)), r) for g, r in out[cut:]]
    return out + _armed(rider, scale(man["arm"], 0.86, 0.86, origin=(50, 46)))


def _armed(rider: str, arm: BaseGeometry) -> Dressed:
    """What the rider holds, and the arm that holds it."""
    if rider == "lance":
        lance = join([rod(40, 52, 112, 4, 2.2), brush([(110, 5.4), (119, -1), (128, -7)], [2, 5.6, 0.4])])
        return [(lance, "shaft"), (arm, "cloth")]
    if rider == "upright":
        spear = join([rod(72, 60, 82, -52, 2.2), brush([(81.8, -50), (82.8, -60), (84, -72)], [2, 5.6, 0.4])])
        return [(spear, "shaft"), (arm, "cloth")]
    if rider == "baton":
        fan = join([rod(80, 16, 86, 2, 1.8), scale(Point(88, -5).buffer(8), 0.8, 1.05)]) - Point(88, -5).buffer(2)
        return [(brush([(57, 20), (70, 22), (82, 12)], [9, 7, 5]), "cloth"), (fan, "metal")]
    if rider == "bow":
        wood = brush([(86, -22), (98, -6), (98, 16), (90, 34), (82, 44)], [1, 2.6, 3, 2.6, 1])
        bow = join([wood, rod(86, -21, 62, 14, 0.6), rod(62, 14, 82, 43, 0.6), rod(60, 14, 108, 13, 1.2)])
        return [(bow, "shaft"), (brush([(57, 18), (78, 15), (94, 13)], [9, 7, 5]), "cloth")]
    return []
