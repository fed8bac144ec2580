"""9. End of the game, victory points, ties; what option 11-2 adds."""

from __future__ import annotations

from collections.abc import Sequence

from compiler.model.event import Said
from compiler.play.coverage import carries
from compiler.play.mechanics.reckoning import SPACES, reckon
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.play.step import stands
from compiler.rules.road_to_honganji.facts import CAPITAL, NOBUNAGA
from compiler.rules.road_to_honganji.field import (
    called,
    controlled,
    facts,
    is_out,
    is_vassal,
    on_map,
    players,
    status,
    units_of,
)

MARKS = ("slayer", "avenger", "adviser")  # points won for good, which decide between equals as well


@carries("9-2.1", "5.2")
def score(scene: Scene, seat: str, lands: Sequence[str] | None = None) -> int:
    """The victory points of a player: his areas (or those given) and the points he has won for good."""
    given = {} if lands is None else {SPACES: lands}
    return int(reckon(scene, facts(scene).score, seat, given=given).sum)


@carries("10-1-1.2")
def final_lands(scene: Scene, seat: str) -> list[str]:
    """The areas a player scores for at the end; with option 11-2 those of the clans he knocked out as well."""
    found = controlled(scene, seat)
    if scene.option("inherited_areas"):
        found = found + [
            area for clan in scene.scenario.seats if heir(scene, clan) == seat for area in controlled(scene, clan)
        ]
    return found


@carries("11-2.1", "11-2.2", "11-2.3", "11-2.x1")
def heir(scene: Scene, clan: str) -> str | None:
    """Who inherits the areas of a knocked-out clan: the end of the chain of knock-outs, if it is a player in the game.

    A chain that comes back to itself, or ends with a clan nobody plays, gives nothing.
    """
    seen: set[str] = set()
    while is_out(scene, clan):
        if clan in seen:
            return None
        seen.add(clan)
        clan = str(scene.table.mark(clan, "knocked_out"))
    return clan if seen and clan in scene.scenario.seats else None


@carries("9-3.1", "9-3.2", "9-3.3")
def breakers(scene: Scene, seat: str) -> tuple[bool, bool, bool]:
    """What decides between players with the same points, the first thing first."""
    mark = scene.table.mark
    won = bool(mark(seat, "slayer") or mark(seat, "avenger"))
    return won, bool(mark(seat, "adviser")), CAPITAL in final_lands(scene, seat)


@stands
def fate(scene: Scene, seat: str) -> str:
    """What a player is: vassal, rebel or out."""
    return status(scene, seat) or "nobody"


@carries("9-1.x3")
def best(scene: Scene, seats: Sequence[str]) -> tuple[str, ...]:
    """The winners among some players still in the game: most points, then the tiebreakers, then shared."""
    if not seats:
        return ()
    rank = {seat: (score(scene, seat, final_lands(scene, seat)), *breakers(scene, seat)) for seat in seats}
    top = max(rank.values())
    return tuple(seat for seat in seats if rank[seat] == top)


def tell_points(scene: Scene, seats: Sequence[str]) -> None:
    """The points of some players as they count at the end, with what decides between equals."""
    words = []
    for seat in seats:
        won = [scene.game.marks[mark].name.en for mark in MARKS if scene.table.mark(seat, mark)]
        why = f" ({', '.join(won)})" if won else ""
        words.append(f"{called(scene, seat)}, {fate(scene, seat)}, {score(scene, seat, final_lands(scene, seat))}{why}")
    scene.do(Said(f"victory points: {'; '.join(words) or 'nobody is left'}", rule="9-2.1"))


@carries("9-1.1", "9-1.2", "9-1.3", "9-1.x1", "9-1.x2")
def sudden_end(scene: Scene) -> Victory | None:
    """The ends that come at once, tried when all damage and knock-outs are done: first the last player (9-1.2)."""
    left = players(scene)
    if len(left) < 2:
        if not left:
            return Victory((), "the last players have fallen together", "9-1.x2")
        return Victory((left[0],), "all other players are out of the game", "9-1.2")
    if on_map(scene, NOBUNAGA) and not any(units_of(scene, clan) for clan in facts(scene).greater):
        vassals = [seat for seat in left if is_vassal(scene, seat)]
        tell_points(scene, vassals)
        return Victory(best(scene, vassals), "all greater daimyos are gone and Nobunaga remains", "9-1.3")
    return None


@carries("9-1.4", "9-1.5", "9-1.6")
def judged(scene: Scene) -> Victory:
    """The end by the game end check, or after the last turn: Nobunaga alive, all lose; else most points win."""
    if on_map(scene, NOBUNAGA):
        return Victory((), "Oda Nobunaga is alive and all players lose", "9-1.4")
    tell_points(scene, players(scene))
    return Victory(best(scene, players(scene)), "Oda Nobunaga is gone and the most victory points win", "9-1.5")
