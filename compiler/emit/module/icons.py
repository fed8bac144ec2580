"""The icons of the toolbar, one style for all modules: drawings that stay sharp at any size of the screen."""

from __future__ import annotations

from functools import lru_cache

from compiler.model.icons import icons
from compiler.vassal.xml import Component

_PREFIX, _SUFFIX = "icon_", ".svg"
_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">'


def icon(name: str) -> str:
    """The file of an icon, as attributes name it; KeyError if there is none."""
    return f"{_PREFIX}{name}{_SUFFIX}" if name in _drawn() else _drawn()[name]


def icons_of(root: Component) -> dict[str, bytes]:
    """The files of all icons that a module uses."""
    values = (value for part in root.walk() for value in (*part.attributes.values(), part.text))
    used = {value for value in values if value.startswith(_PREFIX)}
    names = sorted(value.removeprefix(_PREFIX).removesuffix(_SUFFIX) for value in used if value.endswith(_SUFFIX))
    return {f"images/{icon(name)}": _drawn()[name].encode() for name in names}


@lru_cache(1)
def _drawn() -> dict[str, str]:
    """Every icon of the set as a drawing of its own."""
    return {
        name: _HEAD + "".join(f'<path d="{d}" fill="{fill}" fill-rule="evenodd"/>' for d, fill in shapes) + "</svg>\n"
        for name, shapes in icons().items()
    }
