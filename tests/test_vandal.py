"""What somebody who meant ill found from outside, each a word with a code and no more."""

from __future__ import annotations

import io
import json
import os
import struct
import subprocess
import sys
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from compiler import journal as journals
from compiler.cli import liege
from compiler.diagnostics import Failed, Sink
from compiler.load.pictures import measure
from compiler.model.picture import fitted
from compiler.pipeline import check
from compiler.play.foreign import read_bounded
from compiler.play.journal import _link
from compiler.render.foreign import import_bitmap
from compiler.vassal.archive import write_archive
from compiler.vassal.buildfile import serialise
from compiler.vassal.save import write_save
from compiler.web.wires import _sound
from tests.faulty import copy, edit, found
from tests.hostile import liege as liege_outside
from tests.vassal import small


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


def test_a_picture_that_lies_on_its_side_is_set_upright(tmp_path: Path) -> None:
    """Cameras write pictures as the chip saw them, with a word how to turn them (EXIF): every program obeys it."""
    picture = Image.new("RGB", (40, 20), "red")
    picture.paste("blue", (0, 0, 20, 20))
    how = picture.getexif()
    how[0x0112] = 6  # to be turned clockwise
    path = tmp_path / "map.jpg"
    picture.save(path, exif=how, quality=95)
    data, w, h = import_bitmap(path.read_bytes(), "map.jpg")
    assert (w, h) == measure(path) == (20, 40)
    with Image.open(io.BytesIO(data)) as upright:
        (tr, _, tb, _), (br, _, bb, _) = upright.getpixel((10, 5)), upright.getpixel((10, 35))
        assert (tr < tb, br > bb) == (True, True)


def test_a_broken_word_how_a_picture_lies_is_none(tmp_path: Path) -> None:
    path = tmp_path / "map.jpg"
    Image.new("RGB", (40, 20)).save(path, exif=b"Exif\0\0MM\0*\0\0\0\x08\xff\xff")
    assert import_bitmap(path.read_bytes(), "map.jpg")[1:] == measure(path) == (40, 20)


@pytest.mark.parametrize("name", ["rolls.yaml", "scenarios/third.yaml"])
def test_a_folder_that_bears_the_name_of_a_file_is_told(name: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / name).mkdir(parents=True)
    (told,) = found(folder)
    assert told.code == "L001"
    assert told.span is not None
    assert told.span.file.endswith(name)


def test_nothing_costs_less_than_nothing(tmp_path: Path) -> None:
    folder = copy("winter_line", tmp_path)
    edit(folder, [{"file": "steps.yaml", "find": "refit: {name: Refit a worn unit, price: 1",
                   "replace": "refit: {name: Refit a worn unit, price: -1"}])  # fmt: skip
    told = [one for one in found(folder) if one.severity.value == "error"]
    assert [(one.code, one.span.file.rpartition("/")[2]) for one in told if one.span] == [("S005", "steps.yaml")]


@pytest.mark.parametrize("name", ["Mincho.woff", "Mincho.woff2", "Mincho.ttc"])
def test_a_font_that_we_cannot_draw_with_is_told(name: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / name).write_bytes(b"wOFF")
    (told,) = found(folder)
    assert (told.code, told.severity.value) == ("L021", "warning")
    assert name in told.message


def test_a_module_is_not_compared_with_a_save(tmp_path: Path) -> None:
    module, save = tmp_path / "a.vmod", tmp_path / "a.vsav"
    root = small.build()
    module.write_bytes(write_archive({**small.entries(root), "buildFile.xml": serialise(root)}))
    save.write_bytes(write_save(small.save()))
    done = run("diff", module, save)
    assert done.exit_code == 2
    assert "give two of a kind" in done.output
    assert run("diff", module, module).exit_code == run("diff", save, save).exit_code == 0


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [("de.po", "msgid 'x", "L030"), ("fr.po", "", "L030"), ("deutsch.po", "", "L032"), ("jp.po", "", "L032")],
)
def test_a_catalogue_that_cannot_be_used_is_told_by_check(name: str, content: str, code: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / "texts").mkdir()
    (folder / "texts" / name).write_text(content, "utf-8")
    (told,) = found(folder)
    assert told.code == code
    assert told.span is not None
    assert told.span.file.endswith(name)


