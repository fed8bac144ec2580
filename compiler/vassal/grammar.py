"""Reads property expressions: BeanShell in braces, the old `Name = value` matches, `$name$` in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from compiler.vassal.expression import (
    PRECEDENCE,
    Binary,
    Call,
    Cast,
    Conditional,
    Filled,
    Index,
    Literal,
    Member,
    Method,
    Node,
    Property,
    Unary,
)

__all__ = ["Clause", "ExpressionError", "is_braced", "parse", "parse_match", "placeholders"]

_MAX_LENGTH: Final = 100_000
_MAX_DEPTH: Final = 200
_TOKEN: Final = re.compile(
    r"""\s*(?:
      (?P<number>\d+\.\d*(?:[eE][-+]?\d+)?[fFdD]?|\.\d+(?:[eE][-+]?\d+)?[fFdD]?|\d+[eE][-+]?\d+|0[xX][0-9a-fA-F]+|\d+[lLfFdD]?)
    | (?P<word>(?:[^\W\d]\w*|\$[^$"{}\n]+\$)(?:\w+|\$[^$"{}\n]+\$)*)
    | (?P<string>"(?:[^"\\\n]|\\.)*")
    | (?P<char>'(?:[^'\\\n]|\\.)*')
    | (?P<operator>@\w+|>>>|<<|>>|==|!=|=~|!~|<=|>=|&&|\|\||[-+*/%!<>?:.,()\[\]&|^~])
    )""",
    re.VERBOSE,
)
# BeanShell's spellings for places where the symbols are awkward
_SPELLED: Final = {
    "@gt": ">", "@lt": "<", "@gteq": ">=", "@lteq": "<=", "@or": "||", "@and": "&&", "@bitwise_and": "&",
    "@bitwise_or": "|", "@left_shift": "<<", "@right_shift": ">>", "@right_unsigned_shift": ">>>",
}  # fmt: skip
_TYPES: Final = frozenset(("int", "long", "short", "byte", "char", "float", "double", "boolean", "String", "Integer"))
_CONSTANTS: Final = {"true": True, "false": False, "null": None}
_UNESCAPED: Final = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


class ExpressionError(ValueError):
    """An expression does not parse; `offset` is the place in the text."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class _Token(NamedTuple):
    kind: str
    text: str
    offset: int


def _tokens(text: str) -> list[_Token]:
    found, offset = [], 0
    text = text.rstrip()
    while offset < len(text):
        match = _TOKEN.match(text, offset)
        if match is None:
            blank = len(text) - len(text[offset:].lstrip())
            raise ExpressionError(f"`{text[blank : blank + 10]}` is not understood", blank)
        kind = str(match.lastgroup)
        word = match.group(kind)
        found.append(_Token(kind, _SPELLED.get(word, word), match.start(kind)))
        offset = match.end()
    found.append(_Token("end", "", len(text)))
    return found


def _unescape(body: str) -> str:
    return re.sub(r"\\(.)", lambda found: _UNESCAPED.get(found[1], found[1]), body)


def _number(text: str) -> int | float:
    digits = text.rstrip("lL")
    if digits[:2].lower() == "0x":
        return int(digits, 16)
    if digits.isdecimal():
        return int(digits[:400])
    return float(digits.rstrip("fFdD"))


