"""The server from outside: hosts, origins, links, cookies, headers, sizes, pace, files."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from compiler.vassal.archive import read_archive
from compiler.vassal.save import read_save
from compiler.web import guard
from compiler.web.guard import MOST_BYTES
from compiler.web.room import MOST_SOCKETS
from compiler.web.seats import SCREEN, WATCH
from tests.web.served import Served, serving
from tests.web.tables import table

SLUG = "first_battle"
PATIENCE = 120  # seconds


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(SLUG, table(SLUG, "human", "link", scenario="skirmish")) as found:
        yield found


def wire(served: Served, place: str, cookie: str | None = None, origin: str | None = None) -> ClientConnection:
    known = served.table.seating.cookie
    return connect(
        f"ws://{served.host}/t/1/{place}/wire",
        origin=origin or f"http://{served.host}",  # type: ignore[arg-type]
        additional_headers={"Cookie": served.cookie(place) if cookie is None else f"{known}={cookie}"},
        open_timeout=PATIENCE,
    )


def hear(line: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(line.recv(timeout=PATIENCE))
        if message["t"] == kind:
            return message


def drain(line: ClientConnection) -> None:
    while True:
        line.recv(timeout=PATIENCE)


def test_another_host_and_another_origin_are_not_let_in(served: Served) -> None:
    for host in ("evil.example", served.host.replace("127.0.0.1", "127.0.0.2"), ""):
        assert served.get("/", Host=host)[0].status == 403
    assert served.get("/", Origin="http://evil.example")[0].status == 403
    for origin in ("http://evil.example", "null", f"https://{served.host}"):
        with contextlib.ExitStack() as stack, pytest.raises(InvalidStatus):
            stack.enter_context(wire(served, "south", origin=origin))


def test_a_link_becomes_a_cookie_of_its_place_alone(served: Served) -> None:
    answer, body = served.get(f"/seat/1/{served.table.seating.tokens['south']}")
    assert answer.status == 200
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/t/1/south/" in cookie
    assert served.table.seating.tokens["south"].encode() not in body
    assert cookie.split(";")[0] == served.cookie("south")
    assert served.get("/t/1/south/", Cookie=served.cookie("south"))[0].status == 200
    for place in ("north", SCREEN, WATCH, "nobody"):
        assert served.get(f"/t/1/{place}/", Cookie=served.cookie("south"))[0].status == 403


@pytest.mark.parametrize("token", ["", "x", "0" * 22, "../../etc/passwd", "%00", "é"])
def test_wrong_links_open_nothing(served: Served, token: str) -> None:
    assert served.get(f"/seat/1/{token.replace('é', '%C3%A9')}")[0].status in (403, 404)
    with contextlib.ExitStack() as stack, pytest.raises(InvalidStatus):
        stack.enter_context(wire(served, "south", cookie=token.encode("ascii", "ignore").decode() or "none"))


@pytest.mark.parametrize(
    "path",
    ["/art/{art}/../../pyproject.toml", "/art/{art}/%2e%2e%2fgame.yaml", "/page/x/table.js", "/art/x/faces.json",
     "/art/{art}/ledger.yaml", "/t/1/screen/file/x", "/etc/passwd", "/t/2/screen/"],
)  # fmt: skip
def test_no_address_reads_a_file_of_ours(served: Served, path: str) -> None:
    answer, body = served.get(path.format(art=served.opened.house.rooms["1"].about["art"]))
    assert answer.status in (403, 404)
    assert len(body) < 200


def test_everything_carries_our_headers(served: Served) -> None:
    token = served.table.seating.tokens[SCREEN]
    answer, page = served.get("/t/1/screen/", Cookie=served.cookie(SCREEN))
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in {name.lower() for name in answer.headers if name.lower() == "x-powered-by"}
    assert b"http://" not in page.replace(b"http://www.w3.org", b"")
    assert token.encode() not in page


def test_messages_are_bounded_in_size_and_pace(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    with wire(served, WATCH) as line:
        line.send(json.dumps({"t": "join"}))
        hear(line, "view")
        for text in ("", "[]", "1", "null", "{", '{"t":"answer"}', "[" * 30_000):
            line.send(text)
            assert hear(line, "refused")["because"]
        line.send(b"\x00\x01")
        assert hear(line, "refused")["because"]
        line.send("x" * (MOST_BYTES + 10))
        with pytest.raises(ConnectionClosed):
            drain(line)
    with wire(served, WATCH) as line:
        line.send(json.dumps({"t": "join"}))
        hear(line, "view")
        monkeypatch.setattr(guard, "RATE", 0.0)  # however slow this machine is
        for _ in range(120):
            line.send('{"t":"replay","to":0}')
        while hear(line, "refused")["because"] != "too many messages at once":
            pass


def test_too_many_of_one_place_are_refused(served: Served) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(MOST_SOCKETS):
            line = stack.enter_context(wire(served, "south"))
            line.send(json.dumps({"t": "join"}))
            hear(line, "view")
        with pytest.raises(InvalidStatus):
            stack.enter_context(wire(served, "south"))
    end = time.monotonic() + PATIENCE
    while served.opened.house.rooms["1"].is_full("south") and time.monotonic() < end:
        time.sleep(0.01)  # who has gone makes room
    with wire(served, "south") as line:
        line.send(json.dumps({"t": "join"}))
        assert hear(line, "view")


def test_who_does_not_say_a_word_is_counted_too(served: Served) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(MOST_SOCKETS):
            stack.enter_context(wire(served, "north"))
        with pytest.raises(InvalidStatus):
            stack.enter_context(wire(served, "north"))
    end = time.monotonic() + PATIENCE
    while served.opened.house.rooms["1"].is_full("north") and time.monotonic() < end:
        time.sleep(0.01)
    with wire(served, "north") as line:
        line.send(json.dumps({"t": "join"}))
        assert hear(line, "view")


def test_files_are_made_on_demand_and_fetched_once(served: Served) -> None:
    with wire(served, "south") as line:
        line.send(json.dumps({"t": "join"}))
        hear(line, "view")
        for kind in ("vsav", "vlog"):
            line.send(json.dumps({"t": "save", "as": kind}))
            told = hear(line, "saved")
            answer, data = served.get(f"/t/1/south/{told['url']}", Cookie=served.cookie("south"))
            assert answer.status == 200
            assert told["name"] in answer.headers["content-disposition"]
            assert list(read_save(read_archive(data, told["name"])).commands)
            assert served.get(f"/t/1/south/{told['url']}", Cookie=served.cookie("south"))[0].status == 404
        for kind in ("save", "replay", "../x", None):
            line.send(json.dumps({"t": "save", "as": kind}))
            assert hear(line, "refused")["re"] == "save"


def test_a_renewed_link_shuts_the_old_one_out(served: Served) -> None:
    with wire(served, WATCH) as old, wire(served, SCREEN) as host:
        for line in (old, host):
            line.send(json.dumps({"t": "join"}))
            hear(line, "hello")
        token = served.table.seating.tokens[WATCH]
        host.send(json.dumps({"t": "renew", "place": WATCH}))
        with pytest.raises(ConnectionClosed):
            drain(old)
        assert served.get(f"/seat/1/{token}")[0].status == 403
        assert served.table.seating.tokens[WATCH] != token


def test_the_host_plays_on_from_the_past_at_a_table_of_its_own() -> None:
    at = table(SLUG, "human", "random", scenario="skirmish")
    for _ in range(9):
        for seat in at.waiting:
            at.answer(seat, at.n, {"option": 0})
    with serving(SLUG, at) as here, wire(here, SCREEN) as host, wire(here, WATCH) as watch:
        for line in (host, watch):
            line.send(json.dumps({"t": "join"}))
            hear(line, "view")
            line.send(json.dumps({"t": "branch", "to": 3}))
        assert hear(watch, "refused")["re"] == "branch"
        url = hear(host, "branched")["url"]
        other = here.opened.house.rooms["2"].table
        assert len(other.session.log) < len(at.session.log)
        assert url == f"/seat/2/{other.seating.tokens[SCREEN]}"
        assert here.get(url)[0].status == 200
        for wrong in (None, True, "3", 10**30):
            host.send(json.dumps({"t": "branch", "to": wrong}))
            assert hear(host, "branched" if wrong == 10**30 else "refused")
        at.seating.kinds["south"] = "link"  # somebody from elsewhere has secrets
        host.send(json.dumps({"t": "branch", "to": 3}))
        assert hear(host, "refused")["because"] == "that would tell secrets of others"
