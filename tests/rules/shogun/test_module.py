"""The module beside the engine: what is secret stays secret in VASSAL, and its helpers reckon as the rules do."""

from __future__ import annotations

import pytest

from compiler.diagnostics import Sink
from compiler.emit.names import SOLO
from compiler.emit.pieces import Box, known_to, make_box
from compiler.emit.plan import make_plan
from compiler.emit.prototypes import make_shelf
from compiler.emit.reading import read_table
from compiler.emit.saving import lay
from compiler.emit.vlog import Told, last_table, log_commands
from compiler.emit.vsav import make_setup
from compiler.model.event import Event
from compiler.model.table import Table
from compiler.pipeline import read
from compiler.play.session import Session
from compiler.rules.shogun.ch04_5_ronin import Hide, camps
from compiler.vassal.commands import AddPiece, Command
from compiler.vassal.piece import Piece
from compiler.vassal.traits import Mask
from tests.faulty import copy
from tests.rules.shogun.table import go, position, scene

COLOURS = ("pink", "gray", "green", "orange", "purple")


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Box:
    """The game on its way to VASSAL; a copy, so that nothing is written into the checkout."""
    sink = Sink()
    found = read(copy("shogun", tmp_path_factory.mktemp("games")), sink)
    assert found is not None
    plan = make_plan(found.game, found.bundle, sink, None)
    return make_box(plan, make_shelf(plan))


# -- hidden ronin ------------------------------------------------------------------------------------------------------
def hiding() -> Session:
    """Ronin of two colours on face-down cards."""
    session = position(
        "hire_ronin", lands={"kai": "pink 5 spearman", "hida": "gray 5 spearman", "iyo": "pink 5 spearman"},
        bins={"pink": (0, 0, 0, 3, 0), "gray": (0, 0, 0, 1, 0)},
    )
    go(session, {"pink": Hide("kai", 4), "gray": Hide("hida", 2)})
    go(session, {"pink": Hide("iyo", 2)})
    return session


def masks(commands: tuple[Command, ...]) -> dict[str, str]:
    """The owner of every mask that lies on a piece."""
    pieces = {c.id: c.piece.first(Mask) for c in commands if isinstance(c, AddPiece) and isinstance(c.piece, Piece)}
    return {id: mask.owner for id, mask in pieces.items() if mask is not None and mask.masked}


def test_a_card_with_hidden_ronin_is_masked_for_all_but_its_owner(box: Box) -> None:
    session = hiding()
    laid = lay(box, box.plan.game.scenarios["four_players"], session.table)
    assert masks(laid.commands) == {"card_kai": "Pink", "card_hida": "Gray", "card_iyo": "Pink"}


def test_a_save_keeps_who_knows_a_card_and_that_ronin_stand_on_it(box: Box) -> None:
    session = hiding()
    laid = lay(box, box.plan.game.scenarios["four_players"], session.table)
    found = read_table(box.plan, laid.commands).table
    assert {id: p.seen_by for id, p in found.pieces.items()} == {
        id: p.seen_by for id, p in session.table.pieces.items()}
    again = Session(session.state)
    for colour in ("pink", "gray"):
        assert list(camps(scene(again), colour))
        boxes = [camp.box for camp in camps(scene(again), colour)]
        assert [found.stacks[box] for box in boxes] == [session.table.stacks[box] for box in boxes]


def test_a_log_masks_a_card_when_it_is_laid_down(box: Box) -> None:
    before = position("hire_ronin", lands={"kai": "pink 5 spearman"}, bins={"pink": (0, 0, 0, 2, 0)})
    start: Table = before.table
    events: list[Event] = before.apply(Hide("kai", 4), "pink")
    told = [Told(event, "…") for event in events]
    last = last_table(box, log_commands(box, box.plan.game.scenarios["four_players"], start, told)).table
    assert last.pieces["card_kai"].seen_by == ("pink",)


@pytest.mark.parametrize("scenario", ["first_round", "chapter_7"])
def test_setups_show_no_card_of_a_hand_outside_its_private_window(box: Box, scenario: str) -> None:
    laid = make_setup(box, box.plan.game.scenarios[scenario]).laid
    hands = {pile.name.en: pile for pile in box.plan.game.piles.values() if pile.kind == "hand"}
    held = {id: place for id, place in laid.places.items() if place in hands}
    assert len(held) == 68
    for place in set(held.values()):
        window = box.plan.atlas.windows[place]
        assert window.private
        assert window.seats == hands[place].owners


def test_a_card_masked_by_the_solitaire_player_belongs_to_the_side_of_its_camp(box: Box) -> None:
    game = box.plan.game
    assert known_to(game, "camp_3.gray", Mask(owner=SOLO)) == ("gray",)
    assert known_to(game, "camp_3.gray", Mask(owner="nobody")) == ()
    assert known_to(game, "camp_3.gray", Mask(owner="Green")) == ("green",)
    assert known_to(game, "camp_3.gray", Mask()) is None
