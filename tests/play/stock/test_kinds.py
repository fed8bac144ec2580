"""What the stock steps are held against: small games of many kinds, played to the end, and each mechanic alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import pytest

from compiler.model.event import Marked
from compiler.play.ask import Price
from compiler.play.chance import Forced, Seeded
from compiler.play.fuzz import fuzz_game
from compiler.play.players import GreedyPlayer
from compiler.play.session import Session
from compiler.play.staging import stage
from tests.play.stock.kind_games import KINDS, book

Test = TypeVar("Test", bound=Callable[..., Any])
SHOWN: dict[tuple[str, str], list[str]] = {}  # kind and mechanic → the tests that show it


def shows(kind: str, *mechanics: str) -> Callable[[Test], Test]:
    """What a test shows: it goes red when that cannot be said in YAML any more."""

    def note(test: Test) -> Test:
        for mechanic in mechanics:
            SHOWN.setdefault((kind, mechanic), []).append(test.__name__)
        return test

    return note


def at(kind: str, step: str, rolls: Iterable[Any] = (), **given: Any) -> Session:
    """A position of a small game; without rolls the dice are seeded."""
    chance = Forced(rolls) if rolls else Seeded(1)
    return Session(stage(book(kind), step=step, empty="pieces" in given, **given), chance)


def play(session: Session, *answers: Any) -> Session:
    for answer in answers:
        session.apply(answer)
    return session


def said(session: Session) -> str:
    return " | ".join(str(getattr(entry.what, "text", "")) for entry in session.log)


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_of_each_kind_is_played_to_the_end_by_random_and_greedy_players(kind: str) -> None:
    for seed in (1, 2, 3):
        tally = fuzz_game(book(kind), "first", seed)
        assert not tally.failures
        assert sum(tally.ends.values()) == 1
        assert tally.answers > 1
    session = Session.begin(book(kind), "first", Seeded(7))
    greedy = {seat: GreedyPlayer(7) for seat in session.book.game.scenarios["first"].seats}
    for _ in range(600):
        if session.outcome is not None:
            break
        seat = next(iter(session.asks))
        session.apply(greedy[seat].answer(session, seat), seat)
    assert session.outcome is not None


# -- Napoleonic battle -------------------------------------------------------------------------------------------------
@shows("waterloo", "sequence", "move", "lines")
def test_a_zone_stops_and_locks() -> None:
    pieces = {"red_corps#1": "0102", "red_corps#2": "0501", "blue_corps#1": "0103"}
    session = at("waterloo", "march", pieces=pieces, seat="red")
    refusal = session.why_not("red_corps#1")
    assert refusal is not None
    assert "stands in an enemy zone" in refusal.because
    assert session.legal() == ("red_corps#2", "done")
    play(session, "red_corps#2")
    beside = session.book.game.map.beside
    into = next(path for path in session.legal() if path[-1] in beside["0103"] and len(path) < 4)
    onward = next(space for space in beside[into[-1]] if space not in (*into, "0103", "0102"))
    beyond = session.why_not((*into, onward))
    assert beyond is not None
    assert "must end in the enemy zone" in beyond.because


@shows("waterloo", "table", "range")
def test_guns_strike_two_spaces_away_and_nobody_may_hold_back() -> None:
    pieces = {"red_guns": "0101", "blue_corps#1": "0103", "blue_guns": "0301"}
    session = at("waterloo", "attack", [(6,)], pieces=pieces, seat="red")
    assert set(session.legal()) == {"0103", "0301"}
    no = session.why_not("done")  # whoever can strike must
    assert no is not None
    assert "must attack" in no.because
    play(session, "0103", "enough")
    assert "3 to 4 in column 1:2" in said(session)


@shows("waterloo", "table")
def test_one_corps_strikes_two_spaces_together_and_an_exchange_costs_it_as_much() -> None:
    pieces = {"red_corps#1": "0202", "blue_corps#1": "0203", "blue_guns": "0303"}
    session = at("waterloo", "attack", [(1,)], pieces=pieces, seat="red", tracks={"losses.red": 4})
    assert set(session.legal()) == {"0203", "0303"}
    play(session, "0203", "0303")  # who strikes goes without saying
    assert "5 to 7 in column 1:2" in said(session)
    assert session.table.pieces["red_corps#1"].place.startswith("lost")
    both = at("waterloo", "attack", [(3,)], pieces={**pieces, "red_corps#2": "0202"}, seat="red")
    play(both, "0203", "0303", "red_corps#1", "red_corps#2", "red_corps#2")
    assert "10 to 7 in column 1:1" in said(both)
    assert both.table.tracks["losses.red"] == 3  # both defenders fell,
    assert both.table.tracks["losses.blue"] == 4  # and as much strength of the attackers


@shows("waterloo", "control", "victory")
def test_entering_holds_the_inn_losses_shake_and_a_rout_ends_it() -> None:
    session = at("waterloo", "march", pieces={"red_corps#1": "0302", "blue_corps#1": "0504"}, seat="red")
    play(session, "red_corps#1", ("0303",))
    assert session.table.mark("0303", "control") == "red"
    shaken = {"red_corps#1": "0202", "blue_corps#1": "0203"}
    weak = at("waterloo", "attack", [(6,)], pieces=shaken, seat="red", tracks={"losses.blue": 4})
    assert "3 to 4" in said(weak)
    over = at("waterloo", "rout", pieces=shaken, tracks={"losses.red": 6}, seat="red")
    assert over.outcome is not None
    assert over.outcome.winners == ("red",)


# -- giant -------------------------------------------------------------------------------------------------------------
@shows("giant", "sequence", "move")
def test_treads_set_the_pace_and_the_giant_rams() -> None:
    pieces = {"giant": "0101", "tank#1": "0102", "battery#1": "weapons"}
    session = at("giant", "march", pieces=pieces, tracks={"treads": 2}, seat="red")
    play(session, "giant")
    assert all(len(path) == 1 for path in session.legal())
    play(session, ("0102",))
    assert session.table.pieces["tank#1"].place == "scrap"
    assert session.table.tracks["treads"] == 1


@shows("giant", "menu", "table", "range")
def test_units_in_range_choose_what_of_the_giant_they_strike() -> None:
    pieces = {"giant": "0301", "tank#1": "0303", "tank#2": "0505", "battery#1": "weapons", "battery#2": "weapons"}
    session = at("giant", "defence", [(6,)], pieces=pieces, tracks={"shots": 0}, seat="blue")
    assert session.legal() == ("fire", "done")
    play(session, "fire", "weapons", "battery#1")  # one tank is too far away: the other is taken unasked
    assert "column" not in said(session)
    assert session.table.pieces["battery#1"].place == "weapons"  # 3 to 4 comes to nothing, whatever the die
    torn = at("giant", "defence", [(5,)], pieces={**pieces, "gun#1": "0402"}, seat="blue")
    play(torn, "fire", "gun#1", "treads")
    assert torn.table.tracks["treads"] == 2


@shows("giant", "victory")
def test_the_giant_wins_at_the_post_at_once() -> None:
    session = at("giant", "march", pieces={"giant": "0304", "tank#1": "0101"}, seat="red")
    play(session, "giant", ("0305",))
    assert session.outcome is not None
    assert session.outcome.winners == ("red",)


# -- cards and generals ------------------------------------------------------------------------------------------------
HANDS = {"hand.red": ["march_1", "tories"], "hand.blue": ["march_2", "tea"]}


@shows("people", "sequence", "cards", "hidden")
def test_cards_are_played_for_operations_or_for_their_event_and_hands_are_secret() -> None:
    session = at("people", "play", piles=HANDS, seat="blue")
    assert set(session.legal()) == {"march_2", "tea"}
    play(session, "tea")
    assert session.legal() == ("event", "operations")
    play(session, "event")
    assert session.table.pieces["tea"].place == "gone"
    dealt = Session.begin(book("people"), "first", Seeded(1)).table
    assert {dealt.pieces[id].seen_by for id in dealt.stacks["hand.blue"]} == {("blue",)}


@shows("people", "move")
def test_armies_march_with_a_general_whose_strategy_the_card_allows() -> None:
    pieces = {"red_general": "port", "red_army#1": "port", "red_army#2": "port", "blue_general": "cove"}
    weak = at("people", "march", pieces=pieces, tracks={"ops": 1}, seat="red")
    assert weak.step != "march"  # strategy 2 wants two operations
    session = at("people", "march", pieces=pieces, tracks={"ops": 2}, seat="red")
    assert session.legal() == ("red_general", "done")
    no = session.why_not("red_army#1")
    assert no is not None
    assert "leads nobody" in no.because
    play(session, "red_general", "red_army#1", "enough", ("mill", "ford"))
    assert {id for id, p in session.table.pieces.items() if p.place == "ford"} == {"red_general", "red_army#1"}
    assert session.table.tracks["ops"] == 1  # one for the whole army


@shows("people", "table", "chance")
def test_battles_go_by_difference_and_the_general_adds_to_the_die() -> None:
    pieces = {"red_general": {"at": "mill", "marks": {"moved": True}},
              "red_army#1": {"at": "mill", "marks": {"moved": True}}, "blue_army#1": "ford"}  # fmt: skip
    session = at("people", "battle", [(2,)], pieces=pieces, seat="red")
    play(session, "ford", "red_general", "red_army#1")
    assert "General +2" in said(session)
    assert "3 to 2 in column -1 to 1" in said(session)
    assert "defenders lose" in said(session)


@shows("people", "menu", "lines", "control")
def test_towns_are_won_along_a_line_and_lost_without_one() -> None:
    pieces = {"red_general": "port", "blue_general": "cove", "blue_army#1": "mill"}
    session = at("people", "politics", pieces=pieces, tracks={"ops": 1}, seat="red",
                 marks=[{"on": "hill", "mark": "control", "value": None}])  # fmt: skip
    play(session, "place_red", "hill") if len(session.legal()) > 1 else play(session, "place_red")
    assert session.table.mark("hill", "control") == "red"
    cut = at("people", "isolation", pieces={"red_general": "port", "red_army#1": "ford", "blue_general": "cove"},
             marks=[{"on": "hill", "mark": "control", "value": "blue"}])  # fmt: skip
    assert cut.table.mark("hill", "control") is None


@shows("people", "victory")
def test_all_towns_win_at_once() -> None:
    towns = ("port", "mill", "ford", "hill", "cove")
    held = [{"on": town, "mark": "control", "value": "red"} for town in towns]
    session = at("people", "towns", marks=held, pieces={"red_general": "port"}, seat="red")
    assert session.outcome is not None
    assert session.outcome.because == "all towns"


# -- impulses ----------------------------------------------------------------------------------------------------------
FORCES = {"red_squad#1": "north", "red_squad#2": "north", "blue_squad#1": "bridge", "blue_squad#2": "bridge"}


@shows("arnhem", "sequence", "move")
def test_one_acts_after_the_other_until_both_have_passed() -> None:
    session = at("arnhem", "choose", pieces=FORCES, seat="red")
    play(session, "move", "red_squad#1", ("east",), "done")
    assert session.table.pieces["red_squad#1"].place == "east"
    seat = next(iter(session.asks))
    assert seat == "blue"
    play(session, "pass")
    assert next(iter(session.asks)) == "red"
    play(session, "pass")
    assert session.table.tracks["turn"] == 2


@shows("arnhem", "dice", "range", "menu", "chance")
def test_fire_makes_casualties_that_the_other_must_pay_for() -> None:
    session = at("arnhem", "choose", [(4, 3), (1, 1)], pieces=FORCES, seat="red")
    play(session, "fire")
    assert session.legal() == ("red_squad#1", "red_squad#2")  # who fires is spent afterwards
    play(session, "red_squad#1")
    # 7 and two squads of 3 against 2 and the cover of the bridge: eight casualties
    assert next(iter(session.asks)) == "blue"
    assert session.table.pieces["blue_squad#1"].face == 1  # at first there is only one way to pay
    assert session.legal() == ("spend", "lose")
    no = session.why_not("done")
    assert no is not None
    play(session, "lose")
    assert session.table.count("lost.blue") == 2  # and then the other squad, for want of anything else


@shows("arnhem", "control", "victory")
def test_areas_count_for_who_stands_there_alone() -> None:
    session = at("arnhem", "end", pieces={"red_squad#1": "bridge"}, tracks={"turn": 4},
                 marks=[{"on": "bridge", "mark": "control", "value": "red"}])  # fmt: skip
    assert session.outcome is not None
    assert session.outcome.winners == ("red",)
    moved = at("arnhem", "move", pieces={"red_squad#1": "north", "blue_squad#1": "bridge"}, seat="red",
               tracks={"impulse": "move"})  # fmt: skip
    play(moved, "red_squad#1", ("east",))
    assert moved.table.mark("east", "control") == "red"


# -- chits -------------------------------------------------------------------------------------------------------------
@shows("chits", "sequence", "cards", "hidden", "chance", "move")
def test_a_chit_drawn_unseen_says_which_formation_acts_and_whose() -> None:
    session = at("chits", "chit", ["blue_right_chit"])
    assert session.table.tracks["formation"] == "right"
    assert session.table.tracks["side"] == "blue"
    assert session.table.pieces["red_left_chit"].seen_by == ()
    assert next(iter(session.asks)) == "blue"
    assert set(session.legal()) == {"blue_right#1", "blue_right#2", "done"}


@shows("chits", "lines", "table", "range", "control", "victory")
def test_formations_fire_at_a_distance_by_sight_and_go_only_with_a_line() -> None:
    pieces = {"red_right#1": "0302", "blue_left#1": "0304", "red_right#2": "0101"}
    tracks = {"formation": "right", "side": "red"}
    behind = {"red_right#1": "0301", "blue_left#1": "0303", "blue_left#2": "0401"}
    hidden = at("chits", "fire", pieces=behind, tracks=tracks)
    refusal = hidden.why_not("0303")
    assert refusal is not None
    assert "does not see" in refusal.because
    seen = at("chits", "fire", [(6,)], pieces=pieces, tracks=tracks)
    play(seen, "0304")
    assert "3 to 3 in column 0 to 2" in said(seen)
    wall = {"blue_left#1": "0103", "blue_left#2": "0203", "blue_right#1": "0204"}
    lost = at("chits", "march", pieces={"red_right#1": "0104", "red_right#2": "0601", **wall}, tracks=tracks)
    no = lost.why_not("red_right#1")
    assert no is not None
    assert "line" in no.because
    assert "red_right#2" in lost.legal()
    held = at("chits", "end", tracks={"turn": 4}, marks=[{"on": "0303", "mark": "control", "value": "red"}])
    assert held.outcome is not None
    assert held.outcome.winners == ("red",)


# -- conquest ----------------------------------------------------------------------------------------------------------
@shows("conquest", "sequence", "menu")
def test_income_buys_armies_and_cards_are_traded_in() -> None:
    session = at("conquest", "taxes", seat="red", piles={"hand.red": ["a", "b"]})
    assert session.table.tracks["money.red"] == 5
    assert session.legal() == ("buy", "trade", "done")
    play(session, "trade")
    assert session.table.tracks["money.red"] == 9
    assert session.table.count("hand.red") == 0
    play(session, "buy", "red_tank#2")
    assert session.table.pieces["red_tank#2"].place == "west"
    assert session.table.tracks["money.red"] == 4


@shows("conquest", "move")
def test_armies_go_by_sea_two_together() -> None:
    pieces = {"red_foot#1": "west", "red_foot#2": "west", "red_tank#1": "west", "blue_foot#1": "east"}
    session = at("conquest", "sea_move", pieces=pieces, seat="red")
    play(session, "red_foot#1", "red_tank#1")
    assert set(session.legal()) == {("east",), ("isle",)}
    play(session, ("isle",))
    assert session.table.mark("isle", "control") == "red"
    assert session.table.pieces["red_tank#1"].place == "isle"


@shows("conquest", "dice", "control", "cards", "victory")
def test_battles_roll_all_at_once_and_defenders_by_their_own_number() -> None:
    pieces = {"red_tank#1": "middle", "blue_foot#1": "middle"}
    held = [{"on": land, "mark": "control", "value": "red"} for land in ("west", "isle", "east")]
    held.append({"on": "middle", "mark": "control", "value": "blue"})
    session = at("conquest", "battle", [(3,), (3,)], pieces=pieces, seat="red", marks=held)
    assert "hits 1 at 3 or less" in said(session)
    assert "hits 0 at 2 or less" in said(session)
    assert session.table.mark("middle", "control") == "red"
    assert session.outcome is not None
    assert session.outcome.because == "the world"
    reward = at("conquest", "reward", marks=held[:2], seat="red", piles={"hand.red": ["a", "b", "c"], "deck": ["d"]})
    assert reward.table.count("hand.red") == 4  # one more than the hand holds: which one goes is asked
    play(reward, "a")
    assert reward.table.count("hand.red") == 3


# -- one player --------------------------------------------------------------------------------------------------------
@shows("siege", "sequence", "move", "cards", "chance")
def test_events_bring_the_enemy_nearer_by_themselves() -> None:
    session = at("siege", "event", piles={"deck": ["lull", "rush"]})
    assert session.table.pieces["north_army"].place == "north_2"
    assert session.table.pieces["south_army"].place == "south_2"
    near = at("siege", "event", pieces={"north_army": "north_1", "south_army": "south_3"}, piles={"deck": ["storm"]})
    assert near.outcome is not None  # the nearest one comes, and it stands in the city
    assert near.outcome.winners == ()


@shows("siege", "table", "menu", "victory")
def test_a_table_moves_the_enemy_and_checks_push_him_back() -> None:
    session = at("siege", "event", [(5,), (5,)], piles={"deck": ["lull", "feint"]})
    assert session.table.pieces["south_army"].place == "south_2"
    play(session, "sortie", "south_army")
    assert "check of 4: passed" in said(session)  # a five, less two for hope
    assert session.table.pieces["south_army"].place == "south_3"
    saved = at("siege", "end", tracks={"turn": 4})
    assert saved.outcome is not None
    assert saved.outcome.winners == ("red",)


# -- at sea ------------------------------------------------------------------------------------------------------------
@shows("naval", "sequence", "move", "hidden")
def test_ships_sail_together_unseen() -> None:
    session = at("naval", "sail", seat="red")
    ship = session.table.pieces["red_ship#1"]
    assert ship.seen_by == ("red",)
    play(session, "red_ship#1", "red_dummy#1", "enough", ("west_sea",))
    assert {session.table.pieces[id].place for id in ("red_ship#1", "red_dummy#1")} == {"west_sea"}
    assert session.table.pieces["red_ship#1"].seen_by == ("red",)


@shows("naval", "menu", "hidden", "chance")
def test_a_search_takes_dummies_off_and_shows_ships() -> None:
    pieces = {"red_ship#1": "west_sea", "blue_ship#1": "mid_sea", "blue_dummy#1": "mid_sea"}
    session = at("naval", "search", [(3,)], pieces=pieces, seat="red", tracks={"turn": 2})
    play(session, "plane")
    assert session.table.pieces["blue_dummy#1"].place == "sunk.blue"
    assert session.table.pieces["blue_ship#1"].seen_by is None
    marked = [e.what for e in session.log if isinstance(e.what, Marked) and e.what.mark == "found"]
    assert [(mark.target, mark.value) for mark in marked][:1] == [("blue_ship#1", True)]
    fog = at("naval", "search", [(4,)], pieces=pieces, seat="red", tracks={"turn": 1})
    play(fog, "plane")
    assert fog.table.pieces["blue_ship#1"].seen_by == ("blue",)


@shows("naval", "dice", "control", "victory")
def test_fleets_fight_where_they_meet_and_seas_count() -> None:
    pieces = {"red_ship#1": "mid_sea", "blue_ship#1": "mid_sea"}
    session = at("naval", "battle", [(1, 1), (6, 6)], pieces=pieces, seat="red",
                 marks=[{"on": "mid_sea", "mark": "control", "value": "blue"}])  # fmt: skip
    assert session.table.pieces["red_ship#1"].place == "sunk.red"  # two hits of two guns at once
    assert session.table.pieces["blue_ship#1"].place == "mid_sea"
    scored = at("naval", "score", pieces={"red_ship#1": "mid_sea", "blue_ship#1": "blue_port"},
                marks=[{"on": "mid_sea", "mark": "control", "value": "red"}])  # fmt: skip
    assert scored.table.tracks["score.red"] == 2
    ended = at("naval", "end", pieces={"red_ship#1": "mid_sea", "blue_ship#1": "blue_port"},
               tracks={"turn": 4, "score.red": 3})  # fmt: skip
    assert ended.outcome is not None
    assert ended.outcome.winners == ("red",)


# -- skirmish ----------------------------------------------------------------------------------------------------------
@shows("skirmish", "sequence", "move")
def test_others_may_fire_between_strides_and_what_is_left_is_counted() -> None:
    session = at("skirmish", "stride", pieces={"red_squad#1": "0101", "blue_squad#1": "0104"}, seat="red")
    play(session, "red_squad#1")
    assert all(len(path) == 1 for path in session.legal())
    price = session.ask("red").price
    assert price is not None
    assert price(("0102",)) == Price(1)
    long = session.why_not(("0102", "0103"))
    assert long is not None
    play(session, ("0102",))
    assert session.table.pieces["red_squad#1"].mark("left") == 4 - 1
    assert (session.step, next(iter(session.asks))) == ("react_blue", "blue")
    play(session, "done")
    assert session.step == "stride"
    play(session, "done")
    assert session.step != "stride" or next(iter(session.asks)) == "blue"


@shows("skirmish", "range", "table")
def test_woods_hide_and_a_height_looks_over_them() -> None:
    blind = at("skirmish", "fire", pieces={"red_squad#1": "0201", "blue_squad#1": "0203", "blue_squad#2": "0401"},
               seat="red")  # fmt: skip
    no = blind.why_not("0203")
    assert no is not None
    assert "does not see" in no.because
    assert "0401" in blind.legal()
    from compiler.play.stock.sight import sees_to

    assert not sees_to(book("skirmish"), "hides", "0201", "0203", "height")
    assert sees_to(book("skirmish"), "hides", "0503", "0101", "height")  # from the hill
    assert not sees_to(book("skirmish"), None, "0502", "0504", "height")  # behind it


@shows("skirmish", "chance", "control", "victory")
def test_morale_is_tested_and_the_house_decides() -> None:
    session = at("skirmish", "fire", [(4,), (6,)], pieces={"red_squad#1": "0301", "blue_squad#1": "0303"},
                 seat="red")  # fmt: skip
    play(session, "0303")
    assert session.table.pieces["blue_squad#1"].steps == 1
    house = at("skirmish", "stride", pieces={"red_squad#1": "0302"}, seat="red")
    play(house, "red_squad#1", ("0303",))
    assert house.table.mark("0303", "control") == "red"
    ended = at("skirmish", "end", tracks={"turn": 4}, marks=[{"on": "0303", "mark": "control", "value": "red"}])
    assert ended.outcome is not None
    assert ended.outcome.winners == ("red",)


# -- the table of the manual -------------------------------------------------------------------------------------------
def test_the_table_of_kinds_says_what_is_shown_and_no_more() -> None:
    from compiler.author.kinds import kinds, mechanics

    assert len(kinds()) == 12
    small = [kind for kind in kinds() if kind.game is None]
    assert {kind.id for kind in small} == set(KINDS)
    assert {(kind.id, mechanic) for kind in small for mechanic in kind.shows} == set(SHOWN)
    for kind in kinds():
        assert kind.shows.keys() <= mechanics().keys()
        assert kind.rest.keys() <= kind.shows.keys()


@pytest.mark.parametrize("slug", ["winter_line", "marsh_barons", "amber_strait"])
def test_rows_that_show_a_mechanic_are_tested(slug: str) -> None:
    from compiler import pipeline
    from compiler.author.kinds import kinds
    from compiler.diagnostics import Sink
    from compiler.trace import trace
    from tests.play.table import GAMES

    game = pipeline.read(GAMES / slug, Sink())
    assert game is not None
    matrix = trace(game.game, None, GAMES.parent / "tests")
    kind = next(kind for kind in kinds() if kind.game == slug)
    for row in kind.shows.values():
        assert matrix.rows[str(row)].has("test", "example"), row
