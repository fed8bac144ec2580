"""Schema faults in plain words, with the way out."""

from __future__ import annotations

import difflib
import itertools
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from compiler.diagnostics import Diagnostic, Span, diagnose
from compiler.diagnostics.slips import only_slip
from compiler.load import Document
from compiler.schema.branches import meant
from compiler.schema.fault import TYPE_WORDS, Fault, deref, listed, name_of, show, types_of
from compiler.schema.hints import retyped

MAX_FAULTS = 100  # per file; what more there is shows once these are mended


def explain(faults: Sequence[Fault], document: Document, root: Mapping[str, Any]) -> list[Diagnostic]:
    """Diagnostics for faults of one document; a misspelt required key is one fault, not two."""
    found = [leaf for fault in faults for leaf in leaves(fault, root)]
    teller = _Teller(document, root, found)
    return list(itertools.islice((told for leaf in found for told in teller.tell(leaf)), MAX_FAULTS))


def leaves(fault: Fault, root: Mapping[str, Any]) -> Iterator[Fault]:
    """The faults an author can act on: those of the branch that was meant, where there is a choice."""
    inner = meant(fault, root) if fault.keyword in ("oneOf", "anyOf") and fault.context else []
    if not inner:
        yield fault
    for nested in inner:
        yield from leaves(nested, root)


def nearest(word: str, words: Sequence[str]) -> str | None:
    """The word an author most likely meant."""
    if len(word) > 80:
        return None
    by_shape = {candidate.lower().replace("-", "_"): candidate for candidate in words}
    found = difflib.get_close_matches(word.lower().replace("-", "_"), list(by_shape), n=1, cutoff=0.6)
    return by_shape[found[0]] if found else None


