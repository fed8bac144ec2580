"""Conditions, filters, amounts and effects: wrong ones are told with their place, right ones do what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler.play.book import Rulebook
from compiler.play.chance import Seeded
from compiler.play.session import Session
from compiler.play.staging import stage
from tests.play.stock.words import spoken

WRONG = {
    "a turn off the track": ("when: {turns: [2, 99]}", "", "not two turns"),
    "a word no box shows": ("when: {track: initiative, is: nobody}", "", "it can never be `nobody`"),
    "a track that does not exist": ("when: {track: moral, at_least: 1}", "", "`moral` is not a known track"),
    "a condition on nothing": ("when: {mark: control, on: atlantis}", "", "`atlantis` is not a known"),
    "two heads": ("when: {seat: north, turns: [1, 2]}", "", "a condition asks one thing"),
    "a kind that does not exist": ("when: {pieces: {kinds: [dragons]}}", "", "`dragons` is not a known kind"),
    "a third filter": (
        "when: {pieces: {in: {has: {in: {has: {sides: [north]}}}}}}",
        "",
        "a filter holds a filter, and that a third",
    ),
    "an effect that is none": ("with: {do: [{explode: all}]}", "", "`explode` is no effect"),
    "a pronoun that stands for nothing": ("with: {do: [{restore: it}]}", "", "`it` stands for nothing"),
    "a face no counter has": ("with: {do: [{turn: {sides: [north]}, to: golden}]}", "", "`golden` is not a known face"),
    "a value a mark never has": ("with: {do: [{mark: control, on: '0405', to: west}]}", "", "can never be `west`"),
    "a word for a number": ("with: {do: [{track: marches, by: many}]}", "", "an amount cannot be `many`"),
    "an unknown pile": ("with: {do: [{draw: well, to: orders_used}]}", "", "`well` is not a known pile"),
    "a bar without a rule": ("with: {do: []}", "bars: {no: {name: No, where: '0405'}}", "lacks the key `rule`"),
    "a modifier without a number": ("with: {do: []}", "modifiers: {m: {on: roll}}", "a modifier has one number"),
    "a way along nothing": ("with: {do: []}", "ways: {w: {along: [canal]}}", "`canal` is not a known kind"),
    "an event of no card": ("with: {do: []}", "events: {ghost: []}", "`ghost` is not a known card"),
    "a result no table has": ("with: {do: []}", "results: {combat: {XX: []}}", "`XX` is not a known result"),
    "a victory at any time": ("with: {do: []}", "victories: {v: {wins: north}}", "it is won at any time"),
    "an entry at both": (
        "with: {do: []}",
        "menus: {m: {e: {of: {sides: [mine]}, at: '0405', do: []}}}",
        "aimed at a piece or at a space",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_work_is_told_with_its_place(what: str, tmp_path: Path) -> None:
    line, steps, message = WRONG[what]
    with_ = "" if line.startswith("with") else "\n    with: {do: []}"
    book, faults = spoken(tmp_path, f"sequence:\n  - step: stock.do\n    {line}{with_}\n", steps)
    told = [fault for fault in faults if message in fault.message]
    assert book is None
    assert told, [fault.message for fault in faults]
    assert told[0].span.line > 0
    assert told[0].help


def _book(tmp_path: Path, sequence: str, steps: str = "") -> Rulebook:
    book, faults = spoken(tmp_path, sequence, steps)
    assert book is not None, [fault.message for fault in faults]
    return book


def test_a_node_is_passed_over_while_its_condition_does_not_hold(tmp_path: Path) -> None:
    book = _book(
        tmp_path,
        """
sequence:
  - each: turn
    do:
      - {step: stock.do, id: often, with: {do: [{track: balance, by: 1}]}}
      - {step: stock.do, id: late, when: {turns: [3, 4], rule: "2.1"}, with: {do: [{track: marches, by: 1}]}}
      - {step: stock.do, id: never, when: {seat: south}, with: {do: [{track: marches, by: 4}]}}
      - step: stock.do
        id: any
        when: {any: [{turns: [1, 1]}, {track: marches, at_least: 2}]}
        with: {do: [{say: met}]}
