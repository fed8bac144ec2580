"""The icons of toolbar and player aids, one set: shapes on a grid of 24, each in ink or in the accent."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from lxml import etree

INK = "#1E1A18"  # of the file; any other colour in it is the accent
_NAMESPACE = "{http://www.w3.org/2000/svg}"


@lru_cache(1)
def icons() -> dict[str, tuple[tuple[str, str], ...]]:
    """Path data and colour of every shape, by the name of the icon."""
    data = files(__package__).joinpath("icons.svg").read_bytes()
    root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))
    return {
        str(node.get("id")).removeprefix("icon-"): tuple(
            (str(path.get("d")), str(path.get("fill"))) for path in node.iter(f"{_NAMESPACE}path")
        )
        for node in root.iter(f"{_NAMESPACE}symbol")
    }
