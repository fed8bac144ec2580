"""Stock step: sealed bids for the order of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.model.common import FieldType
from compiler.model.event import Said, TrackSet
from compiler.play.ask import Ask, Flow, Refusal, question, roll_of, sealed
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.bound import given
from compiler.play.stock.dealings import discard
from compiler.play.stock.here import Here
from compiler.play.stock.reading import Reading
from compiler.play.stock.settings import pile
from compiler.play.stock.topics import PlayCard
from compiler.play.stock.victory import shifted
from compiler.play.topics import NameNumber


def _number_of_cards(read: Reading, value: Any) -> Any:
    kinds = [kind for kind in read.game.card_kinds.values() if value in kind.fields]
    if read.known(value, read.card_fields, "field of a card") and any(
        kind.fields[value].type not in (FieldType.INTEGER, FieldType.NUMBER) for kind in kinds
    ):
        read.fault(f"the field `{value}` is no number", "name a field of type integer")
    return value


SETTINGS = {
    "currency": Setting("purse track", "what is bid and paid, a track per seat; with `hand` it gets what a card says"),
    "hand": pile("the hand, one per seat, from which a card is bid instead"),
    "field": Setting("field of cards", "the number of a card that is bid", read=_number_of_cards),
    "order": Setting("order track", "shows the outcome: the first seat, or a rank per seat", required=True),
    "most": Setting("amount", "the highest bid"),
    "ties": Setting("word", "equal bids: `keep` the order before, or draw by `chance`", choices=("keep", "chance")),
    "rules": Setting("rules", "rules that refusals quote: `most`, `pay`, `ties`"),
}


@step(None, "stock.sealed_bid", settings=SETTINGS)
def sealed_bid(scene: Scene) -> Flow[Outcome]:
    """All seats bid at once and in secret, all pay, the highest comes first."""
    bids = yield from _cards(scene) if given(scene, "hand") is not None else _paid(scene)
    told = ", ".join(f"{scene.game.seats[seat].name.en} {amount}" for seat, amount in bids.items())
    scene.do(Said(f"bids: {told}", scene.rule()))
    now = _order_now(scene)
    if scene.setting("ties", "keep") == "chance":
        now = yield from _drawn_order(scene, bids)
    _set_order(scene, ranking(bids, now))
    return None


def _paid(scene: Scene) -> Flow[dict[str, int]]:
    """Bids of a currency, paid by all."""
    bids: dict[str, int] = yield from sealed([_ask(scene, seat) for seat in scene.scenario.seats])
    for seat, amount in bids.items():
        if amount:
            track = _purse(scene, seat)
            scene.do(TrackSet(track, int(scene.table.tracks[track]) - amount, scene.rule("pay")))
    return bids


def _cards(scene: Scene) -> Flow[dict[str, int]]:
    """Bids of cards: each seat that has one lays one down; its number is the bid, and fills the purse."""
    field, base = str(given(scene, "field")), given(scene, "hand")
    hands = {seat: scene.table.stacks.get(f"{base}.{seat}", ()) for seat in scene.scenario.seats}
    asks = [
        question(scene, hand, topic=PlayCard(f"{base}.{seat}"), prompt="lay down which card?", seat=seat,
                 rule=scene.rule("most"))
        for seat, hand in hands.items() if hand
    ]  # fmt: skip
    cards: dict[str, str] = (yield from sealed(asks)) if asks else {}
    bids = dict.fromkeys(scene.scenario.seats, 0)
    for seat, card in cards.items():
        bids[seat] = int(scene.value(scene.table.pieces[card], field) or 0)
        discard(Here.of(scene).at(seat=seat), card, None, scene.rule("pay"))
        if scene.setting("currency") is not None:
            track = scene.game.tracks[_purse(scene, seat)]
            value = shifted(track, scene.table.tracks[track.id], bids[seat])
            if value != scene.table.tracks[track.id]:
                scene.do(TrackSet(track.id, value, scene.rule("pay")))
    return bids


def _purse(scene: Scene, seat: str) -> str:
    own = f"{scene.setting('currency')}.{seat}"
    return own if own in scene.table.tracks else str(scene.setting("currency"))


def _ask(scene: Scene, seat: str) -> Ask:
    most = min(int(scene.table.tracks[_purse(scene, seat)]), scene.setting("most", 10**6))
    rule = scene.rule("most")

    def judge(answer: Any) -> Refusal | None:
        if not isinstance(answer, int) or isinstance(answer, bool):
            return Refusal(rule, "a bid is a number")
        return None if 0 <= answer <= most else Refusal(rule, f"a bid is from 0 to {most}")

    return question(
        scene,
        range(most + 1),
        (judge,),
        topic=NameNumber("bid", 0, most),
        prompt=f"bid how much (0 to {most})?",
        seat=seat,
        rule=rule,
        sure=True,
    )


def _order_now(scene: Scene) -> tuple[str, ...]:
    """The order before the bids: by rank tracks, or from the seat that the order track names."""
    order, seats = scene.setting("order"), scene.scenario.seats
    ranks = {seat: scene.table.tracks.get(f"{order}.{seat}") for seat in seats}
    if all(rank is not None for rank in ranks.values()):
        return tuple(sorted(seats, key=lambda seat: (int(ranks[seat] or 0), seats.index(seat))))
    first = scene.table.tracks.get(order)
    at = seats.index(str(first)) if first in seats else 0
    return seats[at:] + seats[:at]


def _drawn_order(scene: Scene, bids: dict[str, Any]) -> Flow[tuple[str, ...]]:
    """Equal bids are drawn for, one place after the other."""
    found: list[str] = []
    for group in tied(bids):
        left = list(group)
        while len(left) > 1:
            (which,) = yield roll_of("equal bids", 1, len(left), scene.rule("ties"))
            found.append(left.pop(which - 1))
        found += left
    return tuple(found)


def ranking(bids: Mapping[str, float], ties: Sequence[str]) -> tuple[str, ...]:
    """Bidders from the highest bid down; equal bids keep the order of `ties`."""
    return tuple(sorted(bids, key=lambda who: (-bids[who], ties.index(who))))


def tied(bids: Mapping[str, float]) -> tuple[tuple[str, ...], ...]:
    """The groups of bidders with equal bids, highest first; single bidders are groups of one."""
    values = sorted(set(bids.values()), reverse=True)
    return tuple(tuple(who for who in bids if bids[who] == value) for value in values)


def _set_order(scene: Scene, order: tuple[str, ...]) -> None:
    track = scene.setting("order")
    rule = scene.rule()
    if f"{track}.{order[0]}" in scene.table.tracks:
        for place, seat in enumerate(order, 1):
            if scene.table.tracks[f"{track}.{seat}"] != place:
                scene.do(TrackSet(f"{track}.{seat}", place, rule))
    elif scene.table.tracks[track] != order[0]:
        scene.do(TrackSet(track, order[0], rule))
