"""Maps, their parts and their decks."""

from typing import Final

_MAP: Final = (
    "mapName:s description:s allowMultiple:b=false backgroundcolor:c=255,255,255 edgeWidth:i=0 edgeHeight:i=0 "
    "color:c=0,0,0 thickness:i=3 launch:b=false buttonName:s tooltip:s icon:icon=/images/map.gif hotkey:k showKey:k "
    "hideKey:k markMoved:o=Always markUnmovedText:s markUnmovedTooltip:s markUnmovedIcon:icon=/images/unmoved.gif "
    "markUnmovedHotkey:k markUnmovedReport:f moveWithinFormat:f moveToFormat:f createFormat:f changeFormat:f=$message$ "
    "moveKey:k> onlyReportChangedLocation:b=false"
)
_PRIVATE: Final = f"{_MAP} side:l visible:b=false useBoards:s"
_METRICS: Final = "exSepX:i=6 exSepY:i=18 top:s=38,0 bottom:s=40,0 up:s=39,0 down:s=37,0 disabled:b=false color:c"

MAP: Final[dict[str, str]] = {
    "m.Map": _MAP,
    "m.PrivateMap": _PRIVATE,
    "m.PlayerHand": _PRIVATE,
    "w.WidgetMap": _MAP,
    "m.map.ForwardToKeyBuffer": "",
    "m.map.Scroller": "",
    "m.map.ForwardToChatter": "",
    "m.map.MenuDisplayer": "",
    "m.map.MapCenterer": "",
    "m.map.StackExpander": "",
    "m.map.PieceMover": "",
    "m.map.KeyBufferer": "",
    "m.map.SelectionHighlighters": "",
    "m.map.BoardPicker": "title:s='Choose Boards' boardPrompt:s='Select board' addRowText:s='Add row' "
    "addColumnText:s='Add column' slotWidth:i=350 slotHeight:i=125 slotScale:d=0.2 maxColumns:i?",
    "setup": "",
    "m.map.StackMetrics": f"{_METRICS} unexSepX:i=2 unexSepY:i=4",
    "m.map.HandMetrics": f"{_METRICS} unexSepX:i=12 unexSepY:i=0",
    "m.map.SelectionHighlighter": "name:s match:e useImage:b=false color:c=255,0,0 thickness:i=3 image:img xoffset:i=0 "
    "yoffset:i=0",
    "m.map.HighlightLastMoved": "enabled:b=true color:c=255,0,0 thickness:i=2",
    "m.map.LayeredPieceCollection": "property:s=Layer layerOrder:l description:s",
    "m.map.LayerControl": "text:s tooltip:s icon:icon hotkey:k command:o='Reset All Layers' skip:b=true layers:l "
    "description:s [bar]",
    "m.map.ImageSaver": "buttonText:s tooltip:s icon:icon=/images/camera.gif hotkey:k [bar]",
    "m.map.TextSaver": "buttonText:s tooltip:s icon:icon hotkey:k [bar]",
    "m.map.Zoomer": "zoomLevels:l=0.25,0.5,0.75,1.0,1.25,1.6,2.0 zoomStart:i=4 inTooltip:s inButtonText:s "
    "inIconName:icon=/images/zoomIn.gif pickTooltip:s pickButtonText:s pickIconName:icon=/images/zoom.png outTooltip:s "
    "outButtonText:s outIconName:icon=/images/zoomOut.gif zoomInKey:k=61,195 zoomPickKey:k=61,130 zoomOutKey:k=45,130",
    "m.map.CounterDetailViewer": "version:s=4 description:s delay:i=700 hotkey:k=32,130 bgColor:c=255,255,255 "
    "fgColor:c=0,0,0 borderColor:c=0,0,0 minDisplayPieces:i=1 zoomlevel:d=1.0 showgraph:b=true showgraphsingle:b=false "
    "showtext:b=false showtextsingle:b=false enableHTML:b=false centerText:b=false fontSize:i=9 "
    "summaryReportFormat:f=$LocationName$ counterReportFormat:f emptyHexReportForma:f=$LocationName$ "
    "display:o='from top-most layer only' layerList:l propertyFilter:e graphicsZoom:d=1.0 borderWidth:i=0 "
    "borderThickness:i=2 borderInnerThickness:i=2 centerAll:b=false centerPiecesVertically:b=true "
    "combineCounterSummary:b=false onlyShowFirstSummary:b=false stretchWidthSummary:b=false stretchWidthPieces:b=false "
    "extraTextPadding:i=0 verticalOffset:i=2 verticalTopText:i=5 verticalBottomText:i=10 showTerrainBeneath:o=never "
    "showTerrainSnappy:b=true showTerrainWidth:i=150 showTerrainHeight:i=150 showTerrainZoom:d=1.0 showTerrainText:f "
    "showOnlyTopOfStack:b=false showNoStack:b=false showMoveSelectde:b=false showNonMovable:b=false "
    "unrotatePieces:b=false showDeck:b=false showDeckMasked:b=false showDeckDepth:i=1 showOverlap:b=false "
    "stopAfterShowing:b=false",
    "m.map.LOS_Thread": "threadName:s=LOS label:f tooltip:s iconName:icon=/images/thread.gif hotkey:k=76,130 report:f "
    "persistence:o='Ctrl-Click & Drag' persistentIconName:icon=/images/thread.gif global:o=Always snapStart:b=true "
    "snapEnd:b=true drawRange:b=true scale:i=0 round:o=Up hideCounters:b=false hideOpacity:i=0 losThickness:i=1 "
    "threadColor:c [bar]",
    "m.map.HidePiecesButton": "buttonText:s tooltip:s hotkey:k=79,130 showingIcon:icon=/images/globe_unselected.gif "
    "hiddenIcon:icon=/images/globe_selected.gif",
    "m.map.GlobalMap": "buttonText:s tooltip:s icon:icon=/images/overview.gif hotkey:k scale:d=0.19444444 "
    "color:c=255,0,0",
    "m.map.PieceRecenterer": "text:s tooltip:s icon:icon=/images/recenter.gif hotkey:k [bar]",
    "m.map.MoveCameraButton": "text:s tooltip:s icon:icon hotkey:k moveCameraMode:o=L boardName:s zoneName:s "
    "regionName:s gridLocation:s xPos:s=0 yPos:s=0 xOffset:s=0 yOffset:s=0 propertyFilter:e zoom:s [bar]",
    "m.map.Flare": "flareName:s='Map Flare' flareKey:o=keyAlt circleSize:i=100 circleColor:c=255,0,0 "
    "circleScale:b=true flarePulses:i=6 flarePulsesPerSec:i=3 reportFormat:f description:s",
    "m.map.MapShader": "name:s alwaysOn:b=false startsOn:b=false buttonText:s tooltip:s icon:icon hotkey:k "
    "addToMapToolbar:b=true boards:o=Yes boardList:l type:o=Background drawOver:b=false pattern:o='25%' color:c=0,0,0 "
    "image:img scaleImage:b=false opacity:i=100 border:b=false borderColor:c=0,0,0 borderWidth:i=1 borderOpacity:i=100",
    "m.map.SetupStack": "name:s owningBoard:s? useGridLocation:b=false location:s x:i=0 y:i=0",
    "m.map.DrawPile": "name:s owningBoard:s? x:i=0 y:i=0 width:i=40 height:i=40 description:s allowMultiple:b=true "
    "allowSelect:b=true drawMultipleMessage:s='Draw multiple cards' drawSpecificMessage:s='Draw specific cards' "
    "selectDisplayProperty:f=$BasicName$ selectSortProperty:s faceDown:o=Always faceFlipHotkey:kd "
    "faceUpMessage:s='Face up' faceUpHotkey:kd faceUpReportFormat:f faceDownMessage:s='Face down' faceDownHotkey:kd "
    "faceDownFormat:f drawFaceUp:b=false shuffle:o=Always shuffleCommand:s=Shuffle shuffleFormat:f shuffleHotkey:kd "
    "reversible:b=true reverseCommand:s=Reverse reverseFormat:f reverseHotkey:kd draw:b=false color:c=255,0,0 "
    "hotkeyOnEmpty:b=false emptyHotkey:k! reshufflable:b=false reshuffleCommand:s reshuffleMessage:f "
    "reshuffleHotkey:kd reshuffleTarget:s canSave:b=false saveMessage:s='Save Deck' saveHotkey:kd "
    "saveReportFormat:f='Deck Saved' loadMessage:s='Load Deck' loadHotkey:kd loadReportFormat:f='Deck Loaded' "
    "maxStack:i=10 expressionCounting:b=false countExpressions:l restrictOption:b=false restrictExpression:e "
    "deckRestrictAccess:b=false deckOwners:l",
    "m.map.deck.DeckSortKeyCommand": "description:s menuText:s hotkey:kd reportFormat:f sortParameters:s",
    "m.map.deck.DeckSendKeyCommand": "description:s menuText:s hotkey:kd reportFormat:f variableDeck:b=false "
    "targetDeck:s deckExpression:s sendMatching:b=false matchExpression:e limitTotal:b=false limitExpression:s "
    "stop:b=false stopExpression:e stopAlso:b=false applyOnMove:b=false",
}
