"""The lines of the turn tracker: the sequence of one turn written out, every pass of a loop that can be counted.

A loop over a track has a line for every box, one over seats for every player, a `repeat` with `times` as often as that
says. A `repeat` that goes on until the players say so has its lines once; a button goes back to the first of them.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import dataclass, replace

from compiler.emit.names import ours
from compiler.model.game import Game
from compiler.model.loops import main_loop
from compiler.model.scenario import Scenario
from compiler.model.sequence import PER_SEAT, SequenceNode

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
_MOST = 90  # entries; a longer list is shown phase by phase
_LONG = 36  # letters
_NUMBER = re.compile(r"^(\d+) ")  # of a step in the rulebook
_NUMBERED = re.compile(r"^\d+\. ")
_NEEDLESS = (" Phase", " Step")  # what a name may end in that the tracker need not say


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: its label, the nodes that begin with it, those under way, and the passes of the loops around it."""

    label: str
    begins: frozenset[str]
    within: tuple[str, ...] = ()  # ids, outermost first
    passes: tuple[tuple[str, int], ...] = ()  # loop → which pass, from 0
    ends: frozenset[str] = frozenset()  # steps without a line of their own that come behind it


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A line before it has its label: the words of what it is in, each with the node that lends it."""

    words: tuple[tuple[str, str], ...]  # kind of word (loop, phase, own), text
    begins: frozenset[str]
    within: tuple[str, ...] = ()
    passes: tuple[tuple[str, int], ...] = ()
    ends: frozenset[str] = frozenset()


def entries(game: Game) -> list[Entry]:
    """The lines of one turn, in order, every label different."""
    loop = main_loop(game)
    nodes = loop.children if loop is not None else game.sequence
    leaves = _shown(game, tuple(nodes))
    if len(leaves) > _MOST:
        leaves = [leaf for node in nodes for leaf in _leaves(game, node, deep=False)]
    labels = _labels(leaves)
    return [Entry(label, f.begins, f.within, f.passes, f.ends) for label, f in zip(labels, leaves, strict=True)]


# -- the tree, written out ---------------------------------------------------------------------------------------------
def one_of(name: str) -> str:
    """What one pass of a loop is called: `Impulse` of `Impulses`."""
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _leaves(game: Game, node: SequenceNode, *, deep: bool) -> list[_Leaf]:
    own = _short(node.name.en)
    if node.kind == "step" or not node.children or _is_one(node) or not deep:
        return [_Leaf((("own", own),), frozenset(n.id for n in node.walk()), (node.id,))]
    inside = _shown(game, node.children)
    passes = list(_passes(game, node))
    if not passes:
        word = (("phase", own),) if node.kind == "phase" else ()
        counted = [one_of(_short(loop.name.en)) for loop in node.walk() if loop.kind == "repeat" and loop.times is None]
        if own in counted:  # the number of the pass, shown behind the line, says it already
            word = ()
        if node.kind == "repeat":
            said = ("phase", one_of(own))
            inside = [replace(leaf, words=tuple(word for word in leaf.words if word != said)) for leaf in inside]
        return _begun(node, [_within(node, leaf, word) for leaf in inside])
    found = []
    for n, words in enumerate(passes):
        word = (("each" if node.kind == "each" else "loop", words),)
        if len(inside) == 1 and node.kind == "repeat":  # a pass of one line says it all
            inside, word = [replace(inside[0], words=(("own", words),))], ()
        turned = [replace(_within(node, leaf, word), passes=((node.id, n), *leaf.passes)) for leaf in inside]
        found += _begun(node, turned)
    return found


def _shown(game: Game, nodes: tuple[SequenceNode, ...]) -> list[_Leaf]:
    """The lines of some nodes; a step without a line of its own begins with the line after it, or the one before."""
    found: list[_Leaf] = []
    before: frozenset[str] = frozenset()
    for node in nodes:
        if node.line:
            first, *rest = _leaves(game, node, deep=True)
            found += [replace(first, begins=first.begins | before), *rest]
            before = frozenset()
        else:
            before |= {node.id}
    if not nodes:
        return []
    if not found:  # none has a line: they share one
        return [_Leaf((("own", _short(nodes[0].name.en)),), before, (nodes[0].id,))]
    return [*found[:-1], replace(found[-1], begins=found[-1].begins | before, ends=found[-1].ends | before)]


def _is_one(node: SequenceNode) -> bool:
    """A single thing done again and again is one line."""
    return node.kind == "repeat" and len(node.children) == 1 and node.times is None and not node.children[0].children


def _within(node: SequenceNode, leaf: _Leaf, word: tuple[tuple[str, str], ...]) -> _Leaf:
    return replace(leaf, words=(*word, *leaf.words), within=(node.id, *leaf.within))


def _begun(node: SequenceNode, leaves: list[_Leaf]) -> list[_Leaf]:
    first, *rest = leaves
    return [replace(first, begins=first.begins | {node.id}), *rest]


def _passes(game: Game, node: SequenceNode) -> Iterator[str]:
    """What each pass of a loop is called; none for what is gone through once, or until the players say."""
    name = _short(node.name.en)
    if node.kind == "repeat" and node.times is not None:
        count = most_seats(game) if node.times == PER_SEAT else int(node.times)
        yield from (f"{name} {n}" for n in range(1, count + 1))
    elif node.kind == "each" and node.over == "seat":
        yield from _players(game, node)
    elif node.kind == "each" and (track := game.tracks.get(node.over or "")) is not None:
        # a track that runs in a circle stands in its first box between two loops
        yield from (f"{name} {box.label.en}" for box in track.boxes[1 if track.wrap else 0 :])
    elif node.kind == "each":
        yield f"Each {node.over}"


def most_seats(game: Game) -> int:
    """How many players the largest scenario has."""
    return max((len(s.seats) for s in game.scenarios.values()), default=len(game.seats))


def _players(game: Game, node: SequenceNode) -> list[str]:
    """Who goes through a loop: seats by name, or by place in the order."""
    seats = most_seats(game)
    if node.order is None and seats == len(game.seats):
        return [seat.name.en for seat in game.seats.values()]
    return [placed(game, n) for n in range(min(seats, len(ORDINALS)))]


def placed(game: Game, n: int) -> str:
    """A player by his place in the order, from 0."""
    return ours(game, f"{ORDINALS[n]} player")


# -- labels ------------------------------------------------------------------------------------------------------------
def _short(name: str) -> str:
    """A name without what needs no saying; the number of a step with a point, or it would tell how many there are."""
    for word in _NEEDLESS:
        name = name.removesuffix(word)
    return _NUMBER.sub(r"\1. ", name)


def _labels(leaves: list[_Leaf]) -> list[str]:
    """Short labels; those that come out alike get the next word from outside, then a number."""
    sizes = Tally(id for leaf in leaves for id in leaf.within)
    found = [_label(leaf, sizes, 1) for leaf in leaves]
    tally = Tally(found)
    found = [_label(leaf, sizes, 9) if tally[own] > 1 else own for leaf, own in zip(leaves, found, strict=True)]
    tally, seen = Tally(found), Tally[str]()
    for n, label in enumerate(found):
        seen[label] += 1
        if tally[label] > 1:
            found[n] = f"{label} ({seen[label]})"
    return _shortened(found)


def _shortened(labels: list[str]) -> list[str]:
    """Long labels without the word they begin with, where the rest is like no other: the toolbar has one row."""
    rest = [label.partition(": ")[2] if len(label) > _LONG else "" for label in labels]
    tally = Tally((*rest, *labels))
    return [short if short and tally[short] == 1 else label for label, short in zip(labels, rest, strict=True)]


def _label(leaf: _Leaf, sizes: Tally[str], phases: int) -> str:
    """The passes of loops, as many phases as asked for, and the step; nothing that its parent has said."""
    *around, (_, own) = leaf.words
    wanted: list[str] = []
    for n, (kind, text) in reversed(list(enumerate(around))):
        if kind == "phase":
            inner = any(k == "loop" for k, _ in around[n:])
            if phases > 0 and (not inner or phases > 1):
                wanted.insert(0, text)
            phases -= 1
        else:
            wanted.insert(0, text)
    parent = leaf.within[-2] if len(leaf.within) > 1 else ""
    if around and around[-1][0] == "phase" and sizes[parent] == 1:
        return ": ".join(dict.fromkeys(wanted))  # a phase of one step says it all
    wanted = [text for text in wanted if not own.startswith(f"{_NUMBERED.sub('', text)} ")]
    return ": ".join(dict.fromkeys((*wanted, _without(own, wanted))))


def _without(own: str, wanted: list[str]) -> str:
    """`Takeda actions` of `Takeda Operations` without the name that was said."""
    first, *rest = own.split(" ")
    outer = wanted[-1].split(" ") if wanted else [""]
    return rest[0].capitalize() if len(rest) == 1 and outer[:1] == [first] and len(outer) == 2 else own


# -- in a scenario -----------------------------------------------------------------------------------------------------
def played(game: Game, scenario: Scenario | None, entry: Entry) -> bool:
    """Whether a scenario has players enough for a line."""
    if scenario is None:
        return True
    nodes = {node.id: node for node in game.steps()}
    by_seat = (n for id, n in entry.passes if nodes[id].over == "seat" or nodes[id].times == PER_SEAT)
    return all(n < len(scenario.seats) for n in by_seat)


# -- loops that go on until the players say ----------------------------------------------------------------------------
def open_loops(game: Game, lines: list[Entry]) -> dict[str, list[Entry]]:
    """Every `repeat` whose passes nobody can count beforehand, with its lines, if there are several."""
    found: dict[str, list[Entry]] = {}
    for node in game.steps():
        if node.kind == "repeat" and node.times is None:
            own = [entry for entry in lines if node.id in entry.within and entry.within[-1] != node.id]
            if len(own) > 1:
                found[node.id] = own
    return {id: own for id, own in found.items() if not _in_another(found, id)}


def _in_another(loops: dict[str, list[Entry]], id: str) -> bool:
    """Whether a loop has the very lines of another around it."""
    return any(other != id and lines == loops[id] and other in lines[0].within[:1] for other, lines in loops.items())


def lines_over(game: Game, lines: list[Entry], node: str) -> list[str]:
    """The lines at which a node is over or done: its own; behind others, those that may come next."""
    found = {entry.label: None for entry in lines if node in entry.begins and node not in entry.ends}
    loops = open_loops(game, lines)
    for n, entry in enumerate(lines):
        if node in entry.ends:
            found[lines[(n + 1) % len(lines)].label] = None
            found.update((own[0].label, None) for own in loops.values() if own[-1] == entry)
    return [entry.label for entry in lines if entry.label in found]
