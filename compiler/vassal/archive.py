"""Zip archives: written the same way every time, read without trust.

Written archives have fixed dates and modes and sorted entries. Reading refuses whatever no module has: names that
lead out of the archive, duplicate names, encryption, more entries or bytes than the limits. An entry is unpacked in
pieces and stopped at the limit, whatever size the archive claims for it.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from compiler.diagnostics import Diagnostic, Failed, Span, diagnose

__all__ = ["DEFAULT_LIMITS", "Archive", "ReadLimits", "open_archive", "read_archive", "write_archive"]

_LEVEL: Final = 5
# An entry as the format has it, at its place and again in the directory at the end. We write it ourselves: `zipfile`
# goes back to each header to fill it in, which takes longer than all the rest of a module of many pictures.
_ENTRY: Final = struct.Struct("<HHHIIIIHH")  # version, flags, method, date, checksum, packed, unpacked, name, extra
_PLACE: Final = struct.Struct("<6xII")  # no comment, one disk, no attributes of its own; the mode, where it is
_END: Final = struct.Struct("<4sHHHHIIH")
_LOCAL: Final = b"PK\3\4"
# the system field would otherwise tell on which machine the build ran
_LISTED: Final = b"PK\1\2" + bytes((20, 3))
_VERSION, _PLAIN, _UTF8 = 20, 0, 0x800
_EPOCH: Final = (1 << 5 | 1) << 16  # the first of January 1980
_MODE: Final = 0o644 << 16
_CHUNK: Final = 1 << 18
# already compressed, so deflating them again only costs time
_STORED: Final = (".png", ".jpg", ".jpeg", ".gif", ".vsav", ".vlog", ".mp3", ".zip")
Stream = io.BytesIO | io.BufferedReader

_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """What a foreign archive may ask of us; far above any published module."""

    file_bytes: int = 2 << 30
    entries: int = 50_000
    entry_bytes: int = 256 << 20
    total_bytes: int = 4 << 30
    # deflate reaches a thousand to one at best; real entries stay far below and bombs do not
    ratio: int = 600
    ratio_from: int = 16 << 20


DEFAULT_LIMITS: Final = ReadLimits()


def write_archive(entries: Mapping[str, bytes]) -> bytes:
    """The bytes of an archive with these entries; the same entries always give the same bytes."""
    parts: list[bytes] = []
    directory: list[bytes] = []
    at = 0
    for name in sorted(entries):
        content = entries[name]
        stored = name.lower().endswith(_STORED)
        data = content if stored else _deflated(content)
        written = name.encode()
        common = _ENTRY.pack(
            _VERSION, _PLAIN if name.isascii() else _UTF8, 0 if stored else zipfile.ZIP_DEFLATED, _EPOCH,
            zlib.crc32(content), len(data), len(content), len(written), 0,
        )  # fmt: skip
        directory += (_LISTED, common, _PLACE.pack(_MODE, at), written)
        parts += (_LOCAL, common, written, data)
        at += len(_LOCAL) + len(common) + len(written) + len(data)
    listed = b"".join(directory)
    end = _END.pack(b"PK\5\6", 0, 0, len(entries), len(entries), len(listed), at, 0)
    return b"".join((*parts, listed, end))


def _deflated(content: bytes) -> bytes:
    packing = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15)
    return packing.compress(content) + packing.flush()


class Archive:
    """A foreign archive, its directory checked; entries are read one by one and within the limits."""

    def __init__(self, name: str, stream: Stream, limits: ReadLimits = DEFAULT_LIMITS) -> None:
        self.name = name
        self.limits = limits
        self._stream = stream
        self._archive = _zip(stream, name)
        self._spent = 0
        self._entries = {info.filename: info for info in self._checked()}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all files in the archive, sorted."""
        return tuple(sorted(self._entries))

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def size(self, name: str) -> int:
        """How many bytes the archive claims for an entry."""
        return self._entries[name].file_size

    def _fault(self, code: str, message: str, entry: str = "", help: str | None = None) -> Diagnostic:
        return diagnose(code, message, Span(f"{self.name}!{entry}" if entry else self.name), help=help)

    def _checked(self) -> list[zipfile.ZipInfo]:
        infos = self._archive.infolist()
        if len(infos) > self.limits.entries:
            message = f"`{self.name}` has {len(infos)} entries; more than {self.limits.entries} are refused"
            raise Failed(self._fault("A006", message))
        faults: list[Diagnostic] = []
        seen: set[str] = set()
        for info in infos:
            faults.extend(self._entry_faults(info, seen))
            seen.add(info.filename)
        total = sum(info.file_size for info in infos)
        if total > self.limits.total_bytes:
            faults.append(self._fault("A002", f"`{self.name}` unpacks to {total} bytes"))
        if faults:
            raise Failed(*faults[:50])
        return [info for info in infos if not info.is_dir()]

    def _entry_faults(self, info: zipfile.ZipInfo, seen: set[str]) -> Iterator[Diagnostic]:
        name = info.filename
        if not name:
            yield self._fault("A003", "an entry has no name", help="name the entry")
            return
        if not _is_safe(info.orig_filename) or not _is_safe(name):
            message = f"the entry name `{name[:200]}` leads out of the archive"
            yield self._fault("A003", message, help="rename the entry")
        if name in seen:
            yield self._fault("A004", f"two entries are named `{name[:200]}`", name[:200])
        if info.flag_bits & 1:
            yield self._fault("A005", f"the entry `{name[:200]}` is encrypted", name[:200])
        if info.compress_type not in _METHODS and not info.is_dir():
            yield self._fault("A014", f"the entry `{name[:200]}` uses compression {info.compress_type}", name[:200])
        if info.file_size > self.limits.entry_bytes or self._is_bomb(info.file_size, info.compress_size):
            yield self._fault("A002", f"the entry `{name[:200]}` unpacks to {info.file_size} bytes", name[:200])

    def _is_bomb(self, unpacked: int, packed: int) -> bool:
        return unpacked > self.limits.ratio_from and unpacked > self.limits.ratio * max(packed, 1)

    def read(self, name: str) -> bytes:
        """The content of an entry, checked against its checksum."""
        info = self._entries.get(name)
        if info is None:
            help = "give a file that VASSAL or Liege wrote, whole"
            raise Failed(self._fault("A008", f"`{self.name}` has no entry `{name}`", help=help))
        pieces, size = [], 0
        try:
            with self._archive.open(info) as stream:
                while piece := stream.read(_CHUNK):
                    size += len(piece)
                    self._spent += len(piece)
                    if size > info.file_size or self._spent > self.limits.total_bytes:
                        raise Failed(self._fault("A002", f"the entry `{name}` unpacks to more than it claims", name))
                    pieces.append(piece)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            ValueError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            raise Failed(self._fault("A007", f"the entry `{name}` is damaged: {error}", name)) from None
        if size != info.file_size:
            raise Failed(self._fault("A007", f"the entry `{name}` ends too early", name))
        return b"".join(pieces)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._archive.close()
        self._stream.close()

    def entries(self) -> dict[str, bytes]:
        """Everything, for archives known to be small."""
        return {name: self.read(name) for name in self.names}


