"""Steps and conditions for sequences of the tests: they ask little and leave marks of what they did."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from compiler.diagnostics import Sink
from compiler.model.common import Name
from compiler.model.event import Drawn, Revealed, Said, TrackSet
from compiler.model.game import Game
from compiler.model.sequence import SequenceNode
from compiler.play.ask import Action, Flow, Topic, decide, one_of, question, rules_on, sealed
from compiler.play.book import Rulebook, bind
from compiler.play.outcome import AGAIN, Leave, Outcome, Victory
from compiler.play.scene import Scene
from compiler.play.step import Setting, predicate, restricts, step
from tests.play.table import game


@dataclass(frozen=True, slots=True)
class About(Topic):
    """What all questions of the toy are about."""


@dataclass(frozen=True, slots=True)
class Toss(Action):
    """An action with parts: who tosses what, and how far."""

    piece: str
    far: int
    over: tuple[str, ...] = ()


@restricts(Toss, "4.2")
def too_far(scene: Scene, toss: Toss) -> str | None:
    """Nobody tosses farther than three."""
    return f"{toss.far} is too far" if toss.far > 3 else None


@restricts(Toss, "6.3")
def too_heavy(scene: Scene, toss: Toss) -> str | None:
    """Stones are for heroes."""
    return "it is too heavy" if toss.piece == "stone" else None


@step("1.1", "say")
def say(scene: Scene) -> Flow[Outcome]:
    """Say where we are, and ask nothing."""
    yield from ()
    loops = " ".join(f"{id}={value}" for id, value in scene.cursor.loops)
    scene.do(Said(f"{scene.node.id} {scene.active} {loops}".strip()))
    return None


@step("1.2", "pick", settings={"leave": Setting("step", "what is left", choices=("loop", "pick", "say"))})
def pick(scene: Scene) -> Flow[Outcome]:
    """Choose how this step ends."""
    answer = yield from decide(scene, ["on", "again", "leave", "win"], topic=About(), prompt="how does it end?")
    scene.do(Said(f"picked {answer}"))
    if answer == "again":
        return AGAIN
    if answer == "leave":
        return Leave(scene.setting("leave", "loop"))
    return Victory((scene.active,), "because we say so", "1.2") if answer == "win" else None


@step("1.3", "toss")
def toss(scene: Scene) -> Flow[Outcome]:
    """Toss something as far as one can."""
    candidates = [Toss(what, far, ("0405",)) for what in ("ball", "stone") for far in (1, 2, 9)]
    rules = (one_of(candidates, rule="1.3"), *rules_on(scene, Toss))
    chosen = yield from decide(scene, candidates, rules, topic=About(), prompt="toss what?", rule="1.3")
    scene.do(Said(f"tossed {chosen.piece} {chosen.far}"))
    return None


@step("1.9", "whisper")
def whisper(scene: Scene) -> Flow[Outcome]:
    """Somebody learns something, or nobody anything."""
    unit = "north_spears#1"
    answer = yield from decide(scene, ["show", "hide", "tell", "shout", "draw"], topic=About(), prompt="what?")
    if answer in ("show", "hide"):
        scene.do(Revealed(unit, ("north",) if answer == "hide" else None))
    elif answer == "draw":
        scene.do(Drawn(unit, scene.table.pieces[unit].place, ("north", "south")))
    else:
        scene.do(Said("psst", to=("south",) if answer == "tell" else None))
    return AGAIN


@step("1.4", "hide")
def hide(scene: Scene) -> Flow[Outcome]:
    """All seats choose at once, then it is told."""
    signs = ["rock", "paper", "scissors"]
    seats = scene.scenario.seats
    answers = yield from sealed(
        [question(scene, signs, topic=About(), seat=seat, prompt="show what?") for seat in seats]
    )
    scene.do(Said(" ".join(answers.values())))
    return None


@step("1.5", "stuck")
def stuck(scene: Scene) -> Flow[Outcome]:
    """Ask with nothing to choose."""
    yield from decide(scene, [], topic=About(), prompt="choose nothing")
    return None


@step("1.6", "count")
def count(scene: Scene) -> Flow[Outcome]:
    """Move the count on."""
    yield from ()
    scene.do(TrackSet("marches", int(scene.table.tracks["marches"]) + 1))
    return None


@step("1.7", "break")
def broken(scene: Scene) -> Flow[Outcome]:
    """A step with a bug: it puts a track where it has no box, sometimes."""
    answer = yield from decide(scene, ["well", "ill", "fine"], topic=About(), prompt="how are you?")
    if answer == "ill":
        scene.do(TrackSet("marches", 99))
    return AGAIN


@predicate("few")
def few(scene: Scene) -> bool:
    """The count is below three."""
    return int(scene.table.tracks["marches"]) < 3


@predicate("many")
def many(scene: Scene) -> bool:
    return not few(scene)


def node(kind: str, id: str, *children: SequenceNode, **parts: Any) -> SequenceNode:
    return SequenceNode(id, kind, Name(id), tuple(children), **parts)


def do(step: str, id: str | None = None, **parts: Any) -> SequenceNode:
    """A step of the toy."""
    return node("step", id or step, step=step, **parts)


def toy(*sequence: SequenceNode, **changes: Any) -> Rulebook:
    """The small game with another sequence of play and the toy's steps; marks and piles clear nowhere."""
    plain: Game = game()
    marks = {id: replace(mark, clears_at=None) for id, mark in plain.marks.items()}
    piles = {id: replace(pile, refill_at=None) for id, pile in plain.piles.items()}
    changed = replace(plain, **{"marks": marks, "piles": piles, "sequence": tuple(sequence), **changes})
    sink = Sink()
    book = bind(changed, sink, ("tests.play.toy",))
    assert book is not None, [d.message for d in sink]
    return book
