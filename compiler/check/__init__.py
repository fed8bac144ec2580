"""Lints: what a game's definition says that cannot be meant. One function, one code; files by topic."""
