"""Zones of control: the spaces around pieces that hamper their enemies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def zones(beside: Mapping[str, Iterable[str]], places: Iterable[str]) -> set[str]:
    """The spaces next to where the holders stand; `beside` says which sides and ground a zone reaches across."""
    found: set[str] = set()
    return found.union(*[beside.get(place, ()) for place in places])
