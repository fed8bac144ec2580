"""Section 4.1: the cup of Action Chits, from the draw to the end of the impulses; 4.2(5): the next cup."""

from __future__ import annotations

from compiler.model.event import Drawn, Marked, Moved, Shuffled
from compiler.play.ask import Flow, draw
from compiler.play.coverage import carries
from compiler.play.outcome import Leave, Outcome
from compiler.play.scene import Scene
from compiler.play.step import predicate, step
from compiler.rules.a_most_dangerous_time.asking import PASS, decisive, faction_of_seat, pick, seat_of_alliance
from compiler.rules.a_most_dangerous_time.ch03_clans import MT_HIEI, enryaku_ji_come
from compiler.rules.a_most_dangerous_time.ch06_cards import play_card, with_timing
from compiler.rules.a_most_dangerous_time.ch08_immediate import aftermath
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, sharing
from compiler.rules.a_most_dangerous_time.ch10_combat import combat
from compiler.rules.a_most_dangerous_time.ch15_fortune import holder, pass_fortune
from compiler.rules.a_most_dangerous_time.facts import ACTIVE, ANTI, ASIDE, CUP, GONE, KYO, ODA, ORDER, TURN_END, facts
from compiler.rules.a_most_dangerous_time.field import away, azuchi_at, azuchi_level, controls, dead, four, three, turn
from compiler.rules.a_most_dangerous_time.hands import forget_impulse
from compiler.rules.a_most_dangerous_time.loyalty import faction_of_alliance, fallen, members, waiting
from compiler.rules.a_most_dangerous_time.settling import raise_azuchi, settle
from compiler.rules.a_most_dangerous_time.told import player, say, tell_cup, tell_impulse, tell_order

LET, FIX = "let_it_be", "fix_the_order"
ENDLESS = ("ikko_ikki", "anti_oda_minors")  # one of their Clans never falls (4.2(5).4)


@step("15.4.2", "turn_start", "15.4.3", "16.2.5(2).3")
@decisive
def turn_start(scene: Scene) -> Flow[Outcome]:
    """Enryaku-ji come before the first chit of turn 2; Azuchi of four players grows a turn after it was built."""
    if turn(scene) == 2:
        enryaku_ji_come(scene)
        yield from _meet_on_mt_hiei(scene)
    fresh = azuchi_at(scene) is not None and scene.table.pieces["azuchi"].mark("fresh") is None
    if four(scene) and fresh and azuchi_level(scene) < int(facts(scene).numerals.azuchi["last_level"]):
        raise_azuchi(scene, "16.2.5(2).3")
    return None


@carries("15.4.4", "15.4.x1", "10.1.x1")
def _meet_on_mt_hiei(scene: Scene) -> Flow[None]:
    """Oda Units whom Enryaku-ji turn out of their Temple meet their besiegers in the field at once (15.4.x1)."""
    fight = Fight(MT_HIEI, ANTI, sudden=True)
    if sharing(scene, fight):
        changed = yield from combat(scene, fight, [])
        yield from settle(scene, (MT_HIEI,), "15.4.x1", cards=False)
        yield from aftermath(scene, changed, cards=False, rule="10.1.x1")


@predicate("turn_end_drawn", "4.1.4", "4.1.12", "16.2.7(1).1", "16.2.x7")
def turn_end_drawn(scene: Scene) -> bool:
    """The Turn End chit is in play; with four players and none of it in the cup, when all chits are drawn."""
    if scene.table.pieces[TURN_END].place == ACTIVE:
        return True
    left = scene.table.count(CUP) + scene.table.count(ORDER) + scene.table.count(ACTIVE)
    return left == 0


