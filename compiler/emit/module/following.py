"""Markers that follow the turn tracker: which box of a track the line of the tracker stands for.

The turn marker goes by the turn; the marker of a loop (a stage) by its pass; the marker of a track of the role `phase`
to the box named like a node that is under way, or like the setting `phase` of its steps.
"""

from __future__ import annotations

from compiler.emit.automation.lookup import choose
from compiler.emit.module.lines import Entry
from compiler.emit.plan import Plan
from compiler.model.game import Game
from compiler.model.loops import counted
from compiler.model.piles import Track
from compiler.vassal import expression as ex

TURN, STEP = "Turn", "Step"  # properties the tracker keeps

Box = int | str


def followed(plan: Plan) -> dict[str, dict[str, Box] | None]:
    """The tracks whose markers follow: label of the line → box; None for the one that counts the turns."""
    found: dict[str, dict[str, Box] | None] = {}
    lines = plan.lines
    for track in plan.game.tracks.values():
        if not track.marker or (track.id, track.boxes[0].value) not in plan.atlas.tracks or not lines:
            continue
        if track is counted(plan.game):
            found[track.id] = None
        elif shown := _shown(plan.game, track, lines):
            found[track.id] = shown
    return found


def _shown(game: Game, track: Track, lines: list[Entry]) -> dict[str, Box]:
    nodes = {node.id: node for node in game.steps()}
    loop = next((node for node in nodes.values() if node.kind == "each" and node.over == track.id), None)
    if loop is not None:
        first = 1 if track.wrap else 0
        at = {entry.label: dict(entry.passes).get(loop.id) for entry in lines}
        rest = track.boxes[0].value
        return {label: rest if n is None else track.boxes[n + first].value for label, n in at.items()}
    if track.role != "phase":
        return {}
    known = {box.value for box in track.boxes}
    found: dict[str, Box] = {}
    for entry in lines:
        under_way = [*reversed(entry.within), *sorted(entry.begins)]
        named = [nodes[id].settings.get("phase", id) for id in under_way]
        box = next((value for value in named if value in known), None)
        if box is not None:
            found[entry.label] = box
    return found


def zone_of(plan: Plan, track: Track) -> ex.Node:
    """The name of the box that the marker of a track belongs in now."""
    places = {box.value: plan.atlas.tracks[track.id, box.value].location for box in track.boxes}
    shown = followed(plan)[track.id]
    if shown is not None:
        groups: dict[str, list[str]] = {}
        for label, box in shown.items():
            groups.setdefault(places[box], []).append(label)
        cases = [(ex.any_of(*(ex.equals(ex.prop(STEP), label) for label in own)), zone) for zone, own in groups.items()]
        return choose(cases, ex.prop("CurrentZone"))
    first = track.boxes[0]
    prefix = places[first.value].removesuffix(first.label.en)
    if all(places[box.value] == f"{prefix}{box.label.en}" for box in track.boxes):
        return ex.add(prefix, ex.prop(TURN))
    numbered = all(isinstance(box.value, int) for box in track.boxes)
    turns = [(ex.equals(ex.prop(TURN), b.value if numbered else b.label.en), places[b.value]) for b in track.boxes]
    return choose(turns[:-1], turns[-1][1])


def moving_lines(plan: Plan) -> list[str]:
    """The lines at which some marker has to move, coming from the line before or going back from the one after."""
    lines = [entry.label for entry in plan.lines]
    if not followed(plan):
        return []
    found = {lines[0], lines[-1]}
    for shown in followed(plan).values():
        for n, label in enumerate(lines if shown is not None else ()):
            around = (lines[n - 1], lines[(n + 1) % len(lines)])
            if shown is not None and any(shown.get(label) != shown.get(other) for other in around):
                found.add(label)
    return [label for label in lines if label in found]
