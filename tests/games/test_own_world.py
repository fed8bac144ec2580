"""A game of one's own, from its own material: what is taken, and what is told before anything is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.pipeline import build, read
from compiler.play.stock.ground import ground_cost
from compiler.render.counter.face import draw_face
from compiler.render.drawing import Drawing
from compiler.render.style import palette_of
from tests.faulty import copy, found, merge_file


def made(folder: Path) -> Game:
    sink = Sink()
    checked = read(folder, sink)
    assert checked is not None, [str(one) for one in sink]
    return checked.game


def change(folder: Path, file: str, **keys: Any) -> None:
    path = folder / file
    raw = yaml.safe_load(path.read_text("utf-8"))
    path.write_text(yaml.safe_dump({**raw, **keys}, allow_unicode=True, sort_keys=False), "utf-8")


def test_outlines_places_and_boxes_count_in_pixels_of_a_picture(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    (folder / "art").mkdir(exist_ok=True)
    Image.new("RGB", (1600, 1040), "#C8D0B0").save(folder / "art" / "land.jpg")  # four pixels to the millimetre
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    before = made(folder).map
    for area in raw["areas"].values():
        area["outline"] = [[[x * 4, y * 4] for x, y in ring] for ring in area["outline"]]
    raw["boxes"]["lost"] = {"name": "Lost", "rect": [760, 80, 160, 160]}
    del raw["size"]
    raw["image"] = {"file": "art/land.jpg", "width": 400}
    path.write_text(yaml.safe_dump(raw, allow_unicode=True), "utf-8")
    after = made(folder).map
    assert after.size == pytest.approx(before.size)
    assert after.spaces.keys() == before.spaces.keys()
    for id, space in before.spaces.items():
        assert after.spaces[id].at == pytest.approx(space.at)
        assert after.spaces[id].size == (space.size and pytest.approx(space.size))


def test_points_lie_on_a_drawing_in_its_own_units(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / "art").mkdir(exist_ok=True)
    land = '<rect width="400" height="240" fill="#CDB"/>'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 240">{land}</svg>'
    (folder / "art" / "land.svg").write_text(drawing, "utf-8")
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    before = made(folder).map
    for space in raw["spaces"].values():
        space["at"] = [2 * value for value in space["at"]]
    del raw["size"]
    raw["image"] = {"file": "art/land.svg", "dpi": 50.8}  # two units to the millimetre
    path.write_text(yaml.safe_dump(raw, allow_unicode=True), "utf-8")
    after = made(folder).map
    assert after.size == pytest.approx((200, 120))
    assert {id: space.at for id, space in after.spaces.items()} == {
        id: pytest.approx(space.at) for id, space in before.spaces.items()
    }


def test_a_counter_without_a_layout_keeps_its_numbers_where_one_is_not_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    kept = Drawing.text

    def text(self: Drawing, x: float, y: float, words: str, *more: Any, **named: Any) -> Any:
        written.append(words)
        return kept(self, x, y, words, *more, **named)

    folder = copy("points", tmp_path)
    fields = ", ".join(f"{name}: {{type: integer, title: {name}}}" for name in ("attack", "defence", "move"))
    merge_file(folder, "counters.yaml", f"kinds: {{soldier: {{fields: {{{fields}}}}}}}")
    merge_file(folder, "counters.yaml", "counters: {north_soldier: {attack: 5, move: 3}, south_soldier: {attack: 4}}")
    game = made(folder)
    monkeypatch.setattr(Drawing, "text", text)
    for id in ("north_soldier", "south_soldier"):
        draw_face(game, palette_of(game), game.counters[id], game.counters[id].faces[0])
    assert "5-·-3" in written
    assert "4-·-·" in written


def test_like_works_for_cards_and_tables(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    merge_file(folder, "cards.yaml", "cards: {mist: {like: rain, name: Mist}}\ncounts: {event: 5}")
    merge_file(folder, "piles.yaml", "piles: {deck: {count: 5}}")
    game = made(folder)
    assert game.cards["mist"].values == game.cards["rain"].values
    assert (game.cards["mist"].name.en, game.cards["mist"].kind) == ("Mist", game.cards["rain"].kind)
    folder = copy("first_battle", tmp_path)
    tables = yaml.safe_load((folder / "tables.yaml").read_text("utf-8"))["tables"]
    first = next(iter(tables))
    merge_file(folder, "tables.yaml", f"tables: {{again: {{like: {first}, title: Again}}}}")
    game = made(folder)
    assert game.tables["again"].cells == game.tables[first].cells
    assert game.tables["again"].title.en == "Again"


def _twin_maps(folder: Path) -> None:
    (folder / "maps").mkdir(exist_ok=True)
    text = "id: {id}\nkind: areas\nsize: [50, 50]\nareas: {{{area}: {{name: Far, at: [20, 20]}}}}\n"
    (folder / "maps" / "a.yaml").write_text(text.format(id="far", area="far_a"), "utf-8")
    (folder / "maps" / "b.yaml").write_text(text.format(id="far", area="far_b"), "utf-8")


def _sheet(text: str) -> Any:
    def write(folder: Path) -> None:
        (folder / "more.csv").write_text(text, "utf-8")
        merge_file(folder, "counters.yaml", "from: more.csv")

    return write


def _drawing(folder: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="a"><use href="#a"/></g></svg>'
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "loop.svg").write_text(svg, "utf-8")
    merge_file(folder, "counters.yaml", "counters: {north_soldier: {image: art/loop.svg}}")


def _font(folder: Path) -> None:
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "Gothic.ttf").write_bytes(b"not a font at all")


def _bomb(folder: Path) -> None:
    (folder / "art").mkdir(exist_ok=True)
    Image.new("1", (13_000, 20)).save(folder / "art" / "long.png")
    merge_file(folder, "counters.yaml", "counters: {north_soldier: {image: art/long.png}}")


def _other_po(folder: Path) -> None:
    (folder / "texts").mkdir()
    head = 'msgid ""\nmsgstr ""\n"Project-Id-Version: elsewhere\\n"\n"Language: de\\n"\n'
    (folder / "texts" / "de.po").write_text(head, "utf-8")


def _hiding(folder: Path) -> None:
    (folder / "module.yaml").write_text("prototypes: {Kind soldier: [{trait: Report, keys: [x]}]}\n", "utf-8")


@pytest.mark.parametrize(
    ("spoil", "codes", "file"),
    [
        (_twin_maps, {"M002"}, "b.yaml"),
        (_sheet("id,name,kind,side\nx,X,soldier\n"), {"L027"}, "more.csv"),
        (_sheet("id,name,kind,side\nx,=1+1,soldier,north\n"), {"L027"}, "more.csv"),
        (_drawing, {"R202", "R203"}, "counters.yaml"),
        (_font, {"R205", "R207"}, "Gothic.ttf"),
        (_bomb, {"C804"}, "counters.yaml"),
        (_other_po, {"L031", "L030", "L029"}, "de.po"),
        (_hiding, {"E302"}, "module.yaml"),
    ],
    ids=["two maps", "ragged", "formula", "includes itself", "font", "size", "other game", "hides ours"],
)
def test_bad_input_is_told_at_its_place_and_nothing_is_written(
    tmp_path: Path, spoil: Any, codes: set[str], file: str
) -> None:
    folder = copy("points", tmp_path)
    spoil(folder)
    sink = Sink()
    lang = {"lang": "de"} if file.endswith(".po") else {}
    assert build(folder, tmp_path / "out", sink, only=("vmod",), cache=False, **lang) == []
    told = [one for one in sink if one.severity.value == "error"]
    assert told
    assert {one.code for one in told} & codes, [str(one) for one in told]
    assert any(one.span is not None and one.span.file.endswith(file) for one in told), [str(one) for one in told]
    assert all(one.help for one in told)
    assert not list((tmp_path / "out").rglob("*.vmod"))


def test_a_key_images_is_told(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    merge_file(folder, "art.yaml", "images: {a: art/a.png}")
    (told,) = [one for one in found(folder) if one.code == "S001"]
    assert "`images`" in told.message


def test_letters_of_a_script_we_lack_are_told_with_the_font_to_add(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    merge_file(folder, "counters.yaml", "counters: {north_soldier: {name: חייל}}")
    sink = Sink()
    build(folder, tmp_path / "out", sink, only=("vmod",), cache=False)
    told = [one for one in sink if one.code == "R101"]
    assert told
    assert "NotoSansHebrew" in str(told[0].help)


def test_hexes_without_terrain_are_marched_over(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    path = folder / "map.yaml"
    raw = yaml.safe_load(path.read_text("utf-8"))
    rows = raw.pop("rows")
    del raw["legend"]
    raw["grid"] |= {"columns": len(rows[0]), "rows": len(rows)}
    path.write_text(yaml.safe_dump(raw, allow_unicode=True, sort_keys=False), "utf-8")
    board = made(folder).map
    price = ground_cost(board, "foot")
    link = next(link for link in board.links if not link.features and link.a in board.cells and link.b in board.cells)
    assert price(link, link.a, link.b) == 1
    river = next(link for link in board.links if link.features == ("river",))
    adds = board.feature_kinds["river"].values["adds"]
    assert price(river, river.a, river.b) == 1 + adds
    assert ground_cost(board, "guns")(river, river.a, river.b) is None
