"""Saves and logs: container, obfuscation, metadata."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler.diagnostics import Failed
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.commands import encode_stream
from compiler.vassal.metadata import Metadata, read_metadata, write_metadata
from compiler.vassal.save import conceal, read_save, reveal, write_save
from tests.vassal import small


@given(st.text(st.characters(codec="utf-8")), st.integers(0, 255))
def test_reveal_inverts_conceal(stream: str, key: int) -> None:
    assert reveal(conceal(stream, key)) == stream


def test_the_header_and_the_key_stand_first() -> None:
    assert conceal("AB", 0x0F) == b"!VCSK0f4e4d"


def test_plain_text_and_capital_digits_are_read() -> None:
    assert reveal("begin_save 駒".encode()) == "begin_save 駒"
    assert reveal(b"!VCSK0F4E4D") == "AB"


@pytest.mark.parametrize("data", [b"!VCSK", b"!VCSK0", b"!VCSK0fabc", b"!VCSK0fzz", b"\xff\xfe", b"!VCSK00ff"])
def test_a_damaged_stream_is_told(data: bytes) -> None:
    with pytest.raises(Failed) as caught:
        reveal(data)
    (told,) = caught.value.diagnostics
    assert told.code == "A012"
    assert told.help is not None
    assert "string" not in told.message  # the words of Python
    assert "digit found" not in told.message


@pytest.mark.parametrize("save", [small.save(), small.log()])
def test_a_save_comes_back_and_gives_the_same_bytes(save: small.Save) -> None:
    written = write_save(save)
    read = read_save(read_archive(written, "x.vsav"))
    assert read == save
    assert write_save(read) == written


def test_a_stream_without_metadata_is_a_save_too() -> None:
    stream = encode_stream(small.state())
    read = read_save(read_archive(write_archive({"savedGame": stream.encode()}), "x.vsav"))
    assert read.commands == small.state()


def test_metadata_comes_back() -> None:
    about = Metadata(
        name="Name", version="2", description="<b>&", vassal_version="3.7.0", saved="7", extra1="x",
        translations=(("name", "ja", "名前"),), other=(("checksum", "1"),),
    )  # fmt: skip
    assert read_metadata(write_metadata(about), "moduledata") == about


def test_the_metadata_of_a_save_has_no_name() -> None:
    assert b"<name>" not in write_metadata(small.ABOUT.as_save("x"))
