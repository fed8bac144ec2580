"""Modules, pieces, saves and logs in plain words, for people who read them without VASSAL."""

from compiler.vassal.words.commands import Narrator
from compiler.vassal.words.pieces import body_json, body_words, changed
from compiler.vassal.words.traits import trait_words
from compiler.vassal.words.tree import tree_json, tree_words

__all__ = ["Narrator", "body_json", "body_words", "changed", "trait_words", "tree_json", "tree_words"]
