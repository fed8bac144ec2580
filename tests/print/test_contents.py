"""What is in the box: every sort of piece is pictured, every text and table stands there once, labels can be cut."""

from __future__ import annotations

from functools import cache

import pytest

from compiler.print.arts import card_back_art, face_art
from compiler.print.contents import content_pages
from compiler.print.trays import HEIGHT, WIDTH, tray_labels
from compiler.render.aid.folder import is_source, tells_steps
from compiler.render.drawing import Drawing
from compiler.render.sheet.column import MARGIN, Leaf
from compiler.render.sheet.presets import A4, LETTER, Paper
from compiler.render.style import palette_of
from tests.render.games import SLUGS, game
from tests.render.maps import runs

every_game = pytest.mark.parametrize("slug", SLUGS)


@cache
def pages(slug: str, paper: Paper = A4) -> list[Leaf]:
    return content_pages(game(slug), palette_of(game(slug)), paper)


def words(drawing: Drawing) -> str:
    return " ".join(run.line.text for run in runs(drawing.items))


@every_game
def test_every_sort_of_piece_is_pictured(slug: str) -> None:
    one, palette = game(slug), palette_of(game(slug))
    shown = {slot.art.key for leaf in pages(slug) for slot in leaf.slots}
    for kind, side in {(c.kind, c.side) for c in one.counters.values()}:
        faces = [c.faces[0] for c in one.counters.values() if (c.kind, c.side) == (kind, side)]
        mates = [c for c in one.counters.values() if (c.kind, c.side) == (kind, side)]
        assert any(face_art(one, palette, c, face).key in shown for c, face in zip(mates, faces, strict=True))
    for card_kind in one.card_kinds.values():
        if any(card.kind == card_kind.id for card in one.cards.values()):
            assert card_back_art(one, palette, card_kind).key in shown


@every_game
def test_sources_and_doubts_stand_there_and_what_the_aid_says_does_not(slug: str) -> None:
    one = game(slug)
    said = " ".join(words(leaf.drawing) for leaf in pages(slug))
    for page in one.help:
        begins = " ".join(page.text.strip().removeprefix("- ").split()[:4])
        assert (begins in said) == (is_source(one, page) and not tells_steps(one, page)), page.title
    for table in one.tables.values():
        if is_source(one, table):
            assert table.title.en in said
            plain = said.lower().replace("–", "-")  # ranges are set with the dash of a typesetter
            for head in table.rows.heads:
                assert head.label.split()[0].lower().strip(",") in plain or head.label in one.counters, head


@every_game
@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_every_label_stands_there_once_at_its_size_and_nothing_over_the_margin(slug: str, paper: Paper) -> None:
    one = game(slug)
    wanted = {face.front.key for face in tray_labels(one, palette_of(one))}
    slots = [slot for leaf in pages(slug, paper) for slot in leaf.slots]
    labels = [slot for slot in slots if slot.art.key in wanted]
    assert sorted(slot.art.key for slot in labels) == sorted(wanted)
    assert {(round(s.window[2] - s.window[0], 6), round(s.window[3] - s.window[1], 6)) for s in labels} == {
        (WIDTH, HEIGHT)
    }
    for slot in slots:
        x0, _, x1, y1 = slot.window
        assert x0 >= MARGIN - 0.5
        assert x1 <= paper.width - MARGIN + 0.5
        assert y1 <= paper.height - MARGIN + 0.5
