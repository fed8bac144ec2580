"""Lints of the counter mix and its marks."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.check.lint import ERROR, WARNING, Found, lint
from compiler.model.counters import Counter
from compiler.model.game import Game
from compiler.model.ids import nearest
from compiler.model.scenario import Scenario

LARGEST = 60.0  # mm; larger ones are boards, not counters
SMALLEST = 8.0  # mm; smaller counters cannot be cut, held or read


def demand(game: Game, scenario: Scenario) -> dict[str, int]:
    """How many of each counter or card a scenario uses in all."""
    wanted: dict[str, int] = {}
    for placement in scenario.placements:
        wanted[placement.counter] = wanted.get(placement.counter, 0) + placement.count
    groups = [c for f in scenario.free for c in f.counters] + [c for r in scenario.reinforcements for c in r.counters]
    for id, count in (*groups, *(c for contents in scenario.piles.values() for c in contents)):
        wanted[id] = wanted.get(id, 0) + count
    return wanted


@lint("C301", WARNING, "A counter that no setup, pool or reinforcement uses is cut out for nothing, or was forgotten.")
def uncut_counter(game: Game) -> Iterator[Found]:
    """A counter is used by no setup, pool, reinforcement, mark or track."""
    used = {id for s in game.scenarios.values() for id in (*demand(game, s), *s.unused)}
    used |= {id for pile in game.piles.values() for id in pile.pieces}
    used |= {mark.counter for mark in game.marks.values() if mark.counter}
    used |= {track.marker for track in game.tracks.values() if track.marker}
    used |= {value for c in game.counters.values() for value in c.values.values() if isinstance(value, str)}
    for counter in game.counters.values():
        if counter.id not in used and not game.counter_kinds[counter.kind].marker:
            yield Found(
                f"no setup, pool or reinforcement uses `{counter.id}`",
                counter.note.span,
                "place it, put it into a pile, or list it under `unused` of a scenario",
            )


@lint("C302", ERROR, "The box does not hold that many.")
def over_placed(game: Game) -> Iterator[Found]:
    """A scenario uses more of a counter than the mix holds."""
    for scenario in game.scenarios.values():
        for id, count in demand(game, scenario).items():
            thing = game.counters.get(id)
            held = thing.count if thing else game.cards[id].copies
            if thing is not None and not game.counter_kinds[thing.kind].limited:
                continue
            if count > held:
                where = [p.note.span for p in scenario.placements if p.counter == id]
                where += [f.note.span for f in scenario.free if any(c == id for c, _ in f.counters)]
                where += [r.note.span for r in scenario.reinforcements if any(c == id for c, _ in r.counters)]
                last = max(where, default=scenario.note.span)
                yield Found(
                    f"scenario `{scenario.id}` uses {count} of `{id}`, and there are only {held}",
                    last,
                    "place fewer, or raise the counter's `count`",
                )


@lint("C303", WARNING, "Units belong to somebody; colours and commands follow the side.")
def unit_without_side(game: Game) -> Iterator[Found]:
    """A counter that is no marker has no side, while others of its kind do."""
    sided = {c.kind for c in game.counters.values() if c.side is not None}
    for counter in game.counters.values():
        if counter.side is None and counter.kind in sided and not game.counter_kinds[counter.kind].marker:
            yield Found(
                f"`{counter.id}` has no side, and other counters of its kind do", counter.note.span, "add `side`"
            )


@lint("C304", WARNING, "A kind without counters is a leftover.")
def unused_counter_kind(game: Game) -> Iterator[Found]:
    """No counter is of a declared kind."""
    used = {c.kind for c in game.counters.values()}
    for kind in game.counter_kinds.values():
        if kind.id not in used:
            yield Found(f"no counter is a `{kind.id}`", kind.note.span, "use the kind, or take it out")


@lint("C305", WARNING, "Memory that nobody wipes fills the table.")
def mark_never_cleared(game: Game) -> Iterator[Found]:
    """A mark is never cleared."""
    for mark in game.marks.values():
        if mark.clears_at is None and not mark.stays:
            yield Found(
                f"the mark `{mark.id}` is never cleared",
                mark.note.span,
                "name the node of the sequence in `clears_at`, or say `stays: true` if a rule takes it away",
            )


@lint("C306", WARNING, "A mark that may lie on no counter can never be set.")
def idle_mark(game: Game) -> Iterator[Found]:
    """A mark for counters is allowed on no kind of counter."""
    allowed = {mark for kind in game.counter_kinds.values() for mark in kind.marks}
    for mark in game.marks.values():
        if mark.on == ("counters",) and mark.id not in allowed:
            yield Found(
                f"no kind of counter may carry the mark `{mark.id}`",
                mark.note.span,
                "add it to `marks` of a kind of counter",
            )


@lint("C307", WARNING, "Turning the counter over must show something.")
def faces_alike(game: Game) -> Iterator[Found]:
    """Two faces of a counter are the same."""
    for counter in game.counters.values():
        for a, b in zip(counter.faces, counter.faces[1:], strict=False):
            if (a.state, a.name, a.side, a.values, a.image) == (b.state, b.name, b.side, b.values, b.image):
                yield Found(
                    f"the faces `{a.id}` and `{b.id}` of `{counter.id}` are the same",
                    b.note.span,
                    "change the second, or leave it out",
                )


@lint("C308", WARNING, "Players must see how many steps are left.")
def steps_without_faces(game: Game) -> Iterator[Found]:
    """A counter has more steps than faces."""
    for counter in game.counters.values():
        if counter.steps > len(counter.faces):
            yield Found(
                f"`{counter.id}` has {counter.steps} steps and {len(counter.faces)} faces",
                counter.note.span,
                "add a face for every step, or lower `steps`",
            )


def _numbers(counter: Counter, face: int) -> dict[str, float]:
    values = counter.faces[face].values.items()
    return {k: v for k, v in values if isinstance(v, (int, float)) and not isinstance(v, bool)}


@lint("C309", WARNING, "A loss must not make a unit better.")
def loss_that_strengthens(game: Game) -> Iterator[Found]:
    """A reduced face is stronger than the one before it."""
    for counter in game.counters.values():
        for i, face in enumerate(counter.faces[1:], 1):
            if face.state != "reduced":
                continue
            before, after = _numbers(counter, i - 1), _numbers(counter, i)
            changed = [k for k in after if k in before and after[k] != before[k]]
            if changed and all(after[k] > before[k] for k in changed):
                yield Found(
                    f"face `{face.id}` of `{counter.id}` is stronger than the one before",
                    face.note.span,
                    "swap the faces, or mend the numbers",
                )


@lint("C312", WARNING, "A field nobody fills is a leftover, or its values were forgotten.")
def empty_field(game: Game) -> Iterator[Found]:
    """A declared field is filled by no counter or card."""
    members = {k: [c for c in game.counters.values() if c.kind == k] for k in game.counter_kinds}
    for kind in game.counter_kinds.values():
        filled = {key for c in members[kind.id] for face in c.faces for key in face.values}
        for field in kind.fields.values():
            # kinds may share one list of fields: it is enough if some kind fills it
            shared = any(
                field.id in k.fields and any(field.id in f.values for c in members[k.id] for f in c.faces)
                for k in game.counter_kinds.values()
            )
            if members[kind.id] and field.id not in filled and not shared:
                yield Found(f"no `{kind.id}` fills the field `{field.id}`", field.note.span, "fill it, or take it out")
    for card_kind in game.card_kinds.values():
        cards = [c for c in game.cards.values() if c.kind == card_kind.id]
        for field in card_kind.fields.values():
            if cards and not any(field.id in c.values for c in cards):
                yield Found(
                    f"no `{card_kind.id}` fills the field `{field.id}`", field.note.span, "fill it, or take it out"
                )


@lint("C313", WARNING, "Below eight millimetres nobody can cut, hold or read a counter.")
def tiny_counter(game: Game) -> Iterator[Found]:
    """A kind of counter is too small to handle."""
    for kind in game.counter_kinds.values():
        if min(kind.size) < SMALLEST:
            yield Found(
                f"`{kind.id}` counters are {min(kind.size):g} mm wide",
                kind.note.span,
                f"make them at least {SMALLEST:g} mm",
            )


@lint("C314", WARNING, "A counter must fit the map it lies on.")
def huge_counter(game: Game) -> Iterator[Found]:
    """A kind of counter is too large for a counter."""
    for kind in game.counter_kinds.values():
        if max(kind.size) > LARGEST:
            yield Found(
                f"`{kind.id}` counters are {max(kind.size):g} mm wide",
                kind.note.span,
                f"make them at most {LARGEST:g} mm",
            )


@lint("C315", WARNING, "The marker of a track must be in the box.")
def too_few_markers(game: Game) -> Iterator[Found]:
    """More tracks use a marker than there are copies of it."""
    users: dict[str, list[str]] = {}
    for track in game.tracks.values():
        if track.marker is not None:
            users.setdefault(track.marker, []).append(track.id)
    for id, tracks in users.items():
        counter = game.counters[id]
        if counter.count < len(tracks):
            yield Found(
                f"{len(tracks)} tracks use `{id}`, and there are only {counter.count}",
                counter.note.span,
                "raise its `count`, or give each track a marker of its own",
            )


@lint("C316", ERROR, "A mark shows only what it was declared to show.")
def unknown_mark_value(game: Game) -> Iterator[Found]:
    """A scenario sets a mark to a value it does not have."""
    for scenario in game.scenarios.values():
        for target, id, value in scenario.marks:
            mark = game.marks[id]
            if value not in mark.values:
                yield Found(
                    f"the mark `{id}` on `{target}` cannot be `{value}`",
                    scenario.note.span,
                    "choose one of " + ", ".join(f"`{v}`" for v in mark.values),
                )
        for placement in scenario.placements:
            for id, value in placement.marks.items():
                if value not in game.marks[id].values:
                    yield Found(
                        f"the mark `{id}` on `{placement.counter}` cannot be `{value}`",
                        placement.note.span,
                        "choose one of " + ", ".join(f"`{v}`" for v in game.marks[id].values),
                    )


@lint("C317", ERROR, "A mark lies only where it was declared to lie.")
def misplaced_mark(game: Game) -> Iterator[Found]:
    """A scenario puts a mark on something that cannot carry it."""
    for scenario in game.scenarios.values():
        for target, id, _ in scenario.marks:
            what = "spaces" if target in game.spaces else "seats" if target in game.seats else "sides"
            both = {what} | ({"sides"} if target in game.sides else set())
            if not both & set(game.marks[id].on):
                yield Found(
                    f"the mark `{id}` may not lie on `{target}`",
                    scenario.note.span,
                    f"it lies on {' and '.join(game.marks[id].on)}",
                )
        for placement in scenario.placements:
            counter = game.counters.get(placement.counter)
            for id in placement.marks:
                if counter is not None and id not in game.counter_kinds[counter.kind].marks:
                    yield Found(
                        f"a `{counter.kind}` may not carry the mark `{id}`",
                        placement.note.span,
                        f"add `{id}` to `marks` of the kind `{counter.kind}`",
                    )


@lint("C318", WARNING, "A mark whose values are sides or places is meant to name them all.")
def misnamed_mark_value(game: Game) -> Iterator[Found]:
    """A value of a mark is almost, but not quite, the name of a side, seat or space, or of a face of its marker."""
    names = [*game.sides, *game.seats, *game.alliances, *game.spaces]
    for mark in game.marks.values():
        marker = game.counters.get(mark.counter or "")
        known = names + [face.id for face in (marker.faces if marker is not None else ())]
        words = [value for value in mark.values if isinstance(value, str)]
        strange = [word for word in words if word not in known]
        for word in strange if len(strange) < len(words) else ():
            near = nearest(word, known)
            if near is not None and near not in words and abs(len(near) - len(word)) < 2:  # a slip, not another word
                yield Found(f"the mark `{mark.id}` has the value `{word}`", mark.note.span, f"did you mean `{near}`?")


@lint("C319", ERROR, "The box must hold as many counters as the rules say.")
def wrong_counter_count(game: Game) -> Iterator[Found]:
    """A kind of counter does not have the stated number of counters."""
    for kind, count in game.counter_counts.items():
        held = sum(counter.count for counter in game.counters.values() if counter.kind == kind)
        if held != count:
            where = game.counter_kinds[kind].note.span if kind in game.counter_kinds else game.span
            message = f"there are {held} `{kind}` counters, and `counts` says {count}"
            yield Found(message, where, "mend the counters or `counts`")
