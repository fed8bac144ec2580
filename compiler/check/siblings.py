"""Lints of what stands out among its like: a gap in a series, a name without its kanji."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise

from compiler.check.lint import WARNING, Found, lint
from compiler.diagnostics import Related, Span
from compiler.model.common import Name, Note
from compiler.model.game import Game

_ENOUGH = 5  # so many of a kind make a habit
_FEW = 3  # and so many where it is a name that all have or none
_NUMBERED = re.compile(r"(.*?)(\d+)$")

Named = tuple[str, Name, Note]  # id, what it is called, where


def _families(game: Game) -> Iterator[tuple[str, list[Named]]]:
    """Things of one kind, with what they are called."""
    groups: dict[str, list[Named]] = {}
    for counter in game.counters.values():
        # companies with a number are a family of their own: often they alone go without kanji
        what = "numbered counters" if _NUMBERED.fullmatch(counter.id) else "counters"
        groups.setdefault(f"{what} of kind `{counter.kind}`", []).append((counter.id, counter.name, counter.note))
    for card in game.cards.values():
        head, colon, _ = card.name.en.partition(": ")  # `Betrayal: …`, of which there are many
        what = f"cards of the name `{head}`" if colon else f"cards of kind `{card.kind}`"
        groups.setdefault(what, []).append((card.id, card.name, card.note))
    for space in game.spaces.values():
        if space.name.en != space.id:  # a hex with a number alone has no name
            groups.setdefault(f"spaces of kind `{space.kind}`", []).append((space.id, space.name, space.note))
    for board in game.boards:
        for region in board.regions.values():
            groups.setdefault(f"regions of kind `{region.kind}`", []).append((region.id, region.name, region.note))
        for what, kinds in (("kinds of terrain", board.terrain), ("kinds of link", board.link_kinds)):
            groups.setdefault(what, []).extend((kind.id, kind.name, kind.note) for kind in kinds.values())
    groups["sides"] = [(side.id, side.name, side.note) for side in game.sides.values()]
    yield from groups.items()


def _owned(game: Game) -> Iterator[tuple[str, list[Named]]]:
    """What players run, roll and turn; faces that counters of one kind have alike."""
    yield "seats", [(seat.id, seat.name, seat.note) for seat in game.seats.values()]
    yield "alliances", [(one.id, one.name, one.note) for one in game.alliances.values()]
    markers = [kind for kind in game.counter_kinds.values() if kind.marker]
    bare = sum(not kind.name.ja for kind in markers)
    together = bare > 1 or bare == len(markers)  # kinds of markers go without together
    kinds = (kind for kind in game.counter_kinds.values() if not (kind.marker and together))
    yield "kinds of counter", [(kind.id, kind.name, kind.note) for kind in kinds]
    yield "rolls", [(roll.id, roll.name, roll.note) for roll in game.rolls.all()]
    yield "resets", [(reset.id, reset.name, reset.note) for reset in game.upkeep.resets.values()]
    for board in game.boards:
        yield f"displays of `{board.id}`", [(one.id, one.name, one.note) for one in board.displays.values()]
        yield f"features of `{board.id}`", [(one.id, one.name, one.note) for one in board.feature_kinds.values()]
    for (kind, face), family in faces_alike(game).items():
        yield f"faces `{face}` of the kind `{kind}`", [(id, name, note) for id, name, note in family]


def faces_alike(game: Game) -> dict[tuple[str, str], list[Named]]:
    """Faces of one name that have a name of their own, by kind of counter."""
    found: dict[tuple[str, str], list[Named]] = {}
    for counter in game.counters.values():
        for face in counter.faces:
            if face.name.en != counter.name.en:
                found.setdefault((counter.kind, face.id), []).append((counter.id, face.name, face.note))
    return found


def _courses(game: Game) -> Iterator[tuple[str, list[Named]]]:
    """Rivers and roads that have a name."""
    for board in game.maps.values():
        groups: dict[str, dict[str, Named]] = {}
        for route in board.routes:
            if route.name is not None:  # one river may be written in several courses
                groups.setdefault(route.kind, {}).setdefault(route.name.en, (route.id, route.name, route.note))
        for kind, family in groups.items():
            yield f"courses of kind `{kind}`", list(family.values())


def _realms(game: Game) -> Iterator[tuple[str, list[Named]]]:
    """All that is put on the map, and all places of it, whatever their kind."""
    yield "counters", [(one.id, one.name, one.note) for one in game.counters.values()]
    yield "spaces", [(one.id, one.name, one.note) for one in game.spaces.values() if one.name.en != one.id]
    yield "cards", [(one.id, one.name, one.note) for one in game.cards.values()]


def _sorts(game: Game) -> Iterator[tuple[str, list[Named]]]:
    """Sorts of things, which have kanji or not as they please, and no two the same."""
    yield "kinds of counter", [(one.id, one.name, one.note) for one in game.counter_kinds.values()]
    changes = [change for battles in game.rolls.battles.values() for change in battles.changes()]
    yield "what changes a die", [(one.name.en, one.name, one.note) for one in changes]
    yield "ways to send a piece", [(one.id, one.name, one.note) for one in game.upkeep.sends.values()]
    for board in game.boards:
        yield f"kinds of space on `{board.id}`", [(one.id, one.name, one.note) for one in board.space_kinds.values()]


def _parts(game: Game) -> Iterator[tuple[str, list[Named]]]:
    """What else has a name: all of a sort have their kanji, or none."""
    yield "marks", [(mark.id, mark.name, mark.note) for mark in game.marks.values()]
    for holds in ("cards", "counters"):
        yield f"piles of {holds}", [(one.id, one.name, one.note) for one in game.piles.values() if one.holds == holds]
    yield "tracks", [(track.id, track.name, track.note) for track in game.tracks.values()]
    yield "kinds of card", [(kind.id, kind.name, kind.note) for kind in game.card_kinds.values()]


def _phases(game: Game) -> Iterator[tuple[str, list[Named]]]:
    """Steps that follow one another in the sequence of play."""
    for node in game.steps():
        yield f"steps of `{node.id}`", [(one.id, one.name, one.note) for one in node.children]


def _wholes(game: Game) -> Iterator[tuple[str, list[Named]]]:
    """What a file names, of whatever sort: where all but one have their kanji, that one was forgotten."""
    leaves = (node for node in game.steps() if not node.children)  # a loop over turns needs no name
    yield "steps of the sequence", [(node.id, node.name, node.note) for node in leaves]
    for id, battles in game.rolls.battles.items():
        walls = battles.siege
        acts = [*battles.fights.values(), *((walls.invest, walls.assault, walls.call, walls.hunger) if walls else ())]
        yield f"battles of `{id}`", [(act.name.en, act.name, act.note) for act in acts]
    kept = (one for part in fields(game.upkeep) for one in getattr(game.upkeep, part.name).values())
    yield "parts of the upkeep", [(one.id, one.name, one.note) for one in kept]


@lint("C025", WARNING, "Where all others have their kanji, one without was most likely forgotten.")
def lost_kanji(game: Game) -> Iterator[Found]:
    """A name lacks the Japanese that all its siblings have, or that another of the same name has."""
    told: set[Span] = set()
    for fault, where in _siblings_without(game):
        if where not in told:
            told.add(where)
            yield fault
    if game.title.ja and game.subtitle is not None and not game.subtitle.ja:
        yield Found("the title has a Japanese name and the subtitle none", game.span, "add its `ja`")
    spoken = {name.en: (name, note) for _, name, note in _places(game) if name.ja}
    for id, name, note in _places(game):
        other, there = spoken.get(name.en, (name, note))
        space = game.spaces.get(id)
        twins = space is not None and any(one.note is there and one.kind == space.kind for one in game.spaces.values())
        if not name.ja and other.ja and note.span not in told and not twins:  # twins are told by themselves
            told.add(note.span)
            message = f"`{id}` ({name.en}) has no Japanese name, and another of that name has {other.ja}"
            yield Found(message, note.span, "add its `ja`", [Related(there.span, "the other is here")])


def _places(game: Game) -> Iterator[Named]:
    """Every space, region and course of the maps that has a name."""
    for board in game.maps.values():
        yield from ((one.id, one.name, one.note) for one in board.spaces.values() if one.name.en != one.id)
        yield from ((one.id, one.name, one.note) for one in board.regions.values())
        yield from ((one.id, one.name, one.note) for one in board.routes if one.name is not None)


def _siblings_without(game: Game) -> Iterator[tuple[Found, Span]]:
    """The only one of a family without its kanji, or the only one of all small families."""
    groups = (*_families(game), *_parts(game))
    for what, all_of_it in (*groups, *_owned(game), *_courses(game), *_phases(game), *_wholes(game)):
        family = list({one[2].span: one for one in reversed(all_of_it)}.values())[::-1]  # every seat's hand is one
        bare = [(id, note) for id, name, note in family if not name.ja]
        endings = [id.rpartition("_")[2] for id, _ in bare]
        counted = "counters" in what  # companies go without together; nothing else does
        alone = [one for one, ending in zip(bare, endings, strict=True) if not counted or endings.count(ending) == 1]
        if len(family) >= _FEW and len(alone) == 1 and (len(bare) == 1 or len(bare) * _ENOUGH < len(family)):
            id, note = alone[0]
            others = "the only one" if len(bare) == 1 else "one of few"
            message = f"`{id}` is {others} of the {what} without a Japanese name"
            yield Found(message, note.span, "add its `ja`"), note.span
    few = [(what, one) for what, family in groups if len(family) < _FEW for one in family]
    lone = [(what, one) for what, one in few if not one[1].ja]
    if len(few) > _FEW and len(lone) == 1:
        ((what, (id, _, note)),) = lone
        message = f"`{id}` ({what}) has no Japanese name, and all others have of which there are few"
        yield Found(message, note.span, "add its `ja`"), note.span


@lint("C026", WARNING, "One kanji on two things of different names: one of them was most likely copied.")
def twin_kanji(game: Game) -> Iterator[Found]:
    """Two things of a kind have one Japanese name and different English ones."""
    told: set[str] = set()
    for what, family in (*_families(game), *_courses(game), *_parts(game), *_phases(game), *_owned(game)):
        for kanji, alike in _wearers(family).items():
            # what three and more share is a title they have in common; what is written once is one thing of two seats
            twins = len(alike) == 2 and alike[0][2].span != alike[1][2].span
            if twins and kanji not in told and not _numbered_alike(alike[0][1].en, alike[1][1].en):
                told.add(kanji)
                yield _twin(alike[1], alike[0], kanji, what)
    for income in game.upkeep.incomes.values():
        own = [(income.id, name, income.note) for name in (income.name, income.counted, income.unit)]
        for kanji, alike in _wearers(own).items():
            if len({name.en for _, name, _ in alike}) > 1:
                yield _twin(alike[1], alike[0], kanji, "words of one income")
    for what, family in (*_realms(game), *_sorts(game)):
        for kanji, alike in _wearers(family).items():
            strangers = [one for one in alike if not any(_akin(one[1], each[1]) for each in alike if each is not one)]
            few = len(strangers) in (1, len(alike)) and 1 < len(alike) <= _FEW
            # one among many that all have one name
            alone = len(strangers) == 1 and len({each[1].en for each in alike}) == 2
            if kanji not in told and (few or alone):
                odd = strangers[-1]
                yield _twin(odd, next(each for each in alike if each is not odd), kanji, what)


def _wearers(family: list[Named]) -> dict[str, list[Named]]:
    wearers: dict[str, list[Named]] = {}
    for one in family:
        if one[1].ja:
            wearers.setdefault(one[1].ja, []).append(one)
    return wearers


def _twin(one: Named, other: Named, kanji: str, what: str) -> Found:
    message = f"`{one[0]}` has the kanji {kanji}, as `{other[1].en}` has ({what})"
    return Found(message, one[2].span, "mend one of the two", [Related(other[2].span, "the other is here")])


def _akin(a: Name, b: Name) -> bool:
    """Whether two names have a word in common: `Miyoshi Soldier`, `Miyoshi control`."""
    first, second = (set(re.findall(r"[^\W\d]{2,}", name.en.lower())) for name in (a, b))
    return bool(first & second)


def _numbered_alike(a: str, b: str) -> bool:
    """Whether two names differ in a number or in a word in brackets only: `Spears 1`, `Spears 2`."""
    return re.sub(r"[\d ]+|\(.*\)", "", a) == re.sub(r"[\d ]+|\(.*\)", "", b)


@lint("C611", WARNING, "A marker steps from box to box; a number left out is most likely a box left out.")
def gap_in_track(game: Game) -> Iterator[Found]:
    """A number is missing in the middle of a track."""
    for track in game.tracks.values():
        values = [box.value for box in track.boxes if isinstance(box.value, int)]
        if len(values) < len(track.boxes) or len(values) < _ENOUGH:
            continue
        steps = [b - a for a, b in pairwise(values)]
        usual = max(set(steps), key=steps.count)
        odd = [a for a, step in zip(values, steps, strict=False) if step != usual]
        if len(odd) == 1 and steps.count(usual) >= _ENOUGH - 2:
            yield Found(
                f"track `{track.id}` jumps after {odd[0]}", track.note.span, "add the missing box, or mend its number"
            )


@lint(
    "C906", WARNING, "Rows are numbered as the rulebook tells them; a number left out is most likely a rule left out."
)
def gap_in_ledger(game: Game) -> Iterator[Found]:
    """A number is missing in a series of the ledger's rows."""
    series: dict[str, list[tuple[int, Span]]] = {}
    for row in game.ledger.rows.values() if game.ledger else ():
        found = _NUMBERED.fullmatch(row.id)
        if found and found[1]:
            series.setdefault(found[1], []).append((int(found[2]), row.span))
    ones = sum(any(number == 1 for number, _ in rows) for rows in series.values())
    for head, rows in series.items():
        rows.sort()
        if rows[0][0] == 2 and len(rows) > 1 and ones >= _ENOUGH:
            yield Found(f"the ledger has no row `{head}1`", rows[0][1], "add it, or number the rows after it anew")
        for (a, _), (b, span) in pairwise(rows):
            if b - a == 2 and (len(rows) >= _FEW or ones >= _ENOUGH):
                yield Found(f"the ledger has no row `{head}{a + 1}`", span, "add it, or number the rows after it anew")


