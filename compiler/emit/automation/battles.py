"""All battles of a game in the module: what they keep, their hidden buttons, and the commands of pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler.emit.automation.battle_figures import board_properties
from compiler.emit.automation.battle_losses import Losses
from compiler.emit.automation.battle_points import Booking
from compiler.emit.automation.battle_sides import Sides
from compiler.emit.automation.fights import Fights
from compiler.emit.automation.sieges import Sieges
from compiler.emit.module.siege_markers import laid_traits
from compiler.emit.plan import Plan
from compiler.model.counters import CounterKind
from compiler.vassal.buildfile import Component
from compiler.vassal.traits import SubMenu, Trait


@dataclass(frozen=True, slots=True)
class BattleButtons:
    """One set of battles: two sides, the field, the walls."""

    sides: Sides

    @property
    def fights(self) -> Fights:
        return Fights(self.sides)

    @property
    def sieges(self) -> Sieges | None:
        siege = self.sides.battles.siege
        return None if siege is None else Sieges(self.sides, siege)

    @property
    def booking(self) -> Booking | None:
        points = self.sides.battles.points
        return None if points is None else Booking(self.sides, points)

    def properties(self) -> Iterator[Component]:
        fights, sieges, losses = self.fights, self.sieges, Losses(self.sides)
        yield from self.sides.properties()
        yield from board_properties(self.sides)
        yield from fights.properties()
        results = fights.results()
        if sieges is not None:
            results[False] |= sieges.results()
            yield from sieges.properties()
        yield from losses.properties(results)
        if self.booking is not None:
            yield from self.booking.properties()
        yield from losses.spaces_properties(fights.spaces())

    def buttons(self) -> Iterator[Component]:
        yield from self.sides.buttons()
        yield from Losses(self.sides).buttons()
        yield from self.fights.buttons()
        if self.booking is not None:
            yield from self.booking.buttons()
        if self.sieges is not None:
            yield from self.sieges.buttons()

    def traits(self, kind: CounterKind) -> Iterator[Trait]:
        """The commands of a kind of piece, in a menu of their own."""
        fights, sieges = self.fights, self.sieges
        yield from self.sides.traits(kind)
        yield from Losses(self.sides).traits(kind)
        yield from fights.traits(kind)
        if self.booking is not None:
            yield from self.booking.traits()
        # what comes and goes stands at the end, so that nothing else changes its place
        commands = {**self.sides.joins(), **fights.begins()}
        if sieges is not None:
            yield from sieges.traits(kind)
            commands |= sieges.commands()
        commands |= {**fights.answers(), **self.sides.leaving()}
        yield from self.sides.hidden(tuple(commands))
        yield SubMenu(self.sides.menu, tuple(commands.values()))


def battle_buttons_of(plan: Plan) -> list[BattleButtons]:
    """One for every set of battles of the game."""
    return [BattleButtons(Sides(plan, id, battles)) for id, battles in plan.game.rolls.battles.items()]


def battle_traits(plan: Plan, kind: CounterKind) -> Iterator[Trait]:
    """The commands of a kind; of markers, how they come to a space."""
    for made in battle_buttons_of(plan):
        if kind.id in made.sides.battles.kinds:
            yield from made.traits(kind)
    yield from laid_traits(plan, kind)
