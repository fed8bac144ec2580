"""Single seeded mutations of a game: what a tired author does to a file."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from compiler.check.runner import run
from compiler.diagnostics import Diagnostic, Sink
from compiler.load import Bundle, Document, load_game, parse
from compiler.model.game import Game
from compiler.model.lower.game import lower
from compiler.pipeline import bind, pictures
from compiler.resources import schemas
from compiler.schema import validate_game
from tests.faulty import home

Path_ = tuple[Any, ...]
# Words for people, and shades of colour: changing them does not change the game.
_WORDS = (
    "note",
    "source",
    "description",
    "text",
    "says",
    "test",
    "title",
    "credits",
    "help",
    "sources",
    "palette",
    "ja",
    "label",
    "rule",
    "rules",
    "map",
    "sheets",
    "seal_text",
)
# Keys whose value is a name of its own.
_NAMES = ("en", "name", "when", "effect", "id", "phase", "repeat", "fill", "while", "step")
_FREE = ("min", "max", "value", "most", "per_space", "rank", "order", "digits", "first")
# Keys every such datum must have; the rest are choices of the author, whose absence means something.
_NEEDED = (
    "version",
    "seats",
    "sides",
    "kind",
    "size",
    "type",
    "grid",
    "legend",
    "rows",
    "orientation",
    "pitch",
    "between",
    "is",
    "through",
    "from",
    "to",
    "by",
    "put",
    "counter",
    "counters",
    "turn",
    "holds",
    "heads",
    "cells",
    "do",
    "mark",
    "fill",
    "limit",
    "outline",
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: which file, where in it, what was done."""

    file: str
    path: Path_
    what: str
    text: str


class Subject:
    """A good game, its documents written one value a line, ready to be broken."""

    def __init__(self, name: str) -> None:
        sink = Sink()
        bundle = load_game(home(name), sink)
        assert bundle is not None
        self.name = name
        self.documents: dict[str, tuple[str, Document]] = {}
        for kind, document in bundle:
            if kind not in ("ledger", "example", "lock"):
                file = Path(document.file).relative_to(home(name)).as_posix()
                self.documents[file] = (kind, self._plain(document.value, document.file))
        self.bundle = self._with({file: document for file, (_, document) in self.documents.items()}, bundle)
        self.game = self.read(self.bundle, sink)
        assert self.game is not None, [d.message for d in sink]
        assert self.judge(self.bundle) == [], "the game must be clean before it is broken"

    @staticmethod
    def _plain(value: Any, file: str) -> Document:
        document = parse(dump(value), file, Sink())
        assert document is not None
        return document

    def _with(self, changed: dict[str, Document], bundle: Bundle) -> Bundle:
        by_name = {document.file: document for document in changed.values()}
        documents = {
            kind: tuple(by_name.get(d.file, d) for d in bundle.all(kind))
            for kind in dict.fromkeys(kind for kind, _ in bundle)
        }
        return replace(bundle, documents=documents)

    @staticmethod
    def read(bundle: Bundle, sink: Sink) -> Game | None:
        validate_game(bundle, sink)
        return None if sink.failed else lower(bundle, sink)

    def judge(self, bundle: Bundle) -> list[Diagnostic]:
        """Errors and warnings of a bundle."""
        sink = Sink()
        game = self.read(bundle, sink)
        if game is not None and not sink.failed:
            sink.extend(run(game, bundle))
            pictures(game, sink)
            bind(game, sink)
        return sink.sorted()

    def verdict(self, mutant: Mutant) -> tuple[bool, list[Diagnostic]]:
        """Whether the mutant means the same as the good game, and what we say about it."""
        sink = Sink()
        document = parse(mutant.text, self.documents[mutant.file][1].file, sink)
        if document is None or sink.failed:
            return False, sink.sorted()
        bundle = self._with({mutant.file: document}, self.bundle)
        said = self.judge(bundle)
        if said:
            return False, said
        return self.read(bundle, Sink()) == self.game, []


def dump(value: Any) -> str:
    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False, default_flow_style=False, width=10_000)


