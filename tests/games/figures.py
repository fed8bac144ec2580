"""The figures of first_battle as its rules have them."""

from __future__ import annotations

from compiler.model.game import Game

COMBAT = """
AH AH AR AR EX EX DR
AH AR AR EX NE DR DR
AH AR NE NE DR DR DH
AR NE NE DR DR DH DH
AR NE DR DR DH DH DE
NE DR DR DH DH DE DE
"""
RESULTS = {  # attackers hit, attackers fall back, defenders hit, defenders fall back
    "AH": (1, True, 0, False),
    "AR": (0, True, 0, False),
    "EX": (1, False, 1, False),
    "NE": (0, False, 0, False),
    "DR": (0, False, 0, True),
    "DH": (0, False, 1, True),
    "DE": (0, False, "all", True),
}
TERRAIN = {  # cost, shift
    "clear": (1, 0),
    "woods": (2, -1),
    "hill": (2, -1),
    "town": (1, -1),
    "lake": (None, 0),
}
FEATURES = {  # adds, costs, shift
    "river": (2, None, -1),
    "ford": (1, None, -1),
    "bridge": (None, None, -1),
    "road": (None, 1, 0),
}
PLACES = {"0403": 1, "0405": 2, "1003": 1, "1008": 1, "0209": 1}
UNITS = {  # count, morale, range, worth, bonus, zone; attack defence march fresh, then shaken
    "north_spears": (4, 3, 1, 1, 0, True, (3, 4, 3), (1, 3, 2)),
    "north_guard": (2, 4, 1, 1, 0, True, (4, 5, 3), (2, 4, 2)),
    "north_riders": (2, 3, 1, 1, 0, True, (4, 2, 4), (2, 1, 3)),
    "north_gunners": (2, 3, 2, 1, 0, False, (3, 1, 2), (1, 1, 2)),
    "lord_hoshi": (1, 5, 1, 3, 1, False, (0, 1, 4), (0, 1, 3)),
    "captain_kiri": (1, 4, 1, 2, 1, False, (0, 1, 4), (0, 1, 3)),
    "south_spears": (5, 3, 1, 1, 0, True, (4, 3, 3), (2, 2, 2)),
    "south_guard": (2, 4, 1, 1, 0, True, (5, 4, 3), (2, 3, 2)),
    "south_riders": (3, 4, 1, 1, 0, True, (5, 2, 4), (2, 1, 3)),
    "south_gunners": (1, 3, 2, 1, 0, False, (3, 1, 2), (1, 1, 2)),
    "lady_kaji": (1, 5, 1, 3, 1, False, (0, 1, 4), (0, 1, 3)),
    "captain_tsuchi": (1, 4, 1, 2, 1, False, (0, 1, 4), (0, 1, 3)),
}
CHITS = {"order_three": (3, 2), "order_four": (4, 3), "order_five": (5, 2), "order_six": (6, 1)}
LIMITS = [(2, {"infantry", "cavalry", "guns"}), (1, {"leader"})]


def differences(game: Game) -> list[str]:
    """Every figure of the game that is not as here."""
    found: list[str] = []

    def same(what: str, here: object, there: object) -> None:
        if here != there:
            found.append(f"{what}: {there}, not {here}")

    table = game.tables["combat"]
    for r, line in enumerate(COMBAT.split("\n")[1:-1]):
        for c, cell in enumerate(line.split()):
            same(f"combat {r + 1}/{table.columns.heads[c].label}", cell, table.cells[r][c])
    same("odds", ["1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1"], [head.label for head in table.columns.heads])
    same("modifiers", [1, None, -1], [modifier.value for modifier in table.modifiers])
    for code, (ah, ar, dh, dr) in RESULTS.items():
        values = table.results[code].values
        now = (
            values.get("attacker_hits", 0),
            bool(values.get("attacker_retreats")),
            values.get("defender_hits", 0),
            bool(values.get("defender_retreats")),
        )
        same(f"result {code}", (ah, ar, dh, dr), now)
    for id, (cost, shift) in TERRAIN.items():
        values = game.map.terrain[id].values
        same(f"terrain {id}", (cost, shift), (values.get("cost"), values.get("shift") or 0))
    for id, (adds, costs, shift) in FEATURES.items():
        values = game.map.feature_kinds[id].values
        same(f"feature {id}", (adds, costs, shift), (values.get("adds"), values.get("costs"), values.get("shift") or 0))
    places = {s.id: s.values["points"] for s in game.map.spaces.values() if s.values.get("points")}
    same("places", PLACES, places)
    for id, (count, morale, reach, worth, bonus, zone, *faces) in UNITS.items():
        counter = game.counters[id]
        v = counter.values
        same(
            id,
            (count, morale, reach, worth, bonus, zone),
            (counter.count, v["morale"], v["range"], v["worth"], v.get("bonus") or 0, bool(v.get("zone"))),
        )
        for face, wanted in zip(counter.faces, faces, strict=True):
            same(f"{id} {face.id}", wanted, tuple(face.values[key] for key in ("attack", "defence", "move")))
    for id, (marches, count) in CHITS.items():
        same(id, (marches, count), (game.counters[id].values["marches"], game.counters[id].count))
    same("stacking", LIMITS, [(rule.limit, set(rule.kinds)) for rule in game.map.stacking])
    return found
