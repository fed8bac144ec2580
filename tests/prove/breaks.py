"""What can be broken about a row of the ledger: found in whatever names it, none of it applied yet."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from compiler.model.sequence import SequenceNode
from compiler.play.book import Rulebook
from compiler.registry import package_of
from tests.prove.data import data_breaks
from tests.prove.edits import Edit, package_files

OFFERS = ("carries", "step", "predicate", "law")
COLLECTIONS = ("list", "tuple", "set", "frozenset", "dict", "Iterator", "Iterable", "Collection", "Sequence", "Mapping")


@dataclass(frozen=True, slots=True)
class Break:
    """One way to break a row. `how` says what is done to `what`; `blunt` ones take a whole procedure away."""

    how: str  # a key of TOLD
    what: str
    where: Any = None  # the Carrier, Nudge, Edit or id it is done to
    value: Any = None
    blunt: bool = False
    choice: bool = False  # one of several for the same function: enough if one of them is noticed

    def __str__(self) -> str:
        return f"{self.what} {TOLD[self.how].format(value=self.value)}"


TOLD = {
    "refusal": "is never refused",
    "event": "does not happen",
    "ask": "is not asked, the first option is taken",
    "roll": "counts the other way round",
    "always": "is always {value}",
    "number": "is one more",
    "empty": "is empty",
    "nothing": "does nothing",
    "negated": "says the opposite",
    "data": "is {value}",
    "node": "is {value}",
    "edit": "reads otherwise: {value}",
}


@dataclass(frozen=True, slots=True)
class Carrier:
    """A function of the rules that says which rows it carries."""

    module: str
    name: str
    kind: str  # carries, step, predicate, law
    rules: tuple[str, ...]
    returns: str


def carriers(package: str) -> Iterator[Carrier]:
    """Every function of a package of rules that carries rows, read from its text."""
    for entry in package_files(package):
        module = f"{package}.{entry.name.removesuffix('.py')}"
        for name, node in _functions(ast.parse(entry.read_text(encoding="utf-8"))):
            for call in node.decorator_list:
                kind = getattr(call.func, "id", "") if isinstance(call, ast.Call) else ""
                if isinstance(call, ast.Call) and kind in OFFERS:
                    words = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                    at = {"step": 1, "predicate": 0}.get(kind)  # where the name of the offer stands
                    if at is not None and len(words) < len(call.args):
                        at -= 1
                    rules = tuple(word for n, word in enumerate(words) if n != at)
                    returns = ast.unparse(node.returns) if node.returns is not None else ""
                    yield Carrier(module, name, kind, rules, returns)


def _functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{prefix}{node.name}.")


class Breaker:
    """All that can be broken in one game, by row."""

    def __init__(self, book: Rulebook, edits: tuple[Edit, ...]) -> None:
        self.book = book
        self.package = package_of(book.game.rules) if book.game.rules is not None else None
        self.edits = edits
        self.carriers = tuple(carriers(self.package)) if self.package is not None else ()
        self.refused = frozenset(self._refusals()) if self.package is not None else frozenset()

    def _refusals(self) -> Iterator[str]:
        """Rows that the text quotes when it refuses."""
        assert self.package is not None
        for entry in package_files(self.package):
            for node in ast.walk(ast.parse(entry.read_text(encoding="utf-8"))):
                name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
                if isinstance(node, ast.Call) and name in ("Refusal", "restricts"):
                    for said in node.args[: 1 if name == "Refusal" else 2]:
                        yield from (c.value for c in ast.walk(said) if isinstance(c, ast.Constant))

    def of(self, row: str, seen: frozenset[tuple[str, str]]) -> list[Break]:
        """The breaks of a row, the sharpest there are: what quotes, carries or states it; else a question or roll that
        quotes it; else a step, phase or mark as a whole. `seen` is what the tests came upon when nothing was broken.
        """
        ledger = self.book.game.ledger
        assert ledger is not None
        rows = {row, ledger.chief(row)}
        found: list[Break] = []
        for id in sorted(rows):
            if id in self.refused or ("refusal", id) in seen:
                found.append(Break("refusal", f"what {id} forbids", id))
            if ("event", id) in seen:
                found.append(Break("event", f"what happens by {id}", id))
        edits = [Break("edit", e.where, e, e.told) for e in self.edits if e.row in rows]
        for carrier in self.carriers:  # of a function that carries more, a break by hand says what is meant
            if rows & set(carrier.rules) and not (edits and len(carrier.rules) > 1):
                found += breaks_of(carrier)
        found += edits
        found += [Break("data", n.what, n, n.told, n.blunt) for n in data_breaks(self.book.game, frozenset(rows))]
        found += [it for node in self.book.game.steps() if rows & _rules_of(node) for it in _breaks_of_node(node)]
        asked = [Break("ask", f"the question of {id}", id) for id in sorted(rows) if ("ask", id) in seen]
        rolled = [Break("roll", f"the roll of {id}", id) for id in sorted(rows) if ("roll", id) in seen]
        return [it for it in found if not it.blunt] or [*asked, *rolled] or found


def _rules_of(node: SequenceNode) -> set[str]:
    return {*node.note.rules, *map(str, (node.settings.get("rules") or {}).values())}


def _breaks_of_node(node: SequenceNode) -> list[Break]:
    """How to break a part of the sequence: a step or phase is passed over, a loop not repeated; seats in turn act in
    the wrong order."""
    in_turn = node.kind == "each" and node.over in ("seat", "side")
    told = "run through backwards" if in_turn else "passed over" if node.kind in ("step", "phase") else "not repeated"
    return [Break("node", f"{node.kind} `{node.id}`", node.id, told, blunt=not in_turn)]


def breaks_of(carrier: Carrier) -> list[Break]:
    """How to break a function, by what it answers.

    Where a function carries several rows, one of them may be about the yes and another about the no: then it is enough
    that one of the breaks is noticed. A function that carries a single row must not answer wrongly in any way.
    """
    what, returns = f"`{carrier.name}`", carrier.returns
    choice = len(carrier.rules) > 1 or carrier.kind == "predicate"  # a step in a loop may see to the end of it, too
    if carrier.kind == "step":
        return [Break("nothing", what, carrier, blunt=True)]
    if returns == "bool":
        return [Break("always", what, carrier, value, choice=choice) for value in (False, True)]
    if returns in ("int", "float"):
        return [Break("always", what, carrier, 0, choice=choice), Break("number", what, carrier, choice=choice)]
    if returns in ("Flow[bool]", "Flow[int]"):
        return [Break("negated", what, carrier)]
    if returns.startswith("Flow["):
        return [Break("nothing", what, carrier, blunt=returns != "Flow[None]")]
    if returns == "None" or returns.endswith("| None"):
        return [Break("always", what, carrier, None)]
    if returns.split("[")[0] in COLLECTIONS:
        return [Break("empty", what, carrier)]
    return [Break("always", what, carrier, "" if returns == "str" else None)]
