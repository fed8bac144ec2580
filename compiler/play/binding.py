"""Names that rules and sequence must agree on, looked up before play so that none is missing in the middle of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from compiler.diagnostics import Sink, diagnose
from compiler.diagnostics.slips import only_slip
from compiler.model.common import Value
from compiler.model.game import Game
from compiler.model.ids import did_you_mean, meant
from compiler.model.sequence import SequenceNode
from compiler.play.fitting import misfit, noun
from compiler.play.step import OFFERED, Setting, Step

if TYPE_CHECKING:
    from compiler.play.book import Rulebook


def check_steps(book: Rulebook, sink: Sink) -> None:
    """Every step and condition that the sequence names is offered."""
    for node in book.game.steps():
        if node.step is not None and node.step not in book.steps:
            help = did_you_mean(node.step, book.steps, what="steps")
            sink.add(
                diagnose(
                    "P001",
                    f"no rules offer the step `{node.step}`",
                    node.note.at("step"),
                    help=help
                    or ("use a stock step, or install the rules package that has it and name it in game.yaml"),
                )
            )
        for condition in (node.while_, node.until):
            if condition is not None and condition not in book.predicates:
                sink.add(
                    diagnose(
                        "P002",
                        f"no rules offer the condition `{condition}`",
                        node.note.span,
                        help=did_you_mean(condition, book.predicates, what="conditions")
                        or "conditions come from a rules package",
                    )
                )


def check_settings(book: Rulebook, sink: Sink) -> None:
    """Every step has the settings it needs, and none it does not know."""
    for node in book.game.steps():
        step = book.steps.get(node.step or "")
        if step is None:
            continue
        settings = _settings(step)
        misspelt = meant(node.settings, settings)
        for name, setting in settings.items():
            if setting.required and name not in node.settings and name not in misspelt:
                sink.add(
                    diagnose(
                        "P003",
                        f"step `{node.step}` needs the setting `{name}`",
                        node.written.span if node.written is not None else node.note.span,
                        help=f"add `{name}` under `with`: {_wanted(setting)}",
                    )
                )
        for name, value in node.settings.items():
            known = settings.get(name)
            if known is None:
                sink.add(
                    diagnose(
                        "P004",
                        f"step `{node.step}` has no setting `{name}`",
                        node.written.keys.get(name, node.written.span) if node.written else node.note.span,
                        help=did_you_mean(name, settings, what="settings")
                        or f"take it out; the step has {', '.join(f'`{s}`' for s in settings) or 'none'}",
                    )
                )
                continue
            _check_value(book.game, node, name, value, known, sink)


def _settings(step: Step) -> dict[str, Setting]:
    """What a step takes: its own settings, or those of the stock step it takes the place of, or none."""
    if step.settings is not None:
        return step.settings
    stock = (each for each in OFFERED if isinstance(each, Step) and each.name == step.name)
    return next((each.settings for each in stock if each.settings is not None), {})


def _check_value(game: Game, node: SequenceNode, name: str, value: Value, setting: Setting, sink: Sink) -> None:
    where = node.written.at((name,)) if node.written is not None else node.note.span
    if setting.read is not None:
        return  # read with the conditions and effects of the game
    if setting.what == "rules":
        _check_rules(game, node, name, value, setting, sink)
        return
    if setting.what in ("number", "amount"):
        good = isinstance(value, int) and not isinstance(value, bool) and (setting.what == "number" or value >= 0)
    elif setting.what == "flag":
        good = isinstance(value, bool)
    else:
        known = setting.choices or names(game, noun(setting.what))
        good = value in known if isinstance(value, str) else False
        if not good:
            sink.add(
                diagnose(
                    "P005",
                    f"`{value}` is not a known {setting.what} for the setting `{name}`",
                    where,
                    help=did_you_mean(str(value), known, what=f"{setting.what}s") or f"write {_wanted(setting)}",
                )
            )
        elif (wrong := misfit(game, node, setting.what, value)) is not None:
            sink.add(diagnose("P005", f"{wrong[0]}, as the setting `{name}` wants", where, help=wrong[1]))
        return
    if not good:
        sink.add(diagnose("P005", f"the setting `{name}` cannot be `{value}`", where, help=f"write {_wanted(setting)}"))


def _check_rules(game: Game, node: SequenceNode, name: str, value: Value, setting: Setting, sink: Sink) -> None:
    where = node.written.at((name,)) if node.written is not None else node.note.span
    if not isinstance(value, Mapping):
        sink.add(
            diagnose(
                "P005",
                f"the setting `{name}` must name a rule for each part",
                where,
                help='write `rules: {stacking: "6.1"}`',
            )
        )
        return
    parts = re.findall(r"`(\w+)`", setting.says)
    for part, rule in value.items():
        where = node.written.at((name, part)) if node.written is not None else where
        if part not in parts and only_slip(part, parts):
            message = f"step `{node.step}` quotes no rule for `{part}`"
            sink.add(diagnose("P004", message, where, help=did_you_mean(part, parts)))
        if game.ledger is not None and rule not in game.ledger.rows:
            sink.add(
                diagnose(
                    "P005",
                    f"`{part}` names the rule `{rule}`, which the ledger does not have",
                    where,
                    help=did_you_mean(str(rule), game.ledger.rows, what="rules") or "add the rule to ledger.yaml",
                )
            )


def names(game: Game, what: str) -> Collection[str]:
    """Everything a setting of a kind may name."""
    if what == "field":
        return dict.fromkeys(f for kind in game.counter_kinds.values() for f in kind.fields)
    if what == "space field":
        kinds = [kind for board in game.maps.values() for kind in board.space_kinds.values()]
        return dict.fromkeys(f for kind in kinds for f in kind.fields)
    if what == "region":
        return dict.fromkeys(region for board in game.maps.values() for region in board.regions)
    if what == "track":
        return dict.fromkeys((*game.tracks, *(t.base for t in game.tracks.values())))
    if what == "place":
        return dict.fromkeys((*game.spaces, *(s.rsplit(".", 1)[0] for s in game.spaces), *game.piles))
    found: Mapping[str, Collection[str]] = {
        "table": game.tables,
        "dice": game.dice,
        "mark": game.marks,
        "pile": game.piles,
        "side": game.sides,
        "seat": game.seats,
        "kind": game.counter_kinds,
        "constant": game.constants,
        "option": game.options,
        "counter": game.counters,
        "card": game.cards,
        "modifier": game.rolls.modifiers,
        "check": game.rolls.checks,
        "pool": game.rolls.pools,
        "volley": game.rolls.volleys,
        "contest": game.rolls.contests,
        "income": game.upkeep.incomes,
        "ladder": game.upkeep.ladders,
        "reset": game.upkeep.resets,
        "score": game.upkeep.scores,
        "ranking": game.upkeep.rankings,
    }
    return found.get(what, ())


def _wanted(setting: Setting) -> str:
    if setting.choices:
        return "one of " + ", ".join(f"`{c}`" for c in setting.choices)
    return {"number": "a whole number", "amount": "a whole number from 0 up", "flag": "true or false"}.get(
        setting.what, f"the id of a {setting.what}"
    )
