"""Stock steps: what they list is what they allow, and the settings do what they say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from compiler.diagnostics import Sink
from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.play.book import Rulebook, bind
from compiler.play.chance import Seeded
from compiler.play.players import RandomPlayer
from compiler.play.session import Session
from compiler.play.staging import stage
from tests.play.table import book, game


def changed(step: str, **settings: Any) -> Rulebook:
    """The small game with other settings of one step."""

    def mend(node: Any) -> Any:
        own = {**node.settings, **settings} if node.id == step else node.settings
        own = {key: value for key, value in own.items() if value is not None}
        return replace(node, settings=own, children=tuple(mend(child) for child in node.children))

    return rebound(sequence=tuple(mend(node) for node in game().sequence))


def rebound(**parts: Any) -> Rulebook:
    sink = Sink()
    found = bind(replace(game(), **parts), sink)
    assert found is not None, [d.message for d in sink]
    return found


def positions(count: int, every: int = 3) -> Iterator[Session]:
    """Sessions in the middle of random games."""
    for seed in range(count):
        session, luck = Session.begin(book(), "bridge", Seeded(seed)), RandomPlayer(seed)
        while session.asks:
            seat = next(iter(session.asks))
            if len(session.moments) % every == 0:
                yield session
            session.apply(luck.answer(session, seat), seat)


def test_what_is_listed_is_allowed_and_units_that_are_not_listed_are_refused_with_a_rule() -> None:
    seen = 0
    for session in positions(3):
        for ask in session.asks.values():
            assert all(ask.judge(option) is None for option in ask.options)
            assert len(set(ask.options)) == len(ask.options)
            others = [x for x in (*session.table.pieces, *session.book.land) if x not in ask.options]
            for other in others[::7]:
                refusal = ask.judge(other)
                assert refusal is not None, f"{other} at {session.step}: {ask.prompt}"
                assert refusal.rule is not None
                assert refusal.because
                seen += 1
    assert seen > 1000


def march(other: Rulebook, **given: Any) -> Session:
    return Session(stage(other, step="march", seat="south", empty=True, tracks={"marches": 4}, **given))


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ({"zones": "stop"}, "5.2"),
        ({"zones": "none"}, None),
        ({"zones": "cost", "zone_cost": 1}, None),
        ({"zones": "cost", "zone_cost": 3}, "4.2"),
    ],
)
def test_zones_stop_cost_or_do_nothing(settings: dict[str, Any], rule: str | None) -> None:
    session = march(changed("march", **settings), pieces={"south_riders#1": "0808", "north_spears#1": "1008"})
    session.apply("south_riders#1")
    assert session.why_not(("0908",)) is None  # into the zone
    refusal = session.why_not(("0908", "0907"))  # and out of it again
    assert (refusal and refusal.rule) == rule


def test_without_a_count_all_units_may_march_and_then_the_step_is_over() -> None:
    session = march(changed("march", count=None), pieces={"south_riders#1": "0809", "north_spears#1": "0101"})
    session.apply("south_riders#1")
    session.apply(("0808",))
    assert session.step != "march"


def test_a_unit_hemmed_in_by_zones_and_friends_is_not_listed() -> None:
    ring = {
        "0708": "north_riders#1",
        "0709": "north_riders#2",
        "0808": "north_spears#1",
        "0810": "north_spears#2",
        "0909": "north_spears#3",
        "0910": "north_spears#4",
    }
    session = march(
        book(),
        pieces={"south_riders#1": "0809", "south_spears#1": "0101", **{piece: place for place, piece in ring.items()}},
    )
    assert "south_riders#1" not in session.legal()
    refusal = session.why_not("south_riders#1")
    assert refusal is not None
    assert "cannot march" in refusal.because


# -- bids --------------------------------------------------------------------------------------------------------------
def test_equal_bids_can_be_decided_by_chance() -> None:
    session = Session(stage(changed("bid", ties="chance"), scenario="skirmish", step="bid"))
    session.apply(1, "north")
    session.apply(1, "south")
    assert session.asks["chance"].prompt == "roll 1d2 for equal bids"
    session.apply((2,), "chance")
    assert session.table.tracks["initiative"] == "south"


def ranked() -> dict[str, Track]:
    """Rank tracks, one for each seat, instead of one that names the first."""
    tracks = dict(game().tracks)
    like = replace(tracks.pop("initiative"), boxes=game().tracks["turn"].boxes[:2], base="initiative")
    for n, seat in enumerate(("north", "south"), 1):
        tracks[f"initiative.{seat}"] = replace(like, id=f"initiative.{seat}", start=n, seat=seat)
    return tracks


def test_bids_may_set_ranks_and_seats_act_by_rank() -> None:
    scenarios = {id: replace(s, tracks={}) for id, s in game().scenarios.items()}
    other = rebound(tracks=ranked(), scenarios=scenarios)
    session = Session.begin(other, "skirmish", Seeded(1))
    session.apply(0, "north")
    session.apply(2, "south")
    assert session.table.tracks["initiative.south"] == 1
    assert session.table.tracks["initiative.north"] == 2
    assert list(session.asks) == ["south"]


# -- chits, scores, endings --------------------------------------------------------------------------------------------
def test_an_empty_cup_is_filled_from_what_was_drawn() -> None:
    piles = {"orders_cup": [], "orders_used": ["order_six", "order_five#1"]}
    session = Session(stage(book(), step="orders", piles=piles))
    assert set(session.asks["chance"].options) == {"order_six", "order_five#1"}


def scored() -> Rulebook:
    """Each side with a track of its own."""
    tracks = dict(game().tracks)
    balance = tracks.pop("balance")
    for side in ("north", "south"):
        boxes = game().tracks["balance"].boxes[10:]
        tracks[f"points.{side}"] = replace(balance, id=f"points.{side}", base="points", side=side, boxes=boxes)

    def mend(node: Any) -> Any:
        settings = {k: v for k, v in node.settings.items() if k != "raised_by"}
        for key in ("track", "score"):
            if settings.get(key) == "balance":
                settings[key] = "points"
        return replace(node, settings=settings, children=tuple(mend(child) for child in node.children))

    return rebound(tracks=tracks, sequence=tuple(mend(node) for node in game().sequence))


def test_sides_may_have_tracks_of_their_own() -> None:
    other = scored()
    session = Session(stage(other, step="score", tracks={"points.north": 1, "points.south": 9}))
    assert session.table.tracks["points.north"] == 4
    assert session.outcome is not None  # 9 and 2 are more than the end of the track
    assert session.outcome.winners == ("south",)
    level = Session(stage(other, step="end_check", tracks={"points.north": 3, "points.south": 3, "turn": 8}))
    assert level.outcome is not None
    assert level.outcome.winners == ("north",)


def test_without_a_word_on_ties_nobody_wins_a_level_game() -> None:
    session = Session(stage(changed("end_check", ties=None), step="end_check", tracks={"turn": 8}))
    assert session.outcome is not None
    assert session.outcome.winners == ()


def test_the_game_may_be_won_at_a_goal_short_of_the_end() -> None:
    session = Session(stage(changed("end_check", goal=4), step="end_check", tracks={"balance": 4}))
    assert session.outcome is not None
    assert session.outcome.winners == ("south",)


# -- arrivals, placements ----------------------------------------------------------------------------------------------
def test_without_waiting_reinforcements_come_or_are_lost() -> None:
    session = Session(stage(changed("arrivals", wait=None), step="arrivals", seat="south", tracks={"turn": 2}))
    assert session.legal() == ("0610", "0510")


def test_reinforcements_with_nowhere_to_come_wait_unasked() -> None:
    session = Session(
        stage(
            book(),
            step="arrivals",
            seat="south",
            tracks={"turn": 2},
            pieces={"north_riders#1": "0610", "north_spears#3": "0510"},
        )
    )
    assert session.step == "orders"


def test_of_a_choice_of_pieces_just_as_many_are_placed_as_the_scenario_says() -> None:
    plain: Game = game()
    bridge = plain.scenarios["bridge"]
    free = replace(bridge.free[0], count=2)
    other = rebound(scenarios={**plain.scenarios, "bridge": replace(bridge, free=(free,))})
    session = Session.begin(other, "bridge")
    assert session.legal("south") == ("south_riders#1", "south_gunners")
    for answer in ("south_gunners", "0609", "0609"):  # of what is left there is but one kind
        session.apply(answer, "south")
    assert session.step == "bid"
    assert session.table.pieces["south_riders#2"].place == "camp_south"


def test_a_space_that_must_have_a_number_of_pieces_gets_just_that() -> None:
    plain: Game = game()
    bridge = plain.scenarios["bridge"]
    free = replace(bridge.free[0], exactly={"0609": 1, "0709": 1})
    other = rebound(scenarios={**plain.scenarios, "bridge": replace(bridge, free=(free,))})
    session = Session.begin(other, "bridge")
    session.apply("0609", "south")
    refusal = session.why_not("0609", "south")
    assert refusal is not None
    assert refusal.rule == "12.2"
    session.apply("0808", "south")  # one is still owed, and one is left: it goes there unasked
    assert session.table.pieces["south_gunners"].place == "0709"
    assert session.step == "bid"


def test_every_stock_step_and_setting_is_told_to_authors() -> None:
    from compiler.play.stock import page
    from tests.play.table import GAMES

    told = (GAMES / "README.md").read_text(encoding="utf-8")
    assert page().strip() in told, "write it anew: compiler.play.stock.page()"
    steps = [step for step in book().steps.values() if step.name.startswith("stock.") and step.settings]
    assert len(steps) == 13
    assert all(setting.says for step in steps for setting in (step.settings or {}).values())
