"""The list of a drive: made from the model alone, it leaves out nothing that a game has."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from compiler.emit.drive.menus import menu_texts
from compiler.emit.drive.rolls import _faces, totals
from compiler.emit.drive.whole import drives, walked
from compiler.emit.module import keys
from compiler.emit.module.decks import deck_commands, decks
from compiler.emit.module.lines import ORDINALS
from compiler.emit.module.options import option_values
from compiler.emit.module.passing import empty_lines, turns_of_lines
from compiler.emit.module.tracker import label_in
from compiler.model.scenario import Scenario
from compiler.model.setup import set_up
from compiler.vassal.probe.drive import MOVED, Act, Must, Verb
from compiler.vassal.traits import Mask
from tests.emit.conftest import ALL, SHIPPED, Built
from tests.emit.turntable import Turntable

Making = Callable[[str], Built]


def lists(made: Built) -> list[tuple[Scenario, list[Act]]]:
    return list(drives(made.box))


def acts(made: Built, *verbs: Verb) -> Iterator[Act]:
    return (act for _, own in lists(made) for act in own if act.verb in verbs)


def steps(own: list[Act]) -> Iterator[tuple[Act, str]]:
    """The presses that step the tracker, and the line each must show; to set it is another thing."""
    return ((a, e.words[0]) for a in own if a.verb is Verb.HOTKEY for e in a.expects if e.must is Must.TURN)


@pytest.mark.parametrize("name", ALL)
def test_every_kind_on_a_board_has_its_menu_opened_and_each_command_given(built: Making, name: str) -> None:
    made, game = built(name), built(name).game
    opened, given = set(), set()
    for scenario, own in lists(made):
        table = set_up(game, scenario)
        for act in own:
            if act.verb in (Verb.MENU, Verb.COMMAND) and act.subject in table.pieces:
                counter = table.pieces[act.subject].counter
                (opened if act.verb is Verb.MENU else given).add((counter, act.object))
    by_kind = {(game.counters.get(c) or game.cards[c]).kind for c, _ in opened}
    for scenario in game.scenarios.values():
        for piece in set_up(game, scenario).pieces.values():
            if piece.place in game.spaces:
                assert (game.counters.get(piece.counter) or game.cards[piece.counter]).kind in by_kind
    for counter, _ in opened:
        wanted = menu_texts(made.box.shelf.expand(made.box.designs[counter].traits))
        assert {text for c, text in given if c == counter} >= set(wanted)


@pytest.mark.parametrize("name", ALL)
def test_every_deck_that_a_setup_fills_is_drawn_from(built: Making, name: str) -> None:
    made = built(name)
    filled = {p for s in made.game.scenarios.values() for p, pieces in set_up(made.game, s).stacks.items() if pieces}
    wanted = {
        (pile.name.en, command.menu)
        for pile in decks(made.box.plan)
        if pile.id in filled
        for command in deck_commands(made.box.plan, pile)
    }
    assert {(act.subject, act.object) for act in acts(made, Verb.DECK)} >= wanted


def test_an_even_deal_is_driven_in_every_setup_with_the_number_of_its_players(built: Making) -> None:
    told = {}
    for scenario, own in lists(built("shogun")):
        deals = [act for act in own if act.verb is Verb.PRESS and act.subject == "Deal Province cards evenly"]
        told[scenario.id] = [e.words[0] for act in deals for e in act.expects if e.must is Must.TELL]
    assert told["two_players"] == ["deals 34 "]
    assert told["three_players"] == ["deals 22 "]
    assert told["four_players"] == ["deals 17 "]
    assert told["five_players"] == ["deals 13 "]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_check_is_rolled_with_low_and_high_totals_of_its_dice(built: Making, name: str) -> None:
    made, told = built(name), set[str]()
    for act in acts(made, Verb.COMMAND):
        told |= {f"{act.object} {word}" for e in act.expects if e.must is Must.TELL for word in e.words}
    for check in made.game.rolls.checks.values():
        dice = made.game.dice[check.dice]
        assert {dice.count, dice.count * dice.sides} <= set(totals(dice))
        for total in totals(dice):
            assert f"{check.name.en} roll {total}" in told, check.id


@pytest.mark.parametrize("name", ALL)
def test_the_tracker_goes_round_a_whole_turn_and_back_in_every_setup(built: Making, name: str) -> None:
    made = built(name)
    for scenario, own in lists(made):
        plan, laid = made.box.plan, set_up(made.box.plan.of(scenario).game, scenario)
        lines = [label_in(plan, line, scenario, laid) for line in walked(made.box.plan, scenario)]
        shown = [label for _, label in steps(own)]
        pressed = [act.subject for act in own if act.subject in (str(keys.NEXT_STEP), str(keys.PREVIOUS_STEP))]
        if pressed and turns_of_lines(made.box.plan) is None and empty_lines(made.box.plan):
            pressed = pressed[:-2]  # before it is set by hand
        assert len(pressed) == (2 * len(lines) if len(lines) > 1 else 0)
        assert len([act for act in own if act.verb is Verb.TURN]) == (1 if len(lines) > 1 else 0), "and set by hand"
        if turns_of_lines(made.box.plan) is None:  # which lines show depends on the table
            assert shown == []
        elif empty_lines(made.box.plan):
            assert len(shown) == len(pressed)
        else:
            assert shown == ([*lines[1:], lines[0], *reversed(lines)] if len(lines) > 1 else [])


def test_lines_of_some_turns_are_waited_for_in_those_turns(built: Making) -> None:
    made = built("a_most_dangerous_time")
    ((_, own), *_) = lists(made)
    shown = [label for _, label in steps(own)]
    lines = shown[: len(shown) // 2]
    assert (lines[0], lines[-2:]) == ("Draw a chit", ["End: 6. Next turn", "Start of the turn"]), "of turn 2"
    assert shown[len(lines) :] == [*lines[-2::-1], "Start of the turn"], "back to where the game begins, no further"
    made = built("shingens_arrival")
    ((_, own), *_) = lists(made)
    shown = [label for _, label in steps(own)]
    assert shown
    assert not any("Score the end" in label for label in shown), "nothing is scored in turn 1"


def test_the_walk_of_the_drive_is_what_the_tracker_shows(built: Making) -> None:
    made = built("a_most_dangerous_time")
    for scenario, own in lists(made):
        table, laid = Turntable(made.box), set_up(made.box.plan.of(scenario).game, scenario)
        table.properties |= dict(option_values(made.box.plan, scenario))
        if len(scenario.seats) == max(len(s.seats) for s in made.game.scenarios.values()):  # all lines are on
            for act, label in steps(own):
                table.press(act.subject)
                line = made.box.plan.lines[table.at[1]]
                assert label_in(made.box.plan, line, scenario, laid) == label, act.about
            assert table.at == (1, 0)


def test_what_only_four_players_do_is_waited_for_with_four(built: Making) -> None:
    found = {}
    for scenario, own in lists(built("a_most_dangerous_time")):
        shown = [e.words[0] for act in own for e in act.expects if e.must is Must.TURN]
        found[scenario.id] = any("Nobunaga returns" in label for label in shown)
    assert {id for id, told in found.items() if told} == {"four_player"}


def test_players_are_waited_for_by_the_names_that_the_setup_gives_them(built: Making) -> None:
    made = built("a_most_dangerous_time")
    for scenario, own in lists(made):
        shown = [e.words[0] for act in own for e in act.expects if e.must is Must.TURN]
        names = [made.game.seats[seat].name.en for seat in scenario.seats]
        regrouping = [label for label in shown if "Regroup Units" in label]
        assert regrouping[: len(names)] == [f"{name}: Regroup Units" for name in names]
        assert not any(f"{ordinal} player" in label for label in shown for ordinal in ORDINALS)


@pytest.mark.parametrize("name", ALL)
def test_every_setup_is_saved_loaded_replayed_and_looked_at_from_every_seat(built: Making, name: str) -> None:
    for scenario, own in lists(built(name)):
        verbs = [act.verb for act in own]
        assert {Verb.LOG, Verb.REPLAY, Verb.SAVE, Verb.LOAD, Verb.SHOT} <= set(verbs)
        assert verbs.index(Verb.LOG) < verbs.index(Verb.REPLAY) < verbs.index(Verb.SAVE) < verbs.index(Verb.LOAD)
        assert sum(act.expects[0].must is Must.HIDE for act in own if act.verb is Verb.LOOK) == len(scenario.seats)


@pytest.mark.parametrize("name", ALL)
def test_an_undo_names_an_act_before_it_and_leaves_nothing_behind(built: Making, name: str) -> None:
    for _, own in lists(built(name)):
        for n, act in enumerate(own):
            if act.verb is Verb.UNDO:
                assert int(act.subject) < n
                assert act.expects[0].must is Must.SAME


def test_first_battle_has_drops_that_go_back_by_rule_and_one_that_stays(built: Making) -> None:
    drags = list(acts(built("first_battle"), Verb.DRAG))
    refused = [act for act in drags if any(e.must is Must.STAY for e in act.expects)]
    assert {"closed ground" in act.about for act in refused} == {True, False}
    assert any("on the track" in act.about for act in refused)
    assert any("box of another" in act.about for act in refused)
    assert any(e.must is Must.GO for act in drags for e in act.expects)


def test_a_card_that_is_drawn_is_played_by_the_command_its_menu_has(built: Making) -> None:
    made = built("road_to_honganji")
    played = [act for act in acts(made, Verb.COMMAND) if act.subject == MOVED]
    texts = {text for id in made.game.cards for text in menu_texts(made.box.shelf.expand(made.box.designs[id].traits))}
    assert played
    assert {act.object for act in played} <= texts


def test_the_list_is_the_same_each_time(built: Making) -> None:
    assert lists(built("first_battle")) == lists(built("first_battle"))


def test_the_secrets_of_a_seat_are_pieces_and_windows_of_others(built: Making) -> None:
    looks = list(acts(built("shogun"), Verb.LOOK))
    assert all(act.expects[0].must is Must.HIDE for act in looks)
    assert any("Hand" in word or "Provinces" in word for act in looks for word in act.expects[0].words)


def test_who_plays_alone_may_look_at_the_blocks_of_both_and_each_seat_at_its_own(built: Making) -> None:
    made = built("marsh_barons")
    looks = {act.about: act.expects[0] for act in acts(made, Verb.LOOK)}
    alone = looks["what a player alone can tell"]
    assert alone.must is Must.KNOW
    assert {made.game.counters[word.partition("#")[0]].side for word in alone.words} == {"blue", "red"}
    for id in dict.fromkeys(word.partition("#")[0] for word in alone.words):
        (mask,) = (t for t in made.box.shelf.expand(made.box.designs[id].traits) if isinstance(t, Mask))
        seat = made.game.seats[made.game.seat_of(made.game.counters[id].side or "") or ""].name.en
        assert mask.access == f"sides:{seat}:Solitaire"


@pytest.mark.parametrize(("total", "faces"), [(2, "1,1"), (7, "6,1"), (12, "6,6")])
def test_faces_add_up_to_a_total(total: int, faces: str) -> None:
    assert _faces(total, 2, 6) == faces


def test_a_check_is_driven_with_a_piece_that_a_die_decides_for(built: Making) -> None:
    made = built("road_to_honganji")
    (sure,) = made.game.rolls.checks["death"].sure
    name = made.game.rolls.checks["death"].name.en
    _, own = next(iter(lists(made)))
    told = [act for act in own if any("roll 1" in e.words for e in act.expects)]
    rollers = {act.subject for act in told if act.object == name}
    assert rollers
    for id in rollers:
        counter = made.game.counters[id.partition("#")[0]]
        assert not any(counter.faces[0].values.get(flag, counter.values.get(flag)) for flag in sure.flags)


def test_whoever_is_carried_leaves_and_joins_again(built: Making) -> None:
    for name, kinds in (("shogun", {"bowman", "swordsman", "gunner"}), ("shingens_arrival", {"unit"})):
        made = built(name)
        left = [act for act in acts(made, Verb.COMMAND) if act.object.startswith("Leave the ")]
        joined = [act for act in acts(made, Verb.COMMAND) if act.object.startswith("Join the ")]
        expected = [act.subject for act in left if any(e.must is Must.GO for e in act.expects)]
        assert {made.game.counters[made.game.pieces[id].id].kind for id in expected} == kinds
        assert expected == [act.subject for act in joined if any(e.must is Must.GO for e in act.expects)]


def test_the_tracker_is_set_from_where_it_was_stepped_to(built: Making) -> None:
    """Undoing a setting leads to the last step, and a whole turn there and back may end elsewhere than it began."""
    for _, own in lists(built("road_to_honganji")):
        told = [act.about for act in own]
        n = next(n for n, about in enumerate(told) if about.startswith("set the tracker"))
        assert told[n - 2 : n] == ["one step on", "and back"]
        assert told[n + 1] == "undo setting the tracker"


@pytest.mark.parametrize("name", SHIPPED)
def test_battles_of_forces_are_refused_fought_and_undone(built: Making, name: str) -> None:
    made = built(name)
    for battles in made.game.rolls.battles.values():
        given = [act for act in acts(made, Verb.COMMAND) if any(e.must in (Must.TELL, Must.STAY) for e in act.expects)]
        for fight in battles.fights.values():
            stays = [a for a in given if a.object == fight.name.en and any(e.must is Must.STAY for e in a.expects)]
            assert stays, fight.id
        first = next(iter(battles.fights.values())).name.en
        assert any(a.object == first and any("roll 5" in e.words for e in a.expects) for a in given)
        assert battles.siege is None or any(a.object == battles.siege.invest.name.en for a in given)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_check_is_driven_with_a_piece_that_has_it(built: Making, name: str) -> None:
    """Neither one without the flag that it needs, nor one that its bars keep from it without a word about why."""
    made, game = built(name), built(name).game
    checks = {check.name.en: check for check in game.rolls.checks.values()}
    for scenario, own in lists(made):
        pieces = set_up(game, scenario).pieces
        for act in own:
            check = checks.get(act.object) if act.verb is Verb.COMMAND and not act.may_be_missing else None
            if check is not None and act.subject in pieces:
                counter = game.counters[pieces[act.subject].counter]
                assert (
                    check.needs is None or counter.values.get(check.needs) or counter.faces[0].values.get(check.needs)
                )


def test_bars_are_driven_by_those_who_may_and_by_those_who_may_not(built: Making) -> None:
    attacks = [act for act in acts(built("anegawa"), Verb.COMMAND) if act.object == "Attack" and not act.may_be_missing]
    told = [e.words for act in attacks for e in act.expects if e.must is Must.TELL]
    rolls = [words for words in told if words[-1].startswith("roll ")]
    assert len(rolls) == len(totals(built("anegawa").game.dice["two_dice"]))
    why = {bar.why for bar in built("anegawa").game.rolls.checks["attack"].barred}
    refused = {words[0] for words in told} & why
    assert {word for word in refused if "turn 1" in word or "once a turn" in word or "leader" in word} == refused
    assert len(refused) == 3
    turned = [
        act for act in acts(built("anegawa"), Verb.COMMAND) if act.object == "Turn over" and not act.may_be_missing
    ]
    assert turned
