"""The fonts of our pages, cut at start from those the tool draws with: only the letters that may be wanted."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from compiler.cache import Store, digest
from compiler.render.type import FACES, face, font_data

# file of the page → face of the tool
FILES = {
    "sans-400.woff": "sans",
    "sans-600.woff": "sans-semi",
    "sans-700.woff": "sans-bold",
    "serif-600.woff": "serif",
    "serif-600i.woff": "serif-italic",
    "kanji.woff": "kanji",
}
# what the pages say themselves, and the letters of Europe: names of people are typed in
_LETTERS = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + "–—‘’“”…·×−←→↑↓⇧⏎✓●▸§"
_SIGNS = "封"


def cut(text: str, cache: Path | None) -> dict[str, bytes]:
    """Every font of the pages, with the letters of a text and all that pages need."""
    store, wanted = Store(cache, __name__), "".join(sorted({*text, *_LETTERS, *_SIGNS}))
    latin = "".join(char for char in wanted if face("sans").covers(char))
    rest = "".join(char for char in wanted if char not in latin)
    found: dict[str, bytes] = {}
    for file, role in FILES.items():
        letters = rest if role == "kanji" else latin
        found[file] = store.keep(digest("font", role, letters), partial(_cut, role, letters))
    return found


def _cut(role: str, letters: str) -> bytes:
    options = subset.Options(layout_features=["kern", "liga", "lnum", "tnum"], hinting=False, notdef_outline=True)
    # the time stamp stays as it is in the source: the same letters, the same bytes
    font = TTFont(io.BytesIO(font_data(*FACES[role])), lazy=True, recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    font.flavor = "woff"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
