"""What a table asks before it is rolled on: column, row, shift and modifier, in as few dialogs as lists allow.

Parts that make a short list together are asked together: `disordered, heavy damage`. Whatever a track, the dice or a
single head decide is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from compiler.emit.asking import Question, prompt
from compiler.emit.automation.battle_totals import ATTACKERS, DEFENDERS
from compiler.emit.automation.lookup import choose, whole
from compiler.emit.automation.table_defaults import likely_head
from compiler.emit.plan import Plan
from compiler.model.tables import Modifier, ResultTable, TableAxis
from compiler.vassal import expression as ex

BY_TOTALS = "by the totals of attackers and defenders"
# an axis that reads one total: whose, the number that stands for it, and where it is kept
OF_TOTALS = (("the attackers' total", 0, ATTACKERS), ("the defenders' total", -1, DEFENDERS))
_MOST = 40  # answers in one list
_UNKNOWN = 6  # so far a modifier goes whose amount only the table knows


@dataclass(frozen=True, slots=True)
class Part:
    """One thing a table wants to know: its answers with the number each stands for, the likeliest first."""

    name: str
    title: str
    answers: tuple[tuple[str, int | float], ...]
    lines: tuple[str, ...] = ()
    likely: ex.Node | None = None  # the answer that the board or the tracker tells


def parts_of(table: ResultTable, *, rolls: bool, plan: Plan | None = None) -> Iterator[Part]:
    """All that has to be asked; a plan tells what the board says to it."""
    for name, axis in (("column", table.columns), ("row", table.rows)):
        read_off = axis.track is not None or axis.tracks is not None or (axis.by == "die" and axis.dice)
        if not read_off and len(axis.heads) > 1:
            likely = likely_head(plan, table, axis) if plan is not None else None
            yield Part(name, axis.title.en or table.title.en, tuple(_heads(axis)), likely=likely)
    for name, on, word in (("shift", "column", "shift"), ("modifier", "roll", "roll")):
        own = [m for m in table.modifiers if m.on == on]
        if own and (name == "shift" or rolls):
            title = "Columns to shift" if name == "shift" else "Modifier of the roll"
            yield Part(name, title, tuple(_amounts(own, word)), tuple(_named(m) for m in own))


def _heads(axis: TableAxis) -> Iterator[tuple[str, int]]:
    """Heads by number, from 1; 0 stands for the totals."""
    if axis.total is not None:
        yield from ((text, number) for text, number, _ in OF_TOTALS)
    elif axis.by in ("odds", "difference"):
        yield BY_TOTALS, 0
    yield from ((head.label, n) for n, head in enumerate(axis.heads, 1))


def _amounts(modifiers: Sequence[Modifier], word: str) -> Iterator[tuple[str, int | float]]:
    """Nothing, then every sum that the modifiers can make."""
    sums = {0.0}
    for modifier in modifiers:
        ways = range(-_UNKNOWN, _UNKNOWN + 1) if modifier.value is None else (0, modifier.value)
        sums = {max(-_UNKNOWN, min(_UNKNOWN, old + way)) for old in sums for way in ways}
    yield f"{word} as it is", 0
    yield from ((f"{word} {whole(n):+g}", whole(n)) for n in sorted(sums, key=lambda n: (abs(n), -n)) if n)


def _named(modifier: Modifier) -> str:
    """A modifier in a line of the question: its name, and its amount where that is one."""
    return modifier.name.en + (f" {modifier.value:+g}" if modifier.value is not None else "")


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that are asked in one dialog."""

    holder: str
    parts: tuple[Part, ...]

    def _answers(self) -> list[tuple[str, tuple[int | float, ...]]]:
        ways = product(*(part.answers for part in self.parts))
        return [(", ".join(text for text, _ in way), tuple(number for _, number in way)) for way in ways]

    def question(self, title: str) -> Question:
        lines = [f"{title}: {', '.join(part.title for part in self.parts)}", *(x for p in self.parts for x in p.lines)]
        return Question(self.holder, prompt(*lines), tuple(text for text, _ in self._answers()), self._likely())

    def _likely(self) -> ex.Node | None:
        """The answers that the table tells, joined as the list has them."""
        if all(part.likely is None for part in self.parts):
            return None
        text: ex.Node | None = None
        for part in self.parts:
            own = part.likely if part.likely is not None else ex.literal(part.answers[0][0])
            text = own if text is None else ex.add(ex.add(text, ", "), own)
        return text

    def number(self, part: Part) -> ex.Node:
        """What was answered to a part."""
        nth, own = self.parts.index(part), ex.prop(self.holder)
        answers = self._answers()
        return choose([(ex.equals(own, text), numbers[nth]) for text, numbers in answers[1:]], answers[0][1][nth])


def groups_of(table: ResultTable, parts: Sequence[Part]) -> list[Group]:
    """The dialogs: one after the other as long as their lists stay short."""
    found: list[list[Part]] = []
    size = 0
    for part in parts:
        if found and size * len(part.answers) <= _MOST:
            found[-1].append(part)
            size *= len(part.answers)
        else:
            found.append([part])
            size = len(part.answers)
    return [Group(f"Table_{table.id}_asked{n}", tuple(own)) for n, own in enumerate(found, 1)]
