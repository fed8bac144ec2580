"""What somebody who meant ill found from outside, each a word with a code and no more."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler.cli import liege
from compiler.diagnostics import Failed
from compiler.model.picture import fitted
from compiler.play.journal import _link
from compiler.web.wires import _sound
from tests.faulty import copy, edit, found


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(liege, [str(word) for word in words])


def test_turns_the_wrong_way_round_are_told_where_they_stand(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    (path,) = [one for one in (folder / "scenarios").iterdir() if "turns: [1, " in one.read_text("utf-8")][:1]
    text = path.read_text("utf-8")
    start = text.index("turns: [1, ")
    end = text.index("]", start) + 1
    path.write_text(text[:start] + "turns: [4, 2]" + text[end:], "utf-8")
    (told,) = [one for one in found(folder) if one.code == "M005"]
    assert told.span is not None
    assert told.span.file.endswith(path.name)
    assert "comes before the first" in told.message


def test_hexes_measured_at_one_pixel_fit_no_plane() -> None:
    assert fitted([((10, 10), (0, 0)), ((10, 10), (5, 0)), ((10, 10), (0, 5))]) is None


def test_a_title_as_long_as_a_book_is_told(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "game.yaml", "find": "title: Three Roads", "replace": f"title: {'word ' * 20_000}"}])
    assert [one.code for one in found(folder)] == ["S007"]


def test_letters_that_cannot_be_written_do_not_stop_a_journal() -> None:
    assert len(_link("", {"answer": "\ud800"})) == 64


@pytest.mark.parametrize("text", ['{"t": "\\ud800"}', '{"\\udfff": 1}', '{"t": "answer", "answer": %s1%s}'])
def test_no_message_of_ours_is_deep_or_cannot_be_written(text: str) -> None:
    deep = text.replace("%s", "[" * 900, 1).replace("%s", "]" * 900)
    assert not _sound(json.loads(deep), 24)
    assert _sound({"t": "answer", "answer": ["move", ["0101", "0102"], {"by": 2}], "text": "兵"}, 24)


def test_half_a_module_is_no_save_of_it(tmp_path: Path) -> None:
    """The end of a module may be a setup with its own directory: half of it reads as a save."""
    setup = io.BytesIO()
    with zipfile.ZipFile(setup, "w") as archive:
        archive.writestr("savedGame", "!VCSK00")
        archive.writestr("moduledata", "<data/>")
    half = tmp_path / "half.vmod"
    half.write_bytes(b"\0" * 5000 + setup.getvalue())
    told = run("lint", half)
    assert told.exit_code == 1
    assert "A008" in told.output


@pytest.mark.parametrize("words", [("texts", "--lang", "de", "-o"), ("play", "--seats", "random", "--save")])
def test_no_file_of_a_game_is_written_over(words: tuple[str, ...], tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    path = folder / "game.yaml"
    before = path.read_bytes()
    done = run(words[0], folder, *words[1:], path)
    assert done.exit_code == 2
    assert not isinstance(done.exception, Failed)
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", ["play", "table"])
def test_a_seed_is_a_text(command: str, tmp_path: Path) -> None:
    done = run(command, copy("first_battle", tmp_path), "--seed", "\udcff")
    assert done.exit_code == 2
    assert "a seed is a plain text" in done.output