def _is_safe(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    drive = len(name) > 1 and name[1] == ":"
    return bool(name) and not drive and parts[0] != "" and ".." not in parts and "\0" not in name


def read_archive(data: bytes, name: str, limits: ReadLimits = DEFAULT_LIMITS) -> Archive:
    """An archive from bytes."""
    return Archive(name, io.BytesIO(data), limits)


def open_archive(path: Path, limits: ReadLimits = DEFAULT_LIMITS) -> Archive:
    """An archive from a file, which stays open until the archive is closed."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # a pipe or device has no end
            raise OSError(0, "it is not a plain file")
        size = found.st_size
        stream = path.open("rb")
    except (OSError, ValueError) as error:
        message = f"`{path.name}` cannot be opened: {getattr(error, 'strerror', None) or error}"
        raise Failed(diagnose("A015", message, Span(str(path)))) from None
    if size > limits.file_bytes:
        stream.close()
        raise Failed(diagnose("A002", f"`{path.name}` has {size} bytes", Span(str(path))))
    try:
        return Archive(str(path), stream, limits)
    except Failed:
        stream.close()
        raise


def _zip(stream: Stream, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, OSError, ValueError, EOFError, NotImplementedError) as error:
        message = f"`{Path(name).name}` is no readable archive: {error}"
        raise Failed(diagnose("A001", message, Span(name), help="download or export the file again")) from None
