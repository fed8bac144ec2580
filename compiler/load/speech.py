"""The languages of a game: any text may be `{en: …, de: …}`, and `texts/de.po` may hold what its files do not.

A game is read in one language, before anything else looks at its files: every text becomes that of the language, word
by word, and stays English where there is none. English comes with Japanese beside it, as names on maps have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from compiler.diagnostics import Diagnostic, Sink, Span, diagnose
from compiler.load.document import Document
from compiler.load.faults import MAX_FAULTS, unfit
from compiler.load.languages import FORM, is_language, meant

ENGLISH = "en"
FOLDER = "texts"
HEADER = "X-Liege-Game"
MAX_BYTES = 8 * 1024 * 1024
# Keys whose texts people read; all but the plain ones may have their Japanese beside them.
PLAIN = ("text", "description", "effect", "when", "say", "says")
TEXTS = ("name", "title", "subtitle", "label", "names", "faces", *PLAIN)
_TRAIT = {"format": True, "menu": True, "name": False}  # of a trait of VASSAL: names are properties and prototypes
_ONLY = {"faces": "game", "when": "cards"}  # texts in these files alone; elsewhere they are ids or conditions
_CHAPTERS = (".chapters", ".leads")
_SILENT = ("lock", "example")  # kinds of files without texts that are shown


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a game: where it stands, in English, and in the other languages its file has."""

    context: str
    english: str
    others: Mapping[str, str]
    span: Span


@dataclass(slots=True)
class Speech:
    """A language a game is read in: what a PO file says by context and by English, and what was not found."""

    lang: str
    by_context: Mapping[tuple[str, str], str]
    by_english: Mapping[str, str]
    missing: list[Text]
    strays: list[tuple[str, Span]] = field(default_factory=list)  # codes in the files that are no languages

    def of(self, text: Text) -> str:
        """The text in the language, or in English if it has none."""
        found = text.others.get(self.lang) or self.by_context.get((text.context, text.english))
        found = found or self.by_english.get(text.english)
        if not found and self.lang != ENGLISH and _wordy(text.english):
            self.missing.append(text)
        return found or text.english

    def under(self, other: Speech) -> Speech:
        """What another says, and of the rest what we say."""
        return Speech(self.lang, {**self.by_context, **other.by_context}, {**self.by_english, **other.by_english}, [])


def _wordy(text: str) -> bool:
    """Whether there is anything to translate: a number or a single letter is itself everywhere."""
    return len(re.sub(r"[\W\d_]", "", text)) > 1


def is_text(value: Any) -> bool:
    """Whether a mapping is a text in several languages."""
    return (
        isinstance(value, dict)
        and ENGLISH in value
        and all(isinstance(key, str) and FORM.fullmatch(key) for key in value)
        and all(isinstance(text, str) for text in value.values())
    )


def speak(documents: Iterator[tuple[str, Document]], speech: Speech) -> None:
    """Put every text of some files into the language, in place."""
    for kind, document in documents:
        voice = _Voice(document, kind, speech)
        for container, path in _spoken_parts(kind, document):
            voice.speak(container, path)


def _spoken_parts(kind: str, document: Document) -> Iterator[tuple[Any, str]]:
    """What of a file holds texts that are shown, with its path: all of it, but for art and the ledger."""
    value, name = document.value, PurePosixPath(document.file).name
    if kind == "art":
        parts: list[tuple[Any, str]] = [(_at(_at(value, "scene"), "slip"), f"{name}.scene.slip")]
    elif kind == "ledger":  # notes and doubts beside a row are the author's own
        rows = _at(value, "rules")
        listed = enumerate(rows) if isinstance(rows, list) else ()
        parts = [(_at(value, path[1:]), f"{name}{path}") for path in _CHAPTERS]
        parts += [(row, f"{name}.rules.{n}") for n, row in listed]
    else:
        parts = [] if kind in _SILENT else [(value, name)]
    return (part for part in parts if isinstance(part[0], (dict, list)))


def _at(container: Any, key: str) -> Any:
    return container.get(key) if isinstance(container, dict) else None


