"""The sequence of play as steps with signs, and short texts as lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler.load.tongue import printed
from compiler.model.game import Game, HelpPage
from compiler.model.sequence import SequenceNode
from compiler.render import type as typeset
from compiler.render.aid.block import LEAD
from compiler.render.aid.signs import draw_sign, sign_of
from compiler.render.aid.table import echo
from compiler.render.chart.aids import looped
from compiler.render.colour import Palette, mix, on
from compiler.render.drawing import Drawing

NUMBER = 7.6
INDENT = 3.0  # mm that the steps of a group stand back
FEW, MANY, MOST = 6, 16, 20  # steps; so many at most where a phase hides a procedure of its own
GIST = 120  # letters; a longer rule is for the booklet


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its number, name, sign and what happens in it."""

    number: str
    name: str
    sign: str
    line: str
    group: str = ""  # the phase it is part of, and for whom that is gone through


def steps_of(game: Game, theme: str, gists: bool = True) -> list[Step]:
    """The phases of a turn: the phase that holds most is opened until there are a few.

    `gists` adds what a rule says of a step that has no parts, where steps are not too many for that.
    """
    level, groups = _opened(game)
    gists = gists and len(level) <= MANY
    found = []
    for node, group in zip(level, groups, strict=True):
        name = node.name.en.removesuffix(" Phase")
        first, _, rest = name.partition(" ")
        number = first if first.isdigit() else ""
        name = rest if number else name
        inner = [_unlettered(child.name.en) for child in _leaves(node)] if node.children else []
        if len(inner) == 1 and echo(node.name.en, inner[0]):
            inner = []
        line = " · ".join(inner) or (_gist(game, node, number) if gists else "")
        found.append(Step(number, name, sign_of(f"{node.name.en} {node.id}", theme), line, group))
    return _numbered(found)


def _opened(game: Game) -> tuple[list[SequenceNode], list[str]]:
    """The nodes that are shown as steps, and the title each stands below."""
    level, groups = list(game.sequence), [""] * len(game.sequence)
    while len(level) < FEW:
        rich = max(level, key=_size, default=None)
        if rich is None or not rich.children or len(level) + len(rich.children) - 1 > MANY:
            break
        at = level.index(rich)
        # the whole turn opened needs no title; a phase among others does
        told = len(level) > 1 and (len(rich.children) > 1 or looped(rich))
        group = _titled(rich, game.lang) if told else groups[at]
        level[at : at + 1], groups[at : at + 1] = list(rich.children), [group] * len(rich.children)
    for node in list(level):
        parts = _parts(node)
        if parts and len(level) + len(parts) - 1 <= MOST:
            at, group = level.index(node), node.name.en.removesuffix(" Phase")
            level[at : at + 1], groups[at : at + 1] = parts, [group] * len(parts)
    return level, groups


def _parts(node: SequenceNode) -> list[SequenceNode]:
    """The steps of a phase whose line would name another phase of many steps and tell none of them."""
    leaves = _leaves(node) if node.children else []
    if not any(len(leaf.children) > FEW for leaf in leaves):
        return []
    return [part for leaf in leaves for part in (leaf.children if len(leaf.children) > FEW else (leaf,))]


def _numbered(steps: list[Step]) -> list[Step]:
    """Steps with numbers: those of the rulebook where each group has its own, and none for what it does not count."""
    given = [(step.group, step.number) for step in steps if step.number]
    if len({number for _, number in given}) < len(given) == len(set(given)):
        return steps
    numbers = [step.number or str(n) for n, step in enumerate(steps, 1)]
    if len(set(numbers)) < len(numbers):
        numbers = [str(n) for n in range(1, len(steps) + 1)]
    return [replace(step, number=number) for step, number in zip(steps, numbers, strict=True)]


def _unlettered(name: str) -> str:
    """A name without the letter it has in the rulebook: its fellows, opened into their parts, have lost theirs."""
    letter, _, rest = name.partition(" ")
    return rest if len(letter) == 1 and "B" <= letter <= "H" and rest else name


def _titled(node: SequenceNode, lang: str) -> str:
    """A phase with for whom, or how often, it is gone through; a bare name is the author's."""
    loop = looped(node)
    if not loop:
        return node.name.en
    if loop == f"each {node.name.en.lower()}":
        return printed(f"{loop[:1].upper()}{loop[1:]}", lang)
    return printed(f"{node.name.en}, {loop}", lang)


def _gist(game: Game, node: SequenceNode, number: str) -> str:
    """What a step without parts is about: the rule it stands on, where that is short, without the number it bears."""
    rows = game.ledger.rows if game.ledger is not None else {}
    said = next((rows[rule].says for rule in node.note.rules if rule in rows), "").strip()
    if number:
        said = re.sub(rf"^[A-Z][A-Za-z ]* {number}(, [^:]*)?: ", "", said)
    return said[:1].upper() + said[1:].removesuffix(".") if len(said) <= GIST else ""


def _size(node: SequenceNode) -> int:
    return 1 + sum(_size(child) for child in node.children) if node.children else 0


def _leaves(node: SequenceNode) -> list[SequenceNode]:
    """What is done in a phase, loops opened."""
    found: list[SequenceNode] = []
    for child in node.children:
        found += _leaves(child) if child.kind in ("each", "repeat") and child.children else [child]
    return found[:7]


