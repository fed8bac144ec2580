"""What is seen: by eyes that tell no colours apart, near by, with the focus anywhere, and after the curtain fell."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from PIL import Image, ImageChops

from compiler.web.seats import SCREEN
from tests.web.browsing import (
    Page,
    answering,
    asked,
    box_of,
    middle,
    point,
    ready,
    seated,
    shows,
    take_from_list,
    there,
    until,
    visit,
)
from tests.web.served import pictures, serving
from tests.web.tables import table, with_the_north_to_march

EYES = ("protanopia", "deuteranopia", "achromatopsia")
PATCH = """() => {
  const made = document.createElement("div");
  Object.assign(made.style, { position: "fixed", left: 0, top: 0, width: "9px", height: "9px", background: "#f00" });
  document.body.append(made);
}"""
WIDE = {"width": 1920, "height": 1200}
GROWN = """([width, height]) => {
  const { style } = document.querySelector("svg");
  Object.assign(style, { display: "block", width: `${width}px`, height: `${height}px` });
}"""
TOLD = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"  # of its new size
STRONG = 48  # levels of grey out of 255 that anybody sees


def seen(page: Page, selector: str, around: float = 8) -> Image.Image:
    """A thing as it is painted, in grey: what is left of it when no colour is told from another."""
    box = box_of(page, selector)
    wide, high = box["width"] + 2 * around, box["height"] + 2 * around
    clip = {"x": box["x"] - around, "y": box["y"] - around, "width": wide, "height": high}
    return Image.open(io.BytesIO(page.screenshot(clip=clip, animations="disabled"))).convert("L")


def apart(one: Image.Image, two: Image.Image) -> float:
    """The share of a picture that differs strongly from another one."""
    size = min(one.width, two.width), min(one.height, two.height)
    differs = ImageChops.difference(one.crop((0, 0, *size)), two.crop((0, 0, *size)))
    strong = sum(count for level, count in enumerate(differs.histogram()) if level >= STRONG)
    return strong / (size[0] * size[1])


@pytest.mark.parametrize("eyes", EYES)
def test_sides_legal_stop_and_spent_are_told_apart_without_colours(browser: Any, eyes: str) -> None:
    at = with_the_north_to_march()
    mine, foe = "north_spears#2", "south_spears#2"
    unit = f".piece[data-id='{mine}']"
    with serving("first_battle", at) as served, visit(browser, served, "north") as page:
        page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        ready(page)
        assert asked(page, served, "north")
        page.mouse.move(683, 20)
        there(page, ".world[data-sharp]")
        page.evaluate(PATCH)
        clip = {"x": 2, "y": 2, "width": 4, "height": 4}
        red, green, _ = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("RGB").getpixel((1, 1))  # type: ignore[misc]
        assert red - green < 30, "a red is as green as it is red to these eyes"
        told = {"sides": apart(seen(page, unit, -4), seen(page, f".piece[data-id='{foe}']", -4))}  # without rings
        ringed = seen(page, unit)
        page.keyboard.press("Home")
        page.locator(".piece.legal").first.wait_for(state="detached")
        fresh = seen(page, unit)
        told["legal"] = apart(ringed, fresh)
        page.keyboard.press("End")
        point(page, unit)
        there(page, f".picked{unit}")
        there(page, ".costs g.stop")
        page.mouse.move(683, 20)
        told["picked"] = apart(seen(page, unit), ringed)
        told["stop"] = apart(seen(page, ".costs g.stop"), seen(page, ".costs g:not(.stop)"))
        page.keyboard.press("Escape")
        served.answers("north", option=at.session.asks["north"].listed.index(mine))
        ways, stacks = at.session.asks["north"].listed, at.session.table.stacks
        served.answers("north", option=next(n for n, way in enumerate(ways) if way[-1] not in stacks))
        shows(page, served.now()[0])
        there(page, f".spent{unit}")
        page.mouse.move(683, 20)
        told["spent"] = apart(seen(page, unit), fresh)
        assert min(told.values()) > 0.03, told


def test_counters_are_as_sharp_as_their_drawing_when_they_are_near(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "south", viewport=WIDE) as (page, _):
        unit = ".piece[data-id='south_spears#2']"
        page.mouse.move(*middle(page, unit))
        for _ in range(14):
            page.mouse.wheel(0, -200)
        until(page, lambda: page.locator(".mini output").text_content() == "500 %", "it comes no nearer")
        there(page, f"{unit} .face[style*='blob:']")
        there(page, ".world[data-sharp]")
        page.mouse.move(950, 20)  # nothing is pointed at
        page.locator(".place, .unit:not([hidden])").first.wait_for(state="hidden")
        box = box_of(page, f"{unit} .face")
        clip = {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}
        shown = Image.open(io.BytesIO(page.screenshot(clip=clip))).convert("L")
        found = pictures("first_battle").get("faces.json")
        assert found is not None
        drawing = json.loads(found[1])["south_spears/0"]
        side = {"width": round(box["width"]), "height": round(box["height"])}
        context = browser.new_context(viewport=side)
        own = context.new_page()
        own.set_content(f"<body style='margin:0'>{drawing}</body>")
        own.evaluate(GROWN, [box["width"], box["height"]])
        right = Image.open(io.BytesIO(own.screenshot())).convert("L")
        context.close()
        blurred = right.resize((right.width // 4, right.height // 4)).resize(
            right.size
        )  # as it would be from the sheet
        assert apart(shown, right) < apart(blurred, right) / 10


# areas whose slot, for what marks the ground, lies under a piece of theirs
COVERED = """(slots) => {
  const stage = document.querySelector(".stage"), box = stage.getBoundingClientRect();
  const k = box.width / stage.offsetWidth;
  const covers = (piece, [x, y]) => {
    const { left, right, top, bottom } = piece.getBoundingClientRect();
    return left < box.x + x * k && right > box.x + x * k && top < box.y + y * k && bottom > box.y + y * k;
  };
  const pieces = [...document.querySelectorAll(".piece:not(.still)")];
  return pieces.filter((piece) => slots[piece.dataset.at] && covers(piece, slots[piece.dataset.at]))
    .map((piece) => piece.dataset.at);
}"""


def test_units_leave_the_slot_of_their_area_free_near_and_far(browser: Any) -> None:
    at = table("road_to_honganji", "random")
    for _ in range(90):
        assert at.compute()
    for seat in at.seats:
        at.sit(seat, "link")
    with seated(browser, at, at.waiting[0]) as (page, served):
        spaces, stacks = served.scenery["spaces"], at.session.table.stacks
        slots = {place: space["lie"] for place, space in spaces.items() if space.get("seats")}
        assert any(len(stacks.get(place, ())) > len(spaces[place]["seats"]) for place in slots)
        for key in ("0", "+", "+", "+", "+"):
            page.keyboard.press(key)
            there(page, ".world[data-sharp]")
            assert page.evaluate(COVERED, slots) == []


FOCUS = """() => {
  const at = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(at);
  const ringed = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  return [at.outerHTML.slice(0, 90), ringed && at.matches(":focus-visible")];
}"""


def test_the_focus_is_always_seen(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, _):
        for selector in ("button:not(:disabled)", "select", "input", "[tabindex='0']", ".scrub"):
            for n in range(min(40, page.locator(f"body {selector}:visible").count())):
                page.keyboard.press("Shift")  # whoever uses keys
                page.locator(f"body {selector}:visible").nth(n).focus()
                what, ringed = page.evaluate(FOCUS)
                assert ringed, what


def test_the_curtain_leaves_nothing_in_the_memory_of_the_page(browser: Any) -> None:
    at = table("amber_strait", "human", "human")
    with serving("amber_strait", at) as served, visit(browser, served, SCREEN) as page:
        page.click(".veil.solid .btn.main")
        ready(page)
        until(page, lambda: page.locator(".far").evaluate("(far) => far.width") > 1, "a picture of all")
        seen = ""
        while asked(page, served, "crown"):
            seen = heap(page)
            answering(page, served, lambda: take_from_list(page))
        there(page, ".veil.solid")
        held = [str(piece) for piece in at.session.table.at("hand.crown")]
        assert held
        told = [line.words.split(" [")[0] for line in at.hearing.lines["crown"] if len(line.words) > 12]
        assert [words for words in told if words in seen]  # as long as it was looked at
        assert page.locator(".far").evaluate("(far) => far.width") == 1  # nor of the small picture of all
        left = heap(page)
        assert "Amber Strait" in left  # the page itself is there
        assert not [words for words in told if words in left]


def heap(page: Page) -> str:
    """Every text the page still holds, once what nobody needs is swept away."""
    session, parts = page.context.new_cdp_session(page), []
    session.on("HeapProfiler.addHeapSnapshotChunk", lambda chunk: parts.append(chunk["chunk"]))
    session.send("HeapProfiler.collectGarbage")
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    return "\n".join(json.loads("".join(parts))["strings"])


def test_a_window_that_is_turned_or_made_smaller_shows_what_it_showed(browser: Any) -> None:
    with seated(browser, with_the_north_to_march(), SCREEN, asks="north", viewport=WIDE) as (page, _):
        page.keyboard.press("0")
        resized(page, 820, 1180)
        assert 0.85 * 820 < box_of(page, ".world")["width"] <= 820, "what was whole is whole"
        resized(page, 1180, 820)
        while box_of(page, ".world")["width"] < 2 * 1180:
            page.keyboard.press("+")
            there(page, ".world[data-sharp]")
        was, panel = box_of(page, ".world"), box_of(page, "#side")
        resized(page, 1366, 768)
        now, wider = box_of(page, ".world"), box_of(page, "#side")["width"] - panel["width"]
        assert now["width"] == pytest.approx(was["width"]), "nobody has come nearer"
        moved = now["x"] - was["x"], now["y"] - was["y"]
        free = (1366 - 1180 - wider) / 2, (768 - 820) / 2
        assert moved == pytest.approx(free, abs=2), "what lay in the middle of the free part lies there"


def resized(page: Page, width: int, height: int) -> None:
    """Another window, and the board at rest in it."""
    page.set_viewport_size({"width": width, "height": height})
    until(page, lambda: page.evaluate("[innerWidth, innerHeight]") == [width, height], "the window is as it was")
    page.evaluate(TOLD)
    there(page, ".world[data-sharp]")


def test_a_phone_says_turn_and_step_in_full(browser: Any) -> None:
    at = table("road_to_honganji", "link")
    with seated(browser, at, at.seats[0], viewport={"width": 390, "height": 844}) as (page, _):
        room, needed = page.locator("#steps").evaluate("(at) => [at.clientWidth, at.scrollWidth]")
        assert needed <= room
        assert box_of(page, "#steps .now")["x"] + box_of(page, "#steps .now")["width"] <= 390
