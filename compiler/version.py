"""Our version, as the installed package states it."""

from __future__ import annotations

import importlib.metadata


def version() -> str:
    """The version of the installed package."""
    return importlib.metadata.version("liege")
