"""Mends: changes of text that are certain, from a diagnostic or from a new name for an id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from compiler.author.index import Index, Mention
from compiler.author.workspace import Workspace
from compiler.diagnostics import Diagnostic, Severity, Span

__all__ = ["CannotRename", "Edit", "apply_edits", "diff_of", "edit_of", "mended", "rename"]

_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Edit:
    """Other words for what stands at a place."""

    span: Span
    text: str


class CannotRename(Exception):
    """Why an id cannot get another name."""


def edit_of(diagnostic: Diagnostic, text: str) -> Edit | None:
    """The mend of a diagnostic that has only one; None if its author must decide, or the place reads otherwise."""
    span = diagnostic.span
    if diagnostic.instead is None or span is None:
        return None
    old, new = diagnostic.instead
    written = _at(text, span)
    if written is None or old not in written:
        return None
    return Edit(span, written.replace(old, new, 1))


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """A text with its edits made; those that overlap an earlier one are left for the next round."""
    starts = _line_starts(text)
    made: list[tuple[int, int, str]] = []
    for edit in sorted(set(edits), key=lambda each: each.span):
        start = starts[edit.span.line - 1] + edit.span.column - 1
        if not made or start >= made[-1][1]:
            made.append((start, start + edit.span.length, edit.text))
    for start, end, new in reversed(made):
        text = text[:start] + new + text[end:]
    return text


def rename(workspace: Workspace, index: Index, mention: Mention, new: str) -> dict[str, list[Edit]]:
    """The edits, by file, that give the thing of a mention another id everywhere.

    The game is read with them before they are handed out: a name that is taken, or that the rules of the game look
    up, is refused.
    """
    if (mention.what, new) in index.defined:
        raise CannotRename(f"there is already a {mention.what} `{new}`")
    if not index.defined.get((mention.what, mention.id)):
        raise CannotRename(f"`{mention.id}` is not defined in a file")
    before = _errors(workspace)
    reason = ""
    for mentions in _readings(index, mention):
        edits = _edits(workspace, mentions, mention.id, new)
        changed = {name: apply_edits(workspace.text(name) or "", made) for name, made in edits.items()}
        tried = Workspace(workspace.folder, {**workspace.unsaved, **changed})
        worse = [each for each in _errors(tried) if each.code not in {one.code for one in before}]
        if not worse:
            return edits
        reason = reason or worse[0].message
    raise CannotRename(f"with `{new}` for `{mention.id}` the game has a fault: {reason}")


def _readings(index: Index, mention: Mention) -> Iterable[list[Mention]]:
    """All places that may mean the thing; then only those that can mean nothing else."""
    every = index.places(mention)
    yield every
    sure = [each for each in every if len({one.what for one in _together(index, each)}) == 1 or each.defines]
    if sure != every:
        yield sure


def _together(index: Index, mention: Mention) -> list[Mention]:
    return [each for each in index.by_file[mention.file] if each.span == mention.span]


def _edits(workspace: Workspace, mentions: Iterable[Mention], old: str, new: str) -> dict[str, list[Edit]]:
    edits: dict[str, list[Edit]] = {}
    for each in mentions:
        written = _at(workspace.text(each.file) or "", each.span)
        if written is None or old not in written:
            raise CannotRename(f"`{old}` is written in another way at {each.span}")
        edits.setdefault(each.file, []).append(Edit(each.span, written.replace(old, new, 1)))
    return edits


def _errors(workspace: Workspace) -> list[Diagnostic]:
    look = workspace.look()
    found = [*look.found, *workspace.rules(look)]
    return [each for each in found if each.severity is Severity.ERROR]


def _at(text: str, span: Span) -> str | None:
    starts = _line_starts(text)
    if not 0 < span.line <= len(starts):
        return None
    start = starts[span.line - 1] + span.column - 1
    return text[start : start + span.length]


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def mended(folder: Path) -> dict[str, tuple[str, str]]:
    """Old and new text of every file of a game that has faults with only one mend.

    A mended file can bring the next fault to light, so the game is looked at again until nothing more is certain.
    """
    workspace = Workspace(folder)
    old: dict[str, str] = {}
    for _ in range(_ROUNDS):
        edits: dict[str, list[Edit]] = {}
        for each in workspace.look().found:
            name = workspace.name_of(Path(each.span.file)) if each.span is not None else None
            edit = edit_of(each, workspace.text(name) or "") if name is not None else None
            if name is not None and edit is not None:
                edits.setdefault(name, []).append(edit)
        if not edits:
            break
        for name, made in edits.items():
            text = workspace.text(name) or ""
            old.setdefault(name, text)
            workspace.unsaved[name] = apply_edits(text, made)
    return {name: (text, workspace.unsaved[name]) for name, text in old.items() if workspace.unsaved[name] != text}


def diff_of(folder: Path, changed: Mapping[str, tuple[str, str]]) -> str:
    """What is about to change, as a unified diff."""
    import difflib

    lines: list[str] = []
    for name, (old, new) in changed.items():
        shown = (folder / name).as_posix()
        lines += difflib.unified_diff(old.splitlines(True), new.splitlines(True), shown, shown, n=1)
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines)
