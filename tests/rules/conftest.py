"""Games on their way to VASSAL, for the tests that compare the module with the engine."""

from __future__ import annotations

from tests.emit.conftest import built

__all__ = ["built"]
