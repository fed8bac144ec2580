"""SVGs with more than flat shapes: nothing may reach out, text becomes outlines, soft ink becomes a bitmap.

What only lies flat stays vector (`foreign`). Gradients, opacity, clips, masks and filters of the file's own are painted
by cairosvg at the resolution of print; it is given no way to fetch anything.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from typing import Any

from lxml import etree

from compiler.diagnostics import Failed
from compiler.render import type as typeset
from compiler.render.path import Path

Fail = Callable[[str, str, str], Failed]
SVG = "http://www.w3.org/2000/svg"
_LINK = "{http://www.w3.org/1999/xlink}href"
_REACHING = ("script", "foreignObject", "image", "a", "iframe", "animate", "set", "animateTransform", "animateMotion",
             "feImage", "handler", "audio", "video", "embed", "object")  # fmt: skip
_SOFT = ("linearGradient", "radialGradient", "clipPath", "mask", "filter", "pattern", "style", "marker")
_SOFT_KEYS = ("opacity", "fill-opacity", "stroke-opacity", "filter", "mask", "clip-path", "stroke-dasharray", "class")
_URL = re.compile(r"url\(\s*[\"']?\s*([^)\"']*)", re.IGNORECASE)
_FAMILIES = {"sans-serif": "sans", "sans": "sans", "source sans pro": "sans", "serif": "serif",
             "source serif pro": "serif", "ipaexgothic": "kanji", "kanji": "kanji"}  # fmt: skip
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_MOST_TEXT = 2_000
DPI = 600.0
MOST_PIXELS = 24_000_000


def local(node: Any) -> str:
    """The name of an element of SVG; empty for anything else."""
    if not isinstance(node.tag, str):
        return ""
    name = bare(node.tag)
    return name if node.tag == f"{{{SVG}}}{name}" else ""


def bare(tag: str) -> str:
    """The name of an element or attribute without its namespace; `QName` stumbles over a bracket in that."""
    return tag.rpartition("}")[2]


def guard(root: Any, fail: Fail, most: int) -> None:
    """Refuse whatever reaches out, runs, includes itself, or grows beyond `most` elements when its uses are drawn."""
    for node in root.iter():
        name = local(node)
        if name in _REACHING:
            raise fail("R202", f"holds a `{name}` element", "keep only shapes, text and gradients of its own")
        if name == "style" and re.search(r"@import|url\(\s*[\"']?[^#\s\"']", "".join(node.itertext()), re.IGNORECASE):
            raise fail("R202", "fetches from its style sheet", "keep only colours in it")
        for key, value in node.attrib.items() if name else ():
            _attribute(bare(key), value, fail)
    _no_loops(root, fail)
    if _drawn(root, most) > most:
        raise fail("R204", f"has more than {most} elements", "use a smaller picture")


def _attribute(key: str, value: str, fail: Fail) -> None:
    if key.lower().startswith("on"):
        raise fail("R202", f"holds a script in `{key}`", "keep only shapes")
    elsewhere = [target for target in _URL.findall(value) if not target.strip().startswith("#")]
    if elsewhere or (key == "href" and not value.startswith("#")):
        raise fail("R202", f"refers to something else in `{key}`", "copy it into the file, or use flat colours")


def _no_loops(root: Any, fail: Fail) -> None:
    """A shape that includes itself, straight or through others."""
    ids = {node.get("id"): node for node in root.iter() if local(node) and node.get("id")}
    leads: dict[str, set[str]] = {}
    for id, node in ids.items():
        found = {(n.get("href") or n.get(_LINK) or "")[1:] for n in node.iter() if local(n)}
        for n in node.iter():
            for value in n.attrib.values() if local(n) else ():
                found |= {target.strip()[1:] for target in _URL.findall(value)}
        leads[id] = found & ids.keys()
    done: set[str] = set()

    def walk(id: str, above: tuple[str, ...]) -> None:
        if id in above:
            raise fail("R203", f"includes itself: `{id}`", "draw the shape in place")
        if id not in done:
            for other in sorted(leads[id] - {id} if local(ids[id]) in _SOFT else leads[id]):
                walk(other, (*above, id))
            done.add(id)

    for id in sorted(leads):
        walk(id, ())


def _drawn(root: Any, most: int) -> int:
    """How many elements are drawn, each use counted with what it shows; there are no loops."""
    ids = {node.get("id"): node for node in root.iter() if local(node) and node.get("id")}
    known: dict[Any, int] = {}

    def count(node: Any) -> int:
        if node not in known:
            shown = ids.get((node.get("href") or node.get(_LINK) or "")[1:]) if local(node) == "use" else None
            parts = [count(child) for child in node if isinstance(child.tag, str)]
            known[node] = min(most + 1, 1 + sum(parts) + (count(shown) if shown is not None else 0))
        return known[node]

    return count(root)


def soft(root: Any) -> bool:
    """Whether there is more than flat ink in it."""
    for node in root.iter():
        name = local(node)
        if name in _SOFT:
            return True
        for key, value in node.attrib.items() if name else ():
            word = bare(key)
            if "url(" in value.lower() or (word == "style" and any(k in value for k in _SOFT_KEYS)):
                return True
            if word in _SOFT_KEYS and value.strip() not in ("1", "none", "1.0"):
                return True
    return False


def outlined(root: Any, faces: Mapping[str, str], fail: Fail) -> Any:
    """The tree with every text as an outline in a packaged or own font."""
    if not any(local(node) == "text" for node in root.iter()):
        return root
    made = copy.deepcopy(root)
    for node in [node for node in made.iter() if local(node) == "text"]:
        group = etree.Element(f"{{{SVG}}}g")
        for key in ("transform", "opacity", "id", "class"):
            if node.get(key):
                group.set(key, node.get(key))
        _Setter(faces, fail, group).text(node)
        group.tail = node.tail
        node.getparent().replace(node, group)
    return made


def _style(node: Any, inherited: Mapping[str, str]) -> dict[str, str]:
    found = dict(inherited)
    given = {bare(k): v for k, v in node.attrib.items()}
    for rule in given.pop("style", "").split(";"):
        key, _, value = rule.partition(":")
        given[key.strip()] = value.strip()
    found.update({k: v for k, v in given.items() if k in _TEXT_KEYS})
    return found


_TEXT_KEYS = ("font-family", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing", "fill",
              "stroke", "stroke-width", "fill-opacity")  # fmt: skip


class _Setter:
    """Sets the lines of one text element."""

    def __init__(self, faces: Mapping[str, str], fail: Fail, into: Any) -> None:
        self.faces, self.fail, self.into = faces, fail, into
        self.x = self.y = 0.0

    def text(self, node: Any) -> None:
        style: dict[str, str] = {}
        for above in reversed(list(node.iterancestors())):
            if local(above):
                style = _style(above, style)
        if len("".join(node.itertext())) > _MOST_TEXT:
            raise self.fail("R204", f"holds a text of more than {_MOST_TEXT} letters", "set long texts on a card")
        self._runs(node, style)

    def _runs(self, node: Any, style: Mapping[str, str]) -> None:
        own = _style(node, style)
        self.x, self.y = _number(node.get("x"), self.x), _number(node.get("y"), self.y)
        self.x, self.y = self.x + _number(node.get("dx"), 0.0), self.y + _number(node.get("dy"), 0.0)
        self._set(node.text, own)
        for child in node:
            if local(child) == "tspan":
                self._runs(child, own)
            elif local(child):
                raise self.fail("R203", f"has a `{local(child)}` in a text", "write the text in lines")
            self._set(child.tail, own)

    def _set(self, text: str | None, style: Mapping[str, str]) -> None:
        words = " ".join((text or "").split())
        if not words:
            return
        face, size = self._face(style), _number(style.get("font-size"), 16.0)
        spacing = _number(style.get("letter-spacing"), 0.0) / size if size else 0.0
        line = typeset.shape(words, face, spacing)
        if line.missing:
            raise self.fail("R101", f"has `{line.missing[0]}` (U+{ord(line.missing[0]):04X}), which no font has",
                            "put a font that has it into `art/`")  # fmt: skip
        width = line.advance * size
        left = self.x - {"middle": width / 2, "end": width}.get(style.get("text-anchor", ""), 0.0)
        group = etree.SubElement(self.into, f"{{{SVG}}}g")
        group.set("transform", f"translate({left:.4f} {self.y:.4f}) scale({size / 1000:.6f})")
        for key in ("fill", "stroke", "stroke-width", "fill-opacity"):
            if key in style:
                group.set(key, style[key])
        for glyph, x in line.glyphs:
            path = etree.SubElement(group, f"{{{SVG}}}path")
            path.set("d", _data(glyph.path))
            path.set("transform", f"translate({x} 0)")
        self.x += width

    def _face(self, style: Mapping[str, str]) -> str:
        families = [f.strip().strip("'\"") for f in style.get("font-family", "sans-serif").split(",")]
        bold = style.get("font-weight", "") in ("bold", "bolder", "600", "700", "800", "900")
        italic = style.get("font-style", "") in ("italic", "oblique")
        for family in families:
            if family in self.faces:
                return self.faces[family]
            known = _FAMILIES.get(family.lower())
            if known is not None:
                plain = known == "kanji" or not (bold or italic)
                return known if plain else f"{known}-{'bold' if bold else 'italic'}"
        raise self.fail("R203", f"sets a text in `{families[0]}`, a font it does not bring",
                        f"put `{families[0]}.ttf` into `art/`, or use `sans-serif` or `serif`")  # fmt: skip


def _number(text: str | None, default: float) -> float:
    found = _NUMBER.search(text or "")
    return float(found[0]) if found else default


def _data(path: Path) -> str:
    out, pts, i = [], path.pts, 0
    for op in path.ops:
        n = {"M": 2, "L": 2, "C": 6}.get(op, 0)
        out.append(op + " ".join(str(v) for v in pts[i : i + n]) if n else "Z")
        i += n
    return "".join(out)


def painted(root: Any, width: float, height: float, fail: Fail) -> bytes:
    """The picture as PNG, filling a box of millimetres as its view box fills it, 600 dots to the inch at most."""
    from cairosvg.surface import PNGSurface

    def refuse(url: str, *_: object) -> bytes:
        raise fail("R202", "refers to something else", "copy it into the file")

    scale = min(DPI / 25.4, (MOST_PIXELS / (width * height)) ** 0.5)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    try:
        found = PNGSurface.convert(
            bytestring=etree.tostring(root), output_width=size[0], output_height=size[1], unsafe=False,
            url_fetcher=refuse,
        )  # fmt: skip
    except Failed:
        raise
    except Exception as fault:  # whatever it stumbles over is a fault of the picture
        raise fail("R201", "is not an SVG that can be drawn", "open and save it in a vector editor") from fault
    assert isinstance(found, bytes)
    return found