class _Teller:
    """Puts the faults of one document into words."""

    def __init__(self, document: Document, root: Mapping[str, Any], faults: Sequence[Fault]) -> None:
        self.document = document
        self.root = root
        # (path, key): required keys that stand there misspelt
        self.misspelt = {
            (fault.path, near)
            for fault in faults
            if fault.keyword in _UNKNOWN
            for _, near in self.strangers(fault)
            if near
        }
        slips = (fault for fault in faults if fault.keyword == "misspelt")
        nears = ((fault.path[:-1], only_slip(fault.path[-1], fault.schema["properties"])) for fault in slips)
        self.misspelt |= {(path, near[1]) for path, near in nears if near}

    def tell(self, fault: Fault) -> Iterator[Diagnostic]:
        teller = _TELLERS.get(fault.keyword, _Teller.refused)
        yield from teller(self, fault)

    def strangers(self, fault: Fault) -> list[tuple[str, str | None]]:
        """Keys a mapping may not have, each with the nearest one that is still free."""
        known = list(fault.schema.get("properties", {}))
        free = [key for key in known if key not in fault.instance]
        strange = (key for key in fault.instance if key not in known)
        return [(key, nearest(key, free)) for key in itertools.islice(strange, MAX_FAULTS)]

    def unknown(self, fault: Fault) -> Iterator[Diagnostic]:
        known = list(fault.schema.get("properties", {}))
        for key, near in self.strangers(fault):
            help = f"did you mean `{near}`?" if near else f"it may have {listed([f'`{k}`' for k in known], 'and')}"
            holder = name_of(fault.path)
            where, free = self.document.key_at((*fault.path, key)), [k for k in known if k not in fault.instance]
            yield diagnose("S001", f"{holder} has no key `{key}`", where, help=help, instead=only_slip(key, free))

    def slip(self, fault: Fault) -> Iterator[Diagnostic]:
        """A key of the author's own choice that is one of ours misspelt, with a value that only ours can have."""
        *path, key = fault.path
        instead = only_slip(key, fault.schema["properties"])
        help = f"did you mean `{instead[1]}`?" if instead else None
        message = f"{name_of(path)} has no key `{key}`"
        yield diagnose("S001", message, self.document.key_at(fault.path), help=help, instead=instead)

    def missing(self, fault: Fault) -> Iterator[Diagnostic]:
        known = fault.schema.get("properties", {})
        strays = list(itertools.islice((key for key in fault.instance if key not in known), MAX_FAULTS))
        for key in fault.wanted:
            if key in fault.instance or (fault.path, key) in self.misspelt:
                continue
            message = f"{name_of(fault.path)} lacks the key `{key}`"
            stray = nearest(key, strays)
            if stray:
                where = self.document.key_at((*fault.path, stray))
                yield diagnose("S002", message, where, help=f"did you mean `{key}` by `{stray}`?")
                continue
            part = known.get(key, {})
            sample = part.get("examples") or deref(part, self.root).get("enum")
            help = f"add `{key}: {_written(sample[0])}`, for one" if sample else f"add `{key}`"
            yield diagnose("S002", message, self.holder(fault), help=help)

    def wrong_type(self, fault: Fault) -> Iterator[Diagnostic]:
        types = types_of(fault.schema)
        yield self.mistyped(fault, types, listed([TYPE_WORDS[name] for name in types]))

    def no_branch(self, fault: Fault) -> Iterator[Diagnostic]:
        parts = [deref(part, self.root) for part in fault.wanted]
        if not fault.context:
            titles = [f"“{part['title']}”" for part in parts if "title" in part]
            yield diagnose(
                "S010",
                f"{name_of(fault.path)} fits more than one form: {listed(titles, 'and')}",
                self.value(fault),
                help="leave out the keys of all but one of them",
            )
            return
        types = tuple(dict.fromkeys(name for part in parts for name in types_of(part)))
        yield self.mistyped(fault, types, listed([TYPE_WORDS[name] for name in types]))

    def mistyped(self, fault: Fault, types: Sequence[str], words: str) -> Diagnostic:
        if fault.instance is None and fault.path:
            message = f"{name_of(fault.path)} has no value; it must be {words}"
            return diagnose("S003", message, self.document.key_at(fault.path), help="write its value after the `:`")
        written = self.written(fault)
        message = f"{name_of(fault.path)} must be {words}, but is {show(fault.instance)}"
        help, quoted = retyped(fault.instance, written, types), (written, f'"{written}"')
        instead = quoted if "string" in types and isinstance(fault.instance, (bool, int, float)) else None
        return diagnose("S003", message, self.value(fault), help=help, instead=instead)

    def choice(self, fault: Fault) -> Iterator[Diagnostic]:
        options = fault.wanted if fault.keyword == "enum" else [fault.wanted]
        words = [str(option).lower() if isinstance(option, bool) else str(option) for option in options]
        near = nearest(str(fault.instance), words)
        all_words = listed([f"`{word}`" for word in words])
        help = f"did you mean `{near}`?" if near and len(words) > 1 else f"write {all_words}"
        yield diagnose(
            "S004",
            f"{name_of(fault.path)} must be {all_words}, but is {show(fault.instance)}",
            self.value(fault),
            help=help,
            instead=only_slip(str(fault.instance), words),
        )

    def limit(self, fault: Fault) -> Iterator[Diagnostic]:
        words = _LIMITS[fault.keyword]
        yield diagnose(
            "S005",
            f"{name_of(fault.path)} must be {words} {fault.wanted}, but is {fault.instance}",
            self.value(fault),
            help=self.described(fault) or f"write a number {words} {fault.wanted}",
        )

    def form(self, fault: Fault) -> Iterator[Diagnostic]:
        kind = self.called(fault)
        yield diagnose(
            "S006",
            f"{name_of(fault.path)} must be {kind}, but is {show(fault.instance)}",
            self.value(fault),
            help=self.described(fault),
        )

    def count(self, fault: Fault) -> Iterator[Diagnostic]:
        bound, noun = _COUNTS[fault.keyword]
        noun = noun if fault.wanted == 1 else {"entry": "entries"}.get(noun, noun + "s")
        way_out = f"{'add' if bound == 'at least' else 'take away'} {noun}"
        yield diagnose(
            "S007",
            f"{name_of(fault.path)} must have {bound} {fault.wanted} {noun}, but has {len(fault.instance)}",
            self.value(fault),
            help=self.described(fault) or way_out,
        )

    def twins(self, fault: Fault) -> Iterator[Diagnostic]:
        seen: list[Any] = []
        for index, item in enumerate(fault.instance):
            if item in seen:
                where = self.document.at((*fault.path, index))
                shown = f"{show(item)} stands twice in {name_of(fault.path)}"
                yield diagnose("S008", shown, where, help="keep one of the two")
            seen.append(item)

    def key_form(self, fault: Fault) -> Iterator[Diagnostic]:
        part = deref(fault.wanted, self.root)
        wanted = listed([f"`{word}`" for word in part["enum"]]) if "enum" in part else f"{_article(part)}"
        for key in fault.instance:
            near = nearest(key, part.get("enum", ()))
            help = f"did you mean `{near}`?" if near else part.get("description")
            yield diagnose("S009", f"key `{key}` must be {wanted}", self.document.key_at((*fault.path, key)), help=help)

    def together(self, fault: Fault) -> Iterator[Diagnostic]:
        for key, needed in fault.wanted.items():
            for other in needed if key in fault.instance else ():
                if other not in fault.instance:
                    yield diagnose(
                        "S011",
                        f"`{key}` needs `{other}` beside it",
                        self.document.key_at((*fault.path, key)),
                        help=f"add `{other}`, or drop `{key}`",
                    )

    def refused(self, fault: Fault) -> Iterator[Diagnostic]:
        yield diagnose(
            "S012",
            f"{name_of(fault.path)} cannot be {show(fault.instance)} here",
            self.value(fault),
            help=self.described(fault),
        )

    def called(self, fault: Fault) -> str:
        return _article(fault.schema) if "title" in fault.schema else f"of the form `{fault.wanted}`"

    def described(self, fault: Fault) -> str | None:
        told = fault.schema.get("description")
        samples = fault.schema.get("examples")
        if told and samples:
            return f"{told.rstrip('.')}, such as `{_written(samples[0])}`"
        return told or (f"such as `{_written(samples[0])}`" if samples else None)

    def value(self, fault: Fault) -> Span:
        return self.document.at(fault.path)

    def holder(self, fault: Fault) -> Span:
        """Where a mapping is named: its key, or where it starts in a list."""
        return self.document.key_at(fault.path)

    def written(self, fault: Fault) -> str:
        where: Any = self.document.value
        for step in fault.path[:-1]:
            where = where[step]
        return self.document.source(where, fault.path[-1]) if fault.path else ""


