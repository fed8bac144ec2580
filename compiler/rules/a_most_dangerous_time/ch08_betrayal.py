"""Section 8.2: betrayal cards 1-18 and 20-25, in step 3 of an impulse and before a combat."""

from __future__ import annotations

from compiler.model.event import Marked, Moved, Said
from compiler.model.table import Piece
from compiler.play.ask import Refusal
from compiler.play.coverage import carries
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import faction_of_seat
from compiler.rules.a_most_dangerous_time.ch02_control import set_control
from compiler.rules.a_most_dangerous_time.ch03_clans import approached
from compiler.rules.a_most_dangerous_time.ch06_cards import hand, not_yours, own_row, with_timing
from compiler.rules.a_most_dangerous_time.ch08_reach import diplomats, reaches
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, is_active
from compiler.rules.a_most_dangerous_time.facts import ANTI, GONE, MINORS, NEUTRAL, ODA, SHOGUN, TOMO, facts
from compiler.rules.a_most_dangerous_time.field import (
    controller,
    controls,
    dead,
    diplomat,
    everywhere,
    four,
    inside,
    is_daimyo,
    is_leader,
    leaders_of,
    majority,
    on_map,
    three,
    under_siege,
    units,
)
from compiler.rules.a_most_dangerous_time.hands import change_side, strip
from compiler.rules.a_most_dangerous_time.loyalty import alliance_of, faction, side_of

CLEARED = ("stopped", "arrived", "negotiated", "landed", "sortied", "commander", "defended")


def betrayal_cards(scene: Scene, seat: str) -> list[str]:
    return with_timing(scene, seat, ("betrayal",))


@carries("8.2.1", "8.2.21")
def not_playable(scene: Scene, seat: str, card: str) -> Refusal | None:
    """Why a betrayal card cannot be played by a player, whoever would enable it."""
    return _not_his(scene, seat, card) or _unmet(scene, card)


@carries("Cards1-17.1", "Card18.1", "Card20.1", "Cards21-25.1", "16.2.8(4).1", "16.2.8.2")
def _not_his(scene: Scene, seat: str, card: str) -> Refusal | None:
    """Why a card does not serve a player, whatever has happened: Oda players on each other only if they chose so."""
    no = not_yours(scene, seat, card)
    if no is not None:
        among_oda = four(scene) and faction_of_seat(scene, seat) == ODA and scene.option("oda_betrayal_by_oda")
        if card not in hand(scene, seat) or not among_oda:
            return Refusal("16.2.8(4).1", no.because) if four(scene) and card in hand(scene, seat) else no
    return None


def playable(scene: Scene, seat: str) -> list[str]:
    """The betrayal cards in a hand that may be played now; whom they serve hangs on the hand alone."""
    held = betrayal_cards(scene, seat)
    if not held:
        return held

    def find() -> list[str]:
        return [card for card in held if _not_his(scene, seat, card) is None]

    his = scene.memo_of(("betrayals", seat), (held, scene.scenario, scene.options), find)
    return [card for card in his if _unmet(scene, card) is None]


@carries("Cards1-17.1", "Card18.1", "Card20.1", "Cards21-25.1")
def _unmet(scene: Scene, card: str) -> Refusal | None:
    """Why the condition of a card does not hold."""
    values = scene.game.cards[card].values
    key = values.get("oda_controls")
    if key is not None and not controls(scene, ODA, str(key)):
        return Refusal(own_row(scene, card), f"Oda do not control {scene.name(str(key))}")
    gone = values.get("dead")
    if gone is not None and not dead(scene, str(gone)):
        return Refusal(own_row(scene, card), f"{scene.name(str(gone))} lives")
    return None


def targets(scene: Scene, seat: str, card: str) -> list[Piece]:
    """The Leaders a card can turn now: its own, or any Miyoshi for card 18; on the map and not on the player's side."""
    values = scene.game.cards[card].values
    named = (
        [str(values["target"])]
        if values.get("target")
        else [id for id, p in leaders_of(scene, str(values["target_clan"])).items() if p.side == values["target_clan"]]
    )
    who = faction_of_seat(scene, seat)
    among = four(scene) and who == ODA and bool(scene.option("oda_betrayal_by_oda"))
    found = [scene.table.pieces[id] for id in named]
    return [p for p in found if on_map(scene, p) and p.id != SHOGUN and (side_of(scene, p) != who or among)]


# -- enabling ----------------------------------------------------------------------------------------------------------
def enablers(scene: Scene, target: Piece) -> list[Piece]:
    """The active diplomats in whose reach a Leader is, for a card of step 3 (8.2.4)."""
    return [leader for leader in diplomats(scene) if leader.id != target.id and reaches(scene, leader, target)]


