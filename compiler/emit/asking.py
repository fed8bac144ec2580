"""Questions to the player: names to choose from, never ids; and whoever cancels has done nothing.

VASSAL's dialogs leave a property as it was when they are cancelled. So each answer has a property of its own, which
is emptied before the question; what comes after is done only if it is no longer empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, Value, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Choose, Limits, PropertyCommand, SetValue

_WIDE = 60  # letters; a longer question is broken into lines
_WIDTH = 360  # pixels of such a line
_OF = " → "  # between whose an answer is and the answer: no sign that reads otherwise in another language


def prompt(*lines: str) -> str:
    """The text of a question, broken so that no dialog is wider than the screen."""
    if len(lines) == 1 and len(lines[0]) <= _WIDE:
        return lines[0]
    text = "<br>".join(escape(line, quote=False) for line in lines)
    return f"<html><body style='width:{_WIDTH}px'>{text}</body></html>"


def _in_order(
    answers: tuple[str, ...],
    likely: ex.Node | None,
    offered: Mapping[str, ex.Node] | None = None,
    whose: ex.Node | None = None,
) -> tuple[str, ...]:
    """Answers as a dialog offers them: the likely one first and not again below; VASSAL leaves empty ones out."""
    found = [] if likely is None else [ex.braced(_of(whose, likely))]
    for read in answers:
        tests = [] if offered is None or read not in offered else [offered[read]]
        tests += [] if likely is None else [ex.not_equals(likely, read)]
        shown = _of(whose, ex.literal(read))
        plain = read if whose is None else ex.braced(shown)
        found.append(ex.braced(ex.if_(ex.every(*tests), shown, "")) if tests else plain)
    return tuple(found)


def _of(whose: ex.Node | None, read: ex.Node) -> ex.Node:
    """An answer with whose it is before it."""
    return read if whose is None else ex.add(ex.add(whose, _OF), read)


def those_selected() -> ex.Node:
    """The piece that is asked, and how many more will take its answer."""
    count = ex.prop("UiPieceCount")
    alone = ex.any_of(*(ex.equals(count, n) for n in ("", 0, 1)))
    more = ex.add(ex.add(" and ", ex.subtract(count, 1)), " more")
    return ex.add(ex.prop("PieceName"), ex.if_(alone, "", more))


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question of a piece: its command, and what each answer stands for."""

    name: str
    menu: str
    key: Key
    title: str
    answers: Mapping[str, str]  # what is read → what is kept
    offered: Mapping[str, ex.Node] = field(default_factory=dict)  # answers that are there only if a test holds
    likely: ex.Node | None = None  # the answer that stands first, where the table tells it
    whose: ex.Node | None = None  # of whom an answer is: the text above the answers is the same for all pieces
    shared: str = ""  # the property of the module by which all that are selected take the answer of the first

    @property
    def holder(self) -> str:
        """The property of the piece that holds the answer as it was read."""
        return f"asked_{self.name}"

    @property
    def taken(self) -> Key:
        """The command that comes after the answer, or after none."""
        return named(f"liege-asked-{self.name}")

    @property
    def answered(self) -> ex.Node:
        return ex.not_equals(ex.prop(self.holder), "")

    def traits(self) -> Iterator[Trait]:
        none, ask = named(f"liege-unasked-{self.name}"), named(f"liege-ask-{self.name}")
        whose = None if self.whose is None else ex.prop(f"asked_of_{self.name}")
        if self.whose is not None:  # worked out once, not for every answer: setups hold them for every piece
            worked_out = PropertyCommand("", none, SetValue(ex.braced(self.whose)))
            forgotten = PropertyCommand("", self.taken, SetValue(""))  # who cancels leaves nothing behind
            yield DynamicProperty(f"asked_of_{self.name}", Limits(), (worked_out, forgotten))
        choices = Choose(prompt(self.title), _in_order(tuple(self.answers), self.likely, self.offered, whose))
        commands = [PropertyCommand("", none, SetValue("")), PropertyCommand("", ask, choices)]
        asked: tuple[Key, ...] = (none, ask, self.taken)
        if self.shared:
            asked = (named(f"liege-asks-{self.name}"),)
            yield from self._shares(none, ask, commands)
        yield DynamicProperty(self.holder, Limits(), tuple(commands))
        yield Trigger(self.menu, self.menu, self.key, performed=asked)

    def _shares(self, none: Key, ask: Key, commands: list[PropertyCommand]) -> Iterator[Trait]:
        """Of several that are selected the first is asked; the others answer as it did."""
        first = ex.any_of(*(ex.equals(ex.prop("UiPieceIndex"), n) for n in ("", 0, 1)))
        keeps, follows, asked = (named(f"liege-{what}-{self.name}") for what in ("keeps", "follows", "asks"))
        commands.append(PropertyCommand("", follows, SetValue(ex.braced(ex.prop(self.shared)))))
        kept = PropertyCommand("", keeps, SetValue(ex.braced(ex.prop(self.holder))))
        yield SetGlobalProperty(self.shared, Limits(), (kept,))
        for name, test, chain in (
            ("is asked", first, (none, ask, keeps, self.taken)), ("follows", ex.not_(first), (follows, self.taken)),
        ):  # fmt: skip
            yield Trigger(name, key=asked, match=ex.braced(test), performed=chain)

    def kept(self, before: ex.Node) -> ex.Node:
        """What the answer stands for; without one, what was before."""
        found = before
        own: ex.Node = ex.prop(self.holder)
        if self.whose is not None:  # what is read begins with a name, which may be that of another who answered for all
            own = ex.Method(own, "substring", (ex.add(ex.Method(own, "lastIndexOf", (ex.literal(_OF),)), len(_OF)),))
        if all(read == kept for read, kept in self.answers.items()):
            return ex.if_(self.answered, own, before)
        for read, kept in reversed(list(self.answers.items())):
            found = ex.if_(ex.equals(own, read), kept, found)
        return found if self.whose is None else ex.if_(self.answered, found, before)


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a button: its property, its text, and the answers, the likeliest first.

    `unasked` is what the property holds before it is asked; where no answer is offered, and nothing is asked, as well.
    """

    holder: str
    text: str
    answers: tuple[str, ...]
    likely: ex.Node | None = None  # the answer that stands first, where the table tells it
    unasked: str = ""
    offered: Mapping[str, ex.Node] = field(default_factory=dict)  # answers that are there only if a test holds

    def _key(self, what: str) -> Key:
        return named(f"liege-{what}-{self.holder}")

    @property
    def chain(self) -> tuple[Key, Key]:
        """Forget the last answer, then ask."""
        return self._key("unasked"), self._key("ask")

    @property
    def answered(self) -> ex.Node:
        return ex.not_equals(ex.prop(self.holder), "")

    def component(self) -> Component:
        """The property with its hidden buttons."""
        choices = Choose(self.text, _in_order(self.answers, self.likely, self.offered))
        changes = zip(self.chain, (SetValue(self.unasked), choices), strict=True)
        buttons = [
            component("m.properties.ChangePropertyButton", text="", hotkey=key, propChanger=str(change))
            for key, change in changes
        ]
        return component("m.properties.GlobalProperty", *buttons, name=self.holder, initialValue="")


def asked_buttons(
    name: str, questions: Sequence[Question], then: tuple[Key, ...], first: tuple[Key, ...] = (), **button: Value
) -> Iterator[Component]:
    """A button that asks one question after the other, and does the rest only when all are answered.

    What is done `first` is done whatever is answered.
    """
    steps = [question.chain for question in questions]
    keys = [named(f"liege-next-{question.holder}-{name}".replace(",", "")) for question in questions]
    chains = [(*chain, key) for chain, key in zip(steps, keys, strict=True)] + [then]
    shared: dict[str, Value] = {"name": name, "icon": "", **button, "doHotkey": True, "hotkeys": (*first, *chains[0])}
    yield component("m.DoActionButton", body="", **shared)
    for question, key, chain in zip(questions, keys, chains[1:], strict=True):
        yield component(
            "m.DoActionButton", name=f"{name}: after {question.holder}", text="", icon="", hotkey=key, doHotkey=True,
            hotkeys=chain, doLoop=True, loopType="counted", loopCount=ex.braced(ex.if_(question.answered, 1, 0)),
        )  # fmt: skip
