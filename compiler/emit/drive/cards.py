"""Cards and cups: drawn without a word too many, played by name, shuffled."""

from __future__ import annotations

from compiler.emit.drive.menus import menu_texts
from compiler.emit.drive.script import Script, must
from compiler.emit.module.card_menu import deal_text
from compiler.emit.module.decks import deck_commands, decks, draw_decks
from compiler.emit.module.hands import sorts
from compiler.emit.names import the
from compiler.model.piles import Pile
from compiler.vassal.probe.drive import MOVED, Act, Must, Verb

PLAY = "Play"  # what the command of a card that is played begins with


def hand_owner(script: Script) -> str | None:
    """The seat that draws: the first of this setup that holds a hand."""
    for sort in sorts(script.plan):
        for hand in sort.hands:
            for seat in hand.owners:
                if seat in script.scenario.seats:
                    return seat
    return None


def drive_decks(script: Script, known: set[str]) -> None:
    """Everything the menu of each deck offers, as far as the setup has filled it; an even deal in every setup."""
    for pile in draw_decks(script.plan):
        if pile.evenly and script.table.stacks.get(pile.id):
            _deal(script, pile)
    for pile in decks(script.plan):
        if pile.id in known or not script.table.stacks.get(pile.id):
            continue
        known.add(pile.id)
        for command in deck_commands(script.plan, pile):
            _draw(script, pile, command.menu)
        if pile.shuffled and pile.kind != "cup":
            start, text = script.here, f"Shuffle {pile.name.en}"
            told = f"shuffles {the(script.plan.game, pile.name.en)}"
            script.do(Verb.DECK, text, pile.name.en, text, must(Must.TELL, told))
            script.undo(start, text)


def _deal(script: Script, pile: Pile) -> None:
    """As many to everybody as there are for all who play; nobody is asked, and nobody hears which."""
    start, text = script.here, deal_text(script.plan, pile)
    share = len(script.table.stacks[pile.id]) // len(script.scenario.seats)
    script.do(Verb.PRESS, text, text, "", must(Must.TELL, f"deals {share} "), must(Must.UNNAMED))
    script.undo(start, text)


def _draw(script: Script, pile: Pile, menu: str) -> None:
    """Draw; into a hand nobody hears what it was. Then play it: everybody does."""
    start, secret = script.here, pile in draw_decks(script.plan)
    about = f"`{menu}` on {pile.name.en}"
    expects = [must(Must.DO), *([must(Must.UNNAMED)] if secret else ())]
    script.do(Verb.DECK, about, pile.name.en, menu, *expects)
    script.do(Verb.MENU, f"the menu of what came of {about}", MOVED)
    top = script.table.stacks[pile.id][-1]
    discards = script.plan.discards(script.table.pieces[top].counter)
    play = next(
        (text for text in menu_texts(script.traits(script.table.pieces[top].counter)) if text.startswith(PLAY)), None
    )
    if secret and play is not None:
        goes = [must(Must.GO, discards[0].name.en)] if len(discards) == 1 else []
        played = (must(Must.TELL, "plays"), *goes)
        script.add(Act(Verb.COMMAND, f"`{play}` after {about}", MOVED, play, (), played))
    script.undo(start, about)
