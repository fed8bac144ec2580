"""People on foot, in parts with a role each: role by role a recipe dresses them. They face right."""

from __future__ import annotations

from functools import cache

from shapely.affinity import affine_transform, rotate, scale
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union as join

from compiler.render.scene.strokes import blob, brush, rod

Dressed = list[tuple[BaseGeometry, str]]  # shape and role, back to front


@cache
def _legs(kind: str) -> BaseGeometry:
    """Legs that stand, run or kneel."""
    if kind == "run":
        return join(
            [
                brush([(48, 58), (62, 70), (60, 84), (66, 97)], [15, 12, 8, 6]),
                brush([(46, 58), (34, 72), (22, 80), (12, 90)], [15, 12, 8, 6]),
                blob((60, 95), (68, 94), (76, 99), (60, 100)),
                blob((8, 88), (14, 86), (12, 97), (6, 97)),
            ]
        )
    if kind == "kneel":
        return join(
            [
                brush([(46, 60), (66, 66), (64, 82), (66, 98)], [17, 14, 9, 7]),
                brush([(46, 60), (44, 84), (36, 94), (18, 97)], [16, 13, 9, 6]),
                blob((62, 96), (72, 95), (80, 100), (60, 100)),
            ]
        )
    return join(
        [
            brush([(51, 58), (58, 76), (62, 98)], [14, 11, 7]),
            brush([(45, 58), (42, 78), (36, 98)], [14, 11, 7]),
            blob((58, 96), (66, 95), (73, 100), (57, 100)),
            blob((32, 96), (40, 95), (47, 100), (31, 100)),
        ]
    )


@cache
def _worn() -> dict[str, BaseGeometry]:
    """What most foot soldiers wear."""
    hat = Polygon([(50, 9), (70, 21), (68, 23.4), (50, 25), (32, 23.4), (30, 21)]).buffer(1)
    head = blob((44, 22), (56, 22), (57, 29), (53, 34.5), (47, 34.5), (43, 29))
    torso = blob((36, 36), (50, 33), (64, 36), (65, 50), (62, 58), (50, 60), (38, 58), (35, 50))
    skirt = Polygon([(36, 54), (64, 54), (70, 72), (58, 70), (50, 74), (42, 70), (30, 72)]).buffer(1)
    laces = join([box(36, 42 + 6 * i, 64, 44 + 6 * i) for i in range(3)]).intersection(torso)
    plates = join([rod(50, 56, 50, 72, 1.6), rod(42, 56, 39, 70, 1.6), rod(58, 56, 61, 70, 1.6)])
    guards = join([blob((30, 37), (40, 36), (41, 50), (28, 52)), blob((60, 36), (70, 37), (72, 52), (59, 50))])
    sword = join([rod(36, 58, 8, 68, 3), rod(37, 58, 44, 55, 3.2)])
    return {
        "hat": hat,
        "head": head,
        "torso": torso,
        "skirt": skirt,
        "laces": laces,
        "plates": plates,
        "guards": guards,
        "sword": sword,
    }


def _clad(worn: dict[str, BaseGeometry]) -> Dressed:
    """What every foot soldier has on under his hat, from the skirt up."""
    parts = (("skirt", "armour"), ("plates", "trim"), ("torso", "armour"))
    return [(worn[part], role) for part, role in (*parts, ("laces", "trim"), ("guards", "armour"), ("head", "skin"))]


def _spearman() -> Dressed:
    worn = _worn()
    arms = join([brush([(64, 40), (72, 50), (74, 44)], [10, 8, 6]), brush([(38, 40), (54, 54), (70, 60)], [10, 8, 6])])
    pike = join([rod(70, 100, 78, -46, 2.4), brush([(77.6, -44), (78.4, -56), (79.2, -72)], [2, 6, 0.4])])
    return [
        (pike, "shaft"),
        (_legs("stand"), "cloth"),
        (worn["sword"], "shaft"),
        *_clad(worn),
        (worn["hat"], "hat"),
        (arms, "cloth"),
    ]


