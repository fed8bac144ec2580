"""A module in German and Japanese: nothing of ours stays English, and what is compared is what was offered."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from compiler.diagnostics import Sink
from compiler.emit.module.pieces import Box, make_box
from compiler.emit.module.prototypes import make_shelf
from compiler.emit.module.vmod import build_file
from compiler.emit.plan import make_plan
from compiler.emit.proofread import read_aloud
from compiler.emit.save.vsav import make_setup
from compiler.load.bundle import Bundle
from compiler.pipeline import read
from compiler.vassal.expression import Binary, Literal, walk
from compiler.vassal.grammar import is_braced, parse
from compiler.vassal.record import type_specs
from compiler.vassal.traits import Report, Trait
from compiler.vassal.values import Choose, SetValue, read_change
from compiler.vassal.xml import Component

GAMES = Path(__file__).parents[3] / "games"
SPOKEN = [("samples/mill_at_neudorf", "de"), ("samples/mill_at_neudorf", "ja"), ("first_battle", "de")]
_KEYS = re.compile(r"(?:Ctrl|Shift|Alt|Delete|Right|Left)[-+=\w]*")
_SLOTS = re.compile("[\ue000-\uf8ff]|\\$[^$]*\\$|<[^>]*>")


@cache
def made(game: str, lang: str) -> tuple[Box, Component, dict[str, bytes], Bundle]:
    sink = Sink()
    found = read(GAMES / game, sink, lang=lang)
    assert found is not None
    plan = make_plan(found.game, found.bundle, sink, None)
    box = make_box(plan, make_shelf(plan))
    pages: dict[str, bytes] = {}
    setups = [make_setup(box, scenario) for scenario in found.game.scenarios.values()]
    return box, build_file(box, setups, pages), pages, found.bundle


def words_of(bundle: Bundle) -> set[str]:
    """Every word the files of a game have."""
    found: set[str] = set()
    for _, document in bundle:
        ahead = [document.value]
        while ahead:
            value = ahead.pop()
            if isinstance(value, dict):
                ahead += [*value, *value.values()]
            elif isinstance(value, list):
                ahead += value
            elif isinstance(value, str):
                found |= set(re.findall(r"[^\W\d_]+", value.lower()))
    return found


@pytest.mark.parametrize(("game", "lang"), SPOKEN)
def test_no_word_of_ours_stays_english(game: str, lang: str) -> None:
    box, _, _, bundle = made(game, lang)
    tongue = box.plan.tongue
    assert tongue is not None
    own = words_of(bundle)
    locals_ = {word for text in tongue.whole.values() for word in re.findall(r"[^\W\d_]+", text.lower())}
    locals_ |= {w for pattern in tongue.patterns for w in re.findall(r"[^\W\d_]+", pattern.local.lower())}
    left: set[str] = set()
    for (core, use), local in tongue.known.items():
        if local is None and use != "":
            bare = _KEYS.sub("", _SLOTS.sub(" ", core)).lower()
            strange = {word for word in re.findall(r"[^\W\d_]{3,}", bare) if word not in own | locals_}
            if strange:
                left.add(core)
    assert left == set()


def shown_traits(box: Box) -> list[Trait]:
    designs = [trait for piece in box.designs.values() for trait in piece.traits]
    return [*designs, *(trait for traits in box.shelf.definitions.values() for trait in traits)]


def test_a_german_piece_speaks_german_in_the_palette_and_in_a_setup() -> None:
    box, root, pages, _ = made("samples/mill_at_neudorf", "de")
    told = {text for t in shown_traits(box) if isinstance(t, Report) for text in read_aloud(t.format)}
    assert any("nimmt" in text for text in told)
    assert not any("takes" in text for text in told)
    piece = next(p for p in make_setup(box, box.plan.game.scenarios["rearguard"]).laid.commands if "hussars" in str(p))
    assert "Einen Schritt verlieren" in str(piece)
    assert "Vergrößern" in [one.get("inTooltip") for one in root.walk()]
    assert b"Ein Spiel beginnen" in pages["help_start.html"]
    assert "Spalten verschieben" in str([one.get("propChanger") for one in root.walk()])


def test_every_answer_that_is_offered_is_the_one_that_is_compared() -> None:
    english, german = (made("samples/mill_at_neudorf", lang)[1] for lang in ("en", "de"))

    def offered(root: Component) -> set[str]:
        changes = [read_change(one.get("propChanger")) for one in root.walk() if one.get("propChanger")]
        return {choice for change in changes if isinstance(change, Choose) for choice in change.choices}

    def compared(root: Component) -> set[str]:
        changes = [read_change(one.get("propChanger")) for one in root.walk() if one.get("propChanger")]
        texts = [change.value for change in changes if isinstance(change, SetValue) and is_braced(change.value)]
        nodes = [node for text in texts for node in walk(parse(text))]
        pairs = [node.right for node in nodes if isinstance(node, Binary) and node.operator == "=="]
        return {str(right.value) for right in pairs if isinstance(right, Literal)}

    assert "shift +1" in offered(english) & compared(english)
    assert "verschieben +1" in offered(german) & compared(german)
    assert len(offered(english) & compared(english)) == len(offered(german) & compared(german))
    assert not {"shift +1", "shift as it is"} & (offered(german) | compared(german))


def test_english_is_left_alone() -> None:
    before = made("first_battle", "en")
    assert any(one.get("inTooltip") == "Zoom in" for one in before[1].walk())
    assert b"Start a game" in before[2]["help_start.html"]


def test_a_name_of_the_authors_is_not_put_over_with_a_word_of_ours() -> None:
    """A pile called Discard is a name; to discard is a command."""
    box, root, _, _ = made("../tests/minis/areas", "de")
    menus = {str(value) for one in shown_traits(box) for value in vars_of(one)}
    assert any("Abwerfen: auf Discard" in text for text in menus)
    assert not any("auf Abwerfen" in text for text in menus)
    assert "Discard mischen" in [one.get("shuffleCommand") for one in root.walk()]


def vars_of(trait: Trait) -> list[object]:
    return [getattr(trait, spec.name) for spec in type_specs(type(trait))]
