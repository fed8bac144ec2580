"""The recipes of CONTRIBUTING.md work as they stand, and what documents name is there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.play.telling import Teller
from compiler.render.screen import face_image
from tests.play.table import book, game

ROOT = Path(__file__).parent.parent
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "compiler/README.md", "games/README.md")
BLOCK = re.compile(r"^(`{3,4})(\w+)\n# ([\w./]+)\n(.*?)^\1$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (.+)$", re.MULTILINE)
NAMED = re.compile(r"`((?:compiler|tests|games|schemas|\.ci)/[\w./*-]+)`")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house, and the demo beside it."""
    home = tmp_path_factory.mktemp("house")
    ignore = shutil.ignore_patterns("__pycache__", ".*_cache")
    for folder in ("compiler", "schemas", "tests", "games"):
        shutil.copytree(ROOT / folder, home / folder, ignore=ignore)
    for file in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / file, home)
    run(home, "liege new demo")
    return home


def take_in(home: Path, blocks: list[tuple[str, str]]) -> None:
    """Blocks go to the end of the file they name, or are that file."""
    for file, text in blocks:
        path = home / file
        path.parent.mkdir(parents=True, exist_ok=True)
        gap = "\n\n" if path.exists() and path.suffix == ".py" else ""
        with path.open("a", encoding="utf-8") as out:
            out.write(gap + text)


def run(home: Path, command: str) -> str:
    words = {"liege": ["-m", "compiler"], "pytest": ["-m", "pytest", "-q", "-n", "0"], "python": []}
    name, *rest = re.findall(r'"[^"]*"|\S+', command)
    done = subprocess.run(
        [sys.executable, *words[name], *(word.strip('"') for word in rest)],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def recipes() -> dict[str, tuple[list[tuple[str, str]], list[str]]]:
    """The blocks and the commands of every recipe, by its title."""
    text, found = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), {}
    hidden = BLOCK.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)  # headings of pages are none of ours
    heads = [*re.finditer(r"^## (.+)$", hidden, re.MULTILINE)]
    for head, after in zip(heads, [*(h.start() for h in heads[1:]), len(text)], strict=True):
        commands = COMMAND.findall(hidden[head.end() : after])
        if commands:
            found[head[1]] = [(block[3], block[4]) for block in BLOCK.finditer(text, head.end(), after)], commands
    return found


@pytest.mark.slow
@pytest.mark.parametrize("title", recipes())
def test_a_recipe_works_as_it_stands(title: str, house: Path) -> None:
    blocks, commands = recipes()[title]
    take_in(house, blocks)
    for command in commands:
        if command != "liege new demo":
            told = run(house, command)
            assert "no tests ran" not in told
            assert not command.startswith("pytest") or re.search(r"[1-9]\d* passed", told)


def test_there_is_a_recipe_for_everything_people_add() -> None:
    wanted = {"A lint", "A stock step", "A mechanic", "A game in YAML", "A layout", "A rules package"}
    assert set(recipes()) == wanted


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_names_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    written = {file for _, _, file, _ in BLOCK.findall(text)}
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    named = [path for path in NAMED.findall(text) if path not in written and "<" not in path]
    lost = [path for path in named if not list(ROOT.glob(path.rstrip("/")))]
    lost += [link for link in links if not ((ROOT / document).parent / link).exists()]
    assert lost == []
    assert named or links


def test_a_path_that_is_not_there_would_be_seen() -> None:
    assert NAMED.findall("see `compiler/nothing.py` and `tests/minis`") == ["compiler/nothing.py", "tests/minis"]
    assert not list(ROOT.glob("compiler/nothing.py"))


def test_the_counter_and_the_answer_that_are_walked_are_as_told() -> None:
    told = (ROOT / "compiler" / "README.md").read_text(encoding="utf-8")
    guard = game().counters["north_guard"]
    assert f"`{face_image(guard, guard.faces[0])}`" in told
    assert f"pieces `{guard.piece_ids[0]}` and `#2`" in told
    session = Session(stage(book(), scenario="bridge", step="march", seat="south", tracks={"marches": 4}))
    assert session.table.pieces["south_guard#1"].place == "0607"
    for answer in ("south_guard#1", ("0606",)):
        session.apply(answer, "south")
    (line,) = Teller.of(session).lines(session)
    assert f"*{line}*" in told
