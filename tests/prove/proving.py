"""Row by row: break it, run what names it, say what became of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.model.ledger import Row
from compiler.registry import package_of
from compiler.trace import Named, named_in
from tests.games.playable import GAMES, bound
from tests.prove.applying import apply, on_asks, on_events, on_refusals
from tests.prove.breaks import Break, Breaker
from tests.prove.edits import Written, written
from tests.prove.running import TESTS, Collector, Proof, Told, example_proof, measure, noticed, with_tests

KILLED, SURVIVED, UNBROKEN = "killed", "survived", "cannot be broken"


@dataclass(slots=True)
class Verdict:
    """What became of a row: killed by whom, which break survived, or why nothing could be broken."""

    row: str
    status: str
    why: str = ""
    blunt: bool = False  # only whole procedures were taken away
    survived: list[str] = field(default_factory=list)
    accepted: str = ""


class Prover:
    """All rows of the engine of one game."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.book = bound(slug)
        read = pipeline.read(GAMES / slug, Sink())
        assert read is not None
        self.checked = read
        ledger = self.book.game.ledger
        assert ledger is not None, f"{slug} has no ledger"
        self.ledger = ledger
        package = package_of(self.book.game.rules) if self.book.game.rules is not None else None
        self.written: Written = written(slug, package)
        self.breaker = Breaker(self.book, self.written.edits)
        self.tests: list[Named] = [named for path in sorted(TESTS.rglob("test_*.py")) for named in named_in(path, slug)]
        self.proofs: dict[str, list[Proof]] = {}

    @property
    def rows(self) -> list[Row]:
        """The rows that the engine has to honour."""
        return [row for row in self.ledger.rows.values() if row.scope == "engine" and row.waived is None]

    def collect(self, collector: Collector, items: Sequence[pytest.Item]) -> None:
        """Who names which row, directly or by the row that says the same."""
        by_function: dict[tuple[Path, str], list[Proof]] = {}
        for item in items:
            name = getattr(item, "originalname", item.name)
            by_function.setdefault((item.path, name), []).append(Proof(item.nodeid, _running(collector, item)))
        direct: dict[str, list[Proof]] = {}
        for named in self.tests:
            for rule in named.rules:
                direct.setdefault(rule, []).extend(by_function.get((named.path, named.function), ()))
        for name, document in self.book.game.examples.items():
            proof = example_proof(self.slug, name, lambda: bound(self.slug))
            for rule in document.value.get("rules", ()):
                direct.setdefault(rule, []).append(proof)
        for id in self.ledger.rows:
            both = [*direct.get(id, ()), *direct.get(self.ledger.chief(id), ())]
            self.proofs[id] = list({proof.id: proof for proof in both}.values())

    def measure(self, rows: Sequence[Row]) -> None:
        """Run what names these rows once, unbroken."""
        proofs = {proof.id: proof for row in rows for proof in self.proofs[row.id]}
        measure(list(proofs.values()), _watch)

    def verdict(self, row: Row) -> Verdict:
        """Break a row in every way and see whether each is noticed."""
        found = self._verdict(row)
        found.accepted = self.written.survivors.get(row.id, "")
        return found

    def _verdict(self, row: Row) -> Verdict:
        if row.kind == "example":
            return Verdict(row.id, UNBROKEN, "a worked example, no rule of its own")
        proofs = sorted((p for p in self.proofs[row.id] if p.sound), key=lambda p: p.seconds)
        if not proofs:
            return Verdict(row.id, SURVIVED, "nothing names it that passes", survived=["nothing was run"])
        breaks = self.breaker.of(row.id, frozenset().union(*(p.seen for p in proofs)))
        if not breaks:
            return Verdict(row.id, UNBROKEN, "nothing in the rules or the data says it in a way that can be broken")
        told = [(it, self._noticed(it, proofs)) for it in breaks]
        killed = [said.noticed for _, said in told if said.noticed is not None]
        done = {it.where for it, said in told if it.choice and said.noticed is not None}
        silent = [(it, said) for it, said in told if said.noticed is None and it.where not in done]
        blunt = breaks[0].blunt
        survived = [str(it) for it, said in silent if not said.crashed and not (blunt and killed)]
        if survived:
            return Verdict(row.id, SURVIVED, "", blunt, survived)
        if killed:
            return Verdict(row.id, KILLED, killed[0], blunt)
        return Verdict(row.id, UNBROKEN, f"{silent[0][0]}: {silent[0][1].crashed[0]}", blunt)

    def _noticed(self, it: Break, proofs: Sequence[Proof]) -> Told:
        return noticed(proofs, lambda: apply(it, self.checked))


def _running(collector: Collector, item: pytest.Item) -> Callable[[], BaseException | None]:
    return lambda: collector.run(item)


def _watch(seen: set[tuple[str, str]]) -> None:
    def met(kind: str) -> Callable[[str], bool]:
        return lambda rule: bool(seen.add((kind, rule)))

    on_refusals(met("refusal"))
    on_events(met("event"))
    on_asks(lambda rule, ask: seen.add(({"choose": "ask", "roll": "roll"}.get(ask.kind, ask.kind), rule)))


def prove(
    slugs: Sequence[str], chosen: Sequence[str], sample: int | None, seed: int, tell: Callable[[str, Verdict], None]
) -> dict[str, list[Verdict]]:
    """Prove rows of some games: all, those chosen, or a lot drawn by a seed."""
    provers = [Prover(slug) for slug in slugs]
    found: dict[str, list[Verdict]] = {}

    def work(collector: Collector, items: Sequence[pytest.Item]) -> None:
        for prover, rows in zip(provers, _chosen(provers, chosen, sample, seed), strict=True):
            prover.collect(collector, items)
            prover.measure(rows)
            found[prover.slug] = []
            for row in rows:
                verdict = prover.verdict(row)
                found[prover.slug].append(verdict)
                tell(prover.slug, verdict)

    files = sorted({named.path for prover in provers for named in prover.tests})
    status = with_tests(files, work)
    assert status == 0, "the tests cannot be collected"
    assert len(found) == len(provers)
    return found


def _chosen(provers: Sequence[Prover], chosen: Sequence[str], sample: int | None, seed: int) -> Iterator[list[Row]]:
    every = [(prover.slug, row) for prover in provers for row in prover.rows if not chosen or row.id in chosen]
    if sample is not None:
        every = [(slug, row) for slug, row in every if row.kind != "example"]
    if sample is not None and sample < len(every):
        lot = {(slug, row.id) for slug, row in random.Random(seed).sample(every, sample)}
        every = [(slug, row) for slug, row in every if (slug, row.id) in lot]
    for prover in provers:
        yield [row for slug, row in every if slug == prover.slug]