def _article(part: Mapping[str, Any]) -> str:
    """A schema's title with its article."""
    title = str(part.get("title", "a name of another form"))
    if title.startswith("a "):
        return title
    title = title[0].lower() + title[1:]
    return f"an {title}" if title[0] in "aeiou" else f"a {title}"


def _written(value: Any) -> str:
    return value if isinstance(value, str) and value.isidentifier() else json.dumps(value, ensure_ascii=False)


_UNKNOWN = ("additionalProperties", "unevaluatedProperties")
_LIMITS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
}
_COUNTS = {
    "minItems": ("at least", "item"),
    "maxItems": ("at most", "item"),
    "minProperties": ("at least", "entry"),
    "maxProperties": ("at most", "entry"),
    "minLength": ("at least", "character"),
    "maxLength": ("at most", "character"),
}
_TELLERS: dict[str, Callable[[_Teller, Fault], Iterator[Diagnostic]]] = {
    **dict.fromkeys(_UNKNOWN, _Teller.unknown),
    **dict.fromkeys(_LIMITS, _Teller.limit),
    **dict.fromkeys(_COUNTS, _Teller.count),
    **dict.fromkeys(("enum", "const"), _Teller.choice),
    **dict.fromkeys(("oneOf", "anyOf"), _Teller.no_branch),
    **dict.fromkeys(("pattern", "format"), _Teller.form),
    "misspelt": _Teller.slip,
    "required": _Teller.missing,
    "type": _Teller.wrong_type,
    "uniqueItems": _Teller.twins,
    "propertyNames": _Teller.key_form,
    "dependentRequired": _Teller.together,
}
