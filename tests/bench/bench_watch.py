"""The author's loops in A Most Dangerous Time: one changed counter, from save to message and to picture; a rename."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from compiler import resources
from compiler.author.index import read_index
from compiler.author.mending import rename
from compiler.author.watching import Watch
from compiler.author.workspace import Workspace

GAME = "a_most_dangerous_time"
ROUNDS = 5


def rows() -> Iterator[str]:
    """Seconds and ratios to a cold run of the same; the least of some rounds, for others use the machine too."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / GAME
        shutil.copytree(resources.games() / GAME, folder)
        watch = Watch(folder, Path(home) / "out" / GAME / "draft")
        begun = time.perf_counter()
        cold = watch.round()
        whole = time.perf_counter() - begun
        counters = folder / "counters.yaml"
        text = counters.read_text(encoding="utf-8")
        warm = []
        for n in range(ROUNDS):
            changed = text.replace("Katsuie", f"Katsuie {'I' * (n + 1)}", 1)
            assert changed != text
            counters.write_text(changed, encoding="utf-8")
            warm.append(watch.round())
            assert warm[-1].drawn
        message, picture = min(each.to_message for each in warm), min(each.to_picture for each in warm)
        counters.write_text(text, encoding="utf-8")
        renames = [_rename(folder) for _ in range(ROUNDS)]
    taken, files, places = min(renames)
    yield f"  save to message  {message:.3f} s  {message / cold.to_message:.2f} of a cold look   goal 0.3 s"
    yield f"  save to picture  {picture:.3f} s  {picture / cold.to_picture:.2f} of a cold draft  goal 1 s"
    yield f"  cold, sheets and rules too  {whole:.2f} s"
    yield f"  rename of a counter  {taken:.3f} s  {places} places in {files} files"


def _rename(folder: Path) -> tuple[float, int, int]:
    """Seconds until every use of a counter is found and the game with all of them changed is read again."""
    workspace = Workspace(folder)
    workspace.look()
    index = read_index(workspace.documents())
    mention = index.defined["counter", "katsuie"][0]
    begun = time.perf_counter()
    edits = rename(workspace, index, mention, "shibata_the_elder")
    return time.perf_counter() - begun, len(edits), sum(map(len, edits.values()))
