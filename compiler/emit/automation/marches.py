"""Marches looked at: a piece remembers where its march began and how far it came, and what the definition says of
marches is told when it is broken; the piece lies all the same.

A march may be dragged in parts; whoever is dragged back where it began has not marched. Going through several spaces in
one drag is judged by whether some way is open, for two spaces: of longer ones only the distance is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from compiler.emit.automation.ground import label_here
from compiler.emit.automation.lookup import choose
from compiler.emit.automation.payments import unpaid
from compiler.emit.automation.preference import OFF, TELL_ONLY
from compiler.emit.automation.ways import price_here, rest_fault, way_faults, way_properties
from compiler.emit.chat import IN_TURN, REFUSED, ruled, said
from compiler.emit.manifest import COUNTER_ID
from compiler.emit.module import keys
from compiler.emit.module.holders import holder_property
from compiler.emit.module.lines import lines_over
from compiler.emit.names import SOLO, YES, words
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.model.marches import Loyalty, March
from compiler.model.upkeep import Reset
from compiler.play.mechanics.ranges import flood
from compiler.vassal import expression as ex
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import Key, named
from compiler.vassal.traits import DynamicProperty, GlobalKeyCommand, Report, SetGlobalProperty, Trait, Trigger
from compiler.vassal.values import Limits, PropertyCommand, SetValue

MARCHED, ORIGIN, PACE = "Marched", "MarchBegan", "MarchPace"
FOUGHT = "HasFought"  # it has attacked since signs of movement were last taken off
LOYAL, BROKEN = "LoyalNow", "DisloyalNow"  # names of sides between bars
_PASSES, _PARTS = "LetsPass", "MayPart"
LOOK, _GONE, _RESTED = (named(f"liege-march-{what}") for what in ("looked", "gone", "rested"))
_ENDED, _JUDGED, _BREAKS, _TURNS = (named(f"liege-loyalty-{what}") for what in ("over", "judged", "broken", "turned"))
ACTED = named("liege-march-acted")  # who has attacked goes back to where its march began no more
TURNED = named("liege-face-turned")  # over, without a word
_BAR = "|"


def march_of(plan: Plan, kind: str) -> March | None:
    """How a kind marches; on a map of hexes a way is longer than a name."""
    if plan.game.map.grid is not None:
        return None
    return next((march for march in plan.game.upkeep.marches.values() if kind in march.kinds), None)


def wears(plan: Plan, kind: str) -> Reset | None:
    """The reset by which pieces of a kind that have marched or attacked are turned."""
    return next((r for r in plan.game.upkeep.resets.values() if r.moved and kind in r.kinds), None)


def again_property(volley: str) -> str:
    """The property with the place where those who attacked last may attack again."""
    return f"Again_{volley}"


def _steps(n: int) -> str:
    return f"Steps_{n}_from_"


def march_properties(plan: Plan) -> Iterator[Component]:
    """What lies how far from where."""
    yield from way_properties(plan)
    limits = [march.reach.number for march in plan.game.upkeep.marches.values() if march.reach is not None]
    if not limits or plan.game.map.grid is not None:
        return
    board, most = plan.game.map, max(int(plan.game.constants[number].value) for number in limits)
    for space in board.land:
        found = flood(board.beside, (space,), most=most)
        for n in range(1, most + 1):
            names = [label_here(plan, board, other) for other, far in found.items() if far == n and other in board.land]
            value = f"{_BAR}{_BAR.join(names)}{_BAR}"
            yield component(
                "m.properties.GlobalProperty", name=f"{_steps(n)}{label_here(plan, board, space)}", initialValue=value,
                description="what lies so far away",
            )  # fmt: skip


# -- what is looked up -------------------------------------------------------------------------------------------------
def _named(name: ex.Value) -> ex.Node:
    return ex.add(ex.add(_BAR, name), _BAR)


def _in(text: ex.Node, name: ex.Value) -> ex.Node:
    return ex.greater_equal(ex.Method(text, "indexOf", (_named(name),)), 0)


class Marching:
    """The expressions of one march, seen from the piece that marches."""

    def __init__(self, plan: Plan, march: March) -> None:
        self.plan, self.march, self.window = plan, march, plan.atlas.main.name
        self.holder = holder_property(plan)
        names = dict.fromkeys(plan.game.counter_kinds[kind].name.en for kind in march.kinds)
        self.kinds = ex.any_of(*(ex.equals(ex.prop("Kind"), name) for name in names))
        self.most = int(plan.game.constants[march.reach.number].value) if march.reach is not None else None

    def showing(self, face: str) -> ex.Node:
        """The sides whose marker shows a face, and for the loyal those that are so always."""
        loyal, game = self.march.loyal, self.plan.game
        assert loyal is not None
        always = loyal.sides if face == loyal.face else ()
        text: ex.Node = ex.literal(_BAR + "".join(f"{game.sides[id].name.en}{_BAR}" for id in always))
        for marker in game.counters.values():
            faces = [own.id for own in marker.faces]
            if marker.kind != loyal.markers or marker.side is None or face not in faces:
                continue
            lies = ex.every(
                ex.equals(ex.prop(COUNTER_ID), marker.id), ex.equals(ex.prop("Face_Level"), faces.index(face) + 1)
            )
            there: ex.Node = ex.literal(0)
            for window in self.plan.atlas.windows.values():
                if not window.private:
                    there = ex.add(there, ex.call("CountMap", window.name, ex.quoted(lies)))
            text = ex.add(text, ex.if_(ex.greater(there, 0), f"{game.sides[marker.side].name.en}{_BAR}", ""))
        return text

    def passes(self) -> ex.Node:
        """The sides that let this one pass."""
        return ex.if_(_in(ex.prop(LOYAL), ex.prop(self.holder)), ex.prop(LOYAL), _BAR)

    def parts(self) -> ex.Node:
        """The sides that this one may leave."""
        held = self.march.held
        assert held is not None
        free = "".join(f"{self.plan.game.sides[id].name.en}{_BAR}" for id in held.but)
        own = ex.prop(self.holder)
        among = ex.if_(_in(ex.literal(_BAR + free), own), ex.prop(BROKEN), _BAR) if free else ex.literal(_BAR)
        return ex.if_(_in(ex.prop(BROKEN), own), ex.add(ex.prop(BROKEN), free), among)

    def pace(self) -> ex.Node:
        """How many spaces this drag goes, one more than anybody may for anything further; back to the start, less."""
        if self.march.ways is not None:
            return price_here()
        if self.most is None:
            return ex.literal(1)
        here = ex.prop("LocationName")
        cases = [
            (_in(ex.call("GetProperty", ex.add(_steps(n), ex.prop("OldLocationName"))), here), n)
            for n in range(1, self.most + 1)
        ]
        home = ex.every(ex.not_equals(ex.prop(ORIGIN), ""), ex.equals(ex.prop(ORIGIN), here))
        return ex.if_(home, ex.subtract(0, ex.prop(MARCHED)), choose(cases, self.most + 1))

    def own_at(self, place: ex.Node) -> ex.Node:
        """How many of the side stand in a place."""
        mine = ex.every(self.kinds, ex.equals(ex.prop(self.holder), f"${self.holder}$"))
        return ex.call("CountLocation", place, self.window, ex.quoted(mine))

    def others_at(self, place: ex.Value, known: str, *, among: bool) -> ex.Node:
        """How many of other sides stand in a place: of those that a property of the piece names, or of the rest."""
        named = _in(ex.literal(f"${known}$"), ex.prop(self.holder))
        theirs = ex.every(self.kinds, ex.not_equals(ex.prop(self.holder), f"${self.holder}$"))
        return ex.call(
            "CountLocation", place, self.window, ex.quoted(ex.every(theirs, named if among else ex.not_(named)))
        )

    # -- what is wrong -------------------------------------------------------------------------------------------------
    def faults(self) -> Iterator[tuple[ex.Node, ex.Value]]:
        """What breaks a rule of marches, each with its test; those of a whole stack are told by its first piece."""
        march, old = self.march, ex.prop("OldLocationName")
        begins, first = begins_march(), is_first()
        yield (
            ex.every(first, self.is_stranger()),
            said("is of ", ex.prop(self.holder), ", and ", _mover(), " moves it", ruled(march.note)),
        )
        if march.held is not None:
            held = ex.greater(self.others_at(old, _PARTS, among=False), 0)
            text = said("leaves ", old, ", where another side holds it", ruled(march.held.note))
            yield ex.every(begins, first, held), text
        if march.stay is not None:
            least = int(self.plan.game.constants[march.stay.number].value)
            text = said("leaves too few of its side in ", old, ruled(march.stay.note))
            yield ex.every(begins, first, ex.less(self.own_at(old), least)), text
        if march.stop is not None:
            leaves = ex.every(ex.not_(begins), ex.greater(self.others_at(old, _PASSES, among=False), 0))
            through = ex.every(ex.equals(ex.prop(PACE), 2), ex.not_(self.open_way()))
            text = said("marches on where another side stops it", ruled(march.stop))
            yield ex.every(first, ex.any_of(leaves, through)), text
        if march.ways is not None:
            yield from way_faults(self.plan, march.ways, ex.prop(PACE))
        if march.rest is not None:
            crowded, told = rest_fault(self.plan, march, march.rest, self.kinds)
            yield ex.every(first, crowded), told
        if march.reach is not None:
            gone = ex.add(ex.if_(begins, 0, ex.prop(MARCHED)), ex.prop(PACE))
            yield ex.greater(gone, self.most or 0), f"goes further than {self.most} this turn{ruled(march.reach.note)}"

    def is_stranger(self) -> ex.Node:
        """Whether the player who moves, or whose step it is, has a seat, and it does not run the side of the piece."""
        known, own = list[ex.Node](), list[ex.Node]()
        run = {side for seat in self.plan.game.seats.values() for side in seat.sides}
        allied = {side for alliance in self.plan.game.alliances.values() for side in alliance.sides}
        idle = set(self.plan.game.sides) - run - allied if allied else set()  # neutrals: anybody may move them
        for seat in self.plan.game.seats.values():
            moves = ex.equals(_mover(), seat.name.en)
            names = [side.name.en for side in self.plan.game.sides.values() if side.id in seat.sides or side.id in idle]
            known.append(moves)
            own.append(ex.every(moves, ex.any_of(*(ex.equals(ex.prop(self.holder), name) for name in names))))
        return ex.every(ex.any_of(*known), ex.not_(ex.any_of(*own)))

    def open_way(self) -> ex.Node:
        """Whether some space between lets this side pass."""
        old, here, board = ex.prop("OldLocationName"), ex.prop("LocationName"), self.plan.game.map
        ways = []
        for space in board.land:
            name = label_here(self.plan, board, space)
            near = ex.call("GetProperty", f"{_steps(1)}{name}")
            free = ex.equals(self.others_at(name, _PASSES, among=False), 0)
            ways.append(ex.every(_in(near, old), _in(near, here), free))
        return ex.any_of(*ways)

    def is_beside(self) -> ex.Node:
        """Whether a loyal side stands beside another that is loyal."""
        assert self.march.loyal is not None
        own, always = ex.prop(self.holder), [self.plan.game.sides[id].name.en for id in self.march.loyal.sides]
        beside = ex.greater(self.others_at(ex.prop("LocationName"), LOYAL, among=True), 0)
        return ex.every(*(ex.not_equals(own, name) for name in always), _in(ex.prop(LOYAL), own), beside)

    def breaks(self) -> Iterator[tuple[ex.Node, ex.Value]]:
        """What is said where a loyal side ends its march beside another."""
        loyal, own, game = self.march.loyal, ex.prop(self.holder), self.plan.game
        if loyal is None:
            return
        always = [game.sides[id].name.en for id in loyal.sides]
        test = ex.every(is_first(), self.is_beside())
        text = f"stands beside {' or '.join((*always, f'another {words(loyal.face)}'))}: if it ends its march there, "
        turns = f" turn their {game.counter_kinds[loyal.markers].name.en.lower()} to {words(loyal.broken)}"
        yield test, said(text, own, turns, ruled(loyal.note))


def begins_march() -> ex.Node:
    """Whether a drag begins a march: whoever has attacked begins another."""
    return ex.any_of(ex.equals(ex.prop(MARCHED), 0), ex.equals(ex.prop(FOUGHT), YES))


def _mover() -> ex.Node:
    """The seat that moves; one who plays alone moves for the one whose step it is."""
    return ex.if_(ex.equals(ex.prop("PlayerSide"), SOLO), ex.prop(IN_TURN), ex.prop("PlayerSide"))


def is_first() -> ex.Node:
    """Of several that are dropped together the first speaks for all."""
    return ex.any_of(*(ex.equals(ex.prop("UiPieceIndex"), n) for n in ("", 0, 1)))


def marched_wrong(plan: Plan, kind: CounterKind) -> ex.Node:
    """All that a march breaks, one after the other; nothing for one that ends where it began."""
    march = march_of(plan, kind.id)
    text: ex.Node = ex.literal("")
    if march is None:
        return text
    made = Marching(plan, march)
    owing = ((ex.every(is_first(), test), told) for test, told in unpaid(plan))
    for test, told in (*made.faults(), *made.breaks(), *owing):
        text = ex.add(text, ex.if_(test, ex.add(" · ", told), ""))
    return ex.if_(ex.greater(ex.prop(PACE), 0), text, "")


# -- on the piece ------------------------------------------------------------------------------------------------------
def march_traits(plan: Plan, kind: CounterKind, decides: Key, match: ex.Node) -> Iterator[Trait]:
    """What a march needs: it is looked at, and counted where it stands (`match`)."""
    march, worn = march_of(plan, kind.id), wears(plan, kind.id)
    if march is None:
        return
    made, gone = Marching(plan, march), ex.add(ex.prop(MARCHED), ex.prop(PACE))
    unmark = keys.UNMARK_MOVED

    def kept(name: str, *commands: tuple[Key, ex.Value], value: str = "") -> DynamicProperty:
        own = (PropertyCommand("", key, SetValue(_written(given))) for key, given in commands)
        return DynamicProperty(name, Limits(), tuple(own), value=value)

    if not march.is_long and worn is None:
        yield kept(PACE, (LOOK, made.pace()), value="0")
        return
    # of one key the outer hears first: the later of these look at the earlier as they were
    yield kept(MARCHED, (_GONE, gone), (unmark, 0), value="0")
    began = ex.if_(ex.equals(ex.prop(MARCHED), 0), ex.prop("OldLocationName"), ex.prop(ORIGIN))
    yield kept(ORIGIN, (_GONE, ex.if_(ex.equals(gone, 0), "", began)), (unmark, ""), (ACTED, ""))
    for again in (own.again for own in plan.game.upkeep.payments.values() if own.again is not None):
        yield SetGlobalProperty(
            again_property(again.volley), Limits(), (PropertyCommand("", _GONE, SetValue("")),)
        )  # an attack that follows no more
    yield kept(PACE, (LOOK, made.pace()), value="0")
    if march.held is not None:
        yield kept(_PARTS, (LOOK, made.parts() if march.loyal is not None else _BAR))
    yield kept(_PASSES, (LOOK, made.passes() if march.loyal is not None else _BAR))
    if march.loyal is not None:
        for name, own in ((LOYAL, march.loyal.face), (BROKEN, march.loyal.broken)):
            yield kept(name, (LOOK, ex.if_(is_first(), made.showing(own), "")))  # it counts the table: once a stack
    done = (_GONE, *((_RESTED,) if worn is not None else ()))
    if worn is not None:  # whoever marched is turned when the step says so, and may fight before
        back = ex.braced(ex.equals(ex.prop(MARCHED), 0))
        yield Trigger("has not marched", key=_RESTED, match=back, performed=(unmark,))
    if march.loyal is not None and march.loyal.at is not None:
        yield from _breaking(plan, made, march.loyal)
    yield Trigger("marches", key=decides, match=ex.braced(match), performed=done)


# -- loyalty -----------------------------------------------------------------------------------------------------------
def ended_key(march: March) -> Key:
    """What a step of the tracker presses when marches are over."""
    return named(f"liege-marches-over-{march.id}")


def _breaking(plan: Plan, made: Marching, loyal: Loyalty) -> Iterator[Trait]:
    """Whoever still stands beside a loyal side when its march is over has its marker turned."""
    game, holder = plan.game, made.holder
    own = [counter for counter in game.counters.values() if counter.kind == loyal.markers]
    faces = {[face.id for face in c.faces].index(loyal.face) + 1 for c in own if loyal.face in [f.id for f in c.faces]}
    lies = ex.any_of(*(ex.equals(ex.prop("Face_Level"), level) for level in sorted(faces)))
    marker = ex.equals(ex.prop("Kind"), game.counter_kinds[loyal.markers].name.en)
    theirs = ex.every(marker, lies, ex.equals(ex.prop("SideName"), f"${holder}$"))
    yield GlobalKeyCommand("", _TURNS, keys.FLIP, ex.braced(theirs))
    told = said(f"{REFUSED}<b>", ex.prop(holder), f"</b>: {words(loyal.broken)}, standing beside others in ")
    yield Report((_BREAKS,), ex.braced(said(told, ex.prop("location"), ruled(loyal.note))))
    applied = ex.every(ex.not_equals(ex.prop(TELL_ONLY), True), ex.not_equals(ex.prop(OFF), True))
    yield Trigger(
        "is disloyal", key=_JUDGED, match=ex.braced(ex.every(applied, made.is_beside())), performed=(_BREAKS, _TURNS)
    )
    yield Trigger("march is over", key=_ENDED, performed=(LOOK, _JUDGED))


def march_steps(plan: Plan) -> Iterator[tuple[str, Key, list[Component], list[str]]]:
    """What the tracker does when marches are over: those who marched are looked at."""
    for march in plan.game.upkeep.marches.values():
        if march.loyal is None or march.loyal.at is None or plan.game.map.grid is not None:
            continue
        marched = ex.every(ex.equals(ex.prop("Moved"), True), Marching(plan, march).kinds)
        sent = component(
            "m.GlobalKeyCommand", name=f"{march.name.en}: over", buttonText="", icon="", buttonHotkey=ended_key(march),
            hotkey=_ENDED, filter=ex.braced(marched), reportSingle=False, singleMap=False,
        )  # fmt: skip
        yield f"ends: {march.name.en}", ended_key(march), [sent], lines_over(plan.game, plan.lines, march.loyal.at)


def weary_traits(worn: Reset, face: ex.Node, match: ex.Node, key: Key) -> Iterator[Trait]:
    """Turns a piece that has acted: two faces, so once is enough."""
    lies = ex.every(match, ex.equals(face, worn.face))
    yield Trigger("has acted", key=key, match=ex.braced(lies), performed=(TURNED,))


def _written(value: ex.Value) -> str:
    return str(value) if isinstance(value, str | int | float | bool) else ex.braced(value)
