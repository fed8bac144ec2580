"""People at one terminal: what they are told, what they may take back, whom the screen is handed to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.commands import _terminal, play
from compiler.diagnostics import Failed
from compiler.play.players import RandomPlayer
from compiler.play.saving import load
from tests.play.table import book


def at(game: str, *arguments: str, lines: tuple[str, ...] = ()) -> Result:
    return CliRunner().invoke(play.command, [game, *arguments], input="".join(f"{line}\n" for line in lines))


def skirmish(*lines: str, seats: str = "human,human") -> str:
    done = at("first_battle", "--scenario", "skirmish", "--seats", seats, lines=(*lines, "quit"))
    assert done.exit_code == 0, done.output
    return done.output


def failing(game: str, *arguments: str) -> str:
    done = at(game, *arguments)
    assert isinstance(done.exception, Failed), done.output
    return " ".join(f"{d.code} {d.message}" for d in done.exception.diagnostics)


# -- taking back -------------------------------------------------------------------------------------------------------
def test_a_bid_is_not_made_anew_when_the_bids_are_open() -> None:
    """Both have bid: whoever takes his bid back now knows the other's."""
    told = skirmish("2", "undo", "log", seats="human,random")
    assert "cannot be taken back" in told
    assert "taken back\n" not in told.replace("cannot be taken back", "")
    assert "bids: North player 2" in told


def test_a_choice_is_taken_back_before_the_dice_and_not_after_them() -> None:
    told = skirmish("3", "0", "1", "0402", "undo", "undo", "undo", "list")
    *taken, refused, _ = re.split(r"> undo\n", told)[1:] + [""]
    assert [part.split("\n")[0] for part in taken] == ["taken back", "taken back"]  # the march, and who marches
    assert refused.startswith("that cannot be taken back: sealed answers have been opened since")
    thrown = skirmish("3", "0", "done", "undo", seats="human,random")  # an attack, or the other's order, came of it
    assert "that cannot be taken back: chance has spoken since" in thrown


# -- the curtain -------------------------------------------------------------------------------------------------------
def test_the_screen_is_handed_over_where_there_are_secrets() -> None:
    told = skirmish("1", "0")
    assert told.index("north> 1") < told.index("Hand over to South player") < told.index("south> ")
    assert "Hand over" not in skirmish("1", seats="human,random")


def test_a_game_without_secrets_has_no_curtain() -> None:
    done = at("anegawa", "--seats", "human,human", lines=("stay", "stay", "quit"))
    assert "Oda & Tokugawa: withdraw" in done.output
    assert "Hand over" not in done.output


def test_a_live_screen_is_cleared_and_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_terminal, "is_live", lambda: True)
    runner = CliRunner()
    told = runner.invoke(
        play.command,
        ["first_battle", "--scenario", "skirmish", "--seats", "human,human"],
        input="3\n\n0\n\nlog\nquit\n",  # the empty lines are Enter at the curtain
        color=True,
    ).output
    first, second = told.split(_terminal.CLEAR)[:2]
    assert "North player: bid" in first
    assert "South player: bid" in second
    assert "bids: North player 3, South player 0" in told
    ended = runner.invoke(play.command, ["first_battle", "--scenario", "skirmish", "--seats", "human"], input="3\n")
    assert ended.output.endswith("Hand over to South player, who presses Enter.\nleft the table\n")


def test_behind_a_curtain_each_is_told_all_since_it_looked_away() -> None:
    done = at("shogun", "--scenario", "four_players", "--seats", "human,human,random", lines=("1", "1"))
    gray, pink, again = done.output.split("Hand over to ")
    for own, others, said in (("Gray", "Pink", gray), ("Pink", "Gray", pink)):
        assert len(re.findall(rf": {own} draws (?!a card)[A-Z][a-z]+", said)) == 17
        assert len(re.findall(rf": {others} draws a card", said)) == 17
    assert again.startswith("Gray")
    assert "draws" not in again
    assert "Spearman" in again


# -- words -------------------------------------------------------------------------------------------------------------
def test_a_hand_is_shown_with_the_text_of_its_cards() -> None:
    done = at("road_to_honganji", "--seats", "human,random", lines=("hand", "quit"))
    shown = done.output.split("akechi> hand")[1]
    drawn = re.findall(r"Combat card draw: Akechi draws (.+?) ?\d* \[", done.output)
    assert len(drawn) == 4
    cards = {card.name.en: card for card in book("road_to_honganji").game.cards.values()}
    for name in drawn:
        assert str(cards[name].effect) in shown
    assert "you hold nothing" in skirmish("hand")


