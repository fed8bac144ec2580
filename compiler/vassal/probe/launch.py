"""Find Java and VASSAL, compile the probe against them, and run it on a screen."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from compiler.vassal.probe.places import NAME_PROPERTY
from compiler.vassal.probe.report import Report, read_report

SOLITAIRE = "Solitaire"  # the seat from which a drive begins
SOURCES = Path(__file__).parent
OLDEST_JAVA = 11
# Where the engine's jar lies in an installed VASSAL: Linux and Windows, a bare folder of jars, macOS.
_JARS = ("lib/Vassal.jar", "Vassal.jar", "Contents/Resources/Java/Vassal.jar")
# How long we wait past the probe's own limit, for the JVM and the screen to start and stop.
_GRACE = 60


class Unavailable(Exception):
    """What is needed to ask VASSAL is not here; the text is one sentence for the user."""


class Endless(Unavailable):
    """What was started had to be stopped: it answers to nobody, its own watch neither."""


@dataclass(frozen=True, slots=True)
class Java:
    """The two programs of a Java development kit."""

    java: str
    javac: str


def find_java(environment: Mapping[str, str]) -> Java:
    """The kit that `JAVA_HOME` names, else the one on the `PATH`."""
    home = environment.get("JAVA_HOME")
    path = os.pathsep.join(([str(Path(home) / "bin")] if home else []) + [environment.get("PATH", "")])
    java, javac = (shutil.which(name, path=path) for name in ("java", "javac"))
    if java is None or javac is None:
        raise Unavailable(f"no Java development kit is here: install one (Java {OLDEST_JAVA} or newer, with `javac`).")
    version = _java_version(javac)
    if version < OLDEST_JAVA:
        raise Unavailable(f"`{javac}` is Java {version}: the probe needs Java {OLDEST_JAVA} or newer.")
    return Java(java, javac)


def _java_version(javac: str) -> int:
    """The feature number: 17 of `javac 17.0.15`, 8 of `javac 1.8.0_402`."""
    done = _run([javac, "-version"], timeout=_GRACE)
    found = re.search(r"javac (?:1\.)?(\d+)", done.stdout + done.stderr)
    if found is None:
        raise Unavailable(f"`{javac}` does not say which Java it is.")
    return int(found[1])


def class_path(vassal: Path) -> str:
    """The class path of an installed VASSAL: its folder, its jar, or a file that holds a class path."""
    if vassal.is_dir():
        jar = next((vassal / name for name in _JARS if (vassal / name).is_file()), None)
        if jar is None:
            raise Unavailable(f"`{vassal}` is no VASSAL: it has no `lib/Vassal.jar`.")
        return f"{jar.parent.resolve()}{os.sep}*"
    if not vassal.is_file():
        raise Unavailable(f"there is no VASSAL at `{vassal}`.")
    if vassal.suffix == ".jar":
        return str(vassal.resolve())
    try:
        entries = re.split(rf"[\n{os.pathsep}]+", vassal.read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        raise Unavailable(f"`{vassal}` is neither VASSAL's folder, nor its jar, nor a class path.") from None
    paths = [(vassal.resolve().parent / entry).absolute() for entry in entries if entry]
    if not paths:
        raise Unavailable(f"the class path in `{vassal}` is empty.")
    lost = next((path for path in paths if path.name != "*" and not path.exists()), None)
    if lost is not None:
        raise Unavailable(f"the class path in `{vassal}` names `{lost}`, which is not there.")
    return os.pathsep.join(map(str, paths))


def screen(environment: Mapping[str, str], platform: str = sys.platform) -> tuple[str, ...]:
    """What to put before the command so that VASSAL has a screen: nothing where there is one."""
    if platform in ("win32", "darwin") or environment.get("DISPLAY"):
        return ()
    xvfb = shutil.which("xvfb-run", path=environment.get("PATH", ""))
    if xvfb is None:
        raise Unavailable("there is no screen for VASSAL: set `DISPLAY`, or install `xvfb-run` (package `xvfb`).")
    return (xvfb, "-a", "-s", "-screen 0 1600x1200x24 -nolisten tcp")


@dataclass(frozen=True, slots=True)
class Probe:
    """The probe, compiled against one VASSAL."""

    command: tuple[str, ...]
    folder: Path

    def open(
        self,
        module: Path,
        setup: str,
        *,
        screenshot: Path | None = None,
        timeout: int = 120,
        act_timeout: int = 120,
        exercise: bool = True,
        drive: str = "",
        shots: Path | None = None,
        save: Path | None = None,
    ) -> Report:
        """Open a module, start a setup (`*`: the first, or a new game where there is none) and look at everything.

        The pieces of the palettes are the same in every setup: to `exercise` them once is enough. A `drive` is played
        through first, as `compiler.vassal.probe.drive` writes it; its pictures go to `shots`. A saved game or a log is
        opened instead of a setup; a log is stepped to its end.
        """
        out = self.folder / "report.json"
        out.unlink(missing_ok=True)
        words = [
            str(module.resolve()),
            *(("--setup", setup) if save is None else ("--save", str(save.resolve()))),
            "--prop",
            NAME_PROPERTY,
            "--json",
            str(out),
            "--timeout",
            str(timeout),
            "--act-timeout",
            str(act_timeout),
        ]
        if not exercise:
            words.append("--no-exercise")
        if screenshot is not None:
            words += ["--screenshot", str(screenshot.resolve())]
        if drive:
            acts = self.folder / "drive.tsv"
            acts.write_text(drive, encoding="utf-8")
            words += ["--drive", str(acts), "--shots", str((shots or self.folder).resolve()), "--side", SOLITAIRE]
        # The folder is the working directory too: whatever VASSAL leaves behind goes away with it.
        done = _run([*self.command, *words], cwd=self.folder, timeout=timeout + _GRACE)
        report = read_report(out)
        if report is None:
            last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
            raise Unavailable(f"VASSAL could not be started: {last}")
        return report


@contextlib.contextmanager
def probe(vassal: Path, environment: Mapping[str, str] = os.environ) -> Iterator[Probe]:
    """A probe for this VASSAL, compiled into a folder that is gone afterwards."""
    engine, java, prefix = class_path(vassal), find_java(environment), screen(environment)
    with tempfile.TemporaryDirectory(prefix="liege-verify-") as name:
        folder = Path(name)
        _compile(java, engine, vassal, folder)
        where = os.pathsep.join((engine, str(folder / "classes")))
        yield Probe((*prefix, java.java, f"-Djava.io.tmpdir={folder}", "-cp", where, "probe.VassalProbe"), folder)


def _compile(java: Java, engine: str, vassal: Path, folder: Path) -> None:
    sources = sorted(map(str, SOURCES.glob("*.java")))
    done = _run(
        [
            java.javac,
            "-nowarn",
            "-proc:none",
            "-encoding",
            "UTF-8",
            "-cp",
            engine,
            "-d",
            str(folder / "classes"),
            *sources,
        ],
        cwd=folder,
        timeout=300,
    )
    if done.returncode:
        lines = (done.stdout + done.stderr).splitlines()
        why = next((line for line in lines if "error:" in line), f"exit code {done.returncode}")
        raise Unavailable(f"`{vassal}` is no VASSAL that the probe knows (3.7 is): {why}")


def _run(command: Sequence[str], *, timeout: int, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run to the end, or stop it with all that it started when time is up."""
    try:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise Unavailable(f"`{command[0]}` cannot be started: {error.strerror}.") from None
    with process:
        try:
            stdout, stderr = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            _stop(process)
            raise Endless(f"`{command[0]}` did not end within {timeout} seconds.") from None
        except BaseException:
            _stop(process)
            raise
    return subprocess.CompletedProcess(command, process.returncode, stdout, stderr)


def _stop(process: subprocess.Popen[str]) -> None:
    """End a process; with its own session, the screen and the JVM that it started too."""
    if sys.platform == "win32":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
