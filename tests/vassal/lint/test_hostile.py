"""Lints of modules made to hurt: they end, and in diagnostics."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler.diagnostics import Failed
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.buildfile import Component, component, piece_slot, prototype, serialise
from compiler.vassal.lint import lint_module, lint_save
from compiler.vassal.module import read_module
from compiler.vassal.piece import BasicPiece, Piece
from compiler.vassal.traits import CalculatedProperty, Prototype, Trait, UnknownTrait
from compiler.vassal.words import tree_json, tree_words
from tests.vassal import small

# what XML can hold, with all that the encoding and the expressions treat specially
LETTERS = st.sampled_from("ab+/;,:'\\\t|~{}$\"= ()1") | st.characters(
    codec="utf-8", min_codepoint=32, exclude_characters="\ufffe\uffff"
)
TEXT = st.text(LETTERS, max_size=40)


def codes(root: Component, entries: dict[str, bytes] | None = None) -> set[str]:
    data = write_archive({"buildFile.xml": serialise(root), **(entries or {})})
    return {each.code for each in lint_module(read_archive(data, "x.vmod"))}


@settings(deadline=None, max_examples=60)
@given(st.lists(TEXT, min_size=4, max_size=4), st.sampled_from(["+/null/", "+/null/piece;;;", ""]))
def test_any_text_anywhere_is_linted_and_told(texts: list[str], head: str) -> None:
    root = component(
        "VASSAL.build.GameModule",
        component("m.PrototypesContainer", component("m.PrototypeDefinition", name=texts[0], body=head + texts[1])),
        component("m.Map", component("m.map.DrawPile", name=texts[2], countExpressions=texts[3]), mapName=texts[0]),
        component("w.PieceSlot", body=f"{head}{texts[0]};;;{texts[1]}/null;0;0;{texts[2]};0", gpid=texts[3]),
        component("m.GlobalKeyCommand", filter=texts[0], hotkey=texts[1], target=texts[2], reportFormat=texts[3]),
        nextPieceSlotId=texts[3],
    )
    codes(root)
    assert list(tree_words(root, traits=True, details=True))
    assert tree_json(root)


@settings(deadline=None, max_examples=40)
@given(st.text(st.sampled_from("\x1b+/1stackdeck;piece\t\\@") | LETTERS, max_size=80))
def test_any_stream_is_linted(stream: str) -> None:
    lint_save(read_archive(write_archive({"savedGame": stream.encode()}), "x.vsav"))


@settings(deadline=None, max_examples=40)
@given(st.binary(max_size=200), st.sampled_from(["buildFile.xml", "first.vsav", "images/spear.png", "moduledata"]))
def test_any_bytes_in_an_entry_end_in_diagnostics(data: bytes, name: str) -> None:
    entries = {**small.entries(), name: data}
    with contextlib.suppress(Failed):
        lint_module(read_archive(write_archive(entries), "x.vmod"))


def with_traits(*traits: Trait) -> Component:
    piece = Piece(BasicPiece("", "x", gpid="1"), traits)
    return component("VASSAL.build.GameModule", piece_slot(piece, "x", "1"), nextPieceSlotId=2)


def test_prototypes_that_double_at_each_step_are_cut() -> None:
    count = 60
    doubling = [
        prototype(Piece(traits=(Prototype(f"p{n + 1}"), Prototype(f"p{n + 1}"))), f"p{n}") for n in range(count)
    ]
    root = with_traits(Prototype("p0")).add(component("m.PrototypesContainer", *doubling))
    module = read_module(read_archive(write_archive({"buildFile.xml": serialise(root)}), "x.vmod"))
    assert len(list(module.expanded(module.designs[0].piece))) <= 5000
    assert codes(root) == {"A103"}


def test_thousands_of_wrong_names_are_told_without_searching_each() -> None:
    traits = [CalculatedProperty(f"n{n}", f"{{wrong{n}}}") for n in range(3000)]
    assert codes(with_traits(*traits)) == {"A110"}


def test_names_with_many_gaps_do_not_take_for_ever() -> None:
    report = "<img src='" + "$a$x" * 200 + "y.png'>"
    root = with_traits(CalculatedProperty("n", report))
    assert "A102" in codes(root, {"images/" + "x" * 3000 + ".png": small.picture()})


def test_keys_of_many_unknown_traits_are_looked_up_once() -> None:
    traits = [UnknownTrait(f"odd{n};57348,0,Name{n}", "") for n in range(1000)]
    assert codes(with_traits(*traits)) == {"A128"}


@pytest.mark.parametrize("text", [" " * 200_000, "=" * 200_000, "a" * 200_000 + " ="])
def test_an_endless_match_is_read_in_one_pass(text: str) -> None:
    root = component("VASSAL.build.GameModule", component("m.GlobalKeyCommand", filter=text))
    assert codes(root) <= {"A109", "A110"}
