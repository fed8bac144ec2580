"""The prover itself: it tells a test that notices from one that does not, and from rules that merely break down."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from compiler.model.game import Constant
from compiler.play.ask import Refusal, Refused
from compiler.play.coverage import carries
from compiler.play.faults import EngineFault
from tests.games.playable import bound
from tests.prove.applying import apply, instead
from tests.prove.breaks import Break, Carrier, breaks_of, carriers
from tests.prove.data import data_breaks
from tests.prove.edits import HERE, written
from tests.prove.proving import Prover
from tests.prove.running import Proof, in_child, kills, noticed

HELD = sorted(path.stem for path in HERE.glob("*.yaml"))  # games whose every survivor has a reason


@carries("1.1", "1.2")
def bonus(value: int) -> int:
    return value + 1


def may(value: int) -> bool:
    return value > 1


def proof(test: Callable[[], object]) -> Proof:
    def run() -> BaseException | None:
        try:
            test()
        except Exception as error:
            return error
        return None

    return Proof(test.__name__, run)


def sees_it() -> None:
    assert may(1) is False


def looks_away() -> None:
    assert may(2) is True


def breaks_down() -> None:
    bound("nowhere")


def always(value: object) -> Callable[[], None]:
    return lambda: instead(may, lambda old, *args: value)  # type: ignore[arg-type]


def test_only_a_test_that_fails_by_what_it_asserts_has_noticed() -> None:
    told = noticed([proof(looks_away), proof(sees_it)], always(True))
    assert (told.noticed, told.crashed) == ("sees_it", [])
    assert noticed([proof(looks_away)], always(True)).noticed is None
    assert may(1) is False, "only the child was broken"


def test_a_break_that_goes_on_for_ever_has_not_been_noticed() -> None:
    def forever() -> None:
        while may(1) is False:
            pass

    assert in_child(forever, patience=1) is None


def test_assertions_refusals_and_faults_say_so_and_crashes_of_the_rules_do_not() -> None:
    def raised(test: Callable[[], object]) -> BaseException:
        error = proof(test).run()
        assert error is not None
        return error

    assert kills(AssertionError())
    assert kills(Refused(Refusal("1.1", "no")))
    assert kills(EngineFault("round in circles"))
    assert kills(raised(lambda: {}["asked"]))  # the test itself stumbles over the answer it got
    assert not kills(raised(lambda: Path(None)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("returns", "told"),
    [
        ("bool", ["is always False", "is always True"]),
        ("int", ["is always 0", "is one more"]),
        ("Flow[bool]", ["says the opposite"]),
        ("Flow[None]", ["does nothing"]),
        ("str | None", ["is always None"]),
        ("list[str]", ["is empty"]),
    ],
)
def test_functions_are_broken_by_what_they_answer(returns: str, told: list[str]) -> None:
    carrier = Carrier(__name__, "bonus", "carries", ("1.1",), returns)
    assert [str(it) for it in breaks_of(carrier)] == [f"`bonus` {words}" for words in told]


def test_what_carries_a_row_is_read_from_the_rules() -> None:
    found = [c for c in carriers("compiler.rules.shogun") if c.kind == "predicate"]
    assert "4-7A.1" in {rule for c in found for rule in c.rules}
    assert "armies_may_move" not in {rule for c in found for rule in c.rules}, "that is its name"


def test_a_function_is_broken_wherever_it_was_imported() -> None:
    carrier = Carrier(__name__, "bonus", "carries", ("1.1",), "int")
    checked = Prover("first_battle").checked

    def answers(how: str, value: object = None) -> object:
        def work() -> int:
            apply(Break(how, "bonus", carrier, value), checked)
            return bonus(4)

        return in_child(work)

    assert (answers("always", 0), answers("number"), bonus(4)) == (0, 6, 5)


def test_the_datum_that_cites_a_row_is_nudged_and_no_other() -> None:
    game = bound("anegawa").game
    [nudge] = [n for n in data_breaks(game, frozenset({"13-8-1.1"})) if n.holder is Constant]
    changed = nudge.applied(game)
    assert changed.constants["impetus_bonus"].value == game.constants["impetus_bonus"].value + 1
    same = {**changed.constants, "impetus_bonus": game.constants["impetus_bonus"]}
    assert replace(changed, constants=same) == game


@pytest.mark.parametrize("slug", HELD)
def test_breaks_and_reasons_written_by_hand_are_not_stale(slug: str) -> None:
    prover = Prover(slug)
    said = written(slug, prover.breaker.package)
    assert said.stale == ()
    assert {*said.survivors, *(edit.row for edit in said.edits)} <= set(prover.ledger.rows)
    assert all(reason.strip() for reason in said.survivors.values())


@pytest.mark.parametrize("slug", HELD)
def test_data_of_every_row_can_be_nudged(slug: str) -> None:
    prover = Prover(slug)
    assert data_breaks(prover.book.game, frozenset(prover.ledger.rows))


@pytest.mark.slow
@pytest.mark.parametrize("slug", HELD)
def test_no_row_of_a_lot_survives_without_a_reason(slug: str) -> None:
    prover = [sys.executable, "-m", "tests.prove", slug, "--sample", "4", "--seed", "12"]
    done = subprocess.run(prover, capture_output=True, text=True, cwd=HERE.parents[1], check=False)
    assert done.returncode == 0, done.stdout + done.stderr
