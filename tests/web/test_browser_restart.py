"""A server that is killed and started again: the pages that were open go on by themselves."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from compiler.web.seats import WATCH
from tests.games.playable import GAMES
from tests.web.browsing import Page, Visit, middle, ready, there, until, visit
from tests.web.served import CACHE, serving
from tests.web.tables import with_the_north_to_march

LOST = ".lost:not([hidden])"


@contextlib.contextmanager
def started(journal: Path, *how: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """A server of its own, and its links by their names; killed at the end, if it has not been before."""
    command = [sys.executable, "-m", "compiler", "table", str(GAMES / "first_battle"), "--no-open"]
    told = ["--journal", str(journal), "-o", str(CACHE.parent), *how]
    with subprocess.Popen([*command, *told], stdout=subprocess.PIPE, text=True) as server:
        links: dict[str, str] = {}
        assert server.stdout is not None
        for line in server.stdout:
            found = re.fullmatch(r"(.+?) +(http://\S+)\n", line)
            if found is None:
                break  # what follows the links
            links[found[1]] = found[2]
        try:
            yield server, links
        finally:
            server.kill()


def answer(page: Page, journal: Path) -> None:
    """Press what is nearest, and wait until it is written down."""
    there(page, "body[data-asked]")
    known = len(journal.read_bytes().splitlines())
    page.locator("#prompt .btn[data-option], #form:not([hidden]) #seal").first.click()
    until(page, lambda: len(journal.read_bytes().splitlines()) > known, "nothing is written down")


def alike(pages: tuple[Page, ...]) -> Page:
    """Until one of some pages is asked something and the others show the same moment; the one that is asked."""
    found: list[Page] = []

    def come() -> bool:
        shown = {page.locator("body").get_attribute("data-n") for page in pages}
        found[:] = [page for page in pages if page.locator("body").get_attribute("data-asked") in shown]
        return len(shown) == len(found) == 1

    until(pages[0], come, "nobody is asked anything")
    return found[0]


def test_pages_go_on_by_themselves_when_a_killed_server_is_started_again(browser: Any, tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    with contextlib.ExitStack() as stack:
        server, links = stack.enter_context(
            started(journal, "--scenario", "skirmish", "--seats", "human,link", "--port", "0")
        )
        host = links["your table"].split("/")[2]
        other = next(link for name, link in links.items() if name not in ("your table", "onlookers"))
        north, south = (Visit(browser, host, link) for link in (links["your table"], other))
        pages = (north.page, south.page)
        for page in pages:
            ready(page)
        for page in (north.page, south.page, north.page):  # both bid, and the North begins
            answer(page, journal)
        alike(pages)
        before = [page.locator(".log").inner_text() for page in pages]
        server.kill()
        server.wait()
        for page in pages:
            there(page, LOST)
        _, again = stack.enter_context(started(journal))  # the port too is kept with the keys
        assert again == links
        for page in pages:
            page.locator(".lost").wait_for(state="hidden")
        asked = alike(pages)
        assert [page.locator(".log").inner_text() for page in pages] == before
        answer(asked, journal)
        for seat in (north, south):
            seat.expected = ("ERR_CONNECTION",)
            seat.__exit__()
    secrets = [link.rsplit("/", 1)[1] for link in links.values()]
    assert not any(secret in journal.read_text() for secret in secrets)


def test_drawings_that_did_not_come_are_asked_for_again(browser: Any) -> None:
    at = with_the_north_to_march()
    lost: list[str] = []

    def once(route: Any) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.abort("connectionfailed")

    with serving("first_battle", at) as served, (seat := visit(browser, served, WATCH)) as page:
        seat.expected = ("ERR_CONNECTION_FAILED",)
        ready(page)
        page.route("**/faces.json", once)
        page.reload()
        ready(page)
        page.mouse.move(*middle(page, ".piece[data-id]"))
        for _ in range(14):  # near enough for drawings
            page.mouse.wheel(0, -200)
        there(page, ".piece .face[style*='blob:']")
    assert len(lost) == 1


def test_a_page_whose_link_was_renewed_says_so_instead_of_trying_on(browser: Any) -> None:
    at = with_the_north_to_march()
    with serving("first_battle", at) as served, (seat := visit(browser, served, WATCH)) as page:
        ready(page)
        at.renew(WATCH)
        served.cut()
        page.locator(".lost", has_text="has another link now").wait_for()
        assert at.seating.tokens[WATCH] not in page.content()
        seat.expected = ("403",)
