"""What a step may answer when it is done."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Again:
    """Run this step once more: the next march, the next battle."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Go on after the enclosing node of this id; a loop so left is over."""

    node: str


@dataclass(frozen=True, slots=True)
class Victory:
    """The game is over. No winners: a draw."""

    winners: tuple[str, ...]
    because: str
    rule: str | None = None


Outcome = Again | Leave | Victory | None
AGAIN = Again()
