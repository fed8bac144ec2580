"""Bids: who wins, who comes in which place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def ranking(bids: Mapping[str, float], ties: Sequence[str]) -> tuple[str, ...]:
    """Bidders from the highest bid down; equal bids keep the order of `ties`."""
    return tuple(sorted(bids, key=lambda who: (-bids[who], ties.index(who))))


def tied(bids: Mapping[str, float]) -> tuple[tuple[str, ...], ...]:
    """The groups of bidders with equal bids, highest first; single bidders are groups of one."""
    values = sorted(set(bids.values()), reverse=True)
    return tuple(tuple(who for who in bids if bids[who] == value) for value in values)
