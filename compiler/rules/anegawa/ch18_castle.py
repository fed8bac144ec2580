"""18-1 and 19.0 Yokoyama Castle: its garrison, and who holds it."""

from __future__ import annotations

from collections.abc import Collection

from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.anegawa.facts import ASAKURA_AZAI, ODA_TOKUGAWA, facts
from compiler.rules.anegawa.field import ENEMY, Field, has_initiative, is_normal

_NOWHERE: frozenset[str] = frozenset()


def is_garrison(scene: Scene, piece: Piece) -> bool:
    """Onoki Hidetoshi."""
    return piece.id == facts(scene).garrison


def is_inside(scene: Scene, piece: Piece) -> bool:
    """Whether a unit is the garrison and still in the castle."""
    return is_garrison(scene, piece) and piece.place in facts(scene).castle


@carries("19.0.1")
def barred_castle(scene: Scene, piece: Piece, path: tuple[str, ...] = ()) -> Collection[str]:
    """The castle hexes, for a garrison that has left them by any means: others may enter, it may not (19.0).

    From one castle hex to the other is not leaving.
    """
    if not is_garrison(scene, piece):
        return _NOWHERE
    inside = facts(scene).castle
    left = piece.place not in inside or any(space not in inside for space in path)
    return set(inside) if left else _NOWHERE


def note_departure(scene: Scene, id: str) -> None:
    """Remember that the garrison has left the castle."""
    piece = scene.table.pieces[id]
    if is_garrison(scene, piece) and piece.place not in facts(scene).castle and not piece.mark("out_of_castle"):
        scene.do(Marked(id, "out_of_castle", True, rule="19.0.1"))


# -- sortie ------------------------------------------------------------------------------------------------------------
@carries("18-1(3).1")
def may_sortie(scene: Scene, piece: Piece) -> bool:
    """The garrison may sortie as its move when its side has the initiative (18-1(3)); disordered it does not move."""
    return is_inside(scene, piece) and has_initiative(scene, ASAKURA_AZAI)


@carries("18-1(3).2", "18-1(3).3")
def sortie_hexes(scene: Scene, field: Field) -> list[str]:
    """Where a sortie may go: hexes beside the castle that are empty or hold a disordered enemy."""
    inside = facts(scene).castle
    around = dict.fromkeys(space for hex in inside for space in field.beside[hex] if space not in inside)
    return [space for space in around if _can_be_stormed(field, space)]


def _can_be_stormed(field: Field, space: str) -> bool:
    other = field.at.get(space)
    return other is None or (field.seat(other) == ODA_TOKUGAWA and not is_normal(other))


# -- control -----------------------------------------------------------------------------------------------------------
@carries("18-1(2).1", "18-1(2).2")
def holder_in_play(field: Field, space: str) -> str | None:
    """Who controls a castle hex during play: whoever has a unit in order there (18-1(2))."""
    piece = field.at.get(space)
    return field.seat(piece) if piece is not None and is_normal(piece) else None


@carries("19-1(1).1", "19-1(2).1", "19-1(2).2", "19-1(2).3", "19-1(2).4", "19-1(3).1")
def castle_holder(scene: Scene, withdrew_alone: str | None = None) -> str:
    """Who has secured the castle at the end (19-1).

    Not the side that alone withdrew. Else whoever has units in it, in order or not; Oda & Tokugawa if both have,
    Asakura & Azai if nobody has.
    """
    if withdrew_alone is not None:
        return ENEMY[withdrew_alone]
    field = Field.of(scene)
    inside = {field.seat(field.at[space]) for space in field.known.castle if space in field.at}
    return ODA_TOKUGAWA if ODA_TOKUGAWA in inside else ASAKURA_AZAI
