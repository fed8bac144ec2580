"""Battle of Anegawa: the rules, a file for each chapter of the rulebook.

`field` is what all chapters see of the table. A doubtful reading is a named constant or function with the id of its
row in the ledger: whoever reads the rule otherwise changes that one place.
"""

from compiler.rules.anegawa import (
    advice,
    ch05_initiative,
    ch09_disorder,
    ch11_movement,
    ch13_attack,
    ch13_limits,
    ch14_rout,
    ch16_army_rout,
    ch17_recovery,
    ch20_withdrawal,
    ch22_victory,
)

__all__ = [
    "advice",
    "ch05_initiative",
    "ch09_disorder",
    "ch11_movement",
    "ch13_attack",
    "ch13_limits",
    "ch14_rout",
    "ch16_army_rout",
    "ch17_recovery",
    "ch20_withdrawal",
    "ch22_victory",
]
