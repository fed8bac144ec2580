"""`liege verify`: open modules in a real VASSAL, and hear what it says.

The module is opened as a player would open it: every setup is started, every map drawn, every piece of the palettes
put on a map once. Where a build left `places.json` beside the module, each piece's place as VASSAL computes it is
compared with the one we meant (`compiler.vassal.probe.places` has the form of that file).

With `--drive` it is played too: a list of acts made from the game's definition (`compiler.emit.drive`) is carried out
in every setup, and what VASSAL says and shows after each is held against what must come of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from compiler.commands._report import failing, show
from compiler.diagnostics import Diagnostic, Failed, Sink

if TYPE_CHECKING:
    from compiler.vassal.probe.drive import Act
    from compiler.vassal.probe.launch import Probe
    from compiler.vassal.probe.places import Places
    from compiler.vassal.probe.report import Report

EXIT_UNAVAILABLE = 2
EVERY_SETUP = "*"
_LONGER = 10  # a drive has hundreds of acts


@dataclass(frozen=True, slots=True)
class _Wish:
    """What the user asked for, the same for every module."""

    setup: str
    screenshot: Path | None
    timeout: int
    drive: bool
    shots: Path | None


@dataclass(frozen=True, slots=True)
class _Verified:
    """One module: a report for each setup that was started, and the places that were expected."""

    module: Path
    reports: tuple[Report, ...]
    places: dict[str, Places] | None
    acts: dict[str, list[Act]]


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE.vmod...",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option(
    "--vassal",
    envvar="LIEGE_VASSAL",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="An installed VASSAL: its folder, its Vassal.jar, or a file with a class path [env: LIEGE_VASSAL].",
)
@click.option("--setup", default=EVERY_SETUP, show_default=True, metavar="NAME", help="One setup; * is every one.")
@click.option(
    "--screenshot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PNG",
    help="A picture of the window; those of further setups are numbered.",
)
@click.option(
    "--drive",
    is_flag=True,
    help="Play every setup through a list of things made from the game, which is looked for under the module's name.",
)
@click.option(
    "--shots",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    metavar="FOLDER",
    help="Where the pictures of a drive go.",
)
@click.option(
    "--timeout",
    type=click.IntRange(1, 3600),
    default=120,
    show_default=True,
    metavar="SECONDS",
    help="The most time VASSAL gets for one setup; in a drive for one act, and ten times as much for all of them.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="How to show the outcome; json has the probe's whole account.",
)
def command(
    files: tuple[Path, ...],
    vassal: Path | None,
    setup: str,
    screenshot: Path | None,
    drive: bool,
    shots: Path | None,
    timeout: int,
    format_: str,
) -> None:
    """Open modules in a real VASSAL, start their setups, and report whatever is wrong.

    Needs VASSAL 3.7 and a Java development kit; without a screen also xvfb-run. VASSAL does what a module tells it
    to: verify only modules that you trust.
    """
    from compiler.vassal.probe.launch import Unavailable, probe

    wish = _Wish(setup, screenshot, timeout, drive, shots)
    sink = Sink()
    try:
        if vassal is None:
            raise Unavailable("no VASSAL is known: name an installed one with `--vassal PATH` or `LIEGE_VASSAL`.")
        with probe(vassal) as ready:
            verified = [_verify(ready, module, wish, nth, sink) for nth, module in enumerate(files)]
    except Unavailable as missing:
        click.echo(f"not verified: {missing}", err=True)
        sys.exit(EXIT_UNAVAILABLE)
    found = sink.sorted()
    if format_ == "json":
        click.echo(_json(verified, found), nl=False)
    else:
        for one in verified:
            click.echo("\n".join(_lines(one)))
        show(found)
    sys.exit(failing(found))


def _verify(probe: Probe, module: Path, wish: _Wish, nth: int, sink: Sink) -> _Verified:
    from compiler.publish import settle
    from compiler.vassal.probe.findings import places_found, problems_found, unknown_setups

    settle(module)
    places, acts = _expected(module, sink), _acts(module) if wish.drive else {}

    def opened(setup: str, run: int) -> Report:
        from compiler.vassal.probe.drive import lines
        from compiler.vassal.probe.launch import Endless
        from compiler.vassal.probe.report import no_report

        wanted = next(iter(acts), "") if setup == EVERY_SETUP else setup
        picture = _numbered(wish.screenshot, nth, run)
        drive = lines(acts.get(wanted, ()))
        try:
            return probe.open(
                module,
                setup,
                screenshot=picture,
                timeout=wish.timeout * (_LONGER if drive else 1),
                act_timeout=wish.timeout,
                exercise=run == 0,
                drive=drive,
                shots=wish.shots,
            )
        except Endless as endless:
            return no_report(None if setup == EVERY_SETUP else setup, str(endless))

    first = opened(wish.setup, 0)
    if wish.setup != EVERY_SETUP and first.setups and wish.setup not in first.setups:
        raise click.BadParameter(f"`{module}` has no setup `{wish.setup}`; it has {', '.join(first.setups)}")
    others = [name for name in first.setups if name != first.setup] if wish.setup == EVERY_SETUP else []
    reports = (first, *(opened(name, run) for run, name in enumerate(others, 1)))
    sink.extend(problems_found(module, reports))
    if places is not None:
        sink.extend(places_found(module, places, reports))
        sink.extend(unknown_setups(module, places, first.setups))
    for report in reports:
        sink.extend(_driven(module, report, acts))
    return _Verified(module, reports, places, acts)


def _acts(module: Path) -> dict[str, list[Act]]:
    """What is done in each setup, by its title: made from the game that the module is named after."""
    from compiler.commands._game import read_checked
    from compiler.emit.drive.whole import drives
    from compiler.emit.module.custom import whole_box
    from compiler.emit.plan import make_plan

    checked = read_checked(module.stem)
    plan = make_plan(checked.game, checked.bundle, Sink(), None)
    return {scenario.title.en: acts for scenario, acts in drives(whole_box(plan, checked.bundle))}


def _driven(module: Path, report: Report, acts: dict[str, list[Act]]) -> Iterator[Diagnostic]:
    from compiler.emit.proofread import faults
    from compiler.vassal.probe.drive import judge, seen_in

    own = acts.get(report.setup or "")
    if own:
        yield from judge(f"`{module}`, setup `{report.setup}`", own, seen_in(report.raw), faults)


def _expected(module: Path, sink: Sink) -> dict[str, Places] | None:
    """The places beside the module, None where nobody wrote them down."""
    from compiler.vassal.probe.places import FILE_NAME, read_places

    path = module.parent / FILE_NAME
    try:
        return read_places(path) if path.is_file() else None
    except Failed as failed:
        sink.extend(failed.diagnostics)
        return None


def _numbered(png: Path | None, module: int, run: int) -> Path | None:
    """`map.png`, `map-2.png` for the second setup; `map-m2.png`, `map-m2-2.png` for the second module."""
    if png is None:
        return None
    tail = (f"-m{module + 1}" if module else "") + (f"-{run + 1}" if run else "")
    return png.with_name(f"{png.stem}{tail}{png.suffix}")


def _compared(one: _Verified, report: Report) -> tuple[int, int] | None:
    """How many names of a setup were compared, and how many are where they should be."""
    from compiler.vassal.probe.places import compare

    if one.places is None or report.setup not in one.places:
        return None
    expected = one.places[report.setup]
    return len(expected), len(expected) - len(list(compare(expected, report.pieces)))


def _lines(one: _Verified) -> list[str]:
    from compiler.vassal.probe.drive import seen_in, summary

    lines = []
    for report in one.reports:
        setup = f"setup `{report.setup}`" if report.setup is not None else "no setup"
        counts = _compared(one, report)
        places = "places not compared" if counts is None else f"{counts[1]} of {counts[0]} places as expected"
        pieces, slots = _count(len(report.pieces), "piece"), _count(report.slots, "slot")
        problems = _count(len(report.problems), "problem")
        driven = ""
        if own := one.acts.get(report.setup or ""):
            driven = f", driven: {summary(own, seen_in(report.raw))}"
        lines.append(f"{one.module}: VASSAL {report.engine}, {setup}: {pieces}, {slots}, {places}, {problems}{driven}")
    return lines


def _count(n: int, noun: str) -> str:
    return f"no {noun}" if n == 0 else f"1 {noun}" if n == 1 else f"{n} {noun}s"


def _json(verified: list[_Verified], found: list[Diagnostic]) -> str:
    from compiler.diagnostics import json as diagnostics_json

    modules: list[dict[str, Any]] = []
    for one in verified:
        runs = []
        for report in one.reports:
            counts = _compared(one, report)
            places = None if counts is None else {"expected": counts[0], "agree": counts[1]}
            runs.append({"setup": report.setup, "places": places, "probe": report.raw})
        modules.append({"module": str(one.module), "runs": runs})
    outcome = {**json.loads(diagnostics_json.render(found)), "modules": modules}
    return json.dumps(outcome, ensure_ascii=False, indent=2) + "\n"
