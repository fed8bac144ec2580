"""A table in VASSAL, as far as rolls and upkeep need one: pieces with traits, properties, buttons, dice, the chat.

It works with what is built, not with what built it: keys find the buttons and traits that hear them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from compiler.emit.automation.carrying import carry_properties
from compiler.emit.automation.contests import add_setters
from compiler.emit.automation.holdings import holding_properties
from compiler.emit.automation.incomes import income_properties
from compiler.emit.automation.moves import move_properties
from compiler.emit.automation.rankings import ranking_properties
from compiler.emit.automation.roll_menu import roll_buttons, roll_properties
from compiler.emit.automation.stock_counts import stock_properties
from compiler.emit.automation.upkeep_menu import upkeep_buttons
from compiler.emit.module.counts import ALIKE, FIRST
from compiler.emit.module.cups import in_deck
from compiler.emit.module.dice import dice_buttons
from compiler.emit.module.marks import SHOWS
from compiler.emit.module.pieces import Box
from compiler.emit.module.prototypes import FACE
from compiler.emit.module.seatmarks import seat_properties
from compiler.emit.module.stepping import AT_STEP
from compiler.emit.module.tracker import tracker
from compiler.emit.module.tracks import track_properties
from compiler.emit.save.locating import cell_at
from compiler.model.piles import Pile
from compiler.model.table import Piece
from compiler.vassal.keys import read_keys
from compiler.vassal.traits import (
    CalculatedProperty,
    DynamicProperty,
    GlobalHotkey,
    GlobalKeyCommand,
    Layer,
    Marker,
    MarkMoved,
    Report,
    RestrictCommands,
    ReturnToDeck,
    SendToLocation,
    SetGlobalProperty,
    Trait,
    Trigger,
)
from compiler.vassal.values import AddNumber, Change, Choose, SetValue, read_change
from compiler.vassal.xml import Component
from tests.emit.beanshell import Functions, counting_on, evaluate_text

LOOP_LIMIT = 500  # of VASSAL
_LOOKS = ("Stats", ALIKE, FIRST)  # for the eyes only


class Tabletop:
    """The module's properties and buttons, and the pieces laid out."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.plan = box.plan
        self.properties: dict[str, str] = {}
        self.chat: list[str] = []
        self.dice: list[int] = []
        self.answers: dict[str, str] = {}  # property → what the player types or chooses when asked for it
        self.offered: dict[str, list[str]] = {}  # property → what its dialog offered last
        self.pieces: dict[str, dict[str, str]] = {}
        self._traits: dict[str, tuple[Trait, ...]] = {}
        self._functions: Functions = {}
        self._heard: dict[str, list[tuple[Component, str]]] = {}
        self._shown: dict[str, Component] = {}
        properties = [*track_properties(self.plan), *roll_properties(self.plan), *income_properties(self.plan)]
        properties += [*seat_properties(self.plan), *ranking_properties(self.plan), *move_properties(self.plan)]
        properties += [*stock_properties(self.plan), *holding_properties(self.plan), *carry_properties(self.plan)]
        add_setters(self.plan, properties)
        buttons = (*dice_buttons(self.plan), *roll_buttons(self.plan), *upkeep_buttons(self.plan))
        for part in (*properties, *buttons):
            self._add(part, "")
        self.count()

    def add(self, part: Component) -> None:
        """One more button that players may press."""
        self._add(part, "")

    def _add(self, part: Component, holder: str) -> None:
        name = str(part.get("name"))
        if part.tag.endswith("GlobalProperty"):
            self.properties[name] = str(part.get("initialValue"))
        if part.tag.endswith("DoActionButton") and part.get("text"):
            self._shown[str(part.get("text"))] = part
        key = part.get("buttonHotkey") if part.tag.endswith("GlobalKeyCommand") else part.get("hotkey")
        if key:
            self._heard.setdefault(str(key), []).append((part, holder))
        for inner in part.children:
            self._add(inner, name)

    # -- pieces --------------------------------------------------------------------------------------------------------
    def lay(self, pieces: Iterable[Piece]) -> None:
        """Lay out pieces on the spaces they stand in, markers in the first box of their track."""
        self.pieces = {}
        for piece in pieces:
            track = self.plan.game.tracks.get(piece.place)
            atlas = self.plan.atlas
            spot = atlas.spot(piece.place) if track is None else atlas.tracks[track.id, track.start]
            in_play = self.box.in_play(piece)
            self._traits[piece.id] = in_play.traits
            label, _, zone = spot.location.partition(" ")
            hexes = piece.place in self.plan.game.map.cells
            own = {
                "PieceName": in_play.basic.name, "CurrentX": str(spot.x), "CurrentY": str(spot.y),
                "LocationName": spot.location, "CurrentZone": zone if hexes else spot.location,
                "CurrentMap": spot.map, "UniqueID": piece.id,
            }  # fmt: skip
            assert not hexes or label == piece.place
            for trait in in_play.traits:
                own |= _constants(trait)
            self.pieces[piece.id] = own
        self.count()
        for id in self.pieces:
            self.reckon(id)

    def put(self, id: str, properties: dict[str, str]) -> None:
        """A piece that hears nothing, such as a plate on the ground."""
        self.pieces[id], self._traits[id] = properties, ()
        self.count()

    def count(self) -> None:
        """Pieces are counted where they lie now."""
        own: Functions = {"Range": self._range, "GetMapProperty": self._in_deck}
        self._functions = {**counting_on(list(self.pieces.values()), self.properties), **own}

    def send(self, id: str, key: str) -> None:
        """A command of a piece, by its key or its text in the menu.

        It goes from the outermost trait inwards; triggers and reports wait until all inside them have acted.
        """
        for trait in reversed(self._traits[id]):
            self._obey(trait, key, self.pieces[id])
        for trait in self._traits[id]:
            own = self.pieces[id]
            if isinstance(trait, Trigger) and key in (str(trait.key), trait.menu, *map(str, trait.watched)):
                self._trigger(id, trait)
            elif isinstance(trait, Report) and key in map(str, trait.keys) and trait.format.startswith("{"):
                told = str(
                    self._value(
                        trait.format, {**own, "oldPieceName": own["PieceName"], "newPieceName": own["PieceName"]}
                    )
                )
                self.chat += [told] if told else []  # VASSAL passes over what is empty
            elif isinstance(trait, CalculatedProperty) and trait.name == SHOWS:  # it follows the plate
                own[SHOWS] = str(self._value(trait.expression, own))

    def _obey(self, trait: Trait, key: str, own: dict[str, str]) -> None:
        """What an ordinary trait does at a command."""
        if isinstance(trait, GlobalHotkey) and key == str(trait.key):
            self.press(str(trait.hotkey))
        elif isinstance(trait, GlobalKeyCommand) and key == str(trait.key):
            self._pass_on(trait, own)
        elif isinstance(trait, SetGlobalProperty):
            for command in trait.commands:
                if key in (str(command.key), command.menu):
                    self._change(trait.name, command.change, own)
        elif isinstance(trait, DynamicProperty):
            for command in trait.commands:
                if key == str(command.key) and isinstance(command.change, SetValue):
                    given = command.change.value
                    own[trait.name] = str(self._value(given, own)) if given.startswith("{") else given
                elif key == str(command.key) and isinstance(command.change, Choose):
                    self._asked(trait.name, command.change, own)
        elif isinstance(trait, Layer) and not trait.follows:
            step = (key == str(trait.increase_key)) - (key == str(trait.decrease_key))
            own[f"{trait.name}_Level"] = str((int(own[f"{trait.name}_Level"]) - 1 + step) % len(trait.images) + 1)
            if step:
                self.reckon(own["UniqueID"])
        elif isinstance(trait, MarkMoved) and key in (str(trait.key), str(trait.unmark_key)):
            own["Moved"] = "true" if key == str(trait.key) and own.get("Moved") != "true" else "false"
        elif isinstance(trait, SendToLocation) and key == str(trait.key) and trait.destination == "A":
            match = re.sub(r"\$(\w+)\$", lambda found: own[found[1]], trait.match)
            found = next(other for other in self.pieces.values() if self._value(match, other) is True)
            own |= {name: found[name] for name in ("CurrentMap", "CurrentZone", "LocationName")}
        elif isinstance(trait, ReturnToDeck) and key == str(trait.key) and not trait.deck_expression.startswith("{"):
            deck = next(p for p in self.plan.game.piles.values() if p.name.en == trait.deck_expression)
            spot = self.plan.atlas.piles[deck.id]
            own |= {"CurrentMap": spot.map, "CurrentZone": spot.location, "LocationName": spot.location}
            self.reckon(own["UniqueID"])
        elif isinstance(trait, SendToLocation) and key == str(trait.key):
            if trait.destination == "Z" or not trait.map.startswith("{"):
                own["CurrentMap"] = str(self._value(trait.map, own)) if trait.map.startswith("{") else trait.map
            own["CurrentZone"] = own["LocationName"] = self._landing(trait, own)
            self.reckon(own["UniqueID"])

    def _asked(self, name: str, change: Choose, own: dict[str, str]) -> None:
        """A dialog of a piece: what it offers is noted; without an answer at hand it is cancelled."""
        said = [str(self._value(c, own)) if c.startswith("{") else c for c in change.choices]
        self.offered[name] = [text for text in said if text]
        answer = self.answers.get(name)
        if answer is not None:
            assert answer in self.offered[name], (answer, self.offered[name])
            own[name] = answer

    def _trigger(self, id: str, trait: Trigger) -> None:
        if trait.match and self._value(trait.match, self.pieces[id]) is not True:
            return
        for _ in range(9):
            for inner in trait.performed:
                self.send(id, str(inner))
            if not trait.loop or self._value(trait.until_match, self.pieces[id]) is True:
                return
        raise AssertionError(f"{trait.name} never ends")

    def _pass_on(self, trait: GlobalKeyCommand, sender: dict[str, str]) -> None:
        """A command for the one piece that has a property of that value, or for all that fit, here or anywhere."""
        target = trait.target
        wanted = str(self._value(target.value, {})) if target.value.startswith("{") else target.value
        match = re.sub(r"\$(\w+)\$", lambda found: sender.get(found[1], self.properties.get(found[1], "")), trait.match)
        for id, own in self.pieces.items():
            here = not target.by_location or own["LocationName"] == sender["LocationName"]
            named = not target.by_property or own.get(target.property) == wanted
            if here and named and (not match or self._value(match, own) is True):
                self.send(id, str(trait.sent))

    def _landing(self, trait: SendToLocation, own: dict[str, str]) -> str:
        if str(trait.map) == "{OldMap}":
            return own["OldLocationName"]
        if trait.destination == "Z":
            return str(self._value(trait.zone, own)) if trait.zone.startswith("{") else trait.zone
        spots = self.plan.atlas.spaces.values()
        x, y = (self._value(at, own) if str(at).startswith("{") else at for at in (trait.x, trait.y))
        return next(s.location for s in spots if s.map == trait.map and (x, y) in ((s.x, s.y), *s.seats))

    def choose(self, id: str, menu: str) -> None:
        """A command of the menu that a trigger offers, with all that hears its key."""
        self.reckon(id)
        (key,) = {str(trait.key) for trait in self._traits[id] if isinstance(trait, Trigger) and trait.menu == menu}
        self.send(id, key)

    def reckon(self, id: str) -> None:
        """What is calculated of a piece, as the table is now."""
        self.count()
        own = self.pieces[id]
        for trait in self._traits[id]:
            if isinstance(trait, CalculatedProperty) and trait.name not in _LOOKS:
                own[trait.name] = str(self._value(trait.expression, own))

    def offers(self, id: str, key: str) -> bool:
        """Whether nothing hides a command of a piece."""
        self.reckon(id)
        hides = [t for t in self._traits[id] if isinstance(t, RestrictCommands) and key in map(str, t.keys)]
        return not any(self._value(trait.match, self.pieces[id]) is True for trait in hides)

    def send_all(self, id: str, menu: str) -> None:
        """A command of the menu that several traits hear by its key."""
        traits = [trait for trait in self._traits[id] if isinstance(trait, SetGlobalProperty)]
        (key,) = {str(command.key) for trait in traits for command in trait.commands if command.menu == menu}
        self.send(id, key)

    def sent(self, id: str, menu: str) -> str:
        """The zone a piece is sent to by a command of its menu."""
        (trait,) = [t for t in self._traits[id] if isinstance(t, SendToLocation) and t.menu == menu]
        return str(self._value(trait.zone, self.pieces[id]))

    def faces(self) -> dict[str, int]:
        """Which face each piece with several shows, counted from 0; others show their only one."""
        return {id: int(own.get(f"{FACE}_Level", "1")) - 1 for id, own in self.pieces.items()}

    def enter(self, step: str) -> None:
        """The tracker comes to a step: its hotkeys press buttons, these send commands to pieces that turn."""
        parts = tracker(self.plan)
        now = {"Step": step, "Turns_command": "Next"}
        (heard,) = [part for part in parts if part.get("hotkey") == str(AT_STEP)]
        gates = [part for part in parts if part.get("hotkey") in map(str, read_keys(str(heard.get("hotkeys"))))]
        due = [gate for gate in gates if self._value(str(gate.get("loopCount")), now) == 1]
        pressed_keys = {str(key) for gate in due for key in read_keys(str(gate.get("hotkeys")))}
        for button in (part for part in parts if part.get("buttonHotkey") in pressed_keys):
            self._turn(str(button.get("filter")), str(button.get("hotkey")))

    def _turn(self, match: str, key: str) -> None:
        for id, own in self.pieces.items():
            for layer in (t for t in self._traits[id] if isinstance(t, Layer) and str(t.reset_key) == key):
                if not match or self._value(match, own) is True:
                    own[f"{layer.name}_Level"] = layer.reset_level

    # -- buttons -------------------------------------------------------------------------------------------------------
    def button(self, text: str) -> None:
        """Press a button by its text."""
        self._do(self._shown[text])

    def press(self, key: str) -> None:
        """Whatever hears a key."""
        assert key in self._heard, f"nothing hears {key}"
        for part, holder in self._heard[key]:
            if part.tag.endswith("DoActionButton"):
                self._do(part)
            elif part.tag.endswith("GlobalKeyCommand") and (deck := self._deck_of(part)) is not None:
                lying = [id for id, own in self.pieces.items() if own["LocationName"] == deck.name.en]
                for id in lying[-int(str(part.get("deckCount"))) :]:
                    self.send(id, str(part.get("hotkey")))
            elif part.tag.endswith("GlobalKeyCommand"):
                match = re.sub(r"\$(\w+)\$", lambda found: self.properties.get(found[1], ""), str(part.get("filter")))
                for id, own in self.pieces.items():
                    if self._value(match, own) is True:
                        told = len(self.chat)
                        self.send(id, str(part.get("hotkey")))
                        if part.get("reportSingle") == "true":  # one line of its own stands for all
                            del self.chat[told:]
            elif part.tag.endswith("DiceButton"):
                self.properties[f"{part.get('name')}_total"] = str(self.dice.pop(0))
            else:
                self._change(holder, read_change(str(part.get("propChanger"))), {})

    def _deck_of(self, part: Component) -> Pile | None:
        """The deck to whose topmost pieces a command goes."""
        if not str(part.get("deckCount")).isdigit():
            return None
        decks = self.plan.game.piles.values()
        return next((pile for pile in decks if in_deck(pile) == str(part.get("target"))), None)

    def _in_deck(self, own: dict[str, str], name: str, map: str, _: Any) -> int:
        deck = name.removesuffix("_numPieces")
        return sum(piece["LocationName"] == deck and piece["CurrentMap"] == map for piece in self.pieces.values())

    def _do(self, part: Component) -> None:
        for _ in self._times(part):
            for key in read_keys(str(part.get("hotkeys"))):
                self.press(str(key))
            if part.get("doReport") == "true":
                told = str(part.get("reportFormat"))
                told = str(self._value(told, {})) if told.startswith("{") else told
                self.chat += [told] if told else []

    def _times(self, part: Component) -> Iterator[int]:
        """The passes of a button: one, as many as it counts, or while something is so."""
        if part.get("doLoop") != "true":
            yield 1
        elif part.get("loopType") == "counted":
            yield from range(int(self._value(str(part.get("loopCount")), {})))
        else:
            for n in range(LOOP_LIMIT):
                if self._value(str(part.get("whileExpression")), {}) is not True:
                    return
                yield n
            raise AssertionError(f"{part.get('name')} never ends")

    def _change(self, holder: str, change: Change, own: dict[str, str]) -> None:
        if isinstance(change, SetValue):
            value = change.value
            # VASSAL takes blanks off both ends
            self.properties[holder] = str(self._value(value, own)).strip() if value.startswith("{") else value
        elif isinstance(change, AddNumber):
            self.properties[holder] = str(int(self.properties[holder]) + int(change.step))
        elif isinstance(change, Choose):  # whoever says nothing takes the first; without a choice nothing is asked
            offered = [str(self._value(c, own)) if c.startswith("{") else c for c in change.choices]
            self.offered[holder] = [choice for choice in offered if choice]
            first = next(iter(self.offered[holder]), None)
            if first is not None:
                self.properties[holder] = self.answers.get(holder, first)
                assert self.properties[holder] in ("", *offered)  # nothing: it was cancelled
        else:
            self.properties[holder] = self.answers.get(holder, self.properties[holder])

    # -- expressions ---------------------------------------------------------------------------------------------------
    def _value(self, text: str, own: dict[str, str]) -> Any:
        return evaluate_text(text, {**self.properties, **own} if own else self.properties, self._functions)

    def _range(self, own: dict[str, str], x: int, y: int, _: Any) -> int:
        window = next(w for w in self.plan.atlas.windows.values() if w.source is self.plan.game.map)
        grid = window.grid
        assert grid is not None
        here, there = (cell_at(grid, *at) for at in ((int(own["CurrentX"]), int(own["CurrentY"])), (x, y)))
        return grid.grid.distance(here, there)


def _constants(trait: Trait) -> Iterator[tuple[str, str]] | dict[str, str]:
    if isinstance(trait, Marker):
        return trait.properties
    if isinstance(trait, DynamicProperty):
        return {trait.name: trait.value}
    return {f"{trait.name}_Level": str(trait.level)} if isinstance(trait, Layer) and not trait.follows else {}
