"""One function a format: bytes in, and nothing out but `Failed` or diagnostics. Anything else is a find."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from PIL import Image

from compiler import pipeline
from compiler.diagnostics import Failed, Sink
from compiler.load import parse
from compiler.load.csv import parse_csv
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.saving import load, save
from compiler.play.session import Session
from compiler.schema.validate import validate
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.buildfile import serialise
from compiler.vassal.lint import lint_module, lint_save
from compiler.vassal.save import Save, conceal, read_save, reveal, write_save
from compiler.vassal.words import Narrator
from tests.faulty import MINIS
from tests.play.table import book
from tests.vassal import small

Target = Callable[[bytes], object]


def a_yaml(data: bytes) -> None:
    sink = Sink()
    with contextlib.suppress(UnicodeDecodeError):
        document = parse(data.decode("utf-8"), "counters.yaml", sink)
        if document is not None and not sink.failed:
            validate(document, "counters", sink)


def a_game(data: bytes) -> None:
    """One file of a small game, read, resolved and looked at."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "points"
        folder.mkdir()
        for path in (MINIS / "points").rglob("*.yaml"):
            to = folder / path.relative_to(MINIS / "points")
            to.parent.mkdir(exist_ok=True)
            to.write_bytes(data if path.name == "counters.yaml" else path.read_bytes())
        pipeline.check(folder, Sink(), rules=False)


def a_csv(data: bytes) -> None:
    with contextlib.suppress(UnicodeDecodeError):
        parse_csv(data.decode("utf-8"), "counters.csv", "counters", Sink())


def a_zip(data: bytes) -> None:
    with read_archive(data, "x.vmod") as archive:
        lint_module(archive)


def an_xml(data: bytes) -> None:
    with read_archive(write_archive({"buildFile.xml": data}), "x.vmod") as archive:
        lint_module(archive)


def a_save(data: bytes) -> None:
    """A game saved by `liege play`."""
    load(book(), data.decode("utf-8", "replace"), Seeded(1))


def a_vsav(data: bytes) -> None:
    """The commands of a save or log for VASSAL, obfuscated as VASSAL does if they are not yet."""
    if not data.startswith(b"!VCSK"):
        data = conceal(data.decode("utf-8", "replace"))
    with read_archive(write_archive({"savedGame": data}), "x.vsav") as archive:
        lint_save(archive)
        narrator = Narrator()
        for command in read_save(archive).commands:
            for _ in narrator.steps((command,)):
                pass
            narrator.line(command)


def a_bitmap(data: bytes) -> None:
    from compiler.render.foreign import import_bitmap

    import_bitmap(data, "x.png")


def an_svg(data: bytes) -> None:
    from compiler.render.foreign import import_svg

    import_svg(data, 10.0, 10.0, "x.svg")


def a_font(data: bytes) -> None:
    from compiler.render.own import broken_fonts

    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "art").mkdir()
        (Path(name) / "art" / "x.ttf").write_bytes(data)
        list(broken_fonts(name))


TARGETS: Mapping[str, Target] = {
    "yaml": a_yaml, "game": a_game, "csv": a_csv, "zip": a_zip, "xml": an_xml, "save": a_save, "vsav": a_vsav,
    "log": a_vsav, "png": a_bitmap, "jpeg": a_bitmap, "svg": an_svg, "ttf": a_font,
}  # fmt: skip


def tried(format_: str, data: bytes) -> None:
    """Give bytes to the reader of a format; whatever comes out but a coded word is a find."""
    with contextlib.suppress(Failed):
        TARGETS[format_](data)


@cache
def seeds(format_: str) -> tuple[bytes, ...]:
    """Good files, to begin with."""
    match format_:
        case "yaml" | "game":
            return ((MINIS / "points" / "counters.yaml").read_bytes(), (MINIS / "areas" / "counters.yaml").read_bytes())
        case "csv":
            rows = ("id,kind,name.en,name.ja,side,count,marks[]", 'a,unit,"A, B",甲,red,2,x;y', "b,unit,C,,blue,1,")
            return ("\n".join(rows).encode(),)
        case "zip":
            root = small.build()
            return (write_archive({**small.entries(root), "buildFile.xml": serialise(root)}),)
        case "xml":
            return (serialise(small.build()),)
        case "save":
            return (_saved().encode(),)
        case "vsav":
            return _commands(small.save())
        case "log":
            return _commands(small.log())
        case "png" | "jpeg":
            out = io.BytesIO()
            Image.radial_gradient("L").resize((40, 30)).convert("RGB").save(out, format_)
            return (out.getvalue(),)
        case "svg":
            return ((MINIS / "areas" / "art" / "carp.svg").read_bytes(),)
        case _:
            return (_font(),)


def _saved() -> str:
    session = Session.begin(book(), "skirmish", Seeded(1))
    player = RandomPlayer(1)
    for _ in range(8):
        seat = next(iter(session.asks))
        session.apply(player.answer(session, seat), seat)
    return save(session)


def _commands(save: Save) -> tuple[bytes, ...]:
    """The commands of a save, as VASSAL writes them and in the clear."""
    with read_archive(write_save(save), "x.vsav") as archive:
        data = archive.read("savedGame")
    return data, reveal(data).encode()


def _font() -> bytes:
    """A real font cut to a few letters, so that mutations hit its tables."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    spec = importlib.util.find_spec("font_source_sans_pro")
    assert spec is not None
    assert spec.submodule_search_locations
    home = Path(next(iter(spec.submodule_search_locations)))
    font = TTFont(home / "files" / "SourceSansPro-Regular.otf")
    subsetter = Subsetter(Options())
    subsetter.populate(text="Liege")
    subsetter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