def _charge() -> Dressed:
    worn = _worn()
    pike = join([rod(6, 66, 118, 44, 2.4), brush([(116, 44.4), (128, 42), (140, 39.6)], [2, 6, 0.4])])
    arms = join([brush([(62, 40), (72, 48), (80, 51)], [11, 9, 6]), brush([(40, 40), (44, 54), (52, 57)], [11, 9, 6])])
    lean = [
        (_legs("run"), "cloth"),
        (worn["sword"], "shaft"),
        *_clad(worn),
        (worn["hat"], "hat"),
        (pike, "shaft"),
        (arms, "cloth"),
    ]
    return [
        (affine_transform(g, [1, -0.22, 0, 1, 16, 0]) if r not in ("shaft",) and i else g, r)
        for i, (g, r) in enumerate(lean)
    ]


def _swordsman() -> Dressed:
    worn = _worn()
    helm = join(
        [blob((40, 18), (50, 9), (60, 18), (62, 27), (38, 27)), Polygon([(37, 24), (63, 24), (69, 36), (31, 36)])]
    )
    crest = join(
        [brush([(49, 14), (42, 6), (40, -5)], [3, 2.4, 0.5]), brush([(51, 14), (58, 6), (60, -5)], [3, 2.4, 0.5])]
    )
    blade = brush([(72, 30), (92, 8), (104, -22), (106, -44)], [3.4, 5.2, 5.0, 0.5])
    hilt = join([rod(60, 44, 73, 29, 4.0), rod(67, 25, 78, 34, 2.6)])
    arms = join([brush([(62, 40), (70, 44), (66, 36)], [11, 9, 6]), brush([(38, 40), (50, 52), (61, 43)], [11, 9, 6])])
    return [
        (_legs("run"), "cloth"),
        *_clad(worn),
        (helm, "armour"),
        (crest, "metal"),
        (hilt, "shaft"),
        (blade, "shaft"),
        (arms, "cloth"),
    ]


def _gunner() -> Dressed:
    worn = _worn()
    gun = join(
        [
            rod(48, 45, 112, 38, 3.4),
            blob((40, 46), (54, 42), (56, 47), (44, 54), (36, 58), (34, 52)),
            rod(66, 43, 66, 36, 1.6),
            rod(108, 36, 110, 33, 1.6),
        ]
    )
    arms = join([brush([(60, 40), (72, 48), (82, 43)], [11, 9, 6]), brush([(40, 40), (48, 52), (56, 48)], [11, 9, 6])])
    return [
        (_legs("kneel"), "cloth"),
        (worn["sword"], "shaft"),
        *_clad(worn),
        (worn["hat"], "hat"),
        (gun, "shaft"),
        (arms, "cloth"),
    ]


def _archer() -> Dressed:
    worn = _worn()
    bow = join(
        [
            brush([(78, -10), (94, 14), (93, 36), (84, 58), (76, 74)], [1, 3, 3.6, 3, 1]),
            rod(78, -9, 46, 36, 0.7),
            rod(46, 36, 76, 73, 0.7),
            rod(44, 36, 104, 35, 1.4),
            Polygon([(103, 33), (112, 35), (103, 37)]),
        ]
    )
    arms = join([brush([(62, 38), (78, 37), (92, 36)], [11, 9, 6]), brush([(40, 40), (30, 40), (45, 36)], [11, 9, 6])])
    quiver = join(
        [
            blob((24, 34), (32, 32), (36, 60), (28, 62)),
            rod(26, 34, 18, 16, 1.6),
            rod(29, 33, 23, 14, 1.6),
            rod(32, 33, 29, 15, 1.6),
        ]
    )
    return [
        (quiver, "shaft"),
        (_legs("stand"), "cloth"),
        (worn["skirt"], "armour"),
        (worn["plates"], "trim"),
        (worn["torso"], "armour"),
        (worn["laces"], "trim"),
        (worn["head"], "skin"),
        (worn["hat"], "hat"),
        (bow, "shaft"),
        (arms, "cloth"),
        (worn["guards"], "armour"),
    ]


