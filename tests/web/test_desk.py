"""The desk: what it tells of a game while it is written, to whom, and that it writes nothing into it."""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from compiler.model.setup import set_up
from compiler.render.screen import SCALE
from compiler.web.desk import Desk, Message
from compiler.web.desk_house import COOKIE, DeskHouse
from compiler.web.desk_scene import figures, scene
from compiler.web.fonts import cut
from compiler.web.serving import open_door
from tests.web.browsing import PATIENCE, Visit, box_of, there, until
from tests.web.served import CACHE, read


def tree(folder: Path) -> dict[str, str]:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def looked(folder: Path) -> tuple[Desk, list[Message]]:
    told: list[Message] = []
    desk = Desk(folder, folder.parent / "out", told.append)
    desk.look()
    return desk, told


def test_a_whole_game_is_shown_with_its_setup_and_nothing_is_written_into_it(folder: Path) -> None:
    before = tree(folder)
    desk, told = looked(folder)
    assert [message["t"] for message in told][:2] == ["faults", "scene"]
    assert told[0]["list"] == []
    scene = desk.scene
    assert scene is not None
    assert scene["whole"]
    assert {board["id"] for board in scene["maps"]} == {"main", "far"}
    near = next(board for board in scene["maps"] if board["id"] == "main")
    assert near["near"]["0101"]
    assert {piece[3] for piece in scene["setups"][0]["pieces"]} >= {"0101"}
    assert tree(folder) == before


def test_all_pages_to_print_are_shown_and_charts_among_them(folder: Path) -> None:
    desk, _ = looked(folder)
    assert desk.scene is not None
    assert desk.game is not None
    assert desk.scene["title"] == desk.game.title.en
    sorts = {name.split("-a4-")[0] for name, _ in desk.scene["sheets"]}
    assert sorts >= {"counters", "map-tiles", "charts"}
    for name, address in desk.scene["sheets"]:
        assert desk.draft(*address.removeprefix("/draft/").split("/", 1)), name


def test_markers_stand_on_their_tracks_as_a_setup_puts_them() -> None:
    game = read("first_battle").game
    laid = [track for track in game.tracks.values() if track.marker and track.laid]
    assert laid
    shown = scene(game, True, lambda _: None)["setups"]
    for setup, scenario in zip(shown, game.scenarios.values(), strict=True):
        table = set_up(game, scenario)
        for track in laid:
            n = [box.value for box in track.boxes].index(table.tracks[track.id])
            left, top, wide, high = track.laid[n]
            middle = [round((left + wide / 2) * SCALE, 1), round((top + high / 2) * SCALE, 1)]
            assert [track.marker, track.name.en, table.tracks[track.id], game.map.id, middle] in setup["markers"]


def test_a_page_that_is_printed_no_more_is_shown_no_more(folder: Path) -> None:
    desk, _ = looked(folder)
    old = folder.parent / "out" / folder.name / "draft" / "sheets" / "cards-a4-99.png"
    old.write_bytes(b"old")
    desk.look()
    assert desk.scene is not None
    assert "cards-a4-99" not in [name for name, _ in desk.scene["sheets"]]


def test_a_fault_is_told_with_its_line_and_what_it_is_about_and_the_rest_is_drawn_all_the_same(folder: Path) -> None:
    desk, told = looked(folder)
    change(folder / "map.yaml", '"cccc"', '"cXcc"')
    told.clear()
    desk.look()
    assert desk.scene is not None
    assert not desk.scene["whole"]
    (fault,) = [each for each in desk.faults["list"] if each["code"] == "M010"]
    assert (fault["file"], fault["text"].strip(), fault["text"][fault["column"] - 1]) == ("map.yaml", '- "cXcc"', "X")
    assert fault["thing"] == ["space", "0201"]
    assert fault["where"][0] == "main"
    board = next(each for each in desk.scene["maps"] if each["id"] == "main")
    assert "0201" not in board["spaces"]
    assert "0101" in board["spaces"]
    assert desk.draft(*board["image"].removeprefix("/draft/").split("/", 1)) is not None


def test_a_file_that_cannot_be_read_keeps_the_last_picture(folder: Path) -> None:
    desk, _ = looked(folder)
    (folder / "game.yaml").write_text("id: [\n", encoding="utf-8")
    desk.look()
    assert desk.scene is not None
    assert desk.faults["count"] >= 1
    assert desk.scene["maps"]


