"""Titles never break badly."""

from __future__ import annotations

from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PIL import Image

from compiler.render import type as typeset
from compiler.render.card.face import draw_card
from compiler.render.raster import png_bytes
from compiler.render.scene.splash import slip_of
from compiler.render.screen import SCALE, Studio
from compiler.render.style import palette_of
from compiler.render.titles import FACE, LEADING, SMALL, TRACK, breaks, broken, evenly, title_lines
from tests.render.games import SLUGS, game
from tests.render.maps import runs

TITLES = [game(slug).title.en for slug in SLUGS]
LONG = [*TITLES, "The Siege of the Castle in the Hills", "Of Mice and Men", "War", "A"]


@pytest.mark.parametrize("title", LONG)
@pytest.mark.parametrize(("room", "height"), [(90.0, 14.0), (40.0, 14.0), (60.0, 30.0), (24.0, 9.0)])
def test_a_title_fits_its_box_and_no_line_ends_in_a_small_word(title: str, room: float, height: float) -> None:
    size, lines = title_lines(title, room, height)
    assert " ".join(lines) == title
    assert len(lines) * size * LEADING <= height + 0.01
    assert max(typeset.width(line, size, FACE, TRACK) for line in lines) <= room + 0.01
    assert all(line.split()[-1].lower() not in SMALL for line in lines[:-1])


def test_the_most_even_break_that_reads_well_comes_first() -> None:
    assert breaks("Shingen’s Arrival in Kyoto")[1] == ("Shingen’s", "Arrival in Kyoto")
    assert broken("A Most Dangerous Time") == ["A Most", "Dangerous Time"]
    assert broken("Shogun") == ["Shogun"]


@pytest.mark.parametrize("slug", SLUGS)
def test_titles_on_pictures_read_well(slug: str) -> None:
    lines, _ = slip_of(game(slug))
    assert " ".join(lines).replace("’", "'") == game(slug).title.en
    assert all(line.split()[-1].lower() not in SMALL for line in lines[:-1])


@pytest.mark.parametrize("slug", ["first_battle", "anegawa"])
def test_the_wizard_of_vassal_writes_its_steps_beside_the_picture(slug: str) -> None:
    """Measured in VASSAL 3.7: its longest step ends 145 pixels from the left edge."""
    studio = SimpleNamespace(game=game(slug), palette=palette_of(game(slug)))
    drawn = Image.open(BytesIO(png_bytes(Studio._splash(cast(Any, studio)), SCALE))).convert("RGB")
    assert len(drawn.crop((0, 0, 145, 200)).getcolors(9) or ()) == 1


def test_a_title_of_two_lines_reads_well_where_a_pair_fits() -> None:
    assert evenly("Emperor Mandates a Truce", 4.2, 46) == ("Emperor Mandates", "a Truce")
    assert evenly("Tax and Levy", 4.2, 46) == ("Tax and Levy",)
    assert evenly("Chief Adviser to the Emperor Declaration", 4.2, 46) == (
        "Chief Adviser to the",
        "Emperor Declaration",
    )


def test_a_card_sets_its_title_evenly() -> None:
    one = game("a_most_dangerous_time")
    drawn = draw_card(one, palette_of(one), one.cards["event_30"])
    assert {"Emperor Mandates", "a Truce"} <= {run.line.text for run in runs(drawn.items)}
