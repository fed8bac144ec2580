"""The public names: a game is loaded, checked, played, saved and replayed without knowing the inside."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler import api
from compiler.diagnostics import Failed
from compiler.play.saving import replay_text
from tests.faulty import copy, edit, home


def test_every_public_name_is_there() -> None:
    assert all(callable(getattr(api, name)) for name in api.__all__)


def test_a_game_is_played_saved_and_replayed() -> None:
    game = api.load(home("first_battle"))
    session = api.setup(game, seed=7)
    for _ in range(30):
        seat = next(iter(session.asks), None)
        if seat is None:
            break
        answer = api.legal(session, seat)[0]
        assert api.why_not(session, answer, seat) is None
        api.apply(session, answer, seat)
    again = api.read_save(game, api.write_save(session))
    assert again.table == session.table
    assert api.replay(game, replay_text(session)).table == session.table
    assert api.view(session, "north").seat == "north"


def test_a_broken_game_fails_with_diagnostics(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "map.yaml", "find": "by: trail", "replace": "by: trial"}])
    with pytest.raises(Failed) as failed:
        api.load(folder)
    assert [d.code for d in failed.value.diagnostics] == ["M001"]
    assert [d.code for d in api.check(folder)] == ["M001"]
