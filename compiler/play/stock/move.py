"""Stock step: march one unit after another."""

from __future__ import annotations

from functools import partial

from compiler.model.event import Marked, Moved, TrackSet
from compiler.play.ask import Flow, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.bound import settled
from compiler.play.stock.campaign import Campaign, wanted
from compiler.play.stock.field import take_place
from compiler.play.stock.march import Marching
from compiler.play.stock.settings import BARS, MODIFIERS, WAY, pieces
from compiler.play.topics import ChoosePiece, MovePiece

DONE = "done"
SETTINGS = {
    "allowance": Setting("number field", "what a unit can pay for its march (no limit without it)"),
    "who": pieces("the units that may march (all by default)"),
    "by": WAY,
    "count": Setting("count track", "how many marches are left; each takes one off"),
    "mark": Setting("unit mark", "shows who has marched", required=True),
    "zones": Setting(
        "word",
        "what enemy zones do: `stop` ends a march and forbids zone to zone, `halt` only ends it, `cost` makes it "
        "dearer, `none` nothing",
        choices=("stop", "halt", "cost", "none"),
    ),
    "zone": Setting("field", "a unit with this flag holds the spaces around it (`zone` by default)"),
    "zone_cost": Setting("amount", "what entering a zone adds with `zones: cost` (1 by default)"),
    "control": Setting(
        "held field", "spaces with a value here are held by whoever entered last: the mark `control` shows it"
    ),
    "enemies": Setting(
        "word",
        "`bar`: no march enters an enemy's space; `stop`: it may, and ends there; who shares a space stays",
        choices=("bar", "stop"),
    ),
    "modifiers": MODIFIERS,
    "bars": BARS,
    "rules": Setting(
        "rules",
        "rules that refusals quote: `count`, `mark`, `allowance`, `closed`, `enemy`, `stacking`, `zones`, `control`, "
        "`who`",
    ),
}


@step(None, "stock.move", settings=SETTINGS)
def move(scene: Scene) -> Flow[Outcome]:
    """March one unit after the other, each as far as it may, until the player is done or all marches are used."""
    count, mark = scene.setting("count"), scene.setting("mark")
    marching: Marching | None = None
    while count is None or scene.table.tracks[count]:
        marching = marching or (Campaign(scene) if wanted(scene) else Marching(scene))
        if all(p.marks and p.mark(mark) for p in marching.mine):
            return None
        id = yield from decide(
            scene,
            marching.able,
            (marching.refuse_piece,),
            topic=ChoosePiece("move"),
            prompt="march with which unit?",
            rule=scene.rule(),
            stop=DONE,
            sure=True,
        )
        if id == DONE:
            return None
        yield from _march(scene, marching, id)
        won = settled(scene)
        if won is not None:
            return won
    return None


def _march(scene: Scene, marching: Marching, id: str) -> Flow[None]:
    piece = scene.table.pieces[id]
    path = yield from decide(
        scene,
        partial(marching.paths, piece),
        (partial(marching.refuse_path, piece),),
        topic=MovePiece(id),
        prompt=f"march {scene.name(id)} where?",
        rule=scene.rule("allowance"),
        about=(id, piece.place),
        sure=True,
        price=partial(marching.price, piece),
    )
    gone, marked = (
        Moved(id, path[-1], None, path, scene.rule()),
        Marked(id, scene.setting("mark"), True, scene.rule("mark")),
    )
    scene.handle(gone, marked)
    count = scene.setting("count")
    if count is not None:
        scene.do(TrackSet(count, int(scene.table.tracks[count]) - 1, scene.rule("count")))
    take_place(scene, id, path[-1])
    marching.went(id)
