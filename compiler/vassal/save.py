"""Saves and logs: an archive with an obfuscated command stream and two pieces of metadata."""

from __future__ import annotations

import binascii
from dataclasses import dataclass
from typing import Final

from compiler.diagnostics import Diagnostic, Failed, Span, diagnose
from compiler.vassal.archive import Archive, write_archive
from compiler.vassal.commands import Command, decode_stream, encode_stream
from compiler.vassal.metadata import NO_METADATA, Metadata, read_metadata, write_metadata

__all__ = ["Save", "conceal", "read_save", "reveal", "write_save"]

_HEADER: Final = b"!VCSK"
# any key will do; a fixed one keeps builds the same
_KEY: Final = 0x5A


def conceal(stream: str, key: int = _KEY) -> bytes:
    """The obfuscated form of a command stream."""
    table = bytes(byte ^ key for byte in range(256))
    return _HEADER + b"%02x" % key + binascii.hexlify(stream.encode().translate(table))


def reveal(data: bytes, name: str = "savedGame") -> str:
    """The command stream of an obfuscated or plain `savedGame`."""
    if data.startswith(_HEADER):
        try:
            raw = binascii.unhexlify(data[len(_HEADER) :])
        except binascii.Error:
            raise Failed(_broken(name, "is not written in pairs of hexadecimal digits")) from None
        if not raw:
            raise Failed(_broken(name, "ends before its key"))
        table = bytes(byte ^ raw[0] for byte in range(256))
        data = raw[1:].translate(table)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Failed(_broken(name, f"is no UTF-8 text at byte {error.start}")) from None


def _broken(name: str, why: str) -> Diagnostic:
    help = "the file is damaged or cut short: fetch it again, or save the game again in VASSAL"
    return diagnose("A012", f"`{name}` {why}", Span(name), help=help)


@dataclass(frozen=True, slots=True)
class Save:
    """A save or log: its commands, its own metadata and the module's."""

    commands: tuple[Command, ...]
    savedata: Metadata = NO_METADATA
    moduledata: Metadata = NO_METADATA


def read_save(archive: Archive) -> Save:
    """A save or log from its archive."""
    stream = reveal(archive.read("savedGame"), f"{archive.name}!savedGame")
    found = [
        read_metadata(archive.read(entry), f"{archive.name}!{entry}") if entry in archive else NO_METADATA
        for entry in ("savedata", "moduledata")
    ]
    return Save(decode_stream(stream), *found)


def write_save(save: Save) -> bytes:
    """The bytes of a save or log."""
    entries = {
        "savedGame": conceal(encode_stream(save.commands)),
        "savedata": write_metadata(save.savedata),
        "moduledata": write_metadata(save.moduledata),
    }
    return write_archive(entries)
