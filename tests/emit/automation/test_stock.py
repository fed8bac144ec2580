"""What modules count by steps.yaml: the same numbers as the engine, told, and the markers moved."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from compiler.emit.automation.stock_counts import counts, points_property, text_of
from compiler.emit.module.gains import next_property
from compiler.emit.module.tracks import label_of, track_property
from compiler.model.common import Value
from compiler.model.table import Piece
from compiler.play.stock.filters import HELD
from compiler.play.stock.here import Here
from compiler.play.stock.standing import raised
from tests.emit.conftest import Built
from tests.emit.pairs import Pair
from tests.emit.tabletop import Tabletop

GAMES = ("amber_strait", "marsh_barons")


@pytest.fixture(scope="module")
def pair(built: Callable[[str], Built]) -> Callable[[str], Pair]:
    made: dict[str, Pair] = {}

    def make(slug: str) -> Pair:
        if slug not in made:
            made[slug] = Pair(built(slug).game, Tabletop(built(slug).box))
        return made[slug]

    return make


def held_at_random(pair: Pair, chance: random.Random) -> dict[tuple[str, str], Value]:
    land = pair.game.map.land
    sides = (*pair.game.sides, None)
    found = {(space, HELD): chance.choice(sides) for space in land}
    return {key: side for key, side in found.items() if side is not None}


@pytest.mark.parametrize("slug", GAMES)
def test_module_and_engine_count_alike_whoever_holds_what(slug: str, pair: Callable[[str], Pair]) -> None:
    both, chance = pair(slug), random.Random(slug)
    made = counts(both.plan)
    assert len(made) == {"amber_strait": 3, "marsh_barons": 2}[slug]
    gained = 0
    for _ in range(60):
        scene = both.lay([], marks=held_at_random(both, chance))
        for count in made:
            tracks = {track.id: track for track, _ in count.tracks.values()}
            starts = {id: chance.choice([int(box.value) for box in track.boxes]) for id, track in tracks.items()}
            for id, value in starts.items():
                both.table.properties[track_property(tracks[id])] = label_of(tracks[id], value)
            both.table.button(text_of(both.plan, count))
            engine = gains(both, scene, count.id, count.sides[0])
            for side in count.sides:
                assert int(both.table.properties[points_property(count.id, side)]) == engine.get(side, 0)
                gained += engine.get(side, 0)
            for id, track in tracks.items():
                assert int(both.table.properties[next_property(track)]) == moved(both, scene, count, id, starts, engine)
    assert gained > 0


def gains(both: Pair, scene: object, id: str, side: str) -> dict[str, int]:
    """What each side gains by the engine."""
    articles, here = both.book.articles, Here.of(scene)  # type: ignore[arg-type]
    if id.startswith("score_"):
        return dict(articles.scorings[id.removeprefix("score_")].gains(here))
    seat = both.game.seat_of(side) or ""
    income = id.removeprefix("income_").removesuffix(f"_{seat}")
    return {side: articles.incomes[income].sum(here.at(seat=seat))}


def moved(both: Pair, scene: object, count: object, id: str, starts: dict[str, int], engine: dict[str, int]) -> int:
    """Where the engine puts the marker of a track: gain after gain, stopped at its ends."""
    scene.table.tracks[id] = starts[id]  # type: ignore[attr-defined]
    raised_by = count.article.get("raised_by")  # type: ignore[attr-defined]
    for side, points in engine.items():
        base = str(count.article.get("track") or count.article.get("to"))  # type: ignore[attr-defined]
        own, then = raised(scene, Here.of(scene), base, side, points, raised_by)  # type: ignore[arg-type]
        if own == id:
            scene.table.tracks[id] = then  # type: ignore[attr-defined]
    return int(scene.table.tracks[id])  # type: ignore[attr-defined]


def marked(both: Pair, track: str, value: int, marks: dict[tuple[str, str], Value], *more: Piece) -> str:
    """The marker of a track in the box of a value, and nothing else but marks and some pieces; its id."""
    found = both.game.tracks[track]
    land = next(iter(both.game.map.land))
    both.lay([Piece("the marker", found.marker or "", land), *more], marks=marks)
    box = both.plan.atlas.tracks[track, value].location
    both.table.pieces["the marker"] |= {"CurrentZone": box, "LocationName": box}
    both.table.count()
    both.table.properties[track_property(found)] = label_of(found, value)
    return "the marker"


def where(both: Pair, track: str, marker: str) -> Value:
    zone = both.table.pieces[marker]["CurrentZone"]
    spots = both.plan.atlas.tracks
    return next(value for (id, value), spot in spots.items() if id == track and spot.location == zone)


def test_the_marker_goes_where_the_count_says_and_all_hear_it(pair: Callable[[str], Pair]) -> None:
    both = pair("amber_strait")
    north = both.game.map.regions["north"].spaces
    marker = marked(both, "favour", 3, {(space, HELD): "guild" for space in north})
    both.table.button("Score North coast")
    assert where(both, "favour", marker) == -1  # more ports and the key port: four towards the Guild
    assert "<b>The Guild</b>: 3 held, <b>+4</b>." in both.table.chat[-1]
    both.table.properties["TellOnly"] = "true"
    marker = marked(both, "favour", 3, {(space, HELD): "guild" for space in north})
    both.table.button("Score North coast")
    assert where(both, "favour", marker) == 3
    both.table.properties["TellOnly"] = "false"


def test_an_event_is_told_and_what_needs_no_choice_is_done(pair: Callable[[str], Pair]) -> None:
    both = pair("amber_strait")
    marker = marked(both, "favour", 3, {}, Piece("salt_monopoly", "salt_monopoly", "played"))
    both.table.choose("salt_monopoly", "Event")
    assert where(both, "favour", marker) == 2
    assert "Favour moves one towards the Guild" in both.table.chat[0]
    isles = both.game.map.regions["isles"].spaces
    marker = marked(both, "favour", 0, {(s, HELD): "crown" for s in isles}, Piece("fair", "fair", "played"))
    both.table.choose("fair", "Event")
    assert where(both, "favour", marker) == 4
    assert [trait for trait in both.table.box.designs["storm"].traits if getattr(trait, "menu", "") == "Event"]


def test_what_the_board_cannot_tell_has_no_button(pair: Callable[[str], Pair]) -> None:
    both = pair("marsh_barons")
    assert [text_of(both.plan, count) for count in counts(both.plan)] == ["Taxes: Red banners", "Taxes: Blue banners"]
    marker = marked(both, "gold.red", 2, {("fenmouth", HELD): "red", ("crow", HELD): "blue"})
    both.table.button("Taxes: Red banners")
    assert where(both, "gold.red", marker) == 4
