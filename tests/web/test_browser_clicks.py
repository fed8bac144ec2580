"""No click is dead: every place acts or says why not, names in reasons and lines of the log lead to what they name."""

from __future__ import annotations

from typing import Any

from compiler.model.event import Moved
from compiler.play.ask import Refusal
from compiler.play.offers import refusal
from compiler.web.seats import SCREEN, WATCH
from tests.web.browsing import Page, able, alone, asked, bring, peeked, ready, seated, shows, spot, there, until, visit
from tests.web.served import Served, serving
from tests.web.tables import table, with_the_north_to_march


def pick(page: Page, served: Served, unit: str) -> None:
    """Take a unit up that stands alone."""
    if not page.locator(f".piece.picked[data-id='{unit}']").count():
        page.mouse.click(*bring(page, served, served.table.session.table.pieces[unit].place))
    there(page, f".piece.picked[data-id='{unit}']")
    there(page, ".costs text")


def spoken(served: Served, because: str) -> str:
    """A reason as the page words it: ids turned to names."""
    parts = because.split("`")
    named = [part if n % 2 == 0 else name_of(served, part) for n, part in enumerate(parts)]
    text = "".join(named)
    return text[0].upper() + text[1:] + "."


def name_of(served: Served, id: str) -> str:
    scene, base = served.scenery, id.split("#")[0]
    kind = scene["counters"].get(base)
    if kind:
        return f"{kind['name']} {id.split('#')[1]}" if kind["count"] > 1 else str(kind["name"])
    name = str(scene["spaces"][id]["name"]) if id in scene["spaces"] else id
    return f"{name} ({id})" if name != id and id[0].isdigit() else name


def refused(page: Page, served: Served, no: Refusal) -> None:
    """Until the page gives a reason with its rule and gist; and the bubble is shut again."""
    page.locator(".bubble .no span", has_text=spoken(served, no.because)).wait_for()
    if no.rule is not None:
        assert served.table.book.game.ledger is not None
        assert page.locator(".bubble .gist .rule").inner_text() == no.rule
        assert served.table.book.game.ledger.rows[no.rule].says in page.locator(".bubble .gist").inner_text()
    page.click(".bubble .shut")
    page.locator(".bubble").wait_for(state="detached")


def test_every_hex_clicked_with_a_unit_picked_acts_or_refuses(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, SCREEN, asks="north") as (page, served):
        unit, stacks, pieces = alone(at, "north"), at.session.table.stacks, at.session.table.pieces
        start, ask = pieces[unit].place, peeked(served, "north", unit)
        goals = {answer[-1] for answer in ask.listed if isinstance(answer, tuple)}
        others = {pieces[other].place for other in able(at, "north")} - {start}
        acted = told = changed = 0
        for place in served.scenery["near"]:
            before = served.now()[0]
            pick(page, served, unit)
            page.mouse.click(*bring(page, served, place))
            if place == start:
                page.locator(".piece.picked").wait_for(state="detached")  # dropped
                changed += 1
            elif place in goals:
                shows(page, before + 2)  # the unit, and where it goes
                assert at.session.table.pieces[unit].place == place
                for n in (3, 4):
                    page.keyboard.press("u")
                    shows(page, before + n)
                assert asked(page, served, "north")
                acted += 1
            elif place in others:
                there(page, f".piece.picked:not([data-id='{unit}']), .fan .pick")
                page.keyboard.press("Escape")
                changed += 1
            else:
                thing = stacks[place][-1] if place in stacks else place
                no = refusal(at.book, ask, at.session.table, thing)
                assert isinstance(no, Refusal)
                refused(page, served, no)
                told += 1
        assert acted == len(goals)
        assert changed == len(others - goals) + 1
        assert told + acted + changed == len(served.scenery["near"])


# the board is moved until nothing of it is in the free part, and then the name in what is said is clicked
LED = """(wide) => {
  const right = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
  for (let n = 0; n < 30; n++) document.body.dispatchEvent(right);
  const world = document.querySelector(".world"), { x, width } = world.getBoundingClientRect();
  document.querySelector(".bubble .pn").click();
  return { x, k: width / wide };
}"""


def in_sight(page: Page, served: Served, place: str) -> bool:
    """Whether a place lies in the free part of a laptop's window."""
    x, y = spot(page, served, place)
    return 64 < x < 1038 and 56 < y < 658


def test_ids_in_reasons_are_names_and_lead_to_the_thing(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, SCREEN, asks="north") as (page, served):
        stacks = at.session.table.stacks
        enemy = next(p for p in at.session.table.pieces.values() if p.side == "south" and stacks[p.place] == (p.id,))
        no = refusal(at.book, at.session.asks["north"], at.session.table, enemy.id)
        assert isinstance(no, Refusal)
        assert f"`{enemy.id}`" in no.because
        page.mouse.click(*bring(page, served, enemy.place))
        named = page.locator(f".bubble .pn[data-see='{enemy.id}']")
        assert named.inner_text() == name_of(served, enemy.id)
        assert enemy.id not in page.locator(".bubble").inner_text()
        wide = served.scenery["board"]["size"][0]
        away = page.evaluate(LED, wide)  # at one go: what is said goes after nine seconds
        assert away["x"] + served.scenery["spaces"][enemy.place]["at"][0] * away["k"] < 64
        until(page, lambda: in_sight(page, served, enemy.place), "it does not come into view")
        # what lies beside the board is shown in the panel
        lost = next(p for p in at.session.table.pieces.values() if p.place in served.scenery["spaces"] and p.side)
        page.keyboard.press("/")
        page.locator(".find input").fill(name_of(served, lost.id))
        page.keyboard.press("Enter")
        page.locator(".find").wait_for(state="detached")
        there(page, f".piece.lit[data-id='{lost.id}']")


