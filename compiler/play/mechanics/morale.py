"""Morale checks: a roll, a rating, and everything that bears on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Check:
    """A morale check with its working: what was rolled, what was needed, each modifier with its reason."""

    roll: int
    needed: int
    modifiers: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        """The roll with its modifiers."""
        return self.roll + sum(value for _, value in self.modifiers)

    @property
    def passed(self) -> bool:
        return self.total <= self.needed

    @property
    def margin(self) -> int:
        """How far it passed (or, below nought, failed)."""
        return self.needed - self.total

    def __str__(self) -> str:
        parts = "".join(f" {value:+} ({reason})" for reason, value in self.modifiers)
        return f"{self.roll}{parts} against {self.needed}: {'passed' if self.passed else 'failed'}"


def check(roll: int, rating: int, modifiers: Iterable[tuple[str, int]] = ()) -> Check:
    """A check that passes with the rating or less; modifiers of nought are left out."""
    return Check(roll, rating, tuple((reason, value) for reason, value in modifiers if value))
