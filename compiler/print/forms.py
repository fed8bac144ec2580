"""Faces as PDF forms: each drawn once in a run, its form kept in the cache: a changed counter redraws only itself."""

from __future__ import annotations

import json
from collections.abc import Iterable

from compiler.cache import Store
from compiler.diagnostics import Diagnostic, Sink
from compiler.render.content import Bitmap, Form, form_of
from compiler.render.drawing import Drawing
from compiler.render.sheet.faces import Art


class Forms:
    """Finds or makes the drawing and the form of an art, and tells what drawing it had to say."""

    def __init__(self, store: Store, sink: Sink) -> None:
        self._store = store
        self._sink = sink
        self._drawn: dict[str, Drawing] = {}
        self._known: dict[str, Form] = {}
        self._faulty: dict[str, list[Diagnostic]] = {}

    def draw(self, art: Art) -> Drawing:
        """The drawing of an art that stands on many sheets, made once."""
        if art.key not in self._drawn:
            self._made(art).share()
        self._tell(art)
        return self._drawn[art.key]

    def form(self, art: Art) -> Form:
        """The form of an art: known already, in the cache, or made now."""
        if art.key not in self._known:
            self._known[art.key] = thaw(self._store.keep(art.key, lambda: freeze(form_of(self._made(art))), self._sink))
        self._tell(art)
        return self._known[art.key]

    def _made(self, art: Art) -> Drawing:
        if art.key not in self._drawn:
            drawing = self._drawn[art.key] = art.draw()
            if drawing.problems:
                self._faulty[art.key] = drawing.problems
                self._tell(art)
        return self._drawn[art.key]

    def _tell(self, art: Art) -> None:
        """Every file with a faulty face says so, or it would be kept as if it were sound."""
        self._sink.extend(self._faulty.get(art.key, ()))


def freeze(form: Form) -> bytes:
    """A form as bytes."""
    parts = [form.stream]
    for bitmap in form.bitmaps:
        parts += [bitmap.samples, bitmap.opacity or b""]
    parts += map(freeze, form.parts)
    head = {
        "box": form.box,
        "spoken": form.spoken,
        "sizes": [len(part) for part in parts],
        "bitmaps": [[bitmap.width, bitmap.height, bitmap.opacity is not None] for bitmap in form.bitmaps],
    }
    return json.dumps(head).encode() + b"\n" + b"".join(parts)


def thaw(data: bytes) -> Form:
    """The form of frozen bytes."""
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    parts = list(_cut(body, head["sizes"]))
    bitmaps = tuple(
        Bitmap(width, height, parts[1 + 2 * n], parts[2 + 2 * n] if clear else None)
        for n, (width, height, clear) in enumerate(head["bitmaps"])
    )
    x0, y0, x1, y1 = head["box"]
    inner = tuple(map(thaw, parts[1 + 2 * len(bitmaps) :]))
    return Form(parts[0], (x0, y0, x1, y1), bitmaps, head["spoken"], inner)


def _cut(body: bytes, sizes: Iterable[int]) -> Iterable[bytes]:
    at = 0
    for size in sizes:
        yield body[at : at + size]
        at += size
