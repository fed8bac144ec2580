"""What the events of cards are worth to a player, and which cards he keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from compiler.play.scene import Scene
from compiler.rules.road_to_honganji.actions import Transfer
from compiler.rules.road_to_honganji.cards_of_command import able, command_of, deeds
from compiler.rules.road_to_honganji.cards_of_force import (
    Desert,
    castle_sites,
    castles_of_others,
    desertions,
    inducible,
)
from compiler.rules.road_to_honganji.cards_of_guile import victims, waverers
from compiler.rules.road_to_honganji.cards_of_supply import ordered, uprisings
from compiler.rules.road_to_honganji.danger import danger
from compiler.rules.road_to_honganji.facts import NOBUNAGA, ODA, CombatCard
from compiler.rules.road_to_honganji.field import (
    armies_of,
    beside,
    controlled,
    controller,
    facts,
    hand,
    is_vassal,
    on_map,
    players,
    unit,
    units_in,
)
from compiler.rules.road_to_honganji.worth import DEATH, KEPT, LEADER, POINT, deed_worth, prize, rivalry, weakened


def best_deed(scene: Scene, seat: str, clan: str, card: CombatCard) -> float:
    command = command_of(scene, seat, clan, card)
    return max((deed_worth(scene, command, deed) for deed in deeds(scene, command, card)), default=-1.0)


def desertion_worth(scene: Scene, me: str, answer: Desert) -> float:
    """Half of the armies of a clan gone; those of Nobunaga's guard open the way to him."""
    lost = max(1, len(armies_of(scene, units_in(scene, answer.clan, answer.area))) // 2)
    value = 1.3 * lost * rivalry(scene, me, answer.clan)
    guards = answer.clan == ODA and NOBUNAGA in units_in(scene, ODA, answer.area)
    return value + (weakened(scene, me, lost) if guards else 0.0)


def transfer_worth(scene: Scene, me: str, answer: Transfer, guards: int = 1) -> float:
    """A guard called away from Nobunaga is one less to fight; best sent where nothing of ours is near."""
    here = scene.table.pieces[answer.unit].place
    near = 0.2 * sum(area in controlled(scene, me) for area in beside(scene, answer.area))
    if here == scene.table.pieces[NOBUNAGA].place and not unit(scene, answer.unit).general:
        return weakened(scene, me, guards) - 0.5 - near
    return -1.2 - near


def uprising_worth(scene: Scene, me: str, area: str) -> float:
    """Those who stand there are held until they have fought it down."""
    who = controller(scene, area)
    bound = len(units_in(scene, who, area))
    return 0.5 * bound * rivalry(scene, me, who) if who in players(scene) and who != me else -1.0


def site_worth(scene: Scene, me: str, area: str) -> float:
    """A castle is best where it saves most: a point, or the leader."""
    here = units_in(scene, me, area)
    safer = danger(scene, me, area, here) - danger(scene, me, area, [*here, facts(scene).castles[me]])
    leader = facts(scene).leaders[me] in here
    return 1.2 + safer * KEPT * (POINT * facts(scene).points[area] + (DEATH * LEADER if leader else 0.0))


def turncoat_worth(scene: Scene, me: str, general: str) -> float:
    """Of a rival a loss; of Oda an area that a vassal may take without rebelling."""
    piece = scene.table.pieces[general]
    if piece.side in players(scene):
        return 2.5 * rivalry(scene, me, str(piece.side))
    alone = len(units_in(scene, ODA, piece.place)) == 1
    near = any(area in controlled(scene, me) for area in beside(scene, piece.place))
    return 4.0 if alone and near and is_vassal(scene, me) else 0.5


def slander_worth(scene: Scene, me: str) -> float:
    return max((1.6 + 0.5 * len(hand(scene, seat)) for seat in victims(scene, me)), default=-1.0)


def order_worth(scene: Scene, me: str, card: CombatCard) -> float:
    return _best([transfer_worth(scene, me, answer, card.units) for answer in ordered(scene)])


def _best(values: Sequence[float]) -> float:
    return max(values, default=-1.0)


EVENT_WORTH: dict[str, Callable[[Scene, str, CombatCard], float]] = {
    "direct": lambda s, me, card: _best([best_deed(s, me, clan, card) for clan in able(s, me, card)]),
    "move": lambda s, me, card: best_deed(s, me, me, card) + 0.3,
    "charge": lambda s, me, card: best_deed(s, me, me, card) + 0.3,
    "desert": lambda s, me, card: _best([desertion_worth(s, me, answer) for answer in desertions(s, me)]),
    "fortify": lambda s, me, card: (
        _best([site_worth(s, me, area) for area in castle_sites(s, me)])
        - (2.0 if on_map(s, facts(s).castles[me]) else 0.0)
    ),
    "surrender": lambda s, me, card: _best(
        [2.0 * rivalry(s, me, unit(s, castle).clan) for castle in castles_of_others(s, me)]
    ),
    "turn_coat": lambda s, me, card: _best([turncoat_worth(s, me, general) for general in waverers(s, me)]),
    "declare": lambda s, me, card: POINT + 4,
    "slander": lambda s, me, card: slander_worth(s, me),
    "induce": lambda s, me, card: _best([prize(s, me, me, area) + 1 for area in inducible(s, me)]),
    "levy": lambda s, me, card: 4.6,
    "transfer": order_worth,
    "uprising": lambda s, me, card: _best([uprising_worth(s, me, area) for area in uprisings(s, me)]),
}
# What a card in hand is worth keeping for, whatever the moment: the cheapest pays for other actions.
KEEP = {
    "direct": 1.5, "move": 3.0, "charge": 2.5, "desert": 2.5, "fortify": 2.0, "surrender": 1.5, "turn_coat": 2.0,
    "declare": 1.8, "slander": 1.2, "induce": 5.0, "levy": 3.5, "transfer": 0.5, "uprising": 1.0,
}  # fmt: skip


def keeping(scene: Scene, card: CombatCard) -> float:
    """What a card is worth keeping for now: once Nobunaga is gone the declaration may come any time."""
    return KEEP[card.does] + (4.0 if card.does == "declare" and not on_map(scene, NOBUNAGA) else 0.0)
