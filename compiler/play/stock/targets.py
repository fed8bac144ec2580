"""What an attack strikes: a space, several at once, or one of those in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from compiler.play.ask import Flow, decide
from compiler.play.scene import Scene
from compiler.play.topics import ChoosePiece, ChooseSpace

ENOUGH = "enough"
Strikers = Mapping[str, Sequence[str]]  # each space that can be struck, and who can


def common_strikers(strikers: Strikers, spaces: Sequence[str]) -> list[str]:
    """The units that reach every one of some spaces."""
    return [id for id in strikers[spaces[0]] if all(id in strikers[space] for space in spaces[1:])]


def also_struck(scene: Scene, strikers: Strikers, first: str) -> Flow[list[str]]:
    """The spaces struck together with the first, one after the other; some unit reaches them all."""
    spaces = [first]
    while scene.setting("at", "space") == "spaces":
        able = [other for other in strikers if other not in spaces and common_strikers(strikers, [*spaces, other])]
        if not able:
            break
        more = yield from decide(
            scene, able, topic=ChooseSpace("also"), prompt="strike which space as well?", rule=scene.rule(), stop=ENOUGH
        )
        if more == ENOUGH:
            break
        spaces.append(more)
    return spaces


def whom_struck(scene: Scene, able: Collection[str], spaces: Sequence[str]) -> Flow[list[str]]:
    """The pieces that are struck: all in the spaces, or the one that is picked."""
    found = [piece.id for space in spaces for piece in scene.table.at(space)]
    if scene.setting("at", "space") != "piece":
        return found
    id = yield from decide(
        scene,
        [id for id in found if id in able],
        topic=ChoosePiece("strike", spaces[0]),
        prompt="strike which unit?",
        rule=scene.rule(),
    )
    return [id]