@step("4.1.3", "draw_chit", "4.1.1", "4.1.4", "4.1.8", "4.1.10", "14.2.1", "2.33.3", "2.33.6", "2.33.7", "4.1.x1")
@decisive
def draw_chit(scene: Scene) -> Flow[Outcome]:
    """Who acts: the opening chit or one that acts again, else card 32, a fixed order or a blind draw (4.1.x1)."""
    forget_impulse(scene)
    if scene.table.count(ACTIVE):
        tell_impulse(scene)
        return None  # the Nobunaga chit opens turn 1; card 31 keeps its chit in play
    taken = yield from brilliant_maneuver(scene)
    while not taken:
        chit = yield from next_chit(scene)
        if chit is None:
            return Leave("impulses")
        cancelled = yield from good_fortune(scene, chit)
        if not cancelled and not put_aside(scene, chit):
            break
    if scene.table.pieces[TURN_END].place == ACTIVE:
        return Leave("impulses")
    tell_impulse(scene)
    return None


def next_chit(scene: Scene) -> Flow[str | None]:
    """The top of a fixed order, or a blind draw from the cup (4.1.3)."""
    order = scene.table.stacks.get(ORDER, ())
    if order:
        scene.do(Moved(order[-1], ACTIVE, rule="15.6(1).1"))
        return order[-1]
    return (yield from draw(scene, CUP, ACTIVE, rule="4.1.3"))


@carries("4.1.5", "4.1.7", "15.3.3")
def put_aside(scene: Scene, chit: str) -> bool:
    """A named chit whose Leader is away is set aside, of a dead one taken out of the game; another is drawn (4.1.5)."""
    leader = named_for(scene, chit)
    if leader is None:
        return False
    if dead(scene, leader):
        scene.do(Moved(chit, GONE, rule="4.1.7"))
        return True
    if away(scene, leader):
        scene.do(Moved(chit, ASIDE, rule="4.1.5"))
        return True
    return False


@carries("4.1.9", "6.1.3", "Card32.1")
def brilliant_maneuver(scene: Scene) -> Flow[bool]:
    """Card 32 before a draw: its holder takes a chit of his own Faction out of the cup (Card32.1)."""
    for seat in scene.scenario.seats:
        cards = with_timing(scene, seat, ("pre_draw",))
        options = chits_to_name(scene, seat) if cards else []
        if options:
            answer = yield from pick(
                scene,
                seat,
                [short(chit) for chit in options],
                what="chit",
                rule="4.1.9",
                stop=PASS,
                prompt="play Brilliant Maneuver and take which chit?",
            )
            if answer != PASS:
                play_card(scene, seat, cards[0], "Card32.1")
                scene.do(Drawn(f"chit_{answer}", ACTIVE, None, rule="Card32.1"))
                return True
    return False


@carries("Card32.1", "16.1.4(4).1")
def chits_to_name(scene: Scene, seat: str) -> list[str]:
    """Chits of his Faction that a player could take, with three players of his own; not one whose Leader is away."""
    who, chits = faction_of_seat(scene, seat), facts(scene).chits
    own = [chit for chit in left(scene) if chit in chits and faction_of_alliance(chits[chit]) == who]
    if three(scene):
        own = [chit for chit in own if seat_of_alliance(scene, chits[chit]) == seat]
    return [chit for chit in own if not leaderless(scene, chit)]


def left(scene: Scene) -> list[str]:
    """The chits still to come, as the game lists them: in which order they lie in the cup is nobody's to know."""
    lying = {*scene.table.stacks.get(CUP, ()), *scene.table.stacks.get(ORDER, ())}
    return [chit for chit in (*facts(scene).chits, TURN_END) if chit in lying]


def short(chit: str) -> str:
    """How a chit in the cup is called: what is in it is known to all, which lies where to nobody."""
    return chit.removeprefix("chit_")


@carries("16.2.2(5).2")
def named_for(scene: Scene, chit: str) -> str | None:
    """The Leader a chit is named for; with four players that of Nobunaga is Katsuie's, whoever lives (16.2.2(5).2)."""
    known = facts(scene)
    return None if four(scene) and known.chits.get(chit) == ODA else known.named.get(chit)


