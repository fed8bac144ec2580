"""A name misspelt in a layout is told, with the one that was meant; what is right is let pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from compiler.model.colour import INKS, TONES
from compiler.render.theme.looks import THEMES
from tests.faulty import copy, found, merge_file
from tests.render.games import SLUGS, game

SLOT = "{put: text, of: id, at: [8, 8], size: 3}"


def _front(slot: str) -> str:
    return f"counters: {{unit: {{front: {{mine: {{at: [4, 4], size: 3, {slot}}}}}}}}}"


@pytest.mark.parametrize(
    ("file", "patch", "code", "meant"),
    [
        ("counters.yaml", "kinds: {unit: {layout: untit}}", "C818", "unit"),
        ("art.yaml", "counters: {unitt: {front: {}}}", "C819", "unit"),
        ("art.yaml", _front("put: text, of: atack"), "C816", "attack"),
        ("art.yaml", _front("put: text, of: [attack, atack]"), "C816", "attack"),
        ("art.yaml", _front("put: picture, of: sgin"), "C816", "sign"),
        ("art.yaml", _front("put: symbol, is: bow, repeat: atack"), "C816", "attack"),
        ("art.yaml", _front("put: text, is: A, when: {atack: 1}"), "C816", "attack"),
        ("art.yaml", _front("put: text, is: A, colour: papper"), "C820", "paper"),
        ("art.yaml", _front("put: ground, fill: papper"), "C820", "paper"),
        ("art.yaml", _front("put: ground, style: marker, words: {spears: [papper, ink]}"), "C820", "paper"),
    ],
)
def test_a_slip_in_a_layout_of_counters_is_told(file: str, patch: str, code: str, meant: str, tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    merge_file(folder, file, patch)
    told = [one for one in found(folder) if one.code.startswith("C81") or one.code == "C820"]
    assert code in [one.code for one in told]
    assert all(one.help == f"did you mean `{meant}`?" for one in told if one.code == code)


@pytest.mark.parametrize(
    ("file", "patch", "code", "meant"),
    [
        ("cards.yaml", "kinds: {event: {layout: evnt}}", "C818", "event"),
        ("art.yaml", "cards: {evnt: {front: {mine: {put: text, of: name}}}}", "C819", "event"),
        ("art.yaml", "cards: {event: {front: {mine: {put: text, of: efect, at: [4, 4]}}}}", "C816", "effect"),
        ("art.yaml", "cards: {event: {back: {mine: {put: text, of: effect, at: [4, 4]}}}}", "C816", None),
        ("art.yaml", "cards: {event: {points: {of: csot}}}", "C816", "cost"),
        ("art.yaml", "cards: {event: {ground: papper, front: {mine: {put: text, of: name}}}}", "C820", "paper"),
    ],
)  # fmt: skip
def test_a_slip_in_a_layout_of_cards_is_told(
    file: str, patch: str, code: str, meant: str | None, tmp_path: Path
) -> None:
    folder = copy("areas", tmp_path)
    if code == "C818":
        merge_file(folder, "art.yaml", "cards: {event: {front: {mine: {put: text, of: name, at: [4, 4]}}}}")
    merge_file(folder, file, patch)
    told = [one for one in found(folder) if one.code == code]
    assert len(told) == 1
    assert meant is None or told[0].help == f"did you mean `{meant}`?"


def test_a_slot_may_be_called_as_a_key_of_slots_is(tmp_path: Path) -> None:
    folder = copy("areas", tmp_path)
    slots = "{words: {put: area, of: effect}, when: {put: text, of: when}, of: {put: text, of: name}}"
    merge_file(folder, "art.yaml", f"cards: {{event: {{front: {slots}}}}}")
    assert [str(one) for one in found(folder) if one.code.startswith("C81")] == []


def test_every_tone_of_a_theme_may_be_named() -> None:
    assert {tone for theme in THEMES.values() for tone in theme.tones} <= set(TONES)
    assert not set(INKS) & set(TONES)


def test_every_colour_that_a_layout_may_name_is_drawn_as_one() -> None:
    from compiler.render.counter.bench import Bench
    from compiler.render.drawing import Drawing
    from compiler.render.style import palette_of

    palette = palette_of(game(SLUGS[0]))
    bench = Bench(Drawing(15, 15), palette, palette.side(None), 15, 15, 0, {})
    for name in INKS:
        assert bench.colour(name).startswith("#"), name


@pytest.mark.parametrize("name", ["words", "when", "unless", "of"])
def test_a_slot_may_have_any_name(name: str, tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    before = found(folder)
    merge_file(folder, "art.yaml", f"counters: {{unit: {{front: {{{name}: {SLOT}}}}}}}")
    assert {one.code for one in found(folder)} <= {one.code for one in before}


def test_a_word_for_nothing_is_told_in_any_slot(tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    slot = SLOT.replace("}", ", words: {nobody: N}}")
    merge_file(folder, "art.yaml", f"counters: {{unit: {{front: {{words: {slot}}}}}}}")
    (told,) = [one for one in found(folder) if one.code == "C817"]
    assert "`nobody`" in told.message


def test_a_picture_in_a_slot_is_judged_by_the_size_of_its_slot(tmp_path: Path) -> None:
    folder = copy("fields", tmp_path)
    (folder / "art").mkdir(exist_ok=True)
    Image.new("RGB", (60, 60), "#A03030").save(folder / "art" / "drum.png")
    merge_file(folder, "counters.yaml", "counters: {bows: {image: art/drum.png}}")
    assert "C803" in [one.code for one in found(folder)]  # 60 pixels over the whole face
    slot = "{put: picture, of: image, at: [4, 4], size: 5}"
    merge_file(folder, "art.yaml", f"counters: {{unit: {{front: {{shown: {slot}}}}}}}")
    assert "C803" not in [one.code for one in found(folder)]