def test_a_folder_that_bears_the_name_of_a_catalogue_is_told(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / "texts" / "de.po").mkdir(parents=True)
    assert [one.code for one in found(folder)] == ["L030"]


CATALOGUE = 'msgid ""\nmsgstr "X-Liege-Game: points\\n"\n\nmsgid "Soldier"\nmsgstr '


@pytest.mark.parametrize("text", [r'"Kri\eger"', r'"\x41"', '"Krieger\\"', '"Krie"\n"\\ger"'])
def test_an_escape_that_a_catalogue_does_not_know_is_told_at_its_line(text: str, tmp_path: Path) -> None:
    """It would be read as it stands, and players would see the backslash."""
    folder = copy("points", tmp_path)
    (folder / "texts").mkdir()
    (folder / "texts" / "de.po").write_text(f"{CATALOGUE}{text}\n", "utf-8")
    (told,) = found(folder)
    assert (told.code, told.span and told.span.line) == ("L030", 5 + text.count("\n"))
    assert "\\" in told.message
    (folder / "texts" / "de.po").write_text(rf'{CATALOGUE}"Kri\"e\"ger \\x"' + '\n#~ msgid "\\q"\n', "utf-8")
    assert found(folder) == []


@pytest.mark.parametrize(
    ("name", "home"),
    [("fonts/Mincho.ttf", "art/Mincho.ttf"), ("Mincho.OTF", "art/Mincho.OTF"), ("de.po", "texts/de.po"),
     ("texts/old/de.po", "texts/de.po")],
)  # fmt: skip
def test_what_is_looked_for_elsewhere_is_told_where_it_belongs(name: str, home: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(b"anything")
    (told,) = found(folder)
    assert (told.code, told.message) == ("L021", f"`{name}` is not read")
    assert f"`{home}`" in (told.help or "")


def test_a_font_that_is_none_is_told_by_check(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "Mincho.ttf").write_bytes(b"no font")
    assert [one.code for one in found(folder)] == ["R207"]


@pytest.mark.parametrize(
    ("module", "codes"),
    [
        (
            "add: [{component: DiceButton, name: X, in: the moon}, {component: DiceButton, name: Y, in: no}]",
            ["E301"] * 2,
        ),
        ("add: [{component: m.Map, mapName: Map}]\nprototypes: {Kind soldier: [{trait: Delete}]}", ["E302"] * 2),
        ("traits: [{kind: soldier, add: [{trait: Prototype, name: Nowhere}]}]", ["E004"]),
        ("extensions: {x: {title: X, add: [{component: DiceButton, name: Z, in: the moon}]}}", ["E301"]),
    ],
)
def test_what_the_module_has_against_module_yaml_is_told_by_check(
    module: str, codes: list[str], tmp_path: Path
) -> None:
    folder = copy("points", tmp_path)
    (folder / "module.yaml").write_text(f"{module}\n", "utf-8")
    told = found(folder)
    assert [one.code for one in told] == codes
    assert {one.span.file.rpartition("/")[2] for one in told if one.span} == {"module.yaml"}


def test_a_journal_that_came_with_a_folder_of_somebodys_is_not_carried_out(tmp_path: Path) -> None:
    """It could take away any file of the folder when somebody only wanted to look at a module in it."""
    root = small.build()
    module = tmp_path / "a.vmod"
    module.write_bytes(write_archive({**small.entries(root), "buildFile.xml": serialise(root)}))
    mine = tmp_path / "thesis.txt"
    mine.write_text("years of work", "utf-8")
    journal = {"undo": False, "gone": ["thesis.txt"], "changes": []}
    for said in (journal, {**journal, "of": str(tmp_path)}, {**journal, "of": None}):
        (tmp_path / journals.NAME).write_text(json.dumps(said), "utf-8")
        done = run("lint", module)
        assert "E005" in done.output
        assert done.exit_code == 1
        assert mine.read_text("utf-8") == "years of work"


def test_no_journal_says_where_it_lies(tmp_path: Path) -> None:
    journals.Journal(tmp_path, ())._write()
    text = (tmp_path / journals.NAME).read_text("utf-8")
    assert str(tmp_path) not in text
    journals.recover(tmp_path)
    assert not journals.left(tmp_path)


@pytest.mark.parametrize("name", ["counters.yaml", "map.yaml", "tables.yaml", "piles.yaml", "game.yaml", "upkeep.yaml"])
def test_a_file_that_is_spoilt_brings_no_other_down(name: str, tmp_path: Path) -> None:
    """What others name is missing then: that is told of none of them, and breaks none."""
    folder = copy("road_to_honganji", tmp_path)
    (folder / name).write_text(f"nonsense: 1\n{(folder / name).read_text('utf-8')}", "utf-8")
    sink = Sink()
    check(folder, sink, rules=False)
    assert "S001" in [one.code for one in sink]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [("explain", "C025"), ("schema", "map"), ("--version",)])