@carries("8.2.16", "8.2.17", "16.2.8(3).2", "15.1.x3", "16.1.4(4).1")
def enablers_in_combat(scene: Scene, fight: Fight, seat: str, target: Piece) -> list[Piece]:
    """Any diplomat of the player's Faction in the place, not besieged, or the Shogun as a Daimyo (8.2.17)."""
    who = faction_of_seat(scene, seat)
    found = []
    for id in facts(scene).leaders:
        piece = scene.table.pieces.get(id)
        if piece is None or not diplomat(scene, piece) or piece.id == target.id or piece.place == GONE:
            continue
        if id == SHOGUN:
            if who == ANTI and _shogun_enables(scene, fight, seat, piece):
                found.append(piece)
            continue
        there = piece.place == fight.place and side_of(scene, piece) == who and not under_siege(scene, piece)
        if there and (not three(scene) or who == ODA or seat_of_piece(scene, piece) == seat):
            found.append(piece)
    return found


@carries("15.1.12", "15.1.15", "15.1.x3", "16.1.4(4).1")
def _shogun_enables(scene: Scene, fight: Fight, seat: str, piece: Piece) -> bool:
    """From Tomo as a Daimyo for whom it may be; on the map for his own player, on his Samurai side where he is."""
    if piece.place == TOMO:
        return piece.face == 1
    if three(scene) and seat_of_piece(scene, piece) != seat:
        return False
    return on_map(scene, piece) if piece.face == 1 else piece.place == fight.place


def seat_of_piece(scene: Scene, piece: Piece) -> str:
    from_alliance = alliance_of(scene, piece.side or "") or MINORS
    return scene.book.seat_of(scene.game.alliances[from_alliance].sides[0], scene.scenario) or ANTI


# -- going over --------------------------------------------------------------------------------------------------------
@carries("8.2.23", "8.2.7", "16.2.x10")
def is_head(scene: Scene, piece: Piece) -> bool:
    """A Daimyo takes his Clan along only if no other Daimyo of it lives; never an Oda Leader of four players."""
    if not is_daimyo(scene, piece) or (four(scene) and side_of(scene, piece) == ODA):
        return False
    return not any(p.id != piece.id and is_daimyo(scene, p) for p in leaders_of(scene, piece.side or "").values())


@carries("10.2.x2")
def turn_over(scene: Scene, ids: list[str], clan: str) -> None:
    """Units join a Clan; what they did in this impulse is forgotten, but who follows his Leader stays under him."""
    for id in ids:
        left = scene.table.pieces[id].mark("under") not in ids
        strip(scene, id, (*CLEARED, "under") if left else CLEARED, "8.2.8")
        change_side(scene, id, clan, "8.2.8")


@carries("8.2.x2", "8.2.7", "8.2.8", "8.2.9", "8.2.10", "8.2.24", "3.2.20", "16.2.11(2).1", "16.2.x10")
def betray(scene: Scene, card: str, leader: Piece, target: Piece) -> list[str]:
    """A Leader goes over in step 3, alone, with his Soldiers or with his Clan; answers who changed (8.2.7 to 9)."""
    clan, to = target.side or "", leader.side or ""
    who = ANTI if leader.id == SHOGUN else side_of(scene, leader)
    scene.do(Said(f"{scene.name(target.id)} goes over to {scene.game.sides[to].name.en}", rule="8.2.1"))
    if scene.game.cards[card].values.get("target_clan"):
        changed = [u.id for u in units(scene, target.place) if u.side == clan]
        turn_over(scene, changed, to)
        _last_of_clan(scene, clan, to)
        return changed
    if is_head(scene, target):
        return _clan_joins(scene, clan, alliance_of(scene, to) or MINORS)
    changed = [target.id, *(u.id for u in _led_by(scene, target))]
    neutral = side_of(scene, target) == NEUTRAL
    turn_over(scene, changed, to)
    if neutral:
        approached(scene, clan, who)
    return changed


def _led_by(scene: Scene, leader: Piece) -> list[Piece]:
    """The Soldiers a Leader takes along in step 3: all of his Clan there unless another Leader of it is (8.2.8, 8.2.9).

    An Oda Leader of four players takes what his command holds, once the others of his Clan have theirs (16.2.x10).
    """
    here = [u for u in units(scene, leader.place) if u.side == leader.side]
    soldiers = [u for u in here if not is_leader(scene, u)]
    others = [u for u in here if is_leader(scene, u) and u.id != leader.id]
    if four(scene) and side_of(scene, leader) == ODA:
        left = soldiers[sum(_command(scene, u) for u in others) :]
        return left[: _command(scene, leader)]
    return [] if others else soldiers


def _command(scene: Scene, leader: Piece) -> int:
    return int(facts(scene).numerals.command["daimyo" if is_daimyo(scene, leader) else "samurai"])


@carries("8.2.7", "8.2.24", "11.0.11")
def _clan_joins(scene: Scene, clan: str, alliance: str) -> list[str]:
    """A whole Clan joins the other Alliance; Spaces where only old friends stand stay with them (8.2.24)."""
    kept = _kept_by_friends(scene, clan)
    scene.do(Marked(clan, "joined", alliance, rule="8.2.7"))
    for space, keeper in kept.items():
        set_control(scene, space, keeper, "8.2.24")
    changed = [u.id for u in everywhere(scene, clan)]
    for id in changed:
        strip(scene, id, CLEARED, "8.2.7")
    return changed


