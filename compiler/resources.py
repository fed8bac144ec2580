"""Where our own files are: the checkout's when we run from one, else those that travel in the installed package."""

from __future__ import annotations

import functools
import importlib.resources
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parent.parent


@functools.cache
def folder(name: str) -> Path:
    """The folder `schemas` or `games`; the checkout wins, so that an edit there shows at once."""
    checkout = _CHECKOUT / name
    if (_CHECKOUT / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    # Wheels are unpacked on installation, so the traversable is a real folder.
    return Path(str(importlib.resources.files("compiler") / "_data" / name))


def schemas() -> Path:
    """The folder of `<kind>.schema.json`."""
    return folder("schemas")


def games() -> Path:
    """The folder of the games that come with us, one folder each."""
    return folder("games")
