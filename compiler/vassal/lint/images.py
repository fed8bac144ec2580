"""Images: missing, unused, damaged, too large. The references are exact: traits, components, HTML and other images."""

from __future__ import annotations

import contextlib
import io
import re
import struct
import warnings
from collections.abc import Iterator
from urllib.parse import unquote

from PIL import Image, UnidentifiedImageError

from compiler.diagnostics import Diagnostic, Failed, Span, diagnose
from compiler.vassal.archive import read_archive
from compiler.vassal.components import attributes
from compiler.vassal.lint.engine_names import IMAGES
from compiler.vassal.lint.names import fixed
from compiler.vassal.lint.near import Near
from compiler.vassal.lint.usage import distinct_traits, trait_texts
from compiler.vassal.module import Design, Module
from compiler.vassal.save import reveal
from compiler.vassal.traits import Mask, NonRectangular, OldNonRectangular, PlaySound, Trait, UnknownTrait
from compiler.vassal.xml import Component

__all__ = ["check", "references"]

_FOLDER = "images/"
# a name in quotes may hold blanks
_SOURCE = re.compile(r"""(?:src|xlink:href|href|url)\s*[=(]\s*(?:"([^"]+)"|'([^']+)'|([^"'\s>)]+))""", re.IGNORECASE)
_SHOWN = re.compile(r"""<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]+)"|'([^']+)'|([^"'\s>]+))""", re.IGNORECASE)
_PICTURES = (".png", ".gif", ".jpg", ".jpeg", ".svg")
# a path of today ends in the name of the picture it was traced from; an older one has it among its numbers
_TRACED = re.compile(r"(?:^|[ ,])[Nn] ?(\S[^,;]*?)(?=,|$)")
_FILLED = re.compile(r"\$[^$]+\$|\{[^{}]*\}")
_BOARD_PIXELS = 60_000_000
_PIECE_PIXELS = 4_000_000
_FILE_BYTES = 25_000_000
_TEXT_BYTES = 20_000_000
_MOST_PATTERNS = 1000
_PNG = b"\x89PNG\r\n\x1a\n"
_SAVES = (".vsav", ".vlog")
_RASTERS = (".png", ".gif", ".jpg", ".jpeg")


def check(module: Module) -> Iterator[Diagnostic]:
    """All faults of images and sounds."""
    entries = {name.removeprefix(_FOLDER): name for name in module.archive if name.startswith(_FOLDER)}
    used = references(module, module.designs)
    if not module.is_extension:
        yield from _missing(module, entries, references(module, module.live))
        yield from _missing_sounds(module)
    idle = _idle(module, entries, used)
    if not _is_programmed(module):
        yield from _unused(module, idle)
    # a picture that nobody names is told once at most: that it is large harms nobody
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        unfit = list(_unfit(module, {name: entry for name, entry in entries.items() if name not in idle}))
    yield from unfit


def references(module: Module, designs: list[Design]) -> dict[str, tuple[str, Span]]:
    """Every image components and these designs ask for, with who asks first; a name filled in play keeps its `$`."""
    found: dict[str, tuple[str, Span]] = {}
    for component in module.root.walk():
        owner = f"{component.kind} {component.get('name')}".strip()
        for attribute in attributes(component.tag):
            name = component.get(attribute.name)
            if attribute.kind in ("icon", "img") and name and not name.startswith("/"):
                found.setdefault(name, (owner, module.at(component)))
        for name in _icons(component):
            found.setdefault(name, (owner, module.at(component)))
    for design in designs:
        if design.piece.basic.image:
            found.setdefault(design.piece.basic.image, (design.label, design.span))
    for trait, design in distinct_traits(designs):
        for name in _trait_images(trait):
            if name and not name.startswith("/"):  # VASSAL's own, not the module's
                found.setdefault(name, (design.label, design.span))
    return found


def _icons(component: Component) -> Iterator[str]:
    """Pictures a component names where we know no attribute for them: icons of options and of newer buttons."""
    if component.tag == "option" and component.get("name").lower().endswith("icon"):
        yield from (name for name in (component.text,) if name and not name.startswith("/"))
    known = {attribute.name for attribute in attributes(component.tag)}
    for key, value in component.attributes.items():
        is_icon = key.lower().endswith(("icon", "image")) and value.lower().endswith(_PICTURES)
        if key not in known and is_icon and not value.startswith("/"):
            yield value


