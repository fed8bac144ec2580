"""PDF forms kept in the cache, so that a changed counter redraws only itself."""

from __future__ import annotations

import json
from collections.abc import Iterable

from compiler.cache import Store
from compiler.diagnostics import Diagnostic, Sink, Span
from compiler.diagnostics.codes import Severity
from compiler.render.content import Bitmap, Form, form_of
from compiler.render.drawing import Drawing
from compiler.render.sheet import Art


class Forms:
    """Finds or makes the form of an art; what drawing it had to say is kept beside it."""

    def __init__(self, store: Store, sink: Sink) -> None:
        self._store = store
        self._sink = sink
        self._known: dict[str, Form] = {}

    def __call__(self, art: Art) -> Form:
        if art.key not in self._known:
            data = self._store.keep(art.key, lambda: freeze(art.draw()))
            form, problems = thaw(data)
            self._sink.extend(problems)
            self._known[art.key] = form
        return self._known[art.key]


def freeze(drawing: Drawing) -> bytes:
    """A drawing's form and problems as bytes."""
    form = form_of(drawing)
    parts = [form.stream]
    for bitmap in form.bitmaps:
        parts += [bitmap.samples, bitmap.opacity or b""]
    head = {
        "box": form.box, "sizes": [len(part) for part in parts],
        "bitmaps": [[bitmap.width, bitmap.height, bitmap.opacity is not None] for bitmap in form.bitmaps],
        "problems": [_told(problem) for problem in drawing.problems],
    }
    return json.dumps(head).encode() + b"\n" + b"".join(parts)


def thaw(data: bytes) -> tuple[Form, list[Diagnostic]]:
    """The form and the problems of frozen bytes."""
    line, _, body = data.partition(b"\n")
    head = json.loads(line)
    parts = list(_cut(body, head["sizes"]))
    bitmaps = tuple(
        Bitmap(width, height, parts[1 + 2 * n], parts[2 + 2 * n] if clear else None)
        for n, (width, height, clear) in enumerate(head["bitmaps"])
    )
    x0, y0, x1, y1 = head["box"]
    return Form(parts[0], (x0, y0, x1, y1), bitmaps), [_read(problem) for problem in head["problems"]]


def _cut(body: bytes, sizes: Iterable[int]) -> Iterable[bytes]:
    at = 0
    for size in sizes:
        yield body[at : at + size]
        at += size


def _told(problem: Diagnostic) -> list[object]:
    return [problem.code, problem.severity.value, problem.message, problem.span, problem.help]


def _read(told: list[object]) -> Diagnostic:
    code, severity, message, span, help = told
    where = Span(*span) if isinstance(span, list) else None
    return Diagnostic(str(code), Severity(severity), str(message), where, (), str(help) if help else None)
