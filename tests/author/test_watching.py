"""A game looked at again and again: messages, pictures, hatches."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from PIL import Image

from compiler import resources
from compiler.author.watching import Watch, settled
from compiler.diagnostics import Diagnostic


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "first_battle"
    shutil.copytree(resources.games() / "first_battle", home)
    return home


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def reds(path: Path) -> int:
    """Pixels of the colour of hatches."""
    with Image.open(path) as image:
        pixels = image.convert("RGB")
        return sum(count for count, (r, g, b) in pixels.getcolors(1 << 24) or () if r > 190 and g < 30 and b < 50)  # type: ignore[misc]


def test_only_what_changed_is_drawn_again(folder: Path, tmp_path: Path) -> None:
    watch = Watch(folder, tmp_path / "draft")
    first = watch.round()
    assert first.found == ()
    assert {"main.png", "counters/north_guard-fresh.png"} <= set(first.drawn)
    assert any(name.startswith("sheets/counters-a4") for name in first.drawn)
    assert watch.round().drawn == ()
    change(folder / "counters.yaml", "attack: 4", "attack: 5")
    again = watch.round().drawn
    assert "counters/north_guard-fresh.png" in again
    assert not [name for name in again if not name.startswith(("counters/north_guard", "sheets/"))]


def test_what_is_faulty_is_hatched_and_the_rest_stays_fresh(folder: Path, tmp_path: Path) -> None:
    told: list[list[str]] = []
    watch = Watch(folder, tmp_path / "draft", lambda found, _: told.append([each.code for each in found]))
    watch.round()
    guard, spears = (tmp_path / "draft/counters" / f"{name}-fresh.png" for name in ("north_guard", "south_spears"))
    plain = reds(guard)
    change(folder / "counters.yaml", "attack: 4", "attack: 44")  # outside its bounds
    change(folder / "counters.yaml", "name: {en: Spears", "name: {en: Pikes")
    round = watch.round()
    assert "M005" in told[-1]
    assert reds(guard) > plain + 500
    assert reds(spears) < 100
    change(folder / "counters.yaml", "attack: 44", "attack: 4")
    assert "counters/north_guard-fresh.png" in watch.round().drawn
    assert reds(guard) == plain
    assert round.to_message <= round.to_picture


def test_a_counter_that_cannot_be_yet_is_an_empty_hatched_one(folder: Path, tmp_path: Path) -> None:
    watch = Watch(folder, tmp_path / "draft")
    change(folder / "counters.yaml", "kind: leader", "kind: leadr")
    watch.round()
    hatched = [path.name for path in (tmp_path / "draft/counters").iterdir() if reds(path) > 300]
    assert len({name.rsplit("-", 1)[0] for name in hatched}) == 1
    change(folder / "counters.yaml", "kind: leadr", "kind: leader")
    watch.round()
    assert not list((tmp_path / "draft/counters").glob("*-missing.png"))


def test_an_open_bracket_leaves_the_last_pictures(folder: Path, tmp_path: Path) -> None:
    watch = Watch(folder, tmp_path / "draft")
    watch.round()
    before = {path: path.read_bytes() for path in (tmp_path / "draft").rglob("*.png") if "counters/" in path.as_posix()}
    with (folder / "map.yaml").open("a", encoding="utf-8") as file:
        file.write("broken: [\n")
    round = watch.round()
    assert [each.code for each in round.found] == ["L007"]
    assert {path: path.read_bytes() for path in before} == before
    assert reds(tmp_path / "draft/main.png") > 10_000, "the map is the faulty one"


def test_a_file_that_is_still_being_written_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "slow.yaml"
    path.write_text("a", encoding="utf-8")

    def write() -> None:
        for _ in range(8):
            with path.open("a", encoding="utf-8") as file:
                file.write("x" * 10)
            time.sleep(0.01)

    writer = threading.Thread(target=write)
    writer.start()
    settled([path], longest=30)
    writer.join()
    assert path.stat().st_size == 81


def test_the_command_tells_of_a_save(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "compiler", "watch", str(folder), "-o", str(tmp_path / "out")]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        try:
            assert process.stderr.readline().startswith("no faults (")
            time.sleep(0.5)  # until the folder is watched
            change(folder / "counters.yaml", "kind: leader", "kind: leadr")
            lines = [process.stderr.readline()]
            while "1 error" not in lines[-1]:
                lines.append(process.stderr.readline())
            assert any("M001" in line for line in lines)
        finally:
            process.terminate()


def test_what_is_saved_during_the_first_look_is_looked_at_too(folder: Path, tmp_path: Path) -> None:
    watch, told = Watch(folder, tmp_path / "draft"), []

    def save(found: tuple[Diagnostic, ...], _: float) -> None:
        told.append(len(found))
        if len(told) == 1:
            path = folder / "game.yaml"
            path.write_text(path.read_text(encoding="utf-8") + "strange: 1\n", encoding="utf-8")

    watch.tell = save
    assert [each.code for each in watch.first().found] == ["S001"]