_GIVEN = "bring the line back from an earlier version; if there never was one, the next build writes it"
_BRING_BACK = "bring the row back from an earlier version: a piece that gets a new number is lost to old saves"


@lint("C954", WARNING, "The lock only grows: a number left out was most likely deleted with its row.")
def gap_in_lock(game: Game) -> Iterator[Found]:
    """A number is missing in the lock of ids."""
    numbers = sorted((n, id) for group in game.lock.values() for id, n in group.items())
    for (a, _), (b, id) in pairwise([(0, ""), *numbers]):
        if b - a > 1:
            yield Found(f"the lock of ids has no number {a + 1}", game.lock_span(id), _BRING_BACK)
    last = numbers[-1][0] if numbers else 0
    if numbers and game.lock_given is None:  # a lost last row would leave no gap
        yield Found(
            "the lock of ids has no line `given`, so nobody can see whether its last rows are there",
            game.lock_span(numbers[-1][1]),
            _GIVEN,
        )
    if game.lock_given is not None and game.lock_given != last:
        wrong = (
            f"has no number {last + 1}"
            if game.lock_given > last
            else f"gave out {last} numbers, not the {game.lock_given} it says"
        )
        yield Found(f"the lock of ids {wrong}", game.lock_span("given"), _BRING_BACK)