""",
    )
    session = Session.begin(book, "skirmish", Seeded(1))
    assert session.table.tracks["balance"] == 4
    assert session.table.tracks["marches"] == 2
    lines = [str(getattr(entry.what, "text", "")) for entry in session.log]
    assert lines.count("met") == 2
    assert lines.count("no late") == 2


def test_loops_end_by_conditions_and_tracks_say_who_acts(tmp_path: Path) -> None:
    book = _book(
        tmp_path,
        """
sequence:
  - repeat: filling
    while: {track: marches, at_most: 2}
    do: [{step: stock.do, id: fill, with: {do: [{track: marches, by: 1}]}}]
  - repeat: lifting
    until: {track: balance, at_least: 2}
    do:
      - step: stock.do
        id: lift
        seat: {track: initiative}
        when: {seat: north}
        with: {do: [{track: balance, by: 1}]}
""",
    )
    table = Session.begin(book, "skirmish", Seeded(1)).table
    assert (table.tracks["marches"], table.tracks["balance"]) == (3, 2)


EFFECTS = """
sequence:
  - {step: stock.do, id: deeds, seat: south, with: {do: [%s]}}
  - {step: stock.do, id: stop, with: {do: [{one_of: {a: [], b: []}}]}}
"""
PLACED = {"south_spears#1": "0607", "south_spears#2": {"at": "0608", "face": "shaken"}, "north_spears#1": "0405"}


@pytest.mark.parametrize(
    ("effect", "script", "holds"),
    [
        ("{hit: {sides: [enemy]}}", [], lambda t: t.pieces["north_spears#1"].steps == 1),
        ("{hit: {sides: [enemy]}, steps: 2, to: fallen}", [], lambda t: t.count("fallen.north") == 1),
        ("{restore: {hurt: true}}", [], lambda t: t.pieces["south_spears#2"].face == 0),
        ("{turn: {sides: [enemy]}, to: shaken}", [], lambda t: t.pieces["north_spears#1"].face == 1),
        ("{move: {hurt: true}, to: '0609'}", [], lambda t: t.pieces["south_spears#2"].place == "0609"),
        ("{move: {hurt: true}, towards: '0405', by: 1}", [], lambda t: t.pieces["south_spears#2"].place == "0607"),
        ("{remove: {sides: [enemy]}, to: fallen}", [], lambda t: t.count("fallen.north") == 1),
        ("{mark: control, on: {kind: place}, to: south, all: true}", [], lambda t: t.mark("1003", "control")),
        ("{mark: control, on: {kind: place}, to: south}", ["1003"], lambda t: t.mark("1003", "control") == "south"),
        ("{mark: moved, on: {pieces: {sides: [mine]}}, all: true}", [], lambda t: t.pieces["south_spears#1"].marks),
        ("{track: resolve.enemy, by: -2}", [], lambda t: t.tracks["resolve.north"] == 4),
        ("{track: resolve, to: {pieces: {sides: [mine]}, times: 2}}", [], lambda t: t.tracks["resolve.south"] == 4),
        ("{track: balance, by: 3, towards: [mine], raised_by: south}", [], lambda t: t.tracks["balance"] == 3),
        ("{hit: {sides: [mine]}, may: true}", ["none"], lambda t: t.pieces["south_spears#1"].steps == 2),
        ("{hit: {sides: [mine]}}", ["south_spears#1"], lambda t: t.pieces["south_spears#1"].steps == 1),
        ("{hit: {sides: [mine]}, pick: [{highest: attack}]}", [], lambda t: t.pieces["south_spears#1"].steps == 1),
        ("{hit: {sides: [mine]}, pick: [{nearest: '0610'}]}", [], lambda t: "south_spears#2" not in t.pieces),
        ("{draw: orders_cup, to: orders_used, shows: {marches: marches}}", [], lambda t: t.tracks["marches"] > 2),
        ("{one_of: {up: [{track: balance, by: 1}], down: [{track: balance, by: -1}]}}", ["down"],
         lambda t: t.tracks["balance"] == -1),
        ("{track: balance, by: 1, when: {pieces: {sides: [mine], near: 1}}}", [], None),
    ],
)  # fmt: skip
def test_effects_do_what_they_say(effect: str, script: list[str], holds: object, tmp_path: Path) -> None:
    book, faults = spoken(tmp_path, EFFECTS % effect)
    if holds is None:
        assert book is None
        assert faults
        return
    assert book is not None, [fault.message for fault in faults]
    session = Session(stage(book, scenario="skirmish", step="deeds", empty=True, pieces=PLACED), Seeded(3))
    for answer in script:
        session.apply(answer)
    assert callable(holds)
    assert holds(session.table)
    assert session.step == "stop"


def test_a_purse_buys_from_a_menu_until_it_is_empty(tmp_path: Path) -> None:
    book = _book(
        tmp_path,
        """
