"""Strangers' files given to the commands: a coded word, within bounded memory and time, and nothing else read."""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faulty import copy, edit
from tests.hostile import COSTS, MEMORY, SECONDS, liege


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(*extra: bytes, size: int = 100) -> bytes:
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0))
    rows = zlib.compress(b"\0" * (min(size, 100) + 1) * min(size, 100))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(extra) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def _packed(size: int) -> bytes:
    return b"a\0\0" + zlib.compress(b"x" * size)


PICTURES = {
    "a text that unpacks to eighty megabytes": png(_chunk(b"zTXt", _packed(80_000_000))),
    "a colour profile that unpacks to eighty megabytes": png(_chunk(b"iCCP", _packed(80_000_000))),
    "cut off": png()[:-30],
    "a size it does not have": png(size=60_000),
    "rows that are missing": png(size=400),
    "noise after the head": png()[:33] + os.urandom(64),
}


def with_picture(tmp_path: Path, name: str = "art/x.png") -> Path:
    """A game one of whose counters is a picture."""
    folder = copy("points", tmp_path)
    found = "north_chit: {kind: chit, name: North acts, side: north}"
    edit(folder, [{"file": "counters.yaml", "find": found, "replace": f'{found[:-1]}, image: "{name}"}}'}])
    (folder / "art").mkdir()
    return folder


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_cannot_be_drawn_is_told_by_check(name: str, tmp_path: Path) -> None:
    folder = with_picture(tmp_path)
    (folder / "art" / "x.png").write_bytes(PICTURES[name])
    done = liege("check", folder)
    assert done.returncode == 1, done.stderr
    assert "error[R20" in done.stderr or "error[C80" in done.stderr
    assert "counters.yaml" in done.stderr


def test_a_good_picture_is_drawn(tmp_path: Path) -> None:
    folder = with_picture(tmp_path)
    (folder / "art" / "x.png").write_bytes(png())
    assert "error" not in liege("check", folder).stderr


@pytest.mark.parametrize("name", ["art/../../secret.png", "/etc/passwd", "art/x\\0.png"])
def test_a_name_that_is_no_file_of_the_game_is_told(name: str, tmp_path: Path) -> None:
    done = liege("check", with_picture(tmp_path, name))
    assert done.returncode == 1
    assert "error[" in done.stderr


def test_what_a_link_leads_to_is_not_shown(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (tmp_path / "secret").write_text("password: hunter2\n")
    (folder / "cards.yaml").symlink_to(tmp_path / "secret")
    done = liege("check", folder)
    assert done.returncode == 1
    assert "error[L022]" in done.stderr
    assert "hunter2" not in done.stderr + done.stdout


ENTRIES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a pipe": (lambda path: os.mkfifo(path), "L001"),
    "a link to itself": (lambda path: path.symlink_to(path.name), "L022"),
    "a link to nothing": (lambda path: path.symlink_to("nothing"), "L022"),
    "a link to a device": (lambda path: path.symlink_to("/dev/zero"), "L022"),
    "a link to a folder": (lambda path: path.symlink_to("../scenarios"), "L022"),
    "three gigabytes": (lambda path: _sparse(path, 3 << 30), "L002"),
}


def _sparse(path: Path, size: int) -> None:
    path.touch()
    os.truncate(path, size)


@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.parametrize("command", ["check", "build"])
def test_only_plain_files_of_a_sane_size_are_read(name: str, command: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / "art").mkdir()
    make, code = ENTRIES[name]
    make(folder / "art" / "x.png")
    done = liege(command, folder, *(("-o", tmp_path / "out") if command == "build" else ()))
    assert done.returncode == 1, done.stderr
    assert f"error[{code}]" in done.stderr
    assert not (tmp_path / "out" / "points").exists()


