"""Stock step: play a card from the hand, for its event or for something else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.table import Piece
from compiler.play.ask import Flow, Refusal, decide
from compiler.play.outcome import Outcome
from compiler.play.scene import Scene
from compiler.play.step import Setting, step
from compiler.play.stock.bound import bars_of, given, settled
from compiler.play.stock.conditions import Condition, condition
from compiler.play.stock.dealings import discard, happen
from compiler.play.stock.effects import Effects, carry_out, effects
from compiler.play.stock.filters import PieceFilter, piece_filter
from compiler.play.stock.here import Here, own_pile
from compiler.play.stock.reading import CARD, Reading
from compiler.play.stock.settings import BARS, pile, place
from compiler.play.stock.standing import choice
from compiler.play.stock.topics import PlayCard, UseCard
from compiler.play.stock.weighing import refused

PASS = "pass"
EVENTS = ("no", "happens", "if_enemys")


@dataclass(frozen=True, slots=True)
class Use:
    """What a card may be played for."""

    id: str
    cards: PieceFilter
    event: str
    do: Effects
    to: str | None
    when: Condition | None
    rule: str | None


def read_uses(read: Reading, value: Any) -> dict[str, Use]:
    """The uses of cards as written."""
    if not isinstance(value, Mapping) or not value:
        read.fault("a card is played for nothing", "name its uses: `{event: {event: happens}, …}`")
        return {}
    return {id: _use(read.into(id), id, raw) for id, raw in value.items()}


def _use(read: Reading, id: str, value: Any) -> Use:
    raw = read.mapping(value, ("cards", "event", "do", "to", "when", "rule"), "a use of a card") or {}
    cards = piece_filter(read.into("cards"), raw.get("cards", {}))
    event = choice(read, raw, "event", EVENTS, "no")
    if event == "no" and "do" not in raw:
        read.fault(f"playing a card for `{id}` does nothing", "let its `event` happen, or list effects under `do`")
    done = effects(read.into("do").with_hand(CARD), raw["do"]) if "do" in raw else ()
    when = condition(read.into("when"), raw["when"]) if "when" in raw else None
    rule = raw.get("rule")
    return Use(id, cards, event, done, raw.get("to"), when, rule if isinstance(rule, str) else None)


def _flag_field(read: Reading, value: Any) -> Any:
    read.known(value, read.card_fields, "field of a card")
    return value


_USES = (
    "what a card may be played for: an id of yours, and under it `event` (`happens`, `if_enemys`: only that of an "
    "enemy's card, or `no`), `do` (effects), `cards` (PIECES: which cards; all when left out), `to` (where the card "
    "goes), `when` (a condition), `rule`. "
    "`{event: {event: happens}, march: {do: [{track: marches, by: 2}], to: discard}}`"
)
SETTINGS = {
    "from": pile("the hand it is played from, one per seat", required=True),
    "uses": Setting("uses", _USES, required=True, read=read_uses),
    "once": Setting(
        "field of cards", "cards with this flag do not come back once their event happened", read=_flag_field
    ),
    "removed": place("where those go"),
    "pass": Setting("flag", "whether one may play none"),
    "bars": BARS,
    "rules": Setting("rules", "rules that refusals quote: `pass`"),
}


@step(None, "stock.play", settings=SETTINGS)
def play(scene: Scene) -> Flow[Outcome]:
    """Play a card from the hand for one of its uses; without a card that can be played the step passes."""
    here = Here.of(scene)
    hand = own_pile(scene.game, here, given(scene, "from"))
    uses: dict[str, Use] = given(scene, "uses")
    able = {id: _uses_of(here, uses, id) for id in scene.table.stacks.get(hand, ())}
    if not any(able.values()):
        return settled(scene)

    def refuse(id: Any) -> Refusal | None:
        if id not in able:
            return Refusal(scene.rule(), f"`{id}` is not in the hand")
        no = refused(bars_of(scene), here.at(card=id))
        return no or (None if able[id] else Refusal(scene.rule(), f"`{id}` cannot be played now"))

    card = yield from decide(
        scene,
        list(able),
        (refuse,),
        topic=PlayCard(hand),
        prompt="play which card?",
        rule=scene.rule(),
        stop=PASS if scene.setting("pass", False) else None,
    )
    if card == PASS:
        return settled(scene)
    name = yield from decide(
        scene, able[card], topic=UseCard(card), prompt=f"play {scene.name(card)} for what?", rule=scene.rule()
    )
    yield from _played(here.at(card=card), card, uses[name])
    return settled(scene)


def _uses_of(here: Here, uses: Mapping[str, Use], id: str) -> list[str]:
    piece: Piece = here.scene.table.pieces[id]
    if refused(bars_of(here.scene), here.at(card=id)) is not None:
        return []
    at = here.at(card=id)
    return [u.id for u in uses.values() if (u.when is None or u.when(at)) and u.cards(at, piece)]


def _played(here: Here, card: str, use: Use) -> Flow[None]:
    """The card leaves the hand; its event happens, for its owner if it is the enemy's; then what it is played for."""
    scene = here.scene
    side = getattr(scene.game.pieces[card], "side", None)
    enemys = side is not None and side in here.theirs
    happens = use.event == "happens" or (use.event == "if_enemys" and enemys)
    once, removed = given(scene, "once"), given(scene, "removed")
    gone = happens and once is not None and bool(scene.value(scene.table.pieces[card], once, False))
    rule = use.rule or scene.rule()
    yield from carry_out(use.do, here)
    discard(here, card, removed if gone else use.to, rule)
    if happens:
        owner = scene.book.seat_of(side, scene.scenario) if side is not None and enemys else None
        yield from happen(here.at(seat=owner) if owner is not None else here, card)
