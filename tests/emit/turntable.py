"""The turn tracker on the table, with VASSAL's log: what one press logs, and what one undo takes back.

It moves, logs and tells as VASSAL's tracker does: the keys a line sets off are pressed before the push is logged, and a
push is logged only if the tracker stands elsewhere than where it was last looked at.
"""

from __future__ import annotations

from typing import Any

from compiler.emit.automation.payments import payment_properties
from compiler.emit.module.acting import in_turn_property
from compiler.emit.module.again import loop_properties
from compiler.emit.module.cups import refill_buttons, refilled, shuffle_key
from compiler.emit.module.following import STEP, TURN
from compiler.emit.module.passing import COMMAND, is_passed
from compiler.emit.module.pieces import Box
from compiler.emit.module.stepping import stepping_properties
from compiler.emit.module.tracker import tracker
from compiler.vassal.xml import Component
from tests.emit.tabletop import Tabletop

Where = tuple[int, int]  # turn, line
Change = tuple[str, Any]  # what changed, and what it was before


class Turntable(Tabletop):
    """A table with a tracker; `log` has one entry for each undo."""

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.labels = [entry.label for entry in box.plan.lines]
        self.at: Where = (1, 0)
        self.seen: Where = (1, 0)
        self.log: list[list[Change]] = []
        self._paused: list[list[Change]] = []
        own = [*stepping_properties(self.plan), *loop_properties(self.plan), *in_turn_property(self.plan)]
        own += payment_properties(self.plan, is_passed(self.plan))
        own += [part for _, parts in refill_buttons(self.plan) for part in parts]
        self.turns: Component | None = None
        for part in (*own, *tracker(self.plan)):
            if part.kind == "TurnTracker":
                self.turns = part
            else:
                self.add(part)
        assert self.turns is not None
        self._show("")

    # -- the tracker ---------------------------------------------------------------------------------------------------
    def plus(self) -> None:
        """A click on the tracker's own +."""
        self._push(1)

    def minus(self) -> None:
        """A click on its -."""
        self._push(-1)

    def _push(self, by: int) -> None:
        self.seen = self.at
        turn, line = self.at[0], self.at[1] + by
        turn, line = turn + line // len(self.labels), line % len(self.labels)
        self.at = (turn, line)
        self._show("Next" if by > 0 else "Prev")
        self._sets_off()
        self._saved()

    def set(self, turn: int, label: str) -> None:
        """Its dialog, saved: it is logged before it says that it was set, and before what it sets off."""
        self.seen, self.at = self.at, (turn, self.labels.index(label))
        self.properties |= {TURN: str(turn), STEP: label}
        self._saved()
        self._show("Set")
        self._sets_off()

    def _sets_off(self) -> None:
        assert self.turns is not None
        for key in self.turns.all("TurnGlobalHotkey"):
            if self._value(str(key.get("match")), {}) is True:
                self.press(str(key.get("hotkey")))

    def _saved(self) -> None:
        assert self.turns is not None
        if self.seen != self.at:
            shown = f"{self.at[0]}: {self.labels[self.at[1]]}"
            format = str(self.turns.get("reportFormat"))
            told = self._value(format, {"newTurn": shown}) if format.startswith("{") else f"It is now {shown}"
            if told:
                self.chat.append(str(told))
            self._log([("turn", self.seen)])
        self.seen = self.at

    def _show(self, told: str) -> None:
        self.properties |= {TURN: str(self.at[0]), STEP: self.labels[self.at[1]], COMMAND: told}

    # -- the log -------------------------------------------------------------------------------------------------------
    def _log(self, changes: list[Change]) -> None:
        if self._paused:
            self._paused[-1] += changes
        elif changes:
            self.log.append(changes)

    def undo(self) -> None:
        """What the button does: the last entry, from its end."""
        for what, before in reversed(self.log.pop()):
            if what == "turn":
                self.at = before
                self.properties |= {TURN: str(self.at[0]), STEP: self.labels[self.at[1]]}
            else:
                self.properties = {**before[0], TURN: self.properties[TURN], STEP: self.properties[STEP]}
                self.pieces = before[1]
        self.count()

    def table(self) -> Any:
        """All that a player may see or a rule may ask."""
        pieces = {id: dict(own) for id, own in self.pieces.items()}
        return self.at, {k: v for k, v in self.properties.items() if k != COMMAND}, pieces

    # -- buttons -------------------------------------------------------------------------------------------------------
    def press(self, key: str) -> None:
        assert self.turns is not None
        if key in (self.turns.get("nexthotkey"), self.turns.get("prevhotkey")):
            self._push(1 if key == self.turns.get("nexthotkey") else -1)
            return
        if key in {str(shuffle_key(pile)) for pile in refilled(self.plan)}:  # heard by the deck; nobody sees it
            return
        if any(part.tag.endswith("DoActionButton") for part, _ in self._heard.get(key, ())):
            super().press(key)
            return
        sent = any(part.tag.endswith("GlobalKeyCommand") for part, _ in self._heard[key])
        before = (dict(self.properties), self.pieces)
        if sent:  # what is kept in the log stays as it was
            self.pieces = {id: dict(own) for id, own in self.pieces.items()}
            self.count()
        super().press(key)
        if sent:
            self.count()
        self._log([("table", before)])

    def _do(self, part: Component) -> None:
        self._paused.append([])
        super()._do(part)
        self._log(self._paused.pop())
