"""Saves beside the module they were made with: do both come from the same build?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.diagnostics import Diagnostic, diagnose
from compiler.vassal.archive import Archive
from compiler.vassal.metadata import Metadata, read_metadata

__all__ = ["About", "about", "other_builds"]

_STAMP = "content "  # begins the field in which our builds say what they were made from


@dataclass(frozen=True, slots=True)
class About:
    """What a file says of the module it is, or belongs to."""

    file: str
    is_save: bool
    module: Metadata


def about(archive: Archive) -> About | None:
    """What a module or save says of itself; nothing if it says nothing."""
    if "moduledata" not in archive:
        return None
    data = read_metadata(archive.read("moduledata"), f"{archive.name}!moduledata")
    return About(archive.name, "savedGame" in archive, data)


def other_builds(found: list[About]) -> Iterator[Diagnostic]:
    """Saves whose module, among the same files, was built from something else."""
    modules = {one.module.name: one for one in found if not one.is_save}
    for save in (one for one in found if one.is_save):
        module = modules.get(save.module.name)
        if module is None or not module.module.extra1.startswith(_STAMP):
            continue
        if save.module.extra1 != module.module.extra1:
            # No span: a save is no text, so there is no line to show.
            yield diagnose(
                "E201", f"`{save.file}` was made with another build of `{module.module.name}`: it says "
                f"`{save.module.extra1 or 'nothing'}`, the module `{module.module.extra1}`",
                help="load it with the build it was made with, or check its pieces against the new one",
            )  # fmt: skip
