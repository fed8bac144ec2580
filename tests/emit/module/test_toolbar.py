"""The toolbar is one row on a screen of 1600 pixels, whatever the turn tracker has to say.

Widths are those of VASSAL 3.7 with its usual letters: a button with an icon of ours takes 36 pixels, a letter some 7.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from compiler.emit.module.vmod import build_file
from compiler.vassal import sequence
from compiler.vassal.xml import Component
from tests.emit.conftest import SHIPPED, Built

_SCREEN, _EDGES = 1600, 8
_BUTTON, _ICON, _LETTER, _AROUND_TEXT = 36, 24, 7, 4
_PUSHES = 58  # the plus and the minus of the tracker
_OWN = 3  # of VASSAL itself: undo, step, server; a game with options has another
_BUTTONS = ("PlayerRoster", "PieceWindow", "ToolbarMenu", "DoActionButton", "GlobalKeyCommand", "ChartWindow",
            "Inventory", "NotesWindow", "DiceButton", "SpecialDiceButton", "MassKeyCommand")  # fmt: skip
_ON_MAP = {"Zoomer": 3, "ImageSaver": 1, "TextSaver": 1, "GlobalMap": 1, "HidePiecesButton": 1, "LOS_Thread": 1}


def _text(part: Component) -> str:
    return part.get("text") or part.get("buttonText") or part.get("buttonName")


def _icon(part: Component) -> str:
    return part.get("icon") or part.get("buttonIcon")


def _widths(root: Component) -> Iterator[tuple[str, int]]:
    """Whatever stands in the toolbar of the main window, with its width; what is in a menu does not."""
    menus = [part for part in root.walk() if part.kind == "ToolbarMenu"]
    behind = {item for menu in menus for item in sequence.decode(menu.get("menuItems"), ",")}
    asked = [part for part in root.walk() if part.get("name") == "scenarioPropertiesIcon"]
    yield "VASSAL", (_OWN + len(asked)) * _BUTTON
    main = next(part for part in root.children if part.kind == "Map")
    yield "unmark the moved", _BUTTON * bool(main.get("markUnmovedIcon"))
    for part in (*root.children, *main.children):
        text = _text(part)
        if part.kind == "TurnTracker":
            yield part.kind, int(part.get("length")) + _PUSHES
        elif part.kind in _ON_MAP:
            yield part.kind, _ON_MAP[part.kind] * _BUTTON
        elif part.kind in _BUTTONS and (_icon(part) or text) and text not in behind - {""}:
            yield f"{part.kind} {text}", _button(text, bool(_icon(part)))


def _button(text: str, drawn: bool) -> int:
    return (_BUTTON if drawn else _BUTTON - _ICON) + (len(text) * _LETTER + _AROUND_TEXT if text else 0)


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_toolbar_is_one_row(slug: str, built: Callable[[str], Built]) -> None:
    parts = [(what, width) for what, width in _widths(build_file(built(slug).box, [], {})) if width]
    assert sum(width for _, width in parts) + _EDGES <= _SCREEN, parts
