"""Play: the rules engine. Steps ask and do; a state is plain data; every refusal has its reason."""

from compiler.play.ask import CHANCE, Action, Answer, Ask, Refusal, Refused
from compiler.play.book import Rulebook
from compiler.play.outcome import Again, Leave, Victory
from compiler.play.scene import Scene
from compiler.play.session import Session
from compiler.play.state import Choice, Cursor, State
from compiler.play.stateless import apply, legal, replay, setup, why_not
from compiler.play.view import View, view

__all__ = [
    "CHANCE",
    "Action",
    "Again",
    "Answer",
    "Ask",
    "Choice",
    "Cursor",
    "Leave",
    "Refusal",
    "Refused",
    "Rulebook",
    "Scene",
    "Session",
    "State",
    "Victory",
    "View",
    "apply",
    "legal",
    "replay",
    "setup",
    "view",
    "why_not",
]
