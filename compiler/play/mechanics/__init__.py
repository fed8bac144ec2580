"""Mechanics that games share: pure functions over game, map and table. Steps call them; they never call back."""
