"""Boards: the map of a game with everything printed on its sheet."""
