"""Values that the house itself looks for in a kind of ground or way, where the author declares none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.model.common import Field, FieldType, Name

NUMBER, WHOLE, FLAG = FieldType.NUMBER, FieldType.INTEGER, FieldType.FLAG


def _fields(types: Mapping[str, FieldType], lists: Iterable[tuple[str, FieldType]] = ()) -> dict[str, Field]:
    one = {id: Field(id=id, type=type, title=Name(id.replace("_", " "))) for id, type in types.items()}
    return one | {id: Field(id=id, type=type, title=Name(id.replace("_", " ")), many=True) for id, type in lists}


_CLOSED_TO = ("closed_to", FieldType.KIND)
HOUSE: Mapping[str, Mapping[str, Field]] = {
    "terrain_fields": _fields({"cost": NUMBER, "move": NUMBER, "shift": WHOLE, "closed": FLAG}, [_CLOSED_TO]),
    "feature_fields": _fields(
        {"adds": NUMBER, "costs": NUMBER, "shift": WHOLE, "closed": FLAG}, [_CLOSED_TO, ("cancels", FieldType.TEXT)]
    ),
    "space_fields": {},
    "link_fields": _fields({"cost": NUMBER, "drawn": FLAG}),
}
