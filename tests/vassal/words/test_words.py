"""Modules, saves and logs in plain words."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from compiler.vassal import commands as c
from compiler.vassal import traits as t
from compiler.vassal.keys import key, named
from compiler.vassal.trait import TRAITS
from compiler.vassal.words import Narrator, body_json, body_words, changed, trait_words, tree_json, tree_words
from tests.vassal import small


@pytest.mark.parametrize(
    ("trait", "words"),
    [
        (t.Delete(), "can be deleted: “Delete” (Ctrl+D)"),
        (t.Marker(("Side",), ("Red",)), "marker Side = Red"),
        (t.Prototype("Common", (("n", "2"),)), "the traits of the prototype `Common` with n = 2"),
        (t.Rotate(6, clockwise_key=named("Turn"), facing="2"), "has 6 facings, now 2: Turn"),
        (t.Rotate(1, facing="12.5"), "turns freely, now 12.5°"),
        (t.Report((named("Flip"),), "$x$ *"), "reports Flip as “$x$ *”"),
        (
            t.Trigger("Rout", "Rout", key("R", ctrl=True), "{Steps>0}", performed=(named("LoseStep"),)),
            "trigger `Rout`: on “Rout” (Ctrl+R) if {Steps>0} performs LoseStep",
        ),
        (
            t.SendToLocation("To reserve", named("Go"), destination="R", region="Reserve"),
            "goes to the region `Reserve`: “To reserve” (Go)",
        ),
        (t.Mask(image="back.png", menu="Mask"), "can be masked (others see `back.png`), now open: “Mask”"),
        (t.Mask(image="back.png", owner="Red"), "can be masked (others see `back.png`), now hidden by Red"),
        (t.Layer(images=("a.png", "b.png"), level_names=("", "worn"), name="Side", level=-2),
         "layer `Side` of 2 levels (a.png, worn); off (level 2)"),
        (t.UnknownTrait("my.Trait;1", ""), "unknown trait `my.Trait`"),
    ],
)  # fmt: skip
def test_a_trait_is_told_in_words(trait: t.Trait, words: str) -> None:
    assert trait_words(trait) == words


@pytest.mark.parametrize("name", sorted(TRAITS))
def test_every_trait_has_words_of_its_own(name: str) -> None:
    trait = TRAITS[name]()
    words = trait_words(trait)
    assert words
    assert trait.TITLE.lower() != words.partition(":")[0] or name in ("emb",)


def test_a_piece_is_told_from_the_inside_out() -> None:
    head, *lines = body_words(small.spearmen())
    assert head == "Spearmen 槍, gpid 1, on no map"
    assert lines[:2] == ["image `spear.png`", "the traits of the prototype `Common`"]
    assert lines[2].startswith("property Steps = 4; “Lose step” (LoseStep) adds -1")


def test_what_changed_is_told() -> None:
    old = small.expanded(small.spearmen()).at("Main", 1, 2)
    traits = [replace(trait, value="3") if isinstance(trait, t.DynamicProperty) else trait for trait in old.traits]
    traits = [replace(trait, level=2) if isinstance(trait, t.Layer) else trait for trait in traits]
    new = replace(old, traits=tuple(traits)).at("Main", 5, 6)
    assert changed(old, new) == ["Steps 4 → 3", "layer Flip 1 → 2", "on `Main` at 1,2 → on `Main` at 5,6"]
    assert changed(old, old) == []


def test_a_log_is_told_step_by_step() -> None:
    narrator = Narrator()
    list(narrator.lines(small.state()))
    steps = [[narrator.line(command) for command in step] for step in narrator.steps(small.steps())]
    assert steps == [
        ["chat: * Red begins"],
        [
            "`Spearmen 槍` moves from `Main` at 40,40 to `Main` at 88,68, on top of `Spearmen 槍`",
            "chat: * Spearmen moves 0101 -> 0201",
        ],
        ["`Spearmen 槍` changes: Steps 4 → 3"],
        ["property Score: 3 → 4", "chat: * score"],
    ]


def test_a_stack_and_a_deck_name_their_pieces() -> None:
    lines = list(Narrator().lines(small.state()))
    assert "stack 1010 on `Main` at 40,40: `Spearmen 槍`" in lines
    assert "1012: deck Events on `Main` at 450,450, face down, 1 cards" in lines


def test_html_of_the_chat_is_left_out() -> None:
    assert Narrator().line(c.Chat("<b>a</b> &lt;Red&gt;")) == "chat: a <Red>"


def test_passwords_are_not_told() -> None:
    player = c.Player("secret", "Taro", "Red")
    assert "secret" not in Narrator().line(player)
    assert "secret" not in json.dumps(Narrator().data(player))


@pytest.mark.parametrize("kind", [kind for kind in vars(c).values() if isinstance(kind, type)])
def test_every_command_has_words(kind: type) -> None:
    if issubclass(kind, c.Command) and kind is not c.Command:
        assert Narrator().line(kind())


def test_the_tree_names_components_and_pieces() -> None:
    lines = list(tree_words(small.build(), traits=True, details=True))
    assert lines[0].startswith("GameModule “Ford of the Small River”")
    assert any(line.strip().startswith("DiceButton “2d6” [hotkey=57348,0,Roll, text=2d6]") for line in lines)
    assert any(line.strip() == "- can be deleted: “Delete” (Ctrl+D)" for line in lines)


def test_plain_data_holds_only_what_differs_from_the_default() -> None:
    data = body_json(small.card("20", "Card"))
    assert data["traits"][0]["fields"] == {
        "key": "Ctrl+H", "image": "back.png", "menu": "Mask", "access": "side:",
    }  # fmt: skip
    assert json.loads(json.dumps(tree_json(small.build())))["tag"] == "VASSAL.build.GameModule"
