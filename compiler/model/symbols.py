"""The names of the symbol set: crests (`mon-…`), units and markers (`unit-…`) from `symbols.svg`, NATO boxes.

What they look like is the renderer's; that there is one of a name is known before anything is drawn.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from lxml import etree

# Plain words for symbols that have a more exact name.
ALIASES = {
    "unit-foot": "unit-soldier",
    "unit-leader": "unit-general",
    "unit-daimyo": "unit-gunbai",
    "unit-cavalry": "unit-horse",
    "unit-archer": "unit-bow",
    "unit-arquebus": "unit-gun",
    "unit-fleet": "unit-ship",
    "unit-tower": "mon-tower",
    "unit-anchor": "mon-anchor",
}
NATO = ("infantry", "cavalry", "artillery", "armour", "mechanized", "engineer", "supply", "headquarters", "air",
        "naval", "unknown")  # fmt: skip
_NAMESPACE = "{http://www.w3.org/2000/svg}"


@lru_cache(1)
def outlines() -> dict[str, str]:
    """Path data by id, as the file has it."""
    data = files(__package__).joinpath("symbols.svg").read_bytes()
    root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    found = {}
    for node in root.iter(f"{_NAMESPACE}symbol"):
        path = node.find(f"{_NAMESPACE}path")
        if path is not None:
            found[str(node.get("id"))] = str(path.get("d"))
    return found


@lru_cache(1)
def names() -> tuple[str, ...]:
    """Every symbol there is, aliases included, sorted."""
    return tuple(sorted((*outlines(), *ALIASES, *(f"nato-{kind}" for kind in NATO))))


def has(name: str) -> bool:
    """Whether a symbol of that full name exists."""
    return name in names()


def full_name(name: str) -> str:
    """The full name of a symbol as layouts may write it: `bow` is short for `unit-bow`."""
    return name if name.startswith(("unit-", "mon-", "nato-")) else f"unit-{name}"
