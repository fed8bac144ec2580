"""Identity: which number VASSAL knows each piece by, and the digest that says which build a file belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from compiler.cache import digest
from compiler.fingerprint import fingerprint
from compiler.load import Bundle
from compiler.load.bundle import KINDS
from compiler.load.speech import ENGLISH, FOLDER
from compiler.model.game import Game
from compiler.model.ids import extend_lock

VASSAL_VERSION = "3.7.0"  # the oldest that has every trait we use
COUNTER_ID = "CounterId"  # the marker by which a piece says which counter or card it is
ENGINE_STATE = "EngineState"  # the property that keeps what the table cannot show
LOCK_FILE = "ids.lock.yaml"
GPIDS = "gpids"
STAMP = 16  # digits of the digest that are shown

_LINE = "compiler.pipeline"
_READER = "compiler.model.lower.game"
_PLAIN = re.compile(r"[a-z][a-z0-9_]*(/[a-z][a-z0-9_]*)?")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_HEADER = "# yaml-language-server: $schema={}/lock.schema.json\n# Written by the build: append only.\n"
SHARED, BESIDE = "../../schemas", ".schemas"  # of games that come with us; of a game by itself (`liege new`)

Lock = Mapping[str, Mapping[str, int]]


def wanted_ids(game: Game) -> list[str]:
    """Everything that has a number, in the order new ones are given out."""
    marks = (f"{mark.id}/mark" for mark in game.marks.values() if "spaces" in mark.on)
    return [*game.counters, *game.cards, *marks]


def locked(game: Game) -> dict[str, dict[str, int]]:
    """The lock of a game, with a number for every piece it has now."""
    return extend_lock(game.lock, {GPIDS: wanted_ids(game)}, game.lock_given or 0)


def next_gpid(lock: Lock) -> int:
    """A number above all that are or ever were in use."""
    return max((n for group in lock.values() for n in group.values()), default=0) + 1


def lock_text(lock: Lock, schemas: str = SHARED) -> str:
    """The lock file, naming its schema in the folder of schemas."""
    out = [_HEADER.format(schemas)]
    for group, numbers in lock.items():
        if numbers:
            out.append(f"{group}:\n")
            out += (f"  {_key(id)}: {n}\n" for id, n in sorted(numbers.items(), key=lambda item: item[1]))
    return "".join((*out, f"given: {next_gpid(lock) - 1}\n"))


def _key(id: str) -> str:
    return id if _PLAIN.fullmatch(id) and id not in _WORDS else f'"{id}"'


def grown_lock(game: Game) -> bytes | None:
    """The lock file with the numbers of new pieces; None if there are none."""
    lock = locked(game)
    known = {group: dict(numbers) for group, numbers in game.lock.items()}
    schemas = BESIDE if Path(game.folder, BESIDE).is_dir() else SHARED  # where the other files of the game have theirs
    return None if lock == known and game.lock_given == next_gpid(lock) - 1 else lock_text(lock, schemas).encode()


def content_digest(bundle: Bundle) -> str:
    """What the game was built from: its files (all but the lock) and our code."""
    return digest(fingerprint(_LINE), sources_digest(bundle, [kind for kind in KINDS if kind != "lock"]))


def sources_digest(bundle: Bundle, kinds: Iterable[str]) -> str:
    """A digest of the files of some kinds, of the author's art, and of the code that makes a game of them."""
    parts: list[str | bytes] = [fingerprint(_READER)]
    for kind in kinds:
        for document in sorted(bundle.all(kind), key=lambda document: document.file):
            parts += [kind, Path(document.file).name, document.text]
    for name in sorted(bundle.art):
        parts += [name, (bundle.folder / name).read_bytes()]
    parts += translation(bundle)
    return digest(*parts)


def translation(bundle: Bundle) -> list[str | bytes]:
    """What a game in another language is made from besides; nothing for English."""
    if bundle.lang == ENGLISH:
        return []
    path = bundle.folder / FOLDER / f"{bundle.lang}.po"
    return [bundle.lang, path.read_bytes() if path.is_file() else b""]


def stamp(bundle: Bundle) -> str:
    """The digest as modules, saves and sheets show it."""
    return content_digest(bundle)[:STAMP]
