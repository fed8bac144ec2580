"""Boards with a back: what it takes from its front, and what keeps it from being one."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.pipeline import check
from tests.faulty import copy, edit

BACK = "id: winter\nback_of: main\n"
LIKE = BACK + "like: main\nname: Winter\n"


def read(folder: Path) -> tuple[Game | None, list[tuple[str, str]]]:
    sink = Sink()
    found = check(folder, sink)
    told = [(one.code, one.span.file.rpartition("/")[2] if one.span else "") for one in sink]
    return found.game if found else None, told


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copy("first_battle", tmp_path)


def write(folder: Path, text: str, name: str = "maps/winter.yaml") -> None:
    edit(folder, [{"file": name, "write": text}])


def test_a_back_like_its_front_differs_only_in_what_it_says(folder: Path) -> None:
    write(folder, LIKE + "terrain:\n  woods: {name: {en: Bare woods, ja: 裸木}, cost: 1}\n")
    game, told = read(folder)
    assert told == []
    assert game is not None
    assert list(game.maps) == ["main"]
    back = game.faces["winter"]
    assert (back.id, back.face, back.name.en, back.window) == ("main", "winter", "Winter", game.map.name)
    assert back.spaces.keys() == game.map.spaces.keys()
    assert {id for id in back.terrain if back.terrain[id].values != game.map.terrain[id].values} == {"woods"}
    assert back.terrain["woods"].values["cost"] == 1


def test_a_scenario_turns_the_board_and_nothing_else(folder: Path) -> None:
    write(folder, LIKE)
    head = "id: cold\ntitle: Cold\nseats: [north, south]\nlike: bridge\n"
    write(folder, head + "backs: [winter]\n", "scenarios/cold.yaml")
    game, told = read(folder)
    assert told == []
    assert game is not None
    turned = game.of(game.scenarios["cold"])
    assert (turned.map.face, game.of(game.scenarios["bridge"]).map.face) == ("winter", "main")
    assert turned.counters is game.counters
    assert turned.of(game.scenarios["bridge"]).map is game.map
    assert game.of(game.scenarios["cold"]) is turned  # once made, for what it remembers


def test_another_board_on_the_back_has_the_boxes_of_the_front(folder: Path) -> None:
    rows = "".join(f'  - "{"c" * 4}"\n' for _ in range(4))
    game, _ = read(folder)
    assert game is not None
    w, h = game.map.size
    other = f"name: Other\nkind: hex\nsize: [{w}, {h}]\ngrid: {{orientation: flat, pitch: 17, origin: [30, 30]}}\n"
    ground = "legend: {c: clear}\nterrain:\n  clear: {name: {en: Clear, ja: 平地}}\n"
    write(folder, f"{BACK}{other}{ground}rows:\n{rows}")
    game, told = read(folder)
    assert game is not None, told
    back = game.faces["winter"]
    boxes = {id for id, space in game.map.spaces.items() if space.display is not None or space.kind == "box"}
    assert boxes
    assert boxes < back.spaces.keys()
    assert {id: back.spaces[id].at for id in boxes} == {id: game.map.spaces[id].at for id in boxes}
    assert "0808" not in back.spaces


@pytest.mark.parametrize(
    ("back", "code"),
    [
        ("id: winter\nback_of: nowhere\nlike: main\n", "M001"),
        (LIKE + "size: [90, 90]\n", "M023"),
        (LIKE + "boxes:\n  camp_south: {at: [20, 20]}\n", "M023"),
        (LIKE.replace("id: winter", "id: main"), "L028"),
        (LIKE.replace("like: main", "like: moon"), "L028"),
        (LIKE.replace("like: main", "like: winter"), "L028"),
    ],
)
def test_what_cannot_be_a_back_is_told_in_its_file(folder: Path, back: str, code: str) -> None:
    write(folder, back)
    game, told = read(folder)
    assert game is None
    assert (code, "winter.yaml") in told


def test_a_board_has_one_back(folder: Path) -> None:
    write(folder, LIKE)
    write(folder, LIKE.replace("id: winter", "id: spring"), "maps/spring.yaml")
    game, told = read(folder)
    assert game is None
    assert told == [("M023", "winter.yaml")]


def test_a_setup_that_stands_only_on_the_other_face_is_told(folder: Path) -> None:
    text = (folder / "map.yaml").read_text(encoding="utf-8")
    write(folder, f'{LIKE}legend: {{".": off_map}}\nrows:\n{_rows(text)}')
    head = "id: cold\ntitle: Cold\nseats: [north, south]\nbacks: [winter]\nplace:\n"
    write(folder, head + '  - {at: "0101", put: [north_guard]}\n', "scenarios/cold.yaml")
    game, told = read(folder)
    assert game is None
    assert ("M001", "cold.yaml") in told


def _rows(text: str) -> str:
    """The rows of a map, the first hex taken off it."""
    rows = [line for line in text.splitlines() if line.startswith('  - "')]
    return "\n".join([f'  - ".{rows[0][6:]}', *rows[1:]]) + "\n"
