"""Where a piece lies that a command sends to a space: with the stack that stands there, clear of name and plate."""

from __future__ import annotations

from compiler.emit.automation.lookup import choose
from compiler.emit.plan import Plan
from compiler.vassal import expression as ex
from compiler.vassal.keys import Key
from compiler.vassal.traits import SendToLocation


def sent_to(plan: Plan, key: Key, where: ex.Node) -> SendToLocation:
    """A command that sends a piece to the space of the land that `where` names."""
    spots = [plan.atlas.spaces[id] for id in plan.game.map.land]
    seats = {spot.location: spot.seats[0] if spot.seats else (spot.x, spot.y) for spot in spots}
    across = choose([(ex.equals(where, name), x) for name, (x, _) in seats.items()], 0)
    down = choose([(ex.equals(where, name), y) for name, (_, y) in seats.items()], 0)
    window = plan.atlas.main.name
    return SendToLocation("", key, window, window, ex.braced(across), ex.braced(down))
