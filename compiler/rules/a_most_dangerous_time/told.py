"""How the war is told: who acts, who fights whom and where, what dice are for and what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from compiler.model.event import Said
from compiler.model.table import Piece
from compiler.play.joining import enumerated
from compiler.play.mechanics.volleys import hits_of
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import active_seat
from compiler.rules.a_most_dangerous_time.ch10_camps import Fight, is_active, side_name
from compiler.rules.a_most_dangerous_time.facts import CUP, ODA, TURN_END, facts
from compiler.rules.a_most_dangerous_time.field import four, is_leader, units, unsupplied
from compiler.rules.a_most_dangerous_time.loyalty import active_alliance, factions, side_of

Sum = tuple[int, Sequence[tuple[str, int]]]  # a die, and what is added to it


def say(scene: Scene, text: str, rule: str) -> None:
    scene.do(Said(text, rule=rule))


def player(scene: Scene, seat: str) -> str:
    return scene.game.seats[seat].name.en


def plain(scene: Scene, id: str) -> str:
    """The name of a Leader alone: whose he is has been said."""
    return scene.game.counters[scene.table.pieces[id].counter].faces[scene.table.pieces[id].face].name.en


def titled(scene: Scene, id: str) -> str:
    """A Leader by the name he has now, his heir's if that is up, and his Clan."""
    return f"{plain(scene, id)} ({scene.game.sides[scene.table.pieces[id].side or ''].name.en})"


def band(scene: Scene, pieces: Iterable[Piece]) -> str:
    """Units in words: Leaders by name, Soldiers by number and Clan."""
    names: list[str] = []
    counts: dict[str, int] = {}
    for piece in pieces:
        if is_leader(scene, piece):
            names.append(plain(scene, piece.id))
        else:
            counts[piece.side or ""] = counts.get(piece.side or "", 0) + 1
    names += [f"{n} {scene.game.sides[clan].name.en}" for clan, n in counts.items()]
    return enumerated(names) or "nobody"


def side(scene: Scene, fight: Fight, mine: bool) -> str:
    """What a side of a combat is called."""
    who = side_name(scene, fight, mine)
    if not any(side_of(scene, u) == who for u in units(scene, fight.place)):
        return "the neutrals"
    return "Oda" if who == ODA else "Anti-Oda"


# -- impulses ----------------------------------------------------------------------------------------------------------
def tell_impulse(scene: Scene) -> None:
    """Whose impulse begins."""
    seat = active_seat(scene)
    alliance = scene.game.alliances[active_alliance(scene)].name.en
    shared = four(scene) and alliance == "Oda"
    say(scene, f"impulse of {player(scene, seat) if shared else f'{alliance} ({player(scene, seat)})'}", "4.1.8")


def tell_points(scene: Scene, die: int, bonus: int) -> None:
    words = f"{die} and {bonus} for Kyo: " if bonus else ""
    say(scene, f"{words}{die + bonus} Movement Point{'s' * (die + bonus != 1)}", "9.1.3")


def tell_attempt(scene: Scene, leader: Piece, target: Piece, number: int) -> None:
    """A negotiation as it is begun."""
    what = f"{plain(scene, leader.id)} negotiates with a Soldier of {scene.game.sides[target.side or ''].name.en}"
    hope = f"{number} or more wins him" if number <= 6 else "no die can win him"
    say(scene, f"{what} in {scene.name(target.place)}: {hope}", "8.3.5")


def chits(scene: Scene, ids: Iterable[str]) -> str:
    """Chits by the name of who acts with them."""
    return enumerated([scene.game.counters[chit].name.en.removesuffix(" chit") for chit in ids])


def tell_cup(scene: Scene) -> None:
    """What is in the next cup: known to all, but not in which order it lies."""
    lying = scene.table.stacks.get(CUP, ())
    inside = [chit for chit in (*facts(scene).chits, TURN_END) if chit in lying]
    say(scene, f"the cup is made up: {chits(scene, inside)}", "4.2(5).2")


def tell_order(scene: Scene, order: Iterable[str]) -> None:
    """The order of chits that Good Fortune has fixed."""
    say(scene, f"the chits now come as {chits(scene, order)}", "15.6(1).1")


