"""One fingerprint of our own code: whatever is kept, recorded or saved says by it which code made it.

`fingerprint(entry)` stands for the sources of all that an entry module imports, anywhere in it and at any remove, for
the data those sources name, and for the versions of the libraries they use. Imports are found by reading, not by
importing: a test holds the reader against Python's own.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version
from pathlib import Path

from compiler import resources

HOUSE = "compiler"
_IMPORT = re.compile(
    r"\n[ \t]*(?:from[ \t]+(?P<home>\.*[\w.]*)[ \t]+import[ \t]*(?P<names>\((?:[^)#]|#[^\n]*)*\)|[^\n]*)"
    r"|import[ \t]+(?P<plain>[^\n]+))"
)
_BY_NAME = re.compile(rf'"({HOUSE}(?:\.\w+)+)(?:\.\{{|")')  # a module handed to importlib
_BESIDE = re.compile(r'"([\w-]+\.(?!py")\w+)"')  # may be a file that lies beside the module
_SCHEMAS = re.compile(r"resources\.schemas\(\)")
_SOLD_AS = {"PIL": "pillow", "yaml": "pyyaml"}  # import name → distribution, where they differ by more than a dash


@dataclass(frozen=True, slots=True)
class Source:
    """One module: a digest of its text and of the data it names, what it imports, which libraries it uses."""

    digest: str
    imports: tuple[str, ...]
    libraries: frozenset[str]


class Sources:
    """The sources of a package and of those that build on it, each read once."""

    def __init__(self, house: Path, schemas: Path) -> None:
        self._paths: dict[str, dict[str, str]] = {HOUSE: _modules(HOUSE, house)}  # by first name
        self._schemas = schemas
        self._known: dict[str, Source] = {}

    def closure(self, *entries: str) -> dict[str, Source]:
        """The modules that entries import, themselves and the packages around them among them, by name."""
        paths = dict(self._paths[HOUSE])
        for top in {entry.partition(".")[0] for entry in entries} - {HOUSE}:
            if top not in self._paths:
                self._paths[top] = _modules(top, _home(top))
            paths |= self._paths[top]
        found: dict[str, Source] = {}
        ahead = list(entries)
        while ahead:
            name = ahead.pop()
            if name in found or name not in paths:
                continue
            found[name] = source = self._source(name, paths)
            ahead += source.imports
            if "." in name:
                ahead.append(name.rpartition(".")[0])  # a package runs before its modules
        return dict(sorted(found.items()))

    def _source(self, name: str, paths: Mapping[str, str]) -> Source:
        if name not in self._known:
            self._known[name] = self._read(name, Path(paths[name]), paths)
        return self._known[name]

    def _read(self, name: str, path: Path, paths: Iterable[str]) -> Source:
        data = path.read_bytes()
        text, total = data.decode("utf-8", "replace"), hashlib.sha256(data)
        for file in self._data(text, path.parent):
            total.update(b"\0" + file.name.encode() + b"\0" + file.read_bytes())
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        imports = set(imported(text, package))
        libraries = {module.partition(".")[0] for module in imports} - _NOT_LIBRARIES
        if "find_spec(" in text:  # fonts are opened by name
            libraries |= {library for library in _dependencies() if f'"{library}"' in text}
        for named in set(_BY_NAME.findall(text)) if "import_module(" in text else ():
            # Of a package all: nobody knows which module will be asked for.
            imports |= {known for known in paths if known == named or known.startswith(f"{named}.")}
        return Source(total.hexdigest(), tuple(sorted(imports)), frozenset(libraries))

    def _data(self, text: str, folder: Path) -> list[Path]:
        """Files a module reads: those beside it that it names, the schemas where it asks for them."""
        named = _BESIDE.findall(text) if "importlib.resources" in text or "__file__" in text else ()
        found = sorted({folder / name for name in named if (folder / name).is_file()})
        return found + (sorted(self._schemas.glob("*.json")) if _SCHEMAS.search(text) else [])


def imported(text: str, package: str) -> Iterator[str]:
    """What a source of a package imports. Of `from a import b` both `a` and `a.b` are told: `b` may be a module."""
    for found in _IMPORT.finditer(f"\n{text}"):
        if found["plain"] is not None:
            yield from (part.split()[0] for part in found["plain"].partition("#")[0].split(",") if part.strip())
            continue
        dots = len(found["home"]) - len(found["home"].lstrip("."))
        home = found["home"].lstrip(".")
        if dots:
            home = ".".join(filter(None, (*package.split(".")[: package.count(".") + 2 - dots], home)))
        yield home
        names = re.sub(r"#[^\n]*", "", found["names"]).strip("() \t\n").split(",")
        yield from (f"{home}.{part.split()[0]}" for part in names if part.strip())


def _modules(top: str, home: Path | None) -> dict[str, str]:
    """The modules of a package below its folder, or the one module of a file, by name."""
    if home is None or home.is_file():
        return {} if home is None else {top: str(home)}
    found = {}
    for folder, _, files in os.walk(home):
        package = ".".join((top, *Path(folder).relative_to(home).parts))
        for file in files:
            if file.endswith(".py"):
                name = package if file == "__init__.py" else f"{package}.{file.removesuffix('.py')}"
                found[name] = os.path.join(folder, file)
    return found


def _home(top: str) -> Path | None:
    """The folder of a package, or the file of a module, by its first name; nothing is imported."""
    loaded = sys.modules.get(top)
    spec = getattr(loaded, "__spec__", None) or (None if loaded else importlib.util.find_spec(top))
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations)))
    return Path(spec.origin) if spec.origin and spec.origin.endswith(".py") else None


# -- libraries ---------------------------------------------------------------------------------------------------------
_NOT_LIBRARIES = {HOUSE, "__main__", *sys.stdlib_module_names}


@cache
def _dependencies() -> tuple[str, ...]:
    """The libraries we ask for, as they are imported."""
    asked = (name for name in requires("liege") or () if "extra ==" not in name)
    return tuple(re.split(r"[^\w.-]", name)[0].replace("-", "_") for name in asked)


@cache
def library(name: str) -> str:
    """A library by the name it is imported by, with its version; `?` if nobody installed one."""
    sold = _SOLD_AS.get(name, name)
    try:
        return f"{sold} {version(sold)}"
    except PackageNotFoundError:
        others = packages_distributions().get(name, ())
    return f"{name} {' '.join(version(other) for other in others) or '?'}"


# -- the fingerprint ---------------------------------------------------------------------------------------------------
def fingerprint_of(sources: Sources, *entries: str) -> str:
    """The fingerprint of entries among some sources."""
    total = hashlib.sha256()
    found = sources.closure(*entries)
    for name, source in found.items():
        total.update(f"{name} {source.digest}\n".encode())
    for used in sorted({name for source in found.values() for name in source.libraries} - {*found}):
        total.update(f"{library(used)}\n".encode())
    return total.hexdigest()


@cache
def fingerprint(*entries: str) -> str:
    """Stands for the code that entries run: the modules they import and the libraries those use."""
    return fingerprint_of(_ours(), *entries)


@cache
def _ours() -> Sources:
    return Sources(Path(__file__).parent, resources.folder("schemas"))
