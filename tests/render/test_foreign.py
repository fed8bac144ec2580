"""Art of the author's: what is taken, and what is refused without being read further."""

from __future__ import annotations

import importlib.util
import io
import shutil
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image

from compiler.diagnostics import Failed
from compiler.render.drawing import Picture
from compiler.render.foreign import import_bitmap, import_svg, read_art
from compiler.render.own import broken_fonts, own_fonts
from compiler.render.raster import raster

_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">'


def _svg(body: str, head: str = _HEAD) -> bytes:
    return f"{head}{body}</svg>".encode()


def _refused(data: bytes) -> str:
    with pytest.raises(Failed) as caught:
        import_svg(data, 20, 20, "x.svg")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.help
    return diagnostic.code


def test_plain_shapes_are_drawn_in_place() -> None:
    body = '<g transform="translate(5 0)"><rect width="5" height="10" style="fill:#ff0000"/></g>'
    image = raster(import_svg(_svg(body), 20, 20, "x.svg"), 5)
    assert image.getpixel((75, 50)) == (255, 0, 0)
    assert image.getpixel((25, 50)) == (255, 255, 255)


def test_used_shapes_and_turned_ones_are_drawn() -> None:
    body = ('<defs><circle id="dot" r="1" fill="#00F"/></defs><use xlink:href="#dot" x="2" y="2"/>'
            '<path d="M4 4h2v2z" transform="rotate(90 5 5) scale(1)" stroke="black" fill="none"/>')  # fmt: skip
    drawing = import_svg(_svg(body), 20, 20, "x.svg")
    assert raster(drawing, 5).getpixel((20, 20)) == (0, 0, 255)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<image href="http://example.org/a.png" width="9" height="9"/>', "R202"),
        ('<use href="http://example.org/a.svg#x"/>', "R202"),
        ('<use href="file:///etc/passwd#x"/>', "R202"),
        ("<script>alert(1)</script>", "R202"),
        ('<rect width="1" height="1" onload="x()"/>', "R202"),
        ('<rect width="1" height="1" fill="url(http://example.org/p)"/>', "R202"),
        ("<style>@import 'a.css'</style>", "R202"),
        ("<foreignObject/>", "R202"),
        ('<text font-family="Comic Sans MS">hello</text>', "R203"),
        ("<text>\u0e01</text>", "R101"),
        ('<rect width="1" height="1" style="fill:url(http://example.org/p#a)"/>', "R202"),
        ("<style>rect{fill:url(https://example.org/a.png)}</style>", "R202"),
        ('<filter id="f"><feImage href="#f"/></filter>', "R202"),
        ('<rect id="r" width="1" height="1" mask="url(#m)"/><mask id="m"><use href="#r"/></mask>', "R203"),
        ('<use href="#nowhere"/>', "R203"),
        ('<path d="M 1 2 Q"/>', "R201"),
        ('<g id="a"><use href="#a"/></g>', "R203"),
        ('<path d="M0 0L1e300 0"/>', "R204"),
    ],
)
def test_what_reaches_out_or_includes_itself_is_refused(body: str, code: str) -> None:
    assert _refused(_svg(body)) == code


def test_gradients_of_its_own_are_painted() -> None:
    body = ('<defs><linearGradient id="g"><stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
            '</linearGradient></defs><rect width="10" height="10" fill="url(#g)"/>')  # fmt: skip
    image = raster(import_svg(_svg(body), 20, 20, "x.svg"), 5)
    left, right = image.getpixel((3, 50)), image.getpixel((96, 50))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert left[0] > 220 > 40 > left[2]
    assert right[2] > 220 > 40 > right[0]


def test_opacity_and_style_sheets_are_painted() -> None:
    body = '<style>.a{fill:#ff0000}</style><rect class="a" width="10" height="10" opacity="0.5"/>'
    assert raster(import_svg(_svg(body), 20, 20, "x.svg"), 5).getpixel((50, 50)) == (255, 127, 127)


