"""The layers of a piece: each trait's text with all inner ones encoded inside it.

Plain repeated encoding would copy the inner text once per layer. Both directions here do the same in one pass: what
separates layer *n* from the next is a TAB behind exactly *n* backslashes. Texts that need quotes somewhere, which
VASSAL hardly ever writes, take the plain way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from compiler.vassal import sequence

__all__ = ["nest", "unnest"]

_TAB: Final = re.compile(r"\\*\t")
# copying this much is far beyond any real piece and still takes no more than a moment
_WORK_LIMIT: Final = 200_000_000


def nest(layers: Sequence[str]) -> str:
    """The text of these layers, outermost first."""
    inner = layers[-1]
    starts, ends = "".join([layer[:1] for layer in layers]), "".join([layer[-1:] for layer in layers])
    if "'" in starts or "\\" in starts or "\t" in starts or "\\" in ends:
        for layer in reversed(layers[:-1]):
            inner = sequence.encode((layer, inner), "\t")
        return inner
    out: list[str] = []
    separator = "\t"
    for layer in layers[:-1]:
        out += (layer.replace("\t", f"\\{separator}") if "\t" in layer else layer, separator)
        separator = f"\\{separator}"
    out.append(inner.replace("\t", separator) if "\t" in inner else inner)
    return "".join(out)


def unnest(text: str, count: int | None = None) -> list[str] | None:
    """The layers of a text, outermost first; nothing if taking it apart would need unbounded work.

    Without a count the innermost layer is the first without a TAB, as VASSAL reads types. With one it is whatever is
    left after that many, as VASSAL reads states.
    """
    # only a rest that wears quotes as a whole was quoted
    quoted = text[-1:] == "'"
    layers: list[str] = []
    start = depth = 0
    for match in _TAB.finditer(text):
        if count is not None and depth == count - 1:
            break
        slashes = match.end() - match.start() - 1
        if slashes < depth or (quoted and text[start] == "'"):
            return _unnest_plainly(text, count)
        if slashes == depth:
            layers.append(_unquoted(_unescaped(text[start : match.start()], depth + 1)))
            start, depth = match.end(), depth + 1
    if quoted and depth and text[start : start + 1] == "'":
        return _unnest_plainly(text, count)
    inner = text[start:]
    layers.append(_unescaped(inner, depth) if count is not None else _unquoted(_unescaped(inner, depth + 1)))
    return layers


def _unescaped(layer: str, times: int) -> str:
    return layer.replace("\\" * times + "\t", "\t") if "\t" in layer else layer


def _unquoted(layer: str) -> str:
    return layer[1:-1] if len(layer) > 1 and layer[0] == "'" and layer[-1] == "'" else layer


def _unnest_plainly(text: str, count: int | None) -> list[str] | None:
    layers: list[str] = []
    work = 0
    while count is None or len(layers) < count - 1:
        head, rest = sequence.first(text, "\t")
        layers.append(head)
        if rest is None:
            return layers
        work += len(rest)
        if work > _WORK_LIMIT:
            return None
        text = sequence.first(rest, "\t")[0]
    layers.append(text)
    return layers
