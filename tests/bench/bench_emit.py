"""The module: assembly of a large one, validation on and pictures cached, against pywargame."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import peers_module
from field import write_field
from measure import Row, peak, ratio

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.diagnostics.text import render
from compiler.emit.module import vmod
from compiler.vassal.archive import open_archive


def ours(folder: Path, out: Path) -> None:
    """Load, check and build: everything but drawing, which the cache has done."""
    sink = Sink()
    checked = pipeline.check(folder, sink)
    if checked is not None:
        for name, content in vmod.artefacts(checked.game, checked.bundle, sink, out / ".cache"):
            (out / name).write_bytes(content)
    if sink.failed:
        raise SystemExit(render([d for d in sink.sorted() if d.severity.name == "ERROR"][:3]))


def rows() -> Iterator[Row]:
    peer = peers_module.pywargame()
    with tempfile.TemporaryDirectory() as home:
        folder, out = write_field(Path(home, "field")), Path(home, "build")
        out.mkdir()
        ours(folder, out)
        module = out / "field.vmod"
        with open_archive(module) as archive:
            drawn = [name for name in archive if name.startswith("images/")]
            images = {name.removeprefix("images/"): archive.read(name) for name in drawn}
        theirs = partial(peers_module.build, peer, Path(home, "peer.vmod"), images)
        yield Row(
            "load, check and assembly / pywargame's assembly of the same content",
            ratio(partial(ours, folder, out), theirs),
            1.0,
        )
        yield Row("size of the module", module.stat().st_size / 2**20, unit=" MB")
        yield Row("peak memory of load, check and assembly", peak("bench_emit", "ours", folder, out), unit=" MB")
