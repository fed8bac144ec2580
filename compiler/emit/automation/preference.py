"""What players may switch off: the preference that silences every automatic command."""

from __future__ import annotations

from compiler.vassal.buildfile import Component, component

OFF = "AutomationOff"  # a global property VASSAL keeps for each player
TAB = "Liege"


def preferences() -> list[Component]:
    """The page of the preferences window that is ours."""
    return [
        component(
            "p.BooleanPreference",
            tab=TAB,
            name=OFF,
            default="false",
            desc="Switch automation off: no tables, no markers that move or clear themselves",
        )
    ]
