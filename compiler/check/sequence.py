"""Lints of the sequence of play and of tracks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from compiler.check.lint import ERROR, NOTE, WARNING, Found, lint
from compiler.diagnostics import Related
from compiler.diagnostics.slips import is_slip, only_slip
from compiler.model.game import Game
from compiler.model.sequence import SequenceNode

_SHORT = 4  # letters: one of so few makes another word
LONGEST = 200  # boxes; no board has room for more


@lint("C601", WARNING, "A turn track nobody moves along does not count turns.")
def turns_never_pass(game: Game) -> Iterator[Found]:
    """The sequence of play does not loop over the turn track."""
    track = game.turn_track
    if track is not None and game.sequence and not any(node.over == track.id for node in game.steps()):
        yield Found(
            f"the sequence of play never loops over the turn track `{track.id}`",
            track.note.span,
            f"wrap the sequence in `each: {track.id}`",
        )


@lint("C602", WARNING, "Players need to know when the game ends.")
def no_turn_track(game: Game) -> Iterator[Found]:
    """No track has the role of the turn track."""
    if game.sequence and game.turn_track is None:
        yield Found("no track is the turn track", game.span, "give one track `role: turn`")


@lint("C605", WARNING, "A loop without an end never ends.")
def endless_loop(game: Game) -> Iterator[Found]:
    """A repeat has neither a condition nor a step that can leave it."""
    for node in game.steps():
        ends = node.while_ or node.until or {"while", "until"} & node.conditions.keys()
        left = any(inner.step == "stock.stride" for inner in node.walk())  # whoever is done leaves it
        if node.kind == "repeat" and not ends and not left and game.rules is None:
            yield Found(f"nothing ends the loop `{node.id}`", node.note.span, "add `while` or `until`")


@lint("C606", NOTE, "A game without a sequence of play has no turn tracker.")
def no_sequence(game: Game) -> Iterator[Found]:
    """The game has no sequence of play."""
    if not game.sequence:
        yield Found("the game has no sequence of play", game.span, "write `sequence.yaml`")


@lint("C625", WARNING, "Rules and steps know a box by its value: a misspelt one is never reached.")
def misspelt_box(game: Game) -> Iterator[Found]:
    """The value of a box is almost its label as an id, and those of all other boxes are theirs."""
    for track in game.tracks.values():
        named = [(box, _as_id(box.label.en)) for box in track.boxes if isinstance(box.value, str)]
        wrong = [(box, id) for box, id in named if box.value != id]
        if len(wrong) == 1 and len(named) > 2:
            ((box, id),) = wrong
            if only_slip(str(box.value), [id]):
                message = f"the box `{box.label.en}` of track `{track.id}` has the value `{box.value}`"
                yield Found(message, box.note.span, f"did you mean `{id}`?")


@lint("C626", WARNING, "Rules, tests and pages know a phase by its id: a misspelt one is looked for in vain.")
def misspelt_phase(game: Game) -> Iterator[Found]:
    """The id of a phase is almost its name as an id."""
    for node in game.steps():
        id = _as_id(node.name.en)
        many = {node.id + "s", node.id} & {id, id + "s"}  # one card, and a phase of cards
        if node.kind in ("phase", "repeat") and len(node.id) > _SHORT and not many and is_slip(node.id, id):
            yield Found(f"the phase `{node.name.en}` has the id `{node.id}`", node.note.span, f"did you mean `{id}`?")


def _as_id(label: str) -> str:
    return "_".join(re.findall(r"[a-z0-9]+", label.lower()))


@lint("C607", ERROR, "A track has one box to start in.")
def start_off_track(game: Game) -> Iterator[Found]:
    """A track starts at a value it does not have."""
    for track in game.tracks.values():
        if not track.has(track.start):
            yield Found(
                f"track `{track.id}` starts at `{track.start}`, which is no box of it",
                track.note.at("start"),
                f"it runs from `{track.boxes[0].value}` to `{track.boxes[-1].value}`",
            )


@lint("C608", ERROR, "There is one turn.")
def two_turn_tracks(game: Game) -> Iterator[Found]:
    """Two tracks have the role of the turn track."""
    turns = [track for track in game.tracks.values() if track.role == "turn"]
    for track in turns[1:]:
        yield Found(
            f"`{turns[0].id}` and `{track.id}` are both the turn track",
            track.note.span,
            "leave `role: turn` to one",
            [Related(turns[0].note.span, "the first is here")],
        )


@lint("C609", NOTE, "A step without a rule number cannot be traced or explained.")
def step_without_rule(game: Game) -> Iterator[Found]:
    """A step names no rule, though the game has a ledger."""
    if game.ledger is None:
        return
    for node in game.steps():
        if node.kind == "step" and not node.note.rules:
            yield Found(f"step `{node.id}` names no rule", node.note.span, "add `rule`")


@lint("C618", WARNING, "Boxes that are broken into rows fill a row at least.")
def idle_columns(game: Game) -> Iterator[Found]:
    """A track has more columns than boxes."""
    for track in game.tracks.values():
        if track.columns is not None and track.columns > max(1, len(track.boxes)):
            message = f"track `{track.id}` has {track.columns} columns and only {len(track.boxes)} boxes"
            yield Found(message, track.note.span, "mend `columns`, or leave it out")


@lint("C610", WARNING, "No board has room for that many boxes.")
def endless_track(game: Game) -> Iterator[Found]:
    """A track has too many boxes."""
    for track in game.tracks.values():
        if len(track.boxes) > LONGEST:
            yield Found(f"track `{track.id}` has {len(track.boxes)} boxes", track.note.span, "mend `from` and `to`")


# -- steps.yaml --------------------------------------------------------------------------------------------------------
HEEDED = ("modifiers", "bars", "ways", "lines", "scorings", "incomes", "menus")  # what does nothing until it is named


@lint("C612", WARNING, "A modifier, bar or menu that no step names changes nothing: its rule is not played.")
def unheeded_article(game: Game) -> Iterator[Found]:
    """An entry of steps.yaml is named by no step, menu or effect."""
    named = {word for node in game.steps() for word in _words((node.settings, *_written(node)))}
    named |= {word for article in game.articles for word in _words(article.written.value)}
    for group in HEEDED:
        for id, entry in getattr(game.articles, group).items():
            if id not in named:
                first = next(iter(entry.values()), None) if isinstance(entry, Mapping) else entry
                where = first.note.span if first is not None else game.span
                yield Found(f"nothing heeds `{id}` of the {group}", where, "list it in a step, or take it out")


def _written(node: SequenceNode) -> Iterator[object]:
    yield from (part.value for part in node.conditions.values())


def _words(value: object) -> Iterator[str]:
    """Every word that something written holds, wherever in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _words(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _words(part)


@lint("C613", WARNING, "A card whose words no engine carries out is a card nobody can play for its event.")
def mute_event(game: Game) -> Iterator[Found]:
    """A card has words and no effects, in a game whose cards are played by a stock step."""
    if not any(node.step == "stock.play" for node in game.steps()):
        return
    for card in game.cards.values():
        if card.effect and card.id not in game.articles.events:
            yield Found(
                f"`{card.id}` says what it does, and nothing does it",
                card.note.span,
                f"add `{card.id}` to `events` of steps.yaml, an empty list if nothing is to happen",
            )
