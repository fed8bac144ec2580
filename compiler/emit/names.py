"""What players read: names of pieces, values in words, rule numbers in brackets."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Mapping
from functools import cache

from compiler.load.speech import ENGLISH
from compiler.load.tongue import said
from compiler.model.common import Note, Value
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.piles import Track, TrackBox
from compiler.vassal import expression as ex

SOLO = "Solitaire"
YES = "yes"
_ADDED = re.compile(r"\.x\d+$")  # a row of ours where the rulebook is silent
_ROW = re.compile(r"(\.0)?\.\d+$")  # the number of a row within its section
_MENTIONED = re.compile(r"(?<=\d)\.x\d+\b")  # the same within a sentence


def piece_names(game: Game) -> Mapping[str, str]:
    """A name for every counter and card; with its side, or the number of the card, before it where two are alike."""
    tally = Tally(counter.name.en for counter in game.counters.values())
    found = {}
    for counter in game.counters.values():
        side = game.sides.get(counter.side or "")
        twin = tally[counter.name.en] > 1 and side is not None and not counter.name.en.startswith(side.name.en)
        found[counter.id] = f"{side.name.en} {counter.name.en}" if twin and side is not None else counter.name.en
    names = Tally(card.name.en for card in game.cards.values())
    for card in game.cards.values():
        alike = card.number is not None and names[card.name.en] > 1
        found[card.id] = f"{card.number} {card.name.en}" if alike else card.name.en
    return found


def common_faces(game: Game) -> frozenset[str]:
    """The names that faces of counters of several names share: they tell what lies up, but not whose it is."""
    bearers: dict[str, set[str]] = {}
    for counter in game.counters.values():
        for face in counter.faces:
            bearers.setdefault(face.name.en, set()).add(counter.name.en)
    return frozenset(name for name, own in bearers.items() if len(own) > 1)


def face_names(counter: Counter, common: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Level names of the faces: a name of its own replaces the counter's, a state is added in brackets.

    A name that others share replaces none, unless the face is another side's.
    """
    found = []
    for n, face in enumerate(counter.faces):
        if face.name.en != counter.name.en and face.name.en in common and face.side == counter.side:
            found.append(f"+ ({face.name.en.lower()})")
        elif face.name.en != counter.name.en:
            found.append(face.name.en)
        else:
            found.append(f"+ ({_state(face.id)})" if n else "")
    return tuple(found)


def _state(face: str) -> str:
    """What a face is called after its id: `steps_2` is 2 steps."""
    steps = re.fullmatch(r"steps?_(\d+)", face)
    return words(face) if steps is None else f"{steps[1]} step{'' if steps[1] == '1' else 's'}"


def ours(game: Game, text: str) -> str:
    """A word of ours that other parts of the module refer to, in the language of the game."""
    return said(text, game.lang)


def within(game: Game, text: str) -> str:
    """A title within a sentence: English takes its capitals away."""
    return text.lower() if game.lang == ENGLISH else text


def begun(game: Game, name: str) -> str:
    """A name within a sentence: it begins small."""
    return name[:1].lower() + name[1:] if game.lang == ENGLISH else name


def the(game: Game, name: str) -> str:
    """A thing by its name within a sentence: `the card stack`; a name that begins with a side's keeps its capital."""
    if game.lang != ENGLISH:
        return name
    sides = (*(side.name.en for side in game.sides.values()), *(seat.name.en for seat in game.seats.values()))
    return f"the {name if name.startswith(sides) else name[:1].lower() + name[1:]}"


def usual_hand(game: Game) -> int | None:
    """How many cards everybody gets by the rules: the constant `hand`."""
    usual = game.constants.get("hand")
    return usual.value if usual is not None and isinstance(usual.value, int) else None


def short(text: str) -> str:
    """A name without what stands in brackets behind it."""
    return text.partition(" (")[0]


@cache
def words(id: str) -> str:
    """An id as words."""
    return id.replace("_", " ")


def shown(game: Game, value: Value) -> str:
    """A value as players read it: a side, seat, counter, space or phase by its name, the rest as written."""
    text = str(value)
    for group in (game.sides, game.seats, game.alliances, game.counters, game.spaces):
        if text in group:
            return str(group[text].name.en)
    phases = (box for track in game.tracks.values() if track.role == "phase" for box in track.boxes)
    return next((box.label.en for box in phases if box.value == text), words(text))


def plain(value: Value) -> str:
    """A value as a property holds it; VASSAL would turn "true" into a truth value that equals no text."""
    if isinstance(value, bool):
        return YES if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(plain(v) for v in value)
    return "" if value is None else str(value)


def counted(number: ex.Node, one: str, several: str) -> ex.Node:
    """A number with its word: `1 hit`, `2 hits`; none is `no hits`."""
    said = ex.if_(ex.equals(number, 1), f"1 {one}", ex.add(number, f" {several}"))
    return ex.if_(ex.equals(number, 0), f"no {several}", said)


def rule_names(note: Note) -> str:
    """The rules of a note as players look them up: numbers as they are, rows of charts by the chart: `7.1, Morale`.

    Rows that the rulebook has not (`5-3.x1`) go by the rule they stand under, unless another row of it is named.
    """
    printed = [rule for rule in note.rules if not _ADDED.search(rule)]
    added = (_ADDED.sub("", rule) for rule in note.rules if rule not in printed)
    rules = [
        *printed,
        *(rule for rule in added if not any(own == rule or own.startswith(f"{rule}.") for own in printed)),
    ]
    return ", ".join(dict.fromkeys(_rule_name(rule) for rule in rules))


def rule_name(note: Note) -> str:
    """The one rule to look up, as the rulebook numbers it: rows of a section go by the section, `7-1.1` by `7-1`."""
    printed = [rule for rule in note.rules if not _ADDED.search(rule)]
    if printed:
        first = _rule_name(printed[0])
        return _ROW.sub("", first) if note.sectioned and first[:1].isdigit() else first
    return rule_names(note).partition(", ")[0]


def row_name(id: str) -> str:
    """A row of the ledger on a page: one that the rulebook has not is told as ours, under its rule."""
    return _ADDED.sub(" (ours)", id)


def without_rows(text: str) -> str:
    """A text of the ledger that names rows of ours: players know the rule they stand under."""
    return _MENTIONED.sub("", text)


def _rule_name(rule: str) -> str:
    if not rule[:1].isalpha():
        return rule
    chart = re.sub(r"(\(\d+\))?\.\w+$", "", rule)
    if chart.isupper() and chart.isalpha() and len(chart) > 3:
        return chart.capitalize()
    return re.sub(r"(?<=[a-z])(?=\d)", " ", chart.replace("-Q", " Q"))


def cited(note: Note) -> str:
    """The rules of a note, for pages: ` [7.1, 7.2]`."""
    return f" [{rule_names(note)}]" if note.rules else ""


def box_name(track: Track, box: TrackBox) -> str:
    """A box as reports call it: turns by their number, whatever is printed in the box; others by their label."""
    return str(box.value) if track.role == "turn" and isinstance(box.value, int) else box.label.en


def seat_names(game: Game, side: str | None) -> tuple[str, ...]:
    """The VASSAL sides that may run an army in any scenario, and the solitaire player."""
    if side is None:
        return ()
    seats = {seat.id for seat in game.seats.values() if side in seat.sides}
    for scenario in game.scenarios.values():
        seats |= {seat for seat, sides in scenario.control.items() if side in sides}
    return (*(seat.name.en for seat in game.seats.values() if seat.id in seats), SOLO)
