"""What the author brings in `art/`: fonts by the names of their files, symbols by theirs, and a mark of it all.

A font or symbol is known by its path and a digest of its bytes, so that whoever keeps a picture keeps it by them too.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from compiler.diagnostics import Diagnostic, Span, diagnose

FONTS = (".ttf", ".otf")
PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".gif")
MARK = "#"  # between a path and the digest of what is there
MAX_FONT = 24_000_000


@lru_cache(512)
def _digest(path: str, changed: int, size: int) -> str:
    with open(path, "rb") as file:
        return sha256(file.read(size)).hexdigest()[:24]


class Mark(str):
    """A path with the digest of what is there. Only the digest tells it apart: where a folder lies does not show."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(str(self).rpartition(MARK)[2])


def marked(path: Path) -> Mark:
    """A file by its path and what is in it."""
    seen = path.stat()
    return Mark(f"{path.as_posix()}{MARK}{_digest(str(path), seen.st_mtime_ns, seen.st_size)}")


def path_of(mark: str) -> Path:
    """The path of a marked file."""
    return Path(mark.rpartition(MARK)[0])


def _files(folder: str | Path, endings: tuple[str, ...]) -> Iterator[Path]:
    home = Path(folder) / "art"
    if home.is_dir():
        yield from sorted(p for p in home.rglob("*") if p.suffix.lower() in endings and p.is_file())


def own_fonts(folder: str | Path) -> dict[str, str]:
    """The fonts of a game by the stems of their files."""
    return {path.stem: marked(path) for path in _files(folder, FONTS)}


def own_symbols(folder: str | Path) -> dict[str, str]:
    """The drawings of a game that may serve as symbols, by the stems of their files."""
    return {path.stem: marked(path) for path in _files(folder, (".svg",))}


def own_art(folder: str | Path) -> Mapping[str, str]:
    """Every picture of a game with the digest of its bytes."""
    root = Path(folder)
    return {p.relative_to(root).as_posix(): marked(p).rpartition(MARK)[2] for p in _files(folder, PICTURES)}


def broken_fonts(folder: str | Path) -> Iterator[Diagnostic]:
    """Files that are called fonts and are none."""
    for path in _files(folder, FONTS):
        reason = _fault(path)
        if reason:
            name = path.relative_to(Path(folder)).as_posix()
            yield diagnose("R207", f"`{name}` is not a font that can be read: {reason}", Span(path.as_posix(), 1, 1, 1),
                           help="export it again as TrueType or OpenType, or take it away")  # fmt: skip


def _fault(path: Path) -> str:
    from fontTools.ttLib import TTFont, TTLibError

    if path.stat().st_size > MAX_FONT:
        return f"it is larger than {MAX_FONT // 1_000_000} MB"
    data = path.read_bytes()
    if data[:4] not in (b"\0\1\0\0", b"OTTO", b"true"):
        return "it does not begin as one"
    try:
        with TTFont(io.BytesIO(data), lazy=True) as font:
            if not font.getBestCmap() or not 16 <= font["head"].unitsPerEm <= 16_384:
                return "it has no characters"
            font.getGlyphOrder()
    except (TTLibError, KeyError, ValueError, IndexError, TypeError, AssertionError, OSError, ArithmeticError) as fault:
        return f"{type(fault).__name__}"
    except Exception as fault:  # fontTools lets errors of struct and others through
        return f"{type(fault).__name__}"
    return ""
