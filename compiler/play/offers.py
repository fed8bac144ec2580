"""An ask for whoever points instead of writing: what each option takes up, where it goes, which way, at what cost.

All of it comes from the answers themselves and from what the ask is about. Words are for reading only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any

from compiler.model.table import Table
from compiler.play.ask import Action, Answer, Ask, Price, Refusal, shown
from compiler.play.book import Rulebook
from compiler.play.mechanics.ranges import flood
from compiler.play.notation import chosen_place, option_text, place_name, thing_name, told_place


@dataclass(frozen=True, slots=True)
class Offer:
    """An option: the things it begins with, the thing it is done to, the way there, its price."""

    answer: Answer
    text: str
    takes: tuple[str, ...] = ()  # pieces or places: pointing at any of them leads to this option
    target: str | None = None
    path: tuple[str, ...] = ()
    price: Price | None = None

    @property
    def verb(self) -> str | None:
        """What is done, where the answer says it; an answer that only names things leaves that to the question."""
        return self.answer.verb() if isinstance(self.answer, Action) else None

    @property
    def group(self) -> int | None:
        """Which part of the answer names those who go, if it has but them and their way: others may go as well."""
        parts = self.answer.parts if isinstance(self.answer, Action) else ()
        if len(parts) != 2 or not self.path or self.path not in parts:
            return None
        who = 1 - parts.index(self.path)
        return who if isinstance(parts[who], tuple) else None


@dataclass(frozen=True, slots=True)
class Field:
    """A number of an answer, and between what it lies in the options."""

    name: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Form:
    """Answers that are several numbers: the verb they begin with (none for a plain number), and the numbers."""

    verb: str | None
    fields: tuple[Field, ...]
    total: int | None = None  # what the numbers of every listed answer come to, if that is always the same


def offers(book: Rulebook, ask: Ask, table: Table) -> list[Offer]:
    """The options of an ask; `table` is what its seat sees."""
    return [_offer(book, ask, option, table) for option in ask.listed]


def subjects(ask: Ask, table: Table) -> tuple[str, ...]:
    """The pieces an ask is about, those its topic names first."""
    topic = [] if ask.topic is None else [getattr(ask.topic, part.name) for part in fields(ask.topic)]  # type: ignore[arg-type]
    named = [value for value in (*topic, *ask.about) if isinstance(value, str) and value in table.pieces]
    return tuple(dict.fromkeys(named))


def form(ask: Ask) -> Form | None:
    """The form an ask can be answered by: all its options are one action of numbers, or plain numbers."""
    options = [option for option in ask.listed if option != ask.stop]
    if not options or ask.kind != "choose" or (ask.stop is not None and len(options) < len(ask.listed)):
        return None
    if all(isinstance(option, int) for option in options):
        return Form(None, (_field("number", options),))
    kind = type(options[0])
    rows = [option.parts for option in options if isinstance(option, Action) and type(option) is kind]
    if len(rows) < len(options) or not all(isinstance(part, int) for row in rows for part in row):
        return None
    names = [part.name for part in fields(kind)]  # type: ignore[arg-type]
    columns = zip(*rows, strict=True)
    made = tuple(_field(name, column) for name, column in zip(names, columns, strict=True))
    sums = {sum(row) for row in rows}
    return Form(str(shown(options[0])).partition(" ")[0], made, sums.pop() if len(sums) == 1 else None)


def _field(name: str, values: Sequence[Any]) -> Field:
    return Field(name, min(*values, values[0]), max(*values, values[0]))


def shaped(ask: Ask, answer: Answer) -> bool:
    """Whether an answer is built like one that is listed: rules are only asked about what they can read."""
    return any(_alike(option, answer) for option in ask.listed)


def _alike(option: Any, answer: Any) -> bool:
    if type(option) is not type(answer):
        return False
    if isinstance(option, Action):
        return all(_alike(one, two) for one, two in zip(option.parts, answer.parts, strict=True))
    if isinstance(option, tuple):
        samples = {type(part) for part in option} or {str, int}
        return all(type(part) in samples for part in answer)
    return True


def spoken(book: Rulebook, option: Answer, table: Table) -> str:
    """An option in words, its parts by their names."""
    if isinstance(option, Action):
        return " ".join((option.verb(), *(_part(book, part, table) for part in option.parts))).strip()
    if isinstance(option, str) and option in table.pieces:
        return f"{thing_name(book, option, table)} at {told_place(book, table.pieces[option].place)}"
    if isinstance(option, str) and option in book.game.spaces:
        return chosen_place(book, option)
    if isinstance(option, tuple) and option and all(_is_space(book, part) for part in option):
        way = (
            "-".join(option) if option[-1][:1].isdigit() else ", ".join(told_place(book, part) for part in option[:-1])
        )
        return f"to {told_place(book, option[-1])}{f' by {way}' if len(option) > 1 else ''}"
    return _called(book, option) or option_text(book, option, table)


def _called(book: Rulebook, part: object) -> str | None:
    """The name of a seat, a side or an alliance."""
    game = book.game
    for named in (game.alliances, game.sides, game.seats):
        if isinstance(part, str) and part in named:
            return named[part].name.en
    return None


def refusal(book: Rulebook, ask: Ask, table: Table, thing: str, taken: str | None = None) -> Refusal | Answer:
    """Why nothing can be done to a thing (after another was taken up); or the answer that does it though not listed."""
    for answer in _tries(book, ask, table, thing, taken):
        no = ask.judge(answer)
        return answer if no is None else no
    what = f"nothing is asked about `{thing}` now" if taken is None else f"`{taken}` cannot be used on `{thing}`"
    return Refusal(ask.rule, what)


# -- what an option is about -------------------------------------------------------------------------------------------
def _offer(book: Rulebook, ask: Ask, option: Answer, table: Table) -> Offer:
    text = spoken(book, option, table)
    price = None
    if ask.price is not None and option != ask.stop:
        price = ask.price(option)
    if isinstance(option, tuple) and option and all(_is_space(book, part) for part in option):
        return Offer(option, text, (), option[-1], option, price)
    things, path = _things(book, option, table)
    if path:
        takes = tuple(t for t in (*things, *path[:1]) if t != path[-1])
        return Offer(option, text, takes, path[-1], path, price)
    if len(things) == 1 and subjects(ask, table) and _is_space(book, things[0]):
        return Offer(option, text, (), things[0], (), price)
    if len(things) < 2 or _is_group(option, table):
        return Offer(option, text, things, None, (), price)
    return Offer(option, text, things[:-1], things[-1], (), price)


def _is_group(option: Answer, table: Table) -> bool:
    """Whether an option only names those of whom something is true: none of them does anything to another."""
    parts = option.parts if isinstance(option, Action) else ()
    return len(parts) == 1 and isinstance(parts[0], tuple) and all(one in table.pieces for one in parts[0])


def _things(book: Rulebook, option: Answer, table: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The pieces and places an option names, in order, and the way among its parts."""
    parts = option.parts if isinstance(option, Action) else option if isinstance(option, tuple) else (option,)
    things: list[str] = []
    path: tuple[str, ...] = ()
    for part in parts:
        if isinstance(part, tuple) and len(part) > 1 and all(_is_space(book, step) for step in part):
            path = part
        else:
            inner = part if isinstance(part, tuple) else (part,)
            things += [one for one in inner if _is_thing(book, one, table)]
    return tuple(dict.fromkeys(things)), path


