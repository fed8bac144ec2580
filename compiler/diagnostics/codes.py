"""Every diagnostic code: permanent id, title, default severity. Never reuse one; a rename goes into RENAMED."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Severity(enum.Enum):
    """How bad: an error stops the build, a warning is most likely a mistake, a note is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        return ("error", "warning", "note").index(self.value)


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of fault: `name` reads well after the word "allow"."""

    id: str
    name: str
    title: str
    severity: Severity = Severity.ERROR


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

# One row per code: (id, name, title[, severity]). Sections by stage letter.
_LOAD: tuple[tuple[str, str, str, Severity], ...] = ()
_SCHEMA: tuple[tuple[str, str, str, Severity], ...] = ()
_MODEL: tuple[tuple[str, str, str, Severity], ...] = ()
_CHECK: tuple[tuple[str, str, str, Severity], ...] = ()
_PLAY: tuple[tuple[str, str, str, Severity], ...] = ()
_RENDER: tuple[tuple[str, str, str, Severity], ...] = ()
_EMIT: tuple[tuple[str, str, str, Severity], ...] = ()
_ARCHIVE: tuple[tuple[str, str, str, Severity], ...] = ()
_VERDICT: tuple[tuple[str, str, str, Severity], ...] = ()

CODES: dict[str, Code] = {
    row[0]: Code(*row)
    for row in (*_LOAD, *_SCHEMA, *_MODEL, *_CHECK, *_PLAY, *_RENDER, *_EMIT, *_ARCHIVE, *_VERDICT)
}

# old code → the code that replaced it
RENAMED: dict[str, str] = {}
