"""One page per code: what is wrong, why it matters, a broken example and a mended one."""

from __future__ import annotations

import importlib.resources

from compiler.diagnostics.codes import CODES, RENAMED


def find(word: str) -> str | None:
    """The code that an id, an old id or a name stands for."""
    code = RENAMED.get(word.upper(), word.upper())
    if code in CODES:
        return code
    return next((known.id for known in CODES.values() if known.name == word.lower().replace("-", "_")), None)


def page(code: str) -> str | None:
    """The page of a code as Markdown, if it is written."""
    path = importlib.resources.files(__name__) / f"{code}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else None
