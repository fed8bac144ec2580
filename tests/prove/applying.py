"""Breaking a row for the rest of a process; the process is a child that ends with its tests."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from compiler import pipeline
from compiler.load import Bundle
from compiler.model.event import Event, Rolled, Said
from compiler.model.game import Game
from compiler.model.lower import game as lowering
from compiler.model.sequence import SequenceNode
from compiler.play import ask as asking
from compiler.play.ask import Ask, Options, Refusal
from compiler.play.machine import Walk
from compiler.play.scene import Scene
from compiler.play.step import OFFERED, Step
from tests.prove.breaks import Break, Carrier
from tests.prove.edits import apply_edit

CHANCE = ("roll_of.", "draw.", "shuffle.")  # whoever answers for the dice is refused there, no player
SPOKEN = (Said, Rolled)  # events that only tell

_made = 0


def instead(function: FunctionType, new: Callable[..., Any]) -> None:
    """Let a function do something else wherever it was imported; `new` is given the old one first."""
    global _made
    _made += 1
    name = f"_broken_{_made}"
    old = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    old.__kwdefaults__ = function.__kwdefaults__
    function.__globals__[name] = lambda *args, **keys: new(old, *args, **keys)
    shell = compile(f"def shell(*args, **keys):\n    return {name}(*args, **keys)\n", "<broken>", "exec")
    made: dict[str, Any] = {}
    exec(shell, made)
    code = made["shell"].__code__
    if function.__code__.co_freevars:
        raise ValueError(f"`{function.__qualname__}` stands inside another function")
    function.__code__ = code


def functions(module: str, name: str) -> list[FunctionType]:
    """The function of a module, however it was wrapped."""
    return [
        f
        for f in gc.get_objects()
        if type(f) is FunctionType and f.__module__ == module and f.__code__.co_qualname == name
    ]


# -- watching and breaking what quotes a row ---------------------------------------------------------------------------
def on_refusals(met: Callable[[str], bool]) -> None:
    """Call `met` with the rule of every refusal of a player; where it answers true, nothing is refused."""

    def new(cls: type[Refusal], rule: str | None, because: str) -> Refusal | None:
        made = sys._getframe(1).f_code.co_qualname
        if rule is not None and not made.startswith(CHANCE) and met(rule):
            return None
        return object.__new__(cls)

    Refusal.__new__ = new  # type: ignore[method-assign,assignment]


def on_events(met: Callable[[str], bool]) -> None:
    """Call `met` with the rule of every event that changes the table; where it answers true, it does not happen."""

    def happens(event: Event) -> bool:
        rule = getattr(event, "rule", None)
        return rule is None or isinstance(event, SPOKEN) or not met(rule)

    def do(old: Callable[..., None], self: Any, *events: Event) -> None:
        kept = [event for event in events if happens(event)]
        if kept:
            old(self, *kept)

    instead(Scene.do, do)  # type: ignore[arg-type]
    instead(Scene.handle, do)  # type: ignore[arg-type]
    instead(Walk.do, do)  # type: ignore[arg-type]


def on_asks(met: Callable[[str, Ask], None]) -> None:
    """Call `met` with the rule of every question and every roll."""
    old = Ask.__init__

    def init(self: Ask, *args: Any, **keys: Any) -> None:
        old(self, *args, **keys)
        if self.rule is not None:
            met(self.rule, self)

    Ask.__init__ = init  # type: ignore[method-assign]


def _unasked(ask: Ask) -> None:
    """Only the first option is left."""
    options = ask.options
    first = Options(lambda: tuple(options)[:1])
    ask.options, ask.stop = first, None
    ask.judge = lambda answer: None if answer in first else Refusal(None, "it is not asked")


# -- applying ----------------------------------------------------------------------------------------------------------
def apply(it: Break, checked: pipeline.Checked) -> None:
    """Break a row here and now."""
    if it.how == "refusal":
        on_refusals(lambda rule: rule == it.where)
    elif it.how == "event":
        on_events(lambda rule: rule == it.where)
    elif it.how == "ask":
        on_asks(lambda rule, ask: _unasked(ask) if rule == it.where and ask.kind == "choose" else None)
    elif it.how == "roll":
        instead(asking.dice, _turned_round(it.where))  # type: ignore[arg-type]
    elif it.how == "data":
        _swap_game(it.where.applied(checked.game), checked)
    elif it.how == "edit":
        apply_edit(it.where)
    elif it.how == "node":
        _pass_over(it.where)
    else:
        carrier: Carrier = it.where
        found = functions(carrier.module, carrier.name)
        assert found, f"`{carrier.name}` of {carrier.module} is not there"
        for function in found:
            instead(function, _answering(it))


def _pass_over(id: str) -> None:
    """Let a step do nothing, a phase not begin, a loop run backwards or stop after its first pass."""

    def run(old: Callable[..., Any], scene: Scene) -> Any:
        return _nothing() if scene.node.id == id else old(scene)

    def values(old: Callable[..., Any], self: Walk, node: SequenceNode) -> Any:
        found = old(self, node)
        return found[::-1] if node.id == id and node.over in ("seat", "side") else found[: 1 if node.id == id else None]

    def wanted(old: Callable[..., Any], self: Walk, node: SequenceNode) -> Any:
        return old(self, node) and not (node.id == id and node.id in self.loops)

    def enter(old: Callable[..., Any], self: Walk, node: SequenceNode) -> Any:
        return False if node.id == id and node.kind == "phase" else old(self, node)

    for offered in OFFERED:
        if isinstance(offered, Step):
            instead(offered.run, run)  # type: ignore[arg-type]
    instead(Walk.values, values)  # type: ignore[arg-type]
    instead(Walk._wanted, wanted)  # type: ignore[arg-type]
    instead(Walk.enter, enter)  # type: ignore[arg-type]


def _nothing() -> Iterator[Any]:
    return
    yield


def _answering(it: Break) -> Callable[..., Any]:
    carrier: Carrier = it.where
    if it.how == "always":
        return lambda old, *args, **keys: it.value
    if it.how == "number":
        return lambda old, *args, **keys: old(*args, **keys) + 1
    if it.how == "negated":
        return _negated
    if it.how == "empty":
        return lambda old, *args, **keys: _empty(old(*args, **keys))
    assert it.how == "nothing"
    flows = carrier.returns.startswith("Flow[")
    return lambda old, *args, **keys: _nothing() if flows else None


def _turned_round(rule: str) -> Callable[..., Any]:
    def dice(old: Callable[..., Any], scene: Scene, id: str, **keys: Any) -> Iterator[Any]:
        values = yield from old(scene, id, **keys)
        return tuple(scene.game.dice[id].sides + 1 - v for v in values) if keys.get("rule") == rule else values

    return dice


def _negated(old: Callable[..., Any], *args: Any, **keys: Any) -> Iterator[Any]:
    answer = yield from old(*args, **keys)
    return not answer if isinstance(answer, bool) else answer + 1


def _empty(answer: Any) -> Any:
    return type(answer)() if isinstance(answer, (list, tuple, set, frozenset, dict)) else iter(())


def _swap_game(game: Game, checked: pipeline.Checked) -> None:
    """Everybody who reads the game from now on, or has read it, gets this one."""

    def read(old: Callable[..., Any], folder: Any, sink: Any) -> Any:
        return pipeline.Checked(game, checked.bundle) if folder.name == game.id else old(folder, sink)

    def lower(old: Callable[..., Any], bundle: Bundle, sink: Any) -> Any:
        found = old(bundle, sink)
        return game if found is not None and found.id == game.id else found

    instead(pipeline.read, read)  # type: ignore[arg-type]
    instead(lowering.lower, lower)  # type: ignore[arg-type]
    forget()


def forget() -> None:
    """Forget whatever tests and the compiler keep of games they read."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("tests.", "compiler.")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