def leaderless(scene: Scene, chit: str) -> bool:
    """A named chit whose Leader is away or dead."""
    leader = named_for(scene, chit)
    return leader is not None and (away(scene, leader) or dead(scene, leader))


@carries("15.6(1).1", "15.6.x1")
def good_fortune(scene: Scene, chit: str) -> Flow[bool]:
    """The holder of Good Fortune may cancel the chit and fix the order of all the rest, once a turn (15.6(1).1)."""
    seat = holder(scene)
    if seat is None or any((s, "fortune_used") in scene.table.marks for s in scene.scenario.seats):
        return False
    name = scene.game.counters[chit].name.en
    answer = yield from pick(
        scene, seat, (LET, FIX), what="fix the chits", rule="15.6(1).1", prompt=f"{name} is drawn: use Good Fortune?"
    )
    if answer == LET:
        return False
    scene.do(Marked(seat, "fortune_used", True, rule="15.6(1).1"))
    say(scene, f"{player(scene, seat)} use Good Fortune to order the chits", "15.6(1).1")
    yield from pass_fortune(scene, seat)
    others = [chit, *left(scene)]
    order: list[str] = []
    while others:
        one = yield from pick(
            scene,
            seat,
            [short(chit) for chit in others],
            what="next chit",
            rule="15.6(1).1",
            prompt=f"chit {len(order) + 1} of the rest of the turn?",
        )
        order.append(f"chit_{one}")
        others.remove(f"chit_{one}")
    tell_order(scene, order)
    for one in reversed(order):
        if scene.table.pieces[one].place != ORDER:
            scene.do(Moved(one, ORDER, rule="15.6(1).1"))
    if scene.table.stacks.get(ORDER, ()) != tuple(reversed(order)):
        scene.do(Shuffled(ORDER, tuple(reversed(order)), rule="15.6(1).1"))
    return True


# -- the next cup ------------------------------------------------------------------------------------------------------
@carries("4.2(5).2", "4.2(5).4", "3.31.x1")
def alliance_is_out(scene: Scene, alliance: str) -> bool:
    """Every Clan of it has fallen or withdrawn (4.2(5).4)."""
    clans = members(scene, alliance)
    return alliance not in ENDLESS and all(fallen(scene, clan) for clan in clans)


@step("4.2(5).1", "cup", "4.2(5).2", "4.2(5).3", "2.33.5", "4.1.2", "4.1.6", "2.33.x1", "11.4.2", "15.3.4", "15.3.5")
def cup(scene: Scene) -> Flow[Outcome]:
    """End Phase 5: all chits come together again, those of waiting, dead, away or finished ones apart (4.2(5).2)."""
    yield from ()
    known = facts(scene)
    for chit in (*known.chits, TURN_END):
        piece = scene.table.pieces.get(chit)
        if piece is None or piece.place in (GONE, KYO) or piece.place.startswith("turn_"):
            continue
        to = home_of(scene, chit)
        if piece.place != to:
            scene.do(Drawn(chit, to, () if to == CUP else None, rule="4.2(5).1"))
    tell_cup(scene)
    return None


@carries("15.3.3", "4.1.7", "4.2(5).3", "15.3.5", "11.4.2")
def home_of(scene: Scene, chit: str) -> str:
    """Where a chit lies when the next turn begins; that of a dead Leader out of the game (15.3.3)."""
    if chit == TURN_END:
        return KYO if four(scene) and controls(scene, ODA, KYO) else CUP
    known = facts(scene)
    alliance, leader = known.chits[chit], named_for(scene, chit)
    if alliance in known.powers and waiting(scene, alliance):
        return ASIDE
    if alliance_is_out(scene, alliance) or (leader is not None and dead(scene, leader)):
        return GONE
    if leader is not None and away(scene, leader):
        return ASIDE
    return ASIDE if scene.table.pieces[chit].mark("sits_out") is not None else CUP
