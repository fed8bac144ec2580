"""What hands do to the pieces: units to and from trays and army cards, koku, cards, lost daimyos."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from compiler.model.event import Drawn, Handling, Marked, Moved, Turned
from compiler.play.mechanics.marks import taken_off
from compiler.play.mechanics.reckoning import IN_PLAY, NOTHING, climbed, reckon
from compiler.play.scene import Scene
from compiler.rules.shogun.facts import (
    KOKU_SUPPLY,
    MERCENARY,
    REGULARS,
    RONIN_SUPPLY,
    UNCLAIMED,
    daimyo,
    experience,
    facts,
    hole,
    marker,
    ronin_row,
    set_aside,
    tray,
)
from compiler.rules.shogun.field import free_square, hand, holdings, kind, owner, seat


# -- units -------------------------------------------------------------------------------------------------------------
def to_tray(scene: Scene, pieces: Iterable[str], rule: str) -> None:
    """Units leave play: regulars to the tray of their own colour, ronin to the master tray (4-7C-S3.8)."""
    events: list[Handling] = []
    kinds, things = facts(scene).kinds, scene.game.pieces
    for piece in pieces:
        what, home = kinds[piece], things[piece].side
        to = RONIN_SUPPLY if what == "ronin" else tray(home or "", what)
        events += _plain(scene, piece)
        events += _serving(scene, piece, home, rule)
        events.append(Moved(piece, to, rule=rule))
    scene.handle(*events)


def _plain(scene: Scene, piece: str) -> list[Handling]:
    """All marks are taken off a piece."""
    bearer = scene.table.pieces[piece]
    return [*taken_off(bearer, [mark for mark, _ in bearer.marks])] if bearer.marks else []


def _serving(scene: Scene, piece: str, colour: str | None, rule: str) -> list[Handling]:
    """A piece comes under a colour, if it is not already."""
    return [] if scene.table.pieces[piece].side == colour else [Turned(piece, side=colour, rule=rule)]


def in_tray(scene: Scene, colour: str, what: str) -> list[str]:
    """The units of a kind a colour can levy, its own first (4-4.8, 4-7C-Elim.8)."""
    return [id for c in holdings(scene, colour) for id in scene.table.stacks.get(tray(c, what), ())]


def enlisted(scene: Scene, piece: str, colour: str, place: str, rule: str) -> list[Handling]:
    """A unit of a tray comes into play for a colour."""
    return [*_serving(scene, piece, colour, rule), Moved(piece, place, rule=rule)]


def join_army(scene: Scene, piece: str, colour: str, army: int, rule: str) -> None:
    """A unit goes onto the army card: a regular to a free square of its class, a ronin below the squares (4-5.13)."""
    if kind(scene, piece) == "ronin":
        scene.do(Moved(piece, ronin_row(colour, army), rule=rule))
        return
    square = free_square(scene, colour, army, kind(scene, piece))
    assert square is not None, "the army card has room"
    scene.do(Moved(piece, square, rule=rule))


def take(scene: Scene, ids: Iterable[str], wanted: tuple[int, int, int, int]) -> list[str]:
    """So many bowmen, swordsmen, gunners and spearmen out of some units."""
    found: list[str] = []
    pool, kinds = list(ids), facts(scene).kinds
    for what, count in zip(REGULARS, wanted, strict=True):
        if count:
            found += [id for id in pool if kinds[id] == what][:count]
    return found


def counts(scene: Scene, ids: Iterable[str]) -> tuple[int, int, int, int]:
    """How many bowmen, swordsmen, gunners and spearmen there are among some units."""
    kind_of = facts(scene).kinds
    kinds = [kind_of[id] for id in ids]
    return kinds.count("bowman"), kinds.count("swordsman"), kinds.count("gunner"), kinds.count("spearman")


# -- daimyos -----------------------------------------------------------------------------------------------------------
def lose_daimyo(scene: Scene, colour: str, army: int, rule: str) -> None:
    """Daimyo, army marker and experience marker go to the tray (4-7C-Lose.3)."""
    events: list[Handling] = []
    for piece in (daimyo(colour, army), marker(colour, army), experience(colour, army)):
        events += (*_plain(scene, piece), Moved(piece, set_aside(colour), rule=rule))
    scene.handle(*events)


def set_experience(scene: Scene, colour: str, army: int, number: int, rule: str) -> None:
    to = hole(colour, army, number)
    piece = experience(colour, army)
    if scene.table.pieces[piece].place != to:
        scene.do(Moved(piece, to, rule=rule))


def advance_experience(scene: Scene, colour: str, army: int, rule: str) -> None:
    """One hole to the right; a marker in the last hole stays there (4-7-Exp.4)."""
    piece = scene.table.pieces[experience(colour, army)]
    to = climbed(scene, facts(scene).experience, piece, 1)
    if piece.place != to:
        scene.do(Moved(piece.id, to, rule=rule))


# -- koku --------------------------------------------------------------------------------------------------------------
def koku_in(scene: Scene, box: str) -> int:
    """The koku in a box: its chips, and what stands for further ones when the thirty are used up (2-Koku.3)."""
    return scene.table.count(box) + int(str(scene.table.mark(box, "more_koku") or 0))


def put_koku(scene: Scene, amounts: Mapping[str, int], rule: str) -> None:
    """So many koku come from the master tray into each of some boxes."""
    supply = scene.table.stacks.get(KOKU_SUPPLY, ())
    events: list[Handling] = []
    for box, amount in amounts.items():
        chips, supply = supply[:amount], supply[amount:]
        events += [Moved(chip, box, rule=rule) for chip in chips]
        if len(chips) < amount:
            scene.handle(*events)
            scene.do(Marked(box, "more_koku", amount - len(chips), rule=rule))
            events.clear()
    scene.handle(*events)


def return_koku(scene: Scene, *boxes: str, rule: str) -> None:
    """All koku of some boxes go back to the master tray."""
    events: list[Handling] = []
    for box in boxes:
        events += [Moved(chip, KOKU_SUPPLY, rule=rule) for chip in scene.table.stacks.get(box, ())]
        if scene.table.mark(box, "more_koku") is not None:
            scene.handle(*events)
            scene.do(Marked(box, "more_koku", None, rule=rule))
            events.clear()
    scene.handle(*events)


def income(scene: Scene, colour: str, *, at_least: bool) -> int:
    """A third of the provinces, the remainder dropped (3-Koku.1), and in a round never less than the least (4-9.4).

    Whoever has a daimyo gets that: a colour with an army on the board, as the module counts it too.
    """
    return int(reckon(scene, facts(scene).income, colour, given=NOTHING if at_least else {IN_PLAY: False}).sum)


# -- cards -------------------------------------------------------------------------------------------------------------
def take_card(scene: Scene, province: str, colour: str, rule: str) -> None:
    """The conqueror takes the card of a province into his pile (4-7D-Conq.2)."""
    scene.do(Drawn(facts(scene).card_of[province], hand(scene, colour), (seat(scene, colour),), rule=rule))


def give_up(scene: Scene, province: str, rule: str) -> None:
    """The card of a lost province goes face up into the red rectangle (4-7C-Give.1)."""
    scene.do(Drawn(facts(scene).card_of[province], UNCLAIMED, None, rule=rule))


def dismiss(scene: Scene, ids: Iterable[str], rule: str) -> None:
    """Ronin go back to the master tray and serve nobody."""
    events: list[Handling] = []
    for id in ids:
        away = Moved(id, RONIN_SUPPLY, rule=rule)
        events += (*_plain(scene, id), away, *_serving(scene, id, MERCENARY, rule))
    scene.handle(*events)


def is_empty(scene: Scene, province: str) -> bool:
    """Whether nobody owns a province (4-7-Own.3)."""
    return owner(scene, province) is None
