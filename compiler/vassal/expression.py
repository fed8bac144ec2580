"""Property expressions as typed nodes, so that quoting cannot go wrong.

Build with the functions (`prop("Steps") `, `equals(prop("Side"), "Red")`, `every(...)`), then `braced(node)` gives the
field text. `grammar.parse` reads the same nodes back from text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

__all__ = [
    "Binary", "Call", "Cast", "Conditional", "Filled", "Index", "Literal", "Member", "Method", "Node", "Property",
    "Unary", "Value", "add", "any_of", "braced", "call", "divide", "equals", "every", "filled", "greater",
    "greater_equal", "if_", "less", "less_equal", "literal", "matches", "multiply", "negate", "not_", "not_equals",
    "prop", "quoted", "quoted_now", "remainder", "render", "subtract", "walk",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Property:
    """The value of a property, by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A word with `$name$` in it, filled with the sender's value as text before the expression is read."""

    text: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A text, number, truth value, or nothing."""

    value: str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Unary:
    """`!` or `-` before an operand."""

    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary:
    """Two operands and the operator between them."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Conditional:
    """One value or another."""

    test: Node
    yes: Node
    no: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A function of VASSAL, `SumStack("Steps")`."""

    name: str
    arguments: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a value, `Name.length()`."""

    target: Node
    name: str
    arguments: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A field of a class, `Math.PI`."""

    target: Node
    name: str


@dataclass(frozen=True, slots=True)
class Index:
    """An element of an array."""

    target: Node
    index: Node


@dataclass(frozen=True, slots=True)
class Cast:
    """A value turned into another type, `(int) x`."""

    type: str
    operand: Node


Node = Property | Filled | Literal | Unary | Binary | Conditional | Call | Method | Member | Index | Cast
Value = Node | str | int | float | bool

# the tighter an operator binds, the higher; those on one line bind alike, to the left
PRECEDENCE: Final[dict[str, int]] = {
    operator: level
    for level, operators in enumerate(
        (("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!=", "=~", "!~"), ("<", "<=", ">", ">=", "instanceof"),
         ("<<", ">>", ">>>"), ("+", "-"), ("*", "/", "%")), start=2,
    )
    for operator in operators
}  # fmt: skip
_CONDITIONAL, _UNARY, _POSTFIX = 1, 20, 30

_IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_RESERVED: Final = frozenset((
    "abstract", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue", "default", "do",
    "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto", "if", "implements",
    "import", "in", "instanceof", "int", "interface", "long", "native", "new", "null", "package", "private",
    "protected", "public", "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this",
    "throw", "throws", "transient", "true", "try", "void", "volatile", "when", "while",
))  # fmt: skip
_ESCAPES: Final = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def _quote(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


def _literal(value: str | int | float | bool | None) -> tuple[str, int]:
    if value is None:
        return "null", _POSTFIX
    if isinstance(value, bool):
        return ("true" if value else "false"), _POSTFIX
    if isinstance(value, str):
        return _quote(value), _POSTFIX
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"an expression cannot hold {value}")
    return str(value), _POSTFIX if value >= 0 and not str(value).startswith("-") else _UNARY


def _property(name: str) -> str:
    if _IDENTIFIER.fullmatch(name) and name not in _RESERVED:
        return name
    return f"GetProperty({_quote(name)})"


def _arguments(nodes: tuple[Node, ...]) -> str:
    return f"({', '.join([_parts(node)[0] for node in nodes])})"


def _parts(node: Node) -> tuple[str, int]:
    """The text of a node and how tightly it holds together."""
    # the most common first; matching patterns would take twice the time
    if isinstance(node, Binary):
        level = PRECEDENCE[node.operator]
        return f"{_inside(node.left, level)} {node.operator} {_inside(node.right, level + 1)}", level
    if isinstance(node, Literal):
        return _literal(node.value)
    if isinstance(node, Property):
        return _property(node.name), _POSTFIX
    if isinstance(node, Call):
        return node.name + _arguments(node.arguments), _POSTFIX
    if isinstance(node, Conditional):
        test, no = _inside(node.test, _CONDITIONAL + 1), _inside(node.no, _CONDITIONAL)
        return f"{test} ? {render(node.yes)} : {no}", _CONDITIONAL
    if isinstance(node, Method):
        return f"{_target(node.target)}.{node.name}{_arguments(node.arguments)}", _POSTFIX
    if isinstance(node, Filled):
        return node.text, _POSTFIX
    if isinstance(node, Unary):
        return node.operator + _inside(node.operand, _UNARY + 1), _UNARY
    if isinstance(node, Cast):
        return f"({node.type}) " + _inside(node.operand, _UNARY + 1), _UNARY
    if isinstance(node, Member):
        return f"{_target(node.target)}.{node.name}", _POSTFIX
    return f"{_inside(node.target, _POSTFIX)}[{render(node.index)}]", _POSTFIX


def _target(node: Node) -> str:
    # the dot after a bare number would belong to the number
    number = isinstance(node, Literal) and isinstance(node.value, (int, float))
    return f"({render(node)})" if number else _inside(node, _POSTFIX)


def _inside(node: Node, level: int) -> str:
    text, own = _parts(node)
    return text if own >= level else f"({text})"


def render(node: Node) -> str:
    """The expression as BeanShell text, without braces."""
    return _parts(node)[0]


def braced(node: Value) -> str:
    """The expression as a whole field."""
    return "{" + render(_node(node)) + "}"


def _node(value: Value) -> Node:
    return Literal(value) if isinstance(value, (str, int, float, bool)) else value


def literal(value: str | int | float | bool) -> Literal:
    """A constant."""
    return Literal(value)


def prop(name: str) -> Property:
    """A property, whatever its name."""
    return Property(name)


def filled(name: str) -> Filled:
    """The sender's property, put into the text of an expression that other pieces evaluate.

    Inside the quotes of a match (`Literal("$Side$")`) it is filled too, and there any text is safe.
    """
    return Filled(f"${name}$")


def quoted(node: Node) -> Literal:
    """An expression given to a function as text, as the counting functions want it."""
    return Literal(braced(node))


def quoted_now(node: Node) -> Node:
    """As `quoted`, but what stands between dollars is put in when the function is called.

    The choices of a question are filled once, when the module is opened: nothing has a value then, and VASSAL breaks
    down over it.
    """
    texts = re.split(r"\$(\w+)\$", braced(node))
    found: Node = Literal(texts[0])
    for name, text in zip(texts[1::2], texts[2::2], strict=True):
        found = add(add(found, prop(name)), text)
    return found


def call(name: str, *arguments: Value) -> Call:
    """A function of VASSAL: `call("SumStack", "Steps")`, `call("CountMap", quoted(test))`."""
    if not _IDENTIFIER.fullmatch(name):
        raise ValueError(f"no function has the name {name!r}")
    return Call(name, tuple(_node(argument) for argument in arguments))


def if_(test: Value, yes: Value, no: Value) -> Conditional:
    return Conditional(_node(test), _node(yes), _node(no))


def not_(operand: Value) -> Unary:
    return Unary("!", _node(operand))


def negate(operand: Value) -> Unary:
    return Unary("-", _node(operand))


def _joined(operator: str, operands: tuple[Value, ...], empty: bool) -> Node:
    if not operands:
        return Literal(empty)
    result = _node(operands[0])
    for operand in operands[1:]:
        result = Binary(operator, result, _node(operand))
    return result


def every(*operands: Value) -> Node:
    """All of them; of none, true."""
    return _joined("&&", operands, True)


def any_of(*operands: Value) -> Node:
    """At least one of them; of none, false."""
    return _joined("||", operands, False)


def equals(left: Value, right: Value) -> Binary:
    return Binary("==", _node(left), _node(right))


def not_equals(left: Value, right: Value) -> Binary:
    return Binary("!=", _node(left), _node(right))


def less(left: Value, right: Value) -> Binary:
    return Binary("<", _node(left), _node(right))


def less_equal(left: Value, right: Value) -> Binary:
    return Binary("<=", _node(left), _node(right))


def greater(left: Value, right: Value) -> Binary:
    return Binary(">", _node(left), _node(right))


def greater_equal(left: Value, right: Value) -> Binary:
    return Binary(">=", _node(left), _node(right))


def matches(left: Value, pattern: str) -> Binary:
    """Whether the text fits a regular expression."""
    return Binary("=~", _node(left), Literal(pattern))


def add(left: Value, right: Value) -> Binary:
    return Binary("+", _node(left), _node(right))


def subtract(left: Value, right: Value) -> Binary:
    return Binary("-", _node(left), _node(right))


def multiply(left: Value, right: Value) -> Binary:
    return Binary("*", _node(left), _node(right))


def divide(left: Value, right: Value) -> Binary:
    """Two whole numbers divide as whole numbers."""
    return Binary("/", _node(left), _node(right))


def remainder(left: Value, right: Value) -> Binary:
    return Binary("%", _node(left), _node(right))


def walk(node: Node) -> Iterator[Node]:
    """The node and all inside it."""
    waiting: list[Node] = [node]
    while waiting:
        current = waiting.pop()
        yield current
        match current:
            case Unary(_, operand) | Cast(_, operand):
                waiting.append(operand)
            case Binary(_, left, right):
                waiting += (right, left)
            case Conditional(test, yes, no):
                waiting += (no, yes, test)
            case Call(_, arguments):
                waiting += reversed(arguments)
            case Method(target, _, arguments):
                waiting += (*reversed(arguments), target)
            case Member(target, _):
                waiting.append(target)
            case Index(target, index):
                waiting += (index, target)
