"""Modifiers of steps.yaml under the tables they change, so that chart and button have them from one source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from compiler.model.articles import Article
from compiler.model.game import Game
from compiler.model.tables import Modifier, ResultTable

_ON = ("roll", "column")


def with_modifiers(game: Game) -> Game:
    """The tables of a game with the modifiers of the steps and effects that look them up; those listed already stay."""
    used: dict[str, dict[str, None]] = {}
    for table, names in _uses(game):
        used.setdefault(table, {}).update(dict.fromkeys(names))
    tables = {
        id: replace(table, modifiers=(*table.modifiers, *_listed(game, table, used[id]))) if id in used else table
        for id, table in game.tables.items()
    }
    return replace(game, tables=tables)


def _uses(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every table that is looked up with modifiers, and their ids."""
    for node in game.steps():
        yield from _in(node.settings)
    articles = game.articles
    groups = (articles.events, *articles.menus.values(), *articles.results.values())
    for article in (article for group in groups for article in group.values()):
        yield from _in(article.written.value)


def _in(value: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(value, Mapping):
        table, names = value.get("table", value.get("roll")), value.get("modifiers")
        if isinstance(table, str) and isinstance(names, tuple):
            yield table, tuple(name for name in names if isinstance(name, str))
        for part in value.values():
            yield from _in(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _in(part)


def _listed(game: Game, table: ResultTable, ids: Mapping[str, None]) -> Iterator[Modifier]:
    told = {modifier.name.en for modifier in table.modifiers}
    for id in ids:
        article = game.articles.modifiers.get(id)
        on = article.get("on", "roll") if article is not None else None
        if article is not None and on in _ON and article.name.en not in told:
            yield Modifier(
                name=article.name, value=_value(game, article), on=str(on), text=_text(article), note=article.note
            )


def _value(game: Game, article: Article) -> int | None:
    """Its number, where it is always the same."""
    value = article.get("value")
    if isinstance(value, int):
        return value if article.get("how", "adds") == "adds" else None
    kinds: list[Any] = []
    if isinstance(ground := article.get("ground"), str):
        kinds = [kind.values.get(ground) for board in game.maps.values() for kind in board.terrain.values()]
    elif isinstance(across := article.get("across"), str):
        kinds = [kind.values.get(across) for board in game.maps.values() for kind in board.feature_kinds.values()]
    found = {int(number) for number in kinds if isinstance(number, int | float) and number}
    return found.pop() if len(found) == 1 else None


def _text(article: Article) -> str:
    """What its number depends on, where it is not one."""
    amount = article.get("amount")
    if isinstance(amount, Mapping):
        less = "less " if isinstance(amount.get("times"), int) and amount["times"] < 0 else ""
        return f"{less}{amount['field']}".replace("_", " ") if isinstance(amount.get("field"), str) else ""
    return {"halves_down": "halved, rounded down", "halves_up": "halved, rounded up"}.get(str(article.get("how")), "")
