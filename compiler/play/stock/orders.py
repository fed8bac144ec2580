"""Stock step: draw a chit."""

from __future__ import annotations

from compiler.model.event import Moved, TrackSet
from compiler.play.ask import Flow, draw
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step

SETTINGS = {
    "cup": Setting("pile", "what is drawn from", required=True),
    "to": Setting("place", "where the chit goes (the cup's `discard_to` by default)"),
    "field": Setting("field", "the number on the chit that the track shows"),
    "track": Setting("shown track", "shows that number"),
    "rules": Setting("rules", "rules that events quote: `refill`"),
}


@step(None, "stock.draw_chit", settings=SETTINGS)
def draw_chit(scene: Scene) -> Flow[Outcome]:
    """Draw a piece from a cup for all to see; a track may show what it says. An empty cup is filled again first."""
    cup = scene.game.piles[scene.setting("cup")]
    to = scene.setting("to") or cup.discard_to
    if not scene.table.count(cup.id) and cup.reshuffle_from is not None:
        for piece in scene.table.stacks.get(cup.reshuffle_from, ()):
            scene.do(Moved(piece, cup.id, rule=scene.rule("refill")))
    drawn = yield from draw(scene, cup.id, to or cup.id, rule=scene.rule())
    field, track = scene.setting("field"), scene.setting("track")
    if drawn is not None and field is not None and track is not None:
        value = scene.value(scene.table.pieces[drawn], field)
        if scene.table.tracks[track] != value:
            scene.do(TrackSet(track, value, scene.rule()))
    return None
