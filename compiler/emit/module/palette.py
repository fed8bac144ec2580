"""The palette: every piece once, by side and kind."""

from __future__ import annotations

from compiler.emit.module import keys
from compiler.emit.module.icons import icon
from compiler.emit.module.pieces import Box
from compiler.emit.module.spacemarks import generic, on_spaces
from compiler.emit.names import words
from compiler.render.screen import SCALE
from compiler.vassal.buildfile import Component, component

_MOST_TABS = 8  # more groups than this are chosen from a list
_WIDE = 200  # pixels; larger pieces are shown at half their size
_WINDOW = 420


def palette(box: Box) -> Component:
    """The window of all pieces."""
    groups = [(title, _group(box, title, kinds)) for title, kinds in _groups(box).items()]
    outer = "w.TabWidget" if len(groups) <= _MOST_TABS else "w.BoxWidget"
    whole = component(outer, *(made for _, made in groups), entryName="Pieces")
    return component(
        "m.PieceWindow",
        whole,
        name="Pieces",
        text="",
        icon=icon("pieces"),
        tooltip="All pieces of the game",
        hotkey=keys.PIECES,
        defaultWidth=_WINDOW,
    )


def _groups(box: Box) -> dict[str, dict[str, list[str]]]:
    """Side, or what has no side → kind → ids."""
    game = box.plan.game
    found: dict[str, dict[str, list[str]]] = {side.name.en: {} for side in game.sides.values()}
    common: dict[str, list[str]] = {}
    for counter in game.counters.values():
        side = game.sides.get(counter.side or "")
        kind = game.counter_kinds[counter.kind].name.en
        (found[side.name.en] if side else common).setdefault(kind, []).append(counter.id)
    for card in game.cards.values():
        found.setdefault("Cards", {}).setdefault(game.card_kinds[card.kind].name.en, []).append(card.id)
    signs = [f"{mark.id}/mark" for mark in on_spaces(box.plan) if generic(box.plan, mark)]
    if signs:
        common.setdefault("Marks", []).extend(signs)
    found["Common"] = common  # sides first, as players look for their own
    return {title: kinds for title, kinds in found.items() if kinds}


def _group(box: Box, title: str, kinds: dict[str, list[str]]) -> Component:
    panels = [_panel(box, kind, ids) for kind, ids in kinds.items()]
    if len(panels) == 1:
        panels[0].attributes["entryName"] = title
        return panels[0]
    return component("w.TabWidget", *panels, entryName=title)


def _panel(box: Box, kind: str, ids: list[str]) -> Component:
    """A list that scrolls, with the chosen piece beside it; a panel would squeeze many pieces into its window."""
    wide = max(box.size(id)[0] for id in ids)
    usual = SCALE / box.plan.atlas.scale
    scale = usual if wide * usual < _WIDE else usual / 2
    return component(
        "w.ListWidget",
        *(box.slot(id) for id in ids),
        entryName=words(kind),
        scale=scale,
        width=_WINDOW,
        height=300,
        divider=round(wide * scale) + 40,
    )