class _Parser:
    """Precedence climbing over the tokens."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0

    @property
    def now(self) -> _Token:
        return self.tokens[self.at]

    def take(self, text: str) -> bool:
        if self.now.kind == "operator" and self.now.text == text:
            self.at += 1
            return True
        return False

    def need(self, text: str) -> None:
        if not self.take(text):
            found = f"`{self.now.text}`" if self.now.text else "the end"
            raise ExpressionError(f"`{text}` is missing before {found}", self.now.offset)

    def whole(self) -> Node:
        node = self.expression()
        if self.now.kind != "end":
            raise ExpressionError(f"`{self.now.text}` is one thing too many", self.now.offset)
        return node

    def expression(self) -> Node:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ExpressionError("the expression is nested too deeply", self.now.offset)
        node = self.binary(2)
        if self.take("?"):
            yes = self.expression()
            self.need(":")
            node = Conditional(node, yes, self.expression())
        self.depth -= 1
        return node

    def binary(self, level: int) -> Node:
        left = self.unary()
        while True:
            token = self.now
            own = PRECEDENCE.get(token.text, 0) if token.kind in ("operator", "word") else 0
            if own < level:
                return left
            self.at += 1
            left = Binary(token.text, left, self.binary(own + 1))

    def unary(self) -> Node:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ExpressionError("the expression is nested too deeply", self.now.offset)
        node = self._unary()
        self.depth -= 1
        return node

    def _unary(self) -> Node:
        for operator in ("!", "-", "+", "~"):
            if self.take(operator):
                # a minus before a number is the number, not an operation on it
                if operator == "-" and self.now.kind == "number":
                    value = _number(self.now.text)
                    self.at += 1
                    return self.postfix(Literal(-value))
                operand = self.unary()
                return operand if operator == "+" else Unary(operator, operand)
        if self._at_cast():
            kind = self.tokens[self.at + 1].text
            self.at += 3
            return Cast(kind, self.unary())
        return self.postfix(self.primary())

    def _at_cast(self) -> bool:
        ahead = self.tokens[self.at : self.at + 4]
        if len(ahead) < 4 or (ahead[0].text, ahead[2].text) != ("(", ")"):
            return False
        return ahead[1].kind == "word" and ahead[1].text in _TYPES and ahead[3].kind != "end"

    def primary(self) -> Node:
        token = self.now
        self.at += 1
        if token.kind == "number":
            return Literal(_number(token.text))
        if token.kind in ("string", "char"):
            return Literal(_unescape(token.text[1:-1]))
        if token.kind == "word":
            if self.take("("):
                return self._call(token.text)
            if "$" in token.text:
                return Filled(token.text)
            return Literal(_CONSTANTS[token.text]) if token.text in _CONSTANTS else Property(token.text)
        if token.kind == "operator" and token.text == "(":
            node = self.expression()
            self.need(")")
            return node
        self.at -= 1
        before = f"`{token.text}`" if token.text else "the end"
        raise ExpressionError(f"a value is missing before {before}", token.offset)

    def _call(self, name: str) -> Node:
        arguments = self._arguments()
        if name == "GetProperty" and len(arguments) == 1 and isinstance(arguments[0], Literal):
            return Property(str(arguments[0].value))
        return Call(name, arguments)

    def _arguments(self) -> tuple[Node, ...]:
        if self.take(")"):
            return ()
        found = [self.expression()]
        while self.take(","):
            found.append(self.expression())
        self.need(")")
        return tuple(found)

    def postfix(self, node: Node) -> Node:
        while True:
            if self.take("."):
                token = self.now
                if token.kind != "word":
                    raise ExpressionError("a name is missing after `.`", token.offset)
                self.at += 1
                called = self.take("(")
                node = Method(node, token.text, self._arguments()) if called else Member(node, token.text)
            elif self.take("["):
                index = self.expression()
                self.need("]")
                node = Index(node, index)
            else:
                return node


def is_braced(text: str) -> bool:
    """Whether a field is an expression in braces."""
    stripped = text.strip()
    return stripped.startswith("{") and stripped.endswith("}")


def parse(text: str) -> Node:
    """The nodes of an expression, with or without its braces; raises `ExpressionError`."""
    if len(text) > _MAX_LENGTH:
        raise ExpressionError("the expression is too long", 0)
    body = text.strip()[1:-1] if is_braced(text) else text
    return _Parser(body).whole()


class Clause(NamedTuple):
    """One comparison of an old-style match."""

    property: str
    operator: str
    value: str


_COMPARISON: Final = re.compile(r"!=|<=|>=|=~|!~|=|<|>")


def parse_match(text: str) -> list[Clause]:
    """The comparisons of an old-style match, `Prop = value && Other != 3`; raises `ExpressionError`."""
    found, offset = [], 0
    for part in re.split(r"(&&|\|\|)", text):
        if part not in ("&&", "||"):
            operator = _COMPARISON.search(part)
            name = part[: operator.start()].strip() if operator else ""
            if operator is None or not name:
                raise ExpressionError(f"`{part.strip()[:60]}` compares nothing", offset)
            found.append(Clause(name, operator.group(), part[operator.end() :].strip()))
        offset += len(part)
    return found


def placeholders(text: str) -> Iterator[str]:
    """The names between `$` signs of a message format."""
    return (found[1] for found in re.finditer(r"\$([^$\s][^$\n]*)\$", text))
