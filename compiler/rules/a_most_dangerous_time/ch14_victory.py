"""Sections 14.3, 16.1.3 and 16.2.4: who has won, at once or after the last turn."""

from __future__ import annotations

from compiler.play.coverage import carries
from compiler.play.outcome import Victory
from compiler.play.scene import Scene
from compiler.rules.a_most_dangerous_time.asking import GameOver, active_seat, seat_of_alliance
from compiler.rules.a_most_dangerous_time.ch02_control import Gain
from compiler.rules.a_most_dangerous_time.ch15_fortune import has_fortune
from compiler.rules.a_most_dangerous_time.facts import ANTI, KYO, NOBUNAGA, ODA, SHOGUN, facts
from compiler.rules.a_most_dangerous_time.field import (
    azuchi_level,
    controller,
    controls,
    four,
    game_kind,
    held_by,
    homes_of,
    three,
    turn,
)
from compiler.rules.a_most_dangerous_time.ground import ground
from compiler.rules.a_most_dangerous_time.loyalty import active_chit, alliance_of, fallen


def wins(seat: str, because: str, rule: str) -> None:
    raise GameOver(Victory((seat,), because, rule))


# -- at once -----------------------------------------------------------------------------------------------------------
@carries("14.3.x1")
def look_for_victory(scene: Scene, gained: list[Gain]) -> None:
    """Looked at after every determination of control (14.3.x1)."""
    kind = game_kind(scene)
    if kind == "campaign":
        one_holds_all(scene)
    elif kind == "three_player":
        three_players(scene, gained)
    elif kind == "four_player":
        four_players(scene, gained)


@carries("14.3(Campaign).3")
def one_holds_all(scene: Scene) -> None:
    """The campaign ends when one Faction controls every Space (14.3(Campaign).3)."""
    holders = set(ground(scene).holding.who.values())
    for who, seat in ((ODA, ODA), (ANTI, ANTI)):
        if holders == {who}:
            wins(seat, "controls every Space of the map", "14.3(Campaign).3")


@carries("14.3(Campaign).1", "14.3(Campaign).2", "16.2.4(3).3")
def nobunaga_is_dead(scene: Scene, *, ill: bool = False) -> None:
    """Nobunaga, or his heir, has died: the end of the campaign unless of illness, and of the game of four."""
    heir = bool(scene.value(scene.table.pieces[NOBUNAGA], "heir", False))
    if four(scene):
        wins(ANTI, "Nobunaga is dead", "16.2.4(3).3")
    if game_kind(scene) == "campaign" and not ill:
        wins(ANTI, "the head of the Oda is dead", "14.3(Campaign).2" if heir else "14.3(Campaign).1")


@carries("16.1.3.1", "16.1.3(1)a.1", "16.1.3(1)b.1")
def three_players(scene: Scene, gained: list[Gain]) -> None:
    """Oda with Kyo and seven Home Castles or the whole of their aims; A or B by what they have just captured."""
    for gain in gained:
        if gain.who == ANTI:
            anti_oda_captures(scene, gain)
    if not controls(scene, ODA, KYO):
        return
    homes = {s for clan in facts(scene).homes for s in homes_of(scene, clan)}
    level = azuchi_level(scene)
    held = sum(1 for s in homes if controls(scene, ODA, s)) + (1 if level and level < 3 else 0)
    if held >= facts(scene).numerals.home_castles_of_three:
        wins(ODA, "controls Kyo and seven Home Castles", "16.1.3(1)a.1")
    down = all(fallen(scene, clan) for clan in ("azai", "asakura", "takeda"))
    if down and truce_was_played(scene) and scene.table.pieces[SHOGUN].place != KYO:
        wins(ODA, "has reached all its aims", "16.1.3(1)b.1")


def truce_was_played(scene: Scene) -> bool:
    return any(facts(scene).numbers[c] in (57, 58) for c in scene.table.stacks.get("removed_cards", ()))


