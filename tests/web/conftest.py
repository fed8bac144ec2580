"""For tests of the pages: one browser for a module, and a game that may be written into."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faulty import copy
from tests.web.browsing import launched


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from launched()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copy("fields", tmp_path)
