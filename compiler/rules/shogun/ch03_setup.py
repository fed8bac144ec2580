"""Chapter 3, setup: the deal, claims, swords, koku, first reinforcements, army markers. It does what is left to do."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from compiler.model.event import Drawn, Moved
from compiler.model.record import record
from compiler.play.ask import Flow, Refusal, Topic, decide, draw
from compiler.play.mechanics.ranges import flood
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import predicate, step
from compiler.rules.shogun.facts import (
    ARMIES,
    DECK,
    RACK,
    UNCLAIMED,
    daimyo,
    facts,
    hand_of,
    marker,
    seat_of_daimyo,
    sword_holder,
    tray,
    treasury,
)
from compiler.rules.shogun.field import (
    army_at,
    by_kind,
    colours,
    force,
    hand,
    in_sword_order,
    owned,
    owner,
    owners,
    seat,
    sword,
)
from compiler.rules.shogun.hands import income, koku_in, put_koku
from compiler.rules.shogun.standing import standing


@record(frozen=True, slots=True)
class DivideCards(Topic):
    """Which of his cards a player of two gives to his second colour."""

    colour: str
    number: int


@record(frozen=True, slots=True)
class ChooseProvince(Topic):
    """In which of its provinces a colour places something; `purpose` is spearmen, army or return."""

    colour: str
    purpose: str


@step("3-Tray.1", "stock.setup", "3-Army.1", "3-Army.2", "3-Army.3", "3-Army.4", "3-Army.5")
def lay_out(scene: Scene) -> Flow[Outcome]:
    """The scenario has laid out cards, trays and armies; what players place comes in the steps of chapter 3."""
    yield from ()
    return None


@step("3-Deal.1", "deal_provinces", "3-Deal.3", "3-Deal.5", "6.5", "Notice.2", "6.1")
def deal(scene: Scene) -> Flow[Outcome]:
    """Deal equal shares one at a time; what is left over lies open and belongs to nobody (3-Deal.1, 3-Deal.3)."""
    deck = list(reversed(scene.table.stacks.get(DECK, ())))
    seats = scene.scenario.seats
    share = len(deck) // len(seats)
    dealt = zip(deck[: share * len(seats)], cycle(seats), strict=False)
    scene.handle(*[Drawn(card, hand_of(who), (who,), rule="3-Deal.1") for card, who in dealt])
    scene.handle(*[Drawn(card, UNCLAIMED, None, rule="3-Deal.3") for card in deck[share * len(seats) :]])
    yield from ()
    return None


@step("6.6", "divide_provinces", "6.7", "6.2")
def divide(scene: Scene) -> Flow[Outcome]:
    """With two players each in turn divides what he was dealt between his two colours (6.6)."""
    for who in scene.scenario.seats:
        mine = scene.book.sides_of(who, scene.scenario)
        if len(mine) == 2 and not scene.table.count(hand(scene, mine[1])):
            yield from _divide(scene, who, mine[1])
    return None


def _divide(scene: Scene, who: str, second: str) -> Flow[None]:
    """With two players each divides his cards into two equal sets, one for each colour (6.6)."""
    known = facts(scene)
    cards = scene.table.stacks.get(hand_of(who), ())
    mine = [known.province_of[card] for card in cards]
    half = len(mine) // 2

    def judge(answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or len(set(answer)) != half or len(answer) != half:
            return Refusal("6.6", f"each set has {half} cards")
        strange = next((p for p in answer if p not in mine), None)
        return Refusal("6.6", f"`{strange}` is not among your cards") if strange is not None else None

    chosen = yield from decide(
        scene,
        lambda: dict.fromkeys(_cluster(scene, start, mine, half) for start in mine),
        (judge,),
        topic=DivideCards(second, half),
        seat=who,
        rule="6.6",
        prompt=f"divide your cards: which {half} provinces go to {second}?",
    )
    for province in chosen:
        scene.do(Drawn(known.card_of[province], hand(scene, second), (who,), rule="6.6"))


def _cluster(scene: Scene, start: str, mine: list[str], size: int) -> tuple[str, ...]:
    """The provinces of a hand nearest to one of them."""
    near = flood(facts(scene).beside, (start,))
    return tuple(sorted([p for p in near if p in mine][:size]))


@step("3-Claim.1", "claim_provinces", "3-Claim.2", "3-Army.5")
def claim(scene: Scene) -> Flow[Outcome]:
    """One spearman in every province dealt; nobody is asked, so nobody is first (3-Claim.2)."""
    yield from ()
    province_of, stacks, held = facts(scene).province_of, scene.table.stacks, owners(scene)
    claims: list[Moved] = []
    for colour in colours(scene):
        dealt = [province_of[card] for card in stacks.get(hand(scene, colour), ())]
        bare = [province for province in dealt if province not in held]
        spearmen = stacks.get(tray(colour, "spearman"), ())[: len(bare)]
        claims += [Moved(id, to, rule="3-Claim.1") for id, to in zip(spearmen, bare, strict=True)]
    scene.handle(*claims)
    return None


@step("3-Swords.3", "draw_swords", "3-Swords.1", "3-Swords.2", "3-Swords.4", "2-Swords.2", "6.4")
def draw_swords(scene: Scene) -> Flow[Outcome]:
    """Each colour draws a sword unseen; the scenario has taken out the extra ones (3-Swords.1 to 3)."""
    if any(unplaced(scene, colour) for colour in colours(scene)):
        for colour in colours(scene):
            yield from draw(scene, RACK, sword_holder(colour), rule="3-Swords.3")
    return None


@step("3-Koku.1", "distribute_koku")
def distribute_koku(scene: Scene) -> Flow[Outcome]:
    """A third of the cards in koku, unless the scenario has given them already (3-Koku.1)."""
    yield from ()
    bare = [colour for colour in colours(scene) if koku_in(scene, treasury(colour)) == 0]
    put_koku(scene, {treasury(colour): income(scene, colour, at_least=False) for colour in bare}, "3-Koku.1")
    return None


# -- first reinforcements ----------------------------------------------------------------------------------------------
def unplaced(scene: Scene, colour: str) -> list[int]:
    """The armies whose daimyo is on the card and whose marker is not on the board yet."""
    pieces, where = scene.table.pieces, standing(scene).where
    return [
        n for n in ARMIES if (colour, n) not in where and pieces[daimyo(colour, n)].place == seat_of_daimyo(colour, n)
    ]


def reinforced(scene: Scene, colour: str) -> list[str]:
    """The provinces of a colour that have all their spearmen; in setup there are no other units."""
    most, held = facts(scene).setup_spearmen, standing(scene).held
    return [p for p in owned(scene, colour) if len(held[p].force) >= most]


def _next_pair(scene: Scene) -> str | None:
    """Whose turn it is to place two spearmen: the lowest sword of those who have placed least (3-Reinf.1)."""
    return scene.memo("next pair", lambda: _pair_of(scene), of="pieces")


def _pair_of(scene: Scene) -> str | None:
    times = facts(scene).reinforcements
    done = {c: len(reinforced(scene, c)) for c in colours(scene) if len(unplaced(scene, c)) == len(ARMIES)}
    left = [c for c, number in done.items() if number < times]
    return min(left, key=lambda c: (done[c], sword(scene, c) or 0), default=None)


@predicate("spearmen_to_place", "3-Reinf.2")
def spearmen_to_place(scene: Scene) -> bool:
    """Until every player has put two spearmen in six provinces (3-Reinf.2)."""
    return _next_pair(scene) is not None


@step("3-Reinf.3", "place_two_spearmen", "3-Reinf.1", "3-Reinf.2", "3-Reinf.4", "3-Reinf.5", "3-Reinf.6")
def place_two_spearmen(scene: Scene) -> Flow[Outcome]:
    """The next player in sword order puts two spearmen in a province of his (3-Reinf.3)."""
    colour = _next_pair(scene)
    assert colour is not None
    full = facts(scene).setup_spearmen

    def judge(province: Any) -> Refusal | None:
        if owner(scene, str(province)) != colour:
            return Refusal("3-Reinf.3", f"`{province}` is not a province of {colour}")
        if len(by_kind(scene, force(scene, province), "spearman")) >= full:
            return Refusal("3-Reinf.4", f"`{province}` has been reinforced to {full} spearmen")
        return None

    province = yield from decide(
        scene,
        lambda: owned(scene, colour),
        (judge,),
        topic=ChooseProvince(colour, "spearmen"),
        seat=seat(scene, colour),
        rule="3-Reinf.3",
        prompt=f"{colour}: two spearmen in which province?",
    )
    spearmen = scene.table.stacks[tray(colour, "spearman")][: facts(scene).reinforcement]
    scene.handle(*[Moved(spearman, province, rule="3-Reinf.3") for spearman in spearmen])
    return None


# -- army markers ------------------------------------------------------------------------------------------------------
def _next_marker(scene: Scene) -> str | None:
    return scene.memo("next marker", lambda: _marker_of(scene), of="pieces")


def _marker_of(scene: Scene) -> str | None:
    left = {c: number for c in colours(scene) if (number := len(unplaced(scene, c)))}
    return min(left, key=lambda c: (-left[c], sword(scene, c) or 0), default=None)


@predicate("markers_to_place", "3-Mark.1")
def markers_to_place(scene: Scene) -> bool:
    """Until all army markers are on the board (3-Mark.1)."""
    return _next_marker(scene) is not None


@step("3-Mark.1", "place_army_marker", "3-Mark.2", "2-Marker.2")
def place_army_marker(scene: Scene) -> Flow[Outcome]:
    """The next player in sword order puts an army marker in a province of his (3-Mark.1)."""
    colour = _next_marker(scene)
    assert colour is not None
    piece = marker(colour, unplaced(scene, colour)[0])
    province = yield from decide(
        scene,
        lambda: owned(scene, colour),
        (lambda p: no_place_for_marker(scene, colour, p),),
        topic=ChooseProvince(colour, "army"),
        rule="3-Mark.1",
        seat=seat(scene, colour),
        prompt=f"{scene.name(piece)} in which province?",
        about=(piece,),
    )
    scene.do(Moved(piece, province, rule="3-Mark.1"))
    return None


def no_place_for_marker(scene: Scene, colour: str, province: Any) -> Refusal | None:
    """Why an army marker may not be put in a province."""
    if owner(scene, str(province)) != colour:
        return Refusal("3-Mark.1", f"`{province}` is not a province of {colour}")
    if army_at(scene, province, colour) is not None:
        return Refusal("3-Mark.2", f"`{province}` has an army marker")
    return None


@step("3-Collect.1", "collect_swords")
def collect_swords(scene: Scene) -> Flow[Outcome]:
    """The swords are put aside (3-Collect.1)."""
    yield from ()
    put_swords_back(scene, "3-Collect.1")
    return None


def put_swords_back(scene: Scene, rule: str) -> None:
    back: list[Drawn] = []
    for colour in in_sword_order(scene, colours(scene)):
        back += [Drawn(piece, RACK, (), rule=rule) for piece in scene.table.stacks.get(sword_holder(colour), ())]
    scene.handle(*back)
