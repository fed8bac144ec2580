"""Contests: two seats roll, the higher total wins, and a table says what each total is worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler.emit.asking import Question, asked_buttons, prompt
from compiler.emit.automation.lookup import choose, row_text, under
from compiler.emit.automation.modifiers import boxes_of, number_for_seat
from compiler.emit.automation.preference import OFF
from compiler.emit.automation.roll_chain import Link, signed
from compiler.emit.chat import player, ruled, said, with_rules
from compiler.emit.module.dice import roll_key
from compiler.emit.module.tracks import label_of, track_property
from compiler.emit.plan import Plan
from compiler.model.common import Note
from compiler.model.rolls import Box, Contest, Lead, RollModifier
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.values import SetValue

_MOST_LEAD = 12
_EQUAL = "equal"


class ContestButton:
    """The button of one contest."""

    def __init__(self, plan: Plan, contest: Contest) -> None:
        self.plan = plan
        self.contest = contest
        self.modifiers = [plan.game.rolls.modifiers[id] for id in contest.modifiers]

    def _name(self, part: str, seat: str) -> str:
        return f"Roll_{self.contest.id}_{part}_{seat}"

    def value(self, part: str, seat: str) -> ex.Node:
        return ex.prop(self._name(part, seat))

    def _link(self, part: str, seat: str, value: ex.Node) -> Link:
        return Link(self._name(part, seat), "0", SetValue(ex.braced(value)))

    def _given(self, modifier: RollModifier, seat: str) -> str:
        """The property with what a seat was asked for."""
        return self._name(f"{modifier.id}_given", seat)

    # -- the chain -----------------------------------------------------------------------------------------------------
    def questions(self) -> list[Question]:
        """Which seat leads by how much, for each modifier that wants to know: one question for both.

        Nobody is asked where nobody rolls.
        """
        answers = (_EQUAL, *(text for text, _, _ in self._leads()))
        idle = [test for test, _ in self.idle()]
        offered = dict.fromkeys(answers, ex.not_(ex.any_of(*idle))) if idle else {}
        unasked = ex.braced(ex.if_(ex.any_of(*idle), _EQUAL, "")) if idle else ""
        return [
            Question(self._asks(m), prompt(m.source.asked), answers, unasked=unasked, offered=offered)
            for m in self.modifiers
            if isinstance(m.source, Lead)
        ]

    def _asks(self, modifier: RollModifier) -> str:
        return f"Ask_{self.contest.id}_{modifier.id}"

    def _leads(self) -> list[tuple[str, str, int]]:
        """Every lead in words, with the seat and its number."""
        seats = self.plan.game.seats
        return [
            (f"{seats[seat].name.en} by {n}", seat, n) for seat in self.contest.seats for n in range(1, _MOST_LEAD + 1)
        ]

    def given(self) -> Iterator[Link]:
        """What each seat has, the one that is behind nothing: only the lead counts."""
        for modifier in self.modifiers:
            if isinstance(modifier.source, Lead):
                own = ex.prop(self._asks(modifier))
                for seat in self.contest.seats:
                    ahead = [(ex.equals(own, text), n) for text, who, n in self._leads() if who == seat]
                    yield Link(self._given(modifier, seat), "0", SetValue(ex.braced(choose(ahead, 0))))

    def dice(self) -> list[Link]:
        """After each seat's roll its dice are kept."""
        return [self._link("dice", seat, ex.prop(f"{self.contest.dice}_total")) for seat in self.contest.seats]

    def answers(self) -> Iterator[Link]:
        """Modifiers, totals, and what the table gives for them."""
        for seat in self.contest.seats:
            total = self.value("dice", seat)
            for modifier in self.modifiers:
                other, given = self.contest.other(seat), partial(self._given, modifier)
                yield self._link(modifier.id, seat, number_for_seat(self.plan, modifier, seat, other, given))
                total = ex.add(total, self.value(modifier.id, seat))
            yield self._link("total", seat, total)
        if self.contest.table is not None:
            for seat in self.contest.seats:
                yield self._link("gives", seat, self._awarded(seat))

    def wins(self, seat: str) -> ex.Node:
        """Whether a seat has won; of equals the first."""
        first, second = (self.value("total", who) for who in self.contest.seats)
        won = ex.greater_equal(first, second)
        return won if seat == self.contest.seats[0] else ex.not_(won)

    def _awarded(self, seat: str) -> ex.Node:
        table = self.plan.game.tables[self.contest.table or ""]
        column = under(table.columns.heads, self.value("total", seat))
        won, lost = (
            row_text(table, table.rows.index(row) or 0, column) for row in (self.contest.won, self.contest.lost)
        )
        return ex.if_(self.wins(seat), won, lost)

    def idle(self) -> list[tuple[ex.Node, str]]:
        """The boxes of a track that give no number: there nobody rolls; and what they say instead."""
        found = []
        for modifier in self.modifiers:
            if not isinstance(modifier.source, Box):
                continue
            boxes = boxes_of(self.plan, modifier.source.track)
            for box in self.plan.game.tracks[modifier.source.track].boxes:
                if not any(seat in box.values for seat in self.contest.seats):
                    found.append((boxes[box.value], f"{box.note.remark or 'No roll.'}{ruled(box.note)}"))
        return found

    def sets(self) -> Iterator[tuple[str, Link]]:
        """The tracks that name winner and loser; each with the property it is kept in."""
        stays = ex.any_of(*(test for test, _ in self.idle()))
        first, second = self.contest.seats
        for id, (winner, loser) in zip(self.contest.sets, ((first, second), (second, first)), strict=True):
            if id is not None:
                track = self.plan.game.tracks[id]
                own = track_property(track)
                named_ = ex.if_(self.wins(first), label_of(track, winner), label_of(track, loser))
                value = ex.if_(stays, ex.prop(own), named_) if self.idle() else named_
                yield own, Link(f"Roll_{self.contest.id}_sets_{id}", "", SetValue(ex.braced(value)))

    # -- what is said --------------------------------------------------------------------------------------------------
    def sentence(self) -> ex.Node:
        """Both rolls with their modifiers, who wins, and what the table gives."""
        contest, game = self.contest, self.plan.game
        text: ex.Node = said(player(), f": {contest.name.en}. ")
        for seat in contest.seats:
            text = ex.add(text, ex.add(f"{game.seats[seat].name.en} roll ", self.value("dice", seat)))
            for modifier in self.modifiers:
                own = self.value(modifier.id, seat)
                told = ex.add(f", {modifier.name.en} ", signed(own))
                text = ex.add(text, ex.if_(ex.equals(own, 0), "", told))
            text = ex.add(text, ex.add(" = ", ex.add(self.value("total", seat), ". ")))
        first, second = (game.seats[seat].name.en for seat in contest.seats)
        text = ex.add(text, ex.if_(self.wins(contest.seats[0]), f"<b>{first}</b> win", f"<b>{second}</b> win"))
        if contest.table is not None:
            table = game.tables[contest.table]
            text = ex.add(text, f". {table.title.en}:")
            for n, seat in enumerate(contest.seats):
                won = ex.add(self.value("gives", seat), "</b>")
                text = ex.add(text, ex.add(f"{',' if n else ''} {game.seats[seat].name.en} <b>", won))
        text = with_rules(text, contest.note, *self._also())
        return choose([(test, said(player(), f": {contest.name.en}. {words}")) for test, words in self.idle()], text)

    def _also(self) -> Iterator[Note]:
        """The rules of the table and of every modifier."""
        if self.contest.table is not None:
            yield self.plan.game.tables[self.contest.table].note
        yield from (modifier.note for modifier in self.modifiers)

    def buttons(self) -> Iterator[Component]:
        """The button players press, and the one that speaks."""
        id, says = self.contest.id, named(f"liege-contest-{self.contest.id}-says")
        roll = roll_key(self.plan.game.dice[self.contest.dice])
        chain: list[Key] = [link.key for link in self.given()]
        for link in self.dice():
            chain += (roll, link.key)
        chain += [link.key for link in (*self.answers(), *(link for _, link in self.sets()))]
        yield from asked_buttons(
            f"Contest {id}",
            self.questions(),
            (*chain, says),
            text=self.contest.name.en,
            tooltip=f"{self.contest.name.en}: both sides roll",
            canDisable=True,
            propertyGate=OFF,
        )
        yield component(
            "m.DoActionButton",
            name=f"Contest {id} says",
            text="",
            icon="",
            hotkey=says,
            doReport=True,
            reportFormat=ex.braced(self.sentence()),
        )


def contest_buttons_of(plan: Plan) -> list[ContestButton]:
    """One for every contest of the game."""
    return [ContestButton(plan, contest) for contest in plan.game.rolls.contests.values()]


def contest_properties(plan: Plan) -> Iterator[Component]:
    """What the contests ask, keep and work out."""
    for made in contest_buttons_of(plan):
        yield from (question.component() for question in made.questions())
        yield from (link.component() for link in (*made.given(), *made.dice(), *made.answers()))


def add_setters(plan: Plan, properties: list[Component]) -> None:
    """Puts the buttons that set a track beside the property that holds it."""
    by_name = {str(made.get("name")): made for made in properties}
    for contest in contest_buttons_of(plan):
        for own, link in contest.sets():
            by_name[own].add(
                component("m.properties.ChangePropertyButton", text="", hotkey=link.key, propChanger=str(link.change))
            )
