"""Action 4, levy units: prices, trays, one unit to a province, limits of armies and provincial forces."""

from __future__ import annotations

from typing import Any

import pytest

from compiler.play.session import Session
from compiler.rules.shogun.ch04_4_levy import Levy, Post
from tests.rules.covering import covers
from tests.rules.shogun.table import army, asked, at, count, go, position, refused, the_book

PROVINCES = ("kai", "sagami", "musashi", "suruga", "izu", "shinano", "kozuke", "shimosa", "hitachi", "kazusa")


def levy(koku: int, provinces: int = 10, *, lands: dict[str, str] | None = None, **more: Any) -> Session:
    own = dict.fromkeys(PROVINCES[:provinces], "pink 1 spearman")
    more.setdefault("armies", {"pink 1": "kai", "gray 1": "sado"})
    return position("buy_units", lands={**own, **(lands or {})}, bins={"pink": (0, 0, koku, 0, 0)}, **more)


@pytest.mark.parametrize("order", [Levy(3, 0, 0, 0), Levy(0, 6, 0, 0), Levy(0, 0, 6, 0), Levy(0, 0, 0, 9)])
@covers("shogun", "4-4.5", "4-4.1")
def test_prices(order: Levy) -> None:
    session = levy(3)
    assert refused(session, order) is None
    dearer = Levy(*(n + (n > 0) for n in order.parts))
    assert refused(session, dearer) == "4-4.5"


@covers("shogun", "4-4.6")
def test_a_swordsman_and_a_gunner_share_a_koku_and_nothing_else_does() -> None:
    session = levy(1)
    assert refused(session, Levy(0, 1, 1, 0)) is None
    assert refused(session, Levy(1, 0, 0, 1)) == "4-4.6"
    assert refused(session, Levy(0, 1, 0, 1)) == "4-4.6"
    assert refused(session, Levy(0, 0, 0, 2)) is None  # the rest of the koku is lost
    assert refused(levy(2), Levy(0, 1, 1, 3)) is None


@covers("shogun", "4-4.1")
def test_daimyos_and_ronin_are_not_for_sale() -> None:
    session = levy(3)
    assert refused(session, "daimyo") == "4-4.1"
    assert refused(session, "ronin") == "4-4.1"
    assert refused(session, Levy(-1, 0, 0, 1)) == "4-4.1"


@covers("shogun", "4-4.4")
def test_no_more_units_than_provinces() -> None:
    session = levy(3, 8)
    assert refused(session, Levy(0, 0, 0, 9)) == "4-4.4"
    assert refused(session, Levy(0, 0, 0, 8)) is None


@covers("shogun", "4-4.8")
def test_only_what_is_in_the_tray() -> None:
    eight = {"pink 1": "kai 4 bowman", "pink 2": "sagami 4 bowman"}
    session = levy(3, armies=eight)
    assert refused(session, Levy(1, 0, 0, 0)) is None
    assert refused(session, Levy(2, 0, 0, 0)) == "4-4.8"


@covers("shogun", "4-4.7", "4-4.9", "4-4.3", "2-Card.2")
def test_one_levied_unit_to_a_province_in_its_army_or_its_force() -> None:
    session = levy(2)
    go(session, Levy(0, 2, 1, 0))
    assert refused(session, Post("hida", "provincial")) == "4-4.9"
    assert refused(session, Post("sagami", "army")) == "4-4.9"
    assert refused(session, "kai") == "4-4.9"
    session.apply(Post("kai", "army"))
    assert refused(session, Post("kai", "provincial")) == "4-4.3"
    session.apply(Post("sagami", "provincial"))
    assert refused(session, Post("sagami", "provincial")) == "4-4.3"
    session.apply(Post("izu", "provincial"))
    assert army(session, "pink", 1) == "1 swordsman"
    assert at(session, "kai") == "1 spearman"
    assert at(session, "sagami") == "1 swordsman 1 spearman"
    assert at(session, "izu") == "1 gunner 1 spearman"
    assert count(session, "pink_levy_units") == 0


@covers("shogun", "3-Army.7", "3-Army.8", "4-4-Lim.1")
def test_an_army_holds_four_samurai_and_ten_ashigaru() -> None:
    session = levy(1, armies={"pink 1": "kai 2 bowman 2 swordsman 3 gunner"})
    go(session, Levy(1, 0, 0, 0))
    assert refused(session, Post("kai", "army")) == "3-Army.8"
    session = levy(1, armies={"pink 1": "kai 1 bowman 4 gunner 6 spearman"})
    go(session, Levy(0, 1, 1, 0))
    session.apply(Post("kai", "army"))
    session = levy(1, armies={"pink 1": "kai 1 bowman 4 gunner 6 spearman"})
    go(session, Levy(0, 0, 1, 0))
    assert refused(session, Post("kai", "army")) == "3-Army.8"
    assert refused(session, Post("kai", "provincial")) is None
    assert len(the_book().facts.squares["pink", 1, "samurai"]) == 4
    assert len(the_book().facts.squares["pink", 1, "ashigaru"]) == 10


@covers("shogun", "4-4-Lim.2", "4-4-Lim.3", "4-4-Dbl.1", "4-4-Box.2")
def test_a_provincial_force_holds_five_regulars_ronin_and_army_apart() -> None:
    session = levy(1, lands={"kai": "pink 5 spearman", "sagami": "pink 4 spearman 3 ronin"})
    go(session, Levy(0, 1, 0, 0))
    assert refused(session, Post("kai", "provincial")) == "4-4-Lim.2"
    assert refused(session, Post("kai", "army")) is None
    session.apply(Post("sagami", "provincial"))
    assert at(session, "sagami") == "1 swordsman 4 spearman 3 ronin"
    both = levy(1, lands={"kai": "pink 4 spearman"})  # the army stands in Kai, too
    go(both, Levy(0, 1, 0, 0))
    assert refused(both, Post("kai", "army")) is None
    both.apply(Post("kai", "provincial"))
    assert at(both, "kai") == "1 swordsman 4 spearman"


@covers("shogun", "4-4.11")
def test_units_that_fit_nowhere_stay_in_the_tray_and_their_koku_are_lost() -> None:
    full = {"kai": "pink 5 spearman", "sagami": "pink 5 spearman"}
    session = position(
        "buy_units", lands=full, armies={"pink 1": "kai 10 spearman", "gray 1": "sado"}, bins={"pink": (0, 0, 1, 0, 0)}
    )
    go(session, Levy(0, 0, 0, 2))
    assert count(session, "spearmen.pink") == 36 - 20
    assert count(session, "pink_levy_units") == 0
    assert session.step != "buy_units"


@covers("shogun", "4-4.2", "4.2")
def test_all_buy_before_anybody_places() -> None:
    session = position(
        "buy_units",
        lands={"kai": "pink 1 spearman", "hida": "gray 1 spearman"},
        bins={"pink": (0, 0, 1, 0, 0), "gray": (0, 0, 1, 0, 0)},
    )
    assert asked(session) == ["pink", "gray"]
    session.apply(Levy(1, 0, 0, 0), "pink")
    assert asked(session) == ["gray"]
    assert at(session, "kai") == "1 spearman"
    session.apply(Levy(0, 1, 0, 0), "gray")
    assert asked(session) == ["pink", "gray"]
    session.apply(Post("kai", "provincial"), "pink")
    assert at(session, "kai") == "1 spearman"
    session.apply(Post("hida", "provincial"), "gray")
    assert (at(session, "kai"), at(session, "hida")) == ("1 bowman 1 spearman", "1 swordsman 1 spearman")
