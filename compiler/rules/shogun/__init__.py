"""Shogun: secret plans, hidden ronin, armies on their cards, two to five players to thirty-five provinces."""

from __future__ import annotations

from compiler.rules.shogun import (  # noqa: F401  (each chapter offers its steps)
    advice,
    ch03_setup,
    ch04_1_plan,
    ch04_2_swords,
    ch04_3_build,
    ch04_4_levy,
    ch04_5_ronin,
    ch04_6_ninja,
    ch04_7_turn,
    ch04_7a_armies,
    ch04_7b_declare,
    ch04_7c_battle,
    ch04_7d_final,
    ch04_8_end_of_round,
    laws,
)
