"""Shingen's Arrival in Kyoto: the rules, a file for each chapter of the rulebook.

`facts` is what the game says once and for all, `field` what all chapters see of the table. A doubtful reading is a
named constant or function with the id of its row in the ledger: whoever reads the rule otherwise changes that place.
"""

from compiler.rules.shingens_arrival import (
    advice,
    ch03_setup,
    ch04_sequence,
    ch09_actions,
    ch13_results,
    ch17_events,
    ch18_weather,
    ch19_victory,
    laws,
)

__all__ = [
    "advice",
    "ch03_setup",
    "ch04_sequence",
    "ch09_actions",
    "ch13_results",
    "ch17_events",
    "ch18_weather",
    "ch19_victory",
    "laws",
]
