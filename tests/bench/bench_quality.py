"""Our modules in the scale of a public study of 562 modules: seven parts, weighted, to 100.

The study (kellmat74/vassal-module-builder at 3f78283, `team4-quality.ts`, with `extract-deep-metadata.ts` and
`extract-module-metadata.ts` for what it counts) is followed to the letter, oddities too: the outermost trait of a piece
is never seen, since `+/null/` stands before it, and cards are no pieces. Only the expressions are ranked among all
562, whose database is not public: there a module has at least the rank of the best module of the study's own list that
it reaches, and at most that of the next, so that its total lies between two figures. Any modules can be asked about:
`python tests/bench/bench_quality.py FILE.vmod …`.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from compiler.diagnostics import Sink
from compiler.pipeline import build
from compiler.vassal.archive import open_archive
from compiler.vassal.metadata import read_metadata
from compiler.vassal.xml import Component, parse

GAMES = Path(__file__).parents[2] / "games"
WEIGHTS = {
    "reuse": 20, "automation": 20, "reports": 10, "efficiency": 10, "expressions": 15, "modernity": 10,
    "completeness": 15,
}  # fmt: skip
# What modules of the study's list come to by `_expression_points`, and the rank that it gives them: Flashpoint: South
# China Sea, Nevsky, Inferno (their sources are public, and all their other parts come out here as the study has them).
RANKS = ((0.0, 0.0), (194.4, 0.95), (249.0, 0.96), (253.4, 0.97))
COMPLETE = (
    "Zoomer", "CounterDetailViewer", "Inventory", "GlobalMap", "TurnTracker", "DiceButton", "HighlightLastMoved",
    "Flare", "PredefinedSetup",
)  # fmt: skip
ON_TOP = {"Inventory", "DiceButton", "PredefinedSetup"}  # looked for among the module's own children alone
MODERN_TRAITS = {"mat", "matPiece", "attach", "deselect", "calcProp"}
_TRAIT = re.compile(r"([a-zA-Z]\w*);")
_COUNTED = re.compile(r"([a-zA-Z]+\d*);")
_BEANSHELL = re.compile(r"\{([^}]{2,})\}")
_OLD_STYLE = re.compile(r"\$([A-Za-z_]\w*)\$")
_FUNCTION = re.compile(r"\b(GetProperty|SumStack|Sum|Count|Alert|Math\.\w+|Random|If)\s*\(")
_GET_PROPERTY = re.compile(r'GetProperty\s*\(\s*"([^"]+)"\s*\)')
_FORMATS = {
    "filter", "propertyExpression", "expression", "summaryReportFormat", "counterReportFormat", "reportFormat",
    "menuCommand",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Score:
    """One module: its parts, each from 0 to 1, and what the expressions come to before they are ranked."""

    pieces: int
    parts: dict[str, float]
    expression_points: float
    missing: tuple[str, ...]

    @property
    def total(self) -> float:
        """The least that the study can give."""
        return sum(WEIGHTS[part] * value for part, value in self.parts.items())

    @property
    def most(self) -> float:
        """The most: with the rank of the next module that is known."""
        rank = next((rank for reached, rank in RANKS if self.expression_points < reached), 1.0)
        return self.total + WEIGHTS["expressions"] * (rank - self.parts["expressions"])


def score(root: Component, vassal: str) -> Score:
    """What the study would give a module."""
    slots, prototypes = list(_ending(root, "PieceSlot")), list(_ending(root, "PrototypeDefinition"))
    pieces = len(slots)
    counts = Counter(_first(_COUNTED, raw) for each in (*slots, *prototypes) for raw in each.text.split("\t"))
    using = {
        _name(each, "entryName", "name")
        for each in slots
        if any(raw.startswith("prototype;") for raw in each.text.split("\t"))
    } | {f"[proto]{each.get('name')}" for each in prototypes if "\tprototype;" in each.text}
    automation = counts["macro"] + counts["calcProp"] + counts["PROP"] + _mass_commands(root, slots, prototypes)
    chains = [[t for raw in each.text.split("\t") if (t := _first(_TRAIT, raw))] for each in prototypes if each.text]
    average = sum(map(len, chains)) / len(chains) if chains else 0.0
    kinds = {trait for chain in chains for trait in chain}
    many = 0.3 if len(prototypes) > 5 else len(prototypes) * 0.06
    points = _expression_points(root, slots, prototypes)
    present = {name for name in COMPLETE if _has(root, name)}
    parts = {
        "reuse": min(1.0, len(using) / pieces) if pieces else 0.0,
        "automation": min(1.0, automation / pieces / 2) if pieces else 0.3 * bool(automation),
        "reports": min(1.0, counts["report"] / max(1.0, pieces * 0.3)) if pieces else 0.0,
        "efficiency": min(1.0, len(kinds) / max(1.0, average) * 0.7 + many) if average else 0.0,
        "expressions": max(rank for reached, rank in RANKS if points >= reached),
        "modernity": _modernity(root, vassal, slots, prototypes),
        "completeness": len(present) / len(COMPLETE),
    }
    return Score(pieces, parts, points, tuple(name for name in COMPLETE if name not in present))


def _first(pattern: re.Pattern[str], raw: str) -> str:
    found = pattern.match(raw)
    return found[1] if found else ""


def _ending(root: Component, suffix: str) -> Iterator[Component]:
    return (each for each in root.walk() if each.tag.endswith(suffix))


def _name(each: Component, *attributes: str) -> str:
    return next((each.get(name) for name in attributes if each.get(name)), "(unnamed)")


def _has(root: Component, name: str) -> bool:
    if name in ON_TOP:
        return any(child.kind == name for child in root.children)
    return next(_ending(root, name), None) is not None


def _mass_commands(root: Component, slots: list[Component], prototypes: list[Component]) -> int:
    """Global key commands of the module, of its maps and of its pieces."""
    own = sum(child.kind in ("GlobalKeyCommand", "StartupGlobalKeyCommand") for child in root.children)
    maps = [child for child in root.children if child.kind in ("Map", "PrivateMap", "PlayerHand")]
    on_maps = sum(1 for board in maps for _ in _ending(board, "MassKeyCommand"))
    on_pieces = sum(raw.startswith("globalkey;") for each in (*slots, *prototypes) for raw in each.text.split("\t"))
    return own + on_maps + on_pieces


def _modernity(root: Component, vassal: str, slots: list[Component], prototypes: list[Component]) -> float:
    major, minor, patch = (int(n or 0) for n in (re.findall(r"(\d+)\.(\d+)\.?(\d*)", vassal) or [(0, 0, 0)])[0])
    base = max(0.0, min(1.0, (major * 10000 + minor * 100 + patch - 30100) / 600))
    seen = {_first(_TRAIT, raw) for each in (*slots, *prototypes) for raw in each.text.split("\t")}
    features = _has(root, "Flare") + sum(
        any(f"{trait};" in each.text for each in prototypes) for trait in ("mat", "attachment")
    )
    return min(1.0, base + 0.1 * (features + len(seen & MODERN_TRAITS)))


def _expression_points(root: Component, slots: list[Component], prototypes: list[Component]) -> float:
    found: dict[tuple[str, str, str], None] = {}
    for each in (*prototypes, *slots):
        source = _name(each, "name", "entryName")
        for raw in each.text.split("\t"):
            found.update({("trait", source, m[0]): None for m in _BEANSHELL.finditer(raw)})
            if _first(_TRAIT, raw) in ("report", "label"):
                parameters = re.findall(r"(?:\\.|[^;\\])+", raw.partition(";")[2])
                texts = (re.sub(r"\\(.)", r"\1", text) for text in parameters)
                found.update({("report", source, text): None for text in texts if _OLD_STYLE.search(text)})
    for each in root.walk():
        for key, value in each.attributes.items():
            source = f"{each.kind}.{key}"
            found.update({("attribute", source, m[0]): None for m in _BEANSHELL.finditer(value)})
            if key in _FORMATS and _OLD_STYLE.search(value):
                found[("attribute", source, value)] = None
    texts = [text for _, _, text in found]
    beanshell = sum("{" in text and "}" in text and not _OLD_STYLE.search(text) for text in texts)
    functions = {tuple(dict.fromkeys(_FUNCTION.findall(text))) for text in texts}
    properties = {tuple(dict.fromkeys((*_GET_PROPERTY.findall(text), *_OLD_STYLE.findall(text)))) for text in texts}
    return beanshell * 0.4 + len(functions) * 5 + len(properties) * 2


def line(name: str, got: Score) -> str:
    """One row of the bench."""
    parts = ", ".join(f"{part} {value:.2f}" for part, value in got.parts.items())
    missing = f"; lacks {', '.join(got.missing)}" if got.missing else ""
    size = f"{got.pieces} pieces, {got.expression_points:.0f} expression points"
    return f"  {name}: {got.total:.1f} to {got.most:.1f} ({parts}; {size}{missing})"


def of_file(path: Path) -> Score:
    """The score of a module in a file."""
    with open_archive(path) as archive:
        build_name = next(name for name in ("buildFile.xml", "buildFile") if name in archive)
        vassal = read_metadata(archive.read("moduledata"), path.name).vassal_version
        return score(parse(archive.read(build_name), path.name), vassal)


def rows() -> Iterator[str]:
    """Every shipped game."""
    for folder in sorted(path.parent for path in (*GAMES.glob("*/game.yaml"), *GAMES.glob("samples/*/game.yaml"))):
        with tempfile.TemporaryDirectory() as out:
            made = build(folder, Path(out), Sink(), only=("vmod",))
            yield from (line(folder.name, of_file(path)) for path in made if path.suffix == ".vmod")


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        print(line(file.stem, of_file(file)), flush=True)
