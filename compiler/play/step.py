"""Registries: what rules code offers by name. Collected when a rulebook is bound, never at a distance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from compiler.model.table import Table
from compiler.play.ask import Ask, Flow, Refusal
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene

if TYPE_CHECKING:
    from compiler.play.facts import Finder

F = TypeVar("F")
StepFlow = Callable[[Scene], Flow[Outcome]]


@dataclass(frozen=True, slots=True)
class Setting:
    """A value a step takes under `with`: what it names (field, track, …), what for, whether it must be there."""

    what: str
    says: str
    required: bool = False
    choices: tuple[str, ...] = ()
    read: Callable[[Any, Any], Any] | None = None  # what reads it, where it is more than a name


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the rules: its name in the sequence, the rules it carries out, the procedure itself."""

    name: str
    rules: tuple[str, ...]
    run: StepFlow
    settings: dict[str, Setting] | None = None  # None: those of the step it takes the place of
    module: str = ""


@dataclass(frozen=True, slots=True)
class Restricted:
    """A restriction on a kind of action; calling it gives a refusal or None."""

    action: type
    rule: str
    says: Callable[[Scene, Any], str | None]
    module: str = ""

    def __call__(self, scene: Scene, answer: Any) -> Refusal | None:
        because = self.says(scene, answer)
        return None if because is None else Refusal(self.rule, because)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition that `while` and `until` may name."""

    name: str
    rules: tuple[str, ...]
    holds: Callable[[Scene], bool]
    module: str = ""


@dataclass(frozen=True, slots=True)
class Law:
    """Something true whenever a step ends; says what is wrong, or None."""

    rule: str | None
    broken: Callable[[Scene], str | None]
    module: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """How good a table is for a seat; higher is better. For the greedy player."""

    value: Callable[[Any, Table, str], float]  # rulebook, table, seat
    module: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """How good each option of an ask looks, without trying it; None: no opinion. For the greedy player."""

    scores: Callable[[Scene, Ask], Sequence[float] | None]
    module: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat is in the game, in a word, where that changes in play: a vassal, a rebel. For counts of games."""

    of: Callable[[Scene, str], str]
    module: str = ""


@dataclass(frozen=True, slots=True)
class Zones:
    """Where the enemies of a seat hold the ground around them. For whoever looks at the map."""

    against: Callable[[Scene, str], Iterable[str]]
    module: str = ""


@dataclass(frozen=True, slots=True)
class Binding:
    """What the rules of a game know of its definition, worked out when they are bound."""

    make: Callable[[Any], Any]  # Finder → the game's own Facts
    module: str = ""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The language of the stock steps: reads conditions, filters and effects of a game when its rules are bound."""

    read: Callable[[Any, Any], Any]  # rulebook, sink
    module: str = ""


OFFERED: list[Step | Restricted | Predicate | Law | Judgement | Advice | Standing | Zones | Binding | Grammar] = []


def step(
    rule: str | None, name: str, *also: str, settings: dict[str, Setting] | None = None
) -> Callable[[StepFlow], StepFlow]:
    """Offer a step under a name; `rule` (and `also`) are the rows of the ledger it carries out."""

    def offer(run: StepFlow) -> StepFlow:
        rules = (rule, *also) if rule is not None else also
        OFFERED.append(Step(name, rules, run, settings, run.__module__))
        return run

    return offer


def restricts(action: type, rule: str) -> Callable[[Callable[[Scene, Any], str | None]], Restricted]:
    """Offer a restriction on an action: a function that says in words what is wrong, or None."""

    def offer(says: Callable[[Scene, Any], str | None]) -> Restricted:
        found = Restricted(action, rule, says, says.__module__)
        OFFERED.append(found)
        return found

    return offer


def predicate(name: str, *rules: str) -> Callable[[Callable[[Scene], bool]], Callable[[Scene], bool]]:
    """Offer a condition under a name."""

    def offer(holds: Callable[[Scene], bool]) -> Callable[[Scene], bool]:
        OFFERED.append(Predicate(name, rules, holds, holds.__module__))
        return holds

    return offer


def law(rule: str | None = None) -> Callable[[Callable[[Scene], str | None]], Callable[[Scene], str | None]]:
    """Offer a law: true at the end of every step."""

    def offer(broken: Callable[[Scene], str | None]) -> Callable[[Scene], str | None]:
        OFFERED.append(Law(rule, broken, broken.__module__))
        return broken

    return offer


def judges(value: Callable[[Any, Table, str], float]) -> Callable[[Any, Table, str], float]:
    """Offer the game's own judgement of a table."""
    OFFERED.append(Judgement(value, value.__module__))
    return value


def advises(scores: Callable[[Scene, Ask], Sequence[float] | None]) -> Callable[[Scene, Ask], Sequence[float] | None]:
    """Offer the game's own advice: a number for each option in the order listed."""
    OFFERED.append(Advice(scores, scores.__module__))
    return scores


def stands(of: Callable[[Scene, str], str]) -> Callable[[Scene, str], str]:
    """Offer the game's own word for what a seat is."""
    OFFERED.append(Standing(of, of.__module__))
    return of


def holds_zones(against: Callable[[Scene, str], Iterable[str]]) -> Callable[[Scene, str], Iterable[str]]:
    """Offer the zones of control of a game: the spaces in those of a seat's enemies."""
    OFFERED.append(Zones(against, against.__module__))
    return against


def reads(read: Callable[[Any, Any], F]) -> Callable[[Any, Any], F]:
    """Offer the language of the stock steps."""
    OFFERED.append(Grammar(read, read.__module__))
    return read


def binds(make: Callable[[Finder], F]) -> Callable[[Finder], F]:
    """Offer the facts of a game: a function from a finder to a frozen dataclass, found in play as `book.facts`."""
    OFFERED.append(Binding(make, make.__module__))
    return make
