"""Faults in the shape of a module: parts a map cannot do without, order, text nobody reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from compiler.diagnostics import Diagnostic, Span, diagnose
from compiler.vassal.components import COMPONENTS
from compiler.vassal.module import Module
from compiler.vassal.xml import Component

__all__ = ["check"]

# without one of these a map shows but does not live; the engine does not add them
_VITAL = {
    "PieceMover": "nothing can be dragged",
    "KeyBufferer": "nothing can be selected",
    "ForwardToKeyBuffer": "keys do not reach the pieces",
    "MenuDisplayer": "there is no right-click menu",
    "StackExpander": "stacks cannot be opened",
}
_LAST_WORD = re.compile(r"[A-Z][a-z]+")
_FILE_TAGS = {"HelpFile": "fileName", "HtmlChart": "fileName", "Tutorial": "logfile", "BrowserPDFFile": "pdfFile"}


def check(module: Module) -> Iterator[Diagnostic]:
    """All faults of structure."""
    yield from _dead_maps(module)
    yield from _options_after_map(module)
    yield from _undecided_boards(module)
    yield from _missing_files(module)
    for component, label in module.unreadable:
        yield diagnose("A117", f"the definition of `{label}` cannot be taken apart", module.at(component))
    if module.has_cdata:
        help = "write the text with entities (`&lt;`) instead"
        message = "the build file has a CDATA section, which VASSAL ignores"
        yield diagnose("A121", message, Span(f"{module.name}!{module.build_name}"), help=help)


def _dead_maps(module: Module) -> Iterator[Diagnostic]:
    for board_map in module.maps:
        if board_map.kind == "WidgetMap":
            continue
        kinds = {child.kind for child in board_map.walk()}
        foreign = [child.tag for child in board_map.children if child.tag not in COMPONENTS]
        for part, loss in _VITAL.items():
            if (board_map.kind, part) == ("PlayerHand", "StackExpander"):  # a hand has no stacks to open
                continue
            if part not in kinds and not any(_stands_in(module, tag, part) for tag in foreign):
                message = f"the map `{board_map.get('mapName')}` has no `{part}`: {loss}"
                help = f"add `VASSAL.build.module.map.{part}` to the map"
                yield diagnose("A115", message, module.at(board_map), help=help)


def _stands_in(module: Module, tag: str, part: str) -> bool:
    """Whether a class of the module's own takes the place of a part: by its name, or by what its code is made from."""
    if _LAST_WORD.findall(part)[-1] in tag.rpartition(".")[2]:
        return True
    code = f"{tag.replace('.', '/')}.class"
    return code in module.archive and f"map/{part}".encode() in module.archive.read(code)


def _options_after_map(module: Module) -> Iterator[Diagnostic]:
    order = [child.kind for child in module.root.children]
    if "Map" not in order:
        return
    first_map = module.root.children[order.index("Map")]
    if "GlobalOptions" not in order or order.index("GlobalOptions") > order.index("Map"):
        message = "`GlobalOptions` does not come before the first map, so the main map stays invisible"
        yield diagnose("A116", message, module.at(first_map), help="move `GlobalOptions` before the maps")


def _undecided_boards(module: Module) -> Iterator[Diagnostic]:
    setups = [setup for setup in module.root.all("PredefinedSetup") if setup.get("isMenu") != "true"]
    if setups and all(setup.get("useFile") == "true" and setup.get("file") for setup in setups):
        return  # a new game begins with one of them, and each brings its boards
    for board_map in module.maps:
        picker = next((child for child in board_map.children if child.kind == "BoardPicker"), None)
        if picker is None:
            continue
        boards = [child for child in picker.children if child.kind == "Board"]
        if len(boards) > 1 and not any(child.tag == "setup" and child.text for child in picker.children):
            message = f"the map `{board_map.get('mapName')}` has {len(boards)} boards and no default choice"
            help = "choose default boards in the Map Boards dialog; else every new game asks"
            yield diagnose("A127", message, module.at(picker), help=help)


def _missing_files(module: Module) -> Iterator[Diagnostic]:
    if module.is_extension:
        return
    for component in module.root.walk():
        name = _file_of(component)
        if name and name not in module.archive:
            message = f"`{component.get('title') or component.get('chartName') or component.kind}` wants `{name}`"
            yield diagnose("A118", f"{message}, which is not in the module", module.at(component))


def _file_of(component: Component) -> str:
    attribute = _FILE_TAGS.get(component.kind)
    if attribute is None or component.get("fileType", "archive") != "archive":
        return ""
    return component.get(attribute)
