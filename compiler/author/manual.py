"""Pages of the manual that are made, not written: every key, stock step, code, symbol, part of a layout and recipe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.load import KINDS
from compiler.schema import schema

__all__ = ["pages"]

_MADE = "<!-- Made by `liege manual`; change what it is made from instead. -->\n"
_TYPES = {
    "string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "array": "list",
    "object": "mapping", "null": "nothing",
}  # fmt: skip
_DEPTH = 7
_EVERYWHERE = ("rule", "source", "note")


def pages() -> dict[str, str | bytes]:
    """File name and content of every made page, and of the pictures in them."""
    from compiler.author.manual_art import symbol_sheet
    from compiler.author.manual_layouts import layout_page, parts_sheet, recipe_sheet
    from compiler.author.manual_vassal import vassal_page

    return {
        "keys.md": _keys(),
        "steps.md": _steps(),
        "codes.md": _codes(),
        "symbols.md": _symbols(),
        "symbols.png": symbol_sheet(),
        "layouts.md": layout_page(_MADE),
        "layouts.png": parts_sheet(),
        "recipes.png": recipe_sheet(),
        "vassal-parts.md": vassal_page(_MADE),
    }


# -- keys --------------------------------------------------------------------------------------------------------------
def _keys() -> str:
    lines = [_MADE, "# Every key of every file", ""]
    lines += ["A game is a folder of these files. What a key may hold is checked before anything else.", ""]
    lines += ["A *name* is a text, or one for each language: `{en: Spears, ja: 長槍}`. Nearly every datum may have", ""]
    common = schema("counters")["properties"]["kinds"]["additionalProperties"]["properties"]
    lines += [f"- `{key}`: {_sentence(_said(_followed(common[key], schema('counters'))[0]))}" for key in _EVERYWHERE]
    lines.append("")
    for kind in KINDS:
        whole = schema(kind)
        lines += [f"## {whole['title']} (`{_file(kind)}`)", "", _sentence(whole.get("description", "")), ""]
        lines += list(_Keys(whole).below(whole, 0))
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _file(kind: str) -> str:
    folders = {
        "map": "map.yaml`, `maps/*.yaml", "scenario": "scenarios/*.yaml", "example": "examples/*.yaml",
        "lock": "ids.lock.yaml",
    }  # fmt: skip
    return folders.get(kind, f"{kind}.yaml")


class _Keys:
    """The keys of one file as nested points; a form that several keys share is told at the first of them."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root
        self.told: set[str] = set()

    def below(self, part: Mapping[str, Any], depth: int) -> Iterator[str]:
        part, way = _followed(part, self.root)
        if depth > _DEPTH or way in self.told or way.endswith("/name"):
            return
        if way:
            self.told.add(way)
        needed = part.get("required", ())
        for name, inner in part.get("properties", {}).items():
            if name not in _EVERYWHERE:
                yield from self._key(name, inner, depth, needed=name in needed)
        free = part.get("additionalProperties")
        if isinstance(free, dict):
            yield from self._free(free, depth)
        for choice in ("oneOf", "anyOf"):
            for branch in part.get(choice, ()):
                if _followed(branch, self.root)[0].get("properties"):
                    yield from self.below(branch, depth)

    def _free(self, free: Mapping[str, Any], depth: int) -> Iterator[str]:
        """What stands under ids that an author chooses: a thing, things by id again, or a list of things."""
        found, way = _followed(free, self.root)
        items = found.get("items") if found.get("type") == "array" else None
        deeper = found.get("properties") or isinstance(found.get("additionalProperties"), dict)
        if not deeper and not (isinstance(items, dict) and _followed(items, self.root)[0].get("properties")):
            return
        again = " (told above)" if way and way in self.told else ""
        said = _sentence(_said(found))
        yield f"{'  ' * depth}- *any id*{': ' if said else ''}{said}{again}"
        if items is None:
            yield from self.below(free, depth + 1)
        elif not again:
            self.told |= {way} - {""}  # what has no name of its own is told wherever it stands
            yield from self.below(items, depth + 1)

    def _key(self, name: str, inner: Mapping[str, Any], depth: int, *, needed: bool) -> Iterator[str]:
        found, way = _followed(inner, self.root)
        resolved = {**found, **{key: value for key, value in inner.items() if key != "$ref"}}
        kind = "name" if way.endswith("/name") else _kind(resolved, self.root)
        again = " (told above)" if way in self.told and found.get("properties") else ""
        yield f"{'  ' * depth}- `{name}` ({kind}{', needed' if needed else ''}): {_sentence(_said(resolved))}{again}"
        if found.get("type") == "array" and isinstance(found.get("items"), dict):
            yield from self.below(found["items"], depth + 1)
        else:
            yield from self.below(inner, depth + 1)


