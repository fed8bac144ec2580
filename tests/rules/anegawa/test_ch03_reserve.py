"""3.0 Set-up: who stands where, and the late reserve of the variant."""

from __future__ import annotations

from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.play.stateless import setup
from tests.rules.anegawa.battle import AA, OT, place, refused, the_book, the_game


def test_every_unit_starts_in_the_hex_on_its_back_and_in_order() -> None:
    table = setup(the_book(), "battle").table
    units = [c for c in the_game().counters.values() if c.kind == "unit"]
    assert len(units) == 75
    for unit in units:
        assert (table.pieces[unit.id].place, table.pieces[unit.id].face) == (unit.faces[1].values["start"], 0)


def reserve(turn: int, **pieces: str) -> Session:
    tracks: dict[str, int | str] = {"turn": turn, "initiative": OT, "waiting": AA}
    return Session(stage(the_book(), scenario="late_reserve", step="arrive", seat=OT, tracks=tracks, pieces=pieces))


def test_the_late_reserve_comes_up_from_the_south_on_turn_four() -> None:
    assert reserve(3).step == "move_unit"
    session = reserve(4, azai_company_1="1834")
    assert session.step == "arrive"
    assert refused(session, "1834") == "10.0(2).1"  # an enemy stands there
    assert refused(session, "0134") == "3.0.4"
    session.apply("1934")
    assert place(session, "inaba_yoshimichi") == "1934"
    assert refused(session, "1934") == "10.0(1).1"
    session.apply("wait")
    assert session.step == "move_unit"
    assert refused(session, "inaba_yoshimichi") is None
    late = reserve(6)
    assert late.step == "arrive"