def tell_cut_off(scene: Scene, pieces: Iterable[Piece]) -> None:
    """Who of those that act now is out of communication, place by place: they march as two each."""
    places: dict[str, list[Piece]] = {}
    acting, many = factions(scene).clans.get(active_alliance(scene), ()), four(scene)
    for piece in pieces:
        if piece.side in acting and (not many or is_active(scene, piece)):
            places.setdefault(piece.place, []).append(piece)
    if places:
        told = [
            f"{band(scene, places[place])} in {scene.name(place)}" for place in facts(scene).places if place in places
        ]
        say(scene, f"out of communication: {'; '.join(told)}", "4.1(5).1")


# -- combat ------------------------------------------------------------------------------------------------------------
def tell_activation(scene: Scene, place: str) -> None:
    say(scene, f"a point is paid for a combat in {scene.name(place)}", "9.3.4")


def tell_combat(scene: Scene, fight: Fight) -> None:
    """Who meets whom where; Units in the fort are told as they go in."""
    here = [u for u in units(scene, fight.place) if u.mark("standing_by") is None]
    forces = [[u for u in here if (side_of(scene, u) == fight.who) == mine] for mine in (True, False)]
    words = " against ".join(f"{band(scene, force)}{_cut_off(force)}" for force in forces)
    say(scene, f"combat in {scene.name(fight.place)}: {words}", "10.1.9")


def _cut_off(force: Sequence[Piece]) -> str:
    """That Units are out of communication, or how many of them are."""
    out = sum(1 for unit in force if unsupplied(unit))
    return "" if not out else f" ({f'{out} ' * (out < len(force))}out of communication)"


def tell_toll(scene: Scene, who: str, lost: int, hits: int) -> None:
    """That more Units go than there were hits, and why."""
    say(scene, f"{who} are out of communication: {lost} Units go for {hits} hit{'s' * (hits != 1)}", "5.3.7")


def who_fires_told(scene: Scene, fight: Fight, firing: tuple[bool, ...], fleeing: bool | None) -> str:
    """Who fires in a round, or how those who leave it fare."""
    if fleeing is not None:
        return f"{side(scene, fight, fleeing)} {'are fired on as they leave' if firing else 'get away unhurt'}"
    return "both fire" if len(firing) == 2 else f"only {side(scene, fight, firing[0])} fire"


def tell_initiative(
    scene: Scene, fight: Fight, reckoned: Mapping[bool, Sum], firing: tuple[bool, ...], fleeing: bool | None
) -> None:
    """What the dice for initiative come to, who fires, and what was added for whom."""
    outcome = who_fires_told(scene, fight, firing, fleeing)
    totals = {mine: die + sum(number for _, number in parts) for mine, (die, parts) in reckoned.items()}
    words = [
        " ".join([f"{side(scene, fight, mine)} {die}", *(f"{number:+} {what}" for what, number in parts)])
        for mine, (die, parts) in reckoned.items()
    ]
    say(scene, f"initiative: {totals[True]} against {totals[False]}, {outcome} ({'; '.join(words)})", "10.3(2).1")


def tell_fire(scene: Scene, what: str, add: int, needs: int, rolled: Sequence[int], against: str, rule: str) -> None:
    """What the dice of a command have hit: how many dice at what number, and against whom."""
    names = {
        "leaderless": "Soldiers without a Leader",
        "ikko_ikki": "Ikko-Ikki",
        "murakami": "Murakami",
        "at sea": "at sea",
    }
    name = names.get(what) or (f"the command of {plain(scene, what)}" if what in facts(scene).kinds else f"the {what}")
    number, hits = len(rolled), hits_of(rolled, add, needs)
    lowest = max(1, needs - add)
    volley = f"{number} {'die' if number == 1 else 'dice'} at {lowest}{' or more' * (lowest < 6)}"
    say(scene, f"{name}, {volley}: {hits or 'no'} hit{'s' * (hits != 1)} against {against}", rule)


def tell_duel(scene: Scene, fight: Fight, rolled: dict[bool, int]) -> None:
    words = ", ".join(f"{side(scene, fight, mine)} {rolled[mine]}" for mine in (True, False))
    say(scene, f"one Soldier against one: {words}", "10.3.4")


def tell_retreat(scene: Scene, fight: Fight, pieces: Iterable[Piece]) -> None:
    say(scene, f"{band(scene, pieces)} will retreat from {scene.name(fight.place)}", "10.4.3")
