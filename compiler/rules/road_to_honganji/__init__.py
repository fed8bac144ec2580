"""Road to Honganji: vassals of Nobunaga and rebels, cards for every action, three or four players."""

from __future__ import annotations

from compiler.rules.road_to_honganji import (  # noqa: F401  (each chapter offers its steps)
    advice,
    ch03_end,
    ch03_order,
    ch03_petition,
    ch05_control,
    ch06_actions,
    ch06_events,
    facts,
    laws,
)