def _in_pages(module: Module) -> Iterator[tuple[str, str]]:
    """Pictures that pages of help and charts show: name of the picture, name of the page."""
    for name in module.archive:
        if name.lower().endswith((".html", ".htm")) and module.archive.size(name) < _TEXT_BYTES:
            text = module.archive.read(name).decode("utf-8", "replace")
            for groups in _SHOWN.findall(text):
                yield unquote("".join(groups)), name


def _trait_images(trait: Trait) -> Iterator[str]:
    for spec, value in trait.values():
        if spec.kind.role == "image":
            yield from value if isinstance(value, tuple) else (value,)
    if isinstance(trait, Mask):
        yield trait.shown_to_others


def _named_in(texts: Iterator[str]) -> Iterator[str]:
    for text in texts:
        if "=" in text or "url" in text:
            yield from ("".join(groups) for groups in _SOURCE.findall(text))


def _mentioned(module: Module) -> set[str]:
    """Names in HTML, in other images, in texts with HTML, and in whatever we do not know: enough to be used."""
    found: set[str] = set()
    for name in module.archive:
        if name.lower().endswith((".html", ".htm", ".svg", ".css")) and module.archive.size(name) < _TEXT_BYTES:
            text = module.archive.read(name).decode("utf-8", "replace")
            sources = [unquote("".join(groups)) for groups in _SOURCE.findall(text)]
            found.update(source.rpartition("/")[2] for source in sources)
            found.update(source.removeprefix(_FOLDER) for source in sources)
    for component in module.root.walk():
        found.update(_named_in(iter((component.text, *component.attributes.values()))))
        known = {attribute.name for attribute in attributes(component.tag)}
        found.update(value for name, value in component.attributes.items() if name not in known)
        if ".gamepieceimage." in component.tag:  # drawn from parts, some of them pictures
            found.update(part for value in component.attributes.values() for part in re.split(r"[;,|]", value))
    for trait, _ in distinct_traits(module.designs):
        found.update(_named_in(text for text, _ in trait_texts(trait)))
        if isinstance(trait, NonRectangular):
            found.update(_TRACED.findall(trait.path))
        if isinstance(trait, OldNonRectangular):
            found.update(part[1:] for part in trait.path.split(",") if part[:1] == "n")
        if isinstance(trait, UnknownTrait):
            found.update(re.split(r"[;,:]", trait.type))
    return found


def _missing(module: Module, entries: dict[str, str], used: dict[str, tuple[str, Span]]) -> Iterator[Diagnostic]:
    made = {each.get("name") for each in module.root.all("GamePieceImage")}
    near = Near(entries)
    folded = {name.casefold(): name for name in entries}
    for name, (owner, span) in used.items():
        # names of the oldest modules have no extension
        if name in entries or f"{name}.gif" in entries or name in made or not fixed(name):
            continue
        if name in IMAGES or f"{name}.gif" in IMAGES:
            continue
        other = folded.get(name.casefold()) or near.to(name)
        help = f"did you mean `{other}`?" if other else f"add `{_FOLDER}{name}` or remove the reference"
        yield diagnose("A101", f"`{owner}` shows the image `{name}`, which is not in the module", span, help=help)
    seen: set[str] = set()
    for name, page in _in_pages(module):
        last = name.rpartition("/")[2]
        reaches_out = ":" in name or name.startswith("/") or not fixed(name) or name in seen
        seen.add(name)
        if not reaches_out and last not in entries and name not in module.archive:
            beside = f"{page.rpartition('/')[0]}/{name}".lstrip("/")
            if beside not in module.archive:
                message = f"the page `{page}` shows the image `{name}`, which is not in the module"
                help = near.help(last, f"add `{_FOLDER}{last}` or remove the reference")
                yield diagnose("A101", message, Span(f"{module.name}!{page}"), help=help)


def _missing_sounds(module: Module) -> Iterator[Diagnostic]:
    for design in module.live:
        for trait in design.piece.all(PlaySound):
            if fixed(trait.sound) and f"sounds/{trait.sound}" not in module.archive:
                message = f"`{design.label}` plays `{trait.sound}`, which is not in the module"
                yield diagnose("A118", message, design.span, help=f"add `sounds/{trait.sound}`")


