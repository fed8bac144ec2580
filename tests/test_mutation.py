"""Hundreds of small mistakes, one at a time: each that changes the game is reported, in the right file and place."""

from __future__ import annotations

import bisect

import pytest

from compiler.diagnostics import Diagnostic, Sink
from compiler.load import Document, parse
from tests.mutation import Mutant, Subject, mutants

# game, number of mutants, seed: shards that run side by side
SHARDS = [("first_battle", 120, 1), ("first_battle", 120, 2), ("areas", 120, 3), ("points", 60, 4)]


COUNTS = ("C319", "C403", "C408")


def extent(document: Document, path: tuple[object, ...]) -> range:
    """The lines of the entry (a counter, a space, a scenario's row) that a path leads into."""
    value = document.value
    starts = {document.at((key,)).line for key in value}
    for key, part in value.items():
        keys = part if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        starts |= {document.at((key, inner)).line for inner in keys}
    first = document.at(path[:2]).line - 1  # the key may stand on the line before
    ordered = sorted(starts)
    after = bisect.bisect_right(ordered, first + 1)
    return range(first, ordered[after] + 1 if after < len(ordered) else len(document.text.splitlines()) + 2)


def totals(subject: Subject, mutant: Mutant) -> list[str]:
    """What states a total that a counter or card counts into: its kind, and the piles it starts in."""
    assert subject.game is not None
    kind = subject.documents[mutant.file][1].value[mutant.path[0]][mutant.path[1]]["kind"]
    return [kind, *(pile.id for pile in subject.game.piles.values() if mutant.path[1] in pile.pieces)]


def in_place(subject: Subject, mutant: Mutant, said: list[Diagnostic]) -> bool:
    """Whether some diagnostic points at the broken entry, or names what was broken where it shows elsewhere."""
    name = subject.documents[mutant.file][1].file
    places = [d.span for d in said if d.span] + [r.span for d in said for r in d.related]
    lines = {span.line for span in places if span.file == name}
    document = parse(mutant.text, name, Sink())
    if isinstance(mutant.path[0], int):  # a twin key: its place is the line it was put on
        return mutant.path[0] + 1 in lines
    assert document is not None
    if len(mutant.path) == 1:  # of the whole file, such as the size of the board: it shows at what no longer fits
        return bool(lines)
    gone = mutant.path[0] in ("counters", "cards") and len(mutant.path) == 2 and "dropped" in mutant.what
    if gone and any(d.code in COUNTS and any(f"`{one}`" in d.message for one in totals(subject, mutant)) for d in said):
        return True
    words = {str(step) for step in mutant.path} | set(mutant.what.replace("`", " ").split())
    named = any(f"`{word}`" in f"{d.message} {d.help}" for d in said for word in words)
    return named or any(line in extent(document, mutant.path) for line in lines)


@pytest.mark.parametrize(("game", "count", "seed"), SHARDS)
def test_every_mistake_that_changes_the_game_is_reported(
    game: str, count: int, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    subject = Subject(game)
    reported, same = 0, 0
    survivors: list[str] = []
    astray: list[str] = []
    for mutant in mutants(subject, count, seed):
        equivalent, said = subject.verdict(mutant)
        where = f"{mutant.file} {'/'.join(map(str, mutant.path))}: {mutant.what}"
        if said:
            reported += 1
            if not in_place(subject, mutant, said):
                astray.append(f"{where}: {said[0].span} {said[0].message}")
        elif equivalent:
            same += 1
        else:
            survivors.append(where)
    with capsys.disabled():
        print(f"\n{game}, seed {seed}: {reported} of {count - same} mistakes reported, {same} changed nothing")
        print("".join(f"  survived: {line}\n" for line in survivors), end="")
    assert survivors == []
    assert astray == []


def test_there_are_at_least_three_hundred_mutants() -> None:
    assert sum(count for _, count, _ in SHARDS) >= 300
