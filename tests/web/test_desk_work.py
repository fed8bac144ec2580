"""The desk while its author works: what is pointed at, faults before pictures, a save soon drawn."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from compiler.web.desk import Desk, Message
from compiler.web.desk_house import COOKIE
from tests.faulty import copy
from tests.games.playable import GAMES
from tests.web.browsing import PATIENCE, Visit, launched, middle, there, until
from tests.web.test_desk import change, looked, serving, told


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from launched()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copy("fields", tmp_path)


def test_hovering_tells_rule_and_place_of_what_is_under_the_pointer(tmp_path: Path, browser: Any) -> None:
    folder = tmp_path / "first_battle"
    shutil.copytree(GAMES / "first_battle", folder)
    desk, _ = looked(folder)
    assert desk.scene is not None
    spaces = desk.scene["maps"][0]["spaces"]
    for id, space in spaces.items():
        file, line, column = space["from"].split(":")
        text = (folder / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        assert int(column) <= len(text), id
    assert spaces["0403"]["rules"]
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        page.mouse.move(*middle(page, ".piece"))
        said = page.locator(".tipbox")
        said.wait_for()
        shown = next(id for id in spaces if said.inner_text().startswith(id))
        assert spaces[shown]["from"] in said.inner_text()
        assert all(rule in said.inner_text() for rule in spaces[shown].get("rules", [])[:4])


def test_a_fault_is_told_while_pictures_are_still_being_drawn(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def slow(*_: Any) -> Iterator[tuple[str, bytes]]:
        for n in range(20_000):  # as the first sheets of a large game
            begun.set()
            time.sleep(0.01)
            yield f"page-{n}.png", b"page"

    monkeypatch.setattr("compiler.print.sheets.sheet_pictures", slow)
    with serving(folder) as (host, house):
        headers = {"Cookie": f"{COOKIE}={house.key}"}
        with connect(f"ws://{host}/wire", origin=f"http://{host}", additional_headers=headers) as line:  # type: ignore[arg-type]
            told(line, lambda m: m["t"] == "scene")
            assert begun.wait(PATIENCE)
            change(folder / "map.yaml", '"cccc"', '"cXcc"')
            assert told(line, lambda m: m["t"] == "faults" and m["count"] > 0)["list"][0]["code"] == "M010"


def test_what_was_not_drawn_for_something_newer_is_drawn_the_next_time(folder: Path) -> None:
    heard: list[Message] = []
    desk = Desk(folder, folder.parent / "out", heard.append)
    looks = iter([False, False, True])
    desk.watch.stop = lambda: next(looks, True)
    desk.look()
    few = len(list(desk.watch.pictures.rglob("*.png")))
    assert 0 < few < 4
    desk.watch.stop = lambda: False
    desk.look()
    assert len(list(desk.watch.pictures.rglob("*.png"))) > few + 5
    assert desk.scene is not None
    assert desk.scene["maps"][0]["image"]


def test_a_save_is_checked_and_its_picture_there_within_a_second_of_work(folder: Path, browser: Any) -> None:
    """The work is what is counted, not the clock: a loaded machine takes longer and does no more of it."""
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        until(page, lambda: bool(house.desk.scene and house.desk.scene["sheets"]), "no sheets")
        before = page.locator("img.sheet").get_attribute("src")
        spent = time.process_time()
        change(folder / "map.yaml", "pitch: 19", "pitch: 20")
        until(page, lambda: page.locator("img.sheet").get_attribute("src") != before, "the picture stays as it was")
        assert time.process_time() - spent < 1.0
