"""Several events in one sentence, for those who know the pieces."""

from __future__ import annotations

from collections.abc import Iterable

from compiler.model.event import Event, Marked, Moved, Said, TrackSet, Turned
from compiler.model.table import Table
from compiler.play.joining import along
from compiler.play.log import Entry
from compiler.play.state import Choice
from compiler.play.telling import Teller
from tests.play.table import begin, book

SPEARS = ("north_spears#1", "north_spears#2")


def heard(*whats: Event | Choice, audience: str | None = None, loud: bool = False) -> list[str | None]:
    """What is told of some entries, each at its place."""
    entries: Iterable[Entry] = [Entry("march", what) for what in whats]
    teller = Teller(book(), "skirmish", audience, loud)
    return [each.words for each in teller.hear(along(stood(), entries))]


def stood() -> Table:
    """Both spears in one hex."""
    table = begin().table
    for unit in SPEARS:
        table = Moved(unit, "0404").on(table)
    return table


def test_pieces_that_go_the_same_way_are_told_together_where_the_last_stands() -> None:
    first, second = (Moved(unit, "0403", rule="4.1") for unit in SPEARS)
    quiet = Marked(SPEARS[0], "moved", True)
    assert heard(first, quiet, second) == [None, None, "Spears 1 and 2 (Northern army) go to North gate (0403) [4.1]"]
    assert (
        heard(first, Moved(SPEARS[1], "0405", rule="4.1"))[0]
        == "Spears 1 (Northern army) goes to North gate (0403) [4.1]"
    )
    assert None not in heard(first, second, loud=True)


def test_pieces_that_go_over_together_are_told_together() -> None:
    first, second = (Turned(unit, face=1, side="south", rule="6.1") for unit in SPEARS)
    quiet = Marked(SPEARS[0], "moved", True)
    words = "Spears 1 and 2 (Northern army) show their shaken face and are held by Southern army [6.1]"
    assert heard(first, quiet, second) == [None, None, words]
    held = [Turned(unit, side="south", rule="6.1") for unit in SPEARS]
    assert heard(*held)[-1] == "Spears 1 and 2 (Northern army) are held by Southern army [6.1]"
    assert None not in heard(first, Turned(SPEARS[1], face=1, rule="6.1"))  # who stays with his side is told apart
    assert None not in heard(first, second, loud=True)


def test_what_is_said_again_at_once_is_told_once() -> None:
    nobody, quiet = Said("nobody to hit", "5.5"), Marked(SPEARS[0], "moved", True)
    assert heard(nobody, quiet, nobody, nobody) == [None, None, None, "nobody to hit [5.5]"]
    assert heard(nobody, Said("nobody to mark", "5.3")) == ["nobody to hit [5.5]", "nobody to mark [5.3]"]
    assert heard(nobody, Choice("north", "on"), nobody) == ["nobody to hit [5.5]", None, "nobody to hit [5.5]"]
    assert heard(nobody, nobody, loud=True) == ["nobody to hit [5.5]"] * 2


def test_a_track_that_shows_a_side_tells_its_name() -> None:
    assert heard(TrackSet("initiative", "north", rule="3.1")) == ["First to act: Northern army [3.1]"]


def test_an_answer_between_parts_them() -> None:
    first, second = (Moved(unit, "0403", rule="4.1") for unit in SPEARS)
    told = heard(first, Choice("north", "on"), second)
    assert told == [
        "Spears 1 (Northern army) goes to North gate (0403) [4.1]",
        None,
        "Spears 2 (Northern army) goes to North gate (0403) [4.1]",
    ]


def test_a_march_space_by_space_is_one_way() -> None:
    steps = [Moved(SPEARS[0], to, path=(to,), rule="4.1") for to in ("0403", "0402", "0401")]
    assert heard(*steps)[:2] == [None, None]
    assert (heard(*steps)[2] or "").startswith("Spears 1 (Northern army) goes to 0401 by North gate (0403)-0402-0401")
    back = Moved(SPEARS[0], "0404", rule="6.2")
    assert heard(steps[0], back)[0] is not None  # for another reason
