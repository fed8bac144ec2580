"""`liege build` killed, refused by the system, and run twice at once: `python -m tests.kills [MOMENTS [SEED]]`.

A small game stands built in one version while another is built: a counter more, so that the lock grows, and a setup
less, so that a file goes. Whatever happens, a reader of ours finds the files of one version or the other, never of
both, and the next build completes the work and leaves nothing unfinished behind. The game is small so that hundreds of
builds end in minutes; it makes files of every kind that a build makes.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from compiler import fingerprint, resources
from compiler.build_record import LINE
from compiler.cli import main as liege
from compiler.publish import settle
from tests.faulty import copy

SLUG, LOCK = "points", "ids.lock.yaml"
SKIRMISH = """\
id: skirmish
title: A skirmish
seats: [north, south]
place:
  - {at: odani, put: [{counter: north_soldier, count: 2}]}
  - {at: sawayama, put: [{counter: south_soldier, count: 2}]}
"""
CALLS = ("replace", "link", "unlink", "fsync", "mkdir", "rmdir")  # what a build asks of the system to change folders
Tree = dict[str, str]


def tree(home: Path) -> Tree:
    """What a reader sees of a folder: its files, each by a digest."""
    paths = [path for path in sorted(home.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    return {path.relative_to(home).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def leavings(*folders: Path) -> list[Path]:
    return [path for folder in folders for path in sorted(folder.rglob(".liege-*"))]


def our_code() -> str:
    """A fingerprint of our code as it lies there now; builds put it into what they make."""
    sources = fingerprint.Sources(Path(fingerprint.__file__).parent, resources.folder("schemas"))
    return fingerprint.fingerprint_of(sources, LINE)


def stop_at(moment: int, act: Callable[[], object]) -> Callable[[], int]:
    """From now on count what is asked of the system, and act just before a moment comes; returns the count."""
    seen = 0

    def wrapped(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(*given: Any, **named: Any) -> Any:
            nonlocal seen
            seen += 1
            if seen == moment:
                act()
            return real(*given, **named)

        return call

    for name in CALLS:
        setattr(os, name, wrapped(name))
    return lambda: seen


def ended(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@dataclass
class Site:
    """Two versions of a game, what each is built to, and a place where one of them stands."""

    root: Path
    versions: dict[str, Path] = field(default_factory=dict)
    built: dict[str, Tree] = field(default_factory=dict)
    locks: dict[str, bytes] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)
    code: str = field(default_factory=our_code)

    def __post_init__(self) -> None:
        for name in ("old", "new"):
            game = copy(SLUG, self.root / "given" / name)
            if name == "old":
                (game / "scenarios" / "skirmish.yaml").write_text(SKIRMISH, encoding="utf-8")
            else:
                counters = (game / "counters.yaml").read_text(encoding="utf-8")
                more = "\ncounters:\n  extra: {kind: soldier, name: Extra, side: north}\n"
                (game / "counters.yaml").write_text(counters.replace("\ncounters:\n", more), encoding="utf-8")
                (game / LOCK).write_bytes(self.locks["old"])
            self.versions[name] = game
            if name == "old":
                self._build_here(Path(shutil.copytree(game, self.root / "here" / SLUG)))
            grown = Path(shutil.copytree(game, self.root / "good" / name / SLUG))
            assert self.run(grown, self.root / "good" / name / "out") == 0
            self.built[name] = tree(self.root / "good" / name / "out" / SLUG)
            self.locks[name] = (grown / LOCK).read_bytes()
        assert self.locks["old"] != self.locks["new"]
        assert set(self.built["old"]) - set(self.built["new"])  # a setup goes

    def arguments(self, game: Path, out: Path) -> list[str]:
        return ["build", str(game), "-o", str(out), "-j", "1", "-q"]

    def _build_here(self, game: Path) -> None:
        """Once in this process: a child then has all that a build imports, reads and draws, and only builds."""
        with contextlib.suppress(SystemExit):
            liege(self.arguments(game, game.parent / "out"))

    def start(self, game: Path, out: Path, prepare: Callable[[], object] = lambda: None) -> int:
        """The command in a child; its process."""
        child = os.fork()
        if child == 0:
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            try:
                prepare()
                liege(self.arguments(game, out))
            except SystemExit as end:
                os._exit(int(end.code or 0))
            finally:
                os._exit(3)
        return child

    def run(self, game: Path, out: Path, prepare: Callable[[], object] = lambda: None) -> int:
        """The command in a child to its end; its exit code, negative if it was killed."""
        return ended(self.start(game, out, prepare))

    @contextlib.contextmanager
    def standing(self) -> Iterator[tuple[Path, Path]]:
        """The new version as given, and a folder in which the old one stands built."""
        with tempfile.TemporaryDirectory(dir=self.root) as name:
            game = Path(shutil.copytree(self.versions["new"], Path(name) / SLUG))
            shutil.copytree(self.root / "good" / "old" / "out", Path(name) / "out", symlinks=True)
            yield game, Path(name) / "out"

    def holds(self, home: Path, which: str) -> None:
        """A folder holds one version; if not, which files are to blame, or whoever works on our code meanwhile."""
        seen, wanted = tree(home), self.built[which]
        other = sorted(name for name in seen | wanted if seen.get(name) != wanted.get(name))
        if other and self.code != our_code():
            raise RuntimeError("our own code was changed meanwhile, and builds tell: try it in a copy nobody works on")
        assert other == [], f"not the {which} version"

    def judge(self, game: Path, out: Path, *, whole: bool = False) -> None:
        """After whatever happened: one version, seen by a reader of ours, then by the next build."""
        home = out / SLUG
        known = {digest for built in self.built.values() for digest in built.values()}
        assert set(tree(home).values()) <= known, "half a file"
        if whole:
            assert tree(home) in self.built.values(), "files of two versions before anybody mended them"
        settle(home / f"{SLUG}.vmod")
        seen = tree(home)
        (which,) = [name for name, built in self.built.items() if built == seen] or ["mixed"]
        assert which != "mixed", f"files of two versions: {sorted(seen)}"
        assert (game / LOCK).read_bytes() in (*self.locks.values(), (self.versions["new"] / LOCK).read_bytes())
        if which == "new":
            assert (game / LOCK).read_bytes() == self.locks["new"], "published with numbers nobody wrote down"
        self.outcomes[which] += 1
        assert self.run(game, out) == 0
        self.holds(home, "new")
        assert (game / LOCK).read_bytes() == self.locks["new"]
        assert leavings(game, out) == []


def moments(site: Site) -> int:
    """How many changes a build asks of the system."""
    with site.standing() as (game, out):
        count = site.root / "count"

        def prepare() -> None:
            seen = stop_at(0, die)
            end = os._exit
            os._exit = lambda code: (count.write_text(str(seen())), end(code))  # type: ignore[assignment,func-returns-value]

        assert site.run(game, out, prepare) == 0
        return int(count.read_text())


def killed_at(site: Site, chosen: Sequence[int]) -> None:
    """Killed just before one change, and before another."""
    for moment in chosen:
        with site.standing() as (game, out):
            assert site.run(game, out, lambda moment=moment: stop_at(moment, die)) == -signal.SIGKILL  # type: ignore[misc]
            site.judge(game, out)


def refused_at(site: Site, chosen: Sequence[int]) -> None:
    """One change refused: the build says so or does without it, and is never half done."""
    for moment in chosen:
        with site.standing() as (game, out):
            code = site.run(game, out, lambda moment=moment: stop_at(moment, refuse))  # type: ignore[misc]
            assert code in (0, 1), code
            if code == 1:
                site.holds(out / SLUG, "old")
            site.judge(game, out, whole=True)


def killed_after(site: Site, parts: Sequence[float]) -> None:
    """Killed after such parts of the time it takes; that is looked at now and then."""
    takes = 0.0
    for n, part in enumerate(parts):
        if n % 10 == 0:
            takes = whole(site)
        with site.standing() as (game, out):
            child = site.start(game, out)
            time.sleep(part * takes)
            os.kill(child, signal.SIGKILL)
            assert ended(child) in (0, -signal.SIGKILL)
            site.judge(game, out)


def whole(site: Site) -> float:
    """How many seconds the command takes now that nobody kills it."""
    with site.standing() as (game, out):
        start = time.monotonic()
        assert site.run(game, out) == 0
        return time.monotonic() - start


def two_at_once(site: Site, rounds: int, rng: random.Random) -> None:
    """Both versions built into one folder at once, again and again; in every other round one of them is killed."""
    takes = whole(site)
    with site.standing() as (_, out):
        for n in range(rounds):
            games = [
                Path(shutil.copytree(site.versions[name], out.parent / f"{n}{name}" / SLUG)) for name in site.built
            ]
            pair = [site.start(game, out) for game in games]
            if n % 2:
                time.sleep(rng.uniform(0.2, 2) * takes)
                os.kill(pair[rng.randrange(2)], signal.SIGKILL)
            codes = [ended(child) for child in pair]
            assert all(code == 0 or (n % 2 and code == -signal.SIGKILL) for code in codes), codes
            settle(out / SLUG / f"{SLUG}.vmod")
            seen = tree(out / SLUG)
            assert seen in site.built.values(), "files of two writers"
            site.outcomes[next(name for name, built in site.built.items() if built == seen)] += 1
        for game in games:  # a lock half written lies beside its game: the next build of that game clears it away
            assert site.run(game, out) == 0
        site.holds(out / SLUG, "new")
        assert leavings(out, *games) == []


def main(arguments: list[str]) -> None:
    count, seed = (*map(int, arguments), *(50, 17)[len(arguments) :])[:2]
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as root:
        site = Site(Path(root))
        total = moments(site)
        chosen = sorted(rng.sample(range(1, total + 1), min(count, total)))
        tried = {
            f"killed before {len(chosen)} of {total} changes": lambda: killed_at(site, chosen),
            f"refused {len(chosen)} of {total} changes": lambda: refused_at(site, chosen),
            f"killed after {count} random times": lambda: killed_after(
                site, [rng.uniform(0.4, 1.1) for _ in range(count)]
            ),
            f"two writers, {count // 2} rounds": lambda: two_at_once(site, count // 2, rng),
        }
        for what, run in tried.items():
            site.outcomes.clear()
            run()
            print(f"{what}: {', '.join(f'{n} {name}' for name, n in sorted(site.outcomes.items()))}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
