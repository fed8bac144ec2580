"""Luck: the same for the same seed, each purpose on its own, fair."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from compiler.play.ask import Ask, roll_of
from compiler.play.chance import Seeded


def cards(count: int) -> Ask:
    pieces = tuple(f"card#{n}" for n in range(count))
    return Ask("chance", "shuffle", (), lambda answer: None, "shuffle", "shuffle deck", None, pieces)


@given(st.integers(), st.integers(0, 50))
def test_the_same_seed_and_count_give_the_same_luck(seed: int, n: int) -> None:
    ask = roll_of("attack", 2, 6)
    assert Seeded(seed).answer(ask, n) == Seeded(seed).answer(ask, n)
    assert ask.judge(Seeded(seed).answer(ask, n)) is None


def test_purposes_have_their_own_runs_of_luck() -> None:
    source = Seeded(1)
    one = [source.answer(roll_of("attack", 1, 6), n) for n in range(30)]
    other = [source.answer(roll_of("rally", 1, 6), n) for n in range(30)]
    assert one != other


def test_a_seeded_die_is_fair() -> None:
    source = Seeded("fair")
    ask = roll_of("attack", 1, 6)
    counts = Counter(source.answer(ask, n) for n in range(6_000))
    assert set(counts) == {(face,) for face in range(1, 7)}
    assert all(850 <= count <= 1150 for count in counts.values())


@given(st.integers(2, 30), st.integers(0, 5))
def test_a_seeded_shuffle_keeps_every_card(count: int, n: int) -> None:
    ask = cards(count)
    order = Seeded("deck").answer(ask, n)
    assert isinstance(order, tuple)
    assert sorted(order) == sorted(ask.about)


def test_every_order_of_a_small_deck_comes_about_as_often() -> None:
    source = Seeded("orders")
    counts = Counter(source.answer(cards(3), n) for n in range(1_200))
    assert len(counts) == 6
    assert all(140 <= count <= 260 for count in counts.values())
