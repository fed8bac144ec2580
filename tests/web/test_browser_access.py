"""For whoever does not look or point: names of all that acts, dialogs that hold the focus, inks that stand out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from compiler.web.seats import SCREEN
from compiler.web.shell import page_files
from tests.web.browsing import Page, of_all, seated, there
from tests.web.tables import table

NAMED = {"button", "link", "tab", "textbox", "searchbox", "combobox", "slider", "dialog", "image", "progressbar"}


def nameless(page: Page) -> list[str]:
    """What acts, or is a picture with something to say, and has no name in the tree that screen readers get."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    assert len(nodes) > 30
    shown = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in NAMED]
    assert shown
    bare = [node for node in shown if not node.get("name", {}).get("value", "").strip()]
    return [f"{node['role']['value']} {node.get('properties')}" for node in bare]


def test_all_that_acts_has_a_name_and_dialogs_hold_the_focus_and_give_it_back(browser: Any) -> None:
    at = table("first_battle", "human", "link", scenario="skirmish")
    at.answer("south", at.n, {"option": 0})
    at.answer("north", at.n, {"option": 3})
    with seated(browser, at, SCREEN, asks="north") as (page, _):
        assert nameless(page) == []
        for tab in ("boxes", "tables", "rules", "log"):
            page.click(f"[data-tab={tab}]")
            assert nameless(page) == [], tab
        for tool in ("seats", "save", "help"):
            opener = page.locator(f"[data-tool={tool}]")
            opener.focus()
            page.keyboard.press("Enter")
            there(page, ".veil[role=dialog][aria-label]")
            assert nameless(page) == [], tool
            for _ in range(12):
                page.keyboard.press("Tab")
                there(page, ".veil :focus")
            page.keyboard.press("Escape")
            page.locator(".veil").wait_for(state="detached")
            there(page, f"[data-tool={tool}]:focus")
        # only what can be chosen is in the way of the Tab key, and says so
        for look, tab, label in of_all(page, ".piece[data-id]", "class", "tabindex", "aria-label"):
            can = "legal" in look.split()
            assert tab == ("0" if can else "-1")
            assert ("can be chosen" in label) == can
        assert page.locator("#live[aria-live]").count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Any, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    at = table("first_battle", "human", "link", scenario="skirmish")

    def grave(page: Page) -> list[str]:
        found = axe.run(page).response["violations"]
        return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] in ("serious", "critical")]

    with seated(browser, at, SCREEN, color_scheme=theme, asks="north") as (page, _):
        assert grave(page) == []
        at.answer("south", at.n, {"option": 0})
        page.locator("#prompt .acts [data-option='3'], #form #seal").first.click()
        there(page, ".log li, .piece.legal")
        for tab in ("boxes", "tables", "rules", "log"):
            page.click(f"[data-tab={tab}]")
            assert grave(page) == [], tab
        for tool in ("seats", "save", "help"):
            page.click(f"[data-tool={tool}]")
            there(page, ".veil[role=dialog]")
            assert grave(page) == [], tool
            page.keyboard.press("Escape")
        page.keyboard.press("l")
        there(page, ".list")
        assert grave(page) == [], "list"
        page.keyboard.press("Escape")
        page.keyboard.press("Home")
        there(page, "body.past")
        assert grave(page) == [], "looking back"


def inks(theme: str) -> dict[str, str]:
    css = page_files()["liege.css"].decode()
    block = re.search(r"\[data-theme=" + theme + r"\]\{(.*?)\n?\}", css, re.DOTALL)
    assert block is not None
    return dict(re.findall(r"--([\w-]+):(#[0-9A-Fa-f]{6})\b", block[1]))


def contrast(one: str, two: str) -> float:
    """As WCAG reckons it."""

    def light(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_inks_stand_out_from_every_panel(theme: str) -> None:
    ink = inks(theme)
    for panel in ("panel", "panel2", "panel3"):
        assert contrast(ink["ink"], ink[panel]) >= 10
        assert contrast(ink["ink2"], ink[panel]) >= 5.5
        for colour in ("no", "warn", "note", "ok"):
            assert contrast(ink[colour], ink[panel]) >= 4.3, (colour, panel)
    for panel in ("panel", "panel2"):  # the faintest is never on the third
        assert contrast(ink["ink3"], ink[panel]) >= 4.3
    for colour in ("no", "warn", "note", "ok"):
        assert contrast(ink[colour], ink[f"{colour}-soft"]) >= 4.3
    assert contrast(ink["accent"], ink["accent-ink"]) >= 4.5