def _is_space(book: Rulebook, part: object) -> bool:
    return isinstance(part, str) and part in book.game.spaces


def _is_thing(book: Rulebook, part: object, table: Table) -> bool:
    return isinstance(part, str) and (part in table.pieces or part in book.game.spaces or part in book.game.piles)


def _part(book: Rulebook, part: object, table: Table) -> str:
    if isinstance(part, tuple):
        return ", ".join(_part(book, one, table) for one in part)
    if isinstance(part, str):
        if part in book.game.spaces:
            return book.game.spaces[part].name.en
        if part in book.game.piles:
            return place_name(book, part)
        return (_called(book, part) if part not in table.pieces else None) or thing_name(book, part, table)
    return str(part)


# -- what somebody may have meant --------------------------------------------------------------------------------------
def _tries(book: Rulebook, ask: Ask, table: Table, thing: str, taken: str | None) -> Iterator[Answer]:
    """Answers that pointing at a thing may have meant, the likeliest first."""
    listed = offers(book, ask, table)
    place = table.pieces[thing].place if thing in table.pieces else thing
    ways = [offer.answer for offer in listed if isinstance(offer.answer, tuple) and offer.path]
    if ways and place in book.game.spaces:
        start = next((table.pieces[id].place for id in subjects(ask, table)), None)
        yield from _ways(book, listed, start, place)
        return
    for offer in listed:
        if (taken is None or taken in offer.takes) and offer.target is not None and (taken or not offer.takes):
            for wanted in dict.fromkeys((thing, place)):
                if (wanted in table.pieces) == (offer.target in table.pieces):
                    yield _replaced(offer.answer, offer.target, wanted)
    if taken is None:
        begun = sorted((offer for offer in listed if offer.takes), key=lambda offer: offer.target is not None)
        for wanted in dict.fromkeys((thing, place)):
            alike = (offer for offer in begun if _sort(book, offer.takes[0]) == _sort(book, wanted))
            for offer in islice(alike, 1):
                yield from _alone(book, offer, table, wanted)