@carries("16.1.3(2)a.1", "16.1.3(2)b.1", "16.1.3(3)a.1", "16.1.3(3)b.1")
def anti_oda_captures(scene: Scene, gain: Gain) -> None:
    """Kyo while no Azuchi of level 3 stands, or an Oda Home Castle, wins for the player of the captor (16.1.3(2))."""
    seat = seat_of_alliance(scene, alliance_of(scene, controller(scene, gain.space)) or "anti_oda_minors")
    part = "(2)" if seat == "anti_oda_a" else "(3)"
    if gain.space in facts(scene).homes[ODA] or gain.azuchi:
        wins(seat, "captures a Home Castle of Oda", f"16.1.3{part}b.1")
    if gain.space == KYO and azuchi_level(scene) < 3:
        wins(seat, "captures Kyo", f"16.1.3{part}a.1")


@carries("16.2.4(1).1", "16.2.4(2).1", "16.2.4(3).1", "16.2.4(3).2", "14.3.x1")
def four_players(scene: Scene, gained: list[Gain]) -> None:
    """An Oda player's target under Oda control, or a great castle of Oda lost (16.2.4(2).1, 16.2.4(3).1)."""
    targets = facts(scene).numerals.targets_of_four
    won = [seat for seat, space in targets.items() if controls(scene, ODA, space)]
    if won:
        mine = active_seat(scene) if active_chit(scene) is not None else ""
        seat = mine if mine in won else won[0]
        wins(seat, f"{scene.name(targets[seat])} is Oda's", "16.2.4(2).1")
    for gain in gained:
        if gain.who == ANTI and gain.azuchi:
            wins(ANTI, "captures Azuchi", "16.2.4(3).2")
    for space in facts(scene).numerals.anti_oda_targets_of_four:
        if controls(scene, ANTI, space):
            wins(ANTI, f"captures {scene.name(space)}", "16.2.4(3).1")


# -- after the last turn -----------------------------------------------------------------------------------------------
@carries("14.3(Short).2", "14.3(Short).3", "14.3(Short).5", "14.3(Short).6")
def great_castles(scene: Scene) -> int:
    """What counts for Oda in the short game: Spaces of printed level 2 or 3, and Good Fortune (14.3(Short).2)."""
    rules = facts(scene).numerals.short_game
    held = sum(1 for s, level in facts(scene).forts.items() if level in rules["levels"] and controls(scene, ODA, s))
    return held + (int(rules["good_fortune_counts"]) if has_fortune(scene, ODA) else 0)


@carries(
    "14.3(Short).1",
    "14.3(Standard).1",
    "14.3(Standard).2",
    "14.3(Campaign).4",
    "14.3(Campaign).5",
    "16.1.3.1",
    "16.2.4(4).1",
)
def after_the_turn(scene: Scene) -> Victory | None:
    """The end of the last turn decides; the campaign stops after turn 60 if the players agreed on that."""
    kind = game_kind(scene)
    last = scene.scenario.last_turn or 0
    if kind == "campaign":
        last = int(str(scene.option("campaign_safety_turn")))
    if turn(scene) < int(last):
        return None
    if kind == "short":
        held, needed = great_castles(scene), int(str(scene.option("castles_needed")))
        lucky = ", Good Fortune counted," if has_fortune(scene, ODA) else ""
        because = f"the tenth turn is over: Oda hold {held} great castles{lucky} of the {needed} they need"
        return Victory((ODA if held >= needed else ANTI,), because, "14.3(Short).2")
    if kind == "four_player":
        return Victory((ANTI,), "nobody has won after the last turn", "16.2.4(4).1")
    rule = "14.3(Campaign).5" if kind == "campaign" else "14.3(Standard).2"
    return Victory((holder_of_kyo(scene),), "controls Kyo after the last turn", "16.1.3.1" if three(scene) else rule)


def holder_of_kyo(scene: Scene) -> str:
    clan = controller(scene, KYO)
    if three(scene):
        return seat_of_alliance(scene, alliance_of(scene, clan) or "anti_oda_minors")
    return held_by(scene, KYO)
