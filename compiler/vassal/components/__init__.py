"""The components of a build file: every attribute with its kind and VASSAL's default.

One line per component, in the notation `attribute:kind=default`. Kinds: `s` text, `i` whole number, `d` decimal,
`b` flag, `c` color, `l` comma list, `e` match or expression, `f` message format, `icon` a toolbar icon, `img` an image,
`file` an archive entry, `sound`, `target` a fast match, `prop` the name of a property the component sets, `o` one of a
few words; keys: `k` heard by a button, `k>` sent to pieces, `k!` sent to buttons, `k*` a list sent to buttons, `kd`
heard by a deck or map. A kind that ends in `?` is left out unless given: VASSAL has no neutral value for it.
"""

from __future__ import annotations

import shlex
from functools import cache
from typing import Final, NamedTuple

from compiler.vassal.components.board import BOARD
from compiler.vassal.components.map import MAP
from compiler.vassal.components.module import MODULE

__all__ = ["COMPONENTS", "PREFIXES", "Attribute", "attributes", "full_tag"]


class Attribute(NamedTuple):
    """One attribute of a component: its kind and the value VASSAL takes when it is absent."""

    name: str
    kind: str
    default: str
    optional: bool


PREFIXES: Final = {
    "m.": "VASSAL.build.module.",
    "w.": "VASSAL.build.widget.",
    "b.": "VASSAL.build.module.map.boardPicker.board.",
    "p.": "VASSAL.preferences.",
}

BAR: Final = "canDisable:b=false propertyGate:s hideWhenDisabled:b=false disabledIcon:icon"


def full_tag(short: str) -> str:
    """The full class name of a tag written short, `m.Map`."""
    prefix = PREFIXES.get(short[:2])
    return prefix + short[2:] if prefix else short


COMPONENTS: Final[dict[str, str]] = {full_tag(tag): line for tag, line in {**MODULE, **MAP, **BOARD}.items()}


@cache
def attributes(tag: str) -> tuple[Attribute, ...]:
    """Every attribute of a component in alphabetical order; nothing for a tag we do not know."""
    found = []
    for item in shlex.split(COMPONENTS.get(tag, "").replace("[bar]", BAR)):
        name, _, rest = item.partition(":")
        kind, _, default = rest.partition("=")
        found.append(Attribute(name, kind.removesuffix("?"), default, kind.endswith("?")))
    return tuple(sorted(found))
