"""The language server: diagnostics as one types, hover with the drawn piece, ids followed, completed and renamed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from json import JSONDecodeError
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams, JsonRpcParseError
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import from_fs_path, to_fs_path

from compiler.author import hovering
from compiler.author.index import Index, Mention, read_index
from compiler.author.mending import CannotRename, Edit, edit_of, rename
from compiler.author.workspace import Look, Workspace, game_folder
from compiler.diagnostics import Diagnostic, Severity, Span
from compiler.load.bundle import kind_of
from compiler.version import version

__all__ = ["make_server"]

_PAUSE = 0.12  # seconds without a key before we look
_REST = 0.5  # and before the worked examples are played
_SEVERITY = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.NOTE: lsp.DiagnosticSeverity.Information,
}
_KEY = re.compile(r"(?:^|[{,\-\s])(\w+):\s*(?:\[[^\]]*|[\"']?[\w#.]*)$")
_ID = re.compile(r"[a-z0-9][A-Za-z0-9_]*")


@dataclass(slots=True)
class _Desk:
    """One game that has a file open."""

    workspace: Workspace
    look: Look = field(default_factory=lambda: Look((), None))
    index: Index = field(default_factory=Index)
    found: tuple[Diagnostic, ...] = ()
    shown: set[str] = field(default_factory=set)  # files whose diagnostics the editor has
    waiting: asyncio.Task[None] | None = None


class _Protocol(LanguageServerProtocol):
    """Every request gets an answer, also one that comes too early, too late or cannot be read."""

    _met = False

    def structure_message(self, data: dict[str, Any]) -> Any:
        if "jsonrpc" in data and "method" in data:
            data.setdefault("params", None)  # a message may go without
        try:
            return super().structure_message(data)
        except (JsonRpcInvalidParams, JsonRpcInternalError):
            if "id" in data and "method" in data:
                self._send_response(data["id"], None, JsonRpcInvalidParams().to_response_error())
                return None
            raise

    def handle_message(self, message: Any) -> None:
        id, method = getattr(message, "id", None), getattr(message, "method", None)
        if message is None or not hasattr(message, "jsonrpc"):
            return
        if id is not None and method is not None:
            early = not self._met and method != lsp.INITIALIZE
            if early or self._shutdown:
                code = lsp.ErrorCodes.ServerNotInitialized if early else lsp.ErrorCodes.InvalidRequest
                reason = "nothing before `initialize`" if early else "nothing but `exit` after `shutdown`"
                self._send_response(id, None, JsonRpcException(reason, code=code.value).to_response_error())
                return
            self._met = True
        super().handle_message(message)


class _Server(LanguageServer):
    def __init__(self) -> None:
        super().__init__("liege", version(), protocol_cls=_Protocol)
        self.desks: dict[Path, _Desk] = {}

    def report_server_error(self, error: Exception, source: Any) -> None:
        """What is no JSON gets the answer the protocol has for it; the rest is answered where it was asked."""
        if isinstance(error, (JSONDecodeError, UnicodeDecodeError, RecursionError)):
            self.protocol._send_response(None, None, JsonRpcParseError().to_response_error())  # type: ignore[arg-type]

    # -- games and files -----------------------------------------------------------------------------------------------
    def desk(self, uri: str) -> tuple[_Desk, str] | None:
        """The game of a file and the file's name in it; None for a file that is no part of a game."""
        path = to_fs_path(uri)
        home = game_folder(Path(path).resolve()) if path else None
        if path is None or home is None:
            return None
        desk = self.desks.get(home)
        if desk is None:
            desk = self.desks[home] = _Desk(Workspace(home))
        name = desk.workspace.name_of(Path(path))
        return None if name is None else (desk, name)

    def uri(self, desk: _Desk, name: str) -> str:
        return from_fs_path(str(desk.workspace.folder / name)) or ""

    def range(self, desk: _Desk, name: str, span: Span) -> lsp.Range:
        """A place in the units of the client."""
        lines = (desk.workspace.text(name) or "").splitlines(keepends=True)
        line = min(max(span.line - 1, 0), max(len(lines) - 1, 0))
        start = lsp.Position(line, span.column - 1)
        end = lsp.Position(line, span.column - 1 + max(span.length, 1))
        if not lines:
            return lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        return self.workspace.position_codec.range_to_client_units(lines, lsp.Range(start, end))

    def mentions(self, uri: str, position: lsp.Position) -> tuple[_Desk, str, list[Mention]] | None:
        """What stands under the cursor."""
        found = self.desk(uri)
        if found is None:
            return None
        desk, name = found
        lines = (desk.workspace.text(name) or "").splitlines(keepends=True)
        if position.line >= len(lines):
            return None
        here = self.workspace.position_codec.position_from_client_units(lines, position)
        return desk, name, desk.index.at(name, here.line + 1, here.character + 1)

    # -- looking -------------------------------------------------------------------------------------------------------
    def soon(self, desk: _Desk) -> None:
        """Look once the hands rest; every key begins the wait anew."""
        if desk.waiting is not None:
            desk.waiting.cancel()
        desk.waiting = asyncio.get_event_loop().create_task(self._look(desk))

    async def _look(self, desk: _Desk) -> None:
        await asyncio.sleep(_PAUSE)
        self.look(desk)
        await asyncio.sleep(_REST)
        if desk.look.game is not None:
            self.show(desk, (*desk.look.found, *desk.workspace.rules(desk.look)))

    def look(self, desk: _Desk) -> None:
        """Read the game now, and tell what is wrong with it."""
        desk.look = desk.workspace.look()
        desk.index = read_index(desk.workspace.documents())
        self.show(desk, desk.look.found)

    def show(self, desk: _Desk, found: Iterable[Diagnostic]) -> None:
        desk.found = tuple(found)
        by_file: dict[str, list[lsp.Diagnostic]] = {name: [] for name in desk.shown}
        for each in desk.found:
            name = self._file(desk, each.span)
            by_file.setdefault(name, []).append(self._told(desk, name, each))
        for name, told in by_file.items():
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(self.uri(desk, name), told))
        desk.shown = {name for name, told in by_file.items() if told}

    def _file(self, desk: _Desk, span: Span | None) -> str:
        if span is None:
            return "game.yaml"
        try:
            return Path(span.file).relative_to(desk.workspace.folder).as_posix()
        except ValueError:
            return "game.yaml"

    def _told(self, desk: _Desk, name: str, each: Diagnostic) -> lsp.Diagnostic:
        related = [
            lsp.DiagnosticRelatedInformation(self.location(desk, self._file(desk, one.span), one.span), one.message)
            for one in each.related
        ]
        return lsp.Diagnostic(
            self.range(desk, name, each.span or Span(name)),
            each.message + (f"\n{each.help}" if each.help else ""),
            severity=_SEVERITY[each.severity],
            code=each.code,
            source="liege",
            related_information=related or None,
        )

    def location(self, desk: _Desk, name: str, span: Span) -> lsp.Location:
        return lsp.Location(self.uri(desk, name), self.range(desk, name, span))

    def edits(self, desk: _Desk, changes: dict[str, list[Edit]]) -> lsp.WorkspaceEdit:
        return lsp.WorkspaceEdit(
            changes={
                self.uri(desk, name): [lsp.TextEdit(self.range(desk, name, each.span), each.text) for each in made]
                for name, made in changes.items()
            }
        )


