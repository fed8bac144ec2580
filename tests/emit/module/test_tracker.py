"""The tracker has a line for every step of the turn, and what ends there ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from compiler.emit.automation.allowances import allowance_steps
from compiler.emit.automation.cutting_in import cut_in_steps
from compiler.emit.automation.holdings import holding_buttons
from compiler.emit.automation.payments import payment_steps
from compiler.emit.automation.rankings import ranking_buttons, ranking_key
from compiler.emit.module.acting import in_turn_at, in_turn_property
from compiler.emit.module.again import SKIPS, again_text, loop_properties, pass_property
from compiler.emit.module.following import STEP, followed, moving_lines, zone_of
from compiler.emit.module.lines import ORDINALS, entries, one_of
from compiler.emit.module.tracker import label_in, tracker, turn_state
from compiler.emit.module.tracks import track_property
from compiler.emit.seats import SEATS, seats_text
from compiler.model.common import Value
from compiler.model.piles import Track
from compiler.model.setup import set_up
from compiler.vassal import sequence
from compiler.vassal.grammar import parse
from compiler.vassal.keys import read_keys
from compiler.vassal.xml import Component
from tests.emit.beanshell import counting_on, evaluate
from tests.emit.conftest import SHIPPED, Built


def test_the_steps_of_a_turn_in_the_words_of_the_rules(built: Callable[[str], Built]) -> None:
    labels = [entry.label for entry in entries(built("first_battle").game)]
    turn = ["Arrivals", "Orders", "March", "Attack", "Rally"]
    assert labels == ["Bidding", *(f"1st player: {s}" for s in turn), *(f"2nd player: {s}" for s in turn),
                      "End of turn: Score", "End of turn: End check"]  # fmt: skip


@pytest.mark.parametrize("slug", SHIPPED)
def test_no_two_lines_are_alike(slug: str, built: Callable[[str], Built]) -> None:
    labels = [entry.label for entry in entries(built(slug).game)]
    assert labels
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_mark_that_a_step_clears_is_cleared(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    known = {node.id for node in made.game.steps()}
    wanted = {m.name.en for m in made.game.marks.values() if m.clears_at in known and "counters" in m.on}
    gates = gates_of(tracker(made.box.plan))
    cleared = {c.get("name").removeprefix("clears ") for c in gates if c.get("name").startswith("clears ")}
    assert wanted <= cleared
    assert all(STEP in c.get("loopCount") for c in gates)


@pytest.mark.parametrize("slug", SHIPPED)
def test_what_happens_at_a_step_is_sent_only_to_pieces_that_it_concerns(
    slug: str, built: Callable[[str], Built]
) -> None:
    """Each piece that hears a command has VASSAL write its whole state down, once or twice a trait."""
    sent = [c for part in tracker(built(slug).box.plan) for c in part.all("GlobalKeyCommand")]
    assert sent
    for command in sent:
        assert command.get("filter"), command.get("name")
    for mark in built(slug).game.marks.values():
        cleared = [c for c in sent if c.get("name") == f"Clear {mark.name.en}"]
        assert all(f'mark_{mark.id} != ""' in c.get("filter") or "Moved == true" in c.get("filter") for c in cleared)


def gates_of(parts: list[Component]) -> list[Component]:
    """The buttons that each do one thing where it is due."""
    return [part for part in parts if "liege-due-at-step" in str(part.get("hotkey"))]


def pressed_by(gate: Component) -> str:
    (key,) = read_keys(str(gate.get("hotkeys")))
    return str(key)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_hotkey_of_a_step_has_somebody_who_hears(slug: str, built: Callable[[str], Built]) -> None:
    parts = tracker(built(slug).box.plan)
    heard = {c.get("buttonHotkey") for c in parts}
    heard |= {inner.get("hotkey") for made in loop_properties(built(slug).box.plan) for inner in made.children}
    heard |= {part.get("hotkey") for _, made in ranking_buttons(built(slug).box.plan) for part in made}
    heard |= {part.get("hotkey") for _, made in holding_buttons(built(slug).box.plan) for part in made}
    plan = built(slug).box.plan
    stepped = (*payment_steps(plan), *allowance_steps(plan), *(step[:4] for step in cut_in_steps(plan)))
    heard |= {part.get("hotkey") for _, _, made, _ in stepped for part in made}
    gates = gates_of(parts)
    assert gates
    for gate in gates:
        assert pressed_by(gate) in heard or "refill" in pressed_by(gate)
    for ranking in built(slug).game.upkeep.rankings.values():  # of the menu of upkeep
        assert (ranking.at is None) or str(ranking_key(ranking)) in {pressed_by(gate) for gate in gates}


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_setup_stands_in_its_first_turn(slug: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    for scenario in made.game.scenarios.values():
        table = set_up(made.game, scenario)
        turn = turn_state(made.box.plan, table)
        assert turn is not None
        level, state = sequence.decode(turn.state, "|")
        assert level == "0"
        track = made.game.turn_track
        assert track is not None
        assert sequence.decode(state, ";")[0] == str(table.tracks[track.id])


def labels_of(made: Built) -> list[str]:
    return [entry.label for entry in made.box.plan.lines]


def test_a_loop_by_number_has_a_line_for_every_pass(built: Callable[[str], Built]) -> None:
    labels = labels_of(built("shingens_arrival"))
    for stage in ("1", "2", "3", "4"):
        assert f"Stage {stage}: Takeda Operations: Actions" in labels
    assert not any("Initial" in label for label in labels)


@pytest.mark.parametrize(
    ("slug", "scenario", "line"), [("shogun", 5, "Turn"), ("shogun", 3, "Turn"), ("road_to_honganji", 4, "Action turn")]
)
def test_a_loop_by_players_goes_on_for_those_who_play(
    slug: str, scenario: int, line: str, built: Callable[[str], Built]
) -> None:
    made = built(slug)
    played = next(s for s in made.game.scenarios.values() if len(s.seats) == scenario)
    turn = turn_state(made.box.plan, set_up(made.game, played), 0, played)
    assert turn is not None
    inner = sequence.decode(sequence.decode(turn.state, "|")[1], ";")[4]
    flags = sequence.decode(inner, ";")[3].split(",")
    on = [label for label, flag in zip(labels_of(made), flags, strict=True) if flag == "true"]
    passes = {label.partition(":")[0] for label in on if label.startswith(line)}
    assert passes == {f"{line} {n}" for n in range(1, scenario + 1)}


def test_nothing_is_said_twice_in_a_label(built: Callable[[str], Built]) -> None:
    for slug in SHIPPED:
        for label in labels_of(built(slug)):
            parts = label.split(": ")
            assert len(parts) <= 3, label
            assert len(set(parts)) == len(parts), label
            assert not any(part.endswith(" Phase") for part in parts), label


@pytest.mark.parametrize(("slug", "track"), [("anegawa", "phase"), ("shingens_arrival", "operations_phase")])
def test_the_marker_of_the_phase_lies_where_the_engine_has_it(
    slug: str, track: str, built: Callable[[str], Built]
) -> None:
    made = built(slug)
    plan = made.box.plan
    shown = followed(plan)[track]
    assert shown is not None
    values = {box.value for box in made.game.tracks[track].boxes}
    assert set(shown.values()) == values
    zone = zone_of(plan, made.game.tracks[track])
    for label, value in shown.items():
        assert evaluate(zone, {STEP: label}) == plan.atlas.tracks[track, value].location
    moving = moving_lines(plan)
    for before, after in pairwise(labels_of(made)):
        if shown.get(before) != shown.get(after):
            assert {before, after} <= set(moving)


def test_the_stage_follows_its_pass_and_rests_between_two_turns(built: Callable[[str], Built]) -> None:
    made = built("shingens_arrival")
    shown = followed(made.box.plan)["stage"]
    assert shown is not None
    assert shown["Random Events"] == "initial"
    assert [shown[f"Stage {n}: Takeda Operations: Actions"] for n in (1, 2, 3, 4)] == [1, 2, 3, 4]


@pytest.mark.parametrize(("slug", "loop"), [("a_most_dangerous_time", "impulses"), ("road_to_honganji", "rotation")])
def test_a_loop_until_said_has_a_button_that_steps_back(slug: str, loop: str, built: Callable[[str], Built]) -> None:
    made = built(slug)
    lines = made.box.plan.loops[loop]
    parts = tracker(made.box.plan)
    name = next(node.name.en for node in made.game.steps() if node.id == loop)
    button = next(part for part in parts if part.get("text") == again_text(name))
    back, enter = (next(p for p in parts if p.get("name") == f"{what} {loop}") for what in ("Back in", "Enter"))
    pressed = read_keys(str(button.get("hotkeys")))
    inner = [str(key) for key in pressed]
    assert inner.index(str(enter.get("hotkey"))) == inner.index(str(back.get("hotkey"))) + 1
    goes_on = parse(str(back.get("whileExpression")))
    labels = labels_of(made)
    for line in lines:
        assert evaluate(goes_on, {SKIPS: "yes", STEP: line.label}) is (line is not lines[0])
    assert evaluate(goes_on, {SKIPS: "", STEP: lines[-1].label}) is False
    assert evaluate(parse(str(enter.get("loopCount"))), {SKIPS: "yes"}) == 1
    assert evaluate(parse(str(enter.get("loopCount"))), {SKIPS: ""}) == 0
    assert labels.index(lines[-1].label) - labels.index(lines[0].label) == len(lines) - 1
    tracked = next(part for part in parts if part.tag.endswith("TurnTracker"))
    known = {"level1": "Turn 2", "level2": lines[0].label, STEP: lines[0].label, pass_property(loop): "3"}
    text = evaluate(parse(str(tracked.get("turnFormat"))), known, counting_on([]))
    assert text == f"Turn 2: {lines[0].label} · {one_of(name).lower()} 3"


def test_the_tracker_names_the_clan_whose_marker_lies_in_the_box_of_the_turn(built: Callable[[str], Built]) -> None:
    made = built("road_to_honganji")
    plan = made.box.plan
    boxes = [plan.atlas.spaces[f"order_{n}"] for n in (1, 2, 3, 4)]
    order = ["tokugawa", "akechi", "hashiba", "shibata"]
    markers = [
        {"CounterId": f"order_{side}", "LocationName": box.location, "CurrentMap": box.map}
        for side, box in zip(order, boxes, strict=True)
    ]
    tracked = next(part for part in tracker(plan) if part.tag.endswith("TurnTracker"))
    turns = [label for label in labels_of(made) if label.startswith("Action turn")]
    assert turns == [f"Action turn {n}" for n in (1, 2, 3, 4)]  # one line for a player, not three
    for label, side in zip(turns, order, strict=True):
        known = {"level1": "Turn 1", "level2": label, STEP: label, pass_property("rotation"): "1"}
        text = str(evaluate(parse(str(tracked.get("turnFormat"))), known, counting_on(markers)))
        assert text == f"Turn 1: {label} · rotation 1 ({made.game.sides[side].name.en})"


def test_the_impulse_is_gone_through_in_short_lines(built: Callable[[str], Built]) -> None:
    own = built("a_most_dangerous_time").box.plan.loops["impulses"]
    assert [line.label for line in own][:3] == ["Draw a chit", "1. Event Cards", "2. Exile"]
    assert all(len(line.label) <= 27 for line in own)


def test_the_number_of_a_step_is_not_a_number_of_things(built: Callable[[str], Built]) -> None:
    """`4 Movement Points` in the toolbar told a player that four were left."""
    for slug in SHIPPED:
        for label in labels_of(built(slug)):
            assert not re.search(r"(^|: )[0-9]+ [A-Z]", label), label
    assert "4. Movement Points" in labels_of(built("a_most_dangerous_time"))


@pytest.mark.parametrize("scenario", ["standard", "three_player", "four_player"])
def test_the_tracker_names_the_player_whom_the_setup_has_in_that_place(
    scenario: str, built: Callable[[str], Built]
) -> None:
    made = built("a_most_dangerous_time")
    plan, played = made.box.plan, made.game.scenarios[scenario]
    tracked = next(part for part in tracker(plan) if part.tag.endswith("TurnTracker"))
    kept = next(iter(in_turn_property(plan))).children[0].get("propChanger")
    for n, seat in enumerate(played.seats):
        name = made.game.seats[seat].name.en
        line = labels_of(made).index(f"{ORDINALS[n]} player: Regroup Units")
        known = {"level1": "Turn 2", "level2": plan.lines[line].label, STEP: plan.lines[line].label}
        known[SEATS] = seats_text(plan, played)
        assert evaluate(parse(str(tracked.get("turnFormat"))), known) == f"Turn 2: {name}: Regroup Units"
        assert (
            label_in(plan, plan.lines[line], played, set_up(plan.of(played).game, played)) == f"{name}: Regroup Units"
        ), "as a drive waits for it"
        assert evaluate(parse(str(kept).removeprefix("P,").replace("\\,", ",")), known) == name
        assert in_turn_at(plan, set_up(plan.of(played).game, played), line, played) == name


@pytest.mark.parametrize(
    ("slug", "track"), [("anegawa", "initiative"), ("anegawa", "waiting"), ("first_battle", "initiative")]
)
def test_a_line_names_its_player_where_a_track_says_who_goes_first(
    slug: str, track: str, built: Callable[[str], Built]
) -> None:
    """`1st player: Rout one unit (Oda & Tokugawa)` told a player by a number, and then by his name."""
    plan = built(slug).box.plan
    scenario = next(iter(plan.game.scenarios.values()))
    table, own = set_up(plan.of(scenario).game, scenario), plan.game.tracks[track]
    shown = parse(str(next(part for part in tracker(plan) if part.tag.endswith("TurnTracker")).get("turnFormat")))
    lines = [e for e in plan.lines if any(plan.nodes[id].order == track for id, _ in e.passes)]
    assert lines
    for box in own.boxes:
        laid = replace(table, tracks={**table.tracks, track: box.value})
        names = [plan.game.seats[str(value)].name.en for value in (box.value, _other(own, box.value))]
        for entry in lines:
            place = ORDINALS[entry.passes[-1][1]]
            wanted = entry.label.replace(f"{place} player", names[entry.passes[-1][1]])
            known = {"level1": "Turn 2", "level2": entry.label, STEP: entry.label, track_property(own): box.label.en}
            assert evaluate(shown, known) == f"Turn 2: {wanted}"
            assert label_in(plan, entry, scenario, laid) == wanted, "as a drive waits for it"


def _other(track: Track, value: Value) -> Value:
    return next(box.value for box in track.boxes if box.value != value)


def test_the_step_at_which_enryaku_ji_come_says_so(built: Callable[[str], Built]) -> None:
    plan = built("a_most_dangerous_time").box.plan
    tracked = next(part for part in tracker(plan) if part.tag.endswith("TurnTracker"))
    for turn, label, told in (
        (2, "Start of the turn", True),
        (1, "Start of the turn", False),
        (2, "Draw a chit", False),
    ):
        known = {STEP: label, "newTurn": f"Turn {turn}: {label}", "Turn": str(turn), "Turns_command": "Next"}
        text = str(evaluate(parse(str(tracked.get("reportFormat"))), known))
        assert text.startswith(f"It is now Turn {turn}: {label}")
        assert ("Enryaku-ji come to Mt. Hiei" in text) == told
