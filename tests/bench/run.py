"""`make bench`: run every bench_*.py beside this file and print its rows. Names after the command choose some."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(chosen: list[str]) -> None:
    sys.path.insert(0, str(HERE))
    for path in sorted(HERE.glob("bench_*.py")):
        name = path.stem.removeprefix("bench_")
        if chosen and name not in chosen:
            continue
        module = importlib.import_module(path.stem)
        print(f"{name}: {(module.__doc__ or '').strip().splitlines()[0]}", flush=True)
        for row in module.rows():
            print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
