"""Sheets on paper: sizes, backs behind fronts, cuts, boxes."""

from __future__ import annotations

import re

import numpy as np
import pytest

from compiler.render.colour import Palette
from compiler.render.drawing import Drawing, Mark, Run
from compiler.render.pdf import pdf_bytes
from compiler.render.sheet import handbook, marks, presets
from compiler.render.sheet.faces import Art, Face, Layout, drawn
from compiler.render.sheet.imposition import Sheet, drawing_of, impose, page_of, singles
from compiler.render.sheet.poster import Board, mat, poster, tiles, two_sided
from compiler.render.sheet.spreads import DoesNotFit
from compiler.render.svg import svg_text
from tests.render.conftest import Pictures, extent, ink

RED, BLUE = (163, 38, 43), (36, 80, 140)
GREEN = "#3A7350"


def counter(colour: tuple[int, int, int], key: str, size: float = 16.0, bleed: float = 1.0, dot: bool = True) -> Art:
    """A counter with a white dot off its centre, up and left, so that turning and mirroring show."""
    code = "#{:02X}{:02X}{:02X}".format(*colour)
    d = Drawing(size, size, bleed)
    d.rect(-bleed, -bleed, size + 2 * bleed, size + 2 * bleed, code)
    if dot:
        d.circle(4, 5, 2, "#FFFFFF")
    return drawn(d, key)


FACES = [Face(counter(RED, f"f{i}"), counter(BLUE, f"b{i}"), 2, f"unit {i}") for i in range(7)]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_each_back_lies_behind_its_front_after_the_flip(flip: str, pictures: Pictures) -> None:
    faces = [Face(counter(RED, "f", dot=False), counter(BLUE, "b", dot=False), 13)]
    front, back = pictures([page_of(s) for s in impose(faces, Layout(presets.A4, flip, guides=False))], 100)
    turned = back[:, ::-1] if flip == "long" else back[::-1]
    fronts, backs = ink(front, RED), ink(turned, BLUE)
    assert (fronts ^ backs).sum() / (fronts | backs).sum() < 0.03
    assert extent(fronts, 100) == pytest.approx(extent(backs, 100), abs=0.3)


def test_backs_are_upright_when_a_piece_is_turned_sideways() -> None:
    for flip, turn in (("long", 0.0), ("short", 180.0)):
        _, back = impose(FACES, Layout(presets.A4, flip))
        assert {slot.turn for slot in back.slots} == {turn}


def test_the_back_offset_moves_backs_only(pictures: Pictures) -> None:
    plain = impose(FACES, Layout(presets.A4))
    moved = impose(FACES, Layout(presets.A4, offset=(1.5, -0.5)))
    assert plain[0].slots == moved[0].slots
    for a, b in zip(plain[1].slots, moved[1].slots, strict=True):
        assert (b.x - a.x, b.y - a.y) == pytest.approx((1.5, -0.5))


def test_counters_measure_their_size_on_paper(pictures: Pictures) -> None:
    (page,) = impose([Face(counter(RED, "a", bleed=0.0, dot=False))], Layout(presets.A4, guides=False))
    (picture,) = pictures([page_of(page)], 400)
    x0, y0, x1, y1 = extent(ink(picture, RED), 400)
    assert x1 - x0 == pytest.approx(16, abs=0.1)
    assert y1 - y0 == pytest.approx(16, abs=0.1)


def test_nothing_but_bleed_crosses_a_cut_line(pictures: Pictures) -> None:
    sheets = impose(FACES, Layout(presets.A4, guides=False))
    (front,) = pictures([page_of(sheets[0])], 200)
    k = 200 / 25.4
    for x0, y0, x1, y1 in sheets[0].cuts:
        if x0 == x1:
            strip = front[60:-60, round((x0 - 0.9) * k) : round((x0 + 0.9) * k)]
        else:
            strip = front[round((y0 - 0.9) * k) : round((y1 + 0.9) * k), 60:-60]
        grey = strip.max(axis=2) - strip.min(axis=2) < 30
        strange = ~(ink(strip, RED, 90) | ink(strip, (255, 255, 255), 90) | grey)
        assert not strange.any()


