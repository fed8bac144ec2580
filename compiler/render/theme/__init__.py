"""Looks of games: what a game that names no colours of its own is drawn with, and how its ground and pieces look."""