def test_a_map_of_four_million_hexes_is_refused(tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    text = (folder / "map.yaml").read_text().splitlines()
    start = next(n for n, line in enumerate(text) if line.startswith("rows:"))
    end = next((n for n in range(start + 1, len(text)) if text[n][:1] not in (" ", "-")), len(text))
    sign = text[start + 1].strip()[2:].strip("\"'")[0]
    rows = ["rows:", *(f'  - "{sign * 2_000}"' for _ in range(2_000))]
    (folder / "map.yaml").write_text("\n".join([*text[:start], *rows, *text[end:]]) + "\n")
    done = liege("check", folder, "-q")
    assert done.returncode == 1
    assert "error[M005]" in done.stderr


@pytest.mark.parametrize("written", ['"a\\0b"', '"a\\x01b"', '"a\\u0007b"', '"\\uFFFE"'])
def test_a_control_character_in_a_text_is_told_by_check(written: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    found = "name: North acts"
    edit(folder, [{"file": "counters.yaml", "find": found, "replace": f"name: {written}"}])
    done = liege("check", folder)
    assert done.returncode == 1
    assert "error[L004]" in done.stderr


def test_a_tab_in_a_name_is_told_by_check(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "counters.yaml", "find": "name: North acts", "replace": 'name: "North\\tacts"'}])
    done = liege("check", folder)
    assert done.returncode == 1
    assert done.stderr.count("error[") == 1
    assert "error[S006]: `name` must be a name on one line" in done.stderr
    edit(
        folder,
        [{"file": "counters.yaml", "find": 'name: "North\\tacts"', "replace": 'name: {en: "North\\tacts", ja: 北}'}],
    )
    done = liege("check", folder)
    assert done.stderr.count("error[") == 1
    assert "error[S006]: `en` must be a name on one line" in done.stderr


@pytest.mark.parametrize("command", ["inspect", "lint"])
def test_a_device_or_pipe_is_no_module(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.vmod")
    for file in ("/dev/zero", tmp_path / "pipe.vmod", tmp_path):
        done = liege(command, file)
        assert done.returncode == 1, done.stderr
        assert "error[A015]" in done.stderr


def module_of(tmp_path: Path, build_file: str) -> Path:
    path = tmp_path / "hostile.vmod"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", build_file)
    return path


_SLOT = (
    '<VASSAL.build.widget.PieceSlot entryName="p" gpid="{n}" height="1" width="1">'
    "+/null/piece;;;;p/null;0;0;;0</VASSAL.build.widget.PieceSlot>"
)
_DECK = '<VASSAL.build.module.map.DrawPile name="d{n}" owningBoard="x"/>'
_MODULES = {
    "four hundred thousand slots": lambda: "".join(_SLOT.format(n=n) for n in range(400_000)),
    "half a million decks": lambda: "".join(_DECK.format(n=n) for n in range(490_000)),
    "exploding prototypes": lambda: "".join(
        f'<VASSAL.build.module.PrototypeDefinition name="p{n}">+/null/'
        + "".join(f"prototype;p{n + 1}{chr(92) * k}\t" for k in range(8))
        + "piece;;;;x/"
        + "".join(f"{chr(92) * k}\t" for k in range(8))
        + "null;0;0;;0</VASSAL.build.module.PrototypeDefinition>"
        for n in range(60)
    ),
}


@pytest.mark.parametrize("command", ["inspect", "lint"])
@pytest.mark.parametrize("name", _MODULES)
def test_a_hostile_module_takes_neither_time_nor_memory(name: str, command: str, tmp_path: Path) -> None:
    text = f"<VASSAL.build.GameModule>{_MODULES[name]()}</VASSAL.build.GameModule>"
    done = liege(command, module_of(tmp_path, text))
    assert done.returncode in (0, 1), done.stderr[-2000:]
    assert len(done.stderr) < 2_000_000


def test_what_a_command_took_is_written_down() -> None:
    """`python -m tests.hostile` prints it. What we have ourselves does not count."""
    ours = b"." * MEMORY
    assert liege("--version").returncode == 0
    del ours
    cost = COSTS[-1]
    assert (cost.case, cost.command, cost.code) == ("test_what_a_command_took_is_written_down", "--version", 0)
    assert 0 < cost.seconds < SECONDS
    assert 0 < cost.megabytes < MEMORY >> 20
