"""The layout language of art.yaml: named slots that say what is put where. No expressions, no conditions but equality.

A layout maps the states of a face (`front`, `reduced`, …; `back` for all others) to slots by name, drawn in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from compiler.model.common import Name
from compiler.model.shown import Values, value_of


@dataclass(frozen=True, slots=True)
class Slot:
    """One slot: `put` names the part to draw, the rest are its settings."""

    name: str
    given: Mapping[str, Any]

    @property
    def put(self) -> str:
        return str(self.given.get("put", self.name))

    def number(self, key: str, default: float = 0.0) -> float:
        value = self.given.get(key, default)
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else default

    def text(self, key: str, default: str = "") -> str:
        value = self.given.get(key, default)
        return default if value is None else str(value)

    def flag(self, key: str) -> bool:
        return self.given.get(key) is True

    def point(self, key: str = "at", default: tuple[float, float] = (0.0, 0.0)) -> tuple[float, float]:
        value = self.given.get(key)
        if isinstance(value, (list, tuple)) and len(value) == 2:
            return float(value[0]), float(value[1])
        return default

    def words(self) -> Mapping[str, Any]:
        value = self.given.get("words")
        return value if isinstance(value, Mapping) else {}


def slots_of(layout: Mapping[str, Any], state: str) -> Iterator[Slot]:
    """The slots for a face in a state."""
    chosen = layout.get(state)
    if chosen is None and state not in ("front", "marker"):
        chosen = layout.get("back")
    if chosen is None:
        chosen = layout.get("front", {})
    for name, given in chosen.items():
        if isinstance(given, Mapping):
            yield Slot(name, given)


def puts_image(slots: Iterable[Slot]) -> bool:
    """Whether a layout has a slot for the piece's own `image`, which covers the face otherwise."""
    return any(slot.put == "picture" and slot.given.get("of") == "image" for slot in slots)


def shown(slot: Slot, values: Values) -> bool:
    """Whether a slot is drawn: every `when` holds, no `unless` does. `any` stands for any value that is there."""
    for key, wanted, truth in (("when", True, True), ("unless", False, False)):
        tests = slot.given.get(key)
        if isinstance(tests, Mapping):
            met = [_meets(value_of(field, values), test) for field, test in tests.items()]
            if (all(met) if truth else any(met)) is not wanted:
                return False
    return True


def _meets(value: Any, test: Any) -> bool:
    if isinstance(test, (list, tuple)):
        return any(_meets(value, one) for one in test)
    if test == "any":
        return value is not None and value is not False
    if test == "none":
        return value is None or value is False
    return bool(value == test)


def said(slot: Slot, values: Values) -> str:
    """The text of a slot: `is` as it stands, or the fields of `of` put into words."""
    if "is" in slot.given:
        return slot.text("is")
    fields = slot.given.get("of", ())
    names = [fields] if isinstance(fields, str) else list(fields)
    parts = [_word(value_of(str(name), values), slot, values) for name in names]
    if slot.flag("partly") and any(part is not None for part in parts):
        parts = ["·" if part is None else part for part in parts]
    if any(part is None for part in parts):
        return ""
    text = slot.text("between", " ").join(str(p) for p in parts)
    return f"{slot.text('before')}{text}{slot.text('after')}" if text else ""


def _word(value: Any, slot: Slot, values: Values) -> str | None:
    words = slot.words()
    if words:
        face, own = values.get("face"), values.get("id")
        for key in (f"{own}.{face}", str(value), str(face), str(own), str(values.get("kind"))):
            if key in words:
                return str(words[key])
        if slot.flag("only_words"):
            return None
    if value is None or value is False:
        return None
    if isinstance(value, Name):
        return _minus(value.en)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(value, slot.flag("sign"))
    if isinstance(value, (list, tuple)):
        return ", ".join(str(v) for v in value)
    return _minus(str(value))


def _minus(text: str) -> str:
    """A negative number written as a word gets a true minus sign."""
    return f"−{text[1:]}" if text[:1] == "-" and text[1:].isdigit() else text


def _number(value: float, sign: bool) -> str:
    text = f"{value:g}".replace("-", "−")
    return f"+{text}" if sign and value > 0 else text
