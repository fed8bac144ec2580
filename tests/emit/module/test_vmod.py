"""The module as a whole: nothing missing, nothing doubled, the same bytes every time."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from compiler.diagnostics import Sink
from compiler.emit.automation.preference import OFF
from compiler.emit.module import keys, vmod
from compiler.emit.module.vmod import build_file
from compiler.emit.names import SOLO
from compiler.emit.save import vsav
from compiler.emit.save.vsav import make_setup, module_data, setup_bytes
from compiler.pipeline import content_digest, read
from compiler.vassal import sequence
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.buildfile import serialise
from compiler.vassal.lint import lint_module
from compiler.vassal.metadata import read_metadata, write_metadata
from compiler.vassal.probe.places import read_places
from compiler.vassal.traits import Mask, Prototype
from compiler.vassal.xml import Component, parse
from tests.emit.conftest import ALL, SHIPPED, Built
from tests.faulty import copy


def blank() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8)).save(out, "PNG")
    return out.getvalue()


@cache
def undrawn(built: Built) -> Mapping[str, bytes]:
    """The entries of a module with empty pictures: everything but the art."""
    plan = built.box.plan
    setups = [make_setup(built.box, scenario) for scenario in built.game.scenarios.values()]
    files: dict[str, bytes] = {}
    root = build_file(built.box, setups, files)
    return {
        "buildFile.xml": serialise(root), "moduledata": write_metadata(module_data(plan)), **files,
        **{f"{setup.scenario.id}.vsav": setup_bytes(plan, setup) for setup in setups},
        **{f"images/{name}": blank() for name in plan.studio.names},
    }  # fmt: skip


def tree(built: Built) -> Component:
    return parse(undrawn(built)["buildFile.xml"], "buildFile.xml")


@pytest.mark.parametrize("name", ALL)
def test_our_own_lint_finds_nothing(name: str, built: Callable[[str], Built]) -> None:
    archive = read_archive(write_archive(undrawn(built(name))), f"{name}.vmod")
    assert [f"{d.code} {d.message}" for d in lint_module(archive)] == []


@pytest.mark.parametrize("name", ALL)
def test_every_counter_and_card_has_its_slot_and_number(name: str, built: Callable[[str], Built]) -> None:
    slots = [*tree(built(name)).all("PieceSlot")]
    numbers = Counter(slot.get("gpid") for slot in slots)
    assert max(numbers.values()) == 1
    lock = built(name).box.plan.lock["gpids"]
    for id in (*built(name).game.counters, *built(name).game.cards):
        assert str(lock[id]) in numbers
    following = int(tree(built(name)).get("nextPieceSlotId"))
    assert following > max(int(number) for number in numbers)


@pytest.mark.parametrize("name", ALL)
def test_shared_traits_are_prototypes(name: str, built: Callable[[str], Built]) -> None:
    """A piece carries what is its own; most of its traits in play come from prototypes."""
    box = built(name).box
    for id, design in box.designs.items():  # its mask, which only some have, is its own too
        assert len([trait for trait in design.traits if not isinstance(trait, Prototype | Mask)]) <= 8, id
        assert id in built(name).game.cards or any(isinstance(trait, Prototype) for trait in design.traits), id


@pytest.mark.parametrize("name", SHIPPED)
def test_the_main_map_is_one_and_comes_after_the_options(name: str, built: Callable[[str], Built]) -> None:
    kinds = [child.kind for child in tree(built(name)).children]
    maps = [child for child in tree(built(name)).children if child.kind == "Map" and child.get("launch") == "false"]
    assert len(maps) == 1
    assert kinds.index("GlobalOptions") < kinds.index("Map")
    assert kinds.index("PrototypesContainer") < kinds.index("PieceWindow")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_scenario_is_a_setup_of_its_own(name: str, built: Callable[[str], Built]) -> None:
    setups = [*tree(built(name)).all("PredefinedSetup")]
    assert [s.get("name") for s in setups] == [s.title.en for s in built(name).game.scenarios.values()]
    assert {s.get("file") for s in setups} <= set(undrawn(built(name)))


@pytest.mark.parametrize("name", SHIPPED)
def test_no_two_keys_of_the_toolbar_are_the_same(name: str, built: Callable[[str], Built]) -> None:
    buttons = [c for c in tree(built(name)).children if c.get("hotkey") and "57348" not in c.get("hotkey")]
    assert len({c.get("hotkey") for c in buttons}) == len(buttons)


def test_private_windows_open_to_their_owner_and_the_solitaire_player(built: Callable[[str], Built]) -> None:
    hands = [*tree(built("areas")).all("PlayerHand"), *tree(built("areas")).all("PrivateMap")]
    seats = built("areas").game.seats
    assert len(hands) == 2 * len(seats)
    for hand in hands:
        owner, alone = hand.get("side").split(",")
        assert alone == SOLO
        assert owner in {seat.name.en for seat in seats.values()}
        assert hand.get("visible") == "false"
        assert "$pieceName$" not in hand.get("moveToFormat")


def test_one_preference_silences_all_automation(built: Callable[[str], Built]) -> None:
    root = tree(built("first_battle"))
    assert OFF in {c.get("name") for c in root.all("BooleanPreference")}
    gated = [c for c in root.children if c.get("propertyGate") == OFF]
    assert {c.kind for c in gated} == {"GlobalKeyCommand", "DoActionButton"}


def test_the_keys_of_pieces_are_those_of_every_game() -> None:
    own = [keys.FLIP, keys.ELIMINATE, keys.MARK_MOVED, keys.TRAIL, keys.CLONE, keys.DELETE, keys.HIDE, keys.DISCARD,
           keys.SHOW_RANGE, keys.SHOW_ZONE, keys.ATTACK, keys.DEFEND, keys.DUE, keys.SHOW, keys.GO_OVER]  # fmt: skip
    assert len(set(own)) == len(own)


# -- as files --------------------------------------------------------------------------------------------------------
def files(folder: Path, cache: Path | None) -> Mapping[str, bytes]:
    sink = Sink()
    found = read(folder, sink)
    assert found is not None
    made = {
        **dict(vmod.artefacts(found.game, found.bundle, sink, cache)),
        **dict(vsav.artefacts(found.game, found.bundle, sink, cache)),
    }
    assert [d.message for d in sink] == []
    return made


def test_two_builds_in_two_folders_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = copy("points", tmp_path / "one"), copy("points", tmp_path / "other")
    first = files(one, tmp_path / "cache")
    assert files(other, None) == first
    assert files(one, tmp_path / "cache") == first  # now from the cache, and with the lock in place


def test_the_digest_in_module_and_saves_is_the_same(tmp_path: Path) -> None:
    made = files(copy("points", tmp_path), None)
    module = read_archive(made["points.vmod"], "points.vmod")
    stamp = read_metadata(module.read("moduledata"), "moduledata").extra1
    root = parse(module.read("buildFile.xml"), "buildFile.xml")
    assert stamp.startswith("content ")
    assert root.get("ModuleOther1") == stamp
    for name, data in made.items():
        if name.endswith(".vsav"):
            save = read_archive(data, name)
            assert read_metadata(save.read("savedata"), name).extra1 == stamp


def test_setups_beside_the_module_are_those_inside(tmp_path: Path) -> None:
    made = files(copy("points", tmp_path), None)
    module = read_archive(made["points.vmod"], "points.vmod")
    for name, data in made.items():
        if name.startswith("setups/"):
            assert module.read(name.removeprefix("setups/")) == data


def test_places_are_written_as_verify_reads_them(tmp_path: Path) -> None:
    made = files(copy("points", tmp_path), None)
    path = tmp_path / "places.json"
    path.write_bytes(made["places.json"])
    places = read_places(path)
    assert list(places) == sorted(json.loads(made["places.json"]))
    assert all(where for pieces in places.values() for where in pieces.values())


def test_a_game_without_a_sequence_waits_for_no_command_that_nobody_sends(tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    assert not (folder / "sequence.yaml").exists()
    archive = read_archive(files(folder, None)["fields.vmod"], "fields.vmod")
    assert b"markmoved" in archive.read("buildFile.xml")
    assert [f"{d.code} {d.message}" for d in lint_module(archive)] == []


def test_every_picture_is_drawn_and_every_drawn_one_used(tmp_path: Path) -> None:
    made = files(copy("points", tmp_path), None)
    archive = read_archive(made["points.vmod"], "points.vmod")
    assert [d.message for d in lint_module(archive)] == []
    board = Image.open(io.BytesIO(archive.read("images/board_main.png")))
    assert board.size == (200 * 4, 120 * 4)
    faces = [name for name in archive if name.startswith("images/counter_") and not name.endswith("_back.png")]
    sizes = {Image.open(io.BytesIO(archive.read(name))).size for name in faces}
    assert sizes == {(15 * 4 * 2, 15 * 4 * 2)}  # twice what they take on the map: sharp at 200 %
    assert content_digest(made["points.vmod"]) == content_digest(write_archive(archive.entries()))


@pytest.mark.parametrize("name", ALL)
def test_no_menu_of_the_toolbar_has_one_entry(name: str, built: Callable[[str], Built]) -> None:
    root = build_file(built(name).box, [], {})
    menus = [part for part in root.walk() if part.kind == "ToolbarMenu"]
    texts = [part.get("text") or part.get("buttonText") or part.get("buttonName") for part in root.walk()]
    for menu in menus:
        entries = sequence.listed(menu.get("menuItems"))
        assert len(entries) > 1, menu.get("description")
        assert set(entries) <= set(texts), menu.get("description")