sequence:
  - {step: stock.spend, id: buy, seat: south, rule: "3.4", with: {purse: marches, menu: shop, fill: 3}}
  - {step: stock.do, id: stop, with: {do: [{one_of: {a: [], b: []}}]}}
""",
        """
modifiers: {dear: {name: Dear, on: price, value: 1, where: '0607', rule: "3.4"}}
bars: {shut: {name: the shop is shut, where: '0610', rule: "3.5"}}
menus:
  shop:
    heal: {price: 2, of: {sides: [mine], hurt: true}, do: [{restore: it}], rule: "9.1"}
    flag:
      at: {ids: ['0607', '0608', '0610']}
      modifiers: [dear]
      bars: [shut]
      do: [{mark: control, on: here, to: south}]
""",
    )
    session = Session(stage(book, step="buy", empty=True, pieces=PLACED), Seeded(1))
    assert session.legal() == ("heal", "flag", "done")
    session.apply("heal")
    assert session.table.pieces["south_spears#2"].face == 0
    assert session.table.tracks["marches"] == 1
    session.apply("flag")  # one point is left: 0607 is too dear now, and 0610 is barred
    assert session.table.mark("0608", "control") == "south"
    assert session.step == "stop"
    assert session.table.tracks["marches"] == 0


def test_victories_are_found_at_once_at_the_check_and_at_the_end(tmp_path: Path) -> None:
    steps = """
holding: {by: standing, where: {kind: place}, rule: "10.2"}
victories:
  all:
    name: All held
    wins: active
    at: once
    when: {spaces: {kind: place, held_by: [mine]}, at_least: 2}
    rule: "10.3"
  more: {name: More held, wins: {most: {spaces: {kind: place, held_by: [mine]}}}, ties: north, at: end, rule: "10.5"}
"""
    sequence = """
sequence:
  - each: turn
    do:
      - step: stock.do
        id: march
        seat: south
        with: {do: [{move: {sides: [mine]}, to: '1003', all: true, may: true}]}
      - {step: stock.end_check, id: end_check}
"""
    book = _book(tmp_path, sequence, steps)
    given = {"empty": True, "pieces": {"south_spears#1": "0405", "south_spears#2": "1004"}}
    session = Session(stage(book, step="march", **given), Seeded(1))  # type: ignore[arg-type]
    session.apply("south_spears#2")
    session.apply("none")
    assert session.outcome is not None
    assert session.outcome.winners == ("south",)
    assert session.outcome.rule == "10.3"
    late = Session(stage(book, step="end_check", tracks={"turn": 8}, **given), Seeded(1))  # type: ignore[arg-type]
    assert late.outcome is not None
    assert late.outcome.winners == ("south",)
    level = Session(stage(book, step="end_check", tracks={"turn": 8}, empty=True, marks=[
        {"on": "0403", "mark": "control", "value": "north"}, {"on": "0405", "mark": "control", "value": "north"},
        {"on": "1008", "mark": "control", "value": "south"}]), Seeded(1))  # fmt: skip
    assert level.outcome is not None
    assert level.outcome.winners == ("north",)


def test_nobody_pays_for_a_piece_that_finds_no_place(tmp_path: Path) -> None:
    book = _book(
        tmp_path,
        """
sequence:
  - {step: stock.spend, id: buy, seat: south, with: {purse: marches, menu: shop, fill: 3}}
  - {step: stock.do, id: stop, with: {do: [{one_of: {a: [], b: []}}]}}
""",
        """
menus:
  shop:
    raise: {of: {sides: [mine], in: fallen}, do: [{place: it, where: '0610'}]}
    flag: {at: '0607', do: [{mark: control, on: here, to: south}]}
""",
    )
    full = {"south_spears#1": "0610", "south_spears#2": "0610", "south_guard#1": "fallen.south"}
    session = Session(stage(book, step="buy", empty=True, pieces=full), Seeded(1))
    assert session.legal() == ("flag", "done")
    roomy = {**full, "south_spears#2": "0608"}
    assert "raise" in Session(stage(book, step="buy", empty=True, pieces=roomy), Seeded(1)).legal()
