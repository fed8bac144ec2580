"""The wheel carries everything `liege` needs outside of the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT],
        check=True,
        capture_output=True,
    )
    (found,) = out.glob("liege-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with the wheel alone; its libraries are lent by ours, less our checkout."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=False, symlinks=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)}))
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            home / "bin" / "python",
            "install",
            "--no-deps",
            "--no-index",
            "--disable-pip-version-check",
            wheel,
        ],
        check=True,
        capture_output=True,
    )
    # A line that is a plain path lends packages without running the .pth files among them (which lead to the checkout).
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home


def liege(installed: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    surroundings = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "LIEGE"))}
    return subprocess.run(
        [installed / "bin" / "liege", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        env=surroundings,
        check=False,
    )


def test_the_wheel_holds_schemas_games_pages_and_types(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in sorted((ROOT / "schemas").glob("*.json")):
        assert f"compiler/_data/schemas/{path.name}" in names
    for path in sorted((ROOT / "games").glob("*/game.yaml")):
        assert f"compiler/_data/games/{path.parent.name}/game.yaml" in names
    assert {"compiler/py.typed", "compiler/diagnostics/explain/L009.md"} <= names
    for path in sorted((ROOT / "compiler" / "web" / "pages").iterdir()):
        assert f"compiler/web/pages/{path.name}" in names
    assert not [name for name in names if name.startswith("tests/") or "__pycache__" in name]


@pytest.mark.slow
def test_the_source_package_holds_what_builds_proves_and_explains_it(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", tmp_path, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (found,) = tmp_path.glob("liege-*.tar.gz")
    with tarfile.open(found) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "compiler/README.md", ".ci/run"} <= names
    assert {"tests/test_house.py", "schemas/map.schema.json", "games/first_battle/game.yaml"} <= names


def test_liege_works_outside_the_checkout(installed: Path, tmp_path: Path) -> None:
    where = subprocess.run(
        [installed / "bin" / "python", "-c", "import compiler; print(compiler.__file__)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert Path(where.strip()).is_relative_to(installed)
    assert "Commands:" in liege(installed, tmp_path, "--help").stdout
    assert json.loads(liege(installed, tmp_path, "schema", "game").stdout)["title"]
    assert liege(installed, tmp_path, "explain", "L009").stdout.startswith("# L009")
    done = liege(installed, tmp_path, "new", "demo")
    assert done.returncode == 0, done.stderr
    done = liege(installed, tmp_path, "check", "demo")
    assert (done.returncode, done.stderr) == (0, "checked 1 game: no faults\n")
