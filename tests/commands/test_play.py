"""`liege play`, `liege fuzz` and `liege trace` as people use them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.commands import fuzz, play, trace
from compiler.commands._terminal import Terminal
from compiler.diagnostics import Failed
from compiler.play import fuzz as fuzzing
from compiler.play.ask import Refused
from compiler.play.notation import write_script
from compiler.play.saving import replay_text
from compiler.vassal.archive import read_archive
from compiler.vassal.commands import EndSave, Log, Series
from compiler.vassal.save import read_save
from tests.play.table import begin
from tests.play.table import play as random_play
from tests.rules.anegawa.battle import AA, flight

GAME = "first_battle"


def run(*arguments: str, lines: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(play.command, [GAME, *arguments], input="".join(f"{line}\n" for line in lines))


def failing(*arguments: str) -> str:
    done = run(*arguments)
    assert isinstance(done.exception, Failed)
    return " ".join(f"{d.code} {d.message}" for d in done.exception.diagnostics)


def test_a_person_plays_with_numbers_words_and_questions(tmp_path: Path) -> None:
    saved, replay = tmp_path / "game.json", tmp_path / "game.replay.json"
    done = run(
        "--seats",
        "random,human",
        lines=(
            "help",
            "why 0405",
            "0609",
            "undo",
            "0609",
            "1",
            "list",
            "0708",
            "pieces",
            "tracks",
            "map 0405",
            "map",
            "why 9",
            "why",
            "99",
            "2",
            "log",
            f"save {saved}",
            f"replay {replay}",
            "save",
            "save /no/such/folder/x",
            "quit",
        ),
    )
    assert done.exit_code == 0, done.output
    for told in (
        "Answer with the number before",
        "not allowed",
        "12.2",
        "taken back",
        "Resolve",
        "lady_kaji at",
        "tNi2",
        "a bid is from 0 to 3",
        "why what?",
        "into which file?",
        "cannot be written",
        "left the table",
    ):
        assert told in done.output, told
    again = run("--load", str(saved), "--seats", "random,human", lines=("log 3", "quit"))
    assert again.exit_code == 0
    assert "turn 1" in again.output
    assert run("--script", str(replay), "--seats", "random,human", lines=("quit",)).exit_code == 0


def shogun(*arguments: str, lines: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(play.command, ["shogun", *arguments], input="".join(f"{line}\n" for line in lines))


def test_undo_before_any_answer_of_a_person_changes_nothing(tmp_path: Path) -> None:
    """The opponent has placed its units: that is not taken back and made anew."""
    first, then = tmp_path / "first.json", tmp_path / "then.json"
    done = run(
        "--scenario", "bridge", "--seats", "human,random", lines=(f"save {first}", "undo", f"save {then}", "quit")
    )
    assert "there is nothing to take back" in done.output
    assert json.loads(first.read_text(encoding="utf-8"))["record"]  # the opponent did answer
    assert first.read_bytes() == then.read_bytes()


def test_undo_goes_back_to_the_last_answer_of_a_person() -> None:
    done = run("--scenario", "skirmish", "--seats", "human,human", lines=("3", "0", "1", "undo", "quit"))
    assert "where?" in done.output.split("taken back")[0]
    assert "march with which unit?" in done.output.split("taken back")[1]


def test_a_number_that_is_an_answer_has_no_other_number_before_it() -> None:
    """`1  0` made people who typed 1 bid 1 instead of the first choice."""
    done = run("--scenario", "skirmish", "--seats", "human,human", lines=("1", "0", "log", "quit"))
    listed = [line for line in done.output.splitlines() if line.strip() in ("-  0", "-  1", "-  2", "-  3")]
    assert len(listed) >= 4
    assert "  1  0" not in done.output
    assert "bids: North player 1, South player 0" in done.output


def test_the_terminal_tells_each_person_no_more_than_it_sees() -> None:
    done = shogun("--scenario", "four_players", "--seats", "human,random", lines=("log 400", "quit"))
    assert done.exit_code == 0, done.output
    dealt = [line for line in done.output.splitlines() if "Deal the province cards:" in line]
    assert any("Pink draws" in line and "a card" not in line for line in dealt)
    others = [line for line in dealt if "Gray draws" in line or "Green draws" in line]
    assert others
    assert all("draws a card" in line for line in others)


def test_a_game_is_saved_for_vassal(tmp_path: Path) -> None:
    log, table = tmp_path / "game.vlog", tmp_path / "game.vsav"
    done = run("--seats", "random,random", "--save", str(log))
    assert done.exit_code == 0, done.output
    assert run("--seats", "random,human", lines=(f"save {table}", "quit")).exit_code == 0
    told = [read_save(read_archive(path.read_bytes(), path.name)).commands for path in (log, table)]
    assert sum(isinstance(c, Log | Series) for c in told[0]) > 100
    assert not any(isinstance(c, Log) for c in told[1])
    assert isinstance(told[1][-1], EndSave)


def test_a_game_saved_for_vassal_is_taken_up_again(tmp_path: Path) -> None:
    table, once_more = tmp_path / "game.vsav", tmp_path / "again.vsav"
    seats = ("--scenario", "skirmish", "--seats", "human,human")
    assert run(*seats, lines=("2", "1", f"save {table}", "quit")).exit_code == 0
    done = run(*seats, "--load", str(table), lines=(f"save {once_more}", "quit"))
    assert done.exit_code == 0, done.output
    assert "march with which unit?" in done.output
    assert table.read_bytes() == once_more.read_bytes()
    assert failing("--load", str(tmp_path / "game.vsav"), "--scenario", "brigde").startswith("P013")


def test_a_folder_that_is_not_there_is_told_before_the_game(tmp_path: Path) -> None:
    done = run("--seats", "random,random", "--save", str(tmp_path / "nowhere" / "game.vlog"))
    assert done.exit_code == 2
    assert "there is no folder" in done.output
    assert "turn 1" not in done.output


def test_players_finish_a_game_by_themselves() -> None:
    done = run("--scenario", "skirmish", "--seats", "random,random", "--seed", "3")
    assert done.exit_code == 0, done.output
    assert "The game is over" in done.output
    assert done.output == run("--scenario", "skirmish", "--seats", "random,random", "--seed", "3").output


def test_a_hidden_bid_is_not_told_to_the_other_person() -> None:
    done = run("--scenario", "skirmish", "--seats", "human,human", lines=("3", "log", "0", "log 2", "quit"))
    before, after = done.output.split("south> log")
    assert "Resolve" not in before
    assert "bids: North player 3, South player 0" in after


def test_a_script_goes_on_where_it_ends(tmp_path: Path) -> None:
    session = begin(seed=2)
    random_play(session, 20)
    script = tmp_path / "moves.txt"
    script.write_text("# the first moves\n" + write_script(session.script()), encoding="utf-8")
    done = run("--scenario", "skirmish", "--script", str(script), "--seats", "random")
    assert done.exit_code == 0, done.output
    assert "The game is over" in done.output


def test_a_script_with_an_answer_that_is_not_allowed_names_line_and_rule(tmp_path: Path) -> None:
    script = tmp_path / "moves.txt"
    script.write_text("north: 0\nsouth: 0\nnorth: south_spears#1\n", encoding="utf-8")
    told = failing("--scenario", "skirmish", "--script", str(script))
    assert told.startswith("P012 answer 3")
    assert "4.1" in told
    script.write_text("north 0\n", encoding="utf-8")
    assert failing("--script", str(script)).startswith("P012 line 1")
    script.write_text("north: 0\nnorth: 1\n", encoding="utf-8")
    assert "waits for" in failing("--scenario", "skirmish", "--script", str(script))


def test_wrong_names_are_told(tmp_path: Path) -> None:
    assert failing("--scenario", "brigde") == "P013 `first_battle` has no scenario `brigde`"
    assert failing("--seats", "human,genius").startswith("P013")
    broken = tmp_path / "x.json"
    broken.write_text("{", encoding="utf-8")
    assert failing("--load", str(broken)).startswith("P010")


def test_a_replay_of_another_build_is_refused(tmp_path: Path) -> None:
    session = begin()
    path = tmp_path / "x.json"
    body = json.loads(replay_text(session))
    from compiler.play.codec import digest

    body = {**body, "build": "another"}
    body.pop("digest")
    path.write_text(json.dumps({**body, "digest": digest(body)}), encoding="utf-8")
    assert failing("--script", str(path)).startswith("P011")


def test_dice_can_be_rolled_by_hand() -> None:
    done = run("--scenario", "skirmish", "--seats", "random", "--dice", "person", lines=("order_six", "quit"))
    assert "chance> order_six" in done.output


def test_a_game_is_saved_when_the_table_is_left(tmp_path: Path) -> None:
    saved = tmp_path / "x.json"
    assert run("--save", str(saved), lines=("quit",)).exit_code == 0
    assert json.loads(saved.read_text(encoding="utf-8"))["game"] == GAME


# -- fuzz --------------------------------------------------------------------------------------------------------------
def test_fuzz_plays_games_and_tells_of_them() -> None:
    done = CliRunner().invoke(fuzz.command, [GAME, "--games", "4", "--jobs", "2", "-q", "--format", "json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["games"] == 4
    assert sum(told["wins"].values()) == 4
    text = CliRunner().invoke(fuzz.command, [GAME, "--games", "2", "--jobs", "1", "--scenario", "skirmish", "-q"])
    assert "failures: 0" in text.output


def test_fuzz_tells_who_won_alone_or_with_others_and_as_what(capsys: pytest.CaptureFixture[str]) -> None:
    won = {"north": 5, "south": 2, "north, south": 1, "draw": 2}
    fuzz._tell(fuzzing.Tally(games=10, wins=won, fates={"rebel": 7, "nobody": 3}, lasted={"4": 8, "5": 2}))
    told = capsys.readouterr().out
    assert "  north: 5 (50 %), and 1 with others\n  south: 2 (20 %), and 1 with others\n  draw: 2 (20 %)\n" in told
    assert "  won by rebel: 7 (70 %)\n  won by nobody: 3 (30 %)\n" in told
    assert "  last turn: 4 8 times, 5 2 times\n" in told


def test_games_in_which_nobody_is_asked_are_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = fuzzing.Tally(games=1, unasked=1, wins={"draw": 1})
    monkeypatch.setattr(fuzzing, "fuzz_game", lambda *a, **k: empty)
    done = CliRunner().invoke(fuzz.command, [GAME, "--games", "3", "--jobs", "1", "-q"])
    assert done.exit_code == 1
    assert "over before anybody was asked: 3 of 3 games" in done.output
    assert "failures: 0" not in done.output


def test_a_failure_is_written_as_a_replay_and_fails_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzzing, "MOST_OPTIONS", 3)
    real = fuzzing.fuzz_game
    monkeypatch.setattr(fuzzing, "fuzz_game", lambda *a, **k: real(*a, **{**k, "widest": 3}))
    done = CliRunner().invoke(
        fuzz.command, [GAME, "--games", "1", "--jobs", "1", "--scenario", "skirmish", "-q", "-o", str(tmp_path)]
    )
    assert done.exit_code == 1
    (path,) = tmp_path.glob("*.replay.json")
    assert json.loads(path.read_text(encoding="utf-8"))["what"] == "replay"
    assert "options at" in done.output


# -- trace -------------------------------------------------------------------------------------------------------------
def test_trace_prints_a_table_or_json_and_fails_on_gaps(tmp_path: Path) -> None:
    done = CliRunner().invoke(trace.command, [GAME])
    assert done.exit_code == 0, done.output
    assert "tested" in done.output
    told = json.loads(CliRunner().invoke(trace.command, [GAME, "--format", "json"]).stdout)
    assert told["game"] == GAME
    from tests.faulty import copy, edit

    folder = copy(GAME, tmp_path)
    edit(folder, [{"file": "ledger.yaml", "append": '  - {id: "99.1", says: Odd., kind: procedure, scope: engine}\n'}])
    gap = CliRunner().invoke(trace.command, [str(folder), "--open"])
    assert gap.exit_code == 1
    assert "99.1" in gap.output


@pytest.mark.parametrize("typed", ["²", "٣", "9" * 5000])
def test_what_only_looks_like_a_number_is_refused(typed: str) -> None:
    done = run("--seats", "human,human", lines=("1", "1", typed, f"why {typed}", f"log {typed}", "quit"))
    assert done.exit_code == 0
    assert "is not a choice" in done.output or "no:" in done.output


def test_a_list_without_numbers_obeys_none() -> None:
    lines = ("1", "1", "1", "27", "quit")
    done = CliRunner().invoke(play.command, ["anegawa", "--seats", "human,human"], input="\n".join(lines) + "\n")
    assert "Left the map" not in done.output
    assert "no:" in done.output


def test_one_letter_gives_no_game_up_and_no_plan_is_completed() -> None:
    done = CliRunner().invoke(play.command, ["anegawa", "--seats", "human,human"], input="w\nquit\n")
    assert "has withdrawn" not in done.output
    done = shogun("--seats", "human,human", lines=("plan 0 0 0 0", "quit"))
    assert "plan" in done.output
    assert "no:" in done.output


def test_a_script_is_not_passed_over_when_a_game_is_loaded(tmp_path: Path) -> None:
    for name in ("b.json", "s.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    done = CliRunner().invoke(
        play.command, ["first_battle", "--load", str(tmp_path / "b.json"), "--script", str(tmp_path / "s.txt")]
    )
    assert done.exit_code == 2
    assert "--script" in done.output


def test_a_log_or_a_replay_given_as_a_save_is_told_as_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "c.vlog").write_bytes(b"PK")
    assert "a log" in failing("--load", str(tmp_path / "c.vlog"))
    (tmp_path / "r.json").write_text(replay_text(begin()), encoding="utf-8")
    assert "--script" in failing("--load", str(tmp_path / "r.json"))


def test_a_sealed_answer_is_taken_back_by_its_own_seat_alone() -> None:
    done = run("--scenario", "skirmish", "--seats", "human,human", lines=("1", "undo", "0", "log", "quit"))
    assert "only its seat may take it back" in done.output
    assert "bids: North player 1, South player 0" in done.output


def test_a_retreat_is_answered_as_one_way_or_not_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    session = flight()
    terminal = Terminal(session, {}, lambda _: b"")
    unit, start, script = "azai_company_1", session.table.pieces["azai_company_1"].place, session.script()
    with pytest.raises(Refused) as no:
        terminal._answer("1018,1017,1019", AA)
    assert no.value.refusal.rule == "13-6-1.1"  # two hexes away
    assert session.table.pieces[unit].place == start
    assert session.script() == script
    terminal._answer("1018, 1017, 1016, 1015, 1014", AA)  # four points, no fifth hex
    assert session.table.pieces[unit].place == "1015"
    assert "that was not asked any more: 1014" in capsys.readouterr().out
