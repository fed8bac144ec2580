"""Greedy lords with four players: whom a Leader is offered with, what must be guarded, and how men break through."""

from __future__ import annotations

from itertools import pairwise

from compiler.play.session import Session
from compiler.rules.a_most_dangerous_time.advice import advice
from compiler.rules.a_most_dangerous_time.advice_guard import DECISIVE, exposes_head, short_of, stake
from compiler.rules.a_most_dangerous_time.advice_march import march_value
from compiler.rules.a_most_dangerous_time.advice_odds import way_through
from compiler.rules.a_most_dangerous_time.advice_prey import opens
from compiler.rules.a_most_dangerous_time.ch09_moves import March
from tests.rules.a_most_dangerous_time.table import known, position, prompt, refused, scene, soldiers

HEADS = {"gifu": "katsuie", "odani": "nagamasa", "ichijo_dani": "yoshikage"}


def with_four(units: dict[str, str], control: dict[str, str] | None = None, **more: object) -> Session:
    return position(
        "move", {**HEADS, **units}, chit="chit_oda", points=4, scenario="four_player", control=control or {}, **more
    )  # type: ignore[arg-type]


def offered(session: Session, start: str, to: str | None = None) -> set[tuple[str, ...]]:
    (ask,) = session.asks.values()
    marches = [o for o in ask.listed if isinstance(o, March) and o.path[0] == start and to in (None, o.path[-1])]
    return {tuple(sorted(march.units)) for march in marches}


def led_in_obama(units: str) -> Session:
    """Men of Hideyoshi where he is not at home."""
    men = soldiers(with_four({"obama": units}), "obama", "oda")
    return with_four({"obama": units}, marks={id: {"led_by": "player_hideyoshi"} for id in men})


def test_a_leader_is_offered_with_as_many_soldiers_as_he_leads() -> None:
    """Outside his player's sphere a Samurai leads three, and nobody else is offered in vain."""
    session = led_in_obama("nobumori 5 oda")
    men = soldiers(session, "obama", "oda")
    by_road = offered(session, "obama", "kanagasaki")  # a trail takes four anyway
    assert tuple(sorted(("nobumori", *men[:3]))) in by_road
    for group in offered(session, "obama"):
        assert refused(session, March(("obama", "kyo"), group)) != "16.2.6(2).1"
        assert sum(id.startswith("oda_soldier") for id in group) <= 3


def test_each_of_two_leaders_is_offered_alone_with_his_men() -> None:
    session = led_in_obama("hideyoshi nobumori 8 oda")
    groups = offered(session, "obama")
    led = {group: [id for id in group if id in ("hideyoshi", "nobumori")] for group in groups}
    assert any(lords == ["nobumori"] and len(group) > 1 for group, lords in led.items())
    assert any(lords == ["hideyoshi"] and len(group) > 1 for group, lords in led.items())
    assert any(len(lords) == 2 for lords in led.values())


def test_the_guard_goes_with_nobunaga_alone() -> None:
    session = with_four({"obama": "nobunaga hideyoshi 4 oda"})
    guard = soldiers(session, "obama", "oda")[:2]
    session = with_four({"obama": "nobunaga hideyoshi 4 oda"}, marks={id: {"led_by": "guard"} for id in guard})
    for group in offered(session, "obama"):
        assert "nobunaga" in group or not set(group) & set(guard)


def test_kyo_decides_nothing_with_four_players() -> None:
    many = scene(with_four({"kyo": "4 oda"}))
    assert stake(many, "kyo", "oda") < stake(many, "gifu", "oda") == DECISIVE
    two = scene(position("move", {**HEADS, "kyo": "4 oda"}, chit="chit_oda", points=4))
    assert stake(two, "kyo", "oda") == DECISIVE


def test_the_first_guard_of_an_empty_space_is_worth_most() -> None:
    now = scene(with_four({"kiyosu": "2 oda"}))
    costs = [short_of(now, "kiyosu", "oda", held) for held in range(7)]
    gains = [more - less for more, less in pairwise(costs)]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > gains[4] > 0


BARS = {"otsu": "enryaku_ji", "ogaki": "ikko_ikki", "kannon_ji": "asakura", "sawayama": "azai", "minakuchi": "azai"}
HELD = {"otsu": "1 enryaku_ji", "ogaki": "1 ikko_ikki", "minakuchi": "1 azai"}


def test_men_behind_several_enemies_break_through_the_nearest() -> None:
    """The way home is barred twice: the first Space of it is gone for, not waited before."""
    session = with_four({**HELD, "w_seta": "hideyoshi 3 oda"}, BARS)
    now = scene(session)
    assert way_through(now, "oda", "oda")["w_seta"][0] == 2
    assert opens(now, "oda", "minakuchi") > 0
    assert opens(now, "oda", "otsu") == 0, "that leads away from home"


def test_men_who_are_cut_off_go_to_where_they_can_break_through() -> None:
    session = with_four({**HELD, "w_uji": "hideyoshi 3 oda"}, BARS)
    now, men = scene(session), ("hideyoshi", *soldiers(session, "w_uji", "oda"))
    assert march_value(now, "oda", "", March(("w_uji", "w_seta"), men)) > march_value(now, "oda", "", "done")


def test_nobunaga_goes_where_he_is_safer_than_now() -> None:
    session = with_four({"kyo": "nobunaga 3 oda", "shoryu_ji": "8 ikko_ikki", "mt_hiei": "4 asakura"})
    now, men = scene(session), tuple(soldiers(session, "kyo", "oda"))
    assert exposes_head(now, ("nobunaga", *men), "otsu", "oda", 4) == 0
    assert exposes_head(now, ("nobunaga",), "otsu", "oda", 1) > 0


def test_nobody_is_left_in_the_box() -> None:
    """Each lord of Oda brings back whom he may, Leaders first."""
    session = position(
        "regroup", {**HEADS, "kyo": "nobunaga 3 oda", "gifu": "2 oda"}, scenario="four_player", seat="player_hideyoshi"
    )
    seen = 0
    while session.asks and "regroup which Unit?" in prompt(session):
        (ask,) = session.asks.values()
        values = advice(scene(session), ask)
        assert values is not None
        best = max(range(len(ask.options)), key=values.__getitem__)
        lords = [option for option in ask.options if option in known().leaders]
        assert ask.options[best] in (lords or set(ask.options) - {"done"})
        session.apply(ask.options[best])
        while session.asks and "where?" in prompt(session):
            session.apply(session.legal()[0])
        seen += 1
    assert seen >= 3
