"""What looks good to a plain general, for greedy players of games made of stock steps.

Not part of the rules. The numbers only have to rank the options of one question: go for places worth having, strike
where the table is kind, keep what one holds, do not stand alone before a crowd.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from compiler.model.table import Piece
from compiler.play.ask import Ask
from compiler.play.mechanics.ranges import flood
from compiler.play.scene import Scene
from compiler.play.step import advises
from compiler.play.stock.attack import DONE, ENOUGH, Assault, Force
from compiler.play.stock.battle import FIRE
from compiler.play.stock.campaign import Campaign, wanted
from compiler.play.stock.field import camps
from compiler.play.stock.filters import HELD
from compiler.play.stock.march import Marching
from compiler.play.stock.topics import ChooseEntry, PlayCard, UseCard
from compiler.play.topics import ChoosePiece, ChooseSpace, MovePiece, PlacePiece

STAY = "stay"
Worth = Mapping[str, float]


@advises
def advice(scene: Scene, ask: Ask) -> Sequence[float] | None:
    """A number for each option, by what the question is about; None where looking ahead is better."""
    step = scene.node.step
    match ask.topic:
        case ChoosePiece("move") if step == "stock.move":
            return _movers(scene, ask)
        case MovePiece(unit, "move") if step == "stock.move":
            return _paths(scene, ask, unit)
        case MovePiece(unit, "retreat"):
            return _retreats(scene, ask, unit)
        case ChooseSpace("attack") if step == "stock.attack":
            return _targets(scene, ask)
        case ChoosePiece("attack", target) if step == "stock.attack" and target is not None:
            return _joining(scene, ask, target)
        case ChoosePiece("hit"):
            return [_spare(scene, option) for option in ask.options]
        case ChoosePiece("advance", target) if target is not None:
            return [0.0 if option == STAY else 1 + _strength(scene, str(option)) for option in ask.options]
        case PlacePiece(unit) if step == "stock.reinforce":
            return _places(scene, ask, unit)
        case PlacePiece() | ChooseSpace():
            return _spaces(scene, ask)
        case ChooseEntry(_, _) if step == "stock.spend":
            return _purchases(scene, ask)
        case PlayCard() | UseCard():
            return _cards(scene, ask)
        case ChooseEntry("battle", _):
            return _stand(scene, ask)
        case ChoosePiece("along" | "strike" | "aim"):
            return [0.5 if option == ask.stop else 1 + _strength(scene, str(option)) for option in ask.options]
        case ChoosePiece():
            return [_near_prize(scene, option) for option in ask.options]
    return None


# -- battles -----------------------------------------------------------------------------------------------------------
def _stand(scene: Scene, ask: Ask) -> list[float]:
    """Fire while the battle is not lost: those who would stay against those who stand there."""
    piece = scene.table.pieces.get(str(ask.about[0])) if ask.about else None
    if piece is None:
        return [1.0 if option == FIRE else 0.0 for option in ask.options]
    mine = theirs = 0.0
    for other in scene.table.at(piece.place):
        worth = max(1.0, _strength(scene, other.id)) * other.steps
        if other.side == piece.side:
            mine += worth
        elif other.side is not None:
            theirs += worth
    prize = 1 + 0.1 * _prizes(scene).get(piece.place, 0)
    return [mine * prize if option == FIRE else 0.6 * theirs for option in ask.options]


# -- cards and influence -----------------------------------------------------------------------------------------------
def _counts(scene: Scene, space: str) -> tuple[int, int]:
    """How many pieces of one's own and of others stand in a space."""
    pieces = [piece for piece in scene.table.at(space) if piece.side is not None]
    mine = sum(piece.side in scene.sides for piece in pieces)
    return mine, len(pieces) - mine


def _spaces(scene: Scene, ask: Ask) -> list[float]:
    """Places worth having where one is neither safe nor lost already."""
    prizes = _prizes(scene)
    found: list[float] = []
    for option in ask.options:
        mine, theirs = _counts(scene, str(option)) if str(option) in scene.game.spaces else (0, 0)
        held = scene.table.mark(str(option), HELD)
        open_ = 0.0 if held in scene.sides else 1.0 if held is None else 0.6
        found.append(prizes.get(str(option), 0.3) * (0.5 + open_) - 0.1 * abs(mine - theirs))
    return found


def _near_prize(scene: Scene, option: Any) -> float:
    piece = scene.table.pieces.get(str(option))
    return 0.0 if piece is None else _prizes(scene).get(piece.place, 0.3) + 0.1 * _strength(scene, piece.id)


