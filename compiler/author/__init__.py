"""The author's bench: a game read at every change, its ids across files, mends, differences, an editor's server."""
