"""One arithmetic: what the engine reckons and what the module works out are the same, over every game and input.

The engine's figures come from `play.mechanics.reckoning`, the module's from its built expressions, evaluated as VASSAL
does. Whatever game has rolls or upkeep is compared; nothing here knows one of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, product
from typing import Any, get_args

import pytest

from compiler.emit.automation.bars import AIM
from compiler.emit.automation.checks import CheckButton
from compiler.emit.automation.contests import ContestButton
from compiler.emit.automation.incomes import collected, held_property
from compiler.emit.automation.ladders import level_property
from compiler.emit.automation.modifiers import choices_of
from compiler.emit.automation.parties import parties_of_sides, party_names
from compiler.emit.automation.pools import PoolButtons
from compiler.emit.automation.preference import TELL_ONLY
from compiler.emit.automation.rankings import place_property, score_property
from compiler.emit.automation.roll_chain import held as held_for
from compiler.emit.automation.roll_chain import sure_of
from compiler.emit.chat import REFUSED
from compiler.emit.module.lines import entries
from compiler.emit.module.tracks import label_of, track_property
from compiler.emit.names import YES, plain
from compiler.model.game import Game
from compiler.model.rolls import (
    ROLLER,
    Asked,
    Box,
    Brought,
    Case,
    Check,
    Contest,
    Ground,
    Lead,
    OnCard,
    Place,
    Source,
    Test,
    Volley,
)
from compiler.model.table import Piece
from compiler.model.upkeep import rungs
from compiler.model.ways import Way
from compiler.play.mechanics.reckoning import (
    awarded,
    climbed,
    held,
    hits,
    is_sure,
    outcome,
    ranked,
    reckon,
    reset_by,
    result,
    rolling,
    winner,
)
from compiler.play.mechanics.volleys import Led, added, aimed, commanded, dice_of, hits_of, lowest
from compiler.play.scene import Scene
from compiler.vassal.keys import named
from compiler.vassal.values import SetValue
from tests.emit.barring import is_barred
from tests.emit.beanshell import evaluate, evaluate_text
from tests.emit.inputs import Layouts, holding, options, scene_of, scoring, totals, turns
from tests.emit.pairs import Pair, declaring, make_pair
from tests.emit.tabletop import Tabletop

FLOOR = 200  # fewer inputs than that would prove little


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Pair]:
    """A game by name, made once."""
    return cache(lambda name: make_pair(name, tmp_path_factory.mktemp("games")))


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest) -> Iterator[list[int]]:
    """Counts inputs, says how many there were, and wants many."""
    counts = [0]
    yield counts
    with capsys.disabled():
        print(f"\n{request.node.name}: {counts[0]} inputs compared")
    assert counts[0] >= FLOOR


def value_of(link: Any, properties: dict[str, str]) -> str:
    assert isinstance(link.change, SetValue)
    return str(evaluate_text(link.change.value, properties))


# -- checks ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", declaring("rolls.yaml", "checks"))
def test_every_roll_of_every_face_has_the_same_outcome_and_result(
    slug: str, pair: Callable[[str], Pair], told: list[int]
) -> None:
    it = pair(slug)
    faces = [None, *dict.fromkeys(face.id for c in it.game.counters.values() for face in c.faces)]
    for check in it.game.rolls.checks.values():
        button = CheckButton(it.plan, check)
        links = {link.holder.removeprefix(f"Roll_{check.id}_"): link for link in button.answers()}
        for piece, total, bonus in product(_numbers(it.game, check), totals(it.game.dice[check.dice]), range(-4, 5)):
            scene = scene_of(it.book, [piece])
            found = outcome(scene, check, piece, total, bonus)
            known = {f"Roller_{field}": plain(scene.value(piece, field) or 0) for field in check.fields}
            known |= {f"Roll_{check.id}_bonus": str(bonus), f"{check.dice}_total": str(total)}
            known |= {held_for(ROLLER, sure_of(check, t)): YES if is_sure(scene, t, piece) else "" for t in check.sure}
            known[f"Roll_{check.id}_outcome"] = value_of(links["outcome"], known)
            assert known[f"Roll_{check.id}_outcome"] == found.gives, (check.id, piece, total, bonus)
            told[0] += 1
            for face in faces if check.reading is not None and check.reading.by_face else faces[:1]:
                target = _with_face(it.game, face)
                known["Target_face"] = face or ""
                read = result(scene, check, found, target)
                assert value_of(links["result"], known) == (read.code if read else "") if check.reading else not read
                told[0] += 1


def _numbers(game: Game, check: Check) -> list[Piece]:
    """A piece for every different set of numbers that a check is made against; where no number counts, every face."""
    found: dict[tuple[Any, ...], Piece] = {}
    for counter in (c for c in game.counters.values() if c.kind in check.kinds):
        for n, face in enumerate(counter.faces):
            numbers = tuple(face.values.get(field) for field in check.fields) or (counter.id, face.id)
            piece = Piece(counter.piece_ids[0], counter.id, game.map.land[0], face=n, side=counter.side)
            found.setdefault(numbers, piece)
    return list(found.values())


def _with_face(game: Game, face: str | None) -> Piece | None:
    for counter in game.counters.values():
        for n, own in enumerate(counter.faces):
            if own.id == face:
                return Piece(counter.piece_ids[0], counter.id, game.map.land[0], face=n, side=counter.side)
    return None


@pytest.mark.parametrize("slug", declaring("rolls.yaml", "checks", " ground: "))
def test_every_space_does_the_same_to_who_stands_there(slug: str, pair: Callable[[str], Pair], told: list[int]) -> None:
    it = pair(slug)
    grounds = [m for m in it.game.rolls.modifiers.values() if isinstance(m.source, Ground)]
    check = next(c for c in it.game.rolls.checks.values() if any(m.id in c.modifiers for m in grounds))
    roller = _numbers(it.game, check)[0]
    target = next(piece for piece in Layouts(it.game, 0).pieces(0) if piece.id != roller.id)
    for space in it.game.map.land:
        pieces = [roller._replace(place=space), target._replace(id=target.id, place=space)][
            : 1 + (roller.id != target.id)
        ]
        scene = it.lay(pieces, turns(it.game)[-1])
        compare(it, scene, check, pieces[0], pieces[-1], totals(it.game.dice[check.dice])[0])
        told[0] += 2


@pytest.mark.parametrize("slug", declaring("rolls.yaml", "checks"))
def test_every_check_of_every_unit_adds_the_same_parts(slug: str, pair: Callable[[str], Pair], told: list[int]) -> None:
    it = pair(slug)
    layouts, chance = Layouts(it.game, 11), random.Random(7)
    chosen = cycle(options(it.game))
    rounds = max(26, 2 * FLOOR // len(layouts.counters))  # few pieces are laid out more often
    for nth, turn in zip(range(rounds), cycle(turns(it.game)), strict=False):
        pieces = layouts.pieces(nth)
        scene = it.lay(pieces, turn, next(chosen))
        standing = [piece for piece in pieces if piece.place in it.book.land]
        for n, piece in enumerate(standing):
            kind = it.game.counters[piece.counter].kind
            checks = [c for c in it.game.rolls.checks.values() if kind in c.kinds]
            for check in checks[(nth + n) % len(checks) :: 4]:  # all of them after some layouts
                target = chance.choice([None, *standing]) if check.target else None
                compare(it, scene, check, piece, target, chance.choice(totals(it.game.dice[check.dice])), chance)
                told[0] += 1


def compare(
    it: Pair,
    scene: Scene,
    check: Check,
    piece: Piece,
    target: Piece | None,
    roll: int,
    chance: random.Random | None = None,
) -> None:
    """One check on both tables: every part, their sum, the outcome, the result."""
    table, given = it.table, {}
    for modifier in (it.game.rolls.modifiers[id] for id in check.modifiers):
        if isinstance(modifier.source, Asked | Brought):
            choices = list(choices_of(it.plan, modifier.source))
            given[modifier.id] = chance.choice(choices) if chance is not None else choices[0]
            table.answers[f"Ask_{modifier.id}"] = given[modifier.id]
    table.dice = [roll]
    table.properties[TELL_ONLY] = "true"  # the scene stays as it is
    if target is not None:
        table.send(target.id, AIM)
    table.send(piece.id, check.name.en)
    refused = _refused(it, check, piece, target) or is_barred(scene, check, piece, target)
    sure = any(is_sure(scene, test, piece) for test in check.sure)
    assert (table.dice == [roll]) == (refused or sure), (check.id, piece, target)
    if refused:  # nobody may attack so, but the numbers are the same
        assert table.chat[-1].startswith(REFUSED)
        for key in ("liege-tell-roller", f"liege-press-{check.id}", "liege-press-forget"):
            table.send(piece.id, str(named(key)))
    figure = reckon(scene, check, piece, target, given)
    parts = dict.fromkeys(check.modifiers, 0.0)
    for id in check.modifiers:
        modifier = it.game.rolls.modifiers[id]
        parts[id] = sum(p.value for p in figure.parts if (p.name, p.rule) == (modifier.name.en, modifier.note.rule))
    shown = {id: float(table.properties[f"Roll_{check.id}_{id}"]) for id in check.modifiers}
    assert shown == parts, (check.id, piece, target)
    assert float(table.properties[f"Roll_{check.id}_bonus"]) == figure.sum
    found = outcome(scene, check, piece, roll, figure.sum)
    assert table.properties[f"Roll_{check.id}_outcome"] == found.gives
    if check.reading is not None:
        read = result(scene, check, found, target)
        assert table.properties[f"Roll_{check.id}_result"] == (read.code if read is not None else "")


def _refused(it: Pair, check: Check, piece: Piece, target: Piece | None) -> bool:
    """Whether nobody, a friend, or somebody out of reach is aimed at."""
    if not check.target:
        return False
    if target is None or it.game.seat_of(piece.side or "") == it.game.seat_of(target.side or ""):
        return True
    cells, grid = it.game.map.cells, it.game.map.grid
    if check.reach is None or grid is None:
        return False
    return grid.distance(cells[piece.place], cells[target.place]) > check.reach


# -- contests ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", declaring("rolls.yaml", "contests"))
def test_every_contest_has_the_same_totals_winner_and_award(
    slug: str, pair: Callable[[str], Pair], told: list[int]
) -> None:
    it, chance = pair(slug), random.Random(5)
    for contest, turn, chosen in product(it.game.rolls.contests.values(), turns(it.game), options(it.game)):
        scene, can = it.lay([], turn, chosen), totals(it.game.dice[contest.dice])
        for rolls in [(can[0], can[-1]), *((chance.choice(can), chance.choice(can)) for _ in range(11))]:
            _contest(it, scene, contest, rolls, [chance.randint(0, 9) for _ in contest.seats])
            told[0] += 1


def _lead(game: Game, numbers: dict[str, int]) -> str:
    """Who is ahead by how much, as the list says it."""
    (first, most), (second, least) = numbers.items()
    ahead = first if most > least else second
    return "equal" if most == least else f"{game.seats[ahead].name.en} by {abs(most - least)}"


def _contest(it: Pair, scene: Scene, contest: Contest, rolls: tuple[int, int], leads: list[int]) -> None:
    table, id = it.table, contest.id
    modifiers = [it.game.rolls.modifiers[m] for m in contest.modifiers]
    numbers = dict(zip(contest.seats, leads, strict=True))
    given = {m.id: numbers for m in modifiers if isinstance(m.source, Lead)}
    table.answers = {f"Ask_{id}_{m}": _lead(it.game, numbers) for m in given}
    table.dice = list(rolls)
    table.button(contest.name.en)
    tracks = [m.source.track for m in modifiers if isinstance(m.source, Box)]
    boxes = [b for t in tracks for b in it.game.tracks[t].boxes if b.value == scene.table.tracks[t]]
    if not all(any(seat in box.values for seat in contest.seats) for box in boxes):  # nobody rolls, and nobody is asked
        assert not any(table.offered[f"Ask_{id}_{m}"] for m in given)
        return
    figures = {seat: reckon(scene, contest, seat, given=given) for seat in contest.seats}
    sums = {seat: roll + figures[seat].sum for seat, roll in zip(contest.seats, rolls, strict=True)}
    first = winner(contest, sums)
    for seat in contest.seats:
        assert float(table.properties[f"Roll_{id}_total_{seat}"]) == sums[seat], (seat, rolls, leads)
        if contest.table is not None:
            given_to = table.properties[f"Roll_{id}_gives_{seat}"]
            assert given_to == plain(awarded(scene, contest, sums[seat], seat == first))
    for track, who in zip(contest.sets, (first, contest.other(first)), strict=True):
        if track is not None:
            named = it.game.tracks[track]
            assert table.properties[track_property(named)] == label_of(named, who)


@pytest.mark.parametrize("slug", declaring("rolls.yaml", "contests"))
def test_every_total_of_a_contest_is_worth_the_same(slug: str, pair: Callable[[str], Pair], told: list[int]) -> None:
    it = pair(slug)
    scene = scene_of(it.book, [])
    for contest in (c for c in it.game.rolls.contests.values() if c.table is not None):
        links = {link.holder: link for link in ContestButton(it.plan, contest).answers()}
        first, second = contest.seats
        for half, won in product(range(-8, 81), (True, False)):
            mine, theirs = half / 2, half / 2 + (-1 if won else 1)
            known = {
                f"Roll_{contest.id}_total_{first}": f"{mine:g}",
                f"Roll_{contest.id}_total_{second}": f"{theirs:g}",
            }
            shown = value_of(links[f"Roll_{contest.id}_gives_{first}"], known)
            assert shown == plain(awarded(scene, contest, mine, won)), (mine, won)
            shown = value_of(links[f"Roll_{contest.id}_gives_{second}"], known)
            assert shown == plain(awarded(scene, contest, theirs, not won)), (theirs, not won)
            told[0] += 2


# -- pools -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", declaring("rolls.yaml", "pools"))
def test_every_die_of_every_kind_hits_in_both_or_in_neither(
    slug: str, pair: Callable[[str], Pair], told: list[int]
) -> None:
    it, chance = pair(slug), random.Random(3)
    scene = scene_of(it.book, [])
    for pool in it.game.rolls.pools.values():
        faces, order = range(1, it.game.dice[pool.dice].sides + 1), rolling(it.book, pool)
        in_turn = [kind for kinds in order.values() for kind in kinds]
        (*_, (_, everything, kinds)) = PoolButtons(it.plan, pool).parts()
        assert kinds == in_turn
        for kind, die in product(pool.kinds, faces):
            assert _pool(it, pool.id, everything, {kind: 1}, [die]) == hits(it.book, pool, [kind], [die])
            assert (die <= reckon(scene, pool, kind).sum) == bool(hits(it.book, pool, [kind], [die]))
            told[0] += 1
        for _, text, kinds in PoolButtons(it.plan, pool).parts():
            for _ in range(100):
                numbers = {kind: chance.randint(0, 4) for kind in kinds}
                units = [kind for kind in in_turn for _ in range(numbers.get(kind, 0))]
                dice = [chance.choice(faces) for _ in units]
                assert _pool(it, pool.id, text, numbers, dice) == hits(it.book, pool, units, dice)
                told[0] += 1


def _pool(it: Pair, pool: str, button: str, numbers: dict[str, int], dice: list[int]) -> int:
    kinds = it.game.rolls.pools[pool].kinds
    it.table.properties |= {f"Pool_{pool}_number_{kind}": str(numbers.get(kind, 0)) for kind in kinds}
    it.table.dice = list(dice)
    it.table.chat.clear()
    it.table.button(button)
    assert it.table.dice == [], "every unit rolls once"
    found = sum(int(it.table.properties[f"Pool_{pool}_hits_{kind}"]) for kind in kinds if kind in numbers)
    told = f"<b>{found or 'no'} hit{'' if found == 1 else 's'}</b>"
    assert (told if dice else "nobody is counted in") in it.table.chat[0]
    return found


# -- volleys -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", declaring("rolls.yaml", "volleys", " support: "))
def test_every_commander_with_any_card_and_support_hits_the_same(
    slug: str, pair: Callable[[str], Pair], told: list[int]
) -> None:
    it, chance = pair(slug), random.Random(19)
    for volley in it.game.rolls.volleys.values():
        counters = [c for c in it.game.counters.values() if c.kind in volley.kinds]
        side = next(c.side for c in counters)  # they all serve one side: nobody else may take part
        pieces = [Piece(id, c.id, it.game.map.land[0], side=side) for c in counters for id in c.piece_ids]
        scene, kinds = it.lay(pieces), {piece.id: it.game.counters[piece.counter].kind for piece in pieces}
        able = [piece for piece in pieces if volley.support and scene.value(piece, volley.support)]
        for commander, _ in product([None, *(p for p in pieces if kinds[p.id] in volley.leaders)], range(5)):
            supporters = chance.sample([p for p in able if p != commander], chance.randint(0, min(2, len(able) - 1)))
            others = chance.sample([p for p in pieces if p not in (commander, *supporters)], chance.randint(0, 9))
            units = [*([commander] if commander else []), *supporters, *others]
            fit = [p for p in units if p not in supporters and kinds[p.id] in volley.leaders]
            best = max(fit, key=lambda p: int(scene.value(p, volley.hits) or 0), default=None)
            leads = commander or best  # who can command best does, if nobody is named
            led = Led(len(units), leads, len(supporters))
            refused = not units
            _volley(it, scene, volley, led, (units, supporters, commander, refused), chance)
            told[0] += 1


def _volley(it: Pair, scene: Scene, volley: Volley, led: Led, who: Any, chance: random.Random) -> None:
    """One volley on both tables: dice, what they must not exceed, hits; afterwards nobody is counted in.

    Where nobody takes part it is refused.
    """
    (units, supporters, named, refused), table, name, given = who, it.table, volley.name.en, {}
    for modifier in (it.game.rolls.modifiers[id] for id in volley.modifiers):
        if isinstance(modifier.source, Asked | OnCard):
            choices = choices_of(it.plan, modifier.source)
            label = table.answers[f"Ask_{modifier.id}"] = chance.choice(list(choices))
            given[modifier.id] = label if isinstance(modifier.source, Asked) else choices[label]
    for command, group in (
        ("Take part in", units),
        ("Support the commander in", supporters),
        ("Command in", units[:1] if named else []),
    ):
        for piece in group:
            table.choose(piece.id, f"{command} {name}")
    rolled = [chance.randint(1, it.game.dice[volley.dice].sides) for _ in range(led.dice)]
    table.dice = list(rolled)
    table.button(name)
    if refused:
        assert table.chat[-1].startswith(REFUSED)
        assert [id for id, own in table.pieces.items() if own[f"Part_{volley.id}"] != "1"] == _in_order(table, units)
        table.button(f"{name}: take everybody out")
    else:
        most = aimed(scene, volley, led, given).sum
        assert table.dice == []
        assert float(table.properties[f"Volley_{volley.id}_most"]) == most, (led, given)
        hits = sum(die <= most for die in rolled)
        told = f"<b>{hits or 'no'} hit{'' if hits == 1 else 's'}</b>" if led.commander else "no die is rolled"
        assert told in table.chat[-1]
    assert all(own[f"Part_{volley.id}"] == "1" for own in table.pieces.values())


def _in_order(table: Tabletop, units: list[Piece]) -> list[str]:
    return [id for id in table.pieces if id in {piece.id for piece in units}]


@pytest.mark.parametrize("slug", declaring("rolls.yaml", "volleys", " ways:"))
def test_every_way_to_fire_of_every_force_hits_the_same(
    slug: str, pair: Callable[[str], Pair], told: list[int]
) -> None:
    """Forces of one party: any leaders, few men or many, of one side or of two, against another party."""
    it, chance = pair(slug), random.Random(23)
    modifiers, every = it.game.rolls.modifiers, options(it.game)
    for volley in it.game.rolls.volleys.values():
        counters = [c for c in it.game.counters.values() if c.kind in volley.kinds]
        party = parties_of_sides(it.plan, volley.parties) if volley.parties is not None else {}
        for side in dict.fromkeys(c.side or "" for c in counters):
            friends = [s for s in it.game.sides if party.get(s, s) == party.get(side, side)]
            own = [(c, id) for c in counters if c.side == side for id in c.piece_ids]
            allied = [(c, id) for c in counters if c.side in friends and c.side != side for id in c.piece_ids]
            foes = [(c, id) for c in counters if c.side not in friends for id in c.piece_ids]
            leaders = [each for each in own if each[0].kind in volley.leaders]
            men = [each for each in own if each not in leaders]
            cases = [
                (way, chosen)
                for way in volley.ways.values()
                for chosen in (every if any(modifiers[id].cases for id in way.modifiers) else every[:1])
            ]
            for (way, chosen), led in product(cases, range(min(len(leaders), 3) + 1)):
                few = [*chance.sample(leaders, led), *chance.sample(men, min(len(men), chance.randint(1, 13)))]
                few += chance.sample(allied, min(len(allied), chance.choice((0, 0, 2, 4))))
                target = foes[told[0] % len(foes)]
                scene = it.lay([_firing(it, volley, way, each, chance) for each in (*few, target)], None, chosen)
                _fired(it, scene, volley, way, [id for _, id in few], target[1], chance)
                told[0] += 1


def _firing(it: Pair, volley: Volley, way: Way, who: Any, chance: random.Random) -> Piece:
    """A unit where it fights; about half of those that could share dice do, or are more than they were."""
    counter, id = who
    shares = way.shared is not None and chance.random() < 0.5
    marks: tuple[tuple[str, Any], ...] = ((way.shared.mark, True),) if way.shared is not None and shares else ()
    raised = way.commands.marks if way.commands is not None and counter.kind in volley.leaders else ()
    marks += tuple((mark, True) for mark in raised if chance.random() < 0.3)
    when = way.when
    fields = when.fields.items() if when is not None else ()
    fitting = (s for s in it.game.map.land if when is None or not when.kinds or it.game.spaces[s].kind in when.kinds)
    place = next(s for s in fitting if all(it.game.spaces[s].values.get(name) == value for name, value in fields))
    return Piece(id, counter.id, place, side=counter.side, marks=marks)


def _fired(
    it: Pair, scene: Scene, volley: Volley, way: Way, ids: list[str], target: str, chance: random.Random
) -> None:
    """One volley on both tables: dice, the lowest that hits, hits and against whom."""
    table, pieces, name = it.table, scene.table.pieces, volley.name.en
    table.answers[f"Ask_{volley.id}_way"] = way.name.en
    for id in ids:
        table.choose(id, f"Take part in {name}")
    table.choose(target, f"Fired on in {name}")
    groups = _groups(scene, volley, way, [pieces[id] for id in ids])
    faces, words, hits, fallen = it.game.dice[volley.dice].sides, [], 0, []
    for more, dice in sorted(groups.items(), reverse=True):
        rolled = [chance.randint(1, faces) for _ in range(dice)]
        least = lowest(scene, way)
        hits += hits_of(rolled, more, least)
        need = max(1, int(least - more))
        words.append(f"{dice} di{'e' if dice == 1 else 'ce'} at {need} or more: {' '.join(map(str, rolled))}")
        fallen += rolled
    table.dice = list(fallen)
    table.button(name)
    assert table.dice == [], (way.id, ids)  # as many as the engine rolls
    assert "; ".join(words) in table.chat[-1], (way.id, ids, table.chat[-1])
    foe = _party_of(it, volley, str(pieces[target].side))
    assert f"<b>{hits or 'no'} hit{'' if hits == 1 else 's'}</b> against <b>{foe}</b>" in table.chat[-1]
    assert f", {way.name.en[:1].lower()}{way.name.en[1:]}: " in table.chat[-1]
    left = {"4"} if way.then is not None else {"1"}  # who fired is fired on next, where others still fire
    assert {table.pieces[id][f"Part_{volley.id}"] for id in ids} == left


def _groups(scene: Scene, volley: Volley, way: Way, units: list[Piece]) -> dict[float, int]:
    """How many dice have how much added; without commands the bravest commands all."""
    if way.led and way.commands is None:
        able = [unit for unit in units if scene.game.counters[unit.counter].kind in volley.leaders]
        chief = max(able, key=lambda unit: int(scene.value(unit, volley.hits) or 0), default=None)
        commands = [(chief, own) for _, own in commanded(scene, volley, way, units)]
    else:
        commands = commanded(scene, volley, way, units)
    found: dict[float, int] = {}
    for leader, own in commands:
        more = added(scene, volley, way, own[0], leader).sum
        found[more] = found.get(more, 0) + dice_of(scene, way, own)
    return found


def _party_of(it: Pair, volley: Volley, side: str) -> str:
    if volley.parties is None:
        return it.game.sides[side].name.en
    return party_names(it.plan, volley.parties)[parties_of_sides(it.plan, volley.parties)[side]]


# -- upkeep ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", declaring("upkeep.yaml", "incomes"))
def test_every_number_of_spaces_brings_every_side_the_same(
    slug: str, pair: Callable[[str], Pair], told: list[int]
) -> None:
    it, chance = pair(slug), random.Random(9)
    for income in it.game.upkeep.incomes.values():
        spaces = [space.id for space in it.game.spaces.values() if space.kind == income.spaces]
        for number in range(len(spaces) + 1):
            pieces = list(holding(it.game, income, chance, spaces[:number]))
            scene = it.lay(pieces)
            it.table.button(income.name.en)
            for side in income.sides:
                known = it.table.properties
                assert int(known[held_property(income, side)]) == len(held(scene, income, side)), (number, side)
                assert evaluate(collected(it.plan, income, side), known) == reckon(scene, income, side).sum
                told[0] += 1


@pytest.mark.parametrize("slug", declaring("upkeep.yaml", "ladders"))
def test_every_marker_climbs_the_same_boxes_to_the_same_levels(
    slug: str, pair: Callable[[str], Pair], told: list[int]
) -> None:
    it = pair(slug)
    spaces = it.plan.atlas.spaces
    for ladder in it.game.upkeep.ladders.values():
        for counter in (c for c in it.game.counters.values() if c.kind == ladder.markers):
            boxes = rungs(it.game, ladder, counter)
            off = next(s.id for s in it.game.spaces.values() if s.kind != ladder.boxes and s.id in spaces)
            for place in (*(box.id for box in boxes), off):
                marker = Piece(counter.piece_ids[0], counter.id, place, side=counter.side)
                scene = it.lay([marker])
                level = it.table.pieces[marker.id][level_property(ladder)]
                assert int(level) == reckon(scene, ladder, marker).sum, place
                for menu, steps in (("up", 1), ("down", -1), ("back to the first", -len(boxes))):
                    to = climbed(scene, ladder, marker, steps)
                    assert it.table.sent(marker.id, f"{ladder.name.en}: {menu}") == spaces[to].location, (place, menu)
                    told[0] += 1


@pytest.mark.parametrize("slug", declaring("upkeep.yaml", "resets"))
def test_a_step_turns_the_same_pieces_to_the_same_faces(
    slug: str, pair: Callable[[str], Pair], told: list[int]
) -> None:
    it, chance = pair(slug), random.Random(13)
    spaces = [space.id for space in it.game.spaces.values() if space.id in it.plan.atlas.spaces]
    # what is turned because it moved hangs on a sign of VASSAL's own: the module's tests look at it
    resets = [reset for reset in it.game.upkeep.resets.values() if not reset.moved]
    assert resets
    for reset, _ in product(resets, range(5)):
        pieces = [
            Piece(id, counter.id, chance.choice(spaces), face=chance.randrange(len(counter.faces)), side=counter.side)
            for counter in it.game.counters.values()
            for id in counter.piece_ids
        ]
        scene = it.lay(pieces)
        starts = [entry for entry in entries(it.game) if reset.at in entry.begins]
        assert len(starts) == 1
        before = {piece.id: piece.face for piece in pieces}
        assert it.table.faces() == before
        it.table.enter(starts[0].label)
        assert it.table.faces() == {**before, **dict(reset_by(scene, reset))}
        told[0] += len(pieces)


@pytest.mark.parametrize("slug", declaring("upkeep.yaml", "rankings"))
def test_every_side_has_the_same_score_and_place(slug: str, pair: Callable[[str], Pair], told: list[int]) -> None:
    it, chance = pair(slug), random.Random(17)
    it.table.properties[TELL_ONLY] = "false"  # markers go to their places
    for ranking, _ in product(it.game.upkeep.rankings.values(), range(40)):
        score = it.game.upkeep.scores[ranking.score]
        pieces, marks = scoring(it.game, score, ranking, chance)
        scene = it.lay(pieces, marks=marks)
        it.table.button(ranking.name.en)
        known, order = it.table.properties, ranked(scene, ranking)
        for side in score.sides:
            assert int(known[score_property(score, side)]) == reckon(scene, score, side).sum, side
            place = order.index(side) + 1 if side in order else 0
            assert int(known[place_property(ranking, side)]) == place, (side, order)
            assert (f" {place}. <b>{it.game.sides[side].name.en}</b>" in it.table.chat[-1]) == bool(place)
            told[0] += 1
        lies = {own["Side"]: own["CurrentZone"] for own in it.table.pieces.values() if "Side" in own and _orders(own)}
        for side, box in zip(_all_ranked(it, scene), ranking.boxes, strict=False):
            assert lies[side] == it.plan.atlas.spaces[box].location, (ranking.id, lies)


def _orders(own: dict[str, str]) -> bool:
    return own.get("CounterId", "").startswith("order_")


def _all_ranked(it: Pair, scene: Scene) -> list[str]:
    """The sides in the order their markers stand: one ranking behind the other."""
    return [side for ranking in it.game.upkeep.rankings.values() for side in ranked(scene, ranking)]


# -- nothing is left out -----------------------------------------------------------------------------------------------
def test_every_class_of_the_unions_is_compared_somewhere(pair: Callable[[str], Pair]) -> None:
    seen: set[type] = set()
    for slug in dict.fromkeys((*declaring("rolls.yaml", "checks"), *declaring("rolls.yaml", "contests"))):
        rolls = pair(slug).game.rolls
        for modifier in rolls.modifiers.values():
            seen |= {type(modifier.source), *map(type, modifier.cases)}
        for check in rolls.checks.values():
            seen |= {type(outcome.test) for outcome in check.outcomes}
            seen |= {type(place) for r in [check.reading] if r is not None for place in (r.column, r.row)}
    assert seen == {*get_args(Source), *get_args(Case), *get_args(Test), *get_args(Place)}