def _lord() -> Dressed:
    worn = _worn()
    helm = blob((41, 17), (50, 10), (59, 17), (62, 26), (38, 26))
    neck = Polygon([(38, 23), (62, 23), (69, 37), (60, 34), (40, 34), (31, 37)])
    horns = join([brush([(48, 15), (37, 8), (32, -8)], [4, 3, 0.5]), brush([(52, 15), (63, 8), (68, -8)], [4, 3, 0.5])])
    cape = blob((34, 36), (66, 36), (78, 70), (82, 92), (60, 86), (50, 94), (34, 86), (16, 92), (24, 66))
    arms = join(
        [brush([(62, 40), (78, 46), (92, 36)], [12, 10, 6]), brush([(38, 40), (28, 52), (36, 58)], [12, 10, 7])]
    )
    baton = join([rod(90, 40, 97, 24, 1.8), scale(rotate(Point(99, 17).buffer(8), 0), 0.8, 1.05)]) - Point(
        99, 17
    ).buffer(2)
    return [
        (cape, "cape"),
        (_legs("stand"), "cloth"),
        (worn["sword"], "shaft"),
        (worn["skirt"], "armour"),
        (worn["plates"], "trim"),
        (worn["torso"], "armour"),
        (worn["laces"], "trim"),
        (worn["guards"], "armour"),
        (neck, "armour"),
        (worn["head"], "skin"),
        (helm, "armour"),
        (horns, "metal"),
        (baton, "metal"),
        (arms, "cloth"),
    ]


def _ninja() -> Dressed:
    body = [
        brush([(54, 46), (48, 60), (40, 70)], [26, 22, 16]),
        brush([(42, 68), (62, 74), (54, 90), (66, 98)], [15, 12, 8, 5]),
        brush([(40, 68), (26, 80), (10, 84), (2, 94)], [15, 12, 8, 5]),
        blob((48, 30), (60, 24), (70, 30), (68, 42), (56, 46), (47, 40)),
        brush([(60, 46), (76, 58), (88, 52)], [10, 8, 5]),
        brush([(48, 46), (30, 50), (20, 38)], [10, 8, 5]),
        brush([(48, 34), (34, 30), (20, 34), (8, 28)], [6, 5, 3.6, 0.6]),
    ]
    blade = join([brush([(20, 40), (10, 22), (8, -2)], [3, 3, 0.5]), rod(16, 38, 24, 33, 2)])
    eyes = Polygon([(56, 32), (69, 31), (69, 35), (57, 36)])
    return [(blade, "metal"), (join(body), "armour"), (eyes, "skin"), (rod(40, 60, 60, 56, 3.4), "trim")]


def _musketeer() -> Dressed:
    worn = _worn()
    shako = Polygon([(41, 6), (61, 6), (58, 23), (43, 23)]).buffer(0.8)
    peak = blob((54, 22), (64, 23), (62, 25.6), (52, 25))
    plume = blob((49, -8), (53, -8), (54, 5), (48, 5))
    coat = join(
        [
            blob((36, 36), (50, 33), (64, 36), (64, 50), (60, 58), (50, 60), (40, 58), (36, 50)),
            Polygon([(38, 54), (52, 54), (44, 74), (32, 70)]),
        ]
    )
    belts = join([rod(40, 37, 60, 57, 3), rod(60, 37, 40, 57, 3)])
    gun = join([rod(67, 62, 74, -16, 2.6), rod(74, -14, 75.6, -34, 1.2), blob((63, 60), (70, 60), (68, 78), (62, 76))])
    arms = join([brush([(62, 40), (70, 50), (69, 60)], [10, 8, 6]), brush([(38, 40), (33, 54), (38, 64)], [10, 8, 6])])
    pack = blob((27, 36), (36, 35), (37, 54), (27, 54))
    return [
        (pack, "horse"),
        (_legs("stand"), "light"),
        (coat, "armour"),
        (belts, "light"),
        (gun, "shaft"),
        (arms, "armour"),
        (worn["head"], "skin"),
        (shako, "hat"),
        (peak, "hat"),
        (plume, "cape"),
    ]