def test_properties_say_where_a_thing_is_written_and_what_it_is(folder: Path) -> None:
    desk, _ = looked(folder)
    about = desk.hear({"t": "about", "what": "space", "id": "0201"})
    assert about is not None
    assert ["Terrain", "Clear"] in about["figures"]
    (drawn,) = about["written"]
    assert drawn["file"] == "map.yaml"
    assert drawn["lines"][drawn["mark"] - drawn["line"]].strip() == '- "cccc"'
    counter = next(iter(desk.game.counters)) if desk.game is not None else ""
    written = desk.hear({"t": "about", "what": "counter", "id": counter})
    assert written is not None
    assert written["written"][0]["lines"][0].strip().startswith(f"{counter}:")
    assert written["used"] >= 1
    zones = desk.hear({"t": "zones"})
    assert zones is not None
    assert set(zones["maps"]) == {"main", "far"}
    page = desk.hear({"t": "explain", "code": "M010"})
    assert page is not None
    assert "legend" in page["text"]


def test_fields_are_told_by_their_titles_and_lists_in_words() -> None:
    game = read("first_battle").game
    assert game is not None
    told = dict(figures(game, "counter", "north_gunners"))
    assert "March 2" in told["fresh"]
    assert "move 2" not in told["fresh"]
    assert ["closed to", "guns"] in figures(game, "space", "0308")


@pytest.mark.parametrize(
    "message",
    [{}, {"t": "about"}, {"t": "about", "what": 3, "id": []}, {"t": "build"}, {"t": None}, {"t": "explain", "code": 7}],
)
def test_what_is_no_question_gets_no_answer(message: dict[str, Any], folder: Path) -> None:
    assert Desk(folder, folder.parent / "out", lambda _: None).hear(message) is None


def test_unknown_things_are_no_trouble(folder: Path) -> None:
    desk = Desk(folder, folder.parent / "out", lambda _: None)
    for what, id in (("space", "../../etc/passwd"), ("counter", "\0"), ("nothing", "x" * 9_000)):
        about = desk.hear({"t": "about", "what": what, "id": id})
        assert about is not None
        assert (about["written"], about["figures"]) == ([], [])
    assert desk.draft("0" * 16, "../../etc/passwd") is None
    assert desk.draft("", "main.png") is None


# -- over the wire -----------------------------------------------------------------------------------------------------
@contextlib.contextmanager
def serving(folder: Path, editor: str | None = None) -> Iterator[tuple[str, DeskHouse]]:
    door = open_door(0, lan=False)
    house = DeskHouse(folder, folder.parent / "out", editor)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("compiler.web.desk_house.cut", lambda text, _: cut(text, CACHE))  # once for all tests
        app = house.app(door.hosts)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door.listening]}, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
    try:
        yield door.hosts[0], house
    finally:
        server.should_exit = True
        thread.join(20)
        door.listening.close()


def get(host: str, path: str, **headers: str) -> tuple[int, bytes]:
    line = http.client.HTTPConnection(host, timeout=PATIENCE)
    line.request("GET", path, headers={"Host": host, **headers})
    answer = line.getresponse()
    data = answer.read()
    line.close()
    return answer.status, data


def told(line: Any, right: Callable[[Message], bool], seconds: float = PATIENCE) -> Message:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        message: Message = json.loads(line.recv(timeout=seconds))
        if right(message):
            return message
    raise AssertionError("was not told")


def test_only_who_has_the_link_sees_the_desk_and_saves_are_told(folder: Path) -> None:
    before = tree(folder)
    with serving(folder) as (host, house):
        own = f"{COOKIE}={house.key}"
        assert get(host, "/")[0] == 403
        assert get(host, "/open/wrong")[0] == 403
        assert get(host, f"/open/{house.key}")[0] == 200
        assert get(host, "/", Cookie=own)[0] == 200
        assert get(host, "/", Cookie=own, Origin="http://elsewhere")[0] == 403
        assert get(host, "/", Host="elsewhere:80", Cookie=own)[0] == 403
        with pytest.raises(InvalidStatus), connect(f"ws://{host}/wire", origin=f"http://{host}"):  # type: ignore[arg-type]
            pass
        headers = {"Cookie": own}
        with connect(f"ws://{host}/wire", origin=f"http://{host}", additional_headers=headers) as line:  # type: ignore[arg-type]
            scene = told(line, lambda m: m["t"] == "scene")
            image = next(board["image"] for board in scene["maps"] if board["id"] == "main")
            assert get(host, image, Cookie=own)[1].startswith(b"\x89PNG")
            assert get(host, image)[0] == 404
            assert get(host, "/draft/0/..%2f..%2fmap.yaml", Cookie=own)[0] == 404
            line.send("not json")
            line.send(json.dumps({"t": "open", "file": "../../etc/passwd", "line": 1}))
            assert tree(folder) == before
            change(folder / "map.yaml", '"cccc"', '"cXcc"')
            news = told(line, lambda m: m["t"] == "faults" and m["count"] > 0)
            assert news["list"][0]["code"] == "M010"
            change(folder / "map.yaml", '"cXcc"', '"cccc"')
            told(line, lambda m: m["t"] == "faults" and m["count"] == 0)
    assert tree(folder) == before