def test_nobody_is_named_twice_in_a_prompt() -> None:
    done = at("shogun", "--scenario", "first_round", "--seats", "human,random", lines=("quit",))
    assert not re.search(r"Pink: pink:", done.output)
    assert re.search(r"\. Pink: \w+", done.output)


def test_the_map_near_nothing_is_not_the_whole_map() -> None:
    told = skirmish("map 9999", "map 0405")
    assert "`9999` is not on the map" in told
    assert told.count("0101") == skirmish("map 0405").count("0101")


def test_steps_are_told_by_what_they_are_called() -> None:
    told = at("road_to_honganji", "--seats", "human,random", lines=("quit",)).output
    assert "Setup: Card stack is shuffled" in told
    assert "stock." not in told


def test_more_players_than_seats_and_none_at_all_are_told() -> None:
    assert failing("first_battle", "--seats", "human,random,random").startswith("P013 --seats names 3 players")
    assert failing("first_battle", "--seats", "").startswith("P013 `` is no kind")
    assert failing("first_battle", "--seats", "human,").startswith("P013 `` is no kind")


# -- files -------------------------------------------------------------------------------------------------------------
def test_sealed_answers_that_a_save_does_not_hold_are_told_when_it_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.vsav"
    skirmish("2", f"save {file}")
    done = at("first_battle", "--scenario", "skirmish", "--seats", "human,human", "--load", str(file), lines=("quit",))
    assert "what North player answered under seal is not in the file, and is asked again" in done.output
    skirmish("2", "1", f"save {file}")
    done = at("first_battle", "--scenario", "skirmish", "--seats", "human,human", "--load", str(file), lines=("quit",))
    assert "asked again" not in done.output


def test_what_was_played_is_saved_when_we_break_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, given = RandomPlayer.answer, []

    def breaks_down(self: RandomPlayer, *what: object) -> object:
        if len(given) == 5:
            raise RuntimeError("a bug")
        given.append(answer(self, *what))  # type: ignore[arg-type]
        return given[-1]

    monkeypatch.setattr(RandomPlayer, "answer", breaks_down)
    file = tmp_path / "game.json"
    done = at("first_battle", "--scenario", "skirmish", "--seats", "random", "--save", str(file))
    assert isinstance(done.exception, RuntimeError)
    kept = load(book(), file.read_text(encoding="utf-8"))
    assert [choice.answer for choice in kept.record if choice.seat in book().game.seats and not choice.forced] == given


# -- looking -----------------------------------------------------------------------------------------------------------
def test_the_piece_just_chosen_is_cancelled_and_nothing_else() -> None:
    told = skirmish("3", "0", "1", "cancel", "cancel", "list")
    first, second = (part.split("\n")[0] for part in told.split("> cancel\n")[1:])
    assert first == "taken back"
    assert second.startswith("there is no choice to cancel")


def test_pieces_of_both_sides_and_a_counter_with_its_faces() -> None:
    told = skirmish("pieces", "pieces all", "unit guard", "unit nobody")
    mine, both, unit, nobody = re.split(r"> (?:pieces all|pieces|unit guard|unit nobody)\n", told)[1:]
    assert "south_" not in mine
    assert "Northern army:" in both
    assert "Southern army:" in both
    assert "fresh: morale 4" in unit
    assert "shaken: morale 4" in unit
    assert nobody.startswith("which unit?")


def test_nothing_that_games_are_made_of_is_written_over(tmp_path: Path) -> None:
    map = tmp_path / "map.yaml"
    map.write_text("kind: hex", encoding="utf-8")
    told = skirmish(f"replay {map}", f"save {map}")
    assert told.count("games are made of such files") == 2
    assert map.read_text(encoding="utf-8") == "kind: hex"


def test_a_script_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    script = tmp_path / "a.txt"
    script.write_text("\ufeffnorth: 1\n", encoding="utf-8")
    done = at("first_battle", "--scenario", "skirmish", "--script", str(script), lines=("quit",))
    assert done.exit_code == 0, done.output