def _rifleman() -> Dressed:
    worn = _worn()
    helmet = blob((39, 22), (42, 13), (50, 9), (58, 13), (62, 22), (50, 24))
    coat = join(
        [
            blob((36, 36), (50, 33), (64, 36), (65, 50), (64, 62), (50, 64), (36, 62), (35, 50)),
            Polygon([(36, 58), (64, 58), (70, 78), (50, 74), (30, 78)]),
        ]
    )
    gun = join([rod(30, 60, 92, 44, 2.6), rod(90, 44.6, 104, 41, 1.2), blob((24, 58), (38, 55), (38, 60), (26, 66))])
    arms = join([brush([(62, 40), (70, 50), (72, 50)], [11, 9, 6]), brush([(38, 40), (40, 54), (46, 57)], [11, 9, 6])])
    return [
        (_legs("run"), "cloth"),
        (coat, "armour"),
        (rod(37, 58, 63, 58, 2.4), "trim"),
        (rod(42, 36, 56, 58, 2), "trim"),
        (worn["head"], "skin"),
        (helmet, "hat"),
        (gun, "shaft"),
        (arms, "armour"),
    ]


def _monk() -> Dressed:
    robe = blob((36, 34), (50, 30), (64, 34), (70, 60), (78, 98), (50, 100), (22, 98), (30, 60))
    sash = brush([(36, 36), (52, 52), (66, 62)], [7, 7, 7])
    hood = blob((38, 12), (50, 6), (62, 12), (66, 30), (60, 38), (40, 38), (34, 30))
    face = blob((47, 17), (58, 16), (60, 27), (50, 29))
    pole = join([rod(80, 100, 80, -6, 2.6), brush([(80, -4), (84, -18), (94, -34)], [3, 8, 0.6])])
    arms = join(
        [brush([(62, 40), (74, 50), (80, 44)], [12, 10, 6]), brush([(38, 42), (58, 56), (79, 58)], [12, 10, 6])]
    )
    return [(pole, "shaft"), (robe, "cape"), (sash, "trim"), (hood, "light"), (face, "skin"), (arms, "cape")]


def _farmer() -> Dressed:
    robe = blob((38, 36), (56, 34), (66, 44), (62, 60), (44, 62), (36, 50))
    bend = [
        (affine_transform(robe, [1, -0.3, 0, 1, 18, 0]), "cape"),
        (blob((44, 14), (62, 18), (76, 26), (60, 34), (42, 30), (36, 24)), "hat"),
    ]
    arms = brush([(60, 46), (74, 62), (84, 66)], [10, 8, 5])
    sickle = join([rod(84, 66, 92, 60, 2.4), brush([(92, 60), (104, 62), (104, 76)], [2, 4, 0.6])])
    return [
        (_legs("stand"), "cloth"),
        (affine_transform(blob((46, 24), (60, 22), (62, 34), (50, 37)), [1, 0, 0, 1, 6, 0]), "skin"),
        *bend,
        (arms, "skin"),
        (sickle, "metal"),
    ]


KINDS = {
    "spearman": _spearman,
    "charge": _charge,
    "swordsman": _swordsman,
    "gunner": _gunner,
    "archer": _archer,
    "lord": _lord,
    "ninja": _ninja,
    "musketeer": _musketeer,
    "rifleman": _rifleman,
    "monk": _monk,
    "farmer": _farmer,
}


@cache
def figure(kind: str) -> Dressed:
    """The parts of a foot soldier."""
    return KINDS[kind]()