@carries("8.2.24")
def _kept_by_friends(scene: Scene, clan: str) -> dict[str, str]:
    """The Spaces of a Clan in which only its old friends stand, and the Clan that keeps each of them (8.2.24)."""
    who = faction(scene, clan)
    held = {s: units(scene, s) for s in facts(scene).spaces if controller(scene, s) == clan}
    return {
        space: majority(scene, here)[0]
        for space, here in held.items()
        if here and all(u.side != clan and side_of(scene, u) == who for u in here)
    }


@carries("Card18.1", "8.2.24", "11.0.11")
def _last_of_clan(scene: Scene, clan: str, taker: str) -> None:
    """When no Unit of the Clan is left it counts as taken in; its empty Spaces follow, the others go to those who stand
    there (Card18.1, 8.2.24)."""
    if everywhere(scene, clan):
        return
    scene.do(Marked(clan, "fallen", taker, rule="Card18.1"))
    for space in facts(scene).spaces:
        if controller(scene, space) == clan:
            here = units(scene, space)
            set_control(scene, space, majority(scene, here)[0] if here else taker, "8.2.24" if here else "Card18.1")


@carries("8.2.18", "8.2.20", "8.2.22", "8.2.24", "10.2(4).1", "15.1.17", "16.2.11(2).1", "8.2.23")
def betray_in_combat(scene: Scene, fight: Fight, card: str, leader: Piece, target: Piece) -> list[str]:
    """A Leader goes over before a combat: with his command, with all if alone, or with his Clan (8.2.18, 8.2.20)."""
    clan, to = target.side or "", leader.side or ""
    who = ANTI if leader.id == SHOGUN else side_of(scene, leader)
    neutral = side_of(scene, target) == NEUTRAL
    scene.do(Said(f"{scene.name(target.id)} goes over to {scene.game.sides[to].name.en}", rule="8.2.16"))
    of_the_place = bool(scene.game.cards[card].values.get("target_clan"))  # card 18, whoever leads them
    if of_the_place:
        changed = [u.id for u in units(scene, target.place) if u.side == clan]
    elif is_head(scene, target):
        changed = [u.id for u in everywhere(scene, clan)]
        _taken_in(scene, clan, to)
    else:
        changed = _followers(scene, fight, target)
    turn_over(scene, changed, to)
    if of_the_place:
        _last_of_clan(scene, clan, to)
    if neutral:
        approached(scene, clan, who)
    _line_up(scene, fight, changed)
    return changed


def _followers(scene: Scene, fight: Fight, target: Piece) -> list[str]:
    """The Leader and his command; all Soldiers of his Clan there if no other Leader of his side takes part, in the
    field or inside the fort."""
    clan, whose = target.side, side_of(scene, target)
    here = units(scene, fight.place)
    leaders = [u for u in here if is_leader(scene, u) and u.mark("standing_by") is None and u.id != target.id]
    others = [u for u in leaders if side_of(scene, u) == whose]
    if others or (four(scene) and whose == ODA):
        return [target.id, *(u.id for u in here if u.mark("under") == target.id)]
    return [target.id, *(u.id for u in here if u.side == clan and not is_leader(scene, u))]


def _taken_in(scene: Scene, clan: str, to: str) -> None:
    """A Clan is merged into another: Units in its box go to the other box, Spaces without old friends follow."""
    for piece in list(scene.table.at(facts(scene).boxes[clan])):
        from_box = piece.side == clan
        if from_box:
            change_side(scene, piece.id, to, "8.2.20")
            _to_box_of(scene, piece.id, to)
    kept = _kept_by_friends(scene, clan)
    for space in facts(scene).spaces:
        if controller(scene, space) == clan:
            set_control(scene, space, kept.get(space, to), "8.2.24")
    scene.do(Marked(clan, "fallen", to, rule="8.2.20"))


def _to_box_of(scene: Scene, id: str, clan: str) -> None:
    scene.do(Moved(id, facts(scene).boxes[clan], rule="8.2.24"))


@carries("10.2(4).1", "15.1.17")
def _line_up(scene: Scene, fight: Fight, changed: list[str]) -> None:
    """Who went over here stands in the field; he fights if he is now of a side of this combat, else he stands by."""
    for id in changed:
        piece = scene.table.pieces[id]
        if piece.place != fight.place:
            continue
        if inside(piece) and not fight.within:
            scene.do(Marked(id, "besieged", None, rule="10.2(4).1"))
        if side_of(scene, piece) != fight.who:
            strip(scene, id, ("standing_by",), "10.2(4).1")  # he stood by in the fort of his old friends
        elif not fight.sudden and not is_active(scene, piece):
            scene.do(Marked(id, "standing_by", True, rule="15.1.17"))
