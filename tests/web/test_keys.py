"""The keys of a table: the same links after a restart, and for nobody who has only the journal."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compiler.commands.table import _scenario_at, _seating_at
from compiler.diagnostics import Failed
from compiler.play.ask import Refused
from compiler.web.keys import Lost, kept, keys_of
from compiler.web.opening import taken_up
from compiler.web.seats import SCREEN, WATCH
from compiler.web.table import Table
from tests.games.playable import bound
from tests.web.served import serving
from tests.web.tables import Party, heard, last, meeting, table

SLUG = "first_battle"
SKIRMISH = "skirmish"


def stopped(journal: Path, answers: int = 5) -> Table:
    """A table that was stopped in mid-game."""
    at = table(SLUG, "human", "link", scenario=SKIRMISH, journal=journal)
    for _ in range(answers):
        at.answer(at.waiting[0], at.n, {"option": 0})
    at.close()
    return at


def again(journal: Path, seats: str | None = None) -> Table:
    """The table of a journal as the command takes it up."""
    book = bound(SLUG)
    given = dict(zip(book.game.scenarios[SKIRMISH].seats, ("human", "greedy"), strict=True))
    return taken_up(book, _seating_at(journal, given, seats), journal)


def test_a_table_that_is_taken_up_has_the_links_it_had(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    at = stopped(journal)
    at.seating.port = 8123
    at.keep()
    back = again(journal)
    assert back.seating == at.seating
    assert set(back.seating.tokens) == {"north", "south", SCREEN, WATCH}
    back.close()


@pytest.mark.skipif(os.name != "posix", reason="modes of files are the system's own")
def test_only_the_owner_can_read_what_opens_the_seats(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    at = stopped(journal)
    assert stat.S_IMODE(keys_of(journal).stat().st_mode) == 0o600
    at.renew(WATCH)
    assert stat.S_IMODE(keys_of(journal).stat().st_mode) == 0o600
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a.journal", "a.journal.keys"]


def test_a_journal_that_was_given_away_opens_no_seat(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    at = stopped(journal)
    text = journal.read_text(encoding="utf-8")
    assert not any(secret in text for secret in (*at.seating.tokens.values(), at.seating.id))
    thief = tmp_path / "elsewhere" / "a.journal"
    thief.parent.mkdir()
    thief.write_bytes(journal.read_bytes())
    back = again(thief)
    assert back.session.table == at.session.table
    assert not set(back.seating.tokens.values()) & set(at.seating.tokens.values())
    back.close()


def test_a_link_that_was_renewed_stays_so_and_so_does_who_took_a_seat(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    at = stopped(journal)
    old = at.seating.tokens["south"]
    at.renew("south")
    at.sit("north", "random")
    back = again(journal)
    assert back.seating.place_of(old) is None
    assert back.seating.tokens["south"] == at.seating.tokens["south"]
    assert back.seating.kinds == {"north": "random", "south": "link"}
    back.close()
    named = again(journal, "human,greedy")  # the command may seat others
    assert named.seating.kinds == {"north": "human", "south": "greedy"}
    assert named.seating.tokens == at.seating.tokens
    named.close()


def spoilt(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], object]:
    def spoil(path: Path) -> None:
        found = json.loads(path.read_text())
        change(found)
        path.write_text(json.dumps(found))

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_text("{"),
        lambda path: path.write_text("[]"),
        lambda path: path.write_bytes(b"\xff" * 99),
        lambda path: path.write_text(" " * 100_000),
        spoilt(lambda found: found["tokens"].pop("south")),
        spoilt(lambda found: found["tokens"].update(south="short")),
        spoilt(lambda found: found["tokens"].update(south=7)),
        spoilt(lambda found: found["kinds"].update(south="../etc")),
        spoilt(lambda found: found.update(kinds=[1, 2])),
        spoilt(lambda found: found.update(id="; path=/")),
        spoilt(lambda found: found.update(name="../2")),
        spoilt(lambda found: found.update(port=70_000)),
        spoilt(lambda found: found.pop("port")),
        pytest.param(lambda path: path.chmod(0o644), marks=pytest.mark.skipif(os.name != "posix", reason="no modes")),
    ],
)
def test_keys_that_are_damaged_or_open_to_others_are_not_used(
    tmp_path: Path, spoil: Callable[[Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "a.journal"
    at = stopped(journal)
    spoil(keys_of(journal))
    with pytest.raises(Lost):
        kept(journal, at.seating.kinds)
    back = again(journal)
    assert not set(back.seating.tokens.values()) & set(at.seating.tokens.values())
    assert "all links are new" in capsys.readouterr().err
    assert kept(journal, back.seating.kinds) == back.seating  # and are kept from now on
    back.close()


def test_keys_beside_another_journal_open_nothing(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    at = stopped(journal)
    journal.unlink()
    other = table(SLUG, "human", "link", scenario=SKIRMISH, journal=tmp_path / "b.journal", seed="another")
    other.close()
    (tmp_path / "b.journal").rename(journal)
    with pytest.raises(Lost, match="another journal"):
        kept(journal, at.seating.kinds)


def test_a_change_that_cannot_be_kept_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = stopped(tmp_path / "a.journal")
    before = dict(at.seating.tokens), dict(at.seating.kinds)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("compiler.web.table.keep", full)
    with pytest.raises(Refused, match="cannot be kept: No space left"):
        at.renew(WATCH)
    with pytest.raises(Refused, match="cannot be kept"):
        at.sit("south", "random")
    assert (at.seating.tokens, at.seating.kinds) == before


def test_a_journal_is_played_at_one_table_at_a_time(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    at = table(SLUG, "human", "link", scenario=SKIRMISH, journal=journal)
    with pytest.raises(Failed, match="being played at another table"):
        again(journal)
    at.close()
    again(journal).close()


def test_the_scenario_of_a_table_that_is_taken_up_is_its_own(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    assert _scenario_at(journal, bound(SLUG)) is None
    stopped(journal)
    assert _scenario_at(journal, bound(SLUG)) == SKIRMISH
    journal.write_text('{"scenario": ["skirmish"]}\n')
    assert _scenario_at(journal, bound(SLUG)) is None


def test_a_page_from_before_the_restart_is_told_everything_anew(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    at = stopped(journal)
    before, lines = at.n, len(at.hearing.lines["north"])

    async def play(party: Party) -> None:
        told = heard(await party.enter("north", before, lines))
        assert party.room.table.n > before  # an answer to a question of before is none to one of now
        assert last(told, "undone")["to"] == 0
        assert last(told, "events")["from"] == 0
        assert len(last(told, "events")["list"]) == lines

    meeting(play, again(journal))


def test_the_cookies_of_two_tables_on_one_machine_keep_apart() -> None:
    one, two = (table(SLUG, "human", "link", scenario=SKIRMISH) for _ in range(2))
    with serving(SLUG, one) as here, serving(SLUG, two) as there:
        jar = f"{here.cookie(SCREEN)}; {there.cookie(SCREEN)}"  # a browser sends both to both
        assert here.get("/t/1/screen/", Cookie=jar)[0].status == 200
        assert there.get("/t/1/screen/", Cookie=jar)[0].status == 200
        assert here.get("/t/1/screen/", Cookie=there.cookie(SCREEN))[0].status == 403


def test_a_table_that_was_branched_off_is_found_at_its_own_address(tmp_path: Path) -> None:
    at = stopped(tmp_path / "1.journal")
    first = again(tmp_path / "1.journal")
    other = first.branch("north", 2, "seed")
    first.close()
    other.seating.name = "2"
    other.keep()
    other.close()
    back = again(tmp_path / "2.journal")
    assert back.seating == other.seating
    assert not set(back.seating.tokens.values()) & set(at.seating.tokens.values())
    with serving(SLUG, back) as served:
        assert served.get(f"/seat/2/{back.seating.tokens[SCREEN]}")[0].status == 200
        assert served.get("/t/2/screen/", Cookie=served.cookie(SCREEN))[0].status == 200


def test_seats_without_keys_get_new_ones(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    at = stopped(journal)
    keys_of(journal).unlink()
    assert kept(journal, at.seating.kinds) is None
    back = again(journal)
    assert not set(back.seating.tokens.values()) & set(at.seating.tokens.values())
    back.close()
