"""Print and play files: all there, the same every time, and drawn anew only where something changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sized
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from compiler.cache import Store
from compiler.diagnostics import Sink
from compiler.emit.manifest import stamp
from compiler.pipeline import Checked, read
from compiler.print import sheets as pnp
from compiler.print.forms import freeze, thaw
from compiler.print.parts import most_used, parts_list
from compiler.render.content import form_of
from compiler.render.drawing import Drawing
from compiler.render.raster import raster
from compiler.render.sheet.imposition import drawing_of
from compiler.render.sheet.presets import A4, LETTER, Paper
from compiler.render.svg import svg_text
from tests.faulty import copy, edit, home
from tests.render.games import game

ONE_PAPER = pnp.Print(papers=(A4,), pictures=False)


@cache
def checked(name: str) -> Checked:
    found = read(home(name), Sink())
    assert found is not None
    return found


def files(folder: Path, cache_: Path | None, settings: pnp.Print = ONE_PAPER) -> dict[str, bytes]:
    sink = Sink()
    found = read(folder, sink)
    assert found is not None
    made = dict(pnp.artefacts(found.game, found.bundle, sink, cache_, settings))
    assert [d.message for d in sink] == []
    return made


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def test_every_promised_file_is_made() -> None:
    settings = pnp.Print(papers=(A4,))
    found = checked("areas")
    names = {name for name, _ in pnp.artefacts(found.game, found.bundle, Sink(), None, settings)}
    parts = ("counters", "cards", "map-poster", "map-tiles", "displays", "charts", "scenarios", "rules", "box", "all")
    assert {f"pnp/{part}-a4.pdf" for part in parts} <= names
    sheets = ("counters", "cards", "displays", "map-poster")
    assert {f"pnp/{form}/{part}-a4-01.{form}" for part in sheets for form in ("svg", "png")} <= names


def test_no_file_without_a_page_is_made() -> None:
    for slug in ("areas", "points", "fields"):
        found = checked(slug)
        for name, data in pnp.artefacts(found.game, found.bundle, Sink(), None, ONE_PAPER):
            assert not name.endswith(".pdf") or pages(data), (slug, name)


def test_cached_files_equal_fresh_ones(tmp_path: Path) -> None:
    fresh = files(home("areas"), None)
    first = files(home("areas"), tmp_path / "cache")
    again = files(home("areas"), tmp_path / "cache")
    assert fresh == first == again


def test_a_new_head_of_a_block_is_not_taken_from_the_cache_of_the_old(tmp_path: Path) -> None:
    """One marker more, and the sheet after it shows the same counters under another head."""
    folder, settings = copy("first_battle", tmp_path), pnp.Print(papers=(A4,))
    files(folder, tmp_path / "cache", settings)
    counters, more = folder / "counters.yaml", "\ncounters:\n  extra: {kind: marker, name: {en: Extra, ja: 余}}\n"
    counters.write_text(counters.read_text("utf-8").replace("\ncounters:\n", more), "utf-8")
    changed, fresh = (files(folder, cache_, settings) for cache_ in (tmp_path / "cache", None))
    assert [name for name in changed if changed[name] != fresh[name]] == []


def test_the_place_of_the_folder_does_not_show(tmp_path: Path) -> None:
    assert files(copy("areas", tmp_path / "here"), None) == files(copy("areas", tmp_path / "elsewhere"), None)


def test_a_changed_counter_redraws_only_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copy("areas", tmp_path)
    made: list[str] = []
    keep = Store.keep

    def watched(self: Store, key: str, make: Callable[[], bytes], faults: Sized = ()) -> bytes:
        def noted() -> bytes:
            made.append(key)
            return make()

        return keep(self, key, noted, faults)

    monkeypatch.setattr(Store, "keep", watched)
    files(folder, tmp_path / "cache")
    everything = len(made)
    made.clear()
    files(folder, tmp_path / "cache")
    assert made == []
    edit(folder, [{"file": "counters.yaml", "find": "side: crane, strength: 5", "replace": "side: crane, strength: 6"}])
    files(folder, tmp_path / "cache")
    # the face itself, its drawn back, the three PDFs it stands on, and the three pages of instructions with the digest
    assert 0 < len(made) <= 8 < everything


def test_every_pdf_states_the_digest_that_the_module_states(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    for change in ("", "# another word"):
        with (folder / "game.yaml").open("a", encoding="utf-8") as file:
            file.write(change)
        found = read(folder, Sink())
        assert found is not None
        about = stamp(found.bundle)
        words = f"content digest {about}".encode("utf-16-be").hex().upper().encode()
        made = files(folder, tmp_path / "cache")
        assert {name for name, data in made.items() if words not in data} == set()


def test_all_holds_every_section(tmp_path: Path) -> None:
    made = files(home("areas"), None)
    made_parts = ("counters", "cards", "map-tiles", "displays", "charts", "scenarios", "rules", "contents", "box")
    made_parts = tuple(name for name in made_parts if f"pnp/{name}-a4.pdf" in made)
    parts = sum(pages(made[f"pnp/{name}-a4.pdf"]) for name in made_parts)
    assert pages(made["pnp/all-a4.pdf"]) == parts + 3


def test_fold_sheets_need_no_second_side() -> None:
    duplex = files(home("areas"), None)
    folded = files(home("areas"), None, pnp.Print(papers=(A4,), pictures=False, flip="fold"))
    assert pages(folded["pnp/all-a4.pdf"]) != pages(duplex["pnp/all-a4.pdf"])
    assert pages(folded["pnp/cards-a4.pdf"]) * 2 >= pages(duplex["pnp/cards-a4.pdf"])


def test_low_ink_is_another_file_with_less_ink() -> None:
    plain, thin = files(home("areas"), None), files(home("areas"), None, pnp.Print((A4,), pictures=False, low_ink=True))
    assert {name.replace("-low-ink", "") for name in thin} == set(plain)
    assert all(thin[name.replace(".pdf", "-low-ink.pdf")] != plain[name] for name in plain if "charts" not in name)


def test_a_shop_gets_its_cut() -> None:
    made = files(home("areas"), None, pnp.Print(cut="poker"))
    assert list(made) == ["pnp/poker.pdf"]
    assert pages(made["pnp/poker.pdf"]) == 2 * len(checked("areas").game.cards)


def test_a_piece_larger_than_the_paper_is_a_fault(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    edit(folder, [{"file": "cards.yaml", "find": "Event, size: [63, 88]", "replace": "Event, size: [250, 250]"}])
    found, sink = read(folder, Sink()), Sink()
    assert found is not None
    list(pnp.artefacts(found.game, found.bundle, sink, None, ONE_PAPER))
    assert "E401" in {d.code for d in sink}


def test_the_parts_list_counts_every_piece_and_agrees_with_the_setups() -> None:
    game = checked("areas").game
    parts = {part.name: part for part in parts_list(game)}
    assert parts["Crane: Unit"].count == 5
    assert parts["Crane: Unit"].used == 5
    assert parts["Event"].count == 4
    assert {part.group.split(",")[0] for part in parts.values()} == {"Counters", "Cards", "Map and displays"}
    assert most_used(game)["crane_foot"] == 4


def test_four_faces_are_two_pieces_of_card() -> None:
    game = checked("shingens_arrival").game
    counter = next(c for c in game.counters.values() if len(c.faces) == 4)
    printer = pnp._Printer(game, Sink(), None, ONE_PAPER)
    labels = [face.label for face in printer._counters()]
    assert labels.count(counter.name.en) >= 2


@pytest.mark.parametrize("slug", ["winter_line", "shingens_arrival"])
def test_what_shows_a_side_in_front_is_cut_from_its_block(slug: str) -> None:
    """A flag of the League is no row of the Republic, and a marker of eight armies is cut with each that it shows."""
    printer = pnp._Printer(game(slug), Sink(), None, ONE_PAPER)
    order: dict[str, list[int]] = {}
    for n, face in enumerate(printer._counters()):
        order.setdefault(face.group, []).append(n)
    sides = [group for group in order if group in game(slug).sides]
    assert all(order[side] == list(range(order[side][0], order[side][-1] + 1)) for side in sides)
    shown = {counter.faces[n].side for counter in game(slug).counters.values() for n in range(0, len(counter.faces), 2)}
    assert {side for side in shown if side} == set(sides)


def test_a_form_survives_the_cache() -> None:
    drawing = Drawing(10, 10, 1)
    drawing.rect(1, 1, 5, 5, "#A3262B")
    assert thaw(freeze(form_of(drawing))) == form_of(drawing)


def test_a_fault_of_drawing_is_told_by_every_build(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    edit(folder, [{"file": "counters.yaml", "find": "name: Crane foot", "replace": "name: Crane \U0001f409"}])
    found = read(folder, Sink())
    assert found is not None
    told = []
    for _ in range(2):
        sink = Sink()
        list(pnp.artefacts(found.game, found.bundle, sink, tmp_path / "cache", ONE_PAPER))
        told.append([d.message for d in sink.sorted() if d.code == "R101"])
    assert told[0] == told[1] != []


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_cards_go_nine_up(paper: Paper) -> None:
    game = checked("areas").game
    printer = pnp._Printer(game, Sink(), None, ONE_PAPER)
    nine = [replace(face, count=9) for face in printer._cards()[:1]]
    sheets = printer._imposed("cards", nine, paper).sheets()
    assert [len(sheet.slots) for sheet in sheets] == [9, 9]


def test_a_round_piece_is_a_circle_for_the_plotter() -> None:
    game = checked("first_battle").game
    printer = pnp._Printer(game, Sink(), None, ONE_PAPER)
    front = printer._imposed("counters", printer._counters(), A4).sheets()[0]
    rounds = sum(slot.art.round for slot in front.slots)
    text = svg_text(drawing_of(front, printer.forms.draw))
    cut = text[text.index('id="cut"') :]
    assert rounds > 0
    assert cut.count("<path") == len(front.cuts) + rounds


def test_no_card_bleeds_over_its_neighbour() -> None:
    game = checked("areas").game
    printer = pnp._Printer(game, Sink(), None, ONE_PAPER)
    faces = [replace(face, count=2) for face in printer._cards()[:1]]
    sheet = printer._imposed("cards", faces, A4).sheets()[0]
    left, right = sheet.slots
    picture = raster(drawing_of(sheet, printer.forms.draw, cuts=False), 4)

    def face(x: float) -> bytes:
        box = (round((x + 1) * 4), round((left.y + 1) * 4), round((x + 62) * 4), round((left.y + 87) * 4))
        return picture.crop(box).tobytes()

    assert face(left.x) == face(right.x)
