"""Files that are not finished yet: what gives way to them, and what never does."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from compiler import unfinished


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_device_or_a_pipe_is_never_put_a_file_over(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="not a file"):
        unfinished.write(pipe, b"ours")
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]
