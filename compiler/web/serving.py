"""Serving on this machine: which addresses are opened, and how the server runs."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from dataclasses import dataclass

import uvicorn
from starlette.types import ASGIApp

from compiler.diagnostics import Failed, diagnose
from compiler.web.guard import MOST_BYTES

LOCAL, EVERYWHERE = "127.0.0.1", "0.0.0.0"


@dataclass(frozen=True, slots=True)
class Door:
    """A port that is open, and the names it is reached by, our own first: `127.0.0.1:8570`."""

    listening: socket.socket
    hosts: tuple[str, ...]

    @property
    def port(self) -> int:
        return int(self.listening.getsockname()[1])

    @property
    def home(self) -> str:
        return f"http://{self.hosts[0]}"

    @property
    def elsewhere(self) -> tuple[str, ...]:
        """Its addresses for others in the network."""
        return tuple(f"http://{host}" for host in self.hosts[2:])


def open_door(port: int, *, lan: bool) -> Door:
    """Open a port, or say why it cannot be. Port 0 takes any that is free."""
    try:
        listening = listen(port, lan=lan)
    except OSError as error:
        help = "give another --port, or --port 0 for any that is free"
        raise Failed(diagnose("P013", f"port {port} cannot be used: {error.strerror}", help=help)) from error
    found: int = listening.getsockname()[1]
    return Door(listening, tuple(f"{name}:{found}" for name in addresses(lan=lan)))


def listen(port: int, *, lan: bool) -> socket.socket:
    """A socket that listens: on this machine alone, or on the network too. Port 0 takes any that is free."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((EVERYWHERE if lan else LOCAL, port))
    except OSError:
        found.close()
        raise
    return found


def addresses(*, lan: bool) -> list[str]:
    """The names this machine is reached by, its own first."""
    found = [LOCAL, "localhost"]
    if lan:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only tells which way out there is
            found.append(probe.getsockname()[0])
        found.append(socket.gethostname().lower())
    return list(dict.fromkeys(found))


def serve(app: ASGIApp, listening: socket.socket, started: Callable[[], None]) -> None:
    """Serve until somebody stops us. Nothing is logged: addresses hold the secrets of seats."""
    config = uvicorn.Config(
        app,
        log_level="critical",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_ping_interval=20,
        timeout_graceful_shutdown=1,
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            started()

    Server(config).run(sockets=[listening])
