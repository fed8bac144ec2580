"""Components of the module itself: documentation, options, properties, palettes, charts, dice, turns, buttons."""

from typing import Final

_DICE: Final = (
    "name:s text:f tooltip:s icon:icon=/images/die.gif hotkey:k nDice:i=2 plus:i=0 addToTotal:i=0 reportTotal:b=false "
    "prompt:b=false lockDice:b=false lockSides:b=false lockPlus:b=false lockAdd:b=false sortDice:b=false "
    "keepDice:b=false keepOption:o=> keepCount:i=1 reportFormat:f='** $name$ = $result$ *** &lt;$PlayerName$&gt;' [bar]"
)
_PROPERTY: Final = "name:prop initialValue:s description:s isNumeric:b=false min:s max:s wrap:b=false"
_CHOICE: Final = "name:prop initialValue:s description:s hotkey:k switch:b=false"
_PREFERENCE: Final = "tab:s desc:s name:prop default:s"
# `hotkey` is the command sent to the pieces, `buttonHotkey` the button's own key
_KEY_COMMAND: Final = (
    "name:s buttonText:f tooltip:s icon:icon buttonHotkey:k hotkey:k> filter:e deckCount:s=-1 reportFormat:f "
    "reportSingle:b=false suppressSounds:b=false singleMap:b=true parameters:s [bar]"
)
_NO_MATCH: Final = "|false|MAP|||||0|0||false|||EQUALS||"

