"""The keys of every module we build: the same command has the same key in every game."""

from __future__ import annotations

from typing import Final

from compiler.vassal.keys import Key, key, named

# of pieces
FLIP: Final = key("F", ctrl=True)
ELIMINATE: Final = key("E", ctrl=True)
MARK_MOVED: Final = key("M", ctrl=True)
TRAIL: Final = key("T", ctrl=True)
CLONE: Final = key("C", ctrl=True)
DELETE: Final = key("D", ctrl=True)
TURN_RIGHT: Final = key("]", ctrl=True)
TURN_LEFT: Final = key("[", ctrl=True)
STEP_DOWN: Final = key("-", ctrl=True)
STEP_UP: Final = key("=", ctrl=True)
HIDE: Final = key("H", ctrl=True)
DISCARD: Final = key("X", ctrl=True)
PLAY: Final = key("P", ctrl=True)
SHOW_RANGE: Final = key("R", ctrl=True)
SHOW_ZONE: Final = key("Z", ctrl=True)
ATTACK: Final = key("A", ctrl=True)
DEFEND: Final = key("B", ctrl=True)
DUE: Final = key("W", ctrl=True)
AIM: Final = key("0", alt=True)
COUNT_IN: Final = key("A", alt=True)
SHOW: Final = key("S", ctrl=True)
GO_OVER: Final = key("G", ctrl=True)
# of the toolbar
NEXT_STEP: Final = key("Right", ctrl=True, shift=True)
PREVIOUS_STEP: Final = key("Left", ctrl=True, shift=True)
PIECES: Final = key("P", ctrl=True, shift=True)
CHARTS: Final = key("T", ctrl=True, shift=True)
INVENTORY: Final = key("I", ctrl=True, shift=True)
NOTES: Final = key("N", ctrl=True, shift=True)
OVERVIEW: Final = key("O", ctrl=True, shift=True)
HIDE_PIECES: Final = key("H", ctrl=True, shift=True)
THREAD: Final = key("L", ctrl=True, shift=True)
UNMARK: Final = key("M", ctrl=True, shift=True)
HAND: Final = key("D", ctrl=True, shift=True)
# commands nobody types
TRACKER_ON: Final = named("liege-tracker-on")
TRACKER_BACK: Final = named("liege-tracker-back")
LANDED: Final = named("liege-landed")
UNMARK_MOVED: Final = named("liege-clear-moved")
FOLLOW_TURN: Final = named("liege-follow-turn")
SHOW_DUE: Final = named("liege-send-to-turn")
LOSE_STEP: Final = named("liege-lose-step")
FACE_BACK: Final = named("liege-face-back")


def mark_key(nth: int) -> Key | None:
    """The key of the nth mark of a piece: Ctrl+1 to Ctrl+9."""
    return key(str(nth + 1), ctrl=True) if nth < 9 else None


def check_key(nth: int) -> Key | None:
    """The key of the nth roll of a piece: Alt+1 to Alt+9."""
    return key(str(nth + 1), alt=True) if nth < 9 else None


def clears(mark: str) -> Key:
    """The command that takes a mark off."""
    return named(f"liege-clear-{mark}")


def dice_key(nth: int) -> Key | None:
    """The key of the nth dice button: F2 to F4."""
    return key(f"F{nth + 2}") if nth < 3 else None