def test_words_that_cannot_be_written_are_no_fault_of_ours(words: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "compiler", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (1, "what we say cannot be written: no space left on device\n")


@pytest.mark.parametrize("words", [("texts", "--lang", "fr", "-o"), ("watch", "--once", "-o"), ("align", "-o")])
def test_a_folder_that_is_a_file_is_told(words: tuple[str, ...], tmp_path: Path) -> None:
    """Whatever command meets it: what the system refuses is told with a code."""
    slug = "samples/mill_at_neudorf" if words[0] == "align" else "first_battle"
    (tmp_path / "taken").write_text("mine", "utf-8")
    done = liege_outside(words[0], copy(slug, tmp_path), *words[1:], tmp_path / "taken" / "x")
    assert (done.returncode, "error[E002]" in done.stderr) == (1, True), done.stderr
    assert (tmp_path / "taken").read_text("utf-8") == "mine"


def test_a_pipe_or_device_is_not_put_away_for_a_file(tmp_path: Path) -> None:
    """The administrator's `-o /dev/null` would else make a plain file of it."""
    pipe = tmp_path / "out.po"
    os.mkfifo(pipe)
    done = run("texts", copy("first_battle", tmp_path), "--lang", "fr", "-o", pipe)
    assert isinstance(done.exception, Failed)
    assert "it is a device or a pipe" in str(done.exception)
    assert pipe.is_fifo()


def test_a_name_too_long_or_with_a_nul_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = liege_outside("new", "a" * 300)
    assert done.returncode == 1
    assert "E002" in done.stdout + done.stderr
    assert "give a shorter name" in done.stdout + done.stderr
    assert "room on the disk" not in done.stdout + done.stderr
    assert "a" * 100 not in done.stdout + done.stderr
    said = CliRunner().invoke(liege, ["play", "first_battle"], input="save a\0b\nreplay a\0b\nquit\n").output
    assert said.count("no file has a NUL in its name") == 2
    assert "embedded" not in said


@pytest.mark.parametrize(
    "words", [("play", "first_battle", "--load"), ("play", "first_battle", "--script"), ("replay",)]
)
def test_a_file_is_told_by_the_path_that_was_given(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "below" / "odd.save"
    path.parent.mkdir()
    path.write_text("{}", "utf-8")
    done = run(*words, path)
    assert isinstance(done.exception, Failed)
    (told,) = done.exception.diagnostics
    assert told.span is not None
    assert told.span.file == path.as_posix()


@pytest.mark.parametrize("words", ["check first_battle", "play first_battle", "play no_such_game"])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault_of_ours(words: str, closed: str) -> None:
    command = [sys.executable, "-m", "compiler", *words.split()]
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *command], input="quit\n", capture_output=True, text=True
    )
    assert done.returncode == (2 if "no_such" in words else 0)
    assert "fault is ours" not in done.stderr


