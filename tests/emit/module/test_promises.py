"""What players were promised of every module: stacks that count, questions that fit the screen, sentences that read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from compiler.emit.module.counts import ALIKE, FIRST
from compiler.emit.module.layers import layer_of
from compiler.emit.module.vmod import build_file
from compiler.emit.proofread import read_aloud
from compiler.emit.save.boardstate import LAYER
from compiler.model.loops import counted
from compiler.vassal.grammar import parse
from compiler.vassal.traits import DynamicProperty, SetGlobalProperty
from compiler.vassal.values import Ask, Choose, read_change
from compiler.vassal.xml import Component
from tests.emit.beanshell import evaluate
from tests.emit.conftest import SHIPPED, Built

Make = Callable[[str], Built]
_WIDE = 60  # letters that fit into one line of a dialog


@pytest.fixture(scope="module")
def tree(built: Make) -> Callable[[str], Component]:
    known: dict[str, Component] = {}

    def make(slug: str) -> Component:
        if slug not in known:
            known[slug] = build_file(built(slug).box, [], {})
        return known[slug]

    return make


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_stack_and_deck_is_shown_by_one_window_that_counts_it(
    slug: str, tree: Callable[[str], Component]
) -> None:
    """Whatever lies under the mouse: never two windows over each other, and many pieces by sorts or as one number."""
    maps = [part for part in tree(slug).walk() if any(c.kind == "CounterDetailViewer" for c in part.children)]
    assert maps
    for board in maps:
        viewers = [part for part in board.children if part.kind == "CounterDetailViewer"]
        for size in (*range(1, 60), 200):
            for deck in ("", "Cards"):
                held = {"StackSize": str(size), "DeckName": deck, FIRST: "true"}
                shown = [v for v in viewers if evaluate(parse(str(v.get("propertyFilter"))), held)]
                assert len(shown) == 1, (board.get("mapName"), size, deck)
                (viewer,) = shown
                told = str(viewer.get("summaryReportFormat"))
                if deck:
                    assert "_numPieces" in told
                elif size > 6:
                    assert "StackSize" in told
                    assert viewer.get("showOnlyTopOfStack") == "true" or ALIKE in viewer.get("counterReportFormat")


def _questions(made: Built, root: Component) -> Iterator[Ask | Choose]:
    for part in root.walk():
        if part.get("propChanger"):
            change = read_change(str(part.get("propChanger")))
            if isinstance(change, Ask | Choose):
                yield change
    for traits in made.box.shelf.definitions.values():
        for trait in traits:
            if isinstance(trait, DynamicProperty | SetGlobalProperty):
                yield from (c.change for c in trait.commands if isinstance(c.change, Ask | Choose))


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_mouse_beside_the_board_is_told_nothing(slug: str, tree: Callable[[str], Component]) -> None:
    """A window without a word was drawn there, as a small white box."""
    empty = [v for v in tree(slug).walk() if v.kind == "CounterDetailViewer" and v.get("minDisplayPieces") == "0"]
    assert empty
    for viewer in empty:
        told = parse(str(viewer.get("emptyHexReportForma")))
        assert evaluate(told, {"LocationName": ""}) == ""
        assert "0725" in str(evaluate(told, {"LocationName": "0725"}))


@pytest.mark.parametrize("slug", SHIPPED)
def test_no_question_runs_past_the_edge_of_the_screen(slug: str, built: Make, tree: Callable[[str], Component]) -> None:
    for text in (question.prompt for question in _questions(built(slug), tree(slug))):
        assert len(text) <= _WIDE or "width:" in text, text


@pytest.mark.parametrize("slug", SHIPPED)
def test_no_choice_is_filled_while_the_module_is_opened(
    slug: str, built: Make, tree: Callable[[str], Component]
) -> None:
    """VASSAL fills `$name$` in choices when it reads them: of a button it then has no value, and does not open."""
    for question in _questions(built(slug), tree(slug)):
        for choice in question.choices if isinstance(question, Choose) else ():
            assert "$" not in choice, (question.prompt, choice)


@pytest.mark.parametrize("slug", SHIPPED)
def test_sentences_read_as_prose(slug: str, built: Make, tree: Callable[[str], Component]) -> None:
    """No plural that `is`, no dice by the name of their button, no rule by a name of ours."""
    dice = [re.escape(d.name.en) for d in built(slug).game.dice.values() if " " in d.name.en]
    wrong = re.compile("|".join([r"\b(cards|markers|units|chits|dice) (is|has|was)\b", *(f" of {d}" for d in dice)]))
    for part in tree(slug).walk():
        for name, text in part.attributes.items():
            if name.lower().endswith("format") and text:
                for spoken in read_aloud(text) if text.startswith("{") else [text]:
                    assert not wrong.search(spoken), (part.kind, part.get("name"), spoken)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_turn_is_told_by_its_number_and_not_by_what_is_printed_in_its_box(
    slug: str, built: Make, tree: Callable[[str], Component]
) -> None:
    track = counted(built(slug).game)
    numbered = track is not None and all(isinstance(box.value, int) for box in track.boxes)
    levels = list(tree(slug).all("CounterTurnLevel"))
    assert len(levels) == numbered
    assert all(re.fullmatch(r"[^$]+ \$value\$", str(level.get("turnFormat"))) for level in levels)


@pytest.mark.parametrize("slug", SHIPPED)
def test_whoever_presses_a_button_that_rolls_is_named(slug: str, tree: Callable[[str], Component]) -> None:
    for part in tree(slug).walk():
        text = str(part.get("reportFormat") or "")
        if part.kind == "DoActionButton" and " gives <b>" in text:
            assert "PlayerSide" in text, part.get("name")


@pytest.mark.parametrize("slug", SHIPPED)
def test_markers_ground_and_cards_never_stack_with_units(
    slug: str, built: Make, tree: Callable[[str], Component]
) -> None:
    plan = built(slug).box.plan
    kinds = plan.game.counter_kinds
    marker = {layer_of(plan, c.id) for c in plan.game.counters.values() if kinds[c.kind].marker}
    unit = {layer_of(plan, c.id) for c in plan.game.counters.values() if not kinds[c.kind].marker}
    assert not marker & (unit - {layer_of(plan, id) for id in plan.ground})
    for board in tree(slug).walk():
        if any(c.kind == "BoardPicker" for c in board.children):
            (kept,) = [c for c in board.children if c.kind == "LayeredPieceCollection"]
            assert kept.get("property") == LAYER
            assert (marker | unit) <= set(kept.get("layerOrder").split(","))
