"""A text of the module in another language: plain ones, expressions that put a sentence together, pages of help.

What stands between our words (properties, `$name$`, tags) is taken out of a text before it is put over and comes back
where the language wants it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape, unescape

from compiler.emit.chat import SMALL
from compiler.load.tongue import CHAT, NAME, PAGE, Tongue
from compiler.vassal import expression as ex
from compiler.vassal.expression import Binary, Call, Cast, Conditional, Index, Literal, Member, Method, Node, Unary
from compiler.vassal.grammar import ExpressionError, is_braced, parse

_FIRST, _LAST = 0xE000, 0xEFFF  # letters of Unicode's private ones that stand for expressions
_MASKS, _FILLED = 0xF000, 0xF400  # and those that stand for all that is not ours: tags, and what is filled in in play
_HELD = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
_EACH = re.compile(f"([{chr(_FIRST)}-{chr(_LAST)}])")
_MASK = re.compile(f"[{chr(_MASKS)}-\uf8ff]")
_TAG = re.compile(r"<[^>]*>")
_NOT_OURS = re.compile(rf"(?: ?{re.escape(SMALL)}.*?</font>|<[^>]*>|\$[A-Za-z_][\w ]*\$|{_HELD.pattern})+", re.DOTALL)
_CITED = re.compile(r" \[[^\[\]]*\]$")  # rules on pages
_BLOCK = re.compile(r"(</?(?:p|li|td|th|h\d|tr|ul|ol|table|br|title|html|head|body|style|div|hr|img)\b[^>]*>)")
_SPOKEN_CALLS = ("Alert",)

Part = str | Node


def spoken(text: str, tongue: Tongue, use: str = CHAT) -> str:
    """A text that players read, or an expression that makes one."""
    if text in tongue.whole and not (use in (NAME, PAGE) and text in tongue.own):
        return tongue.whole[text]
    if not is_braced(text):
        blocks = _BLOCK.split(text)
        return "".join(b if n % 2 else "".join(map(str, _said([b], tongue, use))) for n, b in enumerate(blocks))
    return _put_over(text, tongue, _node)


def compared(text: str, tongue: Tongue) -> str:
    """An expression that nobody reads: only answers in it are put over."""
    return _put_over(text, tongue, _answers) if is_braced(text) else text


def _put_over(text: str, tongue: Tongue, change: Callable[[Node, Tongue], Node]) -> str:
    """An expression with its words changed; as it was where nothing changed, or where it is none."""
    try:
        node = parse(text)
    except ExpressionError:
        return text
    told = change(node, tongue)
    return text if told == node else ex.braced(told)


def page(html: str, tongue: Tongue) -> str:
    """A page of help: every paragraph, item and cell by itself."""
    blocks = _BLOCK.split(html)
    for n, block in enumerate(blocks):
        if n % 2 == 0 and block.strip() and not (n and blocks[n - 1].startswith("<style")):
            blocks[n] = _escaped(spoken(_unescaped(block), tongue, PAGE))
    return "".join(blocks)


def _unescaped(block: str) -> str:
    return "".join(part if n % 2 else unescape(part) for n, part in enumerate(re.split(f"({_TAG.pattern})", block)))


def _escaped(block: str) -> str:
    return "".join(part if n % 2 else escape(part) for n, part in enumerate(re.split(f"({_TAG.pattern})", block)))


# -- sentences ---------------------------------------------------------------------------------------------------------
def _said(parts: Sequence[Part], tongue: Tongue, use: str = CHAT) -> list[Part]:
    """Parts of a sentence put over together; what is taken out of it comes back whole, rules at its end stay there."""
    text, held = _held(parts)
    masked, units = _masked(text)
    start, end = _core(masked, units)
    told = tongue.found(masked[start:end], use)
    if told is None:
        return list(parts)
    whole = _MASK.sub(lambda letter: units[_nth(letter[0])], masked[:start] + told + masked[end:])
    return [held[ord(piece) - _FIRST] if _HELD.fullmatch(piece) else piece for piece in _EACH.split(whole) if piece]


def _held(parts: Sequence[Part]) -> tuple[str, list[Node]]:
    """The text of a sentence with a letter for each expression in it, and those."""
    text = ""
    held: list[Node] = []
    for part in parts:
        if isinstance(part, str):
            text += part
        else:
            text += chr(_FIRST + len(held))
            held.append(part)
    return text, held


def _masked(text: str) -> tuple[str, list[str]]:
    """The words of a sentence, a letter for each run of what is not ours in it, and those runs."""
    units: list[str] = []

    def mask(run: re.Match[str]) -> str:
        units.append(run[0])
        filled = _HELD.search(run[0]) or "$" in run[0]
        return chr((_FILLED if filled else _MASKS) + len(units) - 1)

    return _NOT_OURS.sub(mask, text), units


def _nth(letter: str) -> int:
    return (ord(letter) - _MASKS) % (_FILLED - _MASKS)


def _core(masked: str, units: list[str]) -> tuple[int, int]:
    """Where our words begin and end: tags around them and the rules behind them are not theirs."""
    start, end = 0, len(masked)
    while start < end and _MASK.match(masked[start]) and not _HELD.search(units[_nth(masked[start])]):
        if "$" in units[_nth(masked[start])]:
            break
        start += 1
    while end > start and _MASK.match(masked[end - 1]):
        unit = units[_nth(masked[end - 1])]
        if not unit.startswith(SMALL) and (_HELD.search(unit) or "$" in unit):
            break
        end -= 1
    cited = _CITED.search(masked, start, end)
    return start, (cited.start() if cited else end)


# -- expressions -------------------------------------------------------------------------------------------------------
def _chain(node: Node) -> list[Node]:
    """What is added up, from left to right."""
    if isinstance(node, Binary) and node.operator == "+":
        return [*_chain(node.left), *([node.right] if not _is_sum(node.right) else _chain(node.right))]
    return [node]


def _is_sum(node: Node) -> bool:
    return isinstance(node, Binary) and node.operator == "+" and any(_is_text(part) for part in _chain(node))


def _is_text(node: Node) -> bool:
    return isinstance(node, Literal) and isinstance(node.value, str)


def _node(node: Node, tongue: Tongue) -> Node:
    """An expression whose value players read."""
    match node:
        case Literal(str()):
            return _joined(_said([str(node.value)], tongue))
        case Binary("+", _, _):
            return _sentence(node, tongue)
        case Conditional(test, yes, no):
            return Conditional(_answers(test, tongue), _node(yes, tongue), _node(no, tongue))
        case Method(target, "replace", arguments):
            return Method(_node(target, tongue), "replace", arguments)
        case Call(name, arguments) if name in _SPOKEN_CALLS:
            return Call(name, tuple(_node(argument, tongue) for argument in arguments))
    return _answers(node, tongue)


def _sentence(node: Node, tongue: Tongue) -> Node:
    chain = _chain(node)
    parts: list[Part] = [str(p.value) if isinstance(p, Literal) and _is_text(p) else p for p in chain]
    told = _said(parts, tongue)
    inside = [part if isinstance(part, str) else _node(part, tongue) for part in told]
    if told == parts and all(a == b for a, b in zip(inside, parts, strict=True)):
        return node
    return _joined(inside)


def _joined(parts: list[Part]) -> Node:
    """A sentence of its parts; it begins as a text, or numbers at its head would be added up."""
    texts: list[Part] = []
    for part in parts:
        if isinstance(part, str) and texts and isinstance(texts[-1], str):
            texts[-1] += part
        else:
            texts.append(part)
    if len(texts) > 1 and not any(isinstance(part, str) for part in texts[:2]):
        texts.insert(0, "")
    nodes = [Literal(part) if isinstance(part, str) else part for part in texts] or [Literal("")]
    made: Node = nodes[0]
    for each in nodes[1:]:
        made = Binary("+", made, each)
    return made


def _answers(node: Node, tongue: Tongue) -> Node:
    """An expression that is worked out and not read: answers it compares with are those that were offered."""
    match node:
        case Binary("==" | "!=" as operator, left, right):
            return Binary(operator, _compared(left, tongue), _compared(right, tongue))
        case Binary(_, left, right):
            return replace(node, left=_answers(left, tongue), right=_answers(right, tongue))
        case Unary(_, operand) | Cast(_, operand):
            return replace(node, operand=_answers(operand, tongue))
        case Conditional(test, yes, no):
            return Conditional(_answers(test, tongue), _answers(yes, tongue), _answers(no, tongue))
        case Call(_, arguments):
            return replace(node, arguments=tuple(_argument(argument, tongue) for argument in arguments))
        case Method(target, _, arguments):
            own = tuple(_answers(argument, tongue) for argument in arguments)
            return replace(node, target=_answers(target, tongue), arguments=own)
        case Member(target, _):
            return replace(node, target=_answers(target, tongue))
        case Index(target, index):
            return replace(node, target=_answers(target, tongue), index=_answers(index, tongue))
    return node


def _compared(node: Node, tongue: Tongue) -> Node:
    if isinstance(node, Literal) and isinstance(node.value, str):
        return Literal(tongue.answer(node.value))
    return _answers(node, tongue)


def _argument(node: Node, tongue: Tongue) -> Node:
    """An argument of a function: an expression given as text is one too."""
    if isinstance(node, Literal) and isinstance(node.value, str):
        return Literal(compared(node.value, tongue))
    return _answers(node, tongue)
