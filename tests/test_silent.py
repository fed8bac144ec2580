"""Mistakes that passed in silence once: each is told now."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.diagnostics.slips import is_slip
from compiler.model.common import Name
from compiler.model.tables import TableAxis, parse_head
from compiler.pipeline import build, own_faults
from compiler.vassal.archive import write_archive
from tests.faulty import copy, edit, found


def test_a_clamped_axis_reaches_beyond_its_ends_and_into_no_gap() -> None:
    heads = tuple(parse_head(text, "number") for text in ("1", "2", "3", "4", "6", "7"))
    for given in (heads, heads[::-1]):
        axis = TableAxis(by="number", title=Name("Roll"), heads=given, clamp=True)
        labels = [None if (i := axis.index(value)) is None else given[i].label for value in (0, 1, 4, 5, 6, 9)]
        assert labels == ["1", "1", "4", None, "6", "7"]


@pytest.mark.parametrize(
    ("word", "known", "slip"),
    [
        ("layot", "layout", True),
        ("layoutt", "layout", True),
        ("loyout", "layout", True),
        ("laoyut", "layout", True),
        ("layout", "layout", False),
        ("output", "layout", False),
        ("lay", "layout", False),
        ("attacker_retreat", "attacker_retreats", True),
    ],
)
def test_a_slip_is_one_letter(word: str, known: str, slip: bool) -> None:
    assert is_slip(word, known) is slip


SLIPS = {
    "layot": (
        "points",
        "counters.yaml",
        "soldier: {name: Soldier, size: 15}",
        "soldier: {name: Soldier, size: 15, layot: x}",
    ),
    "hiden": (
        "points",
        "counters.yaml",
        "soldier: {name: Soldier, size: 15}",
        "soldier: {name: Soldier, size: 15, hiden: true}",
    ),
    "darwn": ("points", "map.yaml", "road: {name: Road", "road: {darwn: true, name: Road"),
    "costt": ("points", "map.yaml", "road: {name: Road", "road: {costt: 2, name: Road"),
    "colr": ("points", "map.yaml", "town: {name: Town}", "town: {name: Town, colr: red}"),
    "attacker_retreat": ("areas", "tables.yaml", "lost: {", "lost: {attacker_retreat: 1, "),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_key_that_nothing_reads_is_told(slip: str, tmp_path: Path) -> None:
    game, file, found, put = SLIPS[slip]
    folder = copy(game, tmp_path)
    edit(folder, [{"file": file, "find": found, "replace": put}])
    sink = Sink()
    assert pipeline.read(folder, sink) is None
    (told,) = sink
    assert told.code in ("S001", "M003")
    assert told.message.endswith((f"has no key `{slip}`", f"has no field `{slip}`"))
    assert told.help is not None
    assert told.help.startswith(("did you mean `", f"declare `{slip}` under `"))
    assert told.span is not None
    line = (folder / file).read_text("utf-8").splitlines()[told.span.line - 1]
    assert line[told.span.column - 1 :].startswith(slip)


def test_an_unknown_kind_is_told_once(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(
        folder,
        [
            {
                "file": "counters.yaml",
                "find": "north_soldier: {kind: soldier",
                "replace": "north_soldier: {kind: soldire",
            }
        ],
    )
    sink = Sink()
    assert pipeline.read(folder, sink) is None
    assert [d.code for d in sink] == ["M001"]


def test_a_picture_in_the_folder_of_art_is_named(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    found = "north_chit: {kind: chit, name: North acts, side: north}"
    edit(folder, [{"file": "counters.yaml", "find": found, "replace": f"{found[:-1]}, image: x.png}}"}])
    (folder / "art").mkdir()
    (folder / "art" / "x.png").write_bytes(b"\x89PNG")
    sink = Sink()
    pipeline.check(folder, sink)
    assert [d.help for d in sink if d.code == "C801"] == ["did you mean `art/x.png`?"]


def test_what_our_own_lint_finds_fails_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = (
        b'<VASSAL.build.GameModule name="x"><VASSAL.build.module.DiceButton icon="no.png"/></VASSAL.build.GameModule>'
    )
    content = write_archive({"buildFile.xml": lost})
    (told,) = (one for one in own_faults("x.vmod", content) if "no.png" in one.message)
    assert told.code == "E004"
    from compiler.emit.module import vmod

    monkeypatch.setattr(vmod, "artefacts", lambda *_: iter([("points.vmod", content)]))
    sink = Sink()
    assert build(copy("points", tmp_path), tmp_path / "out", sink, only=["vmod"]) == []
    assert "E004" in {one.code for one in sink}
    assert not (tmp_path / "out" / "points").exists()


def test_a_scene_that_cannot_be_drawn_is_told_and_nothing_is_published(tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    art = (folder / "art.yaml").read_text(encoding="utf-8")
    for broken, code in (("colour: sun}", "coluor: sun}"), ("r: 10, colour: sun}", "r: ten, colour: sun}")):
        (folder / "art.yaml").write_text(art.replace(broken, code), encoding="utf-8")
        sink = Sink()
        assert pipeline.build(folder, tmp_path / "out", sink, only=["vmod"]) == []
        assert {one.code for one in sink} == {"R307"}
        assert not (tmp_path / "out" / "first_battle").exists()


@pytest.mark.parametrize(
    "settings",
    ["x: [2, 46], n: 900000000", "x: [2, 46], n: -3", "x: [1000000, 2], n: 1", "x: [2, 46], n: 1, sam: 1", "n: 1"],
)
def test_a_wild_scene_is_told_before_it_is_drawn(settings: str, tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    art = (folder / "art.yaml").read_text(encoding="utf-8")
    wild = "  layers:\n    - troop: {y: 66, h: 8, " + settings + "}\n"
    (folder / "art.yaml").write_text(art.replace("  layers:\n", wild), encoding="utf-8")
    sink = Sink()
    assert pipeline.check(folder, sink, rules=False) is None
    assert {one.code for one in sink} == {"R307"}


@pytest.mark.parametrize(
    "layer",
    [
        "troop: {x: [2, 46], y: 66, h: 8, n: 3, kind: [archer, sparman]}",
        "man: {at: [20, 60], h: 8, kind: sparman}",
        "rider: {at: [20, 60], h: 8, gait: galop}",
        "rider: {at: [20, 60], h: 8, arm: lanse}",
        "banner: {at: [20, 60], h: 8, colour: sun, kind: noburi}",
        "ridge: {base: 60, height: 8, colour: sun, kind: peeks}",
    ],
)
def test_a_word_that_a_part_of_a_scene_does_not_know_is_told_by_check(layer: str, tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    art = (folder / "art.yaml").read_text(encoding="utf-8")
    (folder / "art.yaml").write_text(art.replace("  layers:\n", f"  layers:\n    - {layer}\n"), encoding="utf-8")
    sink = Sink()
    assert pipeline.check(folder, sink, rules=False) is None
    (told,) = sink
    assert (told.code, told.help is not None and told.help.startswith("did you mean")) == ("R307", True)


def test_a_track_of_a_billion_boxes_is_refused_before_they_are_made(tmp_path: Path) -> None:
    folder = copy("points", tmp_path)
    edit(
        folder,
        [{"file": "tracks.yaml", "write": "tracks:\n  turn: {name: Turn, role: turn, from: 1, to: 1000000000}\n"}],
    )
    sink = Sink()
    assert pipeline.check(folder, sink, rules=False) is None
    assert {one.code for one in sink} == {"S005"}


def test_what_players_could_not_read_fails_the_build() -> None:
    root = (
        b'<VASSAL.build.GameModule name="x"><VASSAL.build.module.DoActionButton name="x" text="now serves ikko_ikki"/>'
        b"</VASSAL.build.GameModule>"
    )
    (told,) = (one for one in own_faults("x.vmod", write_archive({"buildFile.xml": root})) if one.code == "E006")
    assert "an id" in told.message
    assert "ikko_ikki" in told.message


def told(folder: Path) -> list[tuple[str, str]]:
    """Each fault that `check` tells, by its code and the word it points at."""
    sink = Sink()
    pipeline.check(folder, sink)
    found = []
    for one in sink.sorted():
        assert one.span is not None
        line = Path(one.span.file).read_text("utf-8").splitlines()[one.span.line - 1]
        found.append((one.code, line[one.span.column - 1 :][: one.span.length]))
    return found


def test_a_picture_of_an_unknown_side_is_not_missed_too(tmp_path: Path) -> None:
    folder = copy("samples/mill_at_neudorf", tmp_path)
    line = "chasseurs: {like: hussars, side: france"
    edit(folder, [{"file": "counters.yaml", "find": line, "replace": line.replace("france", "frnace")}])
    assert told(folder) == [("M001", "frnace")]


def test_texts_of_a_game_whose_folder_has_another_name_are_its_own(tmp_path: Path) -> None:
    folder = copy("samples/mill_at_neudorf", tmp_path)
    edit(folder, [{"file": "game.yaml", "find": "id: mill_at_neudorf", "replace": "id: mil_at_neudorf"}])
    assert told(folder) == [("M016", "mil_at_neudorf")]
    edit(folder, [{"file": "game.yaml", "find": "id: mil_at_neudorf", "replace": "id: mill_at_neudorf"}])
    assert told(folder.rename(tmp_path / "mill")) == [("M016", "mill_at_neudorf")]


def test_nothing_sticks_out_of_a_board_whose_picture_is_gone(tmp_path: Path) -> None:
    folder = copy("samples/mill_at_neudorf", tmp_path)
    edit(folder, [{"file": "map.yaml", "find": "file: art/map.jpg", "replace": "file: art/gone.jpg"}])
    assert told(folder) == [("M021", "art/gone.jpg")]


@pytest.mark.parametrize(
    ("line", "put", "word"),
    [
        ("      - [AH, AR, NE, NE, DR, DR, DH]\n", "      - [AH, AR, NE, NE, DR, DR, DH, DE]\n", "DE"),
        ("      - [AH, AR, NE, NE, DR, DR, DH]\n", "      - [AH, AR, NE, NE, DR, EX]\n", "EX"),
        ("      - [AH, AR, NE, NE, DR, DR, DH]\n", "      - []\n", "["),
        ("      - [AH, AR, NE, NE, DR, DR, DH]\n", "", "["),
    ],
    ids=["many", "few", "none", "no line"],
)
def test_a_ragged_table_is_told_once_where_it_frays(line: str, put: str, word: str, tmp_path: Path) -> None:
    folder = copy("first_battle", tmp_path)
    edit(folder, [{"file": "tables.yaml", "find": line, "replace": put}])
    assert told(folder) == [("M008", word)]


ONCE = {
    "a setting that is needed": ("first_battle", "sequence.yaml", "with: {track: ", "with: {trck: ", "P004", "trck"),
    "one of two settings": ("winter_line", "sequence.yaml", "allowance: move", "allowanc: move", "P004", "allowanc"),
    "a part whose rule is quoted": ("winter_line", "sequence.yaml", 'allowance: "', 'alowance: "', "P004", '"4.6"'),
    "a setting of a scene": ("amber_strait", "art.yaml", "ripple: ", "rippe: ", "R307", "rippe"),
    "a field that is needed": ("amber_strait", "cards.yaml", "value: ", "vale: ", "M003", "vale"),
    "the track of a condition": ("winter_line", "steps.yaml", "track: turn, f", "track: trn, f", "P008", "trn"),
    "the region of a filter": ("winter_line", "steps.yaml", "region: depots", "region: deots", "P008", "deots"),
    "a bar that is named once": ("amber_strait", "steps.yaml", "thin_ice]", "thi_ice]", "P008", "thi_ice"),
    "the colours of a side": ("samples/mill_at_neudorf", "art.yaml", "  austria:", "  ausria:", "C809", "ausria"),
    "the faces of a counter": ("winter_line", "counters.yaml", "    faces:", "    faes:", "S001", "faes"),
    "the sides of a river": ("samples/mill_at_neudorf", "map.yaml", "sides: [[", "sdes: [[", "S001", "sdes"),
    "what others are like": ("samples/mill_at_neudorf", "counters.yaml", "  attack: ", "  attak: ", "M003", "attak"),
}


@pytest.mark.parametrize("name", ONCE)
def test_a_slip_is_told_once(name: str, tmp_path: Path) -> None:
    slug, file, find, put, code, word = ONCE[name]
    folder = copy(slug, tmp_path)
    text = (folder / file).read_text("utf-8")
    assert find in text
    before, _, after = text.rpartition(find)
    (folder / file).write_text(before + put + after, "utf-8")
    assert told(folder) == [(code, word)]


def test_a_lock_without_its_last_line_is_told(tmp_path: Path) -> None:
    """Without the count, a last row that was lost with it would leave no gap."""
    folder = copy("first_battle", tmp_path)
    lock = folder / "ids.lock.yaml"
    rows = lock.read_text(encoding="utf-8").splitlines(keepends=True)
    for kept in (rows[:-2] + rows[-1:], rows[:-2], rows[:-1]):
        lock.write_text("".join(kept), encoding="utf-8")
        (told,) = [one for one in found(folder) if one.code == "C954"]
        assert told.span is not None
        assert (told.span.file, told.span.line) == (lock.as_posix(), len(kept))


def test_a_code_of_a_region_that_is_misspelt_is_told_once(tmp_path: Path) -> None:
    folder = copy("shingens_arrival", tmp_path)
    edit(folder, [{"file": "map.yaml", "find": "    code: Ez\n", "replace": "    code: Ezo\n"}])
    (told,) = [one for one in found(folder) if one.code == "M010"]
    assert "`Ez`" in told.message
    assert "more places" in told.message