def test_an_author_sees_a_fault_jumps_to_it_and_mends_it(folder: Path, browser: Any) -> None:
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        assert "No faults" in page.inner_text(".dock.l")
        there(page, ".build:not(:disabled)")
        there(page, ".dock.r .btn:disabled")  # there is nothing to open yet
        page.locator(".piece").first.click()
        there(page, ".prop .src")
        there(page, ".dock.r header .btn:not(:disabled)")
        change(folder / "map.yaml", '"cccc"', '"cXcc"')
        there(page, ".dg.error")
        until(page, lambda: page.title().startswith("1 error"), "the title does not tell")
        page.keyboard.press("j")
        there(page, "svg .bad")
        page.locator(".prop", has_text="is not in the legend").wait_for()
        there(page, ".build:disabled")
        page.keyboard.press("x")
        there(page, ".veil pre.page")
        page.keyboard.press("Escape")
        change(folder / "map.yaml", '"cXcc"', '"cccc"')
        page.locator(".dg.error").wait_for(state="detached")
        page.keyboard.press("2")
        there(page, ".ctr img")
        assert house.desk.scene is not None
        assert page.inner_text(".top .name b") == house.desk.scene["title"]
        page.keyboard.press("4")
        there(page, ".pages img[alt^=charts]")
        house._tell({"t": "built", "failed": None, "built": [["Module", 1_200_000, 1]], "folder": "build/fields"})
        note = page.locator(".toast")
        note.wait_for()
        assert "1.20 MB" in note.inner_text()


def test_what_was_chosen_is_ringed_no_more_when_a_fault_about_nothing_on_the_map_is_chosen(
    folder: Path, browser: Any
) -> None:
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        page.locator(".piece").first.click()
        there(page, ".piece.picked")
        there(page, "svg .selc")
        change(folder / "game.yaml", "\ntitle:", "\nstrange: yes\ntitle:")
        there(page, ".dg.error")
        page.keyboard.press("j")
        page.locator(".prop", has_text="strange").wait_for()
        assert page.locator("svg .selc, .piece.picked").count() == 0
        page.locator(".piece").first.click()
        there(page, "svg .selc")
        page.keyboard.press("Escape")
        page.locator(".prop", has_text="Click anything").wait_for()
        assert page.locator("svg .selc, .piece.picked").count() == 0


def test_what_is_pointed_at_is_told_until_the_pointer_has_left_the_map(folder: Path, browser: Any) -> None:
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        page.locator(".piece").first.hover()
        page.locator(".tipbox", has_text="neighbour").wait_for()
        page.locator(".top .name").hover()
        page.locator(".tipbox").wait_for(state="detached")


def test_the_side_of_a_board_that_a_setup_is_played_on_is_up(folder: Path, browser: Any) -> None:
    night = "id: night\nback_of: main\nlike: main\nname: At night\n"
    (folder / "maps").mkdir(exist_ok=True)
    (folder / "maps" / "night.yaml").write_text(night, encoding="utf-8")
    first = sorted((folder / "scenarios").glob("*.yaml"))[0]
    text = first.read_text(encoding="utf-8").replace(f"id: {first.stem}", "id: after_dark") + "backs: [night]\n"
    (folder / "scenarios" / "after_dark.yaml").write_text(text, encoding="utf-8")
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}") as page:
        there(page, ".piece")
        boards, setups = page.locator("select[aria-label=Map]"), page.locator("select[aria-label=Setup]")
        for setup, board in ((first.stem, "main"), ("after_dark", "night"), (first.stem, "main")):
            setups.select_option(setup)
            there(page, f"select[aria-label=Map] option[value={board}][selected]")
            assert boards.input_value() == board
            there(page, f"img.sheet[src$='/{board}.png']")
            there(page, ".piece")
        boards.select_option("night")  # either side can be looked at
        there(page, "img.sheet[src$='/night.png']")


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (3840, 2160), (820, 1180)])
def test_sheets_lie_between_the_docks_and_tools_at_the_edge(
    folder: Path, browser: Any, width: int, height: int
) -> None:
    how = {"viewport": {"width": width, "height": height}}
    with serving(folder) as (host, house), Visit(browser, host, f"http://{host}/open/{house.key}", **how) as page:
        there(page, ".piece")
        page.keyboard.press("2")
        there(page, ".ctr img")
        sheet, top, tools = (box_of(page, part) for part in (".sheetview", ".top", ".top .tools"))
        assert abs(sheet["y"] - top["y"] - top["height"]) <= 1
        assert tools["x"] + tools["width"] > width - 40
        if width > 900:
            left, right = box_of(page, ".dock.l"), box_of(page, ".dock.r")
            assert abs(sheet["x"] - left["x"] - left["width"]) <= 1
            assert abs(sheet["x"] + sheet["width"] - right["x"]) <= 1