MODULE: Final[dict[str, str]] = {
    "VASSAL.build.GameModule": "ModuleOther1:s ModuleOther2:s VassalVersion:s=3.7.0 description:s name:s "
    "nextPieceSlotId:i=0 version:s=1.0",
    "VASSAL.launch.BasicModule": "ModuleOther1:s ModuleOther2:s VassalVersion:s description:s name:s "
    "nextPieceSlotId:i=0 version:s",
    "VASSAL.build.module.ModuleExtension": "anyModule:b=false version:s=0.0 description:s module:s moduleVersion:s "
    "vassalVersion:s nextPieceSlotId:i=0 extensionId:s",
    "m.ExtensionElement": "target:s",
    "m.BasicCommandEncoder": "",
    "m.Chatter": "",
    "m.KeyNamer": "",
    "m.Documentation": "",
    "m.documentation.AboutScreen": "title:s fileName:img",
    "m.documentation.HelpFile": "title:s fileName:file fileType:o=archive image:s vassalDoc:o=user",
    "m.documentation.BrowserHelpFile": "title:s contents:s startingPage:s=index.html",
    "m.documentation.BrowserPDFFile": "title:s pdfFile:file",
    "m.documentation.Tutorial": "name:s=Tutorial logfile:file launchOnStartup:b=false promptMessage:s welcomeMessage:s",
    "m.PlayerRoster": "buttonText:s=Retire buttonToolTip:s buttonIcon:icon buttonKeyStroke:k",
    "entry": "",
    "option": "name:s",
    "m.GlobalOptions": "autoReport:o=Always chatterHTMLSupport:o=Never hotKeysOnClosedWindows:o=Never "
    "inventoryForAll:o=Always nonOwnerUnmaskable:o=Never playerIdFormat:f=$PlayerName$ "
    "promptString:s='Opponents can unmask my pieces' sendToLocationMoveTrails:o=Never "
    "storeLeadingZeroIntegersAsStrings:b=false purgeBlankPropertyPrompts:b=true disablePieceIndexing:b=false "
    "minMaxHeap:i=0 description:s",
    "p.BooleanPreference": _PREFERENCE,
    "p.IntegerPreference": _PREFERENCE,
    "p.DoublePreference": _PREFERENCE,
    "p.StringPreference": _PREFERENCE,
    "p.TextPreference": _PREFERENCE,
    "p.EnumPreference": f"{_PREFERENCE} list:l",
    "m.properties.GlobalProperties": "",
    "m.properties.GlobalProperty": _PROPERTY,
    "m.properties.ZoneProperty": _PROPERTY,
    "m.properties.ScenarioPropertiesOptionTab": "name:s description:s report:f heading:s leftAlign:o=right",
    "m.properties.BooleanScenarioProperty": _CHOICE,
    "m.properties.NumberScenarioProperty": _CHOICE,
    "m.properties.StringScenarioProperty": _CHOICE,
    "m.properties.ListScenarioProperty": _CHOICE + " options:s",
    "m.properties.ChangePropertyButton": "text:f tooltip:s icon:icon hotkey:k desc:s reportFormat:f "
    "propChanger:s [bar]",
    "m.properties.GlobalTranslatableMessages": "",
    "m.properties.GlobalTranslatableMessage": "name:prop initialValue:s description:s",
    "VASSAL.i18n.Language": "",
    "VASSAL.i18n.Translation": "locale:s",
    "m.gamepieceimage.GamePieceImageDefinitions": "",
    "m.gamepieceimage.GamePieceLayoutsContainer": "",
    "m.gamepieceimage.ColorManager": "",
    "m.gamepieceimage.FontManager": "",
    "m.gamepieceimage.FontStyle": "name:s=Default style:s=Dialog,0,12,false",
    "m.PrototypesContainer": "",
    "m.PrototypeDefinition": "name:s description:s",
    "m.folder.ModuleSubFolder": "name:s desc:s",
    "m.folder.MapSubFolder": "name:s desc:s",
    "m.folder.PrototypeFolder": "name:s desc:s",
    "m.folder.GlobalPropertyFolder": "name:s desc:s",
    "m.folder.GlobalPropertySubFolder": "name:s desc:s",
    "m.folder.DeckSubFolder": "name:s desc:s",
    "m.PieceWindow": "name:s text:s tooltip:s icon:icon=/images/counter.gif hotkey:k hidden:b=false scale:d=1.0 "
    "defaultWidth:i=0 description:s",
    "w.TabWidget": "entryName:s description:s",
    "w.ListWidget": "entryName:s description:s scale:d=1.0 width:i=300 height:i=300 divider:i=150",
    "w.BoxWidget": "entryName:s width:i? height:i?",
    "w.PanelWidget": "entryName:s description:s fixed:b=false nColumns:i=3 vert:b=false scale:d=1.0",
    "w.PieceSlot": "entryName:s gpid:s width:i=0 height:i=0",
    "w.CardSlot": "entryName:s gpid:s width:i=0 height:i=0",
    "w.MapWidget": "entryName:s description:s",
    "m.ChartWindow": "name:s text:s tooltip:s icon:icon=/images/chart.gif hotkey:k description:s",
    "w.Chart": "chartName:s fileName:img description:s",
    "w.HtmlChart": "chartName:s fileName:file description:s",
    "m.DiceButton": f"{_DICE} nSides:i=6",
    "m.RandomTextButton": f"{_DICE} faces:l numeric:b=false",
    "m.SpecialDiceButton": "name:s text:s tooltip:s icon:icon=/images/die.gif hotkey:k description:s "
    "resultChatter:b=true format:f='** $name$ = [$result1$] *** &lt;$PlayerName$&gt;' resultWindow:b=false "
    "windowTitleResultFormat:f=$name$ resultButton:b=false windowX:i=0 windowY:i=0 backgroundColor:c [bar]",
    "m.SpecialDie": "name:s format:f=$result$",
    "m.SpecialDieFace": "text:s value:i=0 icon:img",
    "m.turn.TurnTracker": "name:s buttonText:s icon:icon hotkey:k nexthotkey:k prevhotkey:k "
    "turnFormat:f='$level1$ $level2$ $level3$ $level4$' reportFormat:f tooltip:s lengthStyle:o=Maximum length:i=-1 "
    "plusButtonSize:i=22 turnButtonHeight:i=22 fwdOnly:b=false description:s",
    "m.turn.CounterTurnLevel": "name:s property:prop turnFormat:f=$value$ start:i=1 incr:i=1 "
    "loop:b=false loopLimit:i=-1",
    "m.turn.ListTurnLevel": "name:s property:prop turnFormat:f=$value$ list:l configList:b=false configFirst:b=false "
    "prompt:s",
    "m.turn.TurnGlobalHotkey": "name:s hotkey:k! match:e reportFormat:f",
    "m.GlobalKeyCommand": f"{_KEY_COMMAND} target:target='MODULE{_NO_MATCH}'",
    "m.StartupGlobalKeyCommand": f"{_KEY_COMMAND} target:target='MODULE{_NO_MATCH}' "
    "whenToApply:o=everyLaunchOfSession hotkeyOrKeyCommand:o=sendKeyCommand globalHotkey:k!",
    "m.map.MassKeyCommand": f"{_KEY_COMMAND} target:target='MAP{_NO_MATCH}'",
    "m.map.DeckGlobalKeyCommand": "name:s hotkey:k> filter:e deckCount:s=-1 reportFormat:f reportSingle:b=false "
    f"suppressSounds:b=false parameters:s target:target='DECK{_NO_MATCH}'",
    "m.DoActionButton": "name:s text:f tooltip:s icon:icon hotkey:k doReport:b=false reportFormat:f doSound:b=false "
    "soundClip:sound doHotkey:b=false hotkeys:k* doLoop:b=false loopType:o=counted loopCount:s=1 whileExpression:e "
    "untilExpression:e preLoopKey:k! postLoopKey:k! index:b=false indexProperty:prop indexStart:i=1 indexStep:i=1 "
    "[bar]",
    "m.MultiActionButton": "description:s text:s tooltip:s icon:icon hotkey:k menuItems:l [bar]",
    "m.ToolbarMenu": "description:s text:s tooltip:s icon:icon hotkey:k menuItems:l [bar]",
    "m.Inventory": "name:s text:s tooltip:s icon:icon=/images/inventory.gif hotkey:k include:e groupBy:l "
    "nonLeafFormat:f=$PropertyValue$ leafFormat:f=$PieceName$ foldersOnly:b=false sortPieces:b=true "
    "sortFormat:f=$PieceName$ sorting:o=alpha centerOnPiece:b=true forwardKeystroke:b=true showMenu:b=true "
    "drawPieces:b=true zoomOn:b=false pieceZoom:d=0.25 pieceZoom2:d=0.33 pieceZoom3:d=0.4 sides:l "
    "launchFunction:o=functionHide refreshHotkey:k [bar]",
    "m.NotesWindow": "buttonText:s tooltip:s=Notes icon:icon=/images/notes.gif hotkey:k description:s [bar]",
    "m.PredefinedSetup": "name:s description:s isMenu:b=false useFile:b=true file:file",
    "m.ChessClockControl": "name:s buttonText:s buttonTooltip:s icon:icon showHotkey:k nextHotkey:k "
    "startOpponentHotkey:k pauseHotkey:k showTenths:o=Auto showSeconds:o=Auto showHours:o=Auto showDays:o=Auto "
    "allowReset:b=false description:s",
    "m.chessclockcontrol.ChessClock": "side:s buttonText:s icon:icon startHotkey:k stopHotkey:k "
    "tickingBackgroundColor:c=255,255,0 tickingFontColor:c=0,0,0 tockingFontColor:c=51,51,51 tooltip:s description:s",
}
