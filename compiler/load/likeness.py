"""`like` and `names`: a piece written as another with some changes, and one that stands for several with a name each.

Both are opened up before anything else reads the files. What a piece takes over is told at its `like`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler.diagnostics import Sink, diagnose
from compiler.load.document import Document

SECTIONS = {"counters": "counters", "cards": "cards", "tables": "tables"}
LIKE, NAMES, BACK_OF = "like", "names", "back_of"
MAIN = "main"  # a map without an id
MOST = 20_000  # pieces after all names are given out


def open_up(kind: str, documents: Sequence[Document], sink: Sink) -> None:
    """Replace every `like` by what it stands for and every `names` by so many pieces, in place."""
    section = SECTIONS[kind]
    parts = [
        (d, d.value[section]) for d in documents if isinstance(d.value, dict) and isinstance(d.value.get(section), dict)
    ]
    if not any(isinstance(p, dict) and (LIKE in p or NAMES in p) for _, found in parts for p in found.values()):
        return
    known = {id: (document, found) for document, found in parts for id in found}
    opening = _Opening(known, sink)
    for document, found in parts:
        for id in list(found):
            opening.piece(id, document, found, ())
    for document, found in parts:
        _give_names(document, found, sink)


def open_up_maps(documents: Sequence[Document], sink: Sink) -> None:
    """Replace the `like` of every map by what that map says, in place; which board it is the back of is its own."""
    parts = [(d, {str(d.value.get("id", MAIN)): d.value}) for d in documents if isinstance(d.value, dict)]
    if not any(LIKE in d.value for d, _ in parts):
        return
    known = {id: (document, held) for document, held in parts for id in held}
    opening = _Opening(known, sink)
    for document, held in parts:
        for id in list(held):
            document.value = opening.piece(id, document, held, ())


class _Opening:
    """Goes from a piece to the one it is like, and comes back with both."""

    def __init__(self, known: dict[str, tuple[Document, dict[str, Any]]], sink: Sink) -> None:
        self.known, self.sink = known, sink

    def piece(self, id: str, document: Document, found: dict[str, Any], above: tuple[str, ...]) -> Any:
        own = found[id]
        if not isinstance(own, dict) or not isinstance(own.get(LIKE), str):
            return own
        base = own[LIKE]
        document.retire(own)
        where = document.span(own, LIKE)
        if base in (*above, id):
            self.sink.add(diagnose("L028", f"`{id}` is like itself", where, help="let one of them be written out"))
        elif base not in self.known:
            self.sink.add(
                diagnose("L028", f"there is no `{base}` to be like", where, help="name a piece that is there")
            )
        else:
            home, others = self.known[base]
            model = self.piece(base, home, others, (*above, id))
            if isinstance(model, dict):
                document.borrowed.add(_offset(document, own, LIKE))
                found[id] = _merged(document, model, own, _offset(document, own, LIKE))
                return found[id]
        found[id] = _merged(document, {}, own, _offset(document, own, LIKE))
        return found[id]


def _offset(document: Document, container: dict[str, Any], key: str) -> int:
    places = document.places[id(container)]
    return places[2 * list(container).index(key) + 1]


def _merged(document: Document, base: dict[str, Any], own: dict[str, Any], at: int) -> dict[str, Any]:
    """Mappings key by key, all else as the piece itself has it; what comes from the base stands at the `like`."""
    made: dict[str, Any] = {}
    document.retire(own)
    places = [document.places[id(own)][0]]
    mine = {key: document.places[id(own)][2 * n + 1 : 2 * n + 3] for n, key in enumerate(own)}
    for key in dict.fromkeys((*base, *(k for k in own if k != LIKE))):
        if key in (LIKE, NAMES, BACK_OF) and key not in own:
            continue
        if key not in own:
            made[key] = _placed(document, base[key], at)
            places += [at, at]
        else:
            both = isinstance(base.get(key), dict) and isinstance(own[key], dict)
            made[key] = _merged(document, base[key], own[key], at) if both else own[key]
            places += mine[key]
    document.places[id(made)] = places
    return made


def _placed(document: Document, value: Any, at: int) -> Any:
    """A copy of a value all of which stands at one place."""
    if isinstance(value, dict):
        made: Any = {key: _placed(document, inner, at) for key, inner in value.items()}
        document.places[id(made)] = [at] * (2 * len(made) + 1)
        return made
    if isinstance(value, list):
        made = [_placed(document, inner, at) for inner in value]
        document.places[id(made)] = [at] * (len(made) + 1)
        return made
    return value


def _give_names(document: Document, found: dict[str, Any], sink: Sink) -> None:
    """A piece with `names` becomes one for each: `ID_1`, `ID_2` …, in its place."""
    if not any(isinstance(piece, dict) and isinstance(piece.get(NAMES), list) for piece in found.values()):
        return
    old = document.places[id(found)]
    made: dict[str, Any] = {}
    places = [old[0]]
    for n, (id_, piece) in enumerate(found.items()):
        key = old[2 * n + 1 : 2 * n + 3]
        names = piece.get(NAMES) if isinstance(piece, dict) else None
        for name, one in [(id_, piece)] if not isinstance(names, list) else _named(document, id_, piece, names):
            if name in made or (name != id_ and name in found) or len(made) > MOST:
                help = "rename one of them: `names` adds _1, _2 … to the id"
                sink.add(diagnose("L028", f"`{name}` is there twice", document.key_span(found, id_), help=help))
                continue
            made[name] = one
            places += key
    found.clear()
    found.update(made)
    document.places[id(found)] = places
    document._slots.pop(id(found), None)


def _named(document: Document, id_: str, piece: dict[str, Any], names: list[Any]) -> list[tuple[str, dict[str, Any]]]:
    found = []
    at = document.places[id(piece)]
    document.retire((piece, names))
    for n, name in enumerate(names):
        one = {key: value for key, value in piece.items() if key not in (NAMES, "name")}
        places = [at[0]]
        for i, key in enumerate(piece):
            if key in one:
                places += at[2 * i + 1 : 2 * i + 3]
        one["name"] = name
        places += [document.places[id(names)][n + 1]] * 2
        document.places[id(one)] = places
        found.append((f"{id_}_{n + 1}", one))
    return found
