"""Names the engine itself sets: properties of every piece, map and game, and the words of message formats."""

from __future__ import annotations

from typing import Final

__all__ = ["FORMAT_NAMES", "FUNCTIONS", "IMAGES", "PROPERTY_NAMES"]

PROPERTY_NAMES: Final = frozenset((
    "BasicName", "PieceName", "LocalizedBasicName", "LocalizedPieceName", "LocationName", "CurrentMap",
    "CurrentBoard", "CurrentZone", "CurrentX", "CurrentY", "OldLocationName", "OldMap", "OldBoard", "OldZone", "OldX",
    "OldY", "OldMat", "OldMatID", "OldMatPieceName", "OldMatBasicName", "OldMatOffsetX", "OldMatOffsetY", "DeckName",
    "OldDeckName", "DeckPosition", "ClickedX", "ClickedY", "PieceUID", "StackPos", "StackSize", "UniqueID", "PieceId",
    "Invisible", "InvisibleToOthers", "InvisibleDisableAutoReportMoves", "ObscuredToOthers", "Obscured",
    "ObscuredPreDraw", "Immobile", "IgnoreGrid", "NoStack", "Selected", "Restricted", "RestrictedMovement", "Moved",
    "MaybeMoved", "cannotMove", "MatName", "MatID", "MatContents", "MatNumCargo", "CurrentMat", "CurrentMatID",
    "CurrentMatX", "CurrentMatY", "CurrentMatOffsetX", "CurrentMatOffsetY", "CurrentMatPieceName",
    "CurrentMatBasicName", "CurrentMatLocationName", "CurrentMatZone", "CurrentMatBoard", "CurrentMatMap", "IsCargo",
    "AttachName", "AttachList", "AttachCount", "LocationOfCommand", "ZoneOfCommand", "BoardOfCommand", "MapOfCommand",
    "XOfCommand", "YOfCommand", "PlayerName", "PlayerSide", "PlayerId", "playerName", "playerSide", "playerId",
    "ModuleName", "ModuleVersion", "ModuleDescription", "ModuleOther1", "ModuleOther2", "VassalVersion",
    "VassalVersionCreated", "VassalVersionRunning", "CurrentLanguage", "CurrentLanguageName", "DrawingMouseover",
    "DrawingMouseoverIndex", "ModuleGameFileName", "UiPieceCount", "UiPieceIndex", "RealName", "hiddenBy",
))  # fmt: skip

# what reports, dice, decks, maps, turns and viewers fill into their own texts
FORMAT_NAMES: Final = frozenset((
    "pieceName", "location", "previousLocation", "mapName", "previousMap", "pieceCount", "message", "menuCommand",
    "newPieceName", "oldPieceName", "oldLocation", "oldMapName", "label", "name", "result", "nDice", "nSides", "plus",
    "addToTotal", "numericalTotal", "summary", "numericalValue", "level", "value", "turn", "oldTurn", "newTurn",
    "deckName", "commandName", "PropertyValue", "propertyValue", "FromLocation", "ToLocation", "AllLocationsChecked",
    "NumberOfLocationsChecked", "Range", "gridLocation", "row", "column", "oldValue", "newValue", "description",
    "FlareName", "FlareLocation", "FlareZone", "FlareMap", "targetDeck", "sum", "keepCount", "keepDice",
    "LocationName", "rawRolls", "rawCount", "count", "propertyName", "propertyPrompt", "tabName",
))  # fmt: skip

# pictures VASSAL has itself: a module may show them without bringing them
IMAGES: Final = frozenset((
    "Edit16.gif", "Help16.gif", "Save16.gif", "SaveAs16.gif", "Splash.gif", "Splash.png", "StepForward16.gif",
    "Undo16.gif", "VASSAL-256x256.png", "black.jpg", "camera.gif", "chart.gif", "chess_clock.png", "connect.gif",
    "counter.gif", "die.gif", "disconnect.gif", "getMessages.gif", "globe_selected.gif", "globe_unselected.gif",
    "inventory.gif", "keyCommand.gif", "lockedRoom.gif", "map.gif", "moved.gif", "notes.gif", "overview.gif",
    "playerAway.gif", "playerLooking.gif", "postMessage.gif", "recenter.gif", "status.gif", "thread.gif",
    "unmoved.gif", "zoom.png", "zoomIn.gif", "zoomIn.png", "zoomOut.gif", "zoomOut.png",
))  # fmt: skip

_WHERE = ("", "Attach", "Location", "Map", "Mat", "Range", "RangePx", "Stack", "Zone")
# what expressions may call
FUNCTIONS: Final = frozenset((
    *(f"{what}{where}" for what in ("Sum", "Count", "Max", "Min", "Average") for where in _WHERE),
    "Alert", "Audit", "GetAttachProperty", "GetLocalizedProperty", "GetMapProperty", "GetProperty", "GetString",
    "GetZoneProperty", "If", "IsRandom", "Random", "Range", "RangePx", "Sleep",
))  # fmt: skip
