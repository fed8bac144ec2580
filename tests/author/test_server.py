"""The language server, driven by a real client over standard input and output."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from compiler import resources

COMMAND = (sys.executable, "-m", "compiler", "lsp")


class Client(LanguageClient):
    """An editor that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.told: dict[str, list[lsp.Diagnostic]] = {}
        self.news = asyncio.Event()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: lsp.PublishDiagnosticsParams) -> None:
            self.told[params.uri] = list(params.diagnostics)
            self.news.set()

    async def until(self, right: Callable[[], bool]) -> None:
        """Wait until what was told is as it should be."""

        async def told() -> None:
            while not right():
                self.news.clear()
                await self.news.wait()

        await asyncio.wait_for(told(), 60)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "first_battle"
    shutil.copytree(resources.games() / "first_battle", home)
    return home


@asynccontextmanager
async def editor(folder: Path) -> AsyncIterator[Client]:
    client = Client()
    await client.start_io(*COMMAND)
    await client.initialize_async(
        lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=folder.as_uri(), process_id=None)
    )
    client.initialized(lsp.InitializedParams())
    try:
        yield client
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()


def opened(client: Client, path: Path, text: str | None = None) -> str:
    uri = path.as_uri()
    item = lsp.TextDocumentItem(uri, "yaml", 1, path.read_text(encoding="utf-8") if text is None else text)
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
    return uri


def place(path: Path, words: str, inside: str = "") -> lsp.Position:
    """Where a text first stands in a file, on its part `inside`."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        if words in line:
            return lsp.Position(number, line.index(words) + (words.index(inside) if inside else 0) + 1)
    raise AssertionError(f"{words} is not in {path.name}")


def run(scene: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(scene(), 120)

    asyncio.run(bounded())


def test_a_slip_is_told_as_one_types_and_mended_by_an_action(folder: Path) -> None:
    async def scene() -> None:
        async with editor(folder) as client:
            counters = folder / "counters.yaml"
            good = counters.read_text(encoding="utf-8")
            uri = opened(client, counters, good.replace("kind: leader", "kind: leadr", 1))
            await client.until(lambda: any(each.code == "M001" for each in client.told.get(uri, [])))
            told = next(each for each in client.told[uri] if each.code == "M001")
            assert "`leadr` is not a known kind of counter" in told.message
            offered = await client.text_document_code_action_async(
                lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), told.range, lsp.CodeActionContext([told]))
            )
            assert offered
            action = offered[0]
            assert isinstance(action, lsp.CodeAction)
            assert action.edit is not None
            assert action.edit.changes is not None
            (edit,) = action.edit.changes[uri]
            assert edit.new_text == "leader"
            change = lsp.TextDocumentContentChangePartial(edit.range, edit.new_text)
            client.text_document_did_change(
                lsp.DidChangeTextDocumentParams(lsp.VersionedTextDocumentIdentifier(2, uri), [change])
            )
            await client.until(lambda: client.told[uri] == [])
            assert counters.read_text(encoding="utf-8") == good, "the server writes nothing"

    run(scene)


def test_ids_are_shown_followed_completed_and_renamed(folder: Path) -> None:
    async def scene() -> None:
        async with editor(folder) as client:
            bridge = folder / "scenarios/bridge.yaml"
            uri = opened(client, bridge)
            document = lsp.TextDocumentIdentifier(uri)
            at = place(bridge, "put: [north_guard", "north_guard")
            hover = None
            while hover is None:  # until the first look is done
                await asyncio.sleep(0.1)
                hover = await client.text_document_hover_async(lsp.HoverParams(document, at))
            assert isinstance(hover.contents, lsp.MarkupContent)
            assert "**north_guard** · counter" in hover.contents.value
            assert "![fresh](data:image/png;base64,iVBOR" in hover.contents.value
            rule = await client.text_document_hover_async(
                lsp.HoverParams(document, place(bridge, 'rule: "12.1"', "12.1"))
            )
            assert rule is not None
            assert isinstance(rule.contents, lsp.MarkupContent)
            assert "**12.1** · rule" in rule.contents.value
            where = await client.text_document_definition_async(lsp.DefinitionParams(document, at))
            assert isinstance(where, list)
            assert [each.uri.rsplit("/", 1)[1] for each in where if isinstance(each, lsp.Location)] == ["counters.yaml"]
            every = await client.text_document_references_async(
                lsp.ReferenceParams(
                    context=lsp.ReferenceContext(include_declaration=True), text_document=document, position=at
                )
            )
            files = {each.uri.rsplit("/", 1)[1] for each in every or ()}
            assert files >= {"counters.yaml", "bridge.yaml", "skirmish.yaml", "ids.lock.yaml"}
            offered = await client.text_document_completion_async(lsp.CompletionParams(document, at))
            assert isinstance(offered, list)
            labels = {item.label for item in offered}
            assert {"north_guard", "lady_kaji"} <= labels
            assert not labels & {"north", "woods", "12.1"}, "only what can stand there"
            changes = await client.text_document_rename_async(lsp.RenameParams(document, at, "household_guard"))
            assert changes is not None
            assert changes.changes is not None
            assert {each.rsplit("/", 1)[1] for each in changes.changes} == files
            assert sum(map(len, changes.changes.values())) == len(every or ())
            with pytest.raises(JsonRpcException, match="already a counter `south_guard`"):
                await client.text_document_rename_async(lsp.RenameParams(document, at, "south_guard"))
            with pytest.raises(JsonRpcException, match="is no id"):
                await client.text_document_rename_async(lsp.RenameParams(document, at, "Household Guard"))

    run(scene)


def test_files_that_are_no_part_of_a_game_are_left_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with editor(tmp_path) as client:
            (tmp_path / "notes.yaml").write_text("a: [", encoding="utf-8")
            uri = opened(client, tmp_path / "notes.yaml")
            document = lsp.TextDocumentIdentifier(uri)
            assert await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(0, 1))) is None
            beyond = await client.text_document_definition_async(lsp.DefinitionParams(document, lsp.Position(99, 9)))
            assert beyond == []
            assert client.told == {}

    run(scene)


def _packed(message: dict[str, Any] | bytes, length: bytes | None = None) -> bytes:
    """A message with its head, or with a head that lies about its length."""
    body = message if isinstance(message, bytes) else json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %s\r\n\r\n" % (b"%d" % len(body) if length is None else length) + body


async def _raw(*messages: dict[str, Any] | bytes) -> list[dict[str, Any]]:
    """Messages as bytes to a server of its own, and all it answers before it ends."""
    return (await _sent(b"".join(_packed(each) for each in messages)))[0]


async def _sent(data: bytes) -> tuple[list[dict[str, Any]], str]:
    """What a server of its own answers to bytes, and what it says beside."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe, stderr=pipe)
    out, beside = await asyncio.wait_for(process.communicate(data), 60)
    answers = []
    while out:
        head, _, rest = out.partition(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-l"))
        answers.append(json.loads(rest[:length]))
        out = rest[length:]
    return answers, beside.decode()


BEGIN = {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}}
HOVER: dict[str, Any] = {
    "method": "textDocument/hover",
    "params": {"textDocument": {"uri": "file:///nowhere/map.yaml"}, "position": {"line": 0, "character": 0}},
}