def _alone(book: Rulebook, offer: Offer, table: Table, thing: str) -> Iterator[Answer]:
    """What an offer does, done by another thing: of those who go together that one alone, from where it stands.

    Put among the others it would be refused for standing elsewhere than they do, which is no reason of its own.
    """
    answer, old = offer.answer, offer.takes[0]
    if not isinstance(answer, Action) or thing not in table.pieces:
        yield _replaced(answer, old, thing)
        return
    start, beside = table.pieces[thing].place, book.game.map.beside
    parts: list[Any] = []
    for part in answer.parts:
        if part == offer.path and offer.path:
            if not beside.get(start):
                return  # it stands where no way begins
            to = part[-1] if part[-1] != start else part[0]
            parts.append((start, _straight(book, start, to)[0]))
        elif isinstance(part, tuple) and old in part:
            parts.append((thing,))
        else:
            parts.append(_replaced(part, old, thing))
    yield type(answer)(*parts)


def _sort(book: Rulebook, thing: str) -> type:
    """Whether a thing is a card, a counter or a place: what is done with one is not done with another."""
    return type(book.game.pieces[thing]) if thing in book.game.pieces else str


def _ways(book: Rulebook, listed: Sequence[Offer], start: str | None, place: str) -> Iterator[Answer]:
    """Ways to a place: on from where one can come nearest to it, else straight there from the start."""
    beside = book.game.map.beside
    far = flood(beside, (place,)) if place in beside else {}
    near = [offer for offer in listed if offer.path and offer.target in far]
    if near:
        best = min(near, key=lambda o: (far[str(o.target)], o.price.cost if o.price else len(o.path), o.path))
        yield (*best.path, *_straight(book, str(best.target), place))
    if start in far:
        yield _straight(book, str(start), place)
    yield (place,)


def _straight(book: Rulebook, start: str, place: str) -> tuple[str, ...]:
    """A shortest way by links, whatever it costs."""
    beside = book.game.map.beside
    far = flood(beside, (place,))
    way, here = [], start
    while here != place and here in far:
        here = min((near for near in beside[here] if near in far), key=lambda near: (far[near], near))
        way.append(here)
    return tuple(way) or (place,)


def _replaced(answer: Any, old: str, new: str) -> Any:
    """An answer with one of its things exchanged; of a way only the last step."""
    if isinstance(answer, Action):
        return type(answer)(*(_replaced(part, old, new) for part in answer.parts))
    if isinstance(answer, tuple):
        return (*answer[:-1], new) if answer and answer[-1] == old else tuple(_replaced(p, old, new) for p in answer)
    return new if answer == old else answer
