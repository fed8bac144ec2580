"""The desk while its author works: what is pointed at, faults before pictures, a save soon drawn."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from compiler.cli import main as liege
from compiler.web.desk import Desk, Message
from compiler.web.desk_house import COOKIE, PRODUCTS, DeskHouse
from tests.web.browsing import PATIENCE, Visit, box_of, middle, there, until
from tests.web.test_browser_sight import TOLD, resized
from tests.web.test_desk import change, looked, serving, told

LEDGER = """game: fields
title: Fields
chapters: {"1": Ground}
rules:
  - {id: "1.1", says: "Clear ground costs one.", kind: definition, scope: data}
"""


def test_hovering_tells_rule_and_place_of_what_is_under_the_pointer(folder: Path, browser: Any) -> None:
    first = (folder / "map.yaml").read_text(encoding="utf-8")
    (folder / "map.yaml").write_text(first.replace("clear: {name: Clear", 'clear: {rule: "1.1", name: Clear'), "utf-8")
    (folder / "ledger.yaml").write_text(LEDGER, encoding="utf-8")
    desk, _ = looked(folder)
    assert desk.scene is not None
    spaces = desk.scene["maps"][0]["spaces"]
    for id, space in spaces.items():
        file, line, column = space["from"].split(":")
        text = (folder / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        assert text[int(column) - 1] == "c", id  # its sign in the drawing
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        page.mouse.move(*middle(page, ".piece"))
        said = page.locator(".tipbox")
        said.wait_for()
        shown = next(id for id in spaces if said.inner_text().startswith(id))
        assert spaces[shown]["from"] in said.inner_text()
        assert spaces[shown]["rules"] == ["1.1"]
        assert "1.1" in said.inner_text()


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


def test_a_build_tells_each_product_and_its_size(folder: Path, browser: Any) -> None:
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".build:not(:disabled)")
        told_of: list[str] = []
        tell = house._tell
        house._tell = lambda message: (told_of.append(message.get("name", message["t"])), tell(message))[1]  # type: ignore[method-assign]
        page.keyboard.press("b")
        until(page, lambda: "built" in told_of, "no build has come to its end")
        there(page, ".toast, .veil")
        assert "Built" in page.inner_text(".toast"), page.inner_text("body")
        assert [name for name in told_of if name in PRODUCTS.values()] == list(PRODUCTS.values())
        for name, size, count in house._sizes():
            assert size > 0
            assert (f"{count} {name.lower()}" if count > 1 else name) in page.inner_text(".ribbon")
        assert "not built" not in page.inner_text(".ribbon")


def test_nothing_is_built_before_the_desk_can_be_told(folder: Path, browser: Any) -> None:
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".build:not(:disabled)")
        page.add_init_script("window.WebSocket = class { send() {} }; window.WebSocket.OPEN = 1;")  # never answers
        page.reload()
        there(page, ".build:disabled")
        assert page.locator(".build").count() == 1


def test_while_a_build_goes_on_a_page_is_heard_and_a_new_one_knows_of_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = threading.Event()

    async def slow(*_: Any) -> str | None:
        while not ends.is_set():
            await asyncio.sleep(0.01)
        return "out of paper"

    monkeypatch.setattr(DeskHouse, "_product", slow)
    with serving(folder) as (host, house):

        def line() -> Any:
            headers = {"Cookie": f"{COOKIE}={house.key}"}
            return connect(f"ws://{host}/wire", origin=f"http://{host}", additional_headers=headers)  # type: ignore[arg-type]

        with line() as one, line() as other:
            assert told(one, lambda m: m["t"] == "hello")["building"] is None
            one.send('{"t": "build"}')
            name = told(one, lambda m: m["t"] == "building")["name"]
            one.send('{"t": "build"}')  # already
            one.send('{"t": "explain", "code": "M010"}')
            assert told(one, lambda m: m["t"] == "explained")["code"] == "M010"
            with line() as new:
                assert told(new, lambda m: m["t"] == "hello")["building"]["name"] == name
                ends.set()
                for page in (one, other, new):
                    assert told(page, lambda m: m["t"] == "built")["failed"] == "out of paper"
        with line() as later:
            assert told(later, lambda m: m["t"] == "hello")["building"] is None


def test_every_layer_can_be_turned_on_and_off_and_a_change_flashes(folder: Path, browser: Any) -> None:
    with (folder / "map.yaml").open("a", encoding="utf-8") as drawing:
        drawing.write('regions:\n  left: {name: Left, spaces: ["0101", "0102"]}\n')
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        layers = {
            "Ids": ".ids text",
            "Links": "path.link",
            "Regions": "path.region",
            "VASSAL zones": ".reg, .regt",
            "Stacking": ".ids text",
        }
        for name, drawn in layers.items():
            button = page.locator(".bar2 .btn", has_text=name).first
            button.click()
            there(page, drawn)
            page.locator(".bar2 .btn", has_text=name).first.click()
            page.locator(drawn).first.wait_for(state="detached")
        page.locator(".bar2 .btn", has_text="Setup").first.click()
        page.locator(".piece[data-id]").first.wait_for(state="detached")
        page.locator(".bar2 .btn", has_text="Setup").first.click()
        there(page, ".piece[data-id]")
        change(folder / "counters.yaml", "attack: 1", "attack: 7")
        there(page, ".flash")


def test_what_a_save_changed_flashes_until_the_next_save_and_not_only_until_sheets_are_drawn(folder: Path) -> None:
    desk, heard = looked(folder)
    del heard[:]
    change(folder / "counters.yaml", "attack: 1", "attack: 7")
    desk.look()
    scenes = [message["flash"] for message in heard if message["t"] == "scene"]
    assert len(scenes) > 1  # with the counters, then with the sheets
    assert any("counters/" in address for address in scenes[0])
    assert set(scenes[0]) < set(scenes[-1])
    desk.look()
    assert desk.flash == []


def test_a_desk_made_smaller_shows_the_whole_board_still_and_follows_the_light_of_the_room(
    folder: Path, browser: Any
) -> None:
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        resized(page, 820, 1180)
        board = box_of(page, ".world")
        assert board["x"] >= 0
        assert board["x"] + board["width"] <= 820
        page.emulate_media(color_scheme="dark")
        there(page, "html[data-theme=dark]")
        page.emulate_media(color_scheme="light")
        there(page, "html[data-theme=light]")
        page.locator("[aria-label='Light or dark']").click()  # who has chosen is not asked again
        there(page, "html[data-theme=dark]")
        page.emulate_media(color_scheme="dark")
        page.emulate_media(color_scheme="light")
        page.evaluate(TOLD)
        there(page, "html[data-theme=dark]")


def test_names_of_zones_lie_within_them(tmp_path: Path, browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="0"):
        liege(["new", "demo"])
    folder = tmp_path / "demo"  # its tracks have narrow boxes
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        page.keyboard.press("v")
        there(page, ".regt")
        named = [
            (path.bounding_box(), path.locator("+ text").bounding_box()) for path in page.locator("path.reg").all()
        ]
        assert named
        for zone, name in named:
            assert name["x"] + name["width"] <= zone["x"] + zone["width"] + 1
