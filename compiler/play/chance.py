"""Where luck comes from: a seed, a list, or a person. The engine itself has none."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol

from compiler.play.ask import Answer, Ask, Refusal, Refused


class Chance(Protocol):
    """Answers asks to the chance seat; None leaves the answer to a person. `n` counts the asks of one purpose."""

    def answer(self, ask: Ask, n: int) -> Answer | None: ...


class Seeded:
    """Luck from a seed. Each purpose has its own run of luck, so a new roll elsewhere never shifts it."""

    __slots__ = ("seed",)

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)

    def answer(self, ask: Ask, n: int) -> Answer:
        """The answer for this purpose and count."""
        if ask.kind == "shuffle":
            order = list(ask.about)
            for i in range(len(order) - 1, 0, -1):
                j = self._number(ask.purpose, n, i + 1, i)
                order[i], order[j] = order[j], order[i]
            return tuple(order)
        return ask.options[self._number(ask.purpose, n, len(ask.options))]

    def _number(self, purpose: str, n: int, below: int, part: int = 0) -> int:
        text = f"{self.seed}/{purpose}/{n}/{part}".encode()
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big") % below


class Forced:
    """Luck from a list, in order; a list too short is refused."""

    __slots__ = ("left",)

    def __init__(self, answers: Iterable[Answer]) -> None:
        self.left = list(answers)

    def answer(self, ask: Ask, n: int) -> Answer:
        if not self.left:
            raise Refused(Refusal(ask.rule, f"no forced answer is left to {ask.prompt}"))
        return self.left.pop(0)


class Person:
    """Luck that somebody at the table tells us."""

    __slots__ = ()

    def answer(self, ask: Ask, n: int) -> None:
        return None
