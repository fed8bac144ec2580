"""How far answers may be taken back."""

from __future__ import annotations

from compiler.play.ask import CHANCE
from compiler.play.chance import Person, Seeded
from compiler.play.session import Session
from compiler.play.state import Choice
from compiler.play.undoing import learned
from compiler.rules.shogun.ch04_1_plan import Plan
from tests.play.table import begin
from tests.play.toy import do, toy
from tests.rules.shogun.table import go, position

EACH = {"pink": 5, "gray": 5, "green": 5, "orange": 5}


def _is_luck(what: object) -> bool:
    return isinstance(what, Choice) and what.seat == CHANCE


def told(session: Session, answer: str, *people: str) -> str | None:
    since = len(session.log)
    session.apply(answer)
    return learned(session, since, people)


def test_what_was_shown_or_told_is_not_unlearned() -> None:
    session = Session.begin(toy(do("whisper")), "skirmish", Seeded(1))
    assert told(session, "hide", "north", "south") is None
    assert told(session, "show", "north") is None  # the North knew
    session.apply("hide")
    assert told(session, "show", "north", "south") == "South player has seen what was hidden"
    assert told(session, "tell", "north") is None
    assert told(session, "tell", "south") == "South player has been told a secret"
    assert told(session, "shout", "north", "south") is None
    session.apply("hide")
    assert told(session, "draw", "south") == "South player has seen what was hidden"


def test_luck_binds_but_for_luck_that_people_tell() -> None:
    session = begin()
    for seat in ("north", "south"):
        session.apply(1, seat)
    drawn = next(n for n, entry in enumerate(session.log) if _is_luck(entry.what))
    assert learned(session, drawn, ()) == "chance has spoken"
    session.chance = Person()
    assert learned(session, drawn, ()) is None


def test_a_seal_binds_once_it_is_broken() -> None:
    session = begin()
    session.apply(1, "north")
    assert learned(session, 0, ("north",)) is None
    session.apply(1, "south")
    assert learned(session, 0, ("north",)) == "sealed answers have been opened"
    assert learned(session, 1, ("south",)) == "sealed answers have been opened"


def test_more_answers_under_one_seal_open_nothing() -> None:
    session = position("allocate", scenario="two_players", koku=EACH, swords=None)
    go(session, {"pink": Plan(5, 0, 0, 0, 0), "gray": Plan(0, 0, 5, 0, 0)})
    assert learned(session, 0, ("pink", "gray")) is None  # each has another colour to plan for
    go(session, {"pink": Plan(0, 2, 3, 0, 0), "gray": Plan(0, 0, 0, 0, 5)})
    assert learned(session, 0, ("pink", "gray")) == "sealed answers have been opened"


def test_a_spy_who_has_seen_the_tray_cannot_spy_elsewhere() -> None:
    session = position("allocate", koku=EACH, ninja="gray")
    go(session, dict.fromkeys(("pink", "green", "orange"), Plan(0, 0, 5, 0, 0)))
    since = len(session.log)
    session.apply("orange", "gray")
    assert learned(session, since, ("gray",)) == "Gray has been told a secret"
