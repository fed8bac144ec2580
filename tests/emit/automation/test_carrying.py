"""Pieces in the boxes of another: they join whoever stands there, and leave to where he stands."""

from __future__ import annotations

from collections.abc import Callable

from compiler.emit.automation.carrying import _key, carried_by, join_text, leads_text
from compiler.emit.chat import REFUSED
from compiler.model.setup import fresh
from tests.emit.conftest import Built
from tests.emit.tabletop import Tabletop

Make = Callable[[str], Built]


def laid(made: Built, **places: str) -> Tabletop:
    """The first piece of each counter in its place."""
    table = Tabletop(made.box)
    counters = made.game.counters
    table.lay(fresh(made.game, counters[name].piece_ids[0], place) for name, place in places.items())
    return table


def place(table: Tabletop, id: str) -> tuple[str, str]:
    own = table.pieces[next(piece for piece in table.pieces if piece.partition("#")[0] == id)]
    return own["CurrentMap"], own["LocationName"]


def piece(table: Tabletop, id: str) -> str:
    return next(piece for piece in table.pieces if piece.partition("#")[0] == id)


def test_units_join_the_commander_in_their_hex_and_leave_to_his(built: Make) -> None:
    made = built("shingens_arrival")
    carry, plan = made.game.upkeep.carries["command"], made.box.plan
    led = [c.id for c in made.game.counters.values() if c.kind == "unit" and c.side == "takeda"]
    free = [id for id in led if id not in {str(s.values.get("leader")) for s in made.game.spaces.values()}][:5]
    table = laid(made, takeda_katsuyori="3008", **dict.fromkeys(free, "3008"), baba_nobuharu="3010")
    join, leave = _key(carry, "asked"), _key(carry, "leaves")
    for n, id in enumerate(free[:4], 1):
        assert table.offers(piece(table, id), str(join))
        assert not table.offers(piece(table, id), str(leave))
        table.choose(piece(table, id), join_text(plan, carry))
        assert place(table, id) == (plan.atlas.main.name, f"Takeda Katsuyori: {n}")
        assert not any(line.startswith(REFUSED) for line in table.chat)
        table.reckon(piece(table, id))
        assert table.pieces[piece(table, id)][carried_by(carry)] == "takeda_katsuyori"
    table.choose(piece(table, free[4]), join_text(plan, carry))
    assert place(table, free[4])[1].startswith("3008"), "his track has four boxes"
    assert table.chat[-1].startswith(REFUSED)
    assert not table.offers(piece(table, "takeda_katsuyori"), str(join)), "nobody joins himself"
    assert not table.offers(piece(table, "baba_nobuharu"), str(join)), "nobody stands with him"
    table.pieces[piece(table, "takeda_katsuyori")] |= {"LocationName": "3111", "CurrentZone": ""}
    assert table.offers(piece(table, free[1]), str(leave))
    table.send(piece(table, free[1]), str(leave))
    assert place(table, free[1])[1] == "3111", "wherever he has gone"
    table.choose(piece(table, free[4]), join_text(plan, carry))
    assert place(table, free[4])[1].startswith("3008"), "he has gone"


def test_an_army_card_takes_units_by_their_kind_and_side(built: Make) -> None:
    made = built("shogun")
    carry, plan = made.game.upkeep.carries["army"], made.box.plan
    table = laid(made, gray_army_2="owari", gray_gunner="owari", gray_bowman="owari", pink_bowman="owari")
    for id, where in (("gray_gunner", "Ashigaru square (army 2) 1"), ("gray_bowman", "Samurai square (army 2) 1")):
        table.choose(piece(table, id), join_text(plan, carry))
        assert place(table, id) == ("Army card: Gray", where)
    assert not table.offers(piece(table, "pink_bowman"), str(_key(carry, "asked")))
    table.reckon(piece(table, "gray_gunner"))
    table.send(piece(table, "gray_gunner"), str(_key(carry, "leaves")))
    assert place(table, "gray_gunner") == (plan.atlas.main.name, plan.atlas.spaces["owari"].location)


def test_who_finds_the_first_commander_full_joins_the_next(built: Make) -> None:
    made = built("shogun")
    carry, plan, atlas = made.game.upkeep.carries["army"], made.box.plan, made.box.plan.atlas
    first = [s.id for s in made.game.spaces.values() if s.kind == "samurai_square" and s.values.get("army") == 1]
    own = [id for id in first if atlas.spaces[id].map == "Army card: Gray"]
    bows = made.game.counters["gray_bowman"].piece_ids
    table = Tabletop(made.box)
    armies = [made.game.counters[f"gray_army_{n}"].piece_ids[0] for n in (1, 2)]
    laid_down = [*zip(armies, ("owari", "owari"), strict=True), *zip(bows, own, strict=False)]
    last = bows[len(own)]
    table.lay(fresh(made.game, id, place) for id, place in (*laid_down, (last, "owari")))
    table.choose(last, join_text(plan, carry))
    assert table.pieces[last]["LocationName"] == "Samurai square (army 2) 1", "army 1 has no room"
    assert not any(line.startswith(REFUSED) for line in table.chat)


def test_a_commander_says_who_is_with_him(built: Make) -> None:
    made = built("shingens_arrival")
    carry, plan = made.game.upkeep.carries["command"], made.box.plan
    led = [c.id for c in made.game.counters.values() if c.kind == "unit" and c.side == "takeda"]
    free = [id for id in led if id not in {str(s.values.get("leader")) for s in made.game.spaces.values()}][:2]
    table = laid(made, takeda_katsuyori="3008", **dict.fromkeys(free, "3008"))
    for id in free:
        table.choose(piece(table, id), join_text(plan, carry))
        table.reckon(piece(table, id))
    assert not table.offers(piece(table, free[0]), str(_key(carry, "who"))), "he leads nobody"
    table.choose(piece(table, "takeda_katsuyori"), leads_text(plan, carry))
    head, *told = table.chat[-3:]
    assert "with <b>Takeda Katsuyori</b>: 2" in head
    assert [line for line in told if line.startswith("– ")] == told
    assert [line.rpartition(", ")[2] for line in told] == ["Takeda Katsuyori: 1", "Takeda Katsuyori: 2"]
