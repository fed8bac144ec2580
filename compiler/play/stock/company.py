"""Marches of several units together: who goes along, where all of them can come, where each came from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from compiler.model.event import Marked, Moved
from compiler.model.graph import Link
from compiler.model.table import Piece
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.scene import Scene
from compiler.play.stock import stacking
from compiler.play.stock.bound import given
from compiler.play.stock.here import Here
from compiler.play.stock.march import Marching
from compiler.play.topics import ChoosePiece

ENOUGH = "enough"


def leads(scene: Scene, piece: Piece) -> Refusal | None:
    """Why a unit may not begin a march: where armies are led, only a leader does."""
    if scene.setting("together") != "led":
        return None
    filter = given(scene, "led_by")
    if filter is None or filter(Here.of(scene), piece):
        return None
    return Refusal(scene.rule("led_by"), f"`{piece.id}` leads nobody")


def gather(scene: Scene, marching: Marching, first: str) -> Flow[list[str]]:
    """The units that go along with the first, from its space, one after the other."""
    chosen = [first]
    if scene.setting("together", "one") == "one":
        return chosen
    start, mark = scene.table.pieces[first].place, scene.setting("mark")
    most = scene.setting("most", 1_000)
    while len(chosen) < most:
        able = [
            p.id
            for p in marching.mine
            if p.place == start and p.id not in chosen and not p.mark(mark) and company_paths(marching, [*chosen, p.id])
        ]
        if not able:
            break
        id = yield from decide(
            scene,
            able,
            topic=ChoosePiece("along", start),
            prompt="who goes along?",
            rule=scene.rule("together"),
            about=(first,),
            stop=ENOUGH,
        )
        if id == ENOUGH:
            break
        chosen.append(id)
    return chosen


def company_paths(marching: Marching, ids: Sequence[str]) -> list[tuple[str, ...]]:
    """The ways that all of some units can go: those of the slowest, where there is room for every one."""
    pieces = [marching.scene.table.pieces[id] for id in ids]
    if len(pieces) == 1:
        paths = marching.paths(pieces[0])
        return paths if marching.scene.setting("limit") is None else [
            path for path in paths if over_limit(marching.scene, ids, path) is None
        ]  # fmt: skip
    slowest = min(pieces, key=lambda piece: marching.mover(piece).allowance)
    return [path for path in marching.paths(slowest) if refuse_company(marching, ids, path) is None]


def refuse_company(marching: Marching, ids: Sequence[str], path: Any) -> Refusal | None:
    """Why some units may not go a way together."""
    scene = marching.scene
    for id in ids:
        no = marching.refuse_path(scene.table.pieces[id], path)
        if no is not None:
            return no
    if len(ids) > 1 and not _room(scene, ids, path[-1]):
        return Refusal(scene.rule("stacking"), f"`{path[-1]}` has no room for all of them")
    return over_limit(scene, ids, path)


def _room(scene: Scene, ids: Sequence[str], space: str) -> bool:
    table = scene.table
    for id in ids:
        if stacking.limit_broken(scene.game, scene.game.map, table, table.pieces[id], space) is not None:
            return False
        table = Moved(id, space).on(table)
    return True


# -- where units came from ---------------------------------------------------------------------------------------------
def over_limit(scene: Scene, ids: Sequence[str], path: tuple[str, ...]) -> Refusal | None:
    """Whether more units would come into a space across one link than it bears; `came` shows who did."""
    field, came = scene.setting("limit"), scene.setting("came")
    if field is None or came is None:
        return None
    before = path[-2] if len(path) > 1 else scene.table.pieces[ids[0]].place
    link = link_between(scene, before, path[-1])
    most = _bears(scene, link, field) if link is not None else None
    crossed = sum(piece.mark(came) == before for piece in scene.table.at(path[-1]))
    if most is None or crossed + len(ids) <= most:
        return None
    return Refusal(scene.rule("limit"), f"only {most} may come from `{before}` to `{path[-1]}`")


def link_between(scene: Scene, start: str, to: str) -> Link | None:
    """The link from one space to another."""
    return next((link for link in scene.game.map.links_of.get(start, ()) if link.other(start) == to), None)


def _bears(scene: Scene, link: Link, field: str) -> int | None:
    board = scene.game.map
    kinds = [board.link_kinds.get(link.kind), *(board.feature_kinds[feature] for feature in link.features)]
    found = [int(kind.values[field]) for kind in kinds if kind is not None and kind.values.get(field) is not None]
    return min(found, default=None)


def note_way(scene: Scene, id: str, start: str, path: tuple[str, ...]) -> None:
    """The mark that shows from where a unit came into its space."""
    came = scene.setting("came")
    if came is not None:
        before = path[-2] if len(path) > 1 else start
        scene.do(Marked(id, came, before, scene.rule("came")))


def refuser(marching: Marching, ids: Sequence[str]) -> Any:
    """The rule that judges a way of some units."""
    return partial(refuse_company, marching, ids)