def test_every_counter_appears_as_often_as_it_is_in_the_mix() -> None:
    sheets = impose([Face(counter(RED, "a"), None, 200), Face(counter(RED, "b"), None, 3)], Layout(presets.LETTER))
    keys = [slot.art.key for sheet in sheets for slot in sheet.slots]
    assert (keys.count("a"), keys.count("b")) == (200, 3)


def test_faces_never_overlap_and_stay_on_the_paper() -> None:
    for flip in ("long", "fold"):
        for sheet in impose(FACES * 20, Layout(presets.LETTER, flip)):
            boxes = [(s.x, s.y, s.x + s.art.width, s.y + s.art.height) for s in sheet.slots]
            assert len({(round(b[0], 3), round(b[1], 3)) for b in boxes}) == len(boxes)
            for x0, y0, x1, y1 in boxes:
                assert 5 < x0 < x1 < sheet.width - 5
                assert 5 < y0 < y1 < sheet.height - 5


def test_fold_over_mirrors_about_the_fold(pictures: Pictures) -> None:
    (sheet,) = impose(FACES, Layout(presets.A4, "fold", guides=False))
    (picture,) = pictures([page_of(sheet)], 100)
    half = picture.shape[1] // 2
    left, right = ink(picture, RED)[:, :half], ink(picture, BLUE)[:, ::-1][:, :half]
    assert extent(left, 100) == pytest.approx(extent(right, 100), abs=0.3)


def test_pieces_without_backs_leave_no_half_empty_sheets() -> None:
    bare = [Face(counter(RED, f"n{i}"), None, 30) for i in range(4)]
    both = [Face(counter(RED, "f"), counter(BLUE, "b"), 30)]
    duplex = impose([*bare, *both], Layout(presets.A4))
    assert [len(sheet.slots) for sheet in duplex] == [150, 30]
    folded = impose([*bare, *both], Layout(presets.A4, "fold"))
    assert [len(sheet.slots) for sheet in folded] == [60, 120]


def test_the_paper_lies_the_way_that_folds_best() -> None:
    card = Face(drawn(Drawing(63, 88, 3), "c"), drawn(Drawing(63, 88, 3), "d"), 4)
    (sheet,) = impose([card], Layout(presets.A4, "fold", 0, 7))
    assert (sheet.width, sheet.height) == (297, 210)


def test_cards_go_nine_up_on_both_papers() -> None:
    card = Face(drawn(Drawing(63, 88, 3), "c"), None, 9)
    for paper in (presets.A4, presets.LETTER):
        assert len(impose([card], Layout(paper, gap=0, margin=7))) == 1


