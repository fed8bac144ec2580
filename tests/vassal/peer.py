"""pywargame as a second opinion.

No release from 0.3.1 to 0.8.0 imports on Python 3.11 as it is: three of its modules use f-strings of 3.12. None takes
part in reading, so on 3.11 empty stand-ins take their place and 0.8.0 works.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType
from typing import Any

import pytest

NEW_SYNTAX = {
    "pywargame.vassal.merger": "Merger",
    "pywargame.vassal.traits.sheet": "SheetTrait",
    "pywargame.zuntzu.exporter": "ZTExporter",
}


def pywargame() -> Any:
    """The package, or a skipped test with the reason."""
    if importlib.util.find_spec("pywargame") is None:
        pytest.skip("pywargame is not installed (pip install pywargame==0.8.0)")
    if sys.version_info < (3, 12):
        for name, attribute in NEW_SYNTAX.items():
            stand_in = ModuleType(name)
            setattr(stand_in, attribute, type(attribute, (), {}))
            sys.modules.setdefault(name, stand_in)
    return importlib.import_module("pywargame.vassal")
