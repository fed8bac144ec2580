"""What the questions of stock steps are about, beside those of `compiler.play.topics`."""

from __future__ import annotations

from compiler.model.record import record
from compiler.play.ask import Topic


@record(frozen=True, slots=True)
class ChooseEntry(Topic):
    """Which entry of a menu or list; `menu` is its name."""

    menu: str
    entries: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class PlayCard(Topic):
    """Which card is played."""

    hand: str


@record(frozen=True, slots=True)
class UseCard(Topic):
    """What a card is played for."""

    card: str
