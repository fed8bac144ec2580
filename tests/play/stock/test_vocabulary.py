"""Settings and effects that no game of ours uses yet, each alone: what came where, bids of cards, limits of places."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler import pipeline
from compiler.diagnostics import Diagnostic, Sink
from compiler.play.book import Rulebook
from compiler.play.chance import Forced, Seeded
from compiler.play.session import Session
from compiler.play.staging import stage
from compiler.registry import rulebook
from tests.play.stock.words import spoken

ROADS = "[redkeep, ashford, brack, fenmouth, midmere, saltern, crow, elder, tarn, bluekeep]"
MARCH = """
sequence:
  - each: seat
    id: player_turn
    do:
      - {step: stock.move, id: march, with: {allowance: march, mark: marched, enemies: stop, came: came, limit: cost}}
      - {step: stock.battle, id: battle, with: {dice: d6, hits: hits, rounds: 1, after: attacker_leaves, back: came,
         blocked: lost, fallen: fallen}}
  - {step: stock.do, id: stop, with: {do: [{one_of: {a: [], b: []}}]}}
"""


def _bound(home: Path) -> tuple[Rulebook | None, list[Diagnostic]]:
    sink = Sink()
    read = pipeline.read(home, sink)
    return (rulebook(read.game, sink) if read is not None else None), list(sink)


def barons(tmp_path: Path, sequence: str, steps: str = "") -> Rulebook:
    """The block game with another sequence, and a mark that shows whence a banner came."""
    spoken(tmp_path, sequence, steps, game="marsh_barons")
    counters = tmp_path / "marsh_barons" / "counters.yaml"
    text = counters.read_text(encoding="utf-8")
    text = text.replace("marks: [marched]", "marks: [marched, came]")
    came = f"came: {{name: Came from, on: [counters], values: {ROADS}, stays: true}}"
    text = text.replace("marks:\n  marched", f"marks:\n  {came}\n  marched")
    text = text.replace("clears_at: orders", "stays: true")
    counters.write_text(text, encoding="utf-8")
    book, faults = _bound(tmp_path / "marsh_barons")
    assert book is not None, [fault.message for fault in faults]
    return book


@pytest.fixture
def marched(tmp_path: Path) -> Rulebook:
    return barons(tmp_path, MARCH, "holding: {by: standing, where: {kind: [town, keep]}}\n")


def test_only_so_many_come_across_a_road_and_attackers_leave_the_way_they_came(marched: Rulebook) -> None:
    pieces = {"red_pikes#1": "ashford", "red_pikes#2": "ashford", "red_bows#1": "elder", "blue_pikes#1": "midmere"}
    held = [{"on": "midmere", "mark": "control", "value": "blue"}]
    state = stage(marched, step="march", seat="red", empty=True, pieces=pieces, marks=held)
    session = Session(state, Forced([(6,)] * 4))
    session.apply("red_pikes#1")
    session.apply(("midmere",))
    assert session.table.pieces["red_pikes#1"].mark("came") == "ashford"
    session.apply("red_pikes#2")
    refusal = session.why_not(("midmere",))  # a road of cost 1 bears one
    assert refusal is not None
    assert "only 1 may come from `ashford`" in refusal.because
    session.apply(("redkeep",))
    session.apply("red_bows#1")
    session.apply(("midmere",))  # from elsewhere another may
    assert session.table.pieces["red_pikes#1"].place == "ashford"
    assert session.table.pieces["red_bows#1"].place == "elder"


def deal(settings: str) -> str:
    return f"""
sequence:
  - {{step: stock.sealed_bid, id: plan, with: {settings}}}
  - {{step: stock.do, id: stop, with: {{do: [{{one_of: {{a: [], b: []}}}}]}}}}
"""


def influence(tmp_path: Path, settings: str) -> tuple[Rulebook | None, list[Diagnostic]]:
    """The card game, with a track that shows who is first."""
    spoken(tmp_path, deal(settings), "", game="amber_strait")
    home = tmp_path / "amber_strait"
    (home / "steps.yaml").write_text("{}\n", encoding="utf-8")
    tracks = home / "tracks.yaml"
    first = "  first: {name: First, start: crown, marker: turn_marker, boxes: [{value: crown}, {value: guild}]}\n"
    tracks.write_text(tracks.read_text(encoding="utf-8") + first, encoding="utf-8")
    return _bound(home)


def test_a_card_is_laid_down_in_secret_and_the_higher_one_goes_first(tmp_path: Path) -> None:
    book, faults = influence(tmp_path, "{hand: hand, field: value, order: first}")
    assert book is not None, [fault.message for fault in faults]
    values = {card.id: card.values.get("value", 0) for card in book.game.cards.values()}
    by_value = sorted(values, key=lambda id: values[id])
    low, high = by_value[0], by_value[-1]
    assert values[low] < values[high]
    state = stage(book, step="plan", piles={"hand.crown": by_value[:2], "hand.guild": by_value[-2:]})
    session = Session(state, Seeded(1))
    assert set(session.asks) == {"crown", "guild"}
    session.apply(low, "crown")
    assert session.table.tracks["first"] == "crown"
    session.apply(high, "guild")
    assert session.table.tracks["first"] == "guild"
    assert session.table.count("hand.crown") == session.table.count("hand.guild") == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("{order: first}", "needs the setting `currency`, or `hand`"),
        ("{order: first, hand: hand}", "needs the setting `field`"),
        ("{order: first, hand: hand, field: once}", "the field `once` is no number"),
        ("{order: first, hand: sleeve, field: value}", "`sleeve` is not a known pile"),
    ],
)
def test_a_bid_that_cannot_work_is_told(settings: str, message: str, tmp_path: Path) -> None:
    book, faults = influence(tmp_path, settings)
    assert book is None
    assert any(message in fault.message for fault in faults), [fault.message for fault in faults]


def test_each_place_is_trimmed_to_what_it_feeds(tmp_path: Path) -> None:
    sequence = """
sequence:
  - step: stock.do
    id: winter
    seat: red
    with:
      do:
        - {trim: {sides: [mine]}, each: {kind: town, held_by: [mine]}, to: {field: points}, away: fallen}
  - {step: stock.do, id: stop, with: {do: [{one_of: {a: [], b: []}}]}}
"""
    book = barons(tmp_path, sequence)
    pieces = {f"red_pikes#{n}": "fenmouth" for n in (1, 2, 3)} | {"red_bows#1": "ashford", "red_bows#2": "redkeep"}
    session = Session(stage(book, step="winter", empty=True, pieces=pieces), Seeded(1))
    assert set(session.legal()) == {"red_pikes#1", "red_pikes#2", "red_pikes#3"}
    session.apply("red_pikes#2")
    assert session.table.count("fenmouth") == 2
    assert session.table.count("fallen.red") == 1
    assert (session.table.count("ashford"), session.table.count("redkeep")) == (1, 1)
