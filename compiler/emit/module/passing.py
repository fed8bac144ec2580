"""Lines the tracker does not stop at, and loops it goes round by itself.

A step that the sequence passes over (`when`), or that has nothing for the players (`line` with a condition), costs
nobody a press; a loop whose `while`, `until` or `again` a module can see is gone round until that is so. All of it
happens within the step that leads there (`stepping`): one press, one undo.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler.emit.automation.conditions import chosen, holds, lying
from compiler.emit.chat import REFUSED
from compiler.emit.module import keys
from compiler.emit.module.acting import acting_in
from compiler.emit.module.again import again_text, chain_of, inside, line_before
from compiler.emit.module.card_menu import MENU, deal_text
from compiler.emit.module.decks import draw_decks
from compiler.emit.module.following import STEP, TURN
from compiler.emit.plan import Plan
from compiler.model.articles import Written
from compiler.model.loops import counted
from compiler.model.piles import Pile
from compiler.model.scenario import Scenario
from compiler.model.sequence import SequenceNode
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named

COMMAND = "Turns_command"  # what the tracker was last told: Next, Prev or Set
_OVER, _BACK_OVER = named("liege-tracker-over"), named("liege-tracker-back-over")


def passes_by(plan: Plan) -> bool:
    """Whether the tracker moves itself anywhere."""
    return bool(empty_lines(plan) or rounds(plan))


def empty_lines(plan: Plan) -> dict[str, ex.Node]:
    """The lines that may have nothing for anybody, with the test for it."""
    found: dict[str, ex.Node] = {}
    nodes = plan.nodes
    for entry in plan.lines:
        acting = acting_in(plan, entry, nodes)
        asked = (c for id in entry.within for key in ("when", "line") if (c := nodes[id].conditions.get(key)))
        tests = [test for c in asked if (test := holds(plan, c.value, acting, surely=False)) is not None]
        if tests:
            found[entry.label] = ex.not_(ex.every(*tests))
    return found if len(found) < len(plan.lines) else {}  # somewhere it must stop


def turns_of_lines(plan: Plan, scenario: Scenario | None = None) -> dict[str, frozenset[int]] | None:
    """The turns, by their place on the track, in which each such line is stopped at; None if anything else decides.

    Options are as the setup has them; without one each may be chosen.
    """
    track, found = counted(plan.game), dict[str, frozenset[int]]()
    if track is None or rounds(plan):
        return None
    values = [box.value for box in track.boxes]
    for entry in plan.lines:
        if entry.label not in empty_lines(plan):
            continue
        own = frozenset(range(len(values)))
        for id in entry.within:
            for key in ("when", "line"):
                condition = plan.nodes[id].conditions.get(key)
                if condition is None:
                    continue
                if isinstance(condition.value, Mapping) and "option" in condition.value:
                    if scenario is not None and not chosen(plan, condition.value, scenario):
                        own = frozenset()
                    continue
                if not isinstance(condition.value, Mapping) or set(condition.value) != {"turns"}:
                    return None
                first, last = (values.index(end) for end in condition.value["turns"])
                own &= frozenset(range(first, last + 1))
        found[entry.label] = own
    return found


def rounds(plan: Plan) -> dict[str, tuple[str, ex.Node]]:
    """The loops that are gone round by themselves: the line behind each, and whether there is another pass."""
    found = {}
    labels = [entry.label for entry in plan.lines]
    nodes = plan.nodes
    for loop, own in plan.loops.items():
        test = _another(plan, nodes[loop])
        if test is not None:
            found[loop] = (labels[(labels.index(own[-1].label) + 1) % len(labels)], test)
    return found


def rounds_said(plan: Plan) -> list[str]:
    """What the buttons of such loops say: they are seldom pressed, and stand in a menu."""
    return [again_text(node.name.en) for node in plan.game.steps() if node.id in rounds(plan)]


def _another(plan: Plan, node: SequenceNode) -> ex.Node | None:
    for key in ("again", "while", "until"):
        written: Written | None = node.conditions.get(key)
        test = holds(plan, written.value, [], surely=True) if written is not None else None
        if test is not None:
            return ex.not_(test) if key == "until" else test
    return None


def hands_told(plan: Plan) -> ex.Node:
    """Who still has cards, in the lines of a loop that goes on while anybody has; or that nobody has any."""
    text: ex.Node = ex.literal("")
    for loop, held in _hand_loops(plan):
        left: ex.Node = ex.literal("; cards in hand:")
        for pile in held:
            number = lying(plan, pile.id)
            names = " and ".join(plan.game.seats[seat].name.en for seat in pile.owners)
            left = ex.add(left, ex.if_(ex.greater(number, 0), ex.add(f" {names} ", number), ""))
        undealt = f"{REFUSED}; {_undealt(plan)}</font>"
        told = ex.if_(_anybody(plan, held), left, undealt)
        # the line before is not too late for it
        before = ex.every(ex.equals(ex.prop(STEP), line_before(plan, plan.loops[loop])), ex.not_(_anybody(plan, held)))
        text = ex.if_(inside(plan.loops[loop]), told, ex.if_(before, undealt, text))
    return text


def _hand_loops(plan: Plan) -> Iterator[tuple[str, list[Pile]]]:
    """The loops that are gone round while anybody has a card, with the hands."""
    for loop in rounds(plan):
        again = plan.nodes[loop].conditions.get("again")
        held = [plan.game.piles[id] for id in _piles_in(again.value if again is not None else None)]
        if held and all(pile.kind == "hand" for pile in held):
            yield loop, held


def _anybody(plan: Plan, held: list[Pile]) -> ex.Node:
    return ex.any_of(*(ex.greater(lying(plan, pile.id), 0) for pile in held))


def _undealt(plan: Plan) -> str:
    """What is said where nobody has a card."""
    deals = [deal_text(plan, deck) for deck in draw_decks(plan)]
    return f"nobody has a card: deal first (menu {MENU}, {deals[0]})" if deals else "nobody has a card"


def _piles_in(value: object) -> list[str]:
    """The piles that a condition asks for; none of one that asks for anything else."""
    if isinstance(value, Mapping) and set(value) == {"pile"}:
        return [str(value["pile"])]
    if isinstance(value, Mapping) and set(value) == {"any"}:
        return [id for part in value["any"] for id in _piles_in(part)]
    return []


# -- tests -------------------------------------------------------------------------------------------------------------
def is_empty(plan: Plan) -> ex.Node:
    """Whether the tracker stands at a line with nothing for anybody."""
    return ex.any_of(*(ex.every(ex.equals(ex.prop(STEP), label), test) for label, test in empty_lines(plan).items()))


def is_undealt(plan: Plan) -> ex.Node:
    """Whether the tracker has just come to a loop over cards of which nobody has one: they were not dealt."""
    loops = plan.loops
    begins = [
        ex.every(ex.equals(ex.prop(STEP), loops[loop][0].label), ex.not_(_anybody(plan, held)))
        for loop, held in _hand_loops(plan)
    ]
    return ex.every(ex.equals(ex.prop(COMMAND), "Next"), ex.any_of(*begins)) if begins else ex.any_of()


def is_passed(plan: Plan) -> ex.Node:
    """Whether the tracker moves on from where it stands: nothing is there for anybody, and nothing was forgotten."""
    forgotten = is_undealt(plan)
    return is_empty(plan) if forgotten == ex.any_of() else ex.every(is_empty(plan), ex.not_(forgotten))


def goes_round(plan: Plan) -> ex.Node:
    """Whether the tracker has just left a loop that has another pass."""
    left = [ex.every(ex.equals(ex.prop(STEP), label), test) for label, test in rounds(plan).values()]
    return ex.every(ex.equals(ex.prop(COMMAND), "Next"), ex.any_of(*left)) if left else ex.any_of()


def is_silent(plan: Plan) -> ex.Node:
    """Whether the tracker has nothing to say of where it stands, because it moves on."""
    stays = ex.every(ex.not_equals(ex.prop(COMMAND), "Next"), _begins(plan))
    return ex.any_of(ex.every(is_passed(plan), ex.not_(stays)), goes_round(plan))


# -- components --------------------------------------------------------------------------------------------------------
def moves_on(plan: Plan) -> tuple[Key, ...]:
    """What takes the tracker on from where it came to: round a loop once more, then over empty lines."""
    return (*(_round_key(loop) for loop in rounds(plan)), *((_OVER,) if empty_lines(plan) else ()))


def moves_back(plan: Plan) -> tuple[Key, ...]:
    """What takes the tracker back from where it came to, over empty lines."""
    return (_BACK_OVER,) if empty_lines(plan) else ()


def passing_buttons(plan: Plan, arrived: Key) -> Iterator[Component]:
    """Round a loop once more, on over empty lines, and back over them; what happens at a line is done at each."""
    for loop, (label, test) in rounds(plan).items():
        due = ex.every(ex.equals(ex.prop(STEP), label), ex.equals(ex.prop(COMMAND), "Next"), test)
        yield component(
            "m.DoActionButton", name=f"Round {loop}", text="", icon="", hotkey=_round_key(loop), doHotkey=True,
            hotkeys=chain_of(loop), doLoop=True, loopType="counted", loopCount=ex.braced(ex.if_(due, 1, 0)),
        )  # fmt: skip
    if not empty_lines(plan):
        return
    again, back = tuple(_round_key(loop) for loop in rounds(plan)), ex.every(is_empty(plan), ex.not_(_begins(plan)))
    for name, key, test, pressed in (
        ("On over nothing", _OVER, is_passed(plan), (keys.TRACKER_ON, arrived, *again)),
        ("Back over nothing", _BACK_OVER, back, (keys.TRACKER_BACK, arrived)),
    ):
        yield component(
            "m.DoActionButton", name=name, text="", icon="", hotkey=key, doHotkey=True, hotkeys=pressed, doLoop=True,
            loopType="while", whileExpression=ex.braced(test),
        )  # fmt: skip


def _begins(plan: Plan) -> ex.Node:
    """Whether the tracker stands where the game begins: nobody goes back further."""
    first, track = ex.equals(ex.prop(STEP), plan.lines[0].label), counted(plan.game)
    if track is None:
        return first
    box = track.boxes[0]
    return ex.every(first, ex.equals(ex.prop(TURN), box.value if isinstance(box.value, int) else box.label.en))


def _round_key(loop: str) -> Key:
    return named(f"liege-tracker-round-{loop}")
