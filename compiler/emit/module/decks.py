"""Decks, discards and cups: one value each, from which both the module's draw pile and the saves' deck are made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.atlas import is_deck
from compiler.emit.chat import is_unnamed, player, said
from compiler.emit.module.boards import listed
from compiler.emit.module.cups import cups, draw_key, drawn_to, refill_key, refilled
from compiler.emit.module.cups import shuffle_key as shuffle_key
from compiler.emit.module.hands import draw_menu, sorts
from compiler.emit.names import SOLO, the
from compiler.emit.plan import Plan
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal import sequence
from compiler.vassal.buildfile import Component, component
from compiler.vassal.deck import Deck
from compiler.vassal.keys import Key, named
from compiler.vassal.values import Target

# field of a deck in a save → attribute of its draw pile in the module
_ATTRIBUTES = {
    "draw_outline": "draw", "outline": "color", "width": "width", "height": "height", "face_down": "faceDown",
    "shuffle": "shuffle", "allow_multiple": "allowMultiple", "allow_select": "allowSelect", "reversible": "reversible",
    "reshuffle_menu": "reshuffleCommand", "reshuffle_target": "reshuffleTarget", "reshuffle_format": "reshuffleMessage",
    "shuffle_format": "shuffleFormat", "reverse_format": "reverseFormat", "face_down_format": "faceDownFormat",
    "draw_face_up": "drawFaceUp", "can_save": "canSave", "shuffle_key": "shuffleHotkey",
    "reshuffle_key": "reshuffleHotkey", "max_stack": "maxStack", "counts_expressions": "expressionCounting",
    "key_on_empty": "hotkeyOnEmpty", "empty_key": "emptyHotkey", "select_display": "selectDisplayProperty",
    "select_sort": "selectSortProperty", "restricts": "restrictOption", "restrict": "restrictExpression",
    "shuffle_menu": "shuffleCommand", "reverse_menu": "reverseCommand", "reverse_key": "reverseHotkey",
    "draw_multiple": "drawMultipleMessage", "draw_specific": "drawSpecificMessage", "face_up_menu": "faceUpMessage",
    "face_down_menu": "faceDownMessage", "face_up_key": "faceUpHotkey", "face_up_format": "faceUpReportFormat",
    "flip_key": "faceFlipHotkey", "face_down_key": "faceDownHotkey", "save_menu": "saveMessage",
    "save_key": "saveHotkey", "save_format": "saveReportFormat", "load_menu": "loadMessage", "load_key": "loadHotkey",
    "load_format": "loadReportFormat", "restricts_access": "deckRestrictAccess",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeckCommand:
    """A command in the menu of a deck: what it sends to the piece on top."""

    menu: str
    key: Key

    def component(self) -> Component:
        return component("m.map.DeckGlobalKeyCommand", name=self.menu, hotkey=self.key, deckCount="1")

    def __str__(self) -> str:
        """As a deck in a save holds it."""
        fields = (self.menu, str(self.key), "", "1", "", self.menu, str(Target("DECK")), "false", "false", "")
        return sequence.encode(fields, "|")


def deck_commands(plan: Plan, pile: Pile) -> list[DeckCommand]:
    """What may be done with the top of a pile."""
    if pile in draw_decks(plan):
        return [DeckCommand(draw_menu(sort), sort.key("draw")) for sort in sorts(plan)]
    if pile in cups(plan) and drawn_to(plan, pile) is not None:
        return [DeckCommand("Draw", draw_key(pile))]
    return []


def draw_decks(plan: Plan) -> list[Pile]:
    """The decks that cards are drawn from unseen."""
    return [p for p in plan.game.piles.values() if p.kind == "deck" and p.holds == "cards" and p.face == "down"]


def empty_key(plan: Plan, pile: Pile) -> Key:
    """What is done by itself when the last piece has left: the pile is filled again, where nothing says when else."""
    again = pile in refilled(plan) and pile.reshuffle_from and (pile.refill_at is None or pile.kind == "cup")
    return refill_key(pile) if again else Key()


def _return_key(pile: Pile) -> Key:
    return named(f"liege-return-all-{pile.id}")


def refilled_by(plan: Plan, pile: Pile) -> Pile | None:
    """The pile that takes all pieces of this one back."""
    return next((p for p in plan.game.piles.values() if p.reshuffle_from == pile.id), None)


def decks(plan: Plan) -> Iterator[Pile]:
    """The piles that are decks of VASSAL."""
    return (pile for pile in plan.game.piles.values() if is_deck(pile))


def shuffles(plan: Plan) -> Iterator[Component]:
    """Commands that shuffle the decks once, when a setup is started; cups are drawn from at random anyway."""
    for pile in decks(plan):
        if pile.shuffled and pile.kind != "cup":
            yield component(
                "m.StartupGlobalKeyCommand",
                name=f"Shuffle {pile.name.en}",
                buttonText="",
                icon="",
                whenToApply="startOfGameOnly",
                hotkeyOrKeyCommand="sendHotkey",
                globalHotkey=shuffle_key(pile),
            )


def deck_of(plan: Plan, pile: Pile) -> Deck:
    """A pile as a deck, still empty."""
    spot = plan.atlas.piles[pile.id]
    down, blind = pile.face != "up", pile.kind == "cup"
    home, own = refilled_by(plan, pile), the(plan.game, pile.name.en)
    return Deck(
        draw_outline=True, outline="90,81,72", width=_span(spot.room, 0), height=_span(spot.room, 1),
        face_down="Always" if down else "Never",
        shuffle="Always" if blind else "Via right-click Menu" if pile.shuffled else "Never",
        allow_multiple=not blind, allow_select=not down, reversible=False,
        reshuffle_menu=f"Return all to {home.name.en}" if home else "", reshuffle_target=home.name.en if home else "",
        reshuffle_format=_told(f" returns all of {own} to {the(plan.game, home.name.en)}") if home else "",
        reshuffle_key=_return_key(pile) if home else Key(), name=pile.name.en,
        shuffle_format=_shuffled(pile, own) if pile.shuffled else "", draw_face_up=blind or not down,
        shuffle_key=shuffle_key(pile) if pile.shuffled and not blind else Key(), max_stack=5,
        shuffle_menu=f"Shuffle {pile.name.en}", draw_multiple="Draw several...", draw_specific="Choose...",
        key_commands=sequence.encode((str(command) for command in deck_commands(plan, pile)), ","),
        key_on_empty=bool(empty_key(plan, pile)), empty_key=empty_key(plan, pile),
        restricts_access=bool(pile.owners),
        owners=tuple(plan.game.seats[s].name.en for s in pile.owners) + ((SOLO,) if pile.owners else ()),
        map=spot.map, x=spot.x, y=spot.y, is_face_down=down,
    )  # fmt: skip


def _shuffled(pile: Pile, own: str) -> str:
    """Who shuffles, if anybody has a name yet."""
    return ex.braced(ex.if_(is_unnamed(), f"{pile.name.en}: shuffled", said(player(), f" shuffles {own}")))


def _told(what: str) -> str:
    return ex.braced(said(player(), what))


def _span(room: tuple[int, int] | None, axis: int) -> int:
    return room[axis] - 4 if room else 60


def draw_pile(plan: Plan, pile: Pile) -> Component:
    """The draw pile of the module; its pieces come from the setups."""
    deck = deck_of(plan, pile)
    given = {attribute: getattr(deck, field) for field, attribute in _ATTRIBUTES.items()}
    return component(
        "m.map.DrawPile",
        *(command.component() for command in deck_commands(plan, pile)),
        name=deck.name,
        owningBoard=deck.map,
        x=deck.x,
        y=deck.y,
        description=pile.kind,
        reshufflable=bool(deck.reshuffle_target),
        countExpressions=listed(deck.count_expressions),
        deckOwners=listed(deck.owners),
        **given,
    )