def make_server() -> LanguageServer:
    """A server with all it can do, not yet listening."""
    server = _Server()
    _files(server)
    _reading(server)
    _changing(server)
    return server


def _files(server: _Server) -> None:
    """Texts come and go."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        found = server.desk(params.text_document.uri)
        if found is not None:
            desk, name = found
            desk.workspace.unsaved[name] = params.text_document.text
            server.soon(desk)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        found = server.desk(params.text_document.uri)
        if found is not None:
            desk, name = found
            desk.workspace.unsaved[name] = server.workspace.get_text_document(params.text_document.uri).source
            server.soon(desk)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        found = server.desk(params.text_document.uri)
        if found is not None:
            server.soon(found[0])

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        found = server.desk(params.text_document.uri)
        if found is not None:
            desk, name = found
            desk.workspace.unsaved.pop(name, None)
            server.soon(desk)


def _reading(server: _Server) -> None:
    """Questions about what stands there."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        found = server.mentions(params.text_document.uri, params.position)
        if found is None or not found[2]:
            return None
        desk, name, mentions = found
        told = "\n\n---\n\n".join(hovering.told(desk.look.game, desk.index, each) for each in mentions[:3])
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, told), server.range(desk, name, mentions[0].span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        found = server.mentions(params.text_document.uri, params.position)
        desk, _, mentions = found or (None, "", [])
        places = [place for each in mentions if desk for place in desk.index.places(each, uses=False)]
        return [server.location(desk, each.file, each.span) for each in dict.fromkeys(places) if desk]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = server.mentions(params.text_document.uri, params.position)
        if found is None:
            return []
        desk, _, mentions = found
        wanted = params.context.include_declaration
        places = [place for each in mentions for place in desk.index.places(each, definition=wanted)]
        return [server.location(desk, *place) for place in dict.fromkeys((each.file, each.span) for each in places)]

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "[", '"', "'", ":", ","])
    )
    def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        found = server.desk(params.text_document.uri)
        if found is None:
            return []
        desk, name = found
        lines = (desk.workspace.text(name) or "").splitlines(keepends=True)
        line = lines[params.position.line] if params.position.line < len(lines) else ""
        here = server.workspace.position_codec.position_from_client_units(lines or [""], params.position)
        typed = _KEY.search(line[: here.character])
        if typed is None:
            return []
        return [
            lsp.CompletionItem(id, kind=lsp.CompletionItemKind.Reference, detail=what)
            for id, what in desk.index.ids(typed[1], kind_of(name))
        ]


