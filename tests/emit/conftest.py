"""Games on their way to VASSAL, each once; copies, so that no build writes into the checkout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import pytest

from compiler.diagnostics import Sink
from compiler.emit.module.pieces import Box, make_box
from compiler.emit.module.prototypes import make_shelf
from compiler.emit.plan import make_plan
from compiler.load import Bundle
from compiler.model.game import Game
from compiler.pipeline import read
from tests.faulty import ROOT, copy

SHIPPED = tuple(sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml")))
ALL = (*SHIPPED, "areas", "points")


@dataclass(frozen=True, eq=False)
class Built:
    """A game, its files, and its pieces as VASSAL pieces."""

    game: Game
    bundle: Bundle
    box: Box


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """A game by name."""

    @cache
    def make(name: str) -> Built:
        sink = Sink()
        found = read(copy(name, tmp_path_factory.mktemp("games")), sink)
        assert found is not None
        plan = make_plan(found.game, found.bundle, sink, None)
        assert not list(sink)
        return Built(found.game, found.bundle, make_box(plan, make_shelf(plan)))

    return make
