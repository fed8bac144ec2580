"""House rules that tools enforce."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def banned(file: str, source: str) -> bool:
    ruff = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID251", "--stdin-filename", file, "-"]
    done = subprocess.run(ruff, input=source, capture_output=True, text=True, cwd=ROOT, check=False)
    return "TID251" in done.stdout


@pytest.mark.parametrize("source", ["import random\n", "from time import sleep\n", "import datetime as d\n"])
def test_chance_and_clock_are_banned_where_games_are_played(source: str) -> None:
    assert banned("compiler/play/x.py", source)
    assert banned("compiler/play/mechanics/x.py", source)
    assert banned("compiler/rules/demo/ch01_x.py", source)
    assert not banned("compiler/emit/x.py", source)


def test_scripts_of_ours_are_sound_and_run_the_two_targets() -> None:
    for script in ("run", "setup"):
        subprocess.run(["bash", "-n", ROOT / ".ci" / script], check=True)
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in text
    assert text.index("make lint") < text.index("make test")
