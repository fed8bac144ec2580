"""The charts window: every table, the effects of terrain and the sequence of play, as pictures and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.emit.module import html, keys
from compiler.emit.module.icons import icon
from compiler.emit.names import cited, plain, words
from compiler.emit.plan import Plan
from compiler.model.common import Kind, Value
from compiler.model.counters import CounterKind
from compiler.model.sequence import SequenceNode
from compiler.model.tables import Modifier, ResultTable
from compiler.vassal.buildfile import Component, component


def charts(plan: Plan, files: dict[str, bytes]) -> list[Component]:
    """The window; the pages it shows are added to the files."""
    pictures = [component("w.Chart", chartName=title, fileName=image) for title, image in plan.studio.charts()]
    pages = []
    for title, name, content in _pages(plan):
        files[name] = content
        pages.append(component("w.HtmlChart", chartName=title, fileName=name))
    if not pictures and not pages:
        return []
    tabs = component(
        "w.TabWidget", component("w.ListWidget", *pictures, entryName="Charts", width=1060, height=720, divider=840),
        component("w.ListWidget", *pages, entryName="As text", width=1060, height=720, divider=840), entryName="Charts",
    )  # fmt: skip
    return [
        component(
            "m.ChartWindow",
            tabs,
            name="Charts",
            text="",
            icon=icon("charts"),
            hotkey=keys.CHARTS,
            tooltip="Tables, terrain and sequence of play",
        )
    ]


def _pages(plan: Plan) -> Iterator[tuple[str, str, bytes]]:
    for table in plan.game.tables.values():
        yield table.title.en, f"table_{table.id}.html", _table(table)
    terrain = "".join(_kinds(plan, title, kinds) for title, kinds in _grounds(plan) if kinds)
    if terrain:
        yield "Terrain", "terrain.html", html.page("Terrain", terrain)
    if plan.game.sequence:
        lines = "".join(_nodes(plan.game.sequence))
        yield "Sequence of play", "sequence.html", html.page("Sequence of play", f"<ul>{lines}</ul>")


def _table(table: ResultTable) -> bytes:
    """The table with the meaning of its results, its modifiers and its rule."""
    corner = " / ".join(title for title in (table.rows.title.en, table.columns.title.en) if title)
    head = [corner, *(head.label for head in table.columns.heads)]
    rows = [
        [row.label, *(plain(cell) for cell in cells)] for row, cells in zip(table.rows.heads, table.cells, strict=True)
    ]
    parts = [html.grid(head, rows)]
    if table.results:
        meanings = [[r.code, r.text + cited(r.note)] for r in table.results.values()]
        parts += [html.heading("Results"), html.grid(["Result", "Meaning"], meanings)]
    if table.modifiers:
        parts += [html.heading("Modifiers"), html.items(modifier_text(m) for m in table.modifiers)]
    if table.note.rules:
        parts.append(html.paragraph(f"Rule {', '.join(table.note.rules)}"))
    return html.page(table.title.en, *parts)


def modifier_text(modifier: Modifier) -> str:
    """A modifier in words: its name, its amount, what it depends on."""
    amount = f" {modifier.value:+g}" if modifier.value is not None else ""
    column = " (column)" if modifier.on == "column" else ""
    return f"{modifier.name.en}{amount}{column}{f', {modifier.text}' if modifier.text else ''}{cited(modifier.note)}"


def _grounds(plan: Plan) -> Iterator[tuple[str, Mapping[str, Kind]]]:
    seen: list[Mapping[str, Kind]] = []
    for board in plan.game.boards:
        parts = {"ground": board.terrain, "hexsides and courses": board.feature_kinds, "ways": board.link_kinds}
        for what, kinds in parts.items():
            if kinds not in seen:  # a back may be like its front
                seen.append(kinds)
                yield f"{board.name.en}: {what}", kinds


def _kinds(plan: Plan, title: str, kinds: Mapping[str, Kind]) -> str:
    """What each kind of ground does, by its own values."""
    names = list(dict.fromkeys(name for kind in kinds.values() for name in kind.values))
    titles = {f.id: f.title.en for kind in kinds.values() for f in kind.own.values()}
    named: dict[str, Kind | CounterKind] = {**plan.game.counter_kinds, **kinds}
    rows = [[kind.name.en, *(_shown(named, kind.values.get(name)) or "-" for name in names)] for kind in kinds.values()]
    head = ["", *(titles.get(name) or words(name).capitalize() for name in names)]
    return html.heading(title) + html.grid(head, rows)


def _shown(named: Mapping[str, Kind | CounterKind], value: Value) -> str:
    """A value in words: what it names, its likes or counters, by the name of that."""
    if isinstance(value, tuple):
        return ", ".join(_shown(named, each) for each in value)
    return named[value].name.en if isinstance(value, str) and value in named else plain(value)


def _nodes(nodes: tuple[SequenceNode, ...]) -> Iterator[str]:
    for node in nodes:
        loop = {"each": f" (for each {words(node.over or '')})", "repeat": " (repeat)"}.get(node.kind, "")
        inner = "".join(_nodes(node.children))
        text = html.escape(f"{node.name.en}{loop}{cited(node.note)}")
        yield f"<li>{text}{f'<ul>{inner}</ul>' if inner else ''}</li>\n"
