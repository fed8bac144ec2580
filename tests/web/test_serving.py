"""Opening a port."""

from __future__ import annotations

import pytest

from compiler.diagnostics import Failed
from compiler.web.serving import open_door


def test_a_door_is_our_own_and_a_port_that_is_taken_is_told() -> None:
    door = open_door(0, lan=False)
    door.listening.listen()
    host, _, port = door.hosts[0].partition(":")
    try:
        assert (host, door.home, door.elsewhere) == ("127.0.0.1", f"http://127.0.0.1:{port}", ())
        with pytest.raises(Failed, match=f"port {port} cannot be used"):
            open_door(int(port), lan=False)
    finally:
        door.listening.close()
