"""Records: frozen dataclasses for what play makes by the thousand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

__all__ = ["record"]

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen, slots):
        """A frozen dataclass to the type checker; at run time nothing guards it, which is three times as fast."""
        return dataclass(slots=slots, unsafe_hash=frozen)
