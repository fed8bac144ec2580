"""Who may not roll: every case is read, and what does not fit is told at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.model.bars import Bar, Borne
from compiler.pipeline import check
from tests.faulty import copy

OLD = '- {mark: rout_tested, why: is made once a turn, rule: "16-3(1).1"}'


def told(to: Path, new: str) -> list[tuple[str, str]]:
    folder, sink = copy("anegawa", to), Sink()
    path = folder / "rolls.yaml"
    text = path.read_text(encoding="utf-8")
    assert OLD in text
    path.write_text(text.replace(OLD, new), encoding="utf-8")
    check(folder, sink)
    return [(d.code, d.message) for d in sink.sorted() if d.span.file.endswith("rolls.yaml")]


def test_the_bars_of_a_check_are_read(tmp_path: Path) -> None:
    checked = check(copy("anegawa", tmp_path), Sink())
    assert checked is not None
    rolls = checked.game.rolls.checks
    assert rolls["attack"].marks == {"battled": "attacked"}
    surprised, broken, _, defended, protected, unled = rolls["attack"].barred
    assert surprised == Bar(surprised.why, sides=("oda",), turns=(1, 1))
    assert broken == Bar(broken.why, Borne("momentum", "breakthrough"))
    assert defended == Bar(defended.why, Borne("battled", "defended"), track="waiting")
    assert protected == Bar(protected.why, Borne("momentum", of_target=True), track="waiting")
    assert unled == Bar(unled.why, only={"rank": ("combat",)}, led=("command", False))
    assert rolls["recovery_alone"].barred[-1].led == ("command", True)
    assert rolls["recovery"].barred[2].beside == "normal"
    assert [bar.is_printed for bar in rolls["rout_wear"].barred] == [True, True, False]


@pytest.mark.parametrize(
    ("new", "code", "word"),
    [
        ("- {why: is made once a turn}", "S002", "lacks the key `mark`"),
        ("- {sides: [oda], is: yes, why: no}", "S011", "`is` needs `mark`"),
        ("- {mark: rout_testd, why: no}", "M001", "`rout_testd` is not a known mark of counters"),
        ("- {mark: battled, is: fled, why: no}", "M004", "`fled` is no value of the mark `battled`"),
        ("- {mark: battled, who: target, why: no}", "M001", "`target` is not a known piece of this check"),
        ("- {only: {rnk: general}, why: no}", "M001", "`rnk` is not a known field"),
        ("- {sides: [odo], why: no}", "M001", "`odo` is not a known side"),
        ("- {track: phase, why: no}", "M001", "`phase` is not a known track of seats"),
        ("- {led: impetus, why: no}", "M001", "`impetus` is not a known lent modifier"),
        ("- {beside: norml, why: no}", "M001", "`norml` is not a known face"),
    ],
)
def test_what_no_bar_can_ask_is_told(tmp_path: Path, new: str, code: str, word: str) -> None:
    assert [(c, m) for c, m in told(tmp_path, new) if c == code and word in m], told(tmp_path / "again", new)
