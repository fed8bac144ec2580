"""The small XML beside a module or save: `moduledata`, `savedata`, `extensiondata`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from compiler.vassal.xml import Component, parse, serialise

__all__ = ["NO_METADATA", "Metadata", "read_metadata", "write_metadata"]


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a file says of itself. `name` is empty in `savedata`; `other` keeps elements we do not know."""

    name: str = ""
    version: str = ""
    description: str = ""
    vassal_version: str = ""
    saved: str = "0"
    extra1: str = ""
    extra2: str = ""
    # other languages: (element, language, text)
    translations: tuple[tuple[str, str, str], ...] = ()
    other: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)

    def as_save(self, description: str) -> Metadata:
        """The `savedata` of a save of this module."""
        return replace(self, name="", description=description, translations=())


NO_METADATA: Final = Metadata()

# the order VASSAL writes them in
_ELEMENTS = (
    ("version", "version"),
    ("extra1", "extra1"),
    ("extra2", "extra2"),
    ("VassalVersion", "vassal_version"),
    ("dateSaved", "saved"),
    ("description", "description"),
    ("name", "name"),
)


def read_metadata(data: bytes, name: str) -> Metadata:
    """Metadata from its XML."""
    root = parse(data, name)
    known = dict(_ELEMENTS)
    values: dict[str, str] = {}
    translations: list[tuple[str, str, str]] = []
    other: list[tuple[str, str]] = []
    for child in root.children:
        if "lang" in child.attributes:
            translations.append((child.tag, child.get("lang"), child.text))
        elif child.tag in known:
            values[known[child.tag]] = child.text
        else:
            other.append((child.tag, child.text))
    return Metadata(**values, translations=tuple(translations), other=tuple(other))


def write_metadata(metadata: Metadata) -> bytes:
    """The XML of metadata."""
    children = []
    for tag, attribute in _ELEMENTS:
        text = getattr(metadata, attribute)
        if text or tag != "name":
            children.append(Component(tag, text=text))
        children.extend(
            Component(tag, {"lang": language}, words) for name, language, words in metadata.translations if name == tag
        )
    children.extend(Component(tag, text=text) for tag, text in metadata.other)
    return serialise(Component("data", {"version": "1"}, children=children), "moduledata")
