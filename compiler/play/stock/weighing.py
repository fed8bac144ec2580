"""Modifiers, which change a number, and bars, which refuse an option: named in steps.yaml, listed by steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.model.articles import Article
from compiler.model.event import Marked
from compiler.model.table import Piece
from compiler.play.ask import Refusal
from compiler.play.coverage import count
from compiler.play.scene import Scene
from compiler.play.stock.conditions import Condition, amount, condition
from compiler.play.stock.filters import PieceFilter, SpaceFilter, piece_filter, space_filter
from compiler.play.stock.ground import live_features
from compiler.play.stock.here import Here
from compiler.play.stock.reading import CARD, IT, SPACE, Reading
from compiler.play.stock.standing import NOTE, choice
from compiler.play.stock.suiting import bears

ON = ("roll", "column", "attack", "defence", "hits", "dice", "allowance", "cost", "range", "price")
HOW = ("sets", "times", "halves_up", "halves_down", "adds")  # in this order
SOURCES = ("value", "constant", "ground", "across", "lent", "amount")


@dataclass(slots=True)
class Case:
    """What a number is worked out for: who acts, on whom, in which space."""

    here: Here
    rollers: Sequence[Piece] = ()
    targets: Sequence[Piece] = ()


Number = Callable[[Case], float | None]  # None: it does not apply


@dataclass(frozen=True, slots=True)
class Modifier:
    """A named change of a number, where all its guards hold."""

    id: str
    name: str
    on: str
    how: str
    number: Number
    when: Condition | None
    who: PieceFilter | None
    of_target: bool
    where: SpaceFilter | None
    used_up: str | None
    rule: str | None

    def applies(self, case: Case) -> bool:
        """Whether its guards hold."""
        here = case.here
        if self.when is not None and not self.when(here):
            return False
        if self.where is not None and (here.space is None or not self.where(here, here.space)):
            return False
        if self.who is None:
            return True
        return any(self.who(here, piece) for piece in (case.targets if self.of_target else case.rollers))


def modified(modifiers: Iterable[Modifier], on: str, base: float, case: Case) -> tuple[float, list[str]]:
    """A number with all that changes it, and each change in words: what sets it first, then products, then sums."""
    value, words = base, []
    found = [
        (m, number) for m in modifiers if m.on == on and m.applies(case) and (number := m.number(case)) is not None
    ]
    for modifier, number in sorted(found, key=lambda pair: HOW.index(pair[0].how)):
        before = value
        value = _changed(modifier.how, value, number)
        if value != before:
            words.append(f"{modifier.name} {number:+g}" if modifier.how == "adds" else modifier.name)
            count(*((modifier.rule,) if modifier.rule else ()))
    return value, words


def use_up(scene: Scene, modifiers: Iterable[Modifier], case: Case) -> None:
    """Marks that count once come off those who used them."""
    for modifier in modifiers:
        if modifier.used_up is not None and modifier.applies(case):
            for piece in case.targets if modifier.of_target else case.rollers:
                if piece.id in scene.table.pieces and scene.table.pieces[piece.id].mark(modifier.used_up):
                    scene.do(Marked(piece.id, modifier.used_up, None, modifier.rule))


def _changed(how: str, value: float, number: float) -> float:
    if how == "sets":
        return number
    if how == "times":
        return value * number
    if how == "halves_up":
        return -(-value // 2)
    return value // 2 if how == "halves_down" else value + number


def modifier(read: Reading, article: Article) -> Modifier:
    """A modifier as written."""
    keys = ("on", *SOURCES, "how", "of", "who", "where", "when", "used_up", *NOTE)
    raw = read.mapping(article.written.value, keys, "a modifier") or {}
    on = choice(read, raw, "on", ON, "roll")
    how = choice(read, raw, "how", HOW, "adds")
    who = piece_filter(read.into("who"), raw["who"]) if "who" in raw else None
    where = space_filter(read.into("where"), raw["where"]) if "where" in raw else None
    if on == "cost" and where is not None and where.tests:
        read.into("where").fault("a cost follows from the ground, not from what stands on it", "name spaces or ground")
    if "used_up" in raw:
        read.into("used_up").known(raw["used_up"], read.game.marks, "mark")
        bears(read.into("used_up"), raw["used_up"], None, "counters")
    when = condition(read.into("when").with_hand(SPACE, IT), raw["when"]) if "when" in raw else None
    of_target = choice(read, raw, "of", ("roller", "target"), "roller") == "target"
    number = _number(read, raw, how)
    return Modifier(
        article.id, article.name.en, on, how, number, when, who, of_target, where, raw.get("used_up"), article.note.rule
    )


def _number(read: Reading, raw: Mapping[str, Any], how: str) -> Number:
    sources = [key for key in SOURCES if key in raw]
    if how.startswith("halves") and not sources:
        return lambda case: 0
    if len(sources) != 1:
        read.fault("a modifier has one number", "write one of " + ", ".join(f"`{key}`" for key in SOURCES))
        return lambda case: None
    source, value = sources[0], raw[sources[0]]
    inner = read.into(source)
    if source == "value":
        number = inner.number(value, "`value`")
        return lambda case: number
    if source == "ground":
        return _ground(inner, value)
    if source == "across":
        return _across(inner, value)
    if source == "lent":
        return _lent(inner, value)
    term = {"constant": value} if source == "constant" else value
    found = amount((read if source == "constant" else inner).with_hand(SPACE, IT, CARD), term)
    return lambda case: found(case.here)


def _ground(read: Reading, field: Any) -> Number:
    boards = read.game.maps.values()
    grounds = dict.fromkeys(name for board in boards for kind in board.terrain.values() for name in kind.values)
    read.known(field, grounds, "field of the ground")
    values = {
        space.id: board.terrain[space.terrain or ""].values.get(field)
        for board in boards
        for space in board.spaces.values()
        if space.terrain in board.terrain
    }
    return lambda case: values.get(case.here.space or "")


def _across(read: Reading, field: Any) -> Number:
    """What lies between, if all who stand next to the space strike across it."""
    boards = read.game.maps.values()
    read.known(field, dict.fromkeys(n for b in boards for k in b.feature_kinds.values() for n in k.values), "field")

    def number(case: Case) -> float | None:
        board, space = case.here.scene.game.map, case.here.space or ""
        links = {link.other(space): link for link in board.links_of.get(space, ())}
        found = [
            min((int(f.values.get(field) or 0) for f in live_features(board, links[p.place])), default=0)
            for p in case.rollers
            if p.place in links
        ]
        return max(found, default=0)

    return number


def _lent(read: Reading, field: Any) -> Number:
    """The best number of a friend in the space of one who acts."""
    read.known(field, read.counter_fields, "field")

    def number(case: Case) -> float | None:
        scene = case.here.scene
        places = dict.fromkeys(piece.place for piece in case.rollers)
        sides = {piece.side for piece in case.rollers}
        friends = [friend for place in places for friend in scene.table.at(place) if friend.side in sides]
        return max((int(scene.value(friend, field) or 0) for friend in friends), default=0)

    return number


# -- bars --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Bar:
    """Something not allowed: where all that is given fits, the option is refused by this rule."""

    id: str
    name: str
    rule: str
    who: PieceFilter | None
    targets: PieceFilter | None
    cards: PieceFilter | None
    start: SpaceFilter | None
    where: SpaceFilter | None
    when: Condition | None

    def refuses(self, here: Here, *, targets: Sequence[Piece] = (), start: str | None = None) -> Refusal | None:
        """The refusal of what is at hand, or None."""
        if self.when is not None and not self.when(here):
            return None
        if self.who is not None and (here.piece is None or not self.who(here, here.piece)):
            return None
        if self.targets is not None and not any(self.targets(here, piece) for piece in targets):
            return None
        if self.start is not None and (start is None or not self.start(here, start)):
            return None
        if self.where is not None and (here.space is None or not self.where(here, here.space)):
            return None
        if self.cards is not None:
            card = here.scene.table.pieces.get(here.card or "")
            if card is None or not self.cards(here, card):
                return None
        return Refusal(self.rule, self.name)


def refused(bars: Iterable[Bar], here: Here, **at_hand: Any) -> Refusal | None:
    """The first bar that refuses what is at hand."""
    return next((no for bar in bars if (no := bar.refuses(here, **at_hand)) is not None), None)


def bar(read: Reading, article: Article) -> Bar:
    """A bar as written."""
    raw = (
        read.mapping(article.written.value, ("who", "targets", "cards", "from", "where", "when", *NOTE), "a bar") or {}
    )
    if not article.note.rules:
        read.fault("a bar quotes no rule", "name the `rule` that forbids it")
    if not set(raw) - set(NOTE):
        read.fault("a bar forbids everything", "say `who`, `where`, `targets`, `cards`, `from` or `when`")
    who, targets, cards = (
        piece_filter(read.into(key), raw[key]) if key in raw else None for key in ("who", "targets", "cards")
    )
    start, where = (space_filter(read.into(key), raw[key]) if key in raw else None for key in ("from", "where"))
    when = condition(read.into("when").with_hand(SPACE, IT), raw["when"]) if "when" in raw else None
    rule = article.note.rule or ""
    return Bar(article.id, article.name.en, rule, who, targets, cards, start, where, when)
