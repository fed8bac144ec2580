"""Events of cards by a command: told in the words of the card; what needs no choice is carried out by the module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.emit.automation.stock_counts import counts, moved_tracks, press_key, shifts_of, step_key
from compiler.emit.chat import player, said
from compiler.emit.module.gains import goes_key
from compiler.emit.module.hands import UNMASK, sorts
from compiler.emit.plan import Plan
from compiler.model.articles import Article
from compiler.model.counters import Card
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import GlobalHotkey, Report, Trait, Trigger

MENU = "Event"
_SAYS = named("liege-event-says")


def event_traits(plan: Plan, card: Card) -> Iterator[Trait]:
    """The command of a card that has an event."""
    event = plan.game.articles.events.get(card.id)
    if event is None:
        return
    pressed = presses(plan, card, event)
    heard = [named(f"liege-event-does-{n}") for n in range(len(pressed))]
    for own, key in zip(heard, pressed, strict=True):
        yield GlobalHotkey("", own, key, f"event of {card.id}")
    effect = (card.effect or "").rstrip(".")
    words = said(player(), " lets <b>", ex.prop("newPieceName"), f"</b> happen: {effect}", ex.prop("Rule"))
    yield Report((_SAYS,), ex.braced(words))
    shown = (UNMASK,) if sorts(plan) else ()
    yield Trigger(MENU, MENU, named("liege-event"), performed=(*shown, _SAYS, *heard))


def presses(plan: Plan, card: Card, event: Article) -> list[Key]:
    """The buttons of the module that carry an event out, as far as nobody has to choose."""
    found: list[Key] = []
    effects = event.written.value if isinstance(event.written.value, tuple) else ()
    scored = {count.id: count for count in counts(plan)}
    for effect in effects:
        count = scored.get(f"score_{effect['score']}") if isinstance(effect, Mapping) and "score" in effect else None
        if count is not None and "when" not in effect:
            found.append(press_key(count))
    for track in moved_tracks(plan):
        shifts = shifts_of(plan, event, track)
        if shifts:
            steps = [step_key(track, f"event_{card.id}_{n}") for n in range(len(shifts))]
            found += [step_key(track, "now"), *steps, goes_key(track)]
    return found
