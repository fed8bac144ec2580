"""Keys of pictures: whatever shows in a picture is in its key, and nothing else."""

from __future__ import annotations

from dataclasses import replace

from compiler.diagnostics import Span
from compiler.model.common import Name
from compiler.model.game import Game
from compiler.render.card.face import draw_card
from compiler.render.identity import board_key, card_key, face_key, table_key, told
from compiler.render.style import palette_of
from compiler.render.svg import svg_text
from tests.render.games import game


def face(g: Game, id: str) -> str:
    counter = g.counters[id]
    return face_key(g, palette_of(g), counter, counter.faces[0])


def test_a_changed_counter_changes_its_own_key_alone() -> None:
    g = game("first_battle")
    old = g.counters["north_spears"]
    renamed = replace(old, faces=(replace(old.faces[0], name=Name("Pikes")), *old.faces[1:]))
    after = replace(g, counters={**g.counters, "north_spears": renamed})
    assert face(g, "north_spears") != face(after, "north_spears")
    assert face(g, "north_guard") == face(after, "north_guard")


def test_places_in_files_do_not_count() -> None:
    g = game("first_battle")
    old = g.counters["north_spears"]
    moved = replace(old, note=replace(old.note, span=Span("elsewhere.yaml", 9, 9)))
    assert face(g, "north_spears") == face(replace(g, counters={**g.counters, "north_spears": moved}), "north_spears")
    assert told(old) == told(moved)


def test_other_inks_or_another_layout_are_another_picture() -> None:
    g = game("anegawa")
    counter = g.counters["oda_nobunaga"]
    palette = palette_of(g)
    key = face_key(g, palette, counter, counter.faces[0])
    assert key != face_key(g, replace(palette, ink="#000000"), counter, counter.faces[0])
    plain = replace(g, art=replace(g.art, counters={}))
    assert key != face_key(plain, palette, counter, counter.faces[0])
    assert key != face_key(g, palette, counter, counter.faces[1])
    assert key != face_key(g, palette, counter, None)


def test_a_province_card_knows_the_neighbours_it_lists() -> None:
    g = game("shogun")
    card = g.cards["card_shinano"]
    fewer = replace(g.map, links=tuple(link for link in g.map.links if {link.a, link.b} != {"shinano", "kai"}))
    after = replace(g, maps={fewer.id: fewer})
    assert svg_text(draw_card(g, palette_of(g), card)) != svg_text(draw_card(after, palette_of(g), card))
    kind = g.card_kinds[card.kind]
    assert card_key(g, palette_of(g), card, kind) != card_key(after, palette_of(g), card, kind)


def test_an_event_card_knows_the_side_of_the_leader_whose_crest_it_bears() -> None:
    g = game("a_most_dangerous_time")
    card = next(c for c in g.cards.values() if any(str(v) in g.counters for v in c.values.values()))
    leader = g.counters[next(str(v) for v in card.values.values() if str(v) in g.counters)]
    after = replace(g, counters={**g.counters, leader.id: replace(leader, side="mori")})
    kind = g.card_kinds[card.kind]
    assert card_key(g, palette_of(g), card, kind) != card_key(after, palette_of(g), card, kind)


def test_a_board_knows_the_size_of_what_lies_on_it() -> None:
    g = game("shogun")
    larger = {id: replace(kind, size=(70.0, 100.0)) for id, kind in g.card_kinds.items()}
    after = replace(g, card_kinds=larger)
    assert board_key(g, palette_of(g), g.map) != board_key(after, palette_of(g), g.map)
    assert board_key(g, palette_of(g), g.map) != board_key(g, palette_of(g), g.map, "army_card.pink")


def test_a_chart_knows_the_names_it_shows() -> None:
    g = game("a_most_dangerous_time")
    after = replace(g, sides={**g.sides, "oda": replace(g.sides["oda"], name=Name("House of Oda"))})
    table = g.tables["leaders"]
    assert table_key(g, palette_of(g), table) != table_key(after, palette_of(g), table)
