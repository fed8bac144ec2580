"""Bytes spoilt as the seed will have it: flips, cuts, doublings, splices, and the numbers that hurt."""

from __future__ import annotations

import random
from collections.abc import Sequence

_HURTFUL = (
    b"\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"-1", b"99999999999999999999", b"1e999", b"nan", b"../", b"\\",
    b"${x}", b"{", b"[", b"<!ENTITY a 'b'>", b"\xe2\x80\xae", b"\xf0\x9f\x8e\xb2", b"\t", b"\x1b", b";;;;", b"null",
)  # fmt: skip
MOST = 200_000  # bytes


def mutated(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """A few changes to good bytes."""
    for _ in range(rng.randint(1, 6)):
        if not data:
            return rng.choice(_HURTFUL)
        a, b = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        match rng.randrange(7):
            case 0:
                at = rng.randrange(len(data))
                data = data[:at] + bytes((data[at] ^ 1 << rng.randrange(8),)) + data[at + 1 :]
            case 1:
                data = data[:a] + data[min(b, a + 64) :]
            case 2:
                data = data[:b] + data[a:b] * rng.randint(1, 5) + data[b:]
            case 3:
                data = data[:a] + rng.choice(_HURTFUL) + data[a:]
            case 4:
                word = rng.choice(_HURTFUL)
                data = data[:a] + word + data[a + len(word) :]
            case 5:
                other = rng.choice(others)
                data = data[:a] + other[len(other) // 2 :][:200] + data[b:]
            case _:
                data = data[:a]
        data = data[:MOST]
    return data