def nodes(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every value below, with its path; words for people are left out."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if key in _WORDS:
            continue
        yield (*path, key), item
        yield from nodes(item, (*path, key))


def _properties(schema: Any) -> Iterator[str]:
    """Every key the schemas know."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}) if isinstance(schema.get("properties"), dict) else ()
        for part in schema.values():
            yield from _properties(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _properties(part)


def parent(value: Any, path: Path_) -> Any:
    for step in path[:-1]:
        value = value[step]
    return value


# Tables whose columns are declared to get better one way: there a cell out of place can be seen.
ORDERED = ("combat", "income")
KEYS = frozenset(key for path in schemas().glob("*.json") for key in _properties(json.loads(path.read_text("utf-8"))))
Change = Callable[[random.Random, Any, Path_, Any], str | None]


def _is_drawn(path: Path_) -> bool:
    """Of the scene only words and settings of its parts are known without drawing it; the build draws it, and tells."""
    return path[0] == "scene" and len(path) > 3


def drop_key(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if not isinstance(holder, dict) or (path[-1] not in _NEEDED and path[-2:-1] != ("counters",)):
        return None
    if _is_drawn(path):
        return None
    del holder[path[-1]]
    return f"dropped `{path[-1]}`"


def misspell_key(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if not isinstance(holder, dict) or path[-1] not in KEYS or len(path[-1]) < 3:
        return None
    if path[:-1] in (("sends",), ("tables",)) or (_is_drawn(path) and len(path) > 5):
        return None  # an id of the author's that nothing refers to; what somebody wears in a picture
    wrong = _misspelt(rng, path[-1])
    items = [(wrong if key == path[-1] else key, item) for key, item in holder.items()]
    holder.clear()
    holder.update(items)
    return f"misspelt key `{path[-1]}` as `{wrong}`"


def misspell_word(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if not isinstance(value, str) or len(value) < 3 or not value.isidentifier():
        return None
    if {"heads", "parts", "results"} & set(path) or path[-1] in _NAMES:
        return None  # names of their own: another word is another name, not a mistake
    if path[0] == "rows" or _is_drawn(path):
        return None  # two signs of a drawn map that changed places are another map
    holder[path[-1]] = _misspelt(rng, value)
    return f"misspelt `{value}` as `{holder[path[-1]]}`"


def wrong_type(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if "results" in path or path[-1] == "value" or _is_drawn(path):
        return None  # free values, unless the table declares `fields`
    if isinstance(value, bool):
        holder[path[-1]] = "maybe"
    elif isinstance(value, (int, float)):
        holder[path[-1]] = "many"
    elif isinstance(value, list):
        holder[path[-1]] = "one"
    elif isinstance(value, str):
        holder[path[-1]] = {"odd": value}
    else:
        return None
    return f"wrong type for `{path[-1]}`"


def wrong_number(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if path[-1] in _FREE or {"results", "heads", "cells", "link_kinds", "scene"} & set(path):
        return None  # bounds and free numbers
    holder[path[-1]] = value + rng.choice((-1000, 1000))
    return f"`{path[-1]}` {value} became {holder[path[-1]]}"


def shift_cell(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if "cells" not in path or isinstance(value, list) or len(holder) < 2 or path[1] not in ORDERED:
        return None
    other = (path[-1] + 1) % len(holder)
    if holder[other] == value:
        return None
    holder[path[-1]], holder[other] = holder[other], value
    return "two cells changed places"


def cut_entry(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if not isinstance(holder, list) or "borders" not in path:
        return None
    del holder[path[-1]]
    return f"cut the border to `{value}`"


def short_row(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if not isinstance(value, str) or path[0] != "rows" or len(value) < 5 or not isinstance(holder, list):
        return None
    at = rng.randrange(len(value))
    holder[path[-1]] = value[:at] + rng.choice(("", "?")) + value[at + 1 :]
    return "a sign of the map is gone or wrong"


def astray(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if not isinstance(holder, list) or not {"sides", "through", "between"} & set(path) or not isinstance(value, str):
        return None
    holder[path[-1]] = rng.choice(("9999", "0101", "1209"))
    return f"hex `{value}` became `{holder[path[-1]]}`" if holder[path[-1]] != value else None


def over_place(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    placed = {"put", "counters"} & set(path) and path[0] != "counters"
    if path[-1] != "count" or not isinstance(value, int) or not placed:
        return None
    holder["count"] = value + 60
    return f"count {value} became {value + 60}"


def lost_picture(rng: random.Random, holder: Any, path: Path_, value: Any) -> str | None:
    if path[-1] != "image":
        return None
    holder["image"] = "art/gone.png"
    return "the picture is missing"


CHANGES: tuple[Change, ...] = (
    drop_key,
    misspell_key,
    misspell_word,
    wrong_type,
    wrong_number,
    shift_cell,
    cut_entry,
    short_row,
    astray,
    over_place,
    lost_picture,
)


def twin_key(rng: random.Random, file: str, document: Document, lines: list[str]) -> Mutant | None:
    """An entry is written twice: the line of its key comes again with nothing new."""
    at = [n for n, line in enumerate(lines) if line.rstrip().endswith(":") or ": " in line]
    n = rng.choice(at)
    key = lines[n].lstrip().removeprefix("- ").split(":", 1)[0]
    indent = len(lines[n]) - len(lines[n].lstrip(" -")) if lines[n].lstrip().startswith("- ") else None
    pad = " " * (indent if indent is not None else len(lines[n]) - len(lines[n].lstrip()))
    end = n + 1
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith((pad + " ", pad + "-"))):
        end += 1
    twinned = [*lines[:end], f"{pad}{key}: again", *lines[end:]]
    return Mutant(file, (end,), f"twin of `{key}`", "\n".join(twinned) + "\n")


def mutants(subject: Subject, count: int, seed: int) -> Iterator[Mutant]:
    """A seeded series of different mutants, the changes taken in turn."""
    rng = random.Random(seed)
    seen: set[str] = set()
    files = sorted(subject.documents)
    turn = 0
    while len(seen) < count:
        turn += 1
        assert turn < count * 400, "too few places to break"
        file = rng.choice(files)
        document = subject.documents[file][1]
        if turn % (len(CHANGES) + 1) == 0:
            mutant = twin_key(rng, file, document, document.text.splitlines())
        else:
            mutant = _changed(rng, CHANGES[turn % (len(CHANGES) + 1) - 1], file, document)
        if mutant is not None and mutant.text not in seen and mutant.text != document.text:
            seen.add(mutant.text)
            yield mutant


def _changed(rng: random.Random, change: Change, file: str, document: Document) -> Mutant | None:
    places = list(nodes(document.value))
    for _ in range(40):
        path, value = rng.choice(places)
        broken = copy.deepcopy(document.value)
        what = change(rng, parent(broken, path), path, value)
        if what is not None:
            return Mutant(file, path, f"{change.__name__}: {what}", dump(broken))
    return None


def _misspelt(rng: random.Random, word: str) -> str:
    at = rng.randrange(len(word) - 1)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return swapped if swapped != word else word[:at] + word[at + 1 :]
