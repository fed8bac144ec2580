"""For all tests: the same examples every time, and no deadline: a busy machine is no fault."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("patient", deadline=None, derandomize=True)
settings.load_profile("patient")