def _changing(server: _Server) -> None:
    """Changes offered, made by the editor."""

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        found = server.mentions(params.text_document.uri, params.position)
        return server.range(found[0], found[1], found[2][0].span) if found is not None and found[2] else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        found = server.mentions(params.text_document.uri, params.position)
        if found is None or not found[2]:
            raise _refused("nothing that can be renamed stands here")
        desk, _, mentions = found
        if not _ID.fullmatch(params.new_name):
            raise _refused(f"`{params.new_name}` is no id: lower-case letters, digits and underscores")
        meant = [each for each in mentions if each.defines] or mentions
        if len(meant) > 1:
            kinds = " and a ".join(each.what for each in meant)
            raise _refused(f"`{meant[0].id}` is a {kinds}: rename it where it is defined")
        try:
            return server.edits(desk, rename(desk.workspace, desk.index, meant[0], params.new_name))
        except CannotRename as reason:
            raise _refused(str(reason)) from reason

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = server.desk(params.text_document.uri)
        if found is None:
            return []
        desk, name = found
        offered = []
        for each in desk.found:
            if each.span is None or server._file(desk, each.span) != name:
                continue
            edit = edit_of(each, desk.workspace.text(name) or "")
            if edit is not None and params.range.start.line <= each.span.line - 1 <= params.range.end.line:
                title = f"Write `{edit.text}`"
                change = server.edits(desk, {name: [edit]})
                offered.append(lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, edit=change, is_preferred=True))
        return offered


def _refused(reason: str) -> JsonRpcException:
    """The answer to a request we will not carry out; an editor shows its words."""
    return JsonRpcException(reason, code=lsp.LSPErrorCodes.RequestFailed.value)
