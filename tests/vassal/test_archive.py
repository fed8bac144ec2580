"""Archives: the same bytes every time; hostile ones end in a diagnostic."""

from __future__ import annotations

import contextlib
import io
import struct
import tracemalloc
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.diagnostics import Failed
from compiler.vassal.archive import ReadLimits, open_archive, read_archive, write_archive

NAMES = st.from_regex(r"[a-zé駒 ]{1,8}(/[a-z]{1,4}){0,2}\.(png|txt)", fullmatch=True)


def zipped(*entries: tuple[str, bytes]) -> bytes:
    """An archive as some other program would write it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return out.getvalue()


def codes(data: bytes, limits: ReadLimits | None = None) -> set[str]:
    """What reading the whole archive ends in."""
    with pytest.raises(Failed) as caught:
        read_archive(data, "x.vmod", limits or ReadLimits()).entries()
    return {diagnostic.code for diagnostic in caught.value.diagnostics}


@settings(deadline=None)
@given(st.dictionaries(NAMES, st.binary(max_size=100), max_size=6))
def test_entries_come_back_and_bytes_are_the_same_in_any_order(entries: dict[str, bytes]) -> None:
    written = write_archive(entries)
    assert read_archive(written, "x").entries() == entries
    assert write_archive(dict(reversed(entries.items()))) == written


def test_entries_have_fixed_dates_and_modes_and_are_sorted() -> None:
    with zipfile.ZipFile(io.BytesIO(write_archive({"b": b"2", "a.png": b"1"}))) as archive:
        assert archive.namelist() == ["a.png", "b"]
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {info.external_attr >> 16 for info in archive.infolist()} == {0o644}
        assert archive.getinfo("a.png").compress_type == zipfile.ZIP_STORED


@pytest.mark.parametrize(
    "name", ["../evil", "a/../../evil", "/etc/passwd", "\\\\host\\x", "C:\\evil", "a\\..\\..\\b", "..", "//x"]
)
def test_names_that_lead_out_are_refused(name: str) -> None:
    assert codes(zipped((name, b"x"))) == {"A003"}


def test_duplicate_names_are_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped(("a", b"1"), ("a", b"2"))
    assert codes(data) == {"A004"}


def test_encrypted_entries_are_refused() -> None:
    data = bytearray(zipped(("a", b"1")))
    # the first flag bit, in the local header and in the directory
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert codes(bytes(data)) == {"A005"}


def test_unknown_compression_is_refused() -> None:
    data = bytearray(zipped(("a", b"1")))
    data[8:10] = data[data.index(b"PK\x01\x02") + 10 :][:2] = struct.pack("<H", 12)
    directory = data.index(b"PK\x01\x02")
    data[directory + 10 : directory + 12] = struct.pack("<H", 12)
    assert codes(bytes(data)) == {"A014"}


def test_too_many_entries_are_refused() -> None:
    data = zipped(*((f"e{n}", b"") for n in range(20)))
    assert codes(data, ReadLimits(entries=19)) == {"A006"}
    assert len(read_archive(data, "x", ReadLimits(entries=20)).names) == 20


def test_a_bomb_is_refused_by_its_directory() -> None:
    assert codes(zipped(("a", bytes(64 << 20)))) == {"A002"}


def test_a_bomb_that_lies_about_its_size_is_stopped_while_it_unpacks() -> None:
    data = bytearray(zipped(("a", bytes(64 << 20))))
    directory = data.index(b"PK\x01\x02")
    data[22:26] = data[directory + 24 : directory + 28] = struct.pack("<I", 1000)
    tracemalloc.start()
    found = codes(bytes(data))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found <= {"A002", "A007"}
    assert peak < 8 << 20


def test_all_entries_together_have_a_limit() -> None:
    data = zipped(("a", b"x" * 600), ("b", b"x" * 600))
    assert codes(data, ReadLimits(total_bytes=1000)) == {"A002"}


def test_a_wrong_checksum_is_told() -> None:
    data = bytearray(zipped(("a", b"hello")))
    data[14:18] = data[data.index(b"PK\x01\x02") + 16 :][:4] = b"\0\0\0\0"
    directory = data.index(b"PK\x01\x02")
    data[directory + 16 : directory + 20] = b"\0\0\0\0"
    assert codes(bytes(data)) == {"A007"}


@pytest.mark.parametrize("cut", [0, 1, 10, 40, 100])
def test_a_truncated_file_is_told(cut: int) -> None:
    assert codes(zipped(("a", b"hello" * 100))[:cut]) == {"A001"}


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_no_damage_ends_in_anything_but_a_diagnostic(data: st.DataObject) -> None:
    good = bytearray(zipped(("buildFile.xml", b"<a/>" * 50), ("images/a.png", b"x" * 80)))
    for _ in range(data.draw(st.integers(1, 5))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(Failed):
        read_archive(bytes(good), "x.vmod").entries()


def test_an_entry_that_is_not_there_is_told() -> None:
    with pytest.raises(Failed) as caught:
        read_archive(zipped(("a", b"")), "x").read("b")
    (told,) = caught.value.diagnostics
    assert told.code == "A008"
    assert told.help is not None


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Failed) as caught:
        open_archive(tmp_path / "none.vmod")
    assert caught.value.diagnostics[0].code == "A015"


def test_a_file_is_read_from_disk(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    path.write_bytes(zipped(("a", b"1")))
    with open_archive(path) as archive:
        assert archive.read("a") == b"1"
