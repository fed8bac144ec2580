"""Whose crest stands before a sentence of the log: the side, seat or unit that the sentence names first."""

from __future__ import annotations

import re
from collections import defaultdict

from compiler.model.game import Game

_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")  # `Anti-Oda` are not `Oda`


class Crests:
    """The names of a game by their first word, the longest first: none is taken for the beginning of another."""

    def __init__(self, game: Game) -> None:
        sides: dict[str, set[str]] = defaultdict(set)
        for name in (*(space.name for space in game.spaces.values()), *(card.name for card in game.cards.values())):
            sides[name.en] = set()  # a place is nobody's, nor a card
        for counter in game.counters.values():
            if counter.side is not None:
                sides[counter.name.en].add(counter.side)
        for seat in game.seats.values():
            sides[seat.name.en] = set(seat.sides[:1])
        for side in game.sides.values():
            sides[side.name.en] = {side.id}
        self._names: dict[str, list[tuple[str, set[str]]]] = defaultdict(list)
        for words in sorted(sides, key=len, reverse=True):
            first = _WORD.match(words)
            if first is not None:
                self._names[first.group()].append((words, sides[words]))

    def side(self, words: str) -> str | None:
        """The side a sentence is about; None if it names none, or one of several first."""
        end = 0
        for word in _WORD.finditer(words):
            if word.start() < end:
                continue
            for name, sides in self._names.get(word.group(), ()):
                if not words.startswith(name, word.start()) or _goes_on(words, word.start() + len(name)):
                    continue
                if len(sides) == 1:
                    return next(iter(sides))
                end = word.start() + len(name)
                break
        return None


def _goes_on(words: str, at: int) -> bool:
    """Whether a word goes on at a place: what was found is only its beginning."""
    after = words[at : at + 2]
    return after[:1].isalnum() or (after[:1] == "-" and after[1:].isalpha())