def test_text_becomes_outlines_in_packaged_fonts() -> None:
    body = '<text x="5" y="8" font-size="8" text-anchor="middle" font-weight="bold" fill="#00f">H</text>'
    drawing = import_svg(_svg(body), 20, 20, "x.svg")
    assert not any(isinstance(item, Picture) for item in drawing.items)  # still vector
    image = raster(drawing, 5)
    blue = [(x, y) for x in range(100) for y in range(100) if image.getpixel((x, y)) == (0, 0, 255)]
    assert blue
    middle = sum(x for x, _ in blue) / len(blue)
    assert 47 < middle < 53
    assert all(y < 82 for _, y in blue)


def test_text_in_a_font_of_the_author(tmp_path: Path) -> None:
    spec = importlib.util.find_spec("font_source_serif_pro")
    assert spec is not None
    assert spec.origin is not None
    font = Path(spec.origin).parent / "files" / "SourceSerifPro-Bold.otf"
    (tmp_path / "art").mkdir()
    shutil.copy(font, tmp_path / "art" / "Mine.otf")
    body = '<text x="1" y="8" font-size="8" font-family="Mine">R</text>'
    faces = own_fonts(tmp_path)
    mine = raster(import_svg(_svg(body), 20, 20, "x.svg", faces=faces), 5)
    serif = raster(import_svg(_svg(body.replace("Mine", 'serif" font-weight="bold')), 20, 20, "x.svg"), 5)
    assert mine.tobytes() == serif.tobytes()
    assert not list(broken_fonts(tmp_path))


@pytest.mark.parametrize("data", [b"", b"not a font", b"\0\1\0\0" + b"\xff" * 400, b"OTTO\0\1\0\0\0\0\0\0"])
def test_a_font_that_is_none_is_told(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "fake.ttf").write_bytes(data)
    (told,) = broken_fonts(tmp_path)
    assert told.code == "R207"
    assert told.span is not None
    assert told.span.file.endswith("art/fake.ttf")


def test_entities_are_refused_before_they_are_read() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + _svg("&b;")
    assert _refused(bomb) == "R202"
    assert _refused(bomb.decode().encode("utf-16")) in ("R201", "R202")


def test_huge_dimensions_are_refused() -> None:
    assert _refused(_svg("", _HEAD.replace("0 0 10 10", "0 0 1e9 1e9"))) == "R204"
    assert _refused(_svg("<g/>" * 6000)) == "R204"
    assert _refused(b"<svg" + b" " * 5_000_000) == "R204"


def test_doubling_uses_stop_at_the_element_limit() -> None:
    rows = ['<g id="g0"><path d="M0 0h1"/></g>']
    rows += [f'<g id="g{i}"><use href="#g{i - 1}"/><use href="#g{i - 1}"/></g>' for i in range(1, 11)]
    assert _refused(_svg("<defs>" + "".join(rows) + "</defs>" + '<use href="#g10"/>' * 9)) in ("R203", "R204")


def test_no_svg_is_no_picture() -> None:
    assert _refused(b"<html/>") == "R201"
    assert _refused(b"\x00\x01") == "R201"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _png(width: int, height: int, body: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (_png(60_000, 60_000, zlib.compress(bytes(10_000_000), 9)), "R204"),
        (_png(8_000, 8_000, b"x"), "R204"),
        (_png(100, 100, b"broken"), "R201"),
        (b"GIF89a", "R201"),
        (b"", "R201"),
    ],
)
def test_a_bomb_or_a_broken_png_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(Failed) as caught:
        import_bitmap(data, "x.png")
    assert caught.value.diagnostics[0].code == code


def test_a_png_is_encoded_anew_without_its_chunks() -> None:
    out = io.BytesIO()
    Image.new("RGB", (3, 2), (1, 2, 3)).save(out, "PNG", dpi=(300, 300))
    data = out.getvalue()[:-12] + _chunk(b"tEXt", b"Comment\0secret") + _chunk(b"IEND", b"")
    clean, w, h = import_bitmap(data, "x.png")
    assert (w, h) == (3, 2)
    assert b"secret" not in clean


def test_art_must_lie_inside_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "outside.svg").write_text("x")
    (folder / "in.svg").write_text("y")
    (folder / "link.svg").symlink_to(tmp_path / "outside.svg")
    assert read_art(folder, "in.svg") == b"y"
    for name in ("../outside.svg", "link.svg", str(tmp_path / "outside.svg"), "none.svg", ".", "a\0b"):
        with pytest.raises(Failed) as caught:
            read_art(folder, name)
        assert caught.value.diagnostics[0].code == "R205"
