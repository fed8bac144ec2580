"""For all tests: a busy machine is no fault, so no test has a deadline."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