def crossed(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


@pytest.mark.parametrize("paper", [presets.A4, presets.LETTER])
@pytest.mark.parametrize("flip", ["long", "short", "fold"])
@pytest.mark.parametrize(("size", "bleed", "gap", "margin"), [((16, 16), 1, 2, 12), ((63, 88), 3, 0, 7)])
def test_labels_and_targets_lie_outside_the_bleed(
    paper: presets.Paper, flip: str, size: tuple[float, float], bleed: float, gap: float, margin: float
) -> None:
    art = drawn(Drawing(*size, bleed), "c")
    for sheet in impose([Face(art, art, 100)], Layout(paper, flip, gap, margin, title="A long title of a game: cards")):
        assert sheet.bleed is not None
        assert any(isinstance(item, Run) for item in sheet.marks.items)
        for item in sheet.marks.items:
            if isinstance(item, Run):
                wide = item.line.advance * item.place.scale
                x, y, size_ = item.place.x, item.place.y, item.place.scale
                turned = (x - size_ * 0.7, y - wide, x, y) if item.place.turn else (x, y - size_ * 0.7, x + wide, y)
                assert flip == "fold" or not crossed(turned, sheet.bleed)
                assert turned[0] > 3
                assert turned[1] > 3
                assert turned[2] < sheet.width - 3
            elif isinstance(item, Mark) and item.path.ops == "MCCCCZ":
                assert not crossed(item.path.bounds, sheet.bleed)


def test_guides_do_not_run_on_over_empty_paper() -> None:
    (sheet, _) = impose(FACES, Layout(presets.A4))
    guides = next(i for i in sheet.marks.items if isinstance(i, Mark) and i.stroke and i.stroke.colour == marks.GUIDE)
    assert sheet.trim is not None
    assert guides.path.bounds[3] == pytest.approx(sheet.trim[3] + 14, abs=0.1)
    assert guides.path.bounds[1] == pytest.approx(4, abs=0.1)


@pytest.mark.parametrize("gap", [0.0, 2.0])
@pytest.mark.parametrize("flip", ["long", "fold"])
def test_no_guide_runs_over_a_piece(flip: str, gap: float) -> None:
    """A grey line across the art is cut off with luck alone; ticks outside are enough for a rule."""
    sheet = impose(FACES, Layout(presets.A4, flip, gap))[0]
    guides = [i for i in sheet.marks.items if isinstance(i, Mark) and i.stroke and i.stroke.colour == marks.GUIDE]
    ends = [point for guide in guides for point in points_of(guide)]
    lines = list(zip(ends[::2], ends[1::2], strict=True))
    cuts = {round(v, 2) for (ax, ay), (bx, by) in lines for v in ((ax,) if ax == bx else (ay,))}
    assert flip == "fold" or len(cuts) >= len({round(slot.x, 2) for slot in sheet.slots})
    for (ax, ay), (bx, by) in lines:
        middle = ((ax + bx) / 2, (ay + by) / 2)
        for slot in sheet.slots:
            x0, y0, x1, y1 = slot.window
            assert not (x0 + 0.05 < middle[0] < x1 - 0.05 and y0 + 0.05 < middle[1] < y1 - 0.05)


def points_of(mark: Mark) -> list[tuple[float, float]]:
    flat = [value / 100 for value in mark.path.pts]
    return list(zip(flat[::2], flat[1::2], strict=True))


def test_a_mat_fills_one_page_or_is_tiled() -> None:
    (whole,) = mat(drawn(Drawing(281, 198), "m"), presets.A4, "Mat")
    assert (whole.width, whole.height, whole.slots[0].scale) == (297, 210, 1.0)
    (smaller,) = mat(drawn(Drawing(281, 198), "m"), presets.LETTER, "Mat")
    assert 0.9 < smaller.slots[0].scale < 1
    assert len(mat(drawn(Drawing(360, 180), "m"), presets.A4, "Mat")) == 2


def test_a_face_larger_than_the_paper_does_not_fit() -> None:
    with pytest.raises(DoesNotFit):
        impose([Face(drawn(Drawing(300, 300), "x"))], Layout(presets.A4))


def test_pages_have_trim_and_bleed_boxes() -> None:
    data = pdf_bytes([page_of(impose(FACES, Layout(presets.A4))[0])], "Sheets", "abc")
    boxes = {name: [float(v) for v in values.split()] for name, values in
             re.findall(r"/(\w+Box)\[([-\d. ]+)\]", data.decode("latin-1")) if name != "BBox"}  # fmt: skip
    media, trim, bleed = boxes["MediaBox"], boxes["TrimBox"], boxes["BleedBox"]
    assert media == pytest.approx([0, 0, 595.2756, 841.8898], abs=0.001)
    assert trim[0] - bleed[0] == pytest.approx(1 / 25.4 * 72, abs=0.001)
    assert media[2] > bleed[2] > trim[2] > trim[0] > bleed[0] > 0


def test_the_svg_of_a_sheet_has_its_cuts_in_a_layer_of_their_own() -> None:
    sheet = impose(FACES, Layout(presets.A4))[0]
    text = svg_text(drawing_of(sheet))
    layer = text[text.index('id="cut"') :]
    assert layer.count("<path") == len(sheet.cuts)
    assert text.count('id="art"') == 1


def test_the_scale_square_is_fifty_millimetres(pictures: Pictures) -> None:
    palette = Palette("#A3262B", "#F4EBD6", "#2C2622")
    drawing = handbook.instructions(presets.A4, "Game", "信玄上洛", palette, [handbook.Part("unit", 4, "16 mm")])
    assert not drawing.problems
    (picture,) = pictures([page_of(Sheet(210, 297, (), drawing))], 400)
    k = 400 / 25.4
    left = 210 - 15 - handbook.SQUARE
    row = picture[round((41 + 12.5) * k), round((left - 5) * k) : round((left + 55) * k)].max(axis=1) < 100
    column = picture[round(36 * k) : round(96 * k), round((left + 23.5) * k)].max(axis=1) < 100
    for line in (row, column):
        dark = np.flatnonzero(line)
        assert (dark[-1] + 1 - dark[0]) / k == pytest.approx(50, abs=0.1)


def middles(line: np.ndarray, dpi: int) -> list[float]:
    """The middle of every run of marked pixels, in mm."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(int), [0]])))
    return [(start + end) / 2 * 25.4 / dpi for start, end in edges.reshape(-1, 2)]


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", [presets.A4, presets.LETTER])
def test_calibration_crosses_lie_on_the_zero_of_their_rulers(
    flip: str, paper: presets.Paper, pictures: Pictures
) -> None:
    pages = [page_of(Sheet(paper.width, paper.height, (), side)) for side in marks.calibration(paper, flip)]
    front, back = (picture.max(axis=2) < 150 for picture in pictures(pages, 300))
    xs = middles(front.sum(axis=0) > 60 / 25.4 * 300, 300)  # three arms of 28 mm in each row and column
    ys = middles(front.sum(axis=1) > 60 / 25.4 * 300, 300)
    assert (len(xs), len(ys)) == (3, 3)
    k = 300 / 25.4
    for x, y in ((x, y) for x in xs for y in ys):
        bx, by = (paper.width - x, y) if flip == "long" else (x, paper.height - y)
        across = back[round((by - 7) * k), round((bx - 5.4) * k) : round((bx + 5.4) * k)]
        down = back[round((by - 5.4) * k) : round((by + 5.4) * k), round((bx - 7) * k)]
        for ticks in (middles(across, 300), middles(down, 300)):
            assert len(ticks) == 21
            assert ticks[10] == pytest.approx(5.4, abs=0.1)
            assert ticks[-1] - ticks[0] == pytest.approx(10, abs=0.1)


@pytest.mark.parametrize("paper", [presets.A4, presets.LETTER])
def test_tiles_cover_the_map_with_overlap(paper: presets.Paper, pictures: Pictures) -> None:
    board = drawn(Drawing(834, 569), "map")
    covered = np.zeros((569, 834), int)
    for sheet in tiles(board, paper, "Map", overlap=8):
        (slot,) = sheet.slots
        x0, y0, x1, y1 = sheet.slots[0].window
        assert min(x0, y0) > 5
        assert x1 < sheet.width - 5
        assert y1 < sheet.height - 5
        covered[round(y0 - slot.y) : round(y1 - slot.y), round(x0 - slot.x) : round(x1 - slot.x)] += 1
    assert covered.min() == 1
    assert covered.max() == 4


def test_tiles_are_alike_and_no_page_holds_a_mere_strip() -> None:
    sheets = tiles(drawn(Drawing(920, 510), "map"), presets.A4, "Map", overlap=8)
    sizes = {(round(s.trim[2] - s.trim[0], 3), round(s.trim[3] - s.trim[1], 3)) for s in sheets if s.trim}
    assert len(sheets) == 10
    assert len(sizes) == 1
    (w, _) = sizes.pop()
    assert 5 <= (5 * w - 920) / 4 <= 8


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("size", [(300, 400), (420, 290), (180, 500)])
def test_what_is_printed_behind_a_tile_is_behind_it(flip: str, size: tuple[int, int]) -> None:
    front, back = (drawn(Drawing(*size), name) for name in ("front", "back"))
    sheets = two_sided(Board(front, back), presets.A4, "Map", Layout(presets.A4, flip))
    assert len(sheets) == 2 * len(tiles(front, presets.A4, "Map")) > 2
    for one, two in zip(sheets[::2], sheets[1::2], strict=True):
        (a,), (b,) = one.slots, two.slots
        across = one.width > one.height
        upright = (flip == "long") != across  # the sheet is turned about an edge that stands
        w, h = one.width, one.height
        assert (b.art, b.turn) == (back, 0.0 if upright else 180.0)
        x0, y0, x1, y1 = a.window
        assert b.window == pytest.approx((w - x1, y0, w - x0, y1) if upright else (x0, h - y1, x1, h - y0))
        # a point of the paper shows the front at one place and the back at the same, seen from behind
        seen = (x0 - a.x, y0 - a.y)
        x, y = (w - x0, y0) if upright else (x0, h - y0)
        behind_it = (x - b.x, y - b.y) if upright else (size[0] - (x - b.x), size[1] - (y - b.y))
        assert behind_it == pytest.approx((size[0] - seen[0], seen[1]))


def test_without_duplex_front_and_back_are_tiled_one_after_the_other() -> None:
    front, back = (drawn(Drawing(300, 400), name) for name in ("front", "back"))
    sheets = two_sided(Board(front, back), presets.A4, "Map", Layout(presets.A4, "none"))
    assert [sheet.slots[0].art for sheet in sheets] == [front] * 4 + [back] * 4


def test_a_poster_is_the_map_at_full_size(pictures: Pictures) -> None:
    d = Drawing(200, 120)
    d.rect(0, 0, 200, 120, GREEN)
    (picture,) = pictures([page_of(poster(drawn(d, "m"), "Map"))], 150)
    x0, y0, x1, y1 = extent(ink(picture, (0x3A, 0x73, 0x50), 12), 150)
    assert (x1 - x0, y1 - y0) == pytest.approx((200, 120), abs=0.2)


@pytest.mark.parametrize(
    ("paper", "size", "name"),
    [(presets.A4, (841, 594), "SRA1"), (presets.LETTER, (863.6, 558.8), "24 × 36 in"),
     (presets.A4, (600, 900), None), (presets.A4, (860, 1150), "SRA0"),
     (presets.Paper("mine", 100, 100), (200, 120), None),
     (presets.LETTER, (2000, 2000), None)],
)  # fmt: skip
def test_a_poster_lies_on_the_smallest_large_sheet_that_holds_it(
    paper: presets.Paper, size: tuple[float, float], name: str | None
) -> None:
    art = Art("m", *size, lambda: Drawing(*size), 3.0)
    sheet = poster(art, "Map", paper)
    found = presets.poster_paper(paper, size[0] + 16, size[1] + 16)
    if found and size[0] * size[1] < 0.75 * found.width * found.height:
        found = None  # more white than map: printed from a roll
    assert (found and found.name) == name
    assert (sheet.width, sheet.height) == ((found.width, found.height) if found else (size[0] + 24, size[1] + 24))
    assert sheet.trim is not None
    assert sheet.bleed is not None
    x0, y0, x1, y1 = sheet.trim
    assert (x1 - x0, y1 - y0) == pytest.approx(size)
    assert x0 == pytest.approx(sheet.width - x1)
    assert y0 == pytest.approx(sheet.height - y1)
    assert min(sheet.bleed[:2]) >= 5


def test_a_shop_gets_one_face_to_a_page_with_its_bleed(pictures: Pictures) -> None:
    cut = presets.CUTS["counter-five-eighths"]
    sheets = singles(FACES[:1], cut)
    assert len(sheets) == 2
    front, _ = pictures([page_of(s) for s in sheets], 300)
    assert ink(front, RED)[4:-4, 4:-4].mean() > 0.9
    assert sheets[0].trim == (1.5, 1.5, 1.5 + cut.width, 1.5 + cut.height)


@pytest.mark.parametrize(
    ("text", "size"), [("A4", (210.0, 297.0)), ("100x150", (100.0, 150.0)), ("9x9", None), ("q", None)]
)
def test_papers_are_known_by_name_or_size(text: str, size: tuple[float, float] | None) -> None:
    paper = presets.paper_of(text)
    assert (paper and (paper.width, paper.height)) == size


def test_without_gaps_one_cut_parts_two_pieces() -> None:
    art = Art("f", 16, 16, lambda: Drawing(16, 16), 1.0)
    (sheet,) = impose([Face(art, None, 22, "f")], Layout(presets.A4, "none", 0.0))
    upright = [cut for cut in sheet.cuts if cut[0] == cut[2]]
    assert len(upright) == 12
