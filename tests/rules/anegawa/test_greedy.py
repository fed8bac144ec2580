"""Two greedy players fight a battle that looks like one. The text of one is kept.

`UPDATE_GOLDENS=1 pytest tests/rules/anegawa/test_greedy.py` writes it anew; read it before keeping it.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache

from compiler.model.event import Moved, Rolled, TrackSet, Turned
from compiler.play.chance import Seeded
from compiler.play.players import GreedyPlayer, play_out
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.telling import Teller
from tests.rules.anegawa.battle import AA, OT, ROOT, events, the_book

FILE = ROOT / "tests" / "playthroughs" / "anegawa-greedy.txt"
UPDATE = bool(os.environ.get("UPDATE_GOLDENS"))
SEED = 2


@cache
def fought() -> Session:
    session = Session.begin(the_book(), "battle", Seeded(SEED))
    play_out(session, {seat: GreedyPlayer(f"{SEED}/{seat}") for seat in (OT, AA)})
    return session


def told(session: Session) -> str:
    """The battle as everybody hears it, phases as headings; the dice are within the sentences."""
    lines = []
    for heard in Teller.of(session).log(session):
        if heard.words is not None and not isinstance(heard.entry.what, Rolled):
            heading = isinstance(heard.entry.what, TrackSet)
            lines.append(("" if heading else "  ") + heard.words)
    assert session.outcome is not None
    return "\n".join([*lines, f"over: {', '.join(session.outcome.winners)}: {session.outcome.because}"]) + "\n"


def test_the_battle_is_line_by_line_the_same() -> None:
    now = told(fought())
    if UPDATE:
        FILE.write_text(now, encoding="utf-8")
    assert now.splitlines() == FILE.read_text(encoding="utf-8").splitlines()


def test_lines_meet_units_break_and_rally_and_somebody_withdraws() -> None:
    session = fought()
    steps = Counter(entry.step for entry in session.log if isinstance(entry.what, Choice) and not entry.what.forced)
    assert steps["attack"] > 100
    turned = Counter((e.face, e.rule) for e in events(session) if isinstance(e, Turned))
    broken = sum(count for (face, _), count in turned.items() if face == 1)
    assert broken > 50
    assert turned[0, "17-2(1).1"] > broken / 3  # many of them form up again
    removed = [e for e in events(session) if isinstance(e, Moved) and e.to.split(".")[0] in ("leaders", "combat_units")]
    assert 10 < len(removed) < 60
    advanced = [e for e in events(session) if isinstance(e, Moved) and e.rule in ("13-7.1", "13-7(3).1")]
    assert len(advanced) > 30
    assert session.outcome is not None
    assert session.outcome.rule == "22.0(3).1"


def test_nobody_runs_off_the_map() -> None:
    assert not [e for e in events(fought()) if isinstance(e, Moved) and e.to.startswith("left_map")]