def _asked(id: int, method: str = HOVER["method"], params: Any = HOVER["params"]) -> dict[str, Any]:
    return {"id": id, "method": method, "params": params}


def test_messages_out_of_place_get_their_error_and_others_their_answer() -> None:
    answers = asyncio.run(
        _raw(
            _asked(2),  # before we have met
            BEGIN,
            _asked(3, "textDocument/nonsense", {}),
            _asked(4, params={"position": "here"}),
            b"{not json",
            {"method": "textDocument/didChange", "params": {"textDocument": 5}},
            _asked(5),
            {"id": 6, "method": "shutdown"},
            _asked(7),  # and after we have parted
            {"method": "exit"},
        )
    )
    errors = {each.get("id"): each["error"]["code"] for each in answers if "error" in each}
    assert errors == {2: -32002, 3: -32601, 4: -32602, None: -32700, 7: -32600}
    assert {each["id"] for each in answers if "result" in each} == {1, 5, 6}


def test_faults_of_an_editor_are_told_in_a_line_and_params_may_be_left_out() -> None:
    messages: list[dict[str, Any] | bytes] = [
        BEGIN,
        {"id": 2, "method": "textDocument/nonsense"},
        {"id": 3, "method": "textDocument/hover"},
        b"{",
        b"[" * 100_000,
        b'{"jsonrpc": "2.0", "id": 4, "method": "\xff"}',
        {"method": "textDocument/didOpen"},
        {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": 5}}},
        {"method": "textDocument/didChange", "params": {"textDocument": [], "contentChanges": 7}},
        {"id": 5, "method": "shutdown"},
        {"method": "exit"},
    ]
    answers, beside = asyncio.run(_sent(b"".join(map(_packed, messages))))
    assert [(each.get("id"), each["error"]["code"]) for each in answers if "error" in each] == [
        (2, -32601),
        (3, -32602),
        *[(None, -32700)] * 3,
    ]
    assert {each["id"] for each in answers if "result" in each} == {1, 5}
    assert "Traceback" not in beside
    assert "The fault is ours" not in beside
    assert all(line.startswith("liege lsp: ") for line in beside.splitlines()), beside


@pytest.mark.parametrize("length", [b"-1", b"zz", b"", b"0", b"5", b"100000000000000", b"9" * 5000, b"1e3"])
def test_a_lie_about_the_length_costs_one_message(length: bytes) -> None:
    ends = [_packed({"id": 3, "method": "shutdown"}), _packed({"method": "exit"})]
    data = b"".join((_packed(BEGIN), _packed(_asked(2), length), *ends))
    answers, beside = asyncio.run(_sent(data))
    assert [each["id"] for each in answers if "result" in each] == [1, 3]
    assert [each["error"]["code"] for each in answers if "error" in each] == [-32700]
    assert "Traceback" not in beside


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_without_an_editor_there_is_nobody_to_speak_to(closed: str) -> None:
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *COMMAND], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "one of them is closed" in done.stderr
