"""The Cards menu: deal, draw, shuffle and refill by the toolbar."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.conditions import lying
from compiler.emit.chat import player, said
from compiler.emit.module.boards import listed
from compiler.emit.module.cups import cups, draw_key, drawn_to, in_deck, refill_buttons
from compiler.emit.module.decks import draw_decks, shuffle_key
from compiler.emit.module.hands import Sort, deal_key, in_play, sorts
from compiler.emit.module.icons import icon
from compiler.emit.names import the, usual_hand
from compiler.emit.plan import Plan
from compiler.model.piles import Pile
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import Change, Choose, SetValue

MENU = "Cards"
_CUPS = "Cup"
_MOST = 20  # cards dealt to a player at once


def card_buttons(plan: Plan) -> Iterator[Component]:
    """All buttons, gathered in a menu."""
    texts: list[str] = []
    yield from given_buttons(plan)
    for text, made in (*_draws(plan), *_deals(plan), *_shuffles(plan), *refill_buttons(plan)):
        texts.append(text)
        yield from made
    if texts:
        yield component(
            "m.ToolbarMenu",
            description=MENU,
            text=MENU if plan.game.cards else _CUPS,
            icon=icon("deck" if plan.game.cards else "cup"),
            menuItems=listed(texts),
            tooltip="Draw, deal, shuffle and refill",
        )


def _sent(name: str, pile: Pile, pressed: Key, sent: Key, count: str) -> Component:
    return component(
        "m.GlobalKeyCommand", name=name, buttonText="", icon="", buttonHotkey=pressed, hotkey=sent, deckCount=count,
        target=in_deck(pile), reportSingle=False, singleMap=False,
    )  # fmt: skip


def _draws(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """One piece from each cup, one card from each deck for the first sort of hands."""
    for cup in cups(plan):
        if drawn_to(plan, cup) is not None:
            yield _draw(cup, draw_key(cup))
    for deck in draw_decks(plan):
        for sort in sorts(plan)[:1]:
            yield _draw(deck, sort.key("draw"))


def _draw(pile: Pile, sent: Key) -> tuple[str, list[Component]]:
    text = f"Draw from {pile.name.en}"
    made = _sent(text, pile, named(f"liege-press-draw-{pile.id}"), sent, "1")
    made.attributes["buttonText"] = text
    return text, [made]


def _deals(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    """So many cards to everybody who plays: one question, and nothing happens when it is not answered."""
    for deck in (deck for deck in draw_decks(plan) if deck.dealt):
        for sort in sorts(plan)[:1]:
            yield _deal(plan, deck, sort)


def one_card_key(deck: str, hand: Pile) -> Key:
    """The command that deals one card to a hand, by a result."""
    return named(f"liege-one-card-{deck}-{hand.id}")


def given_buttons(plan: Plan) -> Iterator[Component]:
    """The hidden buttons for cards that results give."""
    checks = plan.game.rolls.checks.values()
    for id in dict.fromkeys(deed.draw for check in checks for deed in check.does.values() if deed.draw is not None):
        deck = plan.game.piles[id]
        for hand in (hand for sort in sorts(plan)[:1] for hand in sort.hands):
            made = _sent(f"A card to {hand.name.en}", deck, one_card_key(id, hand), deal_key(hand), "1")
            names = " and ".join(plan.game.seats[seat].name.en for seat in hand.owners)
            verb = "gets" if len(hand.owners) == 1 else "get"
            made.attributes["reportFormat"] = f"{names} {verb} a card of {the(plan.game, deck.name.en)}"
            yield made


def dealt_property(deck: Pile) -> str:
    """The property that holds how many cards of a deck are dealt to each."""
    return f"Deal_{deck.id}"


def _key(deck: Pile, what: str) -> Key:
    return named(f"liege-deal-{deck.id}-{what}")


def deal_text(plan: Plan, deck: Pile) -> str:
    """What the entry of the menu says that deals to everybody."""
    usual = usual_hand(plan.game)
    if deck.evenly:
        return f"Deal {deck.name.en} evenly"
    return f"Deal {deck.name.en}..." if usual is None else f"Deal {usual} of {deck.name.en} to each player"


def _deal(plan: Plan, deck: Pile, sort: Sort) -> tuple[str, list[Component]]:
    text, many = deal_text(plan, deck), ex.prop(dealt_property(deck))
    given = [named(f"liege-press-deal-{deck.id}-{hand.id}") for hand in sort.hands]
    told = said(
        player(),
        " deals ",
        many,
        ex.if_(ex.equals(many, 1), " card", " cards"),
        f" of {the(plan.game, deck.name.en)} to each",
    )
    made = [
        component(
            "m.DoActionButton", name=text, text=text, icon="", doHotkey=True, tooltip="So many cards to every player",
            hotkeys=(_key(deck, "none"), _key(deck, "ask"), _key(deck, "go")),
        ),
        component(
            "m.DoActionButton", name=f"{text} goes on", text="", icon="", hotkey=_key(deck, "go"), doHotkey=True,
            hotkeys=tuple(given), doReport=True, reportFormat=ex.braced(told), doLoop=True, loopType="counted",
            loopCount=ex.braced(ex.if_(ex.equals(many, ""), 0, 1)),
        ),
    ]  # fmt: skip
    for hand, press in zip(sort.hands, given, strict=True):
        count = ex.braced(ex.if_(in_play(plan, hand), many, 0))
        made.append(_sent(f"Deal to {hand.name.en}", deck, press, deal_key(hand), count))
    return text, made


def card_properties(plan: Plan) -> Iterator[Component]:
    """How many cards are dealt, asked anew each time."""
    for deck in (deck for deck in draw_decks(plan) if deck.dealt and sorts(plan)):
        usual, choices = usual_hand(plan.game), tuple(str(n) for n in range(1, _MOST + 1))
        ask: Change = Choose("How many cards to each player?", choices) if usual is None else SetValue(str(usual))
        if deck.evenly:
            ask = SetValue(ex.braced(_share(plan, deck)))
        buttons = [
            component(
                "m.properties.ChangePropertyButton", text="", hotkey=_key(deck, what), propChanger=str(change)
            )
            for what, change in (("none", SetValue("")), ("ask", ask))
        ]  # fmt: skip
        yield component("m.properties.GlobalProperty", *buttons, name=dealt_property(deck), initialValue="")


def _share(plan: Plan, deck: Pile) -> ex.Node:
    """As many as everybody who plays can get; nothing where there are too few."""
    hands: ex.Node = ex.literal(0)
    for hand in sorts(plan)[0].hands:
        hands = ex.add(hands, ex.if_(in_play(plan, hand), 1, 0))
    left = lying(plan, deck.id)
    return ex.if_(ex.less(left, hands), "", ex.divide(ex.subtract(left, ex.remainder(left, hands)), hands))


def _shuffles(plan: Plan) -> Iterator[tuple[str, list[Component]]]:
    for deck in draw_decks(plan):
        if deck.shuffled:
            text = f"Shuffle {deck.name.en}"
            press = component(
                "m.DoActionButton", name=text, text=text, icon="", doHotkey=True, hotkeys=(shuffle_key(deck),)
            )
            yield text, [press]
