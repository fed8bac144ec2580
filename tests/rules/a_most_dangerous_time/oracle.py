"""A second reading of the rulebook: who is where, whose a Space is, lines, movement, negotiation, regroup, control.

Written from the rulebook and the readings of the ledger alone; it shares no line with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from compiler.model.game import Game
from compiler.model.table import Piece, Table

ODA, ANTI, NEUTRAL, WAITING = "oda", "anti_oda", "neutral", "waiting"
NEUTRALS = ("bessho", "hatano", "iga_ninja", "hatakeyama", "neutral_minor")
POWERS = {"takeda": "takeda", "mori": "mori", "ukita": "mori", "murakami": "mori", "uesugi": "uesugi"}
NEVER_TALK = ("ikko_ikki", "enryaku_ji")
ROOM = {"road": 8, "trail": 4, "sea_lane": 1}


class Reading:
    """The table as a player reads it."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table, self.board = game, table, game.map

    # -- whose is what -------------------------------------------------------------------------------------------------
    @cached_property
    def links(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for link in self.board.links:
            found.setdefault(link.a, {})[link.b] = link.kind
            found.setdefault(link.b, {})[link.a] = link.kind
        return found

    def kind(self, place: str) -> str:
        return self.board.spaces[place].kind

    def is_space(self, place: str) -> bool:
        return self.kind(place) in ("castle", "temple", "kyo")

    def value(self, place: str, key: str) -> Any:
        return self.board.spaces[place].values.get(key)

    def alliance(self, clan: str | None) -> str | None:
        joined = self.table.marks.get((clan, "joined")) if clan else None
        if joined is not None:
            return str(joined)
        return next((a.id for a in self.game.alliances.values() if clan in a.sides), None)

    def faction(self, clan: str | None) -> str:
        alliance = self.alliance(clan)
        return NEUTRAL if alliance is None else ODA if alliance == "oda" else ANTI

    def waits(self, clan: str | None) -> bool:
        if clan not in POWERS or self.table.marks.get((clan, "joined")) is not None:
            return False
        return self.table.pieces[f"chit_{POWERS[clan]}"].place.startswith("turn_")

    def controller(self, space: str) -> str:
        return str(self.table.marks.get((space, "control")) or self.value(space, "clan"))

    def holder(self, space: str) -> str:
        clan = self.controller(space)
        return WAITING if self.waits(clan) else self.faction(clan)

    def name(self, piece: Piece, key: str) -> Any:
        return self.game.counters[piece.counter].faces[piece.face].values.get(key)

    def daimyo(self, piece: Piece) -> bool:
        return piece.mark("new_daimyo") is not None or self.name(piece, "grade") == "daimyo"

    @cached_property
    def units(self) -> list[Piece]:
        """Units on the map, the Shogun's Samurai side left out: he is no Unit for anything but diplomacy."""
        kinds = {c.id: c.kind for c in self.game.counters.values()}
        return [
            p
            for p in self.table.pieces.values()
            if kinds.get(p.counter) in ("leader", "soldier")
            and p.place in self.links
            and not (p.id == "yoshiaki" and p.face == 0)
        ]

    def leader(self, piece: Piece) -> bool:
        counter = self.game.counters.get(piece.counter)
        return counter is not None and counter.kind == "leader"

    @cached_property
    def by_place(self) -> dict[str, list[Piece]]:
        found: dict[str, list[Piece]] = {}
        for piece in self.units:
            found.setdefault(piece.place, []).append(piece)
        return found

    def here(self, place: str) -> list[Piece]:
        return self.by_place.get(place, [])

    def side(self, piece: Piece) -> str:
        return self.faction(piece.side)

    def inside(self, piece: Piece) -> bool:
        return piece.mark("besieged") is not None

    def enemies(self, place: str, faction: str, *, unbesieged: bool = False) -> list[Piece]:
        other = {ODA: ANTI, ANTI: ODA}[faction]
        return [p for p in self.here(place) if self.side(p) == other and not (unbesieged and self.inside(p))]

    def neutrals(self, place: str, *, unbesieged: bool = False) -> list[Piece]:
        return [p for p in self.here(place) if self.side(p) == NEUTRAL and not (unbesieged and self.inside(p))]

    @property
    def active(self) -> str | None:
        chits = self.table.stacks.get("active_chit", ())
        return self.game.counters[chits[0]].faces[0].values.get("alliance") if chits else None

    # -- 5: lines ------------------------------------------------------------------------------------------------------
    def besieged_space(self, space: str, faction: str) -> bool:
        return bool(self.enemies(space, faction, unbesieged=True))

    def home_castles(self) -> dict[str, str]:
        homes = {s: str(self.value(s, "clan")) for s in self.board.spaces if self.value(s, "home_castle")}
        azuchi = self.table.pieces.get("azuchi")
        if azuchi is not None and azuchi.place in self.links and self.name(azuchi, "level") == 3:
            homes[azuchi.place] = ODA
        return homes

    def ends(self, clan: str, faction: str) -> set[str]:
        homes = self.home_castles()
        if any(c == clan for c in homes.values()):
            found = {s for s, c in homes.items() if c == clan}
        elif clan == "ikko_ikki":
            found = {s for s in self.links if self.is_space(s) and self.controller(s) == clan}
        else:
            found = {s for s in self.links if self.is_space(s) and self.value(s, "clan") == clan}
            found |= {s for s, c in homes.items() if self.faction(c) == faction and not self.waits(c)}
        good = {s for s in found if self.holder(s) == faction and not self.besieged_space(s, faction)}
        return good | {s for s in self.links if self.kind(s) == "off_board" and self.value(s, "only") == clan}

    def passable(self, place: str, faction: str, clan: str) -> bool:
        if self.kind(place) == "off_board":
            return bool(self.value(place, "only") == clan)
        if self.enemies(place, faction, unbesieged=True):
            return False
        return not self.is_space(place) or self.holder(place) == faction

    def lane_from(self, place: str, piece: Piece | None, faction: str) -> bool:
        """May a line leave a place by a Sea Lane?"""
        if self.kind(place) in ("sea_area", "off_board"):
            return True
        if piece is not None and self.inside(piece):
            return True
        return self.holder(place) == faction and not self.enemies(place, faction)

    def connected(self, piece: Piece) -> bool:
        clan, faction = str(piece.side), self.side(piece)
        if faction == NEUTRAL or piece.id == "yoshiaki" or self.kind(piece.place) == "off_board":
            return True
        ends = self.ends(clan, faction)
        if piece.place in ends:
            return True
        seen, edge = {piece.place}, [piece.place]
        while edge:
            place = edge.pop()
            for other, kind in self.links[place].items():
                if other in seen or not self.passable(other, faction, clan):
                    continue
                first = piece if place == piece.place else None
                if kind == "sea_lane" and not self.lane_from(place, first, faction):
                    continue
                if kind == "sea_lane" and self.is_space(other) and self.enemies(other, faction):
                    continue
                if other in ends:
                    return True
                seen.add(other)
                edge.append(other)
        return False

    # -- 9: movement ---------------------------------------------------------------------------------------------------
    def mine(self, piece: Piece) -> bool:
        return self.alliance(piece.side) == self.active and not self.waits(piece.side)

    def closed(self, place: str, clan: str, turn: int) -> bool:
        """Places nobody of a Clan may enter."""
        faction = self.faction(clan)
        if self.kind(place) == "off_board":
            return bool(self.value(place, "only") != clan)
        if not self.is_space(place):
            return False
        if faction == ODA:
            return turn == 1 and place in ("sawayama", "yokoyama", "odani")
        if place in ("daisho_ji", "oyama") and self.table.pieces["chit_uesugi"].place.startswith("turn_"):
            return True
        return self.holder(place) == WAITING

    def step_cost(self, piece: Piece, to: str, turn: int) -> int | None:
        """Points one Unit alone needs for one link; None if it may not go."""
        kind, faction = self.links[piece.place][to], self.side(piece)
        if piece.mark("stopped") is not None or self.closed(to, str(piece.side), turn):
            return None
        if self.inside(piece) and kind != "sea_lane":
            return None
        if kind == "sea_lane":
            if (
                self.is_space(piece.place)
                and not self.inside(piece)
                and not self.lane_from(piece.place, piece, faction)
            ):
                return None
            if self.is_space(to):
                inside = [p for p in self.here(to) if self.inside(p)]
                if inside and self.side(inside[0]) != faction:
                    return None
                if inside and len(inside) >= self.room(to):
                    return None
        return 2 if self.kind(to) == "off_board" else 1

    def fort(self, space: str) -> int:
        level = 1 if self.table.marks.get((space, "castle_destroyed")) else int(self.value(space, "fort") or 0)
        azuchi = self.table.pieces.get("azuchi")
        return max(level, self.name(azuchi, "level")) if azuchi is not None and azuchi.place == space else level

    def room(self, space: str) -> int:
        return 2 * self.fort(space)

    def strategic(self, piece: Piece, mid: str, to: str, turn: int) -> bool:
        faction = self.side(piece)
        path = (piece.place, mid, to)
        if self.links[piece.place].get(mid) != "road" or self.links[mid].get(to) != "road" or to == piece.place:
            return False
        if any(self.kind(p) in ("off_board", "sea_area") for p in path) or any(self.enemies(p, faction) for p in path):
            return False
        if any(self.neutrals(p) for p in path):
            return False
        if piece.mark("stopped") is not None or piece.mark("unsupplied") is not None or self.inside(piece):
            return False
        if any(self.closed(p, str(piece.side), turn) for p in path[1:]):
            return False
        if self.is_space(mid) and self.holder(mid) != faction:
            return False
        return not any(self.is_space(p) and self.holder(p) == {ODA: ANTI, ANTI: ODA}[faction] for p in path)

    # -- 8: negotiation ------------------------------------------------------------------------------------------------
    def negotiators(self) -> Iterator[Piece]:
        for piece in self.table.pieces.values():
            if not self.leader(piece) or not self.name(piece, "diplomacy") or piece.mark("negotiated") is not None:
                continue
            if self.inside(piece):
                continue
            tomo = piece.id == "yoshiaki" and piece.face == 1 and piece.place == "tomo"
            if (tomo and self.active != ODA) or (
                piece.place in self.links and piece.place != "tomo" and self.mine(piece)
            ):
                yield piece

    def talks(self, piece: Piece) -> dict[tuple[str, str, str], int]:
        """Targets of a negotiator: place, Clan and part, and the number he needs."""
        found: dict[tuple[str, str, str], int] = {}
        for target in self.units:
            if self.leader(target) or target.side in NEVER_TALK or self.kind(target.place) == "off_board":
                continue
            if self.side(target) == self.side(piece) or not self.reach(piece, target):
                continue
            part = "fort" if self.inside(target) else "field"
            found[target.place, str(target.side), part] = self.needed(target)
        return found

    def reach(self, piece: Piece, target: Piece) -> bool:
        faction = self.side(piece)
        if not self.daimyo(piece):
            friends = [piece]
        elif piece.id == "yoshiaki" and self.side(target) == ODA:
            friends = [u for u in self.units if self.side(u) == ANTI]
        else:
            own = self.alliance(piece.side)
            friends = [u for u in self.units if self.alliance(u.side) == own and self.side(u) == faction]
        for friend in friends:
            if friend.place == target.place:
                if self.inside(target) and not self.inside(friend):
                    return True
            elif target.place in self.links.get(friend.place, {}):
                return True
        return False

    def needed(self, target: Piece) -> int:
        friends = [p for p in self.here(target.place) if self.side(p) == self.side(target) and self.leader(p)]
        number = 6
        number += 2 if any(self.daimyo(p) for p in friends) else 0
        number += 1 if any(not self.daimyo(p) for p in friends) else 0
        number -= self.side(target) == NEUTRAL
        number -= self.inside(target)
        return number

    # -- 11: regroup ---------------------------------------------------------------------------------------------------
    def linked(self, space: str, clan: str) -> bool:
        """Has a Space a line of communication for a Clan?"""
        faction = self.faction(clan)
        ghost = Piece("ghost", f"{clan}_soldier", space, 0, 1, clan, 0, None, ())
        return not self.enemies(space, faction, unbesieged=True) and self.connected(ghost)

    def open_spaces(self, clan: str) -> set[str]:
        faction = self.faction(clan)
        found = {s for s in self.links if self.is_space(s) and self.controller(s) == clan and self.holder(s) == faction}
        found = {s for s in found if not self.neutrals(s, unbesieged=True) and self.linked(s, clan)}
        return found | {
            s for s in self.links if self.kind(s) == "off_board" and self.value(s, "only") == clan != "ashikaga"
        }

    # -- 10: retreat ---------------------------------------------------------------------------------------------------
    def refuges(self, piece: Piece) -> set[str]:
        """Adjacent places by land where a Unit may fall back to."""
        faction, found = self.side(piece), set()
        for to, kind in self.links[piece.place].items():
            if faction == NEUTRAL or kind == "sea_lane" or self.kind(to) in ("off_board", "sea_area"):
                continue
            if self.is_space(to) and self.holder(to) != faction:
                continue
            if self.enemies(to, faction, unbesieged=True) or self.neutrals(to, unbesieged=True):
                continue
            if not self.closed(to, str(piece.side), 2):
                found.add(to)
        return found
