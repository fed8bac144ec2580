"""Answers in words: what people type and what lists show. What happened is told by `telling`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from compiler.model.table import Table
from compiler.play.ask import CHANCE, Action, Answer, Ask, Refusal, Refused, shown
from compiler.play.book import Rulebook

_LINE = re.compile(r"^\s*([a-z][a-z0-9_]*)\s*:\s*(.+?)\s*$")


def parse(book: Rulebook, ask: Ask, text: str) -> Answer:
    """The answer somebody has written: a listed one, the start of just one, or any other in the same notation."""
    wanted = " ".join(text.split())
    if ask.kind != "roll":
        exact = [option for option in ask.options if shown(option) == wanted]
        if exact:
            return exact[0]
        near: list[Answer] = [o for o in ask.options if isinstance(o, tuple) and o and o[-1] == wanted]
        if not near and wanted:  # a number is meant as it stands: 1 is no beginning of 10
            # nor is an answer with parts completed, nor one that gives the game up
            words = [o for o in ask.options if isinstance(o, str) and not (ask.seldom is not None and ask.seldom(o))]
            near = [option for option in words if shown(option).startswith(wanted)]
        if len(near) == 1:
            return near[0]
        if len(near) > 1:
            raise Refused(Refusal(None, f"`{text}` could be {_some(near)}"))
    return read(book, wanted, like=ask.options[0] if len(ask.options) else None)


def read(book: Rulebook, text: str, like: Any = None) -> Answer:
    """An answer from its notation; `like` is an answer of the kind that is wanted."""
    verb, _, rest = text.partition(" ")
    kind = book.actions.get(verb)
    if kind is not None and rest:
        parts = [_part(part) for part in rest.split(" ")]
        try:
            made: Answer = kind(*parts)
            return made
        except TypeError as fault:
            raise Refused(Refusal(None, f"`{verb}` has other parts")) from fault
    value: Answer = _part(text)
    if isinstance(like, tuple) and not isinstance(value, tuple):
        return (value,)
    if isinstance(like, str) and not isinstance(value, (str, tuple)):
        return text
    return value


def _part(text: str) -> Any:
    if "," in text:
        return tuple(_part(part) for part in text.split(",") if part)
    if re.fullmatch(r"-?(0|[1-9]\d{0,8})", text):
        return int(text)
    return text


def _some(options: Sequence[Answer]) -> str:
    names = [f"`{shown(option)}`" for option in options[:4]]
    return ", ".join(names) + (" …" if len(options) > 4 else "")


def read_script(text: str) -> list[tuple[int, str, str]]:
    """Line number, seat and answer of each line `seat: answer`; empty lines and `#` comments are passed over."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.split(" #")[0].strip()
        if not plain or plain.startswith("#"):
            continue
        match = _LINE.match(plain)
        if match is None:
            raise Refused(Refusal(None, f"line {number} of the script is not `seat: answer`"))
        found.append((number, match[1], match[2]))
    return found


def write_script(script: Iterable[tuple[str, Any]]) -> str:
    """A script as text, one answer a line."""
    return "".join(f"{seat}: {shown(answer)}\n" for seat, answer in script)


def thing_name(book: Rulebook, id: str, table: Table) -> str:
    """What a piece on the table, a space, a seat or a side is called."""
    piece = table.pieces.get(id)
    if piece is not None and id in book.game.pieces:
        return book.piece_name(piece)
    if id in book.game.spaces:
        return place_name(book, id)
    for names in (book.game.seats, book.game.sides):
        if id in names:
            return names[id].name.en
    return "a piece" if id.startswith("?") else id


def place_name(book: Rulebook, place: str) -> str:
    """What a space or pile is called, with its id where that is another word."""
    if place in book.game.piles:
        return book.game.piles[place].name.en
    name = book.game.spaces[place].name.en if place in book.game.spaces else place
    return place if name == place else f"{name} ({place})"


def told_place(book: Rulebook, place: str) -> str:
    """What a space or pile is called in a sentence: a box after its display, a numbered space by name and number."""
    space = book.game.spaces.get(place) if place not in book.game.piles else None  # a pile and its box may share an id
    display = _display(book, space.display) if space is not None and space.display is not None else None
    if display is not None and display in book.once(
        "owned", lambda: {c.name.en for c in book.game.counters.values() if c.side is not None}
    ):
        return f"the command of {display}"  # a card or track where a leader's troops lie
    return chosen_place(book, place)


def chosen_place(book: Rulebook, place: str) -> str:
    """What a space or pile is called among others: every box of a display by its own name."""
    space = book.game.spaces.get(place) if place not in book.game.piles else None
    if space is None or space.display is None:
        return place_name(book, place) if space is None or place[:1].isdigit() else space.name.en
    display = _display(book, space.display)
    return display if display == space.name.en else f"{display}: {space.name.en}"


def _display(book: Rulebook, id: str) -> str:
    names = book.once(
        "displays", lambda: {id: d.name.en for m in book.game.maps.values() for id, d in m.displays.items()}
    )
    return names[id]


def seat_name(book: Rulebook, seat: str) -> str:
    """What a seat is called."""
    return "Chance" if seat == CHANCE else book.game.seats[seat].name.en


def prompt_text(book: Rulebook, ask: Ask, scenario: str) -> str:
    """A question as the seat hears it; one that has but one side is not told whose turn it is twice."""
    alone = book.sides_of(ask.seat, book.game.scenarios[scenario]) == (ask.seat,) if ask.seat != CHANCE else False
    return ask.prompt.removeprefix(f"{ask.seat}: ") if alone else ask.prompt


def option_text(book: Rulebook, option: Answer, table: Table) -> str:
    """An option with the name of what it stands for, for lists."""
    if isinstance(option, str) and (option in table.pieces or option in book.game.spaces):
        name = thing_name(book, option, table)
        place = f" at {place_name(book, table.pieces[option].place)}" if option in table.pieces else ""
        return f"{name}{place}" if name != option else option
    if isinstance(option, Action):
        return " ".join((option.verb(), *(shown(part) for part in option.parts)))
    if isinstance(option, tuple) and option and option[-1] in book.game.spaces:
        way = f" by {'-'.join(map(str, option))}" if len(option) > 1 else ""
        return f"to {place_name(book, str(option[-1]))}{way}"
    return shown(option)
