"""Stock steps: score places held, and see whether the game is over."""

from __future__ import annotations

from compiler.play.ask import Flow
from compiler.play.outcome import Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock import victory
from compiler.play.stock.bound import bound_of, given, settled
from compiler.play.stock.field import gain, other_sides
from compiler.play.stock.here import Here
from compiler.play.stock.settings import VICTORIES

SCORE = {
    "field": Setting("points field", "what holding a space is worth", required=True),
    "control": Setting("side mark", "shows who holds a space", required=True),
    "track": Setting("score track", "the score: one for all, or one per side", required=True),
    "raised_by": Setting("side", "the side that raises a common score; others lower it"),
    "rules": Setting("rules", "rules that events quote"),
}


@step(None, "stock.score", settings=SCORE)
def score(scene: Scene) -> Flow[Outcome]:
    """Each place moves the score by its points towards the side that holds it."""
    yield from ()  # a step is a generator even when it asks nothing
    field, mark = scene.setting("field"), scene.setting("control")
    gains: dict[str, int] = {}
    for (space, name), holder in scene.table.marks.items():
        if name == mark and space in scene.game.spaces:
            gains[holder] = gains.get(holder, 0) + (scene.game.spaces[space].values.get(field) or 0)
    raised_by = scene.setting("raised_by")
    if raised_by is not None:  # one track for both: only the difference moves it, or its ends would swallow points
        rest = sum(points for side, points in gains.items() if side != raised_by)
        other = next(iter(other_sides(scene, raised_by)), raised_by)
        ahead = gains.get(raised_by, 0) - rest
        gains = {raised_by: ahead} if ahead > 0 else {other: -ahead}
    for side, points in gains.items():
        gain(scene, scene.table, side, points, scene.rule())
    return None


END = {
    "track": Setting("score track", "the score: one for all, or one per side; without it the victories of steps.yaml"),
    "victories": VICTORIES,
    "raised_by": Setting("side", "the side that raises a common score; others lower it"),
    "goal": Setting("number", "the score that wins at once (the end of the track by default)"),
    "ties": Setting("side", "who wins a level score after the last turn (nobody by default)"),
    "rules": Setting("rules", "rules that the outcome quotes: `goal`, `last`"),
}


@step(None, "stock.end_check", settings=END)
def end_check(scene: Scene) -> Flow[Outcome]:
    """The game ends at once when a side reaches its goal, else after the last turn: the higher score wins."""
    yield from ()  # a step is a generator even when it asks nothing
    base = scene.setting("track")
    if base is None:
        return _looked_at(scene)
    scores = _scores(scene)
    track = next(t for t in scene.game.tracks.values() if base in (t.id, t.base))
    goal = scene.setting("goal", victory.ends(track)[1])
    rule = scene.rule("goal")
    reached = {side: points for side, points in scores.items() if points >= goal}
    if reached:
        return _won(scene, victory.leaders(reached), "reached the goal", rule)
    if not _last_turn(scene):
        return None
    best = victory.leaders(scores)
    if len(best) > 1 and scene.setting("ties") in best:
        best = (scene.setting("ties"),)
    return _won(scene, best, "is ahead after the last turn", scene.rule("last"))


def _looked_at(scene: Scene) -> Victory | None:
    """The first victory of steps.yaml that holds; those of the end only after the last turn."""
    won = settled(scene)
    if won is not None:
        return won
    known, here, last = bound_of(scene).wins, Here.of(scene), _last_turn(scene)
    looked_at = given(scene, "victories", tuple(known))
    for id in looked_at:
        if (known[id].at != "end" or last) and (won := known[id].won(here)) is not None:
            return won
    over = last and any(known[id].at == "end" for id in looked_at)
    return Victory((), "nobody has won", scene.rule("last")) if over else None


def _scores(scene: Scene) -> dict[str, int]:
    """Points of each side: its own track, or its way along the common one."""
    base, raised_by = scene.setting("track"), scene.setting("raised_by")
    played = [s for seat in scene.scenario.seats for s in scene.book.sides_of(seat, scene.scenario)]
    if raised_by is None:
        return {side: int(scene.table.tracks[f"{base}.{side}"]) for side in played}
    value = int(scene.table.tracks[base])
    return {side: value if side == raised_by else -value for side in played}


def _last_turn(scene: Scene) -> bool:
    turn = scene.game.turn_track
    if turn is None:
        return False
    last = scene.scenario.last_turn if scene.scenario.last_turn is not None else turn.boxes[-1].value
    return scene.table.tracks[turn.id] == last


def _won(scene: Scene, sides: tuple[str, ...], because: str, rule: str | None) -> Victory:
    seats = tuple(dict.fromkeys(s for side in sides if (s := scene.book.seat_of(side, scene.scenario)) is not None))
    names = " and ".join(scene.game.sides[side].name.en for side in sides)
    if len(seats) != 1:
        return Victory((), "nobody is ahead after the last turn", rule)
    return Victory(seats, f"{names} {because}", rule)
