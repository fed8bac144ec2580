"""Random traits and pieces: any text anywhere, so long as the field can hold it."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from compiler.vassal.keys import Key
from compiler.vassal.piece import BasicPiece, Piece
from compiler.vassal.record import Spec, specs
from compiler.vassal.trait import TRAITS, Trait
from compiler.vassal.values import AddNumber, Ask, Choose, Limits, PropertyCommand, SetValue, Target

# ESC ends a command wherever it stands, so no text of VASSAL's can hold one
LETTERS = st.characters(codec="utf-8", exclude_characters="\x1b")
TEXT = st.text(st.sampled_from("ab';,:/|~\\\t= {}$\"") | LETTERS, max_size=12)
WORD = st.text(st.sampled_from("ab';,:\\\t ") | LETTERS, min_size=1, max_size=8)
NUMBER = st.integers(-(10**9), 10**9)
KEY = st.builds(
    Key,
    st.integers(1, 70000),
    st.integers(0, 700),
    st.just("") | st.text(LETTERS.filter(lambda letter: letter != ","), max_size=6),
)
CHANGE = st.one_of(
    st.builds(SetValue, TEXT),
    st.builds(AddNumber, TEXT),
    st.builds(Ask, TEXT),
    st.builds(Choose, TEXT, st.lists(WORD, max_size=3).map(tuple)),
)
COMMAND = st.builds(PropertyCommand, TEXT, st.just(Key()) | KEY, CHANGE)
# fields the generic codec does not know, because their trait writes them its own way
SPECIAL: dict[str, st.SearchStrategy[Any]] = {
    "parameters": st.lists(st.tuples(WORD, TEXT), max_size=2).map(tuple),
    "points": st.lists(st.tuples(NUMBER, NUMBER), max_size=3).map(tuple),
    "cargo": st.lists(WORD, max_size=3).map(tuple),
    "attached": st.lists(WORD, max_size=3).map(tuple),
}


def value_of(spec: Spec) -> st.SearchStrategy[Any]:
    """Any value the field can hold."""
    default, role = spec.default, spec.kind.role
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, int):
        return NUMBER
    if isinstance(default, float):
        return st.floats(allow_nan=False, allow_infinity=False)
    if isinstance(default, Key):
        return st.just(Key()) | KEY
    if isinstance(default, Limits):
        return st.builds(Limits, st.booleans(), TEXT, TEXT, st.booleans())
    if isinstance(default, Target):
        texts = dict.fromkeys(("map", "zone", "location", "deck", "property", "value", "attachment"), TEXT)
        return st.builds(Target, by_location=st.booleans(), by_property=st.booleans(), **texts)
    if role == "changes":
        return st.lists(COMMAND, max_size=3).map(tuple)
    if isinstance(default, tuple) and role in ("hears", "sends", "names"):
        return st.lists(KEY, max_size=3).map(tuple)
    if isinstance(default, tuple):
        return st.lists(WORD, max_size=4).map(tuple)
    # a number that may be left out is written as text, but a text that reads as a number is one
    return TEXT.filter(lambda text: spec.kind.read(text) == text)


@st.composite
def trait(draw: st.DrawFn, cls: type[Trait]) -> Trait:
    """Any trait of a class."""
    values = {spec.name: draw(value_of(spec)) for spec in specs(cls)}
    for name, strategy in SPECIAL.items():
        if name in cls.__dataclass_fields__ and name not in values:
            values[name] = draw(strategy)
    if cls.ID == "rotate":
        # the number of facings decides which of the other fields exist
        for name in cls._unused(values["facings"]):  # type: ignore[attr-defined]
            del values[name]
    if cls.ID == "emb":
        values["level_names"] = tuple(draw(TEXT) for _ in values["images"])
    return cls(**values)


ANY_TRAIT = st.sampled_from(sorted(TRAITS)).flatmap(lambda name: trait(TRAITS[name]))
# VASSAL takes a TAB in the type of a basic piece for the end of a trait
DESIGN = TEXT.map(lambda text: text.replace("\t", ""))
BASIC = st.builds(
    BasicPiece, DESIGN, DESIGN, map=TEXT, x=NUMBER, y=NUMBER, gpid=TEXT,
    properties=st.lists(st.tuples(TEXT, TEXT), max_size=3).map(tuple),
)  # fmt: skip
PIECE = st.builds(Piece, BASIC, st.lists(ANY_TRAIT, max_size=6).map(tuple))
