"""What VASSAL makes of an expression: enough of its rules to check those we build."""

from __future__ import annotations

import math
import re
from collections import ChainMap
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from compiler.vassal.expression import Binary, Call, Conditional, Literal, Method, Node, Property, Unary
from compiler.vassal.grammar import parse

Functions = Mapping[str, Callable[..., Any]]  # what asks the table: given the properties, then the arguments
Rule = Callable[[Mapping[str, str], Functions], Any]

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_OPERATORS = {
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b if isinstance(a, int) and isinstance(b, int) else a / b,  # none below 0
    "%": lambda a, b: a % b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@lru_cache(maxsize=16384)
def wrapped(text: str) -> Any:
    """A property as the expression sees it: whole numbers without leading zeros, decimals, truth values, else text."""
    if text in ("true", "false"):
        return text == "true"
    if _WHOLE.fullmatch(text):
        return int(text)
    if re.fullmatch(r"-?[0-9]+\.[0-9]+", text):
        return float(text)
    return text


def counting_on(pieces: list[dict[str, str]], shared: Mapping[str, str] | None = None) -> dict[str, Callable[..., int]]:
    """The functions of VASSAL that count pieces, over some: `$name$` is filled by the one that asks.

    What a piece does not know it asks its map and the module for: `shared`.
    """
    by_place: dict[tuple[str, str], list[dict[str, str]]] = {}
    for piece in pieces:
        by_place.setdefault((piece.get("LocationName", ""), piece.get("CurrentMap", "")), []).append(piece)

    def fitting(among: list[dict[str, str]], asking: Mapping[str, str], text: str, functions: Functions) -> Any:
        filled = re.sub(r"\$(\w+)\$", lambda found: asking.get(found[1], found[0]), text)
        return [piece for piece in among if not filled or evaluate_text(filled, known(piece), functions) is True]

    def known(piece: dict[str, str]) -> Mapping[str, str]:
        return ChainMap(piece, shared) if shared is not None else piece  # type: ignore[arg-type]  # nobody writes it

    def on_map(map: str) -> list[dict[str, str]]:
        return [piece for piece in pieces if piece["CurrentMap"] == map]

    def mapped(asking: Mapping[str, str], *rest: Any) -> int:
        """A test, or a map, or both."""
        *given, functions = rest
        text = given[-1] if str(given[-1]).startswith("{") else ""
        return len(fitting(on_map(given[0]) if given[0] != text else pieces, asking, text, functions))

    def located(asking: Mapping[str, str], *rest: Any) -> int:
        """A place, its map and a test; or a test alone, of the place of the one that asks."""
        *given, text, functions = rest
        location, map = given or (asking["LocationName"], asking["CurrentMap"])
        return len(fitting(by_place.get((str(location), map), []), asking, text, functions))

    def summed(asking: Mapping[str, str], name: str, map: str, text: str, functions: Functions) -> int:
        return sum(int(piece.get(name) or 0) for piece in fitting(on_map(map), asking, text, functions))

    return {"CountLocation": located, "CountMap": mapped, "SumMap": summed}


def evaluate(node: Node, properties: Mapping[str, str], functions: Functions = {}) -> Any:  # noqa: B006
    """The value of an expression."""
    return _rule(node)(properties, functions)


def evaluate_text(text: str, properties: Mapping[str, str], functions: Functions = {}) -> Any:  # noqa: B006
    """The value of an expression as it is written."""
    return _read(text)(properties, functions)


@lru_cache(maxsize=16384)
def _read(text: str) -> Rule:
    return _rule(parse(text))


def _rule(node: Node) -> Rule:
    """An expression as a function of what is known: a table asks the same few thousands of times."""
    match node:
        case Literal(value):
            return lambda known, asks: value
        case Property(name):
            return lambda known, asks: wrapped(known.get(name, ""))
        case Unary("!", operand):
            inner = _rule(operand)
            return lambda known, asks: not inner(known, asks)
        case Unary("-", operand):
            inner = _rule(operand)
            return lambda known, asks: -inner(known, asks)
        case Conditional(test, yes, no):
            so, then, other = _rule(test), _rule(yes), _rule(no)
            return lambda known, asks: (then if so(known, asks) else other)(known, asks)
        case Binary(operator, left, right):
            return _joined(operator, _rule(left), _rule(right))
        case Call(name, arguments):
            return _called(name, [_rule(argument) for argument in arguments])
        case Method(target, name, arguments):
            own = _rule(Literal(target.name) if target in (Property("Integer"), Property("Math")) else target)
            given = [_rule(argument) for argument in arguments]
            return lambda known, asks: _method(own(known, asks), name, [each(known, asks) for each in given])
    raise AssertionError(f"no rule for {node}")


def _joined(operator: str, one: Rule, two: Rule) -> Rule:
    if operator == "&&":
        return lambda known, asks: one(known, asks) and two(known, asks)
    if operator == "||":
        return lambda known, asks: one(known, asks) or two(known, asks)
    return lambda known, asks: _binary(operator, one(known, asks), two(known, asks))


def _called(name: str, given: list[Rule]) -> Rule:
    def called(known: Mapping[str, str], asks: Functions) -> Any:
        values = [each(known, asks) for each in given]
        if name in asks:
            return asks[name](known, *values, asks)
        assert name == "GetProperty", f"no rule for {name}"
        (property,) = values
        return wrapped(known.get(property, ""))

    return called


def _binary(operator: str, left: Any, right: Any) -> Any:
    if operator == "+":
        if "" in (left, right) and not (isinstance(left, str) and isinstance(right, str)):
            return right if left == "" else left  # an empty text makes no text of a number
        return f"{left}{right}" if isinstance(left, str) or isinstance(right, str) else left + right
    if operator in ("==", "!="):
        # a text never equals a truth value; numbers and texts compare as texts
        alike = isinstance(left, bool) == isinstance(right, bool)
        same = alike and (left == right or str(left) == str(right))
        return same if operator == "==" else not same
    if operator == "=~":
        return re.fullmatch(right, left) is not None
    assert not isinstance(left, str), (left, operator, right)
    assert not isinstance(right, str), (left, operator, right)
    return _OPERATORS[operator](left, right)


def _method(target: Any, name: str, arguments: list[Any]) -> Any:
    if (target, name) == ("Integer", "parseInt"):
        return int(arguments[0])
    if (target, name) == ("Math", "round"):
        return math.floor(arguments[0] + 0.5)
    assert isinstance(target, str), f"{name} of {target!r}, which is no text"
    if name == "substring":
        assert len(arguments) == 1 or arguments[1] <= len(target)
        return target[arguments[0] :] if len(arguments) == 1 else target[arguments[0] : arguments[1]]
    if name == "indexOf":
        return target.find(*arguments)
    if name == "lastIndexOf":
        return target.rfind(*arguments)
    if name == "charAt":
        return target[arguments[0]]
    known = {"startsWith": target.startswith, "length": target.__len__, "contains": target.__contains__}
    known["replace"] = target.replace
    return known[name](*arguments)