def _purchases(scene: Scene, ask: Ask) -> list[float]:
    """Buy while one can; what is named first is the plain thing to do, the rest now and then."""
    step = sum(value for value in scene.table.tracks.values() if isinstance(value, int))
    turn = step % max(1, len(ask.options) - 1) if step % 3 == 0 else 0
    return [-1.0 if option == ask.stop else 1.0 - abs(n - turn) * 0.1 for n, option in enumerate(ask.options)]


def _cards(scene: Scene, ask: Ask) -> list[float]:
    """One's own events first, small ones before great ones; the enemy's cards while they do least harm."""
    found: list[float] = []
    for option in ask.options:
        piece = scene.table.pieces.get(str(option))
        if piece is None:
            own = _is_own(scene, ask.topic.card) if isinstance(ask.topic, UseCard) else False
            found.append((1.0 if own else -1.0) if option == "event" else -2.0 if option == ask.stop else 0.0)
            continue
        worth = max((float(v) for v in _printed(scene, piece) if isinstance(v, int)), default=0.0)
        found.append(worth if _is_own(scene, piece.id) else worth / 2 if _side(scene, piece.id) is None else -worth)
    return found


def _printed(scene: Scene, piece: Piece) -> tuple[Any, ...]:
    card = scene.game.cards.get(piece.counter)
    return tuple(v for v in card.values.values() if not isinstance(v, bool)) if card is not None else ()


def _side(scene: Scene, id: str) -> str | None:
    side: str | None = scene.game.pieces[id].side
    return side


def _is_own(scene: Scene, id: str) -> bool:
    return _side(scene, id) in scene.sides


# -- places worth having -----------------------------------------------------------------------------------------------
def _strength_field(scene: Scene) -> str | None:
    """The field that fighting goes by: of the attack, else of the battle."""

    def find() -> tuple[str | None]:
        for node in scene.game.steps():
            field = node.settings.get("attack") or node.settings.get("hits")
            if isinstance(field, str):
                return (field,)
        return (None,)

    return scene.book.once("strength field", find)[0]


def _strength(scene: Scene, id: str) -> float:
    piece, field = scene.table.pieces.get(id), _strength_field(scene)
    if piece is None or field is None or piece.counter not in scene.game.counters:
        return 0
    return float(scene.value(piece, field) or 0)


def _prizes(scene: Scene) -> Mapping[str, float]:
    """Spaces that print points or a value."""
    return scene.book.once(
        "stock prizes",
        lambda: {
            space.id: float(points)
            for space in scene.game.spaces.values()
            if isinstance(points := space.values.get("points") or space.values.get("value"), int | float)
        },
    )


def _far(scene: Scene, space: str) -> Mapping[str, int]:
    """How far each space is from one."""
    return scene.book.once(("far from", space), lambda: flood(scene.game.map.beside, (space,)))


def lure(scene: Scene) -> Worth:
    """How good it is to stand in each space of the map, for the active seat, whoever it is that stands there."""

    def make() -> Worth:
        mine, others = camps(scene)
        land, beside, marks = scene.game.map.land, scene.game.map.beside, scene.table.mark
        foes: dict[str, float] = {}
        for piece in others:
            foes[piece.place] = foes.get(piece.place, 0) + _strength(scene, piece.id)
        found = dict.fromkeys(land, 0.0)
        for prize, points in _prizes(scene).items():
            held = marks(prize, HELD) in scene.sides
            near = min((_far(scene, prize).get(place, 99) for place in foes), default=99)
            weight = points * (0.5 if held and near > 4 else 2.5 if held else 3)
            for space, apart in _far(scene, prize).items():
                if space in found:
                    found[space] = max(found[space], weight / (1 + apart))
            if prize in found and not held:
                found[prize] += 3 * points
        ours: dict[str, float] = {}
        for piece in mine:
            for space in beside[piece.place]:
                ours[space] = ours.get(space, 0) + _strength(scene, piece.id)
        for foe, strength in foes.items():
            odds = ours.get(foe, 0) / max(1.0, strength)
            for space in beside[foe]:
                if space in found:
                    found[space] += 0.5 if odds > 1 else 0.2
        return found

    return scene.memo(("lure", scene.active), make, of="pieces")


# -- marches -----------------------------------------------------------------------------------------------------------
def _marching(scene: Scene) -> Marching:
    return scene.memo(("marching", scene.node.id), lambda: Campaign(scene) if wanted(scene) else Marching(scene))