def _idle(module: Module, entries: dict[str, str], used: dict[str, tuple[str, Span]]) -> dict[str, str]:
    """Images that nothing names, not even a piece laid out in a save."""
    names = {*used, *_mentioned(module)}
    filled = sorted(name for name in names if not fixed(name) and len(_FILLED.sub("", name)) > 2)
    patterns = [_FILLED.split(name) for name in filled[:_MOST_PATTERNS]]
    idle = {
        name: entry
        for name, entry in sorted(entries.items())
        if not (name in names or name.removesuffix(".gif") in names or any(_fits(parts, name) for parts in patterns))
    }
    laid = _laid_out(module) if idle else ""
    return {name: entry for name, entry in idle.items() if name not in laid}


def _unused(module: Module, idle: dict[str, str]) -> Iterator[Diagnostic]:
    for name, entry in idle.items():
        help = "remove it, if no extension of the module uses it"
        message = f"the image `{name}` is used nowhere ({module.archive.size(entry)} bytes)"
        yield diagnose("A102", message, Span(f"{module.name}!{entry}"), help=help)


def _laid_out(module: Module) -> str:
    """The text of all saves in the module: a piece laid out before it was redesigned shows what it showed then."""
    found = []
    for name in module.archive:
        if name.lower().endswith(_SAVES) and module.archive.size(name) < _TEXT_BYTES:
            # what is wrong with one is told where setups are read
            with contextlib.suppress(Failed), read_archive(module.archive.read(name), name) as save:
                found.append(reveal(save.read("savedGame"), name))
    return "\n".join(found)


def _is_programmed(module: Module) -> bool:
    """Whether code that is not VASSAL's has a say: it may put names of pictures together as it likes."""
    if module.has_own_classes or any(isinstance(trait, UnknownTrait) for trait, _ in distinct_traits(module.designs)):
        return True
    tags = {each.tag for each in module.root.walk()}
    return any(not tag.startswith("VASSAL.") and ("." in tag or tag[:1].isupper()) for tag in tags)


def _fits(parts: list[str], name: str) -> bool:
    """Whether a name has these parts in order, whatever lies between them."""
    if len(parts) == 1 or not name.startswith(parts[0]) or not name.endswith(parts[-1]):
        return name == parts[0]
    place = len(parts[0])
    for part in parts[1:-1]:
        place = name.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return place <= len(name) - len(parts[-1])


def _unfit(module: Module, entries: dict[str, str]) -> Iterator[Diagnostic]:
    boards = {board.get("image") for board in module.root.all("Board")}
    charts = {chart.get("fileName") for chart in module.root.all("Chart")}
    for name, entry in sorted(entries.items()):
        size = module.archive.size(entry)
        if size > _FILE_BYTES:
            help = "a palette PNG or a JPEG is several times smaller"
            span = Span(f"{module.name}!{entry}")
            yield diagnose("A114", f"the image `{name}` takes {size // 1_000_000} MB", span, help=help)
        elif name.lower().endswith(_RASTERS):
            limit = _BOARD_PIXELS if name in boards or name in charts else _PIECE_PIXELS
            yield from _pixels(module, name, entry, limit)


def _size(data: bytes) -> tuple[int, int]:
    """How large an image claims to be; only its head is read."""
    if data.startswith(_PNG):
        return _png_size(data)
    with Image.open(io.BytesIO(data), formats=("GIF", "JPEG")) as image:
        return image.size


def _png_size(data: bytes) -> tuple[int, int]:
    """The size of a PNG that has pixels. VASSAL, unlike others, does not mind a wrong sum of what lies before them."""
    place, size = len(_PNG), (0, 0)
    while place + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        if kind == b"IHDR" and place + 16 <= len(data):
            size = struct.unpack_from(">II", data, place + 8)
        if kind == b"IDAT" and all(size):
            return size
        place += length + 12
    raise UnidentifiedImageError("a PNG without size or pixels")


def _pixels(module: Module, name: str, entry: str, limit: int) -> Iterator[Diagnostic]:
    span = Span(f"{module.name}!{entry}")
    try:
        width, height = _size(module.archive.read(entry))
    except Failed as failed:
        yield from failed.diagnostics
        return
    except Image.DecompressionBombError:
        width, height = limit, 2
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        help = "VASSAL cannot show it, and a module with such a file may not save"
        yield diagnose("A124", f"`{name}` is no PNG, GIF or JPEG image", span, help=help)
        return
    if width * height > limit:
        message = f"the image `{name}` has {width}x{height} pixels, more than {limit // 1_000_000} million"
        help = "players with little memory cannot open the module; draw it smaller"
        yield diagnose("A114", message, span, help=help)
