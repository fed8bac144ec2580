"""How the benches measure and show: ratios within one run, never seconds."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

# VmHWM is of this program alone; ru_maxrss would still count the process that started it.
_PEAK = """
import importlib, re, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
getattr(importlib.import_module(sys.argv[2]), sys.argv[3])(*map(Path, sys.argv[4:]))
print(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the report: a ratio (or another number) and the most it should be."""

    name: str
    value: float
    goal: float | None = None
    unit: str = "x"

    def __str__(self) -> str:
        verdict = "" if self.goal is None else f"   goal {self.goal:g}{self.unit}"
        if self.goal is not None:
            verdict += "   ok" if self.value <= self.goal else "   MISSED"
        return f"  {self.name:<64} {self.value:9.3f}{self.unit}{verdict}"


def fastest(work: Callable[[], object], rounds: int = 5) -> float:
    """Processor seconds of the fastest of some rounds: the least disturbed one."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 5) -> float:
    """Our time over theirs, rounds taken in turns so that a busy machine slows both."""
    pairs = [(fastest(ours, 1), fastest(theirs, 1)) for _ in range(rounds)]
    return min(mine for mine, _ in pairs) / min(other for _, other in pairs)


def middle(ours: Callable[[], object], theirs: Callable[[], object], rounds: int) -> float:
    """As `ratio`, where rounds of ours differ: the median of them against the median of theirs."""
    pairs = [(fastest(ours, 1), fastest(theirs, 1)) for _ in range(rounds)]
    return median(mine for mine, _ in pairs) / median(other for _, other in pairs)


def peak(module: str, function: str, *paths: Path) -> float:
    """Megabytes that a function of a bench takes at most, in a process of its own."""
    command = [sys.executable, "-c", _PEAK, str(Path(__file__).parent), module, function, *map(str, paths)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) / 1024
