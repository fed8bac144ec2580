"""What players may switch off: results that are only told, moves that nobody looks at, or all that goes by itself."""

from __future__ import annotations

from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component

OFF = "AutomationOff"  # a global property VASSAL keeps for each player
TELL_ONLY = "TellOnly"
CHECK_MOVES = "CheckMoves"
TAB = "Liege"


def is_applied() -> ex.Node:
    """Whether the player who rolls wants results carried out."""
    return ex.every(ex.not_equals(ex.prop(TELL_ONLY), True), ex.not_equals(ex.prop(OFF), True))


def preferences() -> list[Component]:
    """The page of the preferences window that is ours."""
    texts = {
        OFF: ("false", "Switch automation off: no tables, no markers that move or clear themselves"),
        TELL_ONLY: ("false", "Only tell results; let me carry them out myself"),
        CHECK_MOVES: ("true", "Put a piece back that is dropped where it cannot be, and say by which rule"),
    }
    return [
        component("p.BooleanPreference", tab=TAB, name=name, default=default, desc=text)
        for name, (default, text) in texts.items()
    ]
