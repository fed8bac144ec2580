"""Dice: a button for each set of the game, and for pools one that counts hits."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.asking import Question, asked_buttons
from compiler.emit.automation.lookup import choose
from compiler.emit.chat import player, said
from compiler.emit.module import keys
from compiler.emit.module.boards import listed
from compiler.emit.module.icons import icon
from compiler.emit.names import begun
from compiler.emit.plan import Plan
from compiler.model.game import Dice
from compiler.render.dice import DIE
from compiler.render.screen import SCALE
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, Value, component
from compiler.vassal.keys import Key, named

_POOL = 3  # from so many dice on, players count hits rather than add up
HITS_ON = "HitsOn"
_MOST_PICTURES, _MOST_SIDES = 6, 10  # dice and faces that are worth pictures
_LESS, _MORE = "or less", "or more"


def button_text(dice: Dice) -> str:
    """What the button says, `2d6`."""
    return f"{dice.count}d{dice.sides}"


def roll_key(dice: Dice) -> Key:
    """The command that rolls without a word of its own: a table speaks for it."""
    return named(f"liege-roll-{dice.id}")


def dice_buttons(plan: Plan) -> Iterator[Component]:
    """The dice of the game."""
    for nth, dice in enumerate(plan.game.dice.values()):
        # the name begins the properties that hold the roll
        common: dict[str, Value] = {"nDice": dice.count, "nSides": dice.sides, "reportTotal": False}
        total = ex.prop("numericalTotal")
        adds_up = dice.count > 1 and not dice.faces
        sum_ = said(" = <b>", total, "</b>") if adds_up else ex.literal("")
        words = said(player(), f" rolls {_named(plan, dice)}: ", *_faces(plan, dice), sum_)
        if _at_once(plan, dice):
            yield component(
                "m.DiceButton",
                name=dice.name.en,
                text=button_text(dice),
                icon=icon("dice"),
                tooltip=f"Roll {_named(plan, dice)}",
                hotkey=keys.dice_key(nth) or "",
                reportFormat=ex.braced(words),
                body="",
                **common,
            )
        yield component(
            "m.DiceButton", name=dice.id, text="", icon="", hotkey=roll_key(dice), reportFormat="", body="", **common
        )
        if dice.count >= _POOL:
            yield from _hits(dice)


def _named(plan: Plan, dice: Dice) -> str:
    return begun(plan.game, dice.name.en)


def _faces(plan: Plan, dice: Dice) -> Iterator[ex.Value]:
    """What the dice show: as pictures, with names under faces that have some, or of many dice as numbers."""
    if dice.count > _MOST_PICTURES or (dice.sides > _MOST_SIDES and not dice.faces):
        yield ex.prop("result")
        return
    size = round(DIE * SCALE)
    pictures = {face: plan.studio.die(dice, face) for face in range(1, dice.sides + 1)}
    names = {face: f"{shown.name.en} " for face, shown in enumerate(dice.faces, 1)}
    for nth in range(1, dice.count + 1):
        # whole tags without quotes: VASSAL looks for the file of every picture that a text names
        tags = [
            (face, f"<img src={name} width={size} height={size}> {names.get(face, '')}")
            for face, name in pictures.items()
        ]
        yield choose([(ex.equals(ex.prop(f"result{nth}"), face), tag) for face, tag in tags], "")


def _at_once(plan: Plan, dice: Dice) -> bool:
    """Whether players roll just so many: not of those that a volley throws as many of as there are units."""
    return dice.count <= _MOST_PICTURES or all(dice.id != volley.dice for volley in plan.game.rolls.volleys.values())


def dice_menu(plan: Plan) -> Iterator[Component]:
    """All dice behind one icon, where they are several; their keys roll them too."""
    texts = []
    for dice in plan.game.dice.values():
        texts += [
            *([button_text(dice)] if _at_once(plan, dice) else ()),
            *([f"{dice.name.en}: count hits"] if dice.count >= _POOL else ()),
        ]
    if len(texts) > 1:
        yield component(
            "m.ToolbarMenu", description="Dice", text="", icon=icon("dice"), tooltip="Dice", menuItems=listed(texts)
        )


def hit_property(plan: Plan) -> Iterator[Component]:
    """What a pool of dice hits on; the button asks for it."""
    pools = [dice for dice in plan.game.dice.values() if dice.count >= _POOL]
    if pools:
        yield _asks(max(dice.sides for dice in pools)).component()


def _asks(sides: int) -> Question:
    choices = (*(f"{n} {_LESS}" for n in range(1, sides)), *(f"{n} {_MORE}" for n in range(2, sides + 1)))
    return Question(HITS_ON, "A die hits on", choices)


def _hits(dice: Dice) -> Iterator[Component]:
    rolled, text = named(f"liege-hits-{dice.id}"), f"{dice.name.en}: count hits"
    yield from asked_buttons(
        text, [_asks(dice.sides)], (rolled,), text=text, tooltip=f"Roll some d{dice.sides} and count hits"
    )
    yield component(
        "m.DiceButton",
        name=f"{dice.id}_hits",
        text="",
        icon="",
        hotkey=rolled,
        nDice=1,
        nSides=dice.sides,
        prompt=True,
        lockSides=True,
        lockPlus=True,
        lockAdd=True,
        reportFormat=ex.braced(_counted(dice)),
    )


def _counted(dice: Dice) -> ex.Node:
    """A sentence with the number of dice that hit: faces up to, or from, the number asked for."""
    on = ex.prop(HITS_ON)
    total: ex.Node = ex.literal(0)
    for face in range(1, dice.sides + 1):
        low = ex.any_of(*(ex.equals(on, f"{n} {_LESS}") for n in range(face, dice.sides)))
        high = ex.any_of(*(ex.equals(on, f"{n} {_MORE}") for n in range(2, face + 1)))
        total = ex.add(total, ex.if_(ex.any_of(low, high), ex.prop(f"rawCount{face}"), 0))
    return said(player(), " rolls ", ex.prop("rawRolls"), ": <b>", total, "</b> hit on ", on)