def _followed(part: Mapping[str, Any], root: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """A part of the schema with its reference followed, and the name of what it refers to."""
    way = ""
    while "$ref" in part:
        way = part["$ref"]
        here: Any = root
        for step in way.removeprefix("#/").split("/"):
            here = here[step]
        part = here
    return part, way


def _kind(part: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    if "enum" in part:
        return " or ".join(f"`{_word(each)}`" for each in part["enum"])
    types = part.get("type", [])
    types = [types] if isinstance(types, str) else types
    if not types:
        branches = [_followed(each, root)[0] for each in (*part.get("oneOf", ()), *part.get("anyOf", ()))]
        types = [name for each in branches for name in ([each["type"]] if isinstance(each.get("type"), str) else [])]
    words = " or ".join(dict.fromkeys(_TYPES[name] for name in types)) or "value"
    items = part.get("items")
    if words == "list" and isinstance(items, dict) and "enum" in items:
        words = f"list of {', '.join(f'`{_word(each)}`' for each in items['enum'])}"
    low, high = part.get("minimum"), part.get("maximum")
    if low is not None or high is not None:
        words += f" {'from ' + str(low) if low is not None else ''}{' to ' + str(high) if high is not None else ''}"
    return " ".join(words.split())


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _said(part: Mapping[str, Any]) -> str:
    return str(part.get("description") or part.get("title", ""))


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?", ":")) else f"{text}."


# -- steps -------------------------------------------------------------------------------------------------------------
def _steps() -> str:
    """Stock steps with their settings; whoever offers a step says what each setting is for."""
    import importlib
    import pkgutil

    from compiler.author import kinds
    from compiler.play import stock
    from compiler.play.step import OFFERED, Step

    for module in pkgutil.iter_modules(stock.__path__):
        importlib.import_module(f"{stock.__name__}.{module.name}")
    ours = [each for each in OFFERED if isinstance(each, Step) and each.module.startswith(stock.__name__)]
    found = {each.name: each for each in ours}  # a game's own rules may offer a step by the name of one of ours
    lines = [_MADE, "# Stock steps", ""]
    lines += ["What a `step:` of `sequence.yaml` can be without Python, and what it takes under `with:`.", ""]
    lines += kinds.page()
    for name, each in sorted(found.items()):
        lines += [f"## `{name}`", "", (each.run.__doc__ or "").strip(), ""]
        for key, setting in (each.settings or {}).items():
            must = ", needed" if setting.required else ""
            choices = f" One of {', '.join(f'`{choice}`' for choice in setting.choices)}." if setting.choices else ""
            lines.append(f"- `{key}` ({setting.what}{must}): {_sentence(setting.says)}{choices}")
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


# -- codes and symbols -------------------------------------------------------------------------------------------------
def _codes() -> str:
    from compiler.check import runner
    from compiler.diagnostics import CODES

    runner.lints()
    lines = [
        _MADE,
        "# Every code",
        "",
        "`liege explain CODE` has a page for each, with a broken example and a mended one.",
        "",
    ]
    lines += ["| code | name | | what |", "|---|---|---|---|"]
    for code in sorted(CODES.values(), key=lambda each: each.id):
        lines.append(f"| {code.id} | `{code.name}` | {code.severity.value} | {code.title} |")
    return "\n".join(lines) + "\n"


_OWN_SYMBOLS = """\
A drawing of your own, `art/eagle.svg`, is the symbol `eagle`: for slots, dice, crests and badges. It becomes one
silhouette in the one colour that its place gives it, whatever its own are. Shapes are filled, a shape inside another is
cut out, lines are drawn as wide as they are (`fill="none"` or white inside them stays open), text is set in our
fonts or those in `art/`. Gradients, opacity, masks and bitmaps have no outline: a file of nothing else is refused
(R203); put it into a slot with `put: picture`, which keeps every colour. Nothing may reach out of the file (R202)."""


def _symbols() -> str:
    from compiler.author.manual_art import symbol_names

    lines = [_MADE, "# Symbols", "", "What `symbol: {is: …}` of a layout can be; your own are SVG files in `art/`.", ""]
    lines += [_OWN_SYMBOLS, ""]
    lines += ["![All symbols by name](symbols.png)", ""]
    lines.append(", ".join(f"`{name}`" for name in symbol_names()) + ".")
    return "\n".join(lines) + "\n"
