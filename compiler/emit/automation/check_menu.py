"""The commands of a piece that roll its checks, or tell their chances, each only where it fits."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.allowances import Allowed, allowed
from compiler.emit.automation.bars import AIM, bears_key, bears_traits, fault, fault_property, never
from compiler.emit.automation.best_leader import own_fields
from compiler.emit.automation.chances import chance_commands, chance_traits
from compiler.emit.automation.checks import FORGET, CheckButton
from compiler.emit.automation.deeds import apply_key, deed_traits, do_key
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.roll_chain import TELL, face_of, held, judge_key, refuse_key, target_checks, told
from compiler.emit.chat import REFUSED, player, said
from compiler.emit.module import keys
from compiler.emit.names import YES
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.rolls import ROLLER, TARGET, Check
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import (
    DynamicProperty,
    GlobalHotkey,
    GlobalKeyCommand,
    Report,
    RestrictCommands,
    SetGlobalProperty,
    SubMenu,
    Trait,
    Trigger,
)
from compiler.vassal.values import Limits, PropertyCommand, SetValue, Target

MENU = "Roll"
_AIMED, _PRESS_FORGET = named("liege-tell-target"), named("liege-press-forget")


def check_keys(plan: Plan, kind: CounterKind) -> list[tuple[Key, str]]:
    """The commands of a kind with their keys."""
    checks = [check for check in plan.game.rolls.checks.values() if kind.id in check.kinds]
    found = [(do_key(plan, kind, check.id), check.name.en) for check in checks]
    return [*found, *([(keys.AIM, AIM)] if target_checks(plan, kind) else [])]


def _rolls(plan: Plan, kind: CounterKind, check: Check, key: Key, menu: str) -> Iterator[Trait]:
    """Tell of yourself, press the button, carry out what came of it; whom one may not attack is not attacked."""
    press, applied = named(f"liege-press-{check.id}"), apply_key(check)
    made = CheckButton(plan, check)
    yield GlobalHotkey("", press, made.key)
    yield from deed_traits(plan, kind, check, made.value("result" if check.reading is not None else "outcome"))
    does = [applied] if check.does else []
    rolled = ex.not_equals(made.value("outcome"), "") if made.is_forgotten else None
    yield from bears_traits(check, rolled)
    bears = [bears_key(check)] if check.marks else []
    limit = allowed(plan, check)
    if not check.target:
        done: tuple[Key, ...] = (TELL, press, *bears, *does)
        if not check.barred:
            yield from _offered(limit, key, menu, done, rolled)
            return
        if limit is not None:
            counts = named(f"liege-counted-{check.id}")
            yield from limit.traits(counts, "", done, rolled)
            done = (counts,)
    else:
        if does:
            yield GlobalKeyCommand("", _sent(check), applied, suppress_reports=False, target=_aimed_at())
            does = [_sent(check)]
        done = (TELL, press, *does, *bears, _PRESS_FORGET)
    tries, refuses, judges = named(f"liege-try-{check.id}"), refuse_key(check), judge_key(check)
    # kept before it is told: a report has no place from which to measure
    judged = PropertyCommand("", judges, SetValue(ex.braced(fault(plan, check))))
    wrong = ex.prop(fault_property(check))
    yield DynamicProperty(fault_property(check), Limits(), (judged,))
    yield Report(
        (refuses,), ex.braced(ex.add(ex.add(REFUSED, ex.prop("PieceName")), ex.add(f": {check.name.en} ", wrong)))
    )
    forgets = named(f"liege-press-undecided-{check.id}")
    if made.is_forgotten:
        yield GlobalHotkey("", forgets, made.undecided)
    refused = (*((forgets,) if made.is_forgotten else ()), refuses)
    yield Trigger("refused", key=tries, match=ex.braced(ex.not_equals(wrong, "")), performed=refused)
    yield Trigger("goes on", key=tries, match=ex.braced(ex.equals(wrong, "")), performed=done)
    yield Trigger(menu, menu, key, performed=(judges, tries))


def _offered(
    limit: Allowed | None, key: Key, menu: str, done: tuple[Key, ...], rolled: ex.Node | None
) -> Iterator[Trait]:
    """A roll that nothing refuses but how often it is made."""
    if limit is None:
        yield Trigger(menu, menu, key, performed=done)
    else:
        yield from limit.traits(key, menu, done, rolled)


def _sent(check: Check) -> Key:
    return named(f"liege-hits-{check.id}")


def _aimed_at() -> Target:
    """The piece that was aimed at, wherever it is."""
    return Target(by_property=True, property="UniqueID", value=ex.braced(ex.prop(held(TARGET, "id"))))


def check_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """The commands of a kind: tell of yourself, then press the button."""
    checks = [check for check in plan.game.rolls.checks.values() if kind.id in check.kinds]
    if not checks:
        return
    yield from own_fields(plan, kind)
    for of, key in ((ROLLER, TELL), (TARGET, _AIMED)):
        for name, value in told(plan, of, kind).items():
            yield SetGlobalProperty(held(of, name), Limits(), (PropertyCommand("", key, SetValue(ex.braced(value))),))
    commands = check_keys(plan, kind)
    for check, (key, menu) in zip(checks, commands, strict=False):
        yield from _rolls(plan, kind, check, key, menu)
    if target_checks(plan, kind):
        yield GlobalHotkey("", _PRESS_FORGET, FORGET)
        yield Trigger(AIM, AIM, keys.AIM, performed=(_AIMED,))
        aims = said(player(), " aims at <b>", ex.prop("newPieceName"), "</b> in ", ex.prop("location"))
        yield Report((keys.AIM,), ex.braced(aims))
    yield from chance_traits(plan, kind)
    weighed = {made.check.id: key for made, key, _ in chance_commands(plan, kind)}
    own = [
        (check, (key, *([weighed[check.id]] if check.id in weighed else ())))
        for check, (key, _) in zip(checks, commands, strict=False)
    ]
    yield from _hidden(plan, kind, own)
    yield SubMenu(MENU, tuple(menu for _, menu in commands))
    yield RestrictCommands(
        "no automatic rolls",
        "Hide",
        ex.braced(ex.equals(ex.prop(OFF), True)),
        (*(key for key, _ in commands), *weighed.values()),
    )


def _hidden(plan: Plan, kind: CounterKind, commands: list[tuple[Check, tuple[Key, ...]]]) -> Iterator[Trait]:
    """Where a check does not fit its commands are not there.

    A trait for each face, not for each check: VASSAL writes out all traits of a piece at every change.
    """
    for face in dict.fromkeys(check.face for check, _ in commands if check.face is not None):
        shut = tuple(key for check, own in commands if check.face == face for key in own)
        yield RestrictCommands(f"not {face}", "Hide", ex.braced(ex.not_equals(face_of(plan, kind), face)), shut)
    for check, own in commands:
        unfit = never(plan, check)
        if unfit is not None:
            yield RestrictCommands(f"never {check.id}", "Hide", ex.braced(unfit), own)
        if check.needs is not None:
            unable = ex.braced(ex.not_equals(ex.prop(check.needs), YES))
            yield RestrictCommands(f"no {check.needs}", "Hide", unable, own)
