"""`python -m tests.fuzzing.led FORMAT SECONDS [LAST]`: spoil good files, keep those that reach new code (atheris).

What is tried is written to LAST first: of a reader that dies or hangs nothing else would be left.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
from pathlib import Path


def main(format_: str, seconds: int, last: Path | None = None) -> None:
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["compiler"], enable_loader_override=False):  # ours alone is to be covered
        targets = importlib.import_module("tests.fuzzing.targets")
        targets.TARGETS[format_](targets.seeds(format_)[0])  # readers import what they need when they first read
    fuzzing = importlib.import_module("tests.fuzzing.__main__")
    most = importlib.import_module("tests.fuzzing.mutating").MOST

    def one(data: bytes) -> None:
        if last is not None:
            last.write_bytes(data)
        try:
            targets.tried(format_, data)
        except Exception:
            print("kept", fuzzing.kept(format_, data), flush=True)
            raise

    with tempfile.TemporaryDirectory() as home:
        for n, data in enumerate([*targets.seeds(format_), *(path.read_bytes() for path in fuzzing.corpus(format_))]):
            Path(home, f"seed{n}").write_bytes(data)
        limits = (f"-max_total_time={seconds}", f"-max_len={most}", "-rss_limit_mb=1024", "-print_final_stats=1")
        atheris.Setup([sys.argv[0], *limits, home], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *map(Path, sys.argv[3:4]))
