"""A Most Dangerous Time: impulses from a cup, betrayal, sieges, sixty-four cards; two to four players."""

from __future__ import annotations

from compiler.rules.a_most_dangerous_time import (  # noqa: F401  (each chapter offers its steps)
    advice,
    ch04_chits,
    ch04_end_phase,
    ch04_impulse,
    ch05_marking,
    ch08_negotiation,
    ch09_movement,
    ch14_setup,
    facts,
    laws,
)
