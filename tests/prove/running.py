"""Running the tests that name a row, each time in a child of its own in which something is broken."""

from __future__ import annotations

import json
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from compiler.play.ask import Refused
from compiler.play.book import Rulebook
from compiler.play.examples import Failing, play_example
from compiler.play.faults import EngineFault

TESTS = Path(__file__).parents[1]
PATIENCE = 30  # seconds for the tests of a row; a break may send the rules in circles
SAYS_SO = (AssertionError, Refused, EngineFault, Failing, pytest.fail.Exception)


@dataclass(slots=True)
class Proof:
    """A test or worked example that names rows: how to run it, and how long it took."""

    id: str
    run: Callable[[], BaseException | None]
    seconds: float = 0.0
    sound: bool = True  # it passes when nothing is broken
    seen: frozenset[tuple[str, str]] = frozenset()  # refusals and events it comes upon


@dataclass(slots=True)
class Told:
    """What a child says: the first test that noticed, or those that only broke down."""

    noticed: str | None = None
    why: str = ""
    crashed: list[str] = field(default_factory=list)


def kills(error: BaseException) -> bool:
    """Whether a failure says that something is wrong, rather than the rules or the test breaking down."""
    if isinstance(error, SAYS_SO):
        return True
    at = error.__traceback__
    while at is not None and at.tb_next is not None:
        at = at.tb_next
    return at is not None and Path(at.tb_frame.f_code.co_filename).is_relative_to(TESTS)


def example_proof(slug: str, name: str, book: Callable[[], Rulebook]) -> Proof:
    """A worked example as something to run."""

    def run() -> BaseException | None:
        try:
            bound = book()
            play_example(bound, bound.game.examples[name].value)
        except Exception as error:
            return error
        return None

    return Proof(f"games/{slug}/examples/{name}.yaml", run)


class Collector:
    """A plugin that takes the collected tests and runs them as it is told, instead of all."""

    def __init__(self, then: Callable[[Sequence[pytest.Item]], None]) -> None:
        self.then = then
        self.error: BaseException | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("some tests cannot be collected")
        self.then(session.items)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        if call.excinfo is not None and self.error is None:
            self.error = call.excinfo.value
        return (yield)

    def run(self, item: pytest.Item) -> BaseException | None:
        """Run one test; what it raised."""
        self.error = None
        runtestprotocol(item, log=False, nextitem=None)
        return self.error


def with_tests(files: Iterable[Path], then: Callable[[Collector, Sequence[pytest.Item]], None]) -> int:
    """Collect the tests of some files once and hand them on."""
    plugin = Collector(lambda items: then(plugin, items))
    names = [str(path) for path in files]
    quiet = ["-q", "-q", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist"]
    if not names:
        then(plugin, ())
        return 0
    return int(pytest.main([*quiet, "--rootdir", str(TESTS.parent), *names], plugins=[plugin]))


def in_child(work: Callable[[], Any], patience: int = PATIENCE) -> Any:
    """What some work answers in a child process; None when it dies or takes too long."""
    out, into = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(out)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(patience)
            _silent()
            with os.fdopen(into, "w") as pipe:
                json.dump(work(), pipe)
            status = 0
        finally:
            os._exit(status)
    os.close(into)
    with os.fdopen(out) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else None


def _silent() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def noticed(proofs: Sequence[Proof], broken: Callable[[], None]) -> Told:
    """Break something in a child and see which of the tests notices first."""

    def work() -> dict[str, Any]:
        broken()
        crashed: list[str] = []
        for proof in proofs:
            error = proof.run()
            if error is not None and kills(error):
                return {"noticed": proof.id, "why": _short(error), "crashed": crashed}
            if error is not None:
                crashed.append(f"{proof.id}: {_short(error)}")
        return {"noticed": None, "crashed": crashed}

    said = in_child(work)
    return Told(**said) if said is not None else Told(crashed=["it goes on for ever, or the process dies"])


def measure(proofs: Sequence[Proof], watch: Callable[[set[tuple[str, str]]], None]) -> None:
    """Run all tests with nothing broken: which pass, how long they take, what they come upon."""

    def work() -> list[Any]:
        seen: set[tuple[str, str]] = set()
        watch(seen)
        found = []
        for proof in proofs:
            seen.clear()
            began = perf_counter()
            error = proof.run()
            found.append([error is None, perf_counter() - began, sorted(seen)])
        return found

    said = in_child(work, patience=20 * 60)
    assert said is not None, "the tests do not run through when nothing is broken"
    for proof, (sound, seconds, met) in zip(proofs, said, strict=True):
        proof.sound, proof.seconds = sound, seconds
        proof.seen = frozenset((kind, rule) for kind, rule in met)


def _short(error: BaseException) -> str:
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else ''}"[:160]