def test_a_click_when_nothing_is_asked_says_so(browser: Any) -> None:
    at = with_the_north_to_march()
    with (
        serving("first_battle", at) as served,
        visit(browser, served, "south") as page,
        visit(browser, served, WATCH) as watch,
    ):
        for one, words in ((page, "not your turn"), (watch, "only look on")):
            one.bring_to_front()
            ready(one)
            unit = next(p for p in at.session.table.pieces.values() if p.place.isdigit())
            one.mouse.click(*bring(one, served, unit.place))
            one.locator(".bubble", has_text=words).wait_for()
        page.bring_to_front()
        page.keyboard.press("Home")
        there(page, "body.past")
        page.mouse.click(*bring(page, served, unit.place))
        page.locator(".bubble", has_text="look back").wait_for()
        page.keyboard.press("End")
        there(page, "body:not(.past)")
        assert page.locator(".bubble").count() == 0  # what was said of the past


def marched(served: Served, seat: str) -> int:
    """A seat marches with its first unit, elsewhere; how many changes there have been then."""
    served.answers(seat)
    ways = served.table.session.asks[seat].listed
    served.answers(seat, option=max(range(len(ways)), key=lambda n: len(ways[n])))
    return served.now()[0]


def test_a_line_of_the_log_lights_its_piece_and_leads_to_its_moment(browser: Any) -> None:
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, served):
        shows(page, marched(served, "north"))
        lines = at.hearing.lines["north"]
        n, moved = next(
            (n, line.event) for n, line in reversed(list(enumerate(lines))) if isinstance(line.event, Moved)
        )
        row = page.locator(f".log li[data-i='{n}']")
        row.hover()
        there(page, f".piece.lit[data-id='{moved.piece}']")
        assert page.locator(".piece.lit").count() == 1
        if len(moved.path) > 1:
            there(page, "path.way.past")
        page.mouse.move(500, 20)
        page.locator(".piece.lit").wait_for(state="detached")
        row.click(position={"x": 3, "y": 3})
        there(page, f"body.past[data-to='{n + 1}']")
        there(page, f".log li.now[data-i='{n}']")
        there(page, f".piece[data-id='{moved.piece}'][data-at='{moved.to}']")
        page.locator(f".log li[data-i='{n}'] [data-see]").click()  # a name leads to the piece, not to the moment
        there(page, f".piece.lit[data-id='{moved.piece}']")


LOOK = """() => ({
  world: document.querySelector(".world").style.transform,
  pieces: [...document.querySelectorAll(".piece")]
    .map(({ dataset, className, style }) => [dataset.id, dataset.at, className, style.transform]),
  log: document.querySelector("#side .body").scrollTop,
  tab: document.querySelector("[role=tab][aria-selected=true]").dataset.tab,
  now: document.querySelector(".log .now")?.dataset.i,
  steps: document.querySelector("#steps").textContent,
  asked: document.querySelector("#prompt b").textContent,
  dialogs: document.querySelectorAll(".veil, .toast, .choice").length,
})"""


def test_nothing_jumps_while_somebody_looks_back_and_others_play(browser: Any) -> None:
    at = table("first_battle", "random", scenario="skirmish")
    while len(at.hearing.lines["north"]) < 20:
        assert at.compute()
    for seat in at.seats:
        at.sit(seat, "link")
    with seated(browser, at, "north") as (page, served):
        page.keyboard.press("Home")
        there(page, "body.past[data-to='0']")
        for to in range(1, 11):
            page.keyboard.press(".")
            there(page, f"body.past[data-to='{to}']")
        page.mouse.move(500, 20)
        before = page.evaluate(LOOK)
        kept = page.locator(".piece[data-id]").first.element_handle()
        taken = 0
        while served.now()[1] and taken < 400:  # to the end of the game, and its undoing now and then
            seat = served.now()[1][0]
            if taken % 7 == 3 and at.no_undo(seat) is None and not at.sealed:
                served.takes_back(seat)
            served.answers(served.now()[1][0], option=taken % len(at.session.asks[served.now()[1][0]].listed))
            taken += 1
            shows(page, served.now()[0])
            assert page.evaluate(LOOK) == before, taken
        assert taken > 20
        assert kept.evaluate("(made) => made.isConnected")
        assert at.session.outcome is not None
        page.keyboard.press("End")
        there(page, "body:not(.past)")
        there(page, ".veil .hall h1")  # the end is told to whoever comes back to it


def test_the_card_of_a_unit_never_lies_on_the_unit(browser: Any) -> None:
    """In the corner where cards lie a unit is pointed at and clicked like everywhere."""
    at = with_the_north_to_march()
    with seated(browser, at, "north", asks="north") as (page, served):
        unit = alone(at, "north")
        there(page, ".world[data-sharp]")
        for _ in range(3):
            page.keyboard.press("+")  # room to bring it anywhere
        there(page, ".world[data-sharp]")
        x, y = spot(page, served, at.session.table.pieces[unit].place)
        page.mouse.move(500, 300)
        page.mouse.down()
        page.mouse.move(500 + 230 - x, 300 + 620 - y, steps=5)  # beside the little board
        page.mouse.up()
        there(page, ".world[data-sharp]")
        x, y = spot(page, served, at.session.table.pieces[unit].place)
        page.mouse.move(x, y)
        there(page, "#unit:not([hidden])")
        page.mouse.click(x + 2, y)
        there(page, f".piece.picked[data-id='{unit}']")
