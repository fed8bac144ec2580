"""What all our pages have in common: files of the page under their digest, pictures of the game, the frame around."""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

MEDIA = {"css": "text/css", "js": "text/javascript", "html": "text/html"}
FOR_GOOD = "public, max-age=31536000, immutable"
_SMALL = 1_000  # bytes below which packing gains nothing


class Art(Protocol):
    """Pictures and fonts by name, under one digest."""

    digest: str

    def get(self, name: str) -> tuple[str, bytes] | None: ...


@cache
def page_files() -> Mapping[str, bytes]:
    """The files of the pages by name, as they travel in the package."""
    folder = files("compiler.web") / "pages"
    return {entry.name: entry.read_bytes() for entry in sorted(folder.iterdir(), key=lambda e: e.name)}


@cache
def edition() -> str:
    """A digest of all page files: part of their address, so that they may be kept for good."""
    total = hashlib.sha256()
    for name, data in page_files().items():
        total.update(f"{name}\n{len(data)}\n".encode() + data)
    return total.hexdigest()[:16]


def routes(pictures: Art, scenery: Mapping[str, Any]) -> list[Route]:
    """The addresses of what any page shows; only names we made ourselves are served."""
    scene = json.dumps(scenery, ensure_ascii=False, separators=(",", ":")).encode()

    def page_file(request: Request) -> Response:
        name = request.path_params["name"]
        data = page_files().get(name) if request.path_params["edition"] == edition() else None
        if data is None:
            return missing()
        return _lasting(request, data, MEDIA[name.rpartition(".")[2]])

    def art(request: Request) -> Response:
        if request.path_params["digest"] != pictures.digest:
            return missing()
        if request.path_params["name"] == "scenery.json":
            return _lasting(request, scene, "application/json")
        if request.path_params["name"] == "fonts.css":
            return _lasting(request, fonts_css(pictures), "text/css")
        found = pictures.get(request.path_params["name"])
        return missing() if found is None else _lasting(request, found[1], found[0])

    return [Route("/page/{edition}/{name}", page_file), Route("/art/{digest}/{name}", art)]


@cache
def modules(name: str) -> tuple[str, ...]:
    """A module of ours and all it imports: asked for at once, not one after the other."""
    found = [name]
    for each in found:
        text = page_files()[each].decode()
        found += [other for other in re.findall(r'from "\./([\w.]+)"', text) if other not in found]
    return tuple(found)


def frame(
    title: str, module: str, pictures: Art, styles: Sequence[str] = ("table.css",), first: Sequence[str] = ()
) -> Response:
    """The page around a module of ours; what it shows, it fetches: `first` are pictures it shows at once."""
    at, art = f"/page/{edition()}", f"/art/{pictures.digest}"
    fonts = "".join(
        f'<link rel="preload" as="font" type="font/woff" href="{art}/{name}" crossorigin>'
        for name in ("sans-400.woff", "sans-600.woff", "serif-600.woff")
    )
    ahead = [f'<link rel="modulepreload" href="{at}/{name}">' for name in modules(module)]
    if first:
        ahead.append(f'<link rel="preload" as="fetch" href="{art}/scenery.json" crossorigin>')
        ahead += [f'<link rel="preload" as="image" href="{art}/{name}">' for name in first]
    links = "\n".join([*(f'<link rel="stylesheet" href="{at}/{name}">' for name in styles), *ahead])
    text = page_files()["frame.html"].decode().replace("[[STYLES]]", links)
    for key, value in {"LANG": "en", "TITLE": html.escape(title), "AT": at, "ART": art, "MODULE": module}.items():
        text = text.replace(f"[[{key}]]", value)
    return Response(text.replace("[[FONTS]]", fonts), media_type="text/html")


def fonts_css(pictures: Art) -> bytes:
    """The rules that name our fonts; their address has the digest of the game whose letters they hold."""
    art = f"/art/{pictures.digest}"
    rows = (
        ("Liege Sans", 400, "normal", "sans-400"),
        ("Liege Sans", 600, "normal", "sans-600"),
        ("Liege Sans", 700, "normal", "sans-700"),
        ("Liege Serif", 600, "normal", "serif-600"),
        ("Liege Serif", 600, "italic", "serif-600i"),
        ("Liege Kanji", 400, "normal", "kanji"),
    )
    return "\n".join(
        f'@font-face{{font-family:"{family}";src:url({art}/{file}.woff) format("woff");'
        f"font-weight:{weight};font-style:{style};font-display:swap}}"
        for family, weight, style, file in rows
    ).encode()


def missing() -> Response:
    return PlainTextResponse("There is nothing here.", 404)


def _lasting(request: Request, data: bytes, media: str) -> Response:
    """A file that never changes under its address, packed where that gains something."""
    headers = {"Cache-Control": FOR_GOOD}
    packs = media.startswith(("text/", "application/json")) and len(data) > _SMALL
    if packs and "gzip" in request.headers.get("accept-encoding", ""):
        data = _packed(data)
        headers["Content-Encoding"] = "gzip"
    return Response(data, media_type=media, headers=headers)


@cache
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 6, mtime=0)
