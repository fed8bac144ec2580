"""Stock steps: carry out effects, and buy from a menu."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.model.event import Marked, TrackSet
from compiler.play.ask import Flow, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.bound import bound_of, given, settled
from compiler.play.stock.effects import carry_out
from compiler.play.stock.here import Here, own_track
from compiler.play.stock.menus import Entry
from compiler.play.stock.settings import MENU, deeds, how_much, purse
from compiler.play.stock.topics import ChooseEntry
from compiler.play.stock.victory import ends, shifted
from compiler.play.topics import ChoosePiece, ChooseSpace

DONE = "done"
SPEND = {
    "purse": purse("what is spent"),
    "menu": MENU,
    "fill": how_much("what is put in first"),
    "keep": Setting("flag", "whether what is left stays; else it is lost"),
    "must": Setting("flag", "whether one must spend while one can"),
    "rules": Setting("rules", "rules that events quote: `fill`, `pay`, `lost`"),
}


@step(None, "stock.do", settings={"do": deeds("what happens, in order"), "rules": Setting("rules", "not used")})
def do(scene: Scene) -> Flow[Outcome]:
    """Carry out effects, one after the other."""
    yield from carry_out(given(scene, "do", ()), Here.of(scene))
    return settled(scene)


@step(None, "stock.spend", settings=SPEND)
def spend(scene: Scene) -> Flow[Outcome]:
    """Buy from a menu, entry after entry, until the player is done or can pay for nothing more."""
    here = Here.of(scene)
    track = own_track(scene.game, here, given(scene, "purse"))
    fill = given(scene, "fill")
    if fill is not None:
        _set(scene, track, shifted(scene.game.tracks[track], scene.table.tracks[track], fill(here)), "fill")
    while True:
        won = yield from _buy(scene, here, track)
        if won is False:
            break
        if won is not True:
            return won
    if not scene.setting("keep", False):
        _set(scene, track, max(0, ends(scene.game.tracks[track])[0]), "lost")
    return None


def _set(scene: Scene, track: str, value: int, part: str) -> None:
    if scene.table.tracks[track] != value:
        scene.do(TrackSet(track, value, scene.rule(part)))


def affordable(scene: Scene, here: Here, track: str) -> dict[str, list[Here]]:
    """The entries that can be paid for, each with what it can be aimed at."""
    have, found = int(scene.table.tracks[track]), {}
    for entry in bound_of(scene).menus[given(scene, "menu")].values():
        aims = [aim for aim in entry.aims(here) if entry.cost(aim) <= have]
        if aims:
            found[entry.id] = aims
    return found


def _buy(scene: Scene, here: Here, track: str) -> Flow[Outcome | bool]:
    """One purchase: true to go on, false when nothing more is bought, or how the game ended."""
    menu = given(scene, "menu")
    choices = affordable(scene, here, track)
    if not choices:
        return False
    id = yield from decide(
        scene,
        list(choices),
        topic=ChooseEntry(menu, tuple(choices)),
        prompt=f"{scene.table.tracks[track]} left: buy what?",
        rule=scene.rule(),
        stop=None if scene.setting("must", False) else DONE,
    )
    if id == DONE:
        return False
    entry = bound_of(scene).menus[menu][id]
    aim = yield from _aim(scene, entry, choices[id])
    price = entry.cost(aim)
    yield from carry_out(entry.do, aim)
    if price:
        _set(scene, track, max(ends(scene.game.tracks[track])[0], int(scene.table.tracks[track]) - price), "pay")
    if entry.once is not None:
        target = aim.piece.id if aim.piece is not None else aim.space
        if target is not None and (target in scene.table.pieces or aim.piece is None):
            scene.do(Marked(target, entry.once, True, entry.rule))
    return settled(scene) or True


def _aim(scene: Scene, entry: Entry, aims: Sequence[Here]) -> Flow[Here]:
    """What an entry is aimed at."""
    if entry.of is None and entry.at is None:
        return aims[0]
    names = {(aim.piece.id if aim.piece is not None else aim.space or ""): aim for aim in aims}
    topic = ChoosePiece(entry.id) if entry.of is not None else ChooseSpace(entry.id)
    name = yield from decide(
        scene, list(names), topic=topic, prompt=f"{entry.name.lower()}: which?", rule=entry.rule or scene.rule()
    )
    return names[name]
