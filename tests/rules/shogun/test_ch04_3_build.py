"""Action 3, build."""

from __future__ import annotations

from typing import Any

from compiler.play.session import Session
from compiler.rules.shogun.ch04_3_build import Build
from compiler.rules.shogun.field import building
from tests.rules.covering import covers
from tests.rules.shogun.table import asked, count, go, position, refused, scene

LANDS = {
    "kai": "pink 1 spearman",
    "sagami": "pink 1 spearman",
    "musashi": "pink 1 spearman",
    "shinano": "gray 1 spearman",
    "hida": "gray 1 spearman",
}
PAID = (0, 2, 0, 0, 0)


def builders(*colours: str, **more: Any) -> Session:
    return position("build", lands=LANDS, bins=dict.fromkeys(colours, PAID), **more)


def stands(session: Session, province: str) -> str | None:
    return building(scene(session), province)


@covers("shogun", "4-3.1", "4-3.4", "4-3.6", "4-3.8", "4-3.9")
def test_two_koku_build_one_castle_in_an_own_province() -> None:
    session = builders("pink", "gray")
    assert asked(session) == ["pink", "gray"]
    assert refused(session, Build("castle", "shinano"), "pink") == "4-3.6"
    assert refused(session, Build("castle", "suruga"), "pink") == "4-3.6"
    assert refused(session, "pass", "pink") == "4-3.1"
    go(session, {"pink": Build("castle", "kai"), "gray": Build("castle", "hida")})
    assert (stands(session, "kai"), stands(session, "hida")) == ("castle", "castle")
    assert session.step != "build"
    assert (count(session, "pink_build"), count(session, "gray_build")) == (0, 0)
    assert count(session, "castle_supply") == 8


@covers("shogun", "4-3.3", "4-3.5")
def test_one_building_to_a_province_and_a_base_only_under_an_own_castle() -> None:
    session = builders("pink", castles=["kai", "hida"], fortresses=["musashi"])
    assert refused(session, Build("castle", "kai")) == "4-3.3"
    assert refused(session, Build("castle", "musashi")) == "4-3.3"
    assert refused(session, Build("base", "sagami")) == "4-3.5"
    assert refused(session, Build("base", "musashi")) == "4-3.5"
    assert refused(session, Build("base", "hida")) == "4-3.5"
    session.apply(Build("base", "kai"))
    assert stands(session, "kai") == "fortress"


@covers("shogun", "4-3.2", "4-3.8")
def test_all_choose_at_once_while_there_are_enough() -> None:
    for order in (("pink", "gray"), ("gray", "pink")):
        session = builders("pink", "gray")
        for seat in order:
            session.apply({"pink": Build("castle", "kai"), "gray": Build("castle", "hida")}[seat], seat)
        assert (stands(session, "kai"), stands(session, "hida")) == ("castle", "castle")


@covers("shogun", "4-3.7", "4-3.9", "4-3.16")
def test_with_one_castle_left_the_lower_sword_gets_it_and_the_other_pays_for_nothing() -> None:
    used = ["aki", "bingo", "iwami", "suo", "nagato", "awaji", "iyo", "tosa", "sanuki"]
    session = builders("pink", "gray", castles=used, swords="gray pink green orange")
    assert asked(session) == ["gray"]
    session.apply(Build("castle", "hida"))
    assert stands(session, "hida") == "castle"
    assert session.step != "build"
    assert (count(session, "castle_supply"), count(session, "pink_build")) == (0, 0)


@covers("shogun", "4-3.16")
def test_ten_castles_and_five_bases_and_no_more() -> None:
    used = ["aki", "bingo", "iwami", "suo", "nagato", "awaji", "iyo", "tosa", "sanuki", "kai"]
    session = builders("pink", castles=used[:5], fortresses=used[5:])
    assert session.step != "build"
    session = builders("pink", castles=used)
    assert stands(session, "kai") == "fortress"  # the only thing left to build was built unasked
    session = position(
        "build", lands={**LANDS, "suruga": "pink 1 spearman"}, bins={"pink": PAID}, castles=[*used[:9], "suruga"]
    )
    assert session.step != "build"
    assert stands(session, "suruga") == "fortress"


@covers("shogun", "4-3.16")
def test_the_eleventh_castle_is_refused_where_a_base_is_still_possible() -> None:
    used = ["aki", "bingo", "iwami", "suo", "nagato", "awaji", "iyo", "tosa", "kai", "sagami"]
    session = builders("pink", castles=used)
    assert refused(session, Build("castle", "musashi")) == "4-3.16"
    assert refused(session, Build("base", "kai")) is None