@dataclass(slots=True)
class StepsBody:
    """Steps in one or two columns, each in a box of its own."""

    palette: Palette
    steps: list[Step]

    def _columns(self) -> int:
        return 2 if len(self.steps) > 9 else 1

    def least(self, width: float, size: float) -> float:
        columns = self._columns()
        wide = (width - 4.0 * (columns - 1)) / columns
        per = -(-len(self.steps) // columns)
        parts = [self.steps[n * per : (n + 1) * per] for n in range(columns)]
        return max(
            sum(self._step(step, wide, size) + self._title(part, i, size) for i, step in enumerate(part))
            for part in parts
        )

    def _title(self, part: Sequence[Step], at: int, size: float) -> float:
        """The height of the title that a step stands below: the first of its group in a column."""
        group = part[at].group
        return size * LEAD + 1.6 if group and (at == 0 or part[at - 1].group != group) else 0.0

    def _step(self, step: Step, width: float, size: float) -> float:
        width -= INDENT if step.group else 0.0
        lines = typeset.wrap(step.line, size, width - NUMBER - 15, "sans") if step.line else ()
        names = typeset.wrap(step.name, size * 1.1, width - NUMBER - 14, "serif-bold")
        return max(NUMBER, len(names) * size * 1.3 + len(lines) * size * LEAD + 1.8) + 1.4

    def draw(self, d: Drawing, x: float, y: float, width: float, height: float, size: float) -> None:
        columns = self._columns()
        wide = (width - 4.0 * (columns - 1)) / columns
        per = -(-len(self.steps) // columns)
        for n in range(columns):
            part = self.steps[n * per : (n + 1) * per]
            natural = [self._step(step, wide, size) for step in part]
            titles = [self._title(part, i, size) for i in range(len(part))]
            spare = max(0.0, height - sum(natural) - sum(titles)) / max(1, len(part))
            left, top = x + n * (wide + 4.0), y
            for step, tall, title in zip(part, natural, titles, strict=True):
                if title:
                    fitted = typeset.fit(step.group, size * 1.1, wide, "serif-bold")
                    d.text(left, top + size * 1.05, step.group, fitted, self.palette.ink, "serif-bold")
                    top += title
                if step.group:  # one line down the side holds the group together
                    d.line([(left + 1.0, top), (left + 1.0, top + tall + spare - 1.4)], self.palette.accent, 0.6)
                inset = INDENT if step.group else 0.0
                self._draw(d, step, left + inset, top, wide - inset, tall + spare - 1.4, size)
                top += tall + spare

    def _draw(self, d: Drawing, step: Step, x: float, y: float, w: float, h: float, size: float) -> None:
        p = self.palette
        d.rect(x, y, w, h, mix(p.paper, p.white, 0.6), mix(p.frame, p.paper, 0.4), 0.3, r=1.0)
        plate = p.area(p.accent)
        d.rect(x, y, NUMBER, h, plate, r=0.8)
        if step.number:
            d.text(x + NUMBER / 2, y + h / 2 + 1.7, step.number, 5.0, on(plate), "serif-bold", "middle")
        else:
            d.circle(x + NUMBER / 2, y + h / 2, 0.9, on(plate))
        draw_sign(d, p, step.sign, x + NUMBER + 6.2, y + h / 2, min(8.4, h - 1.4))
        left = x + NUMBER + 12.4
        lines = typeset.wrap(step.line, size, w - NUMBER - 15, "sans") if step.line else ()
        names = typeset.wrap(step.name, size * 1.1, w - NUMBER - 14, "serif-bold")
        block = len(names) * size * 1.25 + len(lines) * size * LEAD
        top = y + (h - block) / 2 + size * 0.95
        for n, name in enumerate(names):
            d.text(left, top + n * size * 1.25, name, size * 1.1, p.ink, "serif-bold")
        for n, line in enumerate(lines):
            d.text(left, top + size * (1.25 * len(names) + n * LEAD), line, size, mix(p.ink, p.paper, 0.12), "sans")


@dataclass(slots=True)
class TextBody:
    """Paragraphs and lists in our own words; the lines move apart to fill the box."""

    palette: Palette
    page: HelpPage

    def _blocks(self, width: float, size: float) -> list[tuple[bool, tuple[str, ...]]]:
        found = []
        for raw in self.page.text.strip().split("\n"):
            text = raw.strip()
            if text:
                bullet = text.startswith("- ")
                room = width - (8.0 if bullet else 4.0)
                found.append((bullet, typeset.wrap(text.removeprefix("- "), size, room, "sans")))
        return found

    def least(self, width: float, size: float) -> float:
        blocks = self._blocks(width, size)
        return sum(len(lines) * size * 1.24 + 1.2 for _, lines in blocks) + 3.0

    def draw(self, d: Drawing, x: float, y: float, width: float, height: float, size: float) -> None:
        p = self.palette
        d.rect(x, y, width, height, mix(p.paper, p.white, 0.55), mix(p.frame, p.paper, 0.4), 0.3, r=1.0)
        blocks = self._blocks(width, size)
        left = max(0.0, height - self.least(width, size))
        spare = min(size * 1.4, left / max(1, len(blocks)))
        top = y + 1.6 + size + (left - spare * (len(blocks) - 1)) / 2
        for bullet, lines in blocks:
            if bullet:
                d.circle(x + 3.6, top - size * 0.33, 0.8, p.accent)
            for line in lines:
                d.text(x + (6.0 if bullet else 2.0), top, line, size, p.ink, "sans")
                top += size * 1.24
            top += 1.2 + spare
