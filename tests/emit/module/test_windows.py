"""Windows of one's own: who has a seat opens his, who plays alone is asked which of those in play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from compiler.emit.chat import IN_TURN
from compiler.emit.first_view import fit_key
from compiler.emit.module import keys
from compiler.emit.module.boards import open_key
from compiler.emit.module.vmod import build_file
from compiler.emit.module.windows import window_menus, window_properties
from compiler.emit.seats import SEATS, seats_text
from compiler.vassal import sequence
from tests.emit.conftest import SHIPPED, Built
from tests.emit.tabletop import Tabletop


class Screen(Tabletop):
    """Notes the windows that are opened or closed."""

    def __init__(self, made: Built) -> None:
        super().__init__(made.box)
        self.opened: list[str] = []
        for part in (*window_properties(self.plan), *window_menus(self.plan)):
            self.add(part)

    def press(self, key: str) -> None:
        windows = {str(open_key(w)): w.name for w in self.plan.atlas.windows.values() if w.private}
        if key in windows:
            self.opened.append(windows[key])
            return
        if key in {str(fit_key(w)) for w in self.plan.atlas.windows.values()}:
            return
        super().press(key)

    @property
    def asked(self) -> list[str]:
        """What the one dialog offered."""
        return [text for offered in self.offered.values() for text in offered]


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_window_that_is_opened_shows_all_of_its_board(slug: str, built: Callable[[str], Built]) -> None:
    """VASSAL makes windows too small for their bars: after a window is opened its board is fitted into it."""
    made = built(slug)
    root, plan = build_file(made.box, [], {}), made.box.plan
    pressed = [sequence.listed(p.get("hotkeys")) for p in root.walk() if p.kind == "DoActionButton"]
    for window in plan.atlas.windows.values():
        (map,) = [part for part in root.children if part.get("mapName") == window.name]
        (camera,) = [part for part in map.children if part.kind == "MoveCameraButton"]
        wide, high = window.pixels
        assert f'"{window.name}"' in camera.get("zoom")
        assert f"width/{wide}.0" in camera.get("zoom")
        assert f"height/{high}.0" in camera.get("zoom")
        if window.kind == "main":
            continue
        assert (camera.get("xPos"), camera.get("yPos")) == (str(wide // 2), str(high // 2))
        opening = [own for own in pressed if map.get("hotkey") in own]
        assert opening
        assert all(own.index(camera.get("hotkey")) > own.index(map.get("hotkey")) for own in opening)


@pytest.fixture
def screen(built: Callable[[str], Built]) -> Screen:
    return Screen(built("road_to_honganji"))


def test_who_plays_alone_opens_one_hand_that_of_the_player_in_turn_first(screen: Screen) -> None:
    screen.properties |= {"PlayerSide": "Solitaire", SEATS: seats_text(screen.plan, None), IN_TURN: "Shibata"}
    screen.press(str(keys.HAND))
    assert screen.opened == ["Hand: Shibata"]
    assert screen.asked == ["Hand: Shibata", "Hand: Akechi", "Hand: Tokugawa", "Hand: Hashiba"]


def test_hands_of_those_who_do_not_play_are_not_offered(screen: Screen) -> None:
    three = screen.plan.game.scenarios["three_players"]
    screen.properties |= {"PlayerSide": "Solitaire", SEATS: seats_text(screen.plan, three), IN_TURN: ""}
    screen.press(str(keys.HAND))
    assert screen.asked == ["Hand: Akechi", "Hand: Shibata", "Hand: Hashiba"]
    assert screen.opened == ["Hand: Akechi"]


def test_who_has_a_seat_is_not_asked(screen: Screen) -> None:
    """All of the sort are told to open; VASSAL opens those of the player's own side."""
    screen.properties |= {"PlayerSide": "Akechi", IN_TURN: "Shibata"}
    screen.press(str(keys.HAND))
    assert screen.asked == []
    assert screen.opened == [f"Hand: {seat.name.en}" for seat in screen.plan.game.seats.values()]
