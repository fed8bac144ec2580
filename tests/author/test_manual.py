"""The manual: made pages hold all there is, and what a reader is told to do works to the letter."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.author.manual import pages
from compiler.emit.module.typed import trait_names
from compiler.load import KINDS
from compiler.play.stock.effects import KINDS as EFFECTS
from compiler.schema import schema
from compiler.vassal.record import type_specs

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(
    r"^```\w+\n# (?P<way>[=+] )?(?P<file>[\w./]+)(?: after (?P<after>[^\n]+))?\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
SAVED = re.compile(r"\[[^]]+\]\((?P<from>[\w.]+)\) as\s+`(?P<to>[\w./]+)`")
COMMAND = re.compile(r"^\$ (liege .+)$", re.MULTILINE)
WRITTEN = sorted(path.name for path in DOCS.glob("*.md") if path.name not in pages())


def write(path: Path, block: re.Match[str]) -> None:
    """A block is the whole file (`=`), goes below the line that begins with some words (`+`), or to the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() and block["way"] != "= " else ""
    if block["after"] is not None:
        lines = before.splitlines(keepends=True)
        (place,) = [n for n, line in enumerate(lines, 1) if line.strip().startswith(block["after"].strip())]
        path.write_text("".join((*lines[:place], block["text"], *lines[place:])), encoding="utf-8")
    else:
        path.write_text(before + block["text"], encoding="utf-8")


def follow(page: str, home: Path) -> list[str]:
    """Do what a page says, in its order: blocks go to their files or are them, pictures are saved, commands are run."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = [*BLOCK.finditer(text), *SAVED.finditer(text), *COMMAND.finditer(text)]
    steps = sorted(found, key=lambda each: each.start())
    done = []
    for each in steps:
        if each.re is BLOCK and not each["file"].startswith("."):
            write(home / each["file"], each)
        elif each.re is SAVED:
            (home / each["to"]).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(DOCS / each["from"], home / each["to"])
        elif each.re is COMMAND:
            command = [sys.executable, "-m", "compiler", *each[1].removeprefix("liege ").split()]
            environment = {**os.environ, "PYTHONPATH": str(DOCS.parent)}
            ran = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)
            assert ran.returncode == 0, f"{each[1]}\n{ran.stdout}\n{ran.stderr}"
            done.append(each[1])
    return done


@pytest.mark.slow
def test_the_first_game_in_an_evening_ends_with_a_module_and_sheets(tmp_path: Path) -> None:
    done = follow("first-game.md", tmp_path)
    assert done[-1] == "liege build river_crossing"
    home = tmp_path / "build/river_crossing"
    assert (home / "river_crossing.vmod").stat().st_size > 50_000
    assert {path.name for path in (home / "setups").iterdir()} == {"first.vsav", "race.vsav"}
    assert (home / "pnp/all-a4.pdf").read_bytes().startswith(b"%PDF")
    check = subprocess.run(
        [sys.executable, "-m", "compiler", "check", "river_crossing"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(DOCS.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert check.stderr == "checked 1 game: no faults\n"


@pytest.mark.parametrize("page", [name for name in WRITTEN if name not in ("first-game.md",)])
def test_what_other_pages_say_works(page: str, tmp_path: Path) -> None:
    follow(page, tmp_path)


@pytest.mark.parametrize("page", WRITTEN)
def test_links_lead_somewhere(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!https:)([^)#]+)", text):
        assert (DOCS / link).exists() or link in pages(), f"{page}: {link}"


def test_every_key_and_every_step_is_told() -> None:
    made = pages()
    keys, steps = made["keys.md"], made["steps.md"]
    assert isinstance(keys, str)
    assert isinstance(steps, str)
    for kind in KINDS:
        for name in schema(kind)["properties"]:
            assert f"`{name}`" in keys, (kind, name)
    assert "## `stock.move`" in steps
    assert "- `allowance` (number field" in steps
    sheet = made["symbols.png"]
    assert isinstance(sheet, bytes)
    assert sheet.startswith(b"\x89PNG")


def test_every_trait_and_component_is_told_with_its_fields() -> None:
    page = pages()["vassal-parts.md"]
    assert isinstance(page, str)
    for name, cls in trait_names().items():
        (line,) = [line for line in page.splitlines() if line.startswith(f"- **`{name}`** (")]
        assert all(f"`{spec.name}" in line for spec in type_specs(cls)), name
    assert "- **`DiceButton`**: " in page
    assert "`nDice=2`" in page


def test_keys_behind_a_list_without_a_name_are_told_too() -> None:
    keys = pages()["keys.md"]
    assert isinstance(keys, str)
    module = keys.partition("## Module (")[2].partition("\n## ")[0]
    assert "  - `side` (text): A side." in module
    assert "    - `version` (text): Of the extension." in module


def test_words_that_a_list_takes_are_told() -> None:
    keys = pages()["keys.md"]
    assert isinstance(keys, str)
    assert "- `draw` (list of `grid`, `numbers`, `outlines`" in keys


@pytest.mark.parametrize("page", sorted(pages()))
def test_made_pages_are_as_they_would_be_made_now(page: str) -> None:
    made = pages()[page]
    data = made.encode() if isinstance(made, str) else made
    assert (DOCS / page).read_bytes() == data, "run `make manual`"


def test_every_effect_says_what_it_takes() -> None:
    """Each key that an effect knows is named where the effect is described."""
    effects = schema("steps")["$defs"]["effects"]["items"]["properties"]
    for name, kind in EFFECTS.items():
        said = effects[name]["description"]
        missing = [key for key in kind.keys if f"`{key}`" not in said]
        assert not missing, (name, missing)
