"""The ledger against everything that names its rows: data, sequence, code, examples, tests. Links are collected."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostic, Span, diagnose
from compiler.model.articles import rules_in
from compiler.model.common import Note
from compiler.model.game import Game
from compiler.model.ids import did_you_mean
from compiler.model.ledger import Row
from compiler.play.book import Rulebook

# Links by where they come from: `carries` honour a rule, `proves` show that it holds.
CARRIES = ("data", "sequence", "code")
PROVES = ("example", "test")


@dataclass(frozen=True, slots=True)
class Link:
    """Something that names a rule."""

    rule: str
    kind: str  # data, sequence, code, example, test, idle (a test that asserts nothing)
    what: str
    span: Span | None = None


@dataclass(slots=True)
class Traced:
    """A row of the ledger and what names it."""

    row: Row
    links: list[Link] = field(default_factory=list)

    def has(self, *kinds: str) -> bool:
        return any(link.kind in kinds for link in self.links)

    @property
    def status(self) -> str:
        """`tested`, `enforced` (carried, not proved), `open` (nobody carries it), `waived` or `advice`."""
        if self.row.scope == "advice":
            return "advice"
        if self.row.kind == "example":  # an example carries itself
            return "tested" if self.has("example") else "open"
        carried, proved = self.has(*CARRIES), self.has(*PROVES)
        if carried and proved:
            return "tested"
        if self.row.waived is not None:
            return "waived"
        return "enforced" if carried else "open"


@dataclass(frozen=True, slots=True)
class Matrix:
    """All rows with their links, and the links that lead nowhere."""

    rows: Mapping[str, Traced]
    lost: tuple[Link, ...]

    def counts(self) -> dict[tuple[str, str, str], int]:
        """How many rows of each scope, kind and status."""
        found: dict[tuple[str, str, str], int] = {}
        for traced in self.rows.values():
            key = (traced.row.scope, traced.row.kind, traced.status)
            found[key] = found.get(key, 0) + 1
        return found


def tests_beside(game: Game) -> Path | None:
    """The folder of tests that stands beside the folder of games, if there is one."""
    beside = Path(game.folder).resolve().parent.parent / "tests"
    return beside if beside.is_dir() else None


def trace(game: Game, book: Rulebook | None = None, tests: Path | None = None) -> Matrix:
    """The matrix of a game. Without a rulebook only data, sequence and examples count; `tests` is a folder to read."""
    rows = {id: Traced(row) for id, row in game.ledger.rows.items()} if game.ledger is not None else {}
    lost: list[Link] = []
    links = [
        *_data(game),
        *_sequence(game),
        *_examples(game),
        *(_code(book) if book is not None else ()),
        *(_tests(tests, game.id) if tests is not None else ()),
    ]
    for link in links:
        if link.rule not in rows:
            lost.append(link)
            continue
        rows[link.rule].links.append(link)
    if game.ledger is not None:
        for id, traced in rows.items():
            chief = game.ledger.chief(id)
            if chief != id and chief in rows:
                traced.links += [link for link in rows[chief].links if link not in traced.links]
    return Matrix(rows, tuple(dict.fromkeys(lost)))


def faults(matrix: Matrix) -> Iterator[Diagnostic]:
    """Rows nobody carries or proves, and rule numbers that lead nowhere."""
    for traced in matrix.rows.values():
        row = traced.row
        if traced.status == "open":
            yield diagnose(
                "P030",
                f"nothing carries rule `{row.id}`: {row.says}",
                row.span,
                rule=row.id,
                help="name it beside the datum or step that honours it, or say why not under `waived`",
            )
        elif traced.status == "enforced":
            yield diagnose(
                "P030",
                f"nothing proves rule `{row.id}`: {row.says}",
                row.span,
                rule=row.id,
                help=f'name it in an example, `rules: ["{row.id}"]`, or in a test that can fail: `@covers`',
            )
    for link in matrix.lost:
        yield diagnose(
            "P031",
            f"{link.what} names the rule `{link.rule}`, which the ledger does not list",
            link.span,
            help=did_you_mean(link.rule, matrix.rows, what="rules"),
        )


# -- collecting --------------------------------------------------------------------------------------------------------
def _data(game: Game) -> Iterator[Link]:
    for part in dataclasses.fields(game):
        if part.name not in ("sequence", "examples", "ledger", "lock", "art", "span"):
            yield from _notes(getattr(game, part.name), part.name)


def _notes(value: Any, what: str) -> Iterator[Link]:
    """Every rule named by a note below a value of the model."""
    if isinstance(value, Note):
        yield from (Link(rule, "data", what, value.span) for rule in value.rules)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _notes(item, f"{what} `{key}`" if isinstance(key, str) else what)
    elif isinstance(value, tuple):
        for item in value:
            yield from _notes(item, what)
    elif dataclasses.is_dataclass(value):
        named = f"{what} `{value.id}`" if hasattr(value, "id") and f"`{value.id}`" not in what else what
        for part in dataclasses.fields(value):
            yield from _notes(getattr(value, part.name), named)


def _sequence(game: Game) -> Iterator[Link]:
    for node in game.steps():
        for rule in node.note.rules:
            yield Link(rule, "sequence", f"{node.kind} `{node.id}`", node.note.span)
        for rule in rules_in((node.settings, *(part.value for part in node.conditions.values()))):
            yield Link(rule, "sequence", f"{node.kind} `{node.id}`", node.note.span)


def _code(book: Rulebook) -> Iterator[Link]:
    used = {node.step for node in book.game.steps()}
    for step in book.steps.values():
        if step.name in used:
            yield from (Link(rule, "code", f"step `{step.name}`") for rule in step.rules)
    for restrictions in book.restrictions.values():
        for restriction in restrictions:
            yield Link(restriction.rule, "code", f"restriction on `{restriction.action.__name__}`")
    for predicate in book.predicates.values():
        yield from (Link(rule, "code", f"condition `{predicate.name}`") for rule in predicate.rules)
    for law in book.laws:
        if law.rule is not None:
            yield Link(law.rule, "code", "a law")
    for package in sorted({s.module.rsplit(".", 1)[0] for s in book.steps.values()} - {"compiler.play.stock"}):
        yield from _cited(package)


def _cited(package: str) -> Iterator[Link]:
    """Rules that the code of a rules package names in calls: `rule="9.34"`, `Refusal("6.2", …)`, `@carries(…)`."""
    from importlib.resources import files

    for entry in sorted(files(package).iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".py"):
            for node in ast.walk(ast.parse(entry.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield from (Link(rule, "code", entry.name) for rule in _rules_in(node))


def _rules_in(call: ast.Call) -> Iterator[str]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    values = [k.value for k in call.keywords if k.arg in ("rule", "gone")]
    if name == "Refusal" and call.args:
        values.append(call.args[0])
    if name == "carries":
        values.extend(call.args)
    while values:
        value = values.pop(0)
        if isinstance(value, ast.IfExp):  # either of two rules
            values += [value.body, value.orelse]
        elif isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


def _examples(game: Game) -> Iterator[Link]:
    for id, document in game.examples.items():
        for i, rule in enumerate(document.value.get("rules", ())):
            yield Link(rule, "example", f"example `{id}`", document.span(document.value["rules"], i))


def _tests(folder: Path, slug: str) -> Iterator[Link]:
    for path in sorted(folder.rglob("test_*.py")):
        for test in named_in(path, slug):
            yield from (Link(rule, "test" if test.can_fail else "idle", path.name, test.span) for rule in test.rules)


@dataclass(frozen=True, slots=True)
class Named:
    """A test that names rows of a game: `@covers("slug", "9.31", "9.34")`, ids written out."""

    path: Path
    function: str
    rules: tuple[str, ...]
    can_fail: bool  # it asserts something, itself or by a helper beside it
    span: Span


def named_in(path: Path, slug: str) -> Iterator[Named]:
    """The tests of a file that name rows of a game, read and not run."""
    text = path.read_text(encoding="utf-8")
    if "covers(" not in text or slug not in text:
        return
    tree = ast.parse(text)
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for function in functions.values():
        for node in function.decorator_list:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "covers":
                words = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                if words[:1] == [slug]:
                    span = Span(path.as_posix(), node.lineno, node.col_offset + 1, 6)
                    yield Named(path, function.name, tuple(words[1:]), _asserts(function, functions, set()), span)


def _asserts(function: ast.FunctionDef, beside: Mapping[str, ast.FunctionDef], seen: set[str]) -> bool:
    seen.add(function.name)
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name == "raises" or (name in beside and name not in seen and _asserts(beside[name], beside, seen)):
                return True
    return False


# -- telling -----------------------------------------------------------------------------------------------------------
def to_json(game: Game, matrix: Matrix) -> dict[str, Any]:
    """The matrix as plain values."""
    return {
        "game": game.id,
        "summary": [
            {"scope": scope, "kind": kind, "status": status, "rows": count}
            for (scope, kind, status), count in sorted(matrix.counts().items())
        ],
        "rows": [
            {
                "id": t.row.id,
                "scope": t.row.scope,
                "kind": t.row.kind,
                "status": t.status,
                "links": [{"kind": link.kind, "what": link.what} for link in dict.fromkeys(t.links)],
                **({"doubt": t.row.doubt, "reading": t.row.reading} if t.row.doubt else {}),
                **({"waived": t.row.waived} if t.row.waived else {}),
            }
            for t in matrix.rows.values()
        ],
        "lost": [{"rule": link.rule, "what": link.what} for link in matrix.lost],
        "sources": unsure(game),
    }


def unsure(game: Game) -> dict[str, int]:
    """How many data were not read off the game itself, by origin."""
    found: dict[str, int] = {}
    parts = [getattr(game, f.name) for f in dataclasses.fields(game) if f.name not in ("art", "examples")]
    for note in _all_notes(parts):
        if note.source is not None:
            found[note.source.origin.value] = found.get(note.source.origin.value, 0) + 1
    return dict(sorted(found.items()))


def _all_notes(value: Any) -> Iterator[Note]:
    if isinstance(value, Note):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _all_notes(item)
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _all_notes(item)
    elif dataclasses.is_dataclass(value):
        for part in dataclasses.fields(value):
            yield from _all_notes(getattr(value, part.name))


def table_text(matrix: Matrix) -> str:
    """The counts as a table: a line for each scope and kind, a column for each status."""
    counts = matrix.counts()
    statuses = [s for s in ("tested", "enforced", "open", "waived", "advice") if any(k[2] == s for k in counts)]
    lines = sorted({(scope, kind) for scope, kind, _ in counts})
    rows = [["scope", "kind", "rows", *statuses]]
    for scope, kind in lines:
        each = [counts.get((scope, kind, status), 0) for status in statuses]
        rows.append([scope, kind, str(sum(each)), *(str(n) if n else "·" for n in each)])
    each = [sum(n for key, n in counts.items() if key[2] == status) for status in statuses]
    rows.append(["all", "", str(sum(each)), *map(str, each)])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines_ = []
    for row in rows:
        cells = [cell.ljust(w) if i < 2 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))]
        lines_.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines_)
