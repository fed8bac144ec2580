"""Schema faults: code, place, words and way out."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import pytest

from compiler.diagnostics import Diagnostic, Sink
from compiler.load import KINDS, parse
from compiler.schema import Checker, schema, validate
from compiler.schema.messages import nearest
from compiler.schema.validate import MAX_FAULTS

ID = {"type": "string", "title": "Id", "description": "Lower-case letters only.", "pattern": "^[a-z]+$"}
NODE = {
    "oneOf": [
        {
            "title": "Phase",
            "type": "object",
            "properties": {"phase": {"$ref": "#/$defs/id"}, "do": {"$ref": "#/$defs/nodes"}},
            "required": ["phase", "do"],
            "additionalProperties": False,
        },
        {
            "title": "Step",
            "type": "object",
            "properties": {"step": {"type": "string"}, "with": {"type": "object"}},
            "required": ["step"],
            "additionalProperties": False,
        },
        {"title": "Short step", "type": "string", "pattern": "^[a-z]+$"},
    ]
}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["id", "name"],
    "additionalProperties": False,
    "properties": {
        "id": {"$ref": "#/$defs/id"},
        "name": {
            "oneOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {"en": {"type": "string"}},
                    "required": ["en"],
                    "additionalProperties": False,
                },
            ]
        },
        "kind": {"enum": ["square", "round"]},
        "rule": {"type": "string", "examples": ["4.1"]},
        "count": {"type": "integer", "minimum": 1, "maximum": 99},
        "share": {"type": "number", "exclusiveMinimum": 0},
        "flag": {"type": "boolean"},
        "at": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
        "tags": {"type": "array", "uniqueItems": True},
        "parts": {
            "type": "object",
            "propertyNames": {"$ref": "#/$defs/id"},
            "additionalProperties": {"type": "integer"},
        },
        "do": {"$ref": "#/$defs/nodes"},
        "from": {},
        "to": {},
        "never": {"not": {}},
        "either": {"oneOf": [{"title": "A", "required": ["a"]}, {"title": "B", "required": ["b"]}]},
    },
    "dependentRequired": {"from": ["to"]},
    "$defs": {"id": ID, "nodes": {"type": "array", "items": {"$ref": "#/$defs/node"}}, "node": NODE},
}


@functools.cache
def checker() -> Checker:
    return Checker(SCHEMA)


def faults(text: str) -> list[Diagnostic]:
    sink = Sink()
    document = parse("id: demo\nname: Demo\n" + text, "f.yaml", sink)
    assert document is not None
    checker().check(document, sink)
    return sink.sorted()


def only(text: str) -> Diagnostic:
    (fault,) = faults(text)
    return fault


def test_a_sound_document_has_no_faults() -> None:
    text = "kind: round\nrule: '4.10'\nat: [1, 2.5]\nparts: {a: 1}\nfrom: 1\nto: 2\n"
    assert faults(text + "do: [{phase: x, do: [{step: y}, z]}]\n") == []


@pytest.mark.parametrize(
    ("text", "code", "place", "message", "help"),
    [
        ("kidn: round\n", "S001", (3, 1, 4), "the file has no key `kidn`", "did you mean `kind`?"),
        ("rule: 4.10\n", "S003", (3, 7, 4), "`rule` must be a text, but is the number `4.1`", 'quote it: `"4.10"`'),
        ("rule: true\n", "S003", (3, 7, 4), "`rule` must be a text, but is `true`", 'quote it: `"true"`'),
        ("rule:\n", "S003", (3, 1, 4), "`rule` has no value; it must be a text", "write its value after the `:`"),
        (
            "count: '3'\n",
            "S003",
            (3, 8, 3),
            "`count` must be a whole number, but is the text `3`",
            "write `3` without quotes",
        ),
        ("count: 03\n", "S003", (3, 8, 2), "`count` must be a whole number, but is the text `03`", "write `3`"),
        (
            "count: 2.5\n",
            "S003",
            (3, 8, 3),
            "`count` must be a whole number, but is the number `2.5`",
            "leave out the fraction",
        ),
        ("flag: yes\n", "S003", (3, 7, 3), "`flag` must be `true` or `false`, but is the text `yes`", "write `true`"),
        ("at: 4\n", "S003", (3, 5, 1), "`at` must be a list, but is the number `4`", "write `[4]`"),
        (
            "parts: [a]\n",
            "S003",
            (3, 8, 1),
            "`parts` must be a mapping, but is a list",
            "drop the `- ` before its keys",
        ),
        (
            "kind: squre\n",
            "S004",
            (3, 7, 5),
            "`kind` must be `square` or `round`, but is the text `squre`",
            "did you mean `square`?",
        ),
        (
            "kind: 7\n",
            "S004",
            (3, 7, 1),
            "`kind` must be `square` or `round`, but is the number `7`",
            "write `square` or `round`",
        ),
        ("count: 0\n", "S005", (3, 8, 1), "`count` must be at least 1, but is 0", "write a number at least 1"),
        ("share: 0\n", "S005", (3, 8, 1), "`share` must be more than 0, but is 0", "write a number more than 0"),
        ("at: [1]\n", "S007", (3, 5, 1), "`at` must have at least 2 items, but has 1", "add items"),
        ("at: [1, x]\n", "S003", (3, 9, 1), "item 2 of `at` must be a number, but is the text `x`", None),
        ("tags: [a, b, a]\n", "S008", (3, 14, 1), "the text `a` stands twice in `tags`", "keep one of the two"),
        ("parts: {a: 1, B c: 2}\n", "S009", (3, 15, 3), "key `B c` must be an id", "Lower-case letters only."),
        ("from: 1\n", "S011", (3, 1, 4), "`from` needs `to` beside it", "add `to`, or drop `from`"),
        ("never: 1\n", "S012", (3, 8, 1), "`never` cannot be the number `1` here", None),
        (
            "either: {a: 1, b: 2}\n",
            "S010",
            (3, 9, 1),
            "`either` fits more than one form: “A” and “B”",
            "leave out the keys of all but one of them",
        ),
    ],
)
def test_each_fault_in_words(text: str, code: str, place: tuple[int, int, int], message: str, help: str | None) -> None:
    fault = only(text)
    assert fault.span is not None
    assert (fault.code, fault.span[1:], fault.message, fault.help) == (code, place, message, help)


def document_faults(text: str) -> list[tuple[str, str, str | None]]:
    sink = Sink()
    document = parse(text, "f.yaml", sink)
    assert document is not None
    checker().check(document, sink)
    return [(d.code, d.message, d.help) for d in sink.sorted()]


def test_a_misspelt_required_key_is_one_fault() -> None:
    assert document_faults("id: x\nnmae: X\n") == [("S001", "the file has no key `nmae`", "did you mean `name`?")]


def test_every_missing_key_is_told_once() -> None:
    assert [message for _, message, _ in document_faults("{}")] == [
        "the file lacks the key `id`",
        "the file lacks the key `name`",
    ]


def test_a_pattern_is_told_by_its_title_and_description() -> None:
    assert document_faults("id: A b\nname: X\n") == [
        ("S006", "`id` must be an id, but is the text `A b`", "Lower-case letters only.")
    ]


@pytest.mark.parametrize(
    ("node", "code", "message"),
    [
        ("{phase: x, do: [], whith: {}}", "S001", "item 1 of `do` has no key `whith`"),
        ("{phase: 4, do: []}", "S003", "`phase` must be a text, but is the number `4`"),
        ("{step: [x]}", "S003", "`step` must be a text, but is a list"),
        ("{stpe: x}", "S001", "item 1 of `do` has no key `stpe`"),
        ("{step: x, with: 3}", "S003", "`with` must be a mapping, but is the number `3`"),
        ("{phase: x}", "S002", "item 1 of `do` lacks the key `do`"),
        ("{phase: x, do: [{step: 1}]}", "S003", "`step` must be a text, but is the number `1`"),
        ("A B", "S006", "item 1 of `do` must be a short step, but is the text `A B`"),
        ("4", "S003", "item 1 of `do` must be a mapping or a text, but is the number `4`"),
    ],
)
def test_of_several_forms_the_one_that_was_meant_is_explained(node: str, code: str, message: str) -> None:
    fault = only(f"do: [{node}]\n")
    assert (fault.code, fault.message) == (code, message)


def test_a_choice_between_types_names_them() -> None:
    assert document_faults("id: x\nname: 4\n") == [
        ("S003", "`name` must be a text or a mapping, but is the number `4`", 'quote it: `"4"`')
    ]


def test_all_faults_come_in_one_run_in_reading_order() -> None:
    assert [fault.code for fault in faults("count: x\nkind: y\nat: [1]\nzzz: 1\n")] == ["S003", "S004", "S007", "S001"]


def test_a_flood_of_faults_is_cut_off() -> None:
    text = "parts:\n" + "".join(f"  {a}{b}: x\n" for a, b in itertools.product("abcdefghijklmnopqrstuvwxyz", repeat=2))
    assert len(faults(text)) == MAX_FAULTS


def test_nearest_ignores_case_and_hyphens() -> None:
    assert nearest("Turn-Track", ["turn_track", "score"]) == "turn_track"
    assert nearest("zzz", ["turn_track", "score"]) is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_sound_schema_complete_in_itself(kind: str) -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema(kind))
    assert schema(kind)["title"]
    assert schema(kind)["description"]
    Checker(schema(kind))
    refs = [ref for ref in _refs(schema(kind)) if not ref.startswith("#/")]
    assert not refs


def _refs(part: Any) -> list[str]:
    if isinstance(part, list):
        return [ref for item in part for ref in _refs(item)]
    if not isinstance(part, dict):
        return []
    own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
    return own + [ref for value in part.values() for ref in _refs(value)]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_mapping_is_told_for_every_kind(kind: str) -> None:
    sink = Sink()
    document = parse("- 1\n", f"{kind}.yaml", sink)
    assert document is not None
    validate(document, kind, sink)
    assert [d.code for d in sink] == ["S003"]


def test_keys_of_digits_keep_their_noughts() -> None:
    sink = Sink()
    document = parse('"²": 1\n"0405": x\n', "f.yaml", sink)
    assert document is not None
    Checker({"type": "object", "additionalProperties": {"type": "integer"}}).check(document, sink)
    (fault,) = sink
    assert (fault.message, str(fault.span)) == ("`0405` must be a whole number, but is the text `x`", "f.yaml:2:9")
