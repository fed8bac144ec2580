"""Who sits where, and the secret links that let them in."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

SCREEN, WATCH = "screen", "watch"  # places that are no seats: whoever started the table, and onlookers
ONLY = "1"  # the name of the first table of a server
ONLOOKER = ""  # the seat an onlooker looks from: it owns nothing
HUMAN, LINK, RANDOM, GREEDY = "human", "link", "random", "greedy"
KINDS = (HUMAN, LINK, RANDOM, GREEDY)


def token() -> str:
    """A secret of 128 bits for a link."""
    return secrets.token_urlsafe(16)


@dataclass(slots=True)
class Seating:
    """The seats of a table: who has each (`human`: at the first screen, `link`: by a link, else a computer)."""

    kinds: dict[str, str]
    tokens: dict[str, str] = field(default_factory=dict)
    id: str = field(default_factory=lambda: secrets.token_hex(4))  # no secret: cookies of two tables keep apart by it
    name: str = ONLY  # the table in its address
    port: int = 0  # where it was served last

    @classmethod
    def of(cls, kinds: Mapping[str, str]) -> Seating:
        """Seats with fresh links for all places."""
        return cls(dict(kinds), {place: token() for place in (*kinds, SCREEN, WATCH)})

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(seat for seat, kind in self.kinds.items() if kind in (HUMAN, LINK))

    @property
    def computers(self) -> tuple[str, ...]:
        return tuple(seat for seat, kind in self.kinds.items() if kind in (RANDOM, GREEDY))

    @property
    def here(self) -> tuple[str, ...]:
        """The seats at the first screen."""
        return tuple(seat for seat, kind in self.kinds.items() if kind == HUMAN)

    @property
    def cookie(self) -> str:
        """The name of its cookies: a browser keeps those of all tables of a machine in one jar, whatever their port."""
        return f"liege-{self.id}"

    def place_of(self, given: str) -> str | None:
        """The place a link leads to. Every one is compared, in constant time: the answer tells nothing by its delay."""
        found = None
        for place, known in self.tokens.items():
            if secrets.compare_digest(known.encode(), given.encode()):
                found = place
        return found

    def may(self, place: str, given: str) -> bool:
        """Whether a cookie opens a place."""
        return place in self.tokens and secrets.compare_digest(self.tokens[place].encode(), given.encode())