@dataclass(slots=True)
class _Voice:
    """One file as it is put into a language."""

    document: Document
    kind: str
    speech: Speech
    seen: set[int] = field(default_factory=set)

    def speak(self, container: Any, path: str) -> None:
        if id(container) in self.seen:  # an alias: the same thing in two places is put over once
            return
        self.seen.add(id(container))
        is_dict = isinstance(container, dict)
        if self.speech.lang == ENGLISH:
            self._speak_english(container, is_dict, path)
            return
        read = _readable(self.kind, container, path)
        listed = "" if is_dict else path.rpartition(".")[2]
        for key, value in list(container.items() if is_dict else enumerate(container)):
            is_plain = isinstance(value, str)
            if not is_plain and not isinstance(value, (dict, list)):
                continue
            word = str(key) if is_dict else listed
            if read(word) if is_plain else is_text(value):
                if not is_plain:
                    self._retire(value)
                text = _text(self.document, container, key, f"{path}.{key}")
                known = len(self.speech.missing)
                container[key] = _said(self.speech, text, value, word)
                if self.document.is_borrowed(container, key):  # it is missing where it is written
                    del self.speech.missing[known:]
            elif not is_plain:
                self.speak(value, f"{path}.{key}")

    def _speak_english(self, container: Any, is_dict: bool, path: str) -> None:
        """Plain texts stay what they are: only what is written in several languages is put over."""
        for key, value in list(container.items() if is_dict else enumerate(container)):
            if isinstance(value, dict) and is_text(value):
                self._retire(value)
                word = str(key) if is_dict else path.rpartition(".")[2]
                container[key] = _with_kanji(value[ENGLISH], value.get("ja"), value, word)
            elif isinstance(value, (dict, list)):
                self.speak(value, f"{path}.{key}")

    def _retire(self, value: dict[str, str]) -> None:
        strays = ((code, self.document.key_span(value, code)) for code in value if not is_language(code))
        self.speech.strays.extend(strays)
        self.document.retire(value)


def _readable(kind: str, container: Any, path: str) -> Callable[[str], bool]:
    """Whether people read what stands at a key of it, in a kind of file."""
    if kind == "ledger":
        return lambda word: word == "says" or path.endswith(_CHAPTERS)
    if kind == "art":
        return lambda word: word == "sub"
    if isinstance(container, dict) and "trait" in container:
        return lambda word: _TRAIT.get(word, word in TEXTS)
    return _texts_in(kind).__contains__


@cache
def _texts_in(kind: str) -> frozenset[str]:
    return frozenset(word for word in TEXTS if _ONLY.get(word, kind) == kind)


def _text(document: Document, container: Any, key: Any, path: str) -> Text:
    value = container[key]
    where = document.span(container, key)
    if isinstance(value, str):
        return Text(path, value, {}, where)
    return Text(path, value[ENGLISH], {lang: text for lang, text in value.items() if lang != ENGLISH}, where)


def _said(speech: Speech, text: Text, value: Any, word: str) -> Any:
    """In any other language than English a text is one text, but for the Japanese of a name."""
    told = speech.of(text)
    return told if speech.lang == "ja" else _with_kanji(told, text.others.get("ja"), value, word)


def _with_kanji(told: str, beside: str | None, value: Any, word: str) -> Any:
    """A text, and the Japanese that stands beside names."""
    if beside is None or word in PLAIN:
        return told
    if isinstance(value, dict) and value.get(ENGLISH) == told and value.keys() <= {ENGLISH, "ja"}:
        return value
    return {ENGLISH: told, "ja": beside}


def strays(speech: Speech) -> Iterator[Diagnostic]:
    """What is written as a language and is none."""
    return (_no_language(code, where) for code, where in speech.strays)


def _no_language(code: str, where: Span) -> Diagnostic:
    like = meant(code)
    help = f"did you mean `{like}`?" if like else "use a code of ISO 639-1, such as `de`, `fr`, `ja` or `pt-BR`"
    return diagnose("L032", f"`{code}` is no language", where, help=help)


def texts_of(documents: Iterator[tuple[str, Document]]) -> list[Text]:
    """Every text of a game that may be translated, in the order of its files."""
    found: list[Text] = []
    for kind, document in documents:
        for container, path in _spoken_parts(kind, document):
            _collect(document, kind, container, path, found)
    return found


def _collect(document: Document, kind: str, container: Any, path: str, found: list[Text]) -> None:
    listed = path.rpartition(".")[2] if isinstance(container, list) else ""
    for key in list(container) if isinstance(container, dict) else range(len(container)):
        value = container[key]
        word = str(key) if isinstance(container, dict) else listed
        if document.is_borrowed(container, key):
            continue
        if is_text(value) or (isinstance(value, str) and _readable(kind, container, path)(word)):
            found.append(_text(document, container, key, f"{path}.{key}"))
        elif isinstance(value, (dict, list)):
            _collect(document, kind, value, f"{path}.{key}", found)


def speech_of(folder: Path, lang: str, game: str, sink: Sink) -> Speech:
    """The language with what `texts/LANG.po` of a game adds to it."""
    path = folder / FOLDER / f"{lang}.po"
    if lang == ENGLISH or not path.is_file():
        return Speech(lang, {}, {}, [])
    found = read_po(path, game, lang, sink)
    return found or Speech(lang, {}, {}, [])