@pytest.mark.parametrize(
    ("name", "code", "shown"),
    [(b"\xff\xfe.yaml", "L003", r"\udcff\udcfe.yaml"), (b"a\nerror[X]: b.yaml", "L004", r"a\nerror[X]: b.yaml")],
)
def test_a_file_whose_name_is_no_text_is_told(name: bytes, code: str, shown: str, tmp_path: Path) -> None:
    """A build broke down over the first; the second put a line of its own among ours."""
    folder = copy("points", tmp_path)
    (folder / "scenarios" / "march.yaml").rename(folder / "scenarios" / os.fsdecode(name))
    done = liege_outside("build", folder, "-o", tmp_path / "out")
    assert done.returncode == 1
    assert f"error[{code}]: the name of `scenarios/{shown}`" in done.stderr + done.stdout
    assert "\nerror[X]" not in done.stderr + done.stdout
    assert not (tmp_path / "out" / "points").exists()


@pytest.mark.parametrize(
    ("file", "find", "line"),
    [("game.yaml", "Three Roads", 1), ("game.yaml", "Follow the roads.", 11), ("scenarios/march.yaml", "The march", 1)],
)
def test_a_sign_that_the_build_refuses_is_told_by_check(file: str, find: str, line: int, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": file, "find": find, "replace": "For $5"}])
    (told,) = found(folder)
    assert (told.code, told.span and told.span.line) == ("C030", line)
    assert told.span is not None
    assert told.span.file.endswith(file)


def test_a_catalogue_without_end_is_not_read(tmp_path: Path) -> None:
    done = liege_outside("texts", copy("points", tmp_path), "--lang", "de", "--import", "/dev/zero")
    assert done.returncode == 1
    assert "error[L030]: `zero` is not a PO file that can be read: it is not a plain file" in done.stderr


@pytest.mark.parametrize("offset", [("nan", "0"), ("0", "inf"), ("0", "-51")])
def test_backs_do_not_lie_out_of_all_measure(offset: tuple[str, str], tmp_path: Path) -> None:
    done = run("build", copy("points", tmp_path), "-o", tmp_path / "out", "--back-offset", *offset)
    assert done.exit_code == 2
    assert "within 50 mm" in done.output


@pytest.mark.parametrize("command", ["build", "watch", "desk", "align", "table"])
def test_nothing_is_made_of_a_game_in_its_own_folder(command: str, tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    before = sorted(folder.rglob("*"))
    done = run(command, folder, "-o", tmp_path, *(["--no-open"] if command in ("desk", "table") else ()))
    assert done.exit_code == 2
    assert "is the game itself" in done.output
    assert sorted(folder.rglob("*")) == before


def test_a_track_that_runs_backwards_is_told_once(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": "tracks.yaml", "find": "from: 1, to: 4", "replace": "from: 4, to: 1"}])
    (told,) = found(folder)
    assert told.code == "M015"
    assert "from 4 to 1" in told.message


@pytest.mark.parametrize(
    ("file", "find", "word"), [("scenarios/march.yaml", "id: march", "con"), ("game.yaml", "id: points", "lpt1")]
)
def test_a_word_that_windows_keeps_names_nothing(file: str, find: str, word: str, tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(folder, [{"file": file, "find": find, "replace": f"id: {word}"}])
    assert "C031" in [one.code for one in found(folder)]


def test_no_game_is_begun_under_a_word_that_windows_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "aux").exit_code == 2
    assert not (tmp_path / "aux").exists()


def test_no_more_room_is_asked_for_than_a_file_takes(tmp_path: Path) -> None:
    """A save may be large: where memory is short, a small one is read all the same."""
    save = tmp_path / "x.vsav"
    save.write_bytes(b"small")
    tracemalloc.start()
    try:
        assert read_bounded(save, 1 << 28) == b"small"
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("command", ["align", "gallery"])
def test_a_scan_that_was_cut_off_is_not_shown_in_part(command: str, tmp_path: Path) -> None:
    folder = copy("samples/mill_at_neudorf", tmp_path)
    scan = folder / "art" / "map.jpg"
    scan.write_bytes(scan.read_bytes()[:2000])
    shown = folder / "gallery.png"
    shown.unlink(missing_ok=True)
    done = run(command, folder, *(("-o", tmp_path / "out") if command == "align" else ()))
    assert isinstance(done.exception, Failed)
    assert [one.code for one in done.exception.diagnostics] == ["R201"]
    assert not (tmp_path / "out").exists()
    assert not shown.exists()


def _head_of_a_giant() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 30_000, 30_000, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 30_001)) + chunk(b"IEND", b"")


SCREENSHOTS = {
    "a text": b"x",
    "a program in PostScript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100000 100000\nshowpage\n",
    "larger than any screen": _head_of_a_giant(),
    "a pipe": None,
}


@pytest.mark.parametrize("what", SCREENSHOTS)
def test_a_screenshot_that_is_none_is_told(what: str, tmp_path: Path) -> None:
    """Two of these broke the command down; the pipe was passed over."""
    folder, shots = copy("points", tmp_path), tmp_path / "shots"
    shots.mkdir()
    content = SCREENSHOTS[what]
    if content is None:
        os.mkfifo(shots / "points.png")
    else:
        (shots / "points.png").write_bytes(content)
    done = run("gallery", folder, "--windows", shots)
    assert done.exit_code == 2
    assert "points.png" in done.output
    assert not (folder / "gallery.png").exists()


def test_the_picture_of_all_games_is_not_put_over_a_game(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    before = (folder / "game.yaml").read_bytes()
    assert run("gallery", folder, "--top", folder / "game.yaml").exit_code == 2
    assert (folder / "game.yaml").read_bytes() == before


@pytest.mark.parametrize("editor", ["code 'x {file}", "code -g"])
def test_an_editor_that_cannot_be_started_is_told_at_once(editor: str, tmp_path: Path) -> None:
    done = run("desk", copy("points", tmp_path), "--no-open", "--editor", editor)
    assert done.exit_code == 2
    assert "--editor" in done.output


def test_what_comes_back_from_a_translator_takes_nothing_away(tmp_path: Path) -> None:
    """A part of the catalogue, or one of an older version of the game: it took the place of all there was."""
    folder = copy("points", tmp_path)
    (folder / "texts").mkdir()
    home, back = folder / "texts" / "de.po", tmp_path / "back.po"
    home.write_text(f'{CATALOGUE}"Soldat"\n', "utf-8")
    back.write_text(CATALOGUE.replace("Soldier", "Leader") + '"Anführer"\n', "utf-8")
    done = run("texts", folder, "--lang", "de", "--import", back)
    assert isinstance(done.exception, Failed)
    assert [one.code for one in done.exception.diagnostics] == ["L030"]
    back.write_text(CATALOGUE.replace("Soldier", "Three Roads") + '"Drei Wege"\n', "utf-8")
    assert run("texts", folder, "--lang", "de", "--import", back).exit_code == 0
    assert {"Soldat", "Drei Wege"} <= set(home.read_text("utf-8").split('"'))


@pytest.mark.parametrize("load", ["x.save", "x.vsav"])
def test_a_table_that_is_not_laid_leaves_no_folder(load: str, tmp_path: Path) -> None:
    (tmp_path / load).write_bytes(b"no game")
    done = run("table", "first_battle", "--no-open", "-o", tmp_path / "out", "--load", tmp_path / load)
    assert done.exit_code in (1, 2)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["lint", "inspect"])
def test_a_page_is_no_module(command: str, tmp_path: Path) -> None:
    """VASSAL would open an empty window; we said that there are no faults."""
    path = tmp_path / "x.vmdx"
    path.write_bytes(write_archive({"buildFile.xml": b"<html><body>404 Not Found</body></html>"}))
    done = run(command, path)
    told = str(done.exception) if isinstance(done.exception, Failed) else done.output
    assert "A016" in told or "begins with `html`" in told
    assert done.exit_code == 1


@pytest.mark.parametrize("option", ["--select", "--ignore"])
@pytest.mark.parametrize("command", ["lint", "check"])
def test_a_code_that_there_is_not_is_told(command: str, option: str, tmp_path: Path) -> None:
    """`--select A999` looked for nothing, and said that there are no faults."""
    path = tmp_path / "x.vmdx"
    path.write_bytes(b"no archive")
    done = run(command, path if command == "lint" else "first_battle", option, "C2,A999")
    assert done.exit_code == 2
    assert "`A999`" in done.output