def _gain(scene: Scene, piece: Piece, paths: Sequence[tuple[str, ...]], worth: Worth) -> float:
    now = worth.get(piece.place, 0)
    return max((worth.get(path[-1], 0) - now for path in paths), default=-1.0)


def _leaves_prize(scene: Scene, piece: Piece) -> bool:
    """Whether a place worth having would stand empty, with an enemy about."""
    if piece.place not in _prizes(scene) or len(scene.table.stacks[piece.place]) > 1:
        return False
    _, others = camps(scene)
    return any(_far(scene, piece.place).get(other.place, 99) <= 4 for other in others)


def _movers(scene: Scene, ask: Ask) -> list[float]:
    marching, worth = _marching(scene), lure(scene)
    found: list[float] = []
    for option in ask.options:
        piece = scene.table.pieces.get(str(option))
        if piece is None:
            found.append(0.05)  # to stop is better than to go nowhere
        elif _leaves_prize(scene, piece):
            found.append(-1.0)
        else:
            found.append(_gain(scene, piece, marching.paths(piece), worth))
    return found


def _paths(scene: Scene, ask: Ask, unit: str) -> list[float]:
    worth, stacks = lure(scene), scene.table.stacks
    found: list[float] = []
    for option in ask.options:
        path: Any = option
        end = path[-1] if isinstance(path, tuple) and path else ""
        crowd = 0.15 * len(stacks.get(end, ()))
        found.append(worth.get(end, 0) - crowd - 0.01 * len(path))
    return found


def _retreats(scene: Scene, ask: Ask, unit: str) -> list[float]:
    piece = scene.table.pieces.get(unit)
    side = piece.side if piece is not None else None
    enemies = {p.place for p in scene.table.pieces.values() if p.side not in (None, side)}
    beside, prizes = scene.game.map.beside, _prizes(scene)
    return [
        prizes.get(str(option), 0) - sum(space in enemies for space in beside.get(str(option), ()))
        for option in ask.options
    ]


def _places(scene: Scene, ask: Ask, unit: str) -> list[float]:
    worth = lure(scene)
    return [worth.get(str(option), -0.1) for option in ask.options]


# -- attacks -----------------------------------------------------------------------------------------------------------
def _kindness(scene: Scene, ids: Sequence[str], target: str) -> float:
    """How kind the table is to an attack: the mean rank of its column, from 0 to 1; columns stand for ranks."""
    table = scene.game.tables[scene.setting("table")]
    force = Force(scene, ids, target)
    at = table.columns.index(force.column(table))
    last = len(table.columns.heads) - 1
    column = min(max((at or 0) + force.shift, 0), last)
    ranks = {code: result.rank for code, result in table.results.items() if result.rank is not None}
    if not ranks:
        return column / max(1, last)
    most, least = max(ranks.values()), min(ranks.values())
    rows = len(table.cells)
    mean = sum(ranks.get(str(table.cells[min(max(n + force.bonus, 0), rows - 1)][column]), least) for n in range(rows))
    return (mean / rows - least) / max(1, most - least)


def _targets(scene: Scene, ask: Ask) -> list[float]:
    assault, prizes = scene.memo(("assault", scene.node.id), lambda: Assault(scene)), _prizes(scene)
    found: list[float] = []
    for option in ask.options:
        if option == DONE or option not in assault.strikers:
            found.append(0.0)
        else:
            kind = _kindness(scene, assault.strikers[str(option)], str(option))
            found.append(kind - 0.5 + 0.1 * prizes.get(str(option), 0))
    return found


def _joining(scene: Scene, ask: Ask, target: str) -> list[float]:
    """The strongest first, as long as more of them make the odds better."""
    able = [str(option) for option in ask.options if option != ENOUGH]
    if ENOUGH not in ask.options:
        return [_strength(scene, str(option)) for option in ask.options]
    strikers = scene.memo(("assault", scene.node.id), lambda: Assault(scene)).strikers.get(target, [])
    chosen = [id for id in strikers if id not in able]
    best = _kindness(scene, [*chosen, *able], target)
    now = _kindness(scene, chosen, target) if chosen else 0.0
    stop = 1_000.0 if chosen and now >= best else 0.0
    return [stop if option == ENOUGH else 1 + _strength(scene, str(option)) for option in ask.options]


def _spare(scene: Scene, option: Any) -> float:
    """Whom one can spare best: whoever survives it, and of those the weakest."""
    piece = scene.table.pieces.get(str(option))
    return 0.0 if piece is None else (10.0 if piece.steps > 1 else 0.0) - _strength(scene, piece.id)
