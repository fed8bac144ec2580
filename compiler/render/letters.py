"""Letters that no font has, told before anything is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, diagnose
from compiler.load.bundle import Bundle
from compiler.load.speech import texts_of

# Latin, kana and the kanji of everyday: our fonts have them, and most games nothing else.
_RARE = re.compile("[^\x00-\u017f\u2010-\u2027\u3000-\u30ff\u4e00-\u9fa0\uff01-\uff5e]|\\\\[uU]")


def letters_without_font(bundle: Bundle) -> Iterator[Diagnostic]:
    """Every text with a letter that neither our fonts nor the author's can draw, at its place."""
    documents = [(kind, document) for kind, document in bundle if _RARE.search(document.text)]
    if not documents:
        return
    from compiler.render.drawing import font_for
    from compiler.render.type import drawable

    for text in texts_of(iter(documents)):
        words = "".join((text.english, *text.others.values()))
        missing = [char for char in dict.fromkeys(words) if not drawable(char)] if _RARE.search(words) else []
        if missing:
            named = ", ".join(f"`{char}` (U+{ord(char):04X})" for char in missing[:4])
            help = f"put a font that has it into `art/`, {font_for(''.join(missing))}, or say it otherwise"
            yield diagnose("R102", f"no font has the character {named}: it cannot be drawn", text.span, help=help)
