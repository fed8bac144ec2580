"""Every fault file trips exactly its code, at the line it names."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest
import yaml

from compiler.check.lint import LINTS
from compiler.check.runner import TOPICS
from compiler.diagnostics import CODES, Severity
from compiler.diagnostics.explain import page
from tests.faulty import copy, edit, found, merge_file

FAULTS = sorted((Path(__file__).parent.parent / "faults").glob("*.yaml"))
BROKEN = [code for code in CODES if code[0] in "MC"]
EXAMPLE = re.compile(r"```yaml\n# (\w+)/([\w./]+)\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("path", FAULTS, ids=lambda p: p.stem)
def test_fault_gives_its_code_at_its_line(path: Path, tmp_path: Path) -> None:
    fault = yaml.safe_load(path.read_text(encoding="utf-8"))
    code = path.name[:4]
    folder = copy(fault["game"], tmp_path)
    edit(folder, fault["change"])

    diagnostics = found(folder, strict=CODES[code].severity is Severity.NOTE)

    expected = {code, *fault.get("also", ())}
    assert {d.code for d in diagnostics} == expected, [str(d) for d in diagnostics]
    file = folder / fault["expect"]["file"]
    text = file.read_text(encoding="utf-8").splitlines()
    lines = [n for n, line in enumerate(text, 1) if fault["expect"]["find"] in line]
    assert len(lines) == 1, f"{fault['expect']['find']!r} stands in lines {lines}"
    places = {(Path(d.span.file).resolve(), d.span.line) for d in diagnostics if d.code == code and d.span}
    assert (file.resolve(), lines[0]) in places


def test_every_code_of_model_and_check_has_a_fault() -> None:
    assert [code for code in BROKEN if not any(path.name.startswith(code) for path in FAULTS)] == []


def test_fault_files_are_named_after_their_code() -> None:
    assert [path.name for path in FAULTS if path.stem != f"{path.name[:4]}-{CODES[path.name[:4]].name}"] == []


def test_lints_are_named_and_titled_as_their_codes() -> None:
    for topic in TOPICS:
        importlib.import_module(f"compiler.check.{topic}")
    for code, lint in LINTS.items():
        assert lint.name == CODES[code].name
        assert (lint.find.__doc__ or "").rstrip(".") == CODES[code].title
        assert lint.rationale


@pytest.mark.parametrize("code", BROKEN)
def test_every_code_has_a_page_whose_examples_do_what_they_say(code: str, tmp_path: Path) -> None:
    told = page(code)
    assert told is not None
    assert re.findall(r"^## (.*)$", told, re.MULTILINE) == ["What", "Why", "Broken", "Mended"]
    before, after = told.split("## Mended")
    for part, broken in ((before, True), (after, False)):
        examples = EXAMPLE.findall(part)
        assert examples, "each part has at least one example"
        folder = copy(examples[0][0], tmp_path / str(broken))
        for _, file, patch in examples:
            merge_file(folder, file, patch)
        assert (code in {d.code for d in found(folder, strict=CODES[code].severity is Severity.NOTE)}) is broken
