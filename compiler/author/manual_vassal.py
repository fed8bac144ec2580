"""A page of the manual that is made: every component and trait of VASSAL that `module.yaml` takes."""

from __future__ import annotations

from compiler.emit.module.typed import SINGLE, trait_names
from compiler.vassal.components import COMPONENTS, Attribute, attributes
from compiler.vassal.keys import Key
from compiler.vassal.record import Spec, type_specs

_KINDS = {
    "s": "text", "i": "whole number", "d": "number", "b": "true or false", "c": "colour", "l": "list of texts",
    "e": "expression", "f": "message", "icon": "picture of a button", "img": "picture", "file": "file",
    "sound": "sound", "target": "which pieces", "prop": "name of a property", "o": "one of a few words",
    "k": "key that presses it", "k>": "key sent to pieces", "k!": "key sent to buttons",
    "k*": "keys sent to buttons", "kd": "key heard",
}  # fmt: skip
_ROLES = {"hears": "key heard", "sends": "key sent", "names": "key", "menu": "words in the menu", "image": "picture"}
_HEAD = """# What module.yaml may add

Components stand under `add:`, traits under `traits:` and `prototypes:` ([the way into VASSAL](vassal.md)). Names are
VASSAL's own; what is left out has VASSAL's default, which stands behind the `=`. Keys are written as people say them
(`Ctrl+Shift+W`), or as a word of your own; a colour as `#24508C`; an expression in braces, as VASSAL has it.
"""


def vassal_page(made: str) -> str:
    """The page; `made` is its first line."""
    lines = [made, *_HEAD.splitlines(), "", "## Traits", ""]
    for name, cls in sorted(trait_names().items()):
        fields = ", ".join(_field(spec) for spec in type_specs(cls))
        said = (cls.__doc__ or "").strip().splitlines()[0]
        lines += [f"- **`{name}`** ({cls.TITLE}): {said}{' ' if fields else ''}{fields}{'.' if fields else ''}"]
    lines += ["", "## Components", ""]
    for tag in sorted(COMPONENTS, key=lambda tag: tag.rpartition(".")[2]):
        name = tag.rpartition(".")[2]
        if "." in tag and name not in SINGLE:
            given = ", ".join(_attribute(one) for one in attributes(tag))
            lines += [f"- **`{name}`**{': ' if given else ''}{given}{'.' if given else ''}"]
    return "\n".join(lines).rstrip() + "\n"


def _attribute(one: Attribute) -> str:
    default = f"={one.default}" if one.default else ""
    return f"`{one.name}{default}` ({_KINDS.get(one.kind, 'text')})"


def _field(spec: Spec) -> str:
    return f"`{spec.name}{_default(spec.default)}` ({_kind(spec)})"


def _default(value: object) -> str:
    if isinstance(value, bool):
        return f"={str(value).lower()}"
    return f"={value}" if isinstance(value, (int, float)) or (isinstance(value, str) and value) else ""


def _kind(spec: Spec) -> str:
    if spec.kind.role in _ROLES:
        return _ROLES[spec.kind.role] + ("s" if isinstance(spec.default, tuple) else "")
    if isinstance(spec.default, Key):
        return "key"
    if isinstance(spec.default, bool):
        return "true or false"
    if isinstance(spec.default, (int, float)):
        return "number or expression"
    return "list of texts" if isinstance(spec.default, tuple) else "text"
