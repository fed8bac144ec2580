"""Lints of what stock steps go by: conditions that never hold, decks nobody deals from, purses nothing fills."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from compiler.check.lint import WARNING, Found, lint
from compiler.model.articles import Path, Written
from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.model.sequence import SequenceNode


class Part(NamedTuple):
    """A mapping in the language of the stock steps, and where it stands."""

    value: Mapping[str, Any]
    written: Written
    path: Path
    node: SequenceNode | None  # of the sequence, where it is a part of one

    def found(self, message: str, help: str, key: str | None = None) -> Found:
        return Found(message, self.written.at((*self.path, key) if key is not None else self.path), help)


def _below(value: Any, written: Written, path: Path, node: SequenceNode | None) -> Iterator[Part]:
    if isinstance(value, Mapping):
        yield Part(value, written, path, node)
        for key, part in value.items():
            yield from _below(part, written, (*path, key), node)
    elif isinstance(value, tuple):
        for n, part in enumerate(value):
            yield from _below(part, written, (*path, n), node)


def parts(game: Game) -> Iterator[Part]:
    """Everything written in that language: articles, conditions of nodes, settings of steps."""
    for article in game.articles:
        yield from _below(article.written.value, article.written, (), None)
    for node in game.steps():
        for written in node.conditions.values():
            yield from _below(written.value, written, (), node)
        if node.written is not None:
            yield from _below(node.written.value, node.written, (), node)


def _stock(game: Game) -> bool:
    """Whether a game is played by stock steps alone; what rules of its own do, nobody can tell here."""
    return game.rules is None and any((node.step or "").startswith("stock.") for node in game.steps())


def _tracks(game: Game, base: Any) -> list[Track]:
    plain = str(base).removesuffix(".enemy")
    return [track for track in game.tracks.values() if plain in (track.id, track.base)]


def _ends(game: Game, base: Any) -> tuple[int, int] | None:
    values = [box.value for track in _tracks(game, base) for box in track.boxes]
    numbers = [value for value in values if isinstance(value, int)]
    return (min(numbers), max(numbers)) if numbers and len(numbers) == len(values) else None


# -- conditions --------------------------------------------------------------------------------------------------------
@lint("C620", WARNING, "What waits for something that cannot come about never happens.")
def never_true(game: Game) -> Iterator[Found]:
    """A condition never holds."""
    for part in parts(game):
        low, high = part.value.get("at_least"), part.value.get("at_most")
        if isinstance(low, int) and isinstance(high, int) and low > high:
            yield part.found(f"nothing is at least {low} and at most {high}", "turn the two around", "at_least")
        ends = _ends(game, part.value["track"]) if "track" in part.value and "field" not in part.value else None
        if ends is not None and isinstance(low, int) and low > ends[1]:
            yield part.found(f"`{part.value['track']}` never comes to {low}", f"it ends at {ends[1]}", "at_least")
        if ends is not None and isinstance(high, int) and high < ends[0]:
            yield part.found(f"`{part.value['track']}` never falls to {high}", f"it begins at {ends[0]}", "at_most")
        for head in ("spaces", "pieces"):
            most = _most(game, head, part.value.get(head)) if head in part.value and "field" not in part.value else None
            if most is not None and isinstance(low, int) and low > most:
                yield part.found(f"there are never {low} of these {head}", f"the game has {most}", "at_least")
    yield from _shut_nodes(game)


def _most(game: Game, head: str, filter: Any) -> int | None:
    """How many spaces or pieces can fit a filter at most, by what never changes; None if nobody can say."""
    if not isinstance(filter, Mapping) or "also" in filter:
        return None
    wanted = {key: value if isinstance(value, tuple) else (value,) for key, value in filter.items()}
    if head == "spaces":
        kinds, ids = wanted.get("kind"), wanted.get("ids")
        spaces = [space for space in game.spaces.values() if ids is None or space.id in ids]
        return sum(kinds is None or space.kind in kinds for space in spaces)
    kinds, named = wanted.get("kinds"), wanted.get("counters")
    made = [(c.id, c.kind, c.count) for c in game.counters.values()]
    made += [(c.id, c.kind, c.copies) for c in game.cards.values()]
    return sum(n for id, kind, n in made if (named is None or id in named) and (kinds is None or kind in kinds))


def _shut_nodes(game: Game) -> Iterator[Found]:
    """Conditions of a node that exclude each other, or the seat that acts in it."""
    for node in game.steps():
        written = node.conditions.get("when")
        if written is None:
            continue
        all_of = written.value if isinstance(written.value, tuple) else (written.value,)
        seats: set[str] | None = {node.seat} if node.seat not in (None, "active") else None
        turns: set[Any] | None = None
        boxes = [box.value for box in game.turn_track.boxes] if game.turn_track is not None else []
        for each in all_of:
            if not isinstance(each, Mapping):
                continue
            if "seat" in each:
                named = set(each["seat"] if isinstance(each["seat"], tuple) else (each["seat"],))
                seats = named if seats is None else seats & named
            span = each.get("turns")
            if isinstance(span, tuple) and len(span) == 2 and all(turn in boxes for turn in span):
                reached = set(boxes[boxes.index(span[0]) : boxes.index(span[1]) + 1])
                turns = reached if turns is None else turns & reached
        if seats == set():
            yield Found(
                f"no seat that acts in `{node.id}` fits", written.span, "put the condition on a phase around the step"
            )
        if turns == set():
            yield Found(f"no turn fits all that `{node.id}` waits for", written.span, "leave one of them out")


# -- piles and purses --------------------------------------------------------------------------------------------------
@lint("C621", WARNING, "A deck that nobody deals from is a pile of paper.")
def undealt_deck(game: Game) -> Iterator[Found]:
    """Nothing is ever drawn from a deck or cup."""
    if not _stock(game):
        return
    drawn = {str(part.value[key]).removesuffix(".enemy") for part in parts(game) for key in _DRAWS if key in part.value}
    for pile in game.piles.values():
        if pile.kind in ("deck", "cup") and pile.pieces and not {pile.id, pile.base} & drawn:
            yield Found(
                f"nothing is ever drawn from `{pile.id}`",
                pile.note.span,
                f"add an effect: `{{draw: {pile.id}, to: …}}`",
            )


_DRAWS = ("draw", "cup", "event")


@lint("C622", WARNING, "Who has nothing to spend buys nothing.")
def empty_purse(game: Game) -> Iterator[Found]:
    """Nothing fills what a step spends, or a price is beyond it."""
    filled = {str(part.value["track"]) for part in parts(game) if "track" in part.value and _raises(part.value)}
    filled |= {str(income.get("to")) for income in game.articles.incomes.values()}
    filled |= {str(track) for part in parts(game) for track in _shown(part.value)}
    filled |= {str(node.settings.get("currency")) for node in game.steps() if node.settings.get("hand") is not None}
    for node in game.steps():
        purse = node.settings.get("purse")
        if node.step != "stock.spend" or not _tracks(game, purse):
            continue
        empty = all(track.start in (0, None) for track in _tracks(game, purse))
        own = str(purse).partition(".")[0]
        if empty and "fill" not in node.settings and own not in {name.partition(".")[0] for name in filled}:
            yield Found(f"nothing ever fills `{purse}`", node.note.span, "add `fill`, an income or an effect")
        yield from _beyond(game, str(purse), node.settings.get("menu"))


def _shown(value: Mapping[str, Any]) -> tuple[str, ...]:
    """The tracks that show what is drawn."""
    shows = value.get("shows")
    return tuple(shows) if isinstance(shows, Mapping) else ()


def _raises(effect: Mapping[str, Any]) -> bool:
    by = effect.get("by")
    return "to" in effect or (by is not None and not (isinstance(by, int) and by <= 0))


def _beyond(game: Game, purse: str, menu: Any) -> Iterator[Found]:
    ends = _ends(game, purse)
    for article in game.articles.menus.get(str(menu), {}).values():
        price = article.get("price", 1)
        if ends is not None and isinstance(price, int) and price > ends[1]:
            yield Found(
                f"`{article.id}` costs {price}, and `{purse}` ends at {ends[1]}",
                article.written.at(("price",)),
                "lower the price, or lengthen the track",
            )


# -- scoring -----------------------------------------------------------------------------------------------------------
@lint("C623", WARNING, "Points that nobody can win do not belong into a game.")
def unscored_region(game: Game) -> Iterator[Found]:
    """A scoring counts spaces that nobody ever holds."""
    scored = game.articles.scorings
    if not scored or not _stock(game):
        return
    held = any(node.settings.get("control") is not None for node in game.steps()) or game.articles.holding is not None
    held |= any(part.value.get("mark") == "control" and "on" in part.value for part in parts(game))
    held |= any(mark == "control" for scenario in game.scenarios.values() for _, mark, _ in scenario.marks)
    for scoring in scored.values():
        if not held:
            yield Found(
                f"nobody ever holds what `{scoring.id}` counts",
                scoring.note.span,
                "add `holding` to steps.yaml, or an effect that sets the mark `control`",
            )


@lint("C624", WARNING, "Where enemies never share a space, nobody fights in one.")
def no_contest(game: Game) -> Iterator[Found]:
    """Battles are fought in spaces that enemies share, and no march ends among enemies."""
    if not _stock(game) or any(node.settings.get("enemies") == "stop" for node in game.steps()):
        return
    if any(key in part.value for part in parts(game) for key in ("place", "move")):
        return  # effects may bring them together
    for node in game.steps():
        if node.step == "stock.battle":
            yield Found(
                f"enemies never share a space for `{node.id}`",
                node.note.span,
                "write `enemies: stop` in a `stock.move`",
            )
