"""`python -m tests.fuzzing [FORMAT…] [SECONDS [SEED]]`: spoil good files for so long, then tell what the corpus costs.

With atheris installed (the extra `fuzz`) `python -m tests.fuzzing --atheris [FORMAT…] [SECONDS]` lets coverage lead.
What a reader stumbles over is written into `corpus/FORMAT/`, by its digest, and fails the tests until it is mended.
"""

from __future__ import annotations

import hashlib
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.fuzzing.mutating import mutated
from tests.fuzzing.targets import TARGETS, seeds, tried

CORPUS = Path(__file__).parent / "corpus"
SECONDS, MEMORY = 20, 1 << 30  # what one case may take
LATE = 124  # the exit of a run that did not end by itself


def corpus(format_: str) -> list[Path]:
    """Every find of a format that is kept."""
    home = CORPUS / format_
    return sorted(path for path in home.iterdir() if not path.name.startswith(".")) if home.is_dir() else []


def kept(format_: str, data: bytes) -> Path:
    """Keep a find."""
    path = CORPUS / format_ / hashlib.sha256(data).hexdigest()[:16]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def fuzz(format_: str, seconds: float, seed: int, most: int = sys.maxsize) -> list[Path]:
    """Spoil good files until the time is over; the finds, each fault once."""
    rng = random.Random(f"{seed} {format_}")
    known = [*seeds(format_), *(path.read_bytes() for path in corpus(format_))]
    end, faults, found, cases = time.monotonic() + seconds, set[str](), [], 0
    while time.monotonic() < end and cases < most:
        cases += 1
        data = mutated(rng.choice(known), rng, known)
        try:
            tried(format_, data)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            fault = f"{type(error).__name__} at {where.filename}:{where.lineno}"
            if fault not in faults:
                faults.add(fault)
                found.append(kept(format_, data))
                print(f"{format_}: {fault}: {error!s:.100} → {found[-1].name}", flush=True)
    print(f"{format_}: {cases} cases, {len(found)} finds", flush=True)
    return found


def cost(format_: str, data: bytes) -> tuple[float, int, int]:
    """Seconds of processor, megabytes above what we have anyway, and the exit of a child that tries one case."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        try:
            tried(format_, data)
        except BaseException:
            os._exit(1)
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used.ru_utime + used.ru_stime, max(0, used.ru_maxrss - before) // 1024, os.waitstatus_to_exitcode(status)


def led(format_: str, seconds: int) -> int:
    """Let coverage lead, in a process of its own: it ends with what it has found. What it dies of is kept too."""
    with tempfile.TemporaryDirectory() as home:
        last = Path(home) / "last"
        command = [sys.executable, "-m", "tests.fuzzing.led", format_, str(seconds), str(last)]
        try:
            code = subprocess.run(command, check=False, cwd=home, env=_path(), timeout=2 * seconds + 60).returncode
        except subprocess.TimeoutExpired:
            code = LATE
        if code and last.exists():
            data = last.read_bytes()
            if code == LATE and not cost(format_, data)[2]:  # a busy machine, not a reader that hangs
                print(f"{format_}: out of time; what was tried last is no find", flush=True)
            else:
                print(f"{format_}: ended by {kept(format_, data)}", flush=True)
    return code


def _path() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}


def main(arguments: Sequence[str]) -> None:
    numbers = [int(a) for a in arguments if a.isdigit()]
    seconds, seed = (*numbers, *(10, 17)[len(numbers) :])[:2]
    formats = [a for a in arguments if a in TARGETS] or list(TARGETS)
    for format_ in formats:
        if "--atheris" in arguments:
            print(f"{format_}: coverage led {led(format_, seconds)}", flush=True)
        else:
            fuzz(format_, seconds, seed)
    print(f"{'format':<8} {'case':<18} {'bytes':>8} {'seconds':>8} {'MB':>5}  outcome")
    for format_ in formats:
        cases = [(f"seed {n}", data) for n, data in enumerate(seeds(format_))]
        cases += [(path.name, path.read_bytes()) for path in corpus(format_)]
        for name, data in cases:
            used, megabytes, code = cost(format_, data)
            outcome = "told or read" if code == 0 else f"FAILED ({code})"
            print(f"{format_:<8} {name:<18} {len(data):>8} {used:>8.2f} {megabytes:>5}  {outcome}")


if __name__ == "__main__":
    main(sys.argv[1:])
