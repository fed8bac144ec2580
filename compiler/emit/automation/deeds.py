"""Results carried out: what a check says is done to the piece it concerns, in the same step as the roll.

Each deed is a chain of commands the piece already has (marks, faces, steps, sends), so that a player could have done it
by hand, and every part of it is told. Nothing is done for a player who wants results only told.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.flight import deeds_of, draw_key, flee_key, outcome_traits
from compiler.emit.automation.preference import is_applied
from compiler.emit.automation.raising import raise_key
from compiler.emit.automation.resets import turns_key
from compiler.emit.automation.roll_chain import face_of
from compiler.emit.module import keys
from compiler.emit.module.destinations import due_key, send_key
from compiler.emit.module.marks import bare_key, bear_key, is_unmarked
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.deeds import Deed
from compiler.model.rolls import Check
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Trait, Trigger


def apply_key(check: Check) -> Key:
    """The command that carries out what a check came to."""
    return named(f"liege-apply-{check.id}")


def face_key(face: str) -> Key:
    """The command that turns a piece to a face."""
    return named(f"liege-face-{face}")


def deed_traits(plan: Plan, kind: CounterKind, check: Check, code: ex.Node) -> Iterator[Trait]:
    """A trigger for every result of a check that does something; `code` is what the check says."""
    for result, deed in check.does.items():
        lies, printed = face_of(plan, kind), ex.prop("Side")
        sides = {  # once: who lies so already is treated like the others
            side: ex.every(ex.equals(printed, side), *([ex.not_equals(lies, to.face)] if to.face is not None else ()))
            for side, to in deed.sides.items()
        }
        own: list[tuple[Deed, list[ex.Node]]] = [(deed, [ex.not_(ex.any_of(*sides.values()))] if sides else [])]
        own += [(deed.sides[side], [test]) for side, test in sides.items()]
        for done, tests in own:
            match = ex.every(is_applied(), ex.equals(code, result), *tests)
            chain = tuple(deed_chain(plan, kind, done))
            yield Trigger(f"{check.id}: {result}", key=apply_key(check), match=ex.braced(match), performed=chain)


def do_key(plan: Plan, kind: CounterKind, check: str) -> Key:
    """The command of a kind that rolls a check."""
    own = [id for id, made in plan.game.rolls.checks.items() if kind.id in made.kinds]
    return keys.check_key(own.index(check)) or named(f"liege-do-{check}")


def deed_chain(plan: Plan, kind: CounterKind, deed: Deed) -> Iterator[Key]:
    """The commands that carry a deed out, in order."""
    yield from (bear_key(mark, value) for mark, value in deed.marks.items())
    yield from (bare_key(mark, value) for mark, value in deed.bare.items())
    if deed.face is not None:
        yield face_key(deed.face)
    yield from (keys.LOSE_STEP for _ in range(deed.steps))
    if deed.wait:
        yield due_key(deed.wait)
    if deed.send is not None:
        yield send_key(deed.send)
    if deed.lost:
        yield keys.ELIMINATE
    if deed.flees is not None:
        yield flee_key(deed.flees)
    if deed.draw is not None:
        yield draw_key(deed.draw)
    if deed.raises is not None:
        yield raise_key(deed.raises)
    if deed.check is not None:
        yield do_key(plan, kind, deed.check)


def face_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """Turning to a face that some result, or having moved, names: over and over until it lies up."""
    moved = [reset for reset in plan.game.upkeep.resets.values() if reset.moved and kind.id in reset.kinds]
    faces = dict.fromkeys(deed.face for deed in deeds_of(plan, kind) if deed.face is not None)
    for face in dict.fromkeys((*faces, *(reset.to for reset in moved))):
        lies = ex.equals(face_of(plan, kind), face)
        yield Trigger(
            f"turns to {face}", key=face_key(face), match=ex.braced(ex.not_(lies)), performed=(keys.FLIP,), loop=True,
            loop_kind="until", until_match=ex.braced(lies),
        )  # fmt: skip
    for reset in moved:
        turned = (face_key(reset.to), *((keys.UNMARK_MOVED,) if is_unmarked(plan) else ()))
        yield Trigger(reset.id, key=turns_key(reset), performed=turned)
    yield from outcome_traits(plan, kind)
