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
_LOAD: tuple[tuple[str, str, str, Severity], ...] = (
    ("L001", "unreadable_file", "A file cannot be read", _E),
    ("L002", "huge_file", "A file is larger than any game needs", _E),
    ("L003", "wrong_encoding", "A file is not UTF-8", _E),
    ("L004", "control_character", "A control character stands in a file", _E),
    ("L005", "empty_file", "A file is empty", _E),
    ("L006", "second_document", "A file holds more than one YAML document", _E),
    ("L007", "broken_yaml", "A file is not YAML", _E),
    ("L008", "layout_tab", "A tab is used to indent or align", _E),
    ("L009", "twin_key", "A key is given twice in one mapping", _E),
    ("L010", "tag", "A YAML tag is used", _E),
    ("L011", "unknown_anchor", "An alias names no anchor of its file", _E),
    ("L012", "merge_key", "A merge key is used", _E),
    ("L013", "deep_nesting", "Values are nested too deep", _E),
    ("L014", "too_many_values", "A file stands for too many values", _E),
    ("L015", "odd_key", "A key is not a text", _E),
    ("L016", "alias_in_itself", "An alias stands inside what it names", _E),
    ("L020", "no_game", "A folder is not a game", _E),
    ("L021", "unknown_file", "A file is not part of a game", _E),
    ("L022", "outside_link", "A link leads out of the game's folder", _E),
    ("L024", "too_many_files", "A game has more files than any game needs", _E),
    ("L025", "twin_part", "Two files of one kind define the same thing", _E),
)
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
