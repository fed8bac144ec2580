"""Lints of cards and piles."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.check.lint import ERROR, WARNING, Found, lint, listed
from compiler.diagnostics import Related
from compiler.model.counters import Card
from compiler.model.game import Game

LARGEST = 300  # mm, the long side of a sheet of paper


def _by_kind(game: Game) -> Iterator[tuple[str, list[Card]]]:
    for kind in game.card_kinds:
        yield kind, [card for card in game.cards.values() if card.kind == kind]


@lint("C401", WARNING, "A missing number is most likely a missing card.")
def card_number_gap(game: Game) -> Iterator[Found]:
    """The numbers of a kind of card have gaps."""
    for kind, cards in _by_kind(game):
        numbers = sorted({card.number for card in cards if card.number is not None})
        if not numbers:
            continue
        missing = [n for n in range(numbers[0], numbers[-1] + 1) if n not in set(numbers)]
        if missing:
            after = next(c for c in cards if c.number == max(n for n in numbers if n < missing[0]))
            shown = ", ".join(map(str, missing[:6])) + (" …" if len(missing) > 6 else "")
            yield Found(f"there is no `{kind}` card with the number {shown}", after.note.span, "add the missing cards")


@lint("C402", ERROR, "Players and rules call cards by number.")
def twin_card_number(game: Game) -> Iterator[Found]:
    """Two cards of a kind have the same number."""
    for kind, cards in _by_kind(game):
        first: dict[int, Card] = {}
        for card in cards:
            if card.number is None:
                continue
            other = first.setdefault(card.number, card)
            if other is not card:
                yield Found(
                    f"two `{kind}` cards have the number {card.number}",
                    card.note.span,
                    "renumber one",
                    [Related(other.note.span, "the other is here")],
                )


@lint("C403", ERROR, "The deck must have as many cards as the rules say.")
def wrong_card_count(game: Game) -> Iterator[Found]:
    """A kind of card does not have the stated number of cards."""
    for kind, count in game.card_counts.items():
        cards = [card for card in game.cards.values() if card.kind == kind]
        held = sum(card.copies for card in cards)
        if held != count:
            where = game.card_kinds[kind].note.span if kind in game.card_kinds else game.span
            yield Found(
                f"there are {held} `{kind}` cards, and `counts` says {count}", where, "mend the cards or `counts`"
            )


@lint("C404", WARNING, "A card in no pile never comes into play.")
def homeless_card(game: Game) -> Iterator[Found]:
    """A card starts in no pile and no place."""
    placed = {id for pile in game.piles.values() for id in pile.pieces}
    for scenario in game.scenarios.values():
        placed |= {p.counter for p in scenario.placements}
        placed |= {id for contents in scenario.piles.values() for id, _ in contents}
    homeless = [card for card in game.cards.values() if card.id not in placed]
    for card in homeless:
        yield Found(f"the card `{card.id}` lies in no pile", card.note.span, "add its kind to `of` of a pile")


@lint("C405", WARNING, "A card must tell what it does.")
def silent_card(game: Game) -> Iterator[Found]:
    """A card has no effect, while others of its kind do."""
    for _, cards in _by_kind(game):
        if any(card.effect for card in cards):
            for card in cards:
                if not card.effect:
                    yield Found(f"the card `{card.id}` has no `effect`", card.note.span, "say what it does")


@lint("C406", WARNING, "A kind without cards is a leftover.")
def unused_card_kind(game: Game) -> Iterator[Found]:
    """No card is of a declared kind."""
    for kind, cards in _by_kind(game):
        if not cards:
            yield Found(f"no card is a `{kind}`", game.card_kinds[kind].note.span, "use the kind, or take it out")


@lint("C407", ERROR, "A piece cannot start in two piles.")
def piece_in_two_piles(game: Game) -> Iterator[Found]:
    """A card or counter starts in two piles."""
    first: dict[str, str] = {}
    for pile in game.piles.values():
        twice: dict[str, list[str]] = {}
        for id in pile.pieces:
            other = first.setdefault(id, pile.id)
            if other != pile.id:
                twice.setdefault(other, []).append(id)
        for other, ids in twice.items():
            if game.piles[other].base != pile.base:
                yield Found(
                    f"{listed(ids)} start in `{other}` and in `{pile.id}`",
                    pile.note.span,
                    "leave them in one pile",
                    [Related(game.piles[other].note.span, f"`{other}` is here")],
                )


@lint("C408", ERROR, "The pile must hold as many pieces as the rules say.")
def wrong_pile_count(game: Game) -> Iterator[Found]:
    """A pile does not start with the stated number of pieces."""
    for pile in game.piles.values():
        if pile.count is None:
            continue
        held = sum(game.cards[p].copies if p in game.cards else game.counters[p].count for p in pile.pieces)
        if held != pile.count:
            yield Found(
                f"`{pile.id}` starts with {held} pieces, and `count` says {pile.count}",
                pile.note.span,
                "mend the pieces or `count`",
            )


@lint("C409", ERROR, "A pile that feeds itself never runs dry and never refills.")
def pile_into_itself(game: Game) -> Iterator[Found]:
    """A pile is discarded to, or reshuffled from, itself."""
    for pile in game.piles.values():
        if pile.id in (pile.discard_to, pile.reshuffle_from):
            yield Found(f"`{pile.id}` is its own discard pile", pile.note.span, "name another pile")


@lint("C410", WARNING, "A hand belongs to a player.")
def hand_without_seat(game: Game) -> Iterator[Found]:
    """A hand belongs to no seat."""
    for pile in game.piles.values():
        if pile.kind == "hand" and pile.seat is None:
            yield Found(f"the hand `{pile.id}` belongs to no seat", pile.note.span, "add `per: seat`, or a `seat`")


@lint("C411", WARNING, "An empty deck cannot be drawn from.")
def empty_deck(game: Game) -> Iterator[Found]:
    """A deck or cup starts empty and is never refilled."""
    for pile in game.piles.values():
        filled = bool(pile.pieces or pile.refill_at or pile.reshuffle_from)
        filled = filled or any(bool(s.piles.get(pile.id)) for s in game.scenarios.values())
        filled = filled or any(p.at == pile.id for s in game.scenarios.values() for p in s.placements)
        if pile.kind in ("deck", "cup") and not filled:
            yield Found(
                f"`{pile.id}` starts empty and is never filled",
                pile.note.span,
                "say what it holds with `of` or `pieces`, or when it is refilled with `refill_at`",
            )


@lint("C412", WARNING, "Cards of two sizes in one deck can be told apart by touch.")
def uneven_deck(game: Game) -> Iterator[Found]:
    """A deck holds cards of different sizes."""
    for pile in game.piles.values():
        sizes = {game.card_kinds[game.cards[p].kind].size for p in pile.pieces if p in game.cards}
        if len(sizes) > 1 and pile.kind == "deck":
            yield Found(
                f"`{pile.id}` holds cards of {len(sizes)} sizes", pile.note.span, "make them one size, or two decks"
            )


@lint("C413", WARNING, "A limit that can never be reached is most likely a slip.")
def idle_pile_limit(game: Game) -> Iterator[Found]:
    """A pile may hold more pieces than there are."""
    cards, counters = sum(c.copies for c in game.cards.values()), sum(c.count for c in game.counters.values())
    for pile in game.piles.values():
        most = cards if pile.holds == "cards" else counters
        if pile.limit is not None and pile.limit > most:
            yield Found(
                f"`{pile.id}` may hold {pile.limit} {pile.holds}, and the game has {most}",
                pile.note.span,
                "mend `limit`, or take it out",
            )


@lint("C414", WARNING, "No hand holds and no printer prints such a card; most likely a digit too many.")
def giant_card(game: Game) -> Iterator[Found]:
    """A kind of card is larger than a sheet of paper."""
    for kind in game.card_kinds.values():
        if max(kind.size) > LARGEST:
            w, h = kind.size
            yield Found(f"cards of kind `{kind.id}` are {w:g} × {h:g} mm", kind.note.span, "mend their `size`")
