"""Everything a game says in the language of the stock steps, read once when its rules are bound."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from compiler.diagnostics import Sink, diagnose
from compiler.model.articles import Article, Written
from compiler.model.ids import meant
from compiler.model.sequence import SequenceNode
from compiler.play.book import Rulebook
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.play.step import Step, reads
from compiler.play.stock.conditions import Condition, condition
from compiler.play.stock.effects import Effects, effects
from compiler.play.stock.here import Here
from compiler.play.stock.menus import Entry, entry
from compiler.play.stock.reading import CARD, IT, ROLL, SPACE, THERE, Reading
from compiler.play.stock.standing import (
    Holding,
    Income,
    Line,
    Scoring,
    Way,
    Win,
    holding,
    income,
    line,
    scoring,
    way,
    win,
)
from compiler.play.stock.weighing import Bar, Modifier, bar, modifier


@dataclass(slots=True)
class Bound:
    """The articles of a game made ready."""

    modifiers: dict[str, Modifier] = field(default_factory=dict)
    bars: dict[str, Bar] = field(default_factory=dict)
    ways: dict[str, Way] = field(default_factory=dict)
    lines: dict[str, Line] = field(default_factory=dict)
    scorings: dict[str, Scoring] = field(default_factory=dict)
    incomes: dict[str, Income] = field(default_factory=dict)
    wins: dict[str, Win] = field(default_factory=dict)
    events: dict[str, Effects] = field(default_factory=dict)
    results: dict[str, dict[str, Effects]] = field(default_factory=dict)
    menus: dict[str, dict[str, Entry]] = field(default_factory=dict)
    holding: Holding | None = None
    settings: dict[tuple[str, str], Any] = field(default_factory=dict)
    conditions: dict[tuple[str, str], Guard] = field(default_factory=dict)  # of nodes


@dataclass(frozen=True, slots=True)
class Guard:
    """The condition of a node, and the rule that is told when it does not hold."""

    holds: Condition
    rule: str | None

    def __call__(self, scene: Scene) -> bool:
        return self.holds(Here.of(scene))


@reads
def read_all(book: Rulebook, sink: Sink) -> Bound:
    """Read what a game says; every fault is told where it stands."""
    game, articles = book.game, book.game.articles
    bound = Bound()

    def at(article: Article) -> Reading:
        return Reading(game, sink, article.written)

    bound.ways.update({id: way(at(a), a) for id, a in articles.ways.items()})
    bound.lines.update({id: line(at(a), a, bound.ways) for id, a in articles.lines.items()})
    bound.modifiers.update({id: modifier(at(a), a) for id, a in articles.modifiers.items()})
    bound.bars.update({id: bar(at(a), a) for id, a in articles.bars.items()})
    bound.scorings.update({id: scoring(at(a), a) for id, a in articles.scorings.items()})
    bound.incomes.update({id: income(at(a), a) for id, a in articles.incomes.items()})
    bound.wins.update({id: win(at(a), a) for id, a in articles.victories.items()})
    if articles.holding is not None:
        bound.holding = holding(at(articles.holding), articles.holding)
    for id, article in articles.events.items():
        read = at(article)
        read.known(id, (*game.cards, *game.counters), "card or counter", article.note.span)
        bound.events[id] = effects(read.with_hand(CARD), article.written.value)
    for table, codes in articles.results.items():
        bound.results[table] = {code: _result(at(a), a, table) for code, a in codes.items()}
    for menu, entries in articles.menus.items():
        bound.menus[menu] = {id: entry(at(a), a, bound.modifiers, bound.bars) for id, a in entries.items()}
    _nodes(book, bound, sink)
    return bound


def _result(read: Reading, article: Article, table: str) -> Effects:
    if read.known(table, read.game.tables, "table"):
        read.known(article.id, read.game.tables[table].codes, "result", article.note.span)
    return effects(read.with_hand(ROLL, SPACE, IT, THERE), article.written.value)


def _nodes(book: Rulebook, bound: Bound, sink: Sink) -> None:
    for node in book.game.steps():
        for key, written in node.conditions.items():
            holds = condition(Reading(book.game, sink, written), written.value)
            bound.conditions[node.id, key] = Guard(holds, _rule(written))
        _settings(book, bound, node, sink)


def _rule(written: Written) -> str | None:
    value = written.value
    rule = value.get("rule") if isinstance(value, Mapping) else None
    return rule if isinstance(rule, str) else None


def _settings(book: Rulebook, bound: Bound, node: SequenceNode, sink: Sink) -> None:
    step = book.steps.get(node.step or "")
    if step is None or step.settings is None:
        return
    written = node.written or Written(node.settings, {}, node.note.span)
    for name, value in node.settings.items():
        setting = step.settings.get(name)
        if setting is not None and setting.read is not None:
            bound.settings[node.id, name] = setting.read(Reading(book.game, sink, written).into(name), value)
    _either(node, step, bound, sink)


def _either(node: SequenceNode, step: Step, bound: Bound, sink: Sink) -> None:
    """Settings of which a step needs one."""
    given = node.settings.keys() | meant(node.settings, step.settings or ())
    if node.step == "stock.end_check" and "track" not in given and not bound.wins:
        needs, help = "`track`, or victories in steps.yaml", "add `track` under `with`, or `victories` to steps.yaml"
    elif node.step == "stock.move" and not {"allowance", "by"} & given:
        needs, help = "`allowance`, or `by`", "add `allowance` under `with`: the id of a number field"
    elif node.settings.get("together") == "led" and "led_by" not in given:
        needs, help = "`led_by`", "say under `led_by` who leads: a filter of pieces"
    elif node.step == "stock.battle" and node.settings.get("rounds") == 0:
        needs, help = "`rounds` from 1 up", "a battle has at least one round"
    elif node.step == "stock.sealed_bid" and not {"currency", "hand"} & given:
        needs, help = "`currency`, or `hand`", "add `currency` under `with`: a track that is paid from"
    elif node.step == "stock.sealed_bid" and "hand" in given and "field" not in given:
        needs, help = "`field`", "add `field` under `with`: the number of a card that is bid"
    else:
        return
    where = node.written.span if node.written is not None else node.note.span
    sink.add(diagnose("P003", f"step `{node.step}` needs the setting {needs}", where, help=help))


# -- in play -----------------------------------------------------------------------------------------------------------
def bound_of(scene: Scene) -> Bound:
    """The articles of the game in play."""
    found: Bound = scene.book.articles
    return found


def given(scene: Scene, name: str, default: Any = None) -> Any:
    """A setting of the step that was read, made ready."""
    return bound_of(scene).settings.get((scene.node.id, name), default)


def modifiers_of(scene: Scene) -> tuple[Modifier, ...]:
    """The modifiers the step heeds."""
    known = bound_of(scene).modifiers
    return tuple(known[id] for id in given(scene, "modifiers", ()))


def bars_of(scene: Scene) -> tuple[Bar, ...]:
    """The bars the step heeds."""
    known = bound_of(scene).bars
    return tuple(known[id] for id in given(scene, "bars", ()))


def settled(scene: Scene) -> Victory | None:
    """After an action: who holds what is set anew, and who wins at once is found."""
    bound = bound_of(scene)
    if bound.holding is not None:
        bound.holding.settle(scene)
    if bound.wins:
        here = Here.of(scene)
        for found in bound.wins.values():
            if found.at == "once" and (won := found.won(here)) is not None:
                return won
    return None
