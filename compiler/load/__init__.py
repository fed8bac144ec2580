"""Load: files of a game as documents, plain values with the place of each."""

from compiler.load.bundle import KINDS, Bundle, load_game
from compiler.load.document import Document
from compiler.load.files import read
from compiler.load.yaml import parse

__all__ = ["KINDS", "Bundle", "Document", "load_game", "parse", "read"]
