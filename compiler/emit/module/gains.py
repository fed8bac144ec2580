"""Tracks that the module moves itself: scorings, incomes and events of steps.yaml say by how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from compiler.emit.automation.lookup import choose
from compiler.emit.plan import Plan
from compiler.model.game import Game
from compiler.model.piles import Track
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import Report, SendToLocation, Trait


def next_property(track: Track) -> str:
    """The property that holds where the marker of a track goes next."""
    return "Next_" + track.id.replace(".", "_")


def goes_key(track: Track) -> Key:
    """The command at which the marker goes there."""
    return named(f"liege-gains-{track.id}")


def _bases(game: Game) -> Iterator[str]:
    articles = game.articles
    yield from (str(scoring.get("track")) for scoring in articles.scorings.values())
    yield from (str(income.get("to")) for income in articles.incomes.values())
    for event in articles.events.values():
        yield from (str(effect["track"]) for effect in fixed_shifts(event.written.value))


def fixed_shifts(do: Any) -> list[Mapping[str, Any]]:
    """The effects of a list that move a track by a number, whatever lies on the table."""
    effects = [effect for effect in do if isinstance(effect, Mapping)] if isinstance(do, tuple) else []
    return [
        e for e in effects
        if "track" in e and "when" not in e and isinstance(e.get("by"), int) and not str(e["track"]).endswith(".enemy")
    ]  # fmt: skip


def moved(plan: Plan, track: Track) -> bool:
    """Whether the module moves the marker of a track: it counts, lies on a board, and something says so."""
    counted = all(isinstance(box.value, int) for box in track.boxes)
    placed = (track.id, track.boxes[0].value) in plan.atlas.tracks
    return counted and placed and track.marker is not None and {track.id, track.base} & set(_bases(plan.game)) != set()


def gain_traits(plan: Plan, tracks: list[Track]) -> Iterator[Trait]:
    """A marker goes to the box that was worked out for it."""
    for track in (track for track in tracks if moved(plan, track)):
        spot, key = plan.atlas.tracks[track.id, track.boxes[0].value], goes_key(track)
        next_ = ex.prop(next_property(track))
        boxes = [(ex.equals(next_, box.value), plan.atlas.tracks[track.id, box.value].location) for box in track.boxes]
        zone = ex.braced(choose(boxes, ex.prop("CurrentZone")))
        yield SendToLocation("", key, spot.map, spot.map, destination="Z", zone=zone)
        yield Report((key,), "$newPieceName$ goes from $oldLocation$ to $location$")
