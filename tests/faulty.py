"""Breaking good games on purpose: text edits of a mini game, and what `check` then says."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml
from PIL import Image

from compiler.diagnostics import Diagnostic, Sink
from compiler.load import parse
from compiler.pipeline import check

ROOT = Path(__file__).parent.parent
MINIS = Path(__file__).parent / "minis"
_PICTURE = re.compile(r"^# \(a picture of (\d+) x (\d+) pixels\)")


def home(game: str) -> Path:
    """The folder of a mini game or of a shipped one."""
    mini = MINIS / game
    return mini if mini.is_dir() else ROOT / "games" / game


def copy(game: str, to: Path) -> Path:
    """A copy of a game to break."""
    folder = to / game
    shutil.copytree(home(game), folder)
    return folder


def edit(folder: Path, changes: Iterable[Mapping[str, Any]]) -> None:
    """Applies text edits; a `find` that is not there, or twice, is a mistake of the test."""
    for change in changes:
        path = folder / change["file"]
        if change.get("delete"):
            path.unlink()
            continue
        if "picture" in change:
            Image.new("1", tuple(change["picture"])).save(path)
            continue
        if "write" in change:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(change["write"], encoding="utf-8")
            continue
        text = path.read_text(encoding="utf-8")
        if "append" in change:
            path.write_text(text + change["append"], encoding="utf-8")
            continue
        times = text.count(change["find"])
        assert times == 1, f"{change['find']!r} stands {times} times in {path}"
        path.write_text(text.replace(change["find"], change["replace"]), encoding="utf-8")


def merge(base: Any, patch: Any) -> Any:
    """Mappings are merged key by key, `null` takes a key out, everything else is replaced."""
    if isinstance(base, dict) and isinstance(patch, dict):
        merged = {**base, **{key: merge(base.get(key), value) for key, value in patch.items()}}
        return {key: value for key, value in merged.items() if patch.get(key, "") is not None}
    return patch


def merge_file(folder: Path, file: str, patch: str) -> None:
    """Lays a piece of YAML over a file of the game; both are read by our own loader, so values stay what they are."""
    path = folder / file
    picture = _PICTURE.search(patch)
    if picture:
        path.parent.mkdir(exist_ok=True)
        Image.new("1", (int(picture[1]), int(picture[2]))).save(path)
        return
    if patch.strip() == "# (no such file)":
        path.unlink()
        return
    if path.suffix != ".yaml":
        path.write_text(patch, encoding="utf-8")
        return
    if "# allow:" in patch:  # the comment is the point: what comes after the key is replaced as text
        key = patch.split(":", 1)[0]
        kept = re.split(rf"^{key}:\n(?:[ #-].*\n)*", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        path.write_text("".join(kept) + patch, encoding="utf-8")
        return
    base = _value(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    merged = merge(base, _value(patch))
    text = yaml.dump(merged, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1000)
    path.write_text(text, encoding="utf-8")


def _value(text: str) -> Any:
    sink = Sink()
    document = parse(text, "patch.yaml", sink)
    assert document is not None, [d.message for d in sink]
    return document.value


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def found(folder: Path, *, strict: bool = True) -> list[Diagnostic]:
    """Everything `check` says about a game."""
    sink = Sink()
    check(folder, sink, strict=strict)
    return sink.sorted()
