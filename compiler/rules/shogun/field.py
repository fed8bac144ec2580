"""What the rules look at: colours, provinces, armies on their cards, provincial forces, hands of province cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from compiler.play.mechanics.reckoning import reckon
from compiler.play.scene import Scene
from compiler.rules.shogun.facts import (
    ARMIES,
    SQUARES,
    SWORDS,
    daimyo,
    experience,
    facts,
    hand_of,
    ronin_row,
    sword_holder,
)
from compiler.rules.shogun.standing import Held, standing

ARMY, FORCE = "army", "provincial"  # the two forces a province may hold


def kind(scene: Scene, piece: str) -> str:
    """What kind of counter a piece is; empty for a card."""
    return facts(scene).kinds.get(piece, "")


# -- colours -----------------------------------------------------------------------------------------------------------
def colours(scene: Scene) -> tuple[str, ...]:
    """Every colour in the game, by seat; a seat has two with two players (6.1)."""
    return facts(scene).colours[scene.scenario.id]


def alive(scene: Scene) -> list[str]:
    """The colours that are still in the game."""
    marks = scene.table.marks
    return [c for c in colours(scene) if marks.get((c, "taken_by")) is None]


def seat(scene: Scene, colour: str) -> str:
    """The player of a colour."""
    found = scene.book.seat_of(colour, scene.scenario)
    assert found is not None
    return found


def allied(scene: Scene, one: str, other: str) -> bool:
    """Whether two colours belong to the same player (6.9)."""
    return other in friends(scene)[one]


def friends(scene: Scene) -> Mapping[str, frozenset[str]]:
    """The colours of the same player, for every colour."""
    return facts(scene).friends[scene.scenario.id]


def by_seat(scene: Scene, some: Iterable[str]) -> dict[str, list[str]]:
    """Colours grouped by their player, in the order of the seats."""
    found: dict[str, list[str]] = {}
    for colour in some:
        found.setdefault(seat(scene, colour), []).append(colour)
    return {s: found[s] for s in scene.scenario.seats if s in found}


def holdings(scene: Scene, colour: str) -> tuple[str, ...]:
    """The colours whose trays a colour may levy from: its own and those it has taken over (4-7C-Elim.8)."""
    return (colour, *(c for c in colours(scene) if heir(scene, c) == colour and c != colour))


def heir(scene: Scene, colour: str) -> str:
    """Who runs what a colour had: itself, or the one that took it over, or the one that took over that one."""
    taker = scene.table.mark(colour, "taken_by")
    return colour if taker is None else heir(scene, str(taker))


def sword(scene: Scene, colour: str) -> int | None:
    """The diamonds on the sword of a colour."""
    held = scene.table.stacks.get(sword_holder(colour))
    return facts(scene).diamonds[held[0]] if held else None


def swords(scene: Scene) -> Sequence[str]:
    """The colours that hold a sword, fewest diamonds first."""
    now = standing(scene)
    found: list[str] | None = now.boxes.get(SWORDS)
    if found is None:
        held = {c: diamonds for c in colours(scene) if (diamonds := sword(scene, c)) is not None}
        found = now.boxes[SWORDS] = sorted(held, key=held.__getitem__)
    return found


def in_sword_order(scene: Scene, some: Iterable[str]) -> list[str]:
    return sorted(some, key=lambda c: sword(scene, c) or 99)


# -- provinces ---------------------------------------------------------------------------------------------------------
def owners(scene: Scene) -> Mapping[str, str]:
    """Who owns each province: the colour with military units or an army marker there. Empty ones are left out."""
    return standing(scene).owners


def owner(scene: Scene, province: str) -> str | None:
    return standing(scene).owners.get(province)


def owned(scene: Scene, colour: str) -> Sequence[str]:
    """The provinces of a colour, in the order of the map."""
    return standing(scene).owned.get(colour, ())


def frontier(scene: Scene, colour: str) -> frozenset[str]:
    """The provinces of a colour in combat position: next to an enemy or empty one (4-7A.4)."""
    now = standing(scene)
    found = now.fronts.get(colour)
    if found is None:
        who, near, mine = now.owners, facts(scene).beside, friends(scene)[colour]
        front = [p for p in now.owned.get(colour, ()) if not mine.issuperset(map(who.get, near[p]))]
        found = now.fronts[colour] = frozenset(front)
    return found


def beside(scene: Scene, province: str) -> tuple[str, ...]:
    return facts(scene).beside.get(province, ())


def adjacent(scene: Scene, one: str, other: str) -> bool:
    """Whether two provinces share a border or a sea line (2-Adj.1)."""
    return other in beside(scene, one)


def hand(scene: Scene, colour: str) -> str:
    """The pile of province cards of a colour; the second colour of a player has its own (6.2)."""
    who = seat(scene, colour)
    second = scene.book.sides_of(who, scene.scenario).index(colour) > 0
    return hand_of(who, second=second)


# -- forces ------------------------------------------------------------------------------------------------------------
def place_of(scene: Scene, colour: str, army: int) -> str | None:
    """The province where an army stands; None when it is lost or not placed yet."""
    return standing(scene).where.get((colour, army))


def armies(scene: Scene, colour: str) -> list[int]:
    """The armies of a colour on the board; only to be read."""
    now = standing(scene)
    found = now.armies.get(colour)
    if found is None:
        found = now.armies[colour] = [n for n in ARMIES if (colour, n) in now.where]
    return found


def army_at(scene: Scene, province: str, colour: str, *, besides: int | None = None) -> int | None:
    """The army of a colour in a province."""
    for who, army in standing(scene).held[province].armies:
        if who == colour and army != besides:
            return army
    return None


def disrupted(scene: Scene, colour: str, army: int) -> bool:
    """Whether the daimyo of an army has been assassinated this round (4-6-Killed.3)."""
    lord = scene.table.pieces[daimyo(colour, army)]
    return bool(lord.marks) and lord.mark("assassinated") is not None


def on_card(scene: Scene, colour: str, army: int) -> list[str]:
    """The regular units on the squares of an army, without its daimyo."""
    now = standing(scene)
    found: list[str] | None = now.boxes.get(("army", colour, army))
    if found is None:
        squares, stacks = facts(scene).squares, scene.table.stacks
        boxes = (*squares[colour, army, "samurai"], *squares[colour, army, "ashigaru"])
        found = now.boxes["army", colour, army] = [id for box in boxes if box in stacks for id in stacks[box]]
    return found


def on_cards(scene: Scene, colour: str, there: Held) -> Iterator[object]:
    """What the cards of a colour's armies in a province show: units, ronin, the daimyo; new things when it changes."""
    for who, army in there.armies:
        if who == colour:
            yield on_card(scene, colour, army)
            yield scene.table.stacks.get(ronin_row(colour, army))
            yield scene.table.pieces.get(daimyo(colour, army))


