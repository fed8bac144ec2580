"""Chapters 5 and 6, winning: 35 provinces at once or at the end of a round, 50 of two players, the last one left."""

from __future__ import annotations

from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.rules.shogun.facts import facts
from compiler.rules.shogun.field import alive, seat
from compiler.rules.shogun.hands import take_card
from compiler.rules.shogun.standing import standing


def provinces_of(scene: Scene, who: str) -> int:
    """The provinces of a player, in both colours where he has two."""
    mine = standing(scene).owned
    return sum([len(mine.get(colour, ())) for colour in scene.book.sides_of(who, scene.scenario)])


def two_players(scene: Scene) -> bool:
    return len(scene.scenario.seats) == 2


def at_once(scene: Scene) -> Victory | None:
    """Whether somebody has won at this moment (5.1, 5.5)."""
    last = last_one(scene)
    if last is not None:
        return last
    if two_players(scene) or scene.option("longer_game"):
        return None
    return _reached(scene, facts(scene).provinces_to_win, "5.1")


def at_end_of_round(scene: Scene) -> Victory | None:
    """Whether somebody has won now that the round is over: the longer and the two-player game (5.3, 6.12)."""
    if two_players(scene):
        return _reached(scene, facts(scene).provinces_to_win_of_two, "6.12")
    return _reached(scene, facts(scene).provinces_to_win, "5.3" if scene.option("longer_game") else "5.1")


def _reached(scene: Scene, number: int, rule: str) -> Victory | None:
    if max(map(len, standing(scene).owned.values()), default=0) * (2 if two_players(scene) else 1) < number:
        return None  # nobody has as many, two colours taken together
    for who in scene.scenario.seats:
        if provinces_of(scene, who) >= number:
            return Victory((who,), f"{who} owns {provinces_of(scene, who)} provinces and is shogun", rule)
    return None


def last_one(scene: Scene) -> Victory | None:
    """The only player left has won (5.5)."""
    left = {seat(scene, colour) for colour in alive(scene)}
    return Victory(tuple(left), f"{next(iter(left))} is the last lord left", "5.5") if len(left) == 1 else None


def conquer(scene: Scene, colour: str, province: str) -> Victory | None:
    """A colour that has moved into an empty province takes its card, and wins perhaps (4-7D-Conq.2)."""
    take_card(scene, province, colour, "4-7D-Conq.2")
    return at_once(scene)
