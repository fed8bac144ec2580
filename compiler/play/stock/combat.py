"""Fighting with tables and dice: odds, column shifts, look-up, dice pools."""

from __future__ import annotations

from dataclasses import dataclass

from compiler.model.tables import Result, ResultTable


@dataclass(frozen=True, slots=True)
class LookUp:
    """A look-up with its working: heads of column and row after all shifts and modifiers, and the result."""

    result: Result
    column: str
    row: str
    roll: int


def odds(attack: float, defence: float) -> float:
    """Attack to defence as a number; against nothing the attack is overwhelming."""
    return attack / defence if defence > 0 else float("inf")


def look_up(table: ResultTable, column: float | str, roll: int, *, shift: int = 0, modifier: int = 0) -> LookUp:
    """The result under a column shifted left (minus) or right, and a modified roll; shifts stop at the table's ends."""
    at = table.columns.index(column)
    row = table.rows.index(roll + modifier)
    if at is None or row is None:
        raise KeyError((table.id, column, roll + modifier))
    at = min(max(at + shift, 0), len(table.columns.heads) - 1)
    result = table.typed(table.cells[row][at])
    return LookUp(result, table.columns.heads[at].label, table.rows.heads[row].label, roll)
