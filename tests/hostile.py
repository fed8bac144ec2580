"""Commands given strangers' files, held to what those may cost: `python -m tests.hostile [PYTEST ARGUMENT…]`.

Runs all tests of hostile files and prints for each command that they ran how long it took and how much memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

MEMORY = 1024 * 1024 * 1024
SECONDS = 60  # of processor time: a bound against hanging, generous to slow machines
FILES = ("test_hostile.py", "load/test_hostile.py")


class Cost(NamedTuple):
    """What one command took, of processor time and at most of memory."""

    case: str
    command: str
    seconds: float
    megabytes: int
    code: int


COSTS: list[Cost] = []


# The command is the child of a small process of its own: what a process counts as its most begins with what its parent
# had when it was made, and whoever runs all our tests has much.
_BOUNDED = """
import os, resource, sys
report, memory, seconds = map(int, sys.argv[1:4])
resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
_, status, used = os.wait4(os.posix_spawn(sys.executable, sys.argv[4:], os.environ), 0)
code = os.waitstatus_to_exitcode(status)
os.write(report, f"{code} {used.ru_utime + used.ru_stime} {used.ru_maxrss}".encode())
"""


def liege(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """A command within bounds; what it took is written down."""
    command = [sys.executable, "-m", "compiler", *map(str, arguments)]
    reads, writes = os.pipe()
    with open(reads) as report:
        given = [sys.executable, "-S", "-c", _BOUNDED, str(writes), str(MEMORY), str(SECONDS), *command]
        ran = subprocess.run(given, stdin=subprocess.DEVNULL, capture_output=True, text=True, pass_fds=(writes,))
        os.close(writes)
        code, seconds, kilobytes = report.read().split()
    case = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[2].removesuffix(" (call)")
    COSTS.append(Cost(case, str(arguments[0]), float(seconds), int(kilobytes) // 1024, int(code)))
    return subprocess.CompletedProcess(command, int(code), ran.stdout, ran.stderr)


def main(arguments: list[str]) -> int:
    from tests.hostile import COSTS as costs  # the tests import us by name; run as a command we have another

    files = [str(Path(__file__).parent / name) for name in FILES]
    code = pytest.main(["-q", "-p", "no:cacheprovider", *files, *arguments])
    print(f"{'seconds':>8} {'MB':>5} {'exit':>4}  command")
    for cost in costs:
        print(f"{cost.seconds:>8.2f} {cost.megabytes:>5} {cost.code:>4}  {cost.command}: {cost.case}")
    if costs:
        slow, big = max(cost.seconds for cost in costs), max(cost.megabytes for cost in costs)
        print(f"{len(costs)} commands: at most {slow:.2f} seconds of processor time and {big} MB")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
