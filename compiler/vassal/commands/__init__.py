"""Commands: what saves and logs are made of.

The stream is a sequence joined by ESC; a command with followers is itself such a sequence, one level deeper. Every
command is a typed value; one we do not know is kept verbatim, and what we would write otherwise keeps its text, so
that reading never fails and writing gives the same stream.
"""

from compiler.vassal.commands.base import Command, Null, Unknown
from compiler.vassal.commands.pieces import AddPiece, ChangePiece, MovePiece, RemovePiece
from compiler.vassal.commands.state import (
    BeginSave,
    ChangeProperty,
    Chat,
    Clock,
    ClockControl,
    EndSave,
    Extension,
    Flare,
    GlobalProperty,
    LoadDeck,
    Los,
    Notes,
    Player,
    PlayerLeaves,
    PrivateNote,
    PublicNotes,
    SecretNote,
    SetupDone,
    ShowResults,
    Sound,
    StartupApplied,
    Turn,
    Undo,
    Unmask,
)
from compiler.vassal.commands.stream import (
    ESC,
    Board,
    Boards,
    Log,
    Series,
    decode_command,
    decode_stream,
    encode_stream,
    flat,
)

__all__ = [
    "ESC", "AddPiece", "BeginSave", "Board", "Boards", "ChangePiece", "ChangeProperty", "Chat", "Clock", "ClockControl",
    "Command", "EndSave", "Extension", "Flare", "GlobalProperty", "LoadDeck", "Log", "Los", "MovePiece", "Notes",
    "Null", "Player", "PlayerLeaves", "PrivateNote", "PublicNotes", "RemovePiece", "SecretNote", "Series",
    "SetupDone", "ShowResults", "Sound", "StartupApplied", "Turn", "Undo", "Unknown", "Unmask", "decode_command",
    "decode_stream", "encode_stream", "flat",
]  # fmt: skip
