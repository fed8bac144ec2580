"""The form of an answer in numbers, in a real browser: every plan of Shogun, by the buttons of the form."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from compiler.play.offers import form
from compiler.web import guard
from tests.web.browsing import seated, there
from tests.web.tables import table

# set the numbers of the form by its buttons, and read what is said of them
SET = """async (values) => {
  const rows = [...document.querySelectorAll("#form .bin")], judge = document.querySelector("#form .judge");
  const shownIn = (row) => Number(row.querySelector("output").textContent);
  const turn = (row, n, to) => {
    const button = row.querySelectorAll(".btn")[n];
    while (to() && !button.disabled) button.click();
  };
  rows.forEach((row, n) => turn(row, 0, () => shownIn(row) > values[n]));
  rows.forEach((row, n) => turn(row, 1, () => shownIn(row) < values[n]));
  while (!judge.textContent) await new Promise((go) => setTimeout(go));
  const shown = rows.map(shownIn);
  return [shown, !document.querySelector("#seal").disabled, judge.textContent];
}"""
SEALED = """async () => {
  document.querySelector("#seal").click();
  while (!document.querySelector(".seal-stamp")) await new Promise((go) => setTimeout(go));
  const said = document.querySelector("#form .priv").textContent;
  document.querySelector("#form footer .btn").click();
  while (!document.querySelector("#form .bin")) await new Promise((go) => setTimeout(go));
  return said;
}"""
SLUG, SCENARIO = "shogun", "chapter_7"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody clicks as fast as this test."""
    monkeypatch.setattr(guard, "RATE", 1e9)
    monkeypatch.setattr(guard, "BURST", 1e9)


def test_every_plan_seals_by_the_form_and_every_one_beside_it_is_refused_with_its_rule(
    browser: Any, quick: None
) -> None:  # fmt: skip
    at = table(SLUG, "link", scenario=SCENARIO)
    seat = at.seats[0]
    ask = at.session.asks[seat]
    made = form(ask)
    assert made is not None
    plans = [plan.parts for plan in ask.listed]
    assert len(plans) == 119
    assert made.total is not None
    # all others that the form can be set to: no bin over its most, no more than there is
    beside = {
        plan for plan in product(*(range(max(field.most, 1) + 1) for field in made.fields)) if sum(plan) <= made.total
    } - set(plans)  # fmt: skip
    assert {sum(plan) for plan in beside} == set(range(made.total + 1))
    ledger = at.book.game.ledger
    assert ledger is not None
    with seated(browser, at, seat) as (page, served):
        there(page, "#form .bin")
        for plan in sorted(beside):
            shown, may, said = page.evaluate(SET, list(plan))
            no = ask.judge(type(ask.listed[0])(*plan))
            assert (tuple(shown), may) == (plan, False)
            assert no is not None
            assert no.rule is not None
            assert no.because.lower() in said.lower()
            assert no.rule in said
            assert ledger.rows[no.rule].says in said
        for plan in plans:
            shown, may, _ = page.evaluate(SET, list(plan))
            assert (tuple(shown), may) == (plan, True)
            said = page.evaluate(SEALED)
            assert said == ", ".join(f"{f.name.capitalize()} {v}" for f, v in zip(made.fields, plan, strict=True))
        assert not served.table.sealed
        assert served.now()[1] == at.seats
