"""PDF files: pages that place forms, with trim and bleed boxes, unseen words and bookmarks; no clock, no chance."""

from __future__ import annotations

import hashlib
import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from compiler.render.content import Bitmap, Box, Form
from compiler.render.unseen import unseen_font

POINT = 72 / 25.4  # points per millimetre


@dataclass(frozen=True, slots=True)
class Placed:
    """A form on a page: its origin at (x, y) in mm, turned clockwise by degrees about that origin, scaled.

    `window`, in page millimetres, hides what lies outside: one large form shows through on many pages.
    """

    form: Form
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    scale: float = 1.0
    window: Box | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """A page in mm, y down. `trim` is what remains after cutting, `bleed` what must be inked; both default to all."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    trim: Box | None = None
    bleed: Box | None = None
    name: str = ""


class _File:
    """Numbered objects, written in order."""

    def __init__(self) -> None:
        self.objects: list[bytes] = []

    def reserve(self) -> int:
        self.objects.append(b"")
        return len(self.objects)

    def fill(self, number: int, body: bytes) -> int:
        self.objects[number - 1] = body
        return number

    def add(self, body: bytes) -> int:
        return self.fill(self.reserve(), body)

    def stream(self, entries: str, data: bytes) -> int:
        head = f"<<{entries}/Length {len(data)}/Filter/FlateDecode>>stream\n".encode("ascii")
        return self.add(head + data + b"\nendstream")

    def bytes(self, root: int, info: int) -> bytes:
        out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
        offsets = []
        for number, body in enumerate(self.objects, 1):
            offsets.append(len(out))
            out += f"{number} 0 obj\n".encode("ascii") + body + b"\nendobj\n"
        start = len(out)
        mark = hashlib.sha256(out).hexdigest()[:32].upper()
        out += f"xref\n0 {len(offsets) + 1}\n0000000000 65535 f \n".encode("ascii")
        out += b"".join(b"%010d 00000 n \n" % at for at in offsets)
        trailer = f"<</Size {len(offsets) + 1}/Root {root} 0 R/Info {info} 0 R/ID[<{mark}><{mark}>]>>"
        out += f"trailer\n{trailer}\nstartxref\n{start}\n%%EOF\n".encode("ascii")
        return bytes(out)


def _number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _text(value: str) -> str:
    """A PDF text string that may hold any language."""
    return "<FEFF" + value.encode("utf-16-be").hex().upper() + ">"


def _bitmap(file: _File, bitmap: Bitmap) -> int:
    size = f"/Type/XObject/Subtype/Image/Width {bitmap.width}/Height {bitmap.height}/BitsPerComponent 8"
    mask = ""
    if bitmap.opacity is not None:
        mask = f"/SMask {file.stream(size + '/ColorSpace/DeviceGray', bitmap.opacity)} 0 R"
    return file.stream(size + "/ColorSpace/DeviceRGB" + mask, bitmap.samples)


def _form(file: _File, form: Form, numbers: dict[Form, int], font: int) -> int:
    """The number of a form in the file, which holds each once."""
    if form in numbers:
        return numbers[form]
    images = "".join(f"/I{i} {_bitmap(file, bitmap)} 0 R" for i, bitmap in enumerate(form.bitmaps))
    images += "".join(f"/P{i} {_form(file, part, numbers, font)} 0 R" for i, part in enumerate(form.parts))
    box = " ".join(_number(v * 100) for v in form.box)
    fonts = f"/Font<</T {font} 0 R>>" if form.spoken else ""
    resources = f"<<{f'/XObject<<{images}>>' if images else ''}{fonts}>>"
    entries = f"/Type/XObject/Subtype/Form/BBox[{box}]/Matrix[.01 0 0 .01 0 0]/Resources{resources}"
    numbers[form] = file.stream(entries, form.stream)
    return numbers[form]


def _operators(placed: Placed, name: str) -> str:
    a = math.radians(placed.turn)
    c, s = placed.scale * math.cos(a), placed.scale * math.sin(a)
    clip = ""
    if placed.window:
        x0, y0, x1, y1 = placed.window
        clip = f"{_number(x0)} {_number(y0)} {_number(x1 - x0)} {_number(y1 - y0)} re W n "
    matrix = " ".join(f"{v:.6f}".rstrip("0").rstrip(".") for v in (c, s, -s, c))
    return f"q {clip}{matrix} {_number(placed.x)} {_number(placed.y)} cm {name} Do Q"


def _box(name: str, page: Page, box: Box | None) -> str:
    x0, y0, x1, y1 = box or (0, 0, page.width, page.height)
    corners = (x0, page.height - y1, x1, page.height - y0)
    return f"/{name}[{' '.join(_number(v * POINT) for v in corners)}]"


def _page(file: _File, page: Page, parent: int, numbers: dict[Form, int], font: int) -> int:
    names: dict[int, str] = {}
    lines = [f"q {POINT:.8f} 0 0 {-POINT:.8f} 0 {_number(page.height * POINT)} cm"]
    for placed in page.placed:
        number = _form(file, placed.form, numbers, font)
        name = names.setdefault(number, f"/F{len(names)}")
        lines.append(_operators(placed, name))
    content = file.stream("", zlib.compress("\n".join([*lines, "Q"]).encode("ascii"), 6))
    used = "".join(f"{name} {number} 0 R" for number, name in names.items())
    boxes = _box("MediaBox", page, None) + _box("TrimBox", page, page.trim) + _box("BleedBox", page, page.bleed)
    head = f"<</Type/Page/Parent {parent} 0 R{boxes}/Resources<</XObject<<{used}>>>>/Contents {content} 0 R>>"
    return file.add(head.encode("ascii"))


def _outline(file: _File, named: Sequence[tuple[str, int]]) -> str:
    """Bookmarks: the names of every page that has any, line by line, the first of each name only."""
    first: dict[str, int] = {}
    for names, page in named:
        for name in names.split("\n"):
            first.setdefault(name, page)
    if len(first) < 2:
        return ""
    top = file.reserve()
    items = [file.reserve() for _ in first]
    for n, (name, page) in enumerate(first.items()):
        before = f"/Prev {items[n - 1]} 0 R" if n else ""
        after = f"/Next {items[n + 1]} 0 R" if n + 1 < len(items) else ""
        body = f"<</Title{_text(name)}/Parent {top} 0 R{before}{after}/Dest[{page} 0 R/Fit]>>"
        file.fill(items[n], body.encode("ascii"))
    whole = f"<</Type/Outlines/First {items[0]} 0 R/Last {items[-1]} 0 R/Count {len(items)}>>"
    file.fill(top, whole.encode("ascii"))
    return f"/Outlines {top} 0 R/PageMode/UseOutlines"


UNSTAMPED = "0" * 16


def stamped(pdf: bytes, build: str) -> bytes:
    """The same file with the sixteen digits of the content it belongs to in its metadata.

    A file whose sheets did not change is not made again when the game did; it only gets these digits.
    """
    head, mark, tail = pdf.rpartition(_stamp(UNSTAMPED))
    assert mark
    assert len(build) == len(UNSTAMPED)
    return head + _stamp(build) + tail


def _stamp(build: str) -> bytes:
    return f"content digest {build}".encode("utf-16-be").hex().upper().encode("ascii")


def pdf_bytes(pages: Sequence[Page], title: str, digest: str = "", subject: str = "") -> bytes:
    """A whole file; `digest` names what is on its sheets. It goes into the metadata, with room for that of the game."""
    file = _File()
    tree = file.reserve()
    numbers: dict[Form, int] = {}
    font = unseen_font(file.add, file.stream)
    kids = [_page(file, page, tree, numbers, font) for page in pages]
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    file.fill(tree, f"<</Type/Pages/Count {len(kids)}/Kids[{listed}]>>".encode("ascii"))
    outline = _outline(file, [(page.name, kid) for page, kid in zip(pages, kids, strict=True) if page.name])
    wishes = "/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>/Lang(en)"
    root = file.add(f"<</Type/Catalog/Pages {tree} 0 R{wishes}{outline}>>".encode("ascii"))
    info = f"/Title{_text(title)}/Producer{_text('Liege')}"
    if subject:
        info += f"/Subject{_text(subject)}"
    sheets = f", sheets {digest}" if digest else ""
    info += f"/Keywords{_text(f'content digest {UNSTAMPED}{sheets}')}"
    return file.bytes(root, file.add(f"<<{info}>>".encode("ascii")))
