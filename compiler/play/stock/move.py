"""Stock step: march one unit after another."""

from __future__ import annotations

from functools import partial
from typing import Any

from compiler.model.event import Marked, Moved, TrackSet
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.bound import settled
from compiler.play.stock.campaign import Campaign, wanted
from compiler.play.stock.company import company_paths, gather, leads, note_way, refuser
from compiler.play.stock.field import take_place
from compiler.play.stock.march import Marching
from compiler.play.stock.reading import Reading
from compiler.play.stock.settings import BARS, MODIFIERS, WAY, pieces
from compiler.play.topics import ChoosePiece, MovePiece

DONE = "done"


def _link_field(read: Reading, value: Any) -> Any:
    boards = read.game.maps.values()
    kinds = [kind for board in boards for kind in (*board.link_kinds.values(), *board.feature_kinds.values())]
    read.known(value, dict.fromkeys(name for kind in kinds for name in kind.values), "field of links")
    if "came" not in (read.written.value or {}):
        read.fault("nothing shows who came across a link", "name a mark under `came`")
    return value


SETTINGS = {
    "allowance": Setting("number field", "what a unit can pay for its march (no limit without it)"),
    "who": pieces("the units that may march (all by default)"),
    "by": WAY,
    "count": Setting("count track", "how many marches are left; each takes one off"),
    "mark": Setting("unit mark", "shows who has marched", required=True),
    "zones": Setting(
        "word",
        "what enemy zones do: `stop` ends a march and forbids zone to zone, `halt` only ends it, `lock` ends it and "
        "who stands in one stays, `cost` makes it dearer, `none` nothing",
        choices=("lock", "stop", "halt", "cost", "none"),
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
    "together": Setting(
        "word",
        "who marches at once: `one` unit, those of a space that go along (`stack`), or those a leader takes (`led`)",
        choices=("one", "stack", "led"),
    ),
    "led_by": pieces("the leaders of `together: led`"),
    "most": Setting("amount", "how many march together at most"),
    "came": Setting("way mark", "shows from where a unit came into its space: a mark whose values are spaces"),
    "limit": Setting("link field", "how many may come into a space across one link, as `came` shows", read=_link_field),
    "modifiers": MODIFIERS,
    "bars": BARS,
    "rules": Setting(
        "rules",
        "rules that refusals quote: `count`, `mark`, `allowance`, `closed`, `enemy`, `stacking`, `zones`, `control`, "
        "`who`, `together`, `led_by`, `came`, `limit`",
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
            partial(_able, scene, marching),
            (partial(_refuse, scene, marching),),
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


def _able(scene: Scene, marching: Marching) -> list[str]:
    """The units that may begin a march."""
    if scene.setting("together") != "led":
        return marching.able()
    return [id for id in marching.able() if leads(scene, scene.table.pieces[id]) is None]


def _refuse(scene: Scene, marching: Marching, id: Any) -> Refusal | None:
    no = marching.refuse_piece(id)
    return no if no is not None else leads(scene, scene.table.pieces[id])


def _march(scene: Scene, marching: Marching, id: str) -> Flow[None]:
    piece = scene.table.pieces[id]
    ids = yield from gather(scene, marching, id)
    path = yield from decide(
        scene,
        partial(company_paths, marching, ids),
        (refuser(marching, ids),),
        topic=MovePiece(id),
        prompt=f"march {scene.name(id)} where?",
        rule=scene.rule("allowance"),
        about=(id, piece.place),
        sure=True,
        price=partial(marching.price, piece),
    )
    for one in ids:
        gone, marked = (
            Moved(one, path[-1], None, path, scene.rule()),
            Marked(one, scene.setting("mark"), True, scene.rule("mark")),
        )
        scene.handle(gone, marked)
        note_way(scene, one, piece.place, path)
    count = scene.setting("count")
    if count is not None:
        scene.do(TrackSet(count, int(scene.table.tracks[count]) - 1, scene.rule("count")))
    for one in ids:
        take_place(scene, one, path[-1])
        marching.went(one)
