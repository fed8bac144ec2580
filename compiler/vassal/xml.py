"""The tree of a build file or of metadata, read safely and written canonically.

Reading takes no entities, no document type, no network and no more elements than any published module has. Writing
sorts attributes and always gives the same bytes for the same tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from compiler.diagnostics import Failed, Span, diagnose

__all__ = ["MAX_BYTES", "MAX_ELEMENTS", "Component", "parse", "serialise"]

MAX_ELEMENTS: Final = 100_000  # far above any published module; a quarter of a minute for the lints
MAX_BYTES: Final = 64 << 20
_CHUNK: Final = 1 << 16
_MOST_ATTRIBUTES: Final = 50_000
_LONG: Final = re.compile(rb"<[^<]{200000,}")
_ATTRIBUTE: Final = re.compile(rb"""=\s*(?:"[^"]*"|'[^']*')""")  # what its value says is no attribute
_HEADER: Final = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
_ILLEGAL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(slots=True)
class Component:
    """One element: its class name, attributes, text and children. The line is where it was read."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list[Component] = field(default_factory=list)
    line: int = field(default=0, compare=False)

    @property
    def kind(self) -> str:
        """The class name without its package."""
        return self.tag.rpartition(".")[2]

    def get(self, attribute: str, default: str = "") -> str:
        return self.attributes.get(attribute, default)

    def walk(self) -> Iterator[Component]:
        """This component and all below it, in document order."""
        waiting = [self]
        while waiting:
            current = waiting.pop()
            yield current
            waiting.extend(reversed(current.children))

    def all(self, kind: str) -> Iterator[Component]:
        """Every component below with this class name, short or full."""
        return (each for each in self.walk() if each.tag == kind or each.kind == kind)

    def first(self, kind: str) -> Component | None:
        return next(self.all(kind), None)

    def add(self, *children: Component) -> Component:
        """This component with more children, for chaining."""
        self.children.extend(children)
        return self


def _refuse(code: str, message: str, name: str, line: int = 1, help: str | None = None) -> Failed:
    return Failed(diagnose(code, message, Span(name, max(line, 1)), help=help))


def _line(element: etree._Element) -> int:
    line = getattr(element, "sourceline", None)
    return line if isinstance(line, int) else 0


class _Builder:
    """Turns parser events into components, dropping the parser's own tree as it goes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Component | None = None
        self.stack: list[Component] = []
        self.count = 0

    def take(self, parser: etree.XMLPullParser) -> None:
        for event, element in parser.read_events():
            if not isinstance(element, etree._Element):
                continue
            if event == "start":
                self.start(element)
            else:
                self.end(element)

    def start(self, element: etree._Element) -> None:
        if self.root is None and element.getroottree().docinfo.internalDTD is not None:
            help = "remove the document type; VASSAL never writes one"
            raise _refuse("A010", f"`{self.name}` declares a document type or entities", self.name, 1, help)
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise _refuse("A011", f"`{self.name}` has more than {MAX_ELEMENTS} elements", self.name)
        attributes = {str(key): str(value) for key, value in element.attrib.items()}
        component = Component(str(element.tag), attributes, line=_line(element))
        if component.tag.startswith("{"):
            raise _refuse("A009", f"`{self.name}` uses a namespace, as no build file does", self.name, component.line)
        if self.stack:
            self.stack[-1].children.append(component)
        else:
            self.root = component
        self.stack.append(component)

    def end(self, element: etree._Element) -> None:
        component = self.stack.pop()
        tails = [child.tail or "" for child in element]
        component.text = "".join([element.text or "", *tails]).strip()
        # dropping the children keeps memory flat; the tail still belongs to the parent
        tail = element.tail
        element.clear()
        element.tail = tail


def parse(data: bytes, name: str) -> Component:
    """The tree of an XML file; `name` is what diagnostics call it."""
    if len(data) > MAX_BYTES:
        raise _refuse("A011", f"`{name}` has {len(data)} bytes; more than {MAX_BYTES} are refused", name)
    for element in _LONG.finditer(data):  # the parser holds every attribute of an element against all others
        if len(_ATTRIBUTE.findall(element[0])) > _MOST_ATTRIBUTES:
            line = data.count(b"\n", 0, element.start()) + 1
            raise _refuse("A011", f"an element of `{name}` has more than {_MOST_ATTRIBUTES} attributes", name, line)
    parser = etree.XMLPullParser(
        events=("start", "end"), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    builder = _Builder(name)
    try:
        for offset in range(0, len(data), _CHUNK):
            parser.feed(data[offset : offset + _CHUNK])
            builder.take(parser)
        parser.close()
        builder.take(parser)
    except etree.XMLSyntaxError as error:
        line = error.lineno or 1
        code = "A010" if "entit" in str(error).lower() else "A009"
        raise _refuse(code, f"`{name}` is no readable XML: {error.msg}", name, line) from None
    if builder.root is None:
        raise _refuse("A009", f"`{name}` is empty", name)
    return builder.root


def _in_attribute(value: str) -> str:
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    # a raw tab or line end in an attribute would be read back as a blank
    return value.replace("\t", "&#9;").replace("\n", "&#10;").replace("\r", "&#13;")


def _in_text(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def _write(component: Component, indent: str, out: list[str]) -> None:
    out.append(f"{indent}<{component.tag}")
    out.extend(f' {name}="{_in_attribute(value)}"' for name, value in sorted(component.attributes.items()))
    if not component.text and not component.children:
        out.append("/>\n")
        return
    out.append(">")
    out.append(_in_text(component.text))
    if component.children:
        out.append("\n")
        for child in component.children:
            _write(child, indent + " ", out)
        out.append(indent)
    out.append(f"</{component.tag}>\n")


def serialise(root: Component, name: str = "buildFile.xml") -> bytes:
    """The canonical bytes of a tree."""
    out = [_HEADER]
    _write(root, "", out)
    text = "".join(out)
    bad = _ILLEGAL.search(text)
    if bad is not None:
        line = text.count("\n", 0, bad.start()) + 1
        message = f"`{name}` would hold the character U+{ord(bad.group()):04X}, which XML cannot"
        raise _refuse("A013", message, name, line, "remove the control character from the text")
    return text.encode()