def army_ronin(scene: Scene, colour: str, army: int) -> list[str]:
    return list(scene.table.stacks.get(ronin_row(colour, army), ()))


def army_size(scene: Scene, colour: str, army: int) -> int:
    """The military units of an army, its living daimyo among them (2-Daimyo.3); ronin do not count."""
    return len(on_card(scene, colour, army)) + (0 if disrupted(scene, colour, army) else 1)


def free_square(scene: Scene, colour: str, army: int, kind_: str) -> str | None:
    """A square of an army card for one more unit of a kind; None when its squares are full (3-Army.7)."""
    stacks = scene.table.stacks
    for box in facts(scene).squares[colour, army, SQUARES[kind_]]:
        if box not in stacks:
            return box
    return None


def force(scene: Scene, province: str) -> Sequence[str]:
    """The regular units of the provincial force in a province."""
    return standing(scene).held[province].force


def force_ronin(scene: Scene, province: str) -> Sequence[str]:
    """The ronin that were shown and stand with the provincial force."""
    return standing(scene).held[province].ronin


def building(scene: Scene, province: str) -> str | None:
    """`castle`, `fortress` or None (4-3.5)."""
    return standing(scene).held[province].building


def level(scene: Scene, colour: str, army: int) -> int:
    """The experience level of a daimyo (4-7-Exp.4)."""
    piece = scene.table.pieces[experience(colour, army)]
    return scene.memo_of(
        ("level", piece.id), (piece,), lambda: int(reckon(scene, facts(scene).experience, piece).sum) or 1
    )


def by_kind(scene: Scene, ids: Iterable[str], wanted: str) -> list[str]:
    kinds = facts(scene).kinds
    return [id for id in ids if kinds[id] == wanted]


def whole(numbers: Iterable[Any]) -> bool:
    """Whether all are whole numbers, none below nothing: an answer somebody typed may hold anything."""
    return all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in numbers)