def unspoken(folder: Path, names: Collection[str], sink: Sink) -> None:
    """Every PO file of a game is read, so that what is wrong with one does not wait for a build in its language.

    A game whose folder has another name, which is told, has two: its texts may belong to either.
    """
    for path in sorted((folder / FOLDER).glob("*.po")):
        if not is_language(path.stem):
            sink.add(_no_language(path.stem, Span(path.as_posix())))
        elif path.is_dir():
            help = "move it away: a catalogue is a file"
            sink.add(diagnose("L030", f"`{path.name}` is a folder", Span(path.as_posix()), help=help))
        elif path.is_file():
            tries = {name: Sink() for name in names}
            if all(read_po(path, name, path.stem, faults) is None for name, faults in tries.items()):
                sink.extend(next(iter(tries.values())))


def read_po(path: Path, game: str, lang: str, sink: Sink) -> Speech | None:
    """A PO file of a game; one of another game, or that is none, is told."""
    import polib

    where = Span(path.as_posix(), 1, 1, 1)
    try:
        if not path.is_file():  # a device has no end
            raise OSError(0, "it is not a plain file")
        if path.stat().st_size > MAX_BYTES:
            raise OSError(f"it is larger than {MAX_BYTES // 1024 // 1024} MB")
        content = path.read_text(encoding="utf-8")
        if "\0" in content:
            raise OSError("it holds control characters")
        entries = polib.pofile(content)
    except (OSError, UnicodeDecodeError, ValueError, IndexError) as fault:
        reason = fault.strerror or str(fault) if isinstance(fault, OSError) and fault.args else type(fault).__name__
        help = "export it anew: `liege texts GAME --lang LANG`"
        sink.add(diagnose("L030", f"`{path.name}` is not a PO file that can be read: {reason}", where, help=help))
        return None
    belongs = entries.metadata.get(HEADER)
    if belongs != game:
        message = f"`{path.name}` holds the texts of `{belongs}`, not of `{game}`" if belongs else (
            f"`{path.name}` does not say which game its texts belong to"
        )  # fmt: skip
        help = f"export one with `liege texts {game} --lang {lang}`"
        sink.add(diagnose("L030", message, where, help=help))
        return None
    strange = list(_strange_escapes(content, path))
    if strange:
        sink.extend(strange[:MAX_FAULTS])
        return None
    told = [entry for entry in entries if entry.msgstr and not entry.obsolete and "fuzzy" not in entry.flags]
    spoilt = [each for each in (_spoilt(entry, path) for entry in told) if each is not None]
    if spoilt:
        sink.extend(spoilt[:MAX_FAULTS])
        return None
    return Speech(
        lang,
        {(entry.msgctxt or "", entry.msgid): entry.msgstr for entry in told},
        {entry.msgid: entry.msgstr for entry in reversed(told)},
        [],
    )


_QUOTED_LINE = re.compile(r'^\s*(?:msg\w+(?:\[\d+\])?\s*)?"(.*)"\s*$')
_ESCAPE = re.compile(r"\\(.?)")


def _strange_escapes(content: str, path: Path) -> Iterator[Diagnostic]:
    """Backslashes that mean nothing: they would be read as they stand, and shown to players."""
    for number, line in enumerate(content.splitlines(), 1):
        quoted = _QUOTED_LINE.match(line) if "\\" in line else None
        strange = (
            next((e for e in _ESCAPE.finditer(quoted[1]) if e[1] not in tuple('ntrvbf"\\')), None) if quoted else None
        )
        if quoted is not None and strange is not None:
            where = Span(path.as_posix(), number, quoted.start(1) + strange.start() + 1, len(strange[0]))
            help = "write the letter itself; a backslash is written twice"
            yield diagnose("L030", f"`{strange[0]}` stands for nothing in a PO file", where, help=help)


def _spoilt(entry: Any, path: Path) -> Diagnostic | None:
    """What a translation holds that its English could not: VASSAL's files are parted by tabs, and names by lines."""
    apart = next((sign for sign in "\t\n\r" if sign in entry.msgstr and sign not in entry.msgid), "")
    found = unfit(entry.msgstr) or apart
    if not found:
        return None
    message = f"the text for `{entry.msgid[:40]}` holds the character U+{ord(found):04X}"
    return diagnose("L030", message, Span(path.as_posix(), entry.linenum, 1, 1), help="take it out of its `msgstr`")


def write_po(game: str, lang: str, texts: list[Text], speech: Speech) -> str:
    """The texts of a game as a PO file: contexts are places in its files, translations those we have."""
    import polib

    made = polib.POFile(wrapwidth=110)
    made.metadata = {
        HEADER: game,
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for text in texts:
        known = text.others.get(lang) or speech.by_context.get((text.context, text.english))
        entry = polib.POEntry(
            msgctxt=text.context, msgid=text.english, msgstr=known or speech.by_english.get(text.english, "")
        )
        entry.occurrences = [(PurePosixPath(text.span.file).name, str(text.span.line))]
        made.append(entry)
    return str(made) + "\n"
