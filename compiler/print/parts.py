"""The list of parts, reconciled with the setups: how many there are, how many each game needs at most."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.check.counters import demand
from compiler.load.tongue import printed
from compiler.model.game import Game
from compiler.render.sheet.handbook import Part

LISTED = 9  # sorts of markers that are listed one by one


def parts_list(game: Game) -> list[Part]:
    """A line for every kind of counter and side, for markers of no side, kinds of card, maps and displays."""
    return [*_counters(game), *_cards(game), *_maps(game)]


def _counters(game: Game) -> Iterator[Part]:
    needed = most_used(game)
    groups: dict[tuple[str, str | None], list[str]] = {}
    for counter in game.counters.values():
        groups.setdefault((counter.kind, counter.side), []).append(counter.id)
    for (kind, side), ids in groups.items():
        width, height = game.counter_kinds[kind].size
        round = game.counter_kinds[kind].shape == "round"
        sort = f"Round pieces, {width:g} mm" if round else f"Counters, {width:g} × {height:g} mm"
        sort = printed(sort, game.lang)
        name = f"{game.sides[side].name.en}: {game.counter_kinds[kind].name.en}" if side else ""
        alone = not side and len(ids) <= LISTED
        for some in ([id] for id in ids) if alone else (ids,):
            counters = [game.counters[id] for id in some]
            pieces = sum(c.count * -(-len(c.faces) // 2) for c in counters)
            used = sum(min(needed.get(c.id, 0), c.count) for c in counters)
            yield Part(counters[0].name.en if alone else name or game.counter_kinds[kind].name.en, pieces, sort, used)


def _cards(game: Game) -> Iterator[Part]:
    for kind in game.card_kinds.values():
        count = sum(card.copies for card in game.cards.values() if card.kind == kind.id)
        if count:
            yield Part(kind.name.en, count, printed(f"Cards, {kind.size[0]:g} × {kind.size[1]:g} mm", game.lang))


def _maps(game: Game) -> Iterator[Part]:
    group = printed("Map and displays", game.lang)
    backs = {
        face.id: printed(f", back: {face.name.en}", game.lang) for face in game.faces.values() if face.back is not None
    }
    for board in game.maps.values():
        size = f"{board.size[0]:.0f} × {board.size[1]:.0f} mm"
        yield Part(f"{board.name.en}{backs.get(board.id, '')}, {size}", 1, group)
    for board in game.maps.values():
        for shown in board.displays.values():
            if shown.window == "own" and shown.printed:
                yield Part(f"{shown.name.en}, {shown.size[0]:.0f} × {shown.size[1]:.0f} mm", 1, group)


def most_used(game: Game) -> dict[str, int]:
    """The most of each counter that any scenario uses, pools and piles included."""
    found: dict[str, int] = {}
    for scenario in game.scenarios.values():
        for id, count in demand(game, scenario).items():
            found[id] = max(found.get(id, 0), count)
    for pile in game.piles.values():
        for id in pile.pieces:
            if id in game.counters:
                found[id] = game.counters[id].count
    return found
