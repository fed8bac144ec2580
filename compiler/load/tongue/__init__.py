"""Our own words in other languages: what a module says that no file of the game says.

They stand in `LANG.po` beside this file, whole sentences with `%1`, `%2` for the names and numbers in them, which may
come in another order. A text we have no words for stays English. The context says where a sentence may stand, for the
author's own texts may well have its words: in menus and names (`menu`), in the chat where something is filled in
(`chat`), in parts of such a sentence, which a property may hold until it is told (`part`), anywhere (none). Words that
a player chooses and the module compares are answers (`answer`): nothing else is put over where texts are compared.
Words of printed sheets (`print`) stand there alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files

_FILES = {"de": "de.po", "ja": "ja.po"}
ANSWER, CHAT, MENU, PAGE, PART, PRINT = "answer", "chat", "menu", "", "part", "print"
NAME = "name"  # where the author's names stand beside ours
_HELD = re.compile("[\uf400-\uf8ff]")  # letters that stand for what is filled in while a game is played
_SLOT = re.compile(r"%(\d)")
_WORD = re.compile(r"[^\W\d_]{2}")


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A sentence with names in it; `needle` is its longest plain part, which a text must have."""

    needle: str
    form: re.Pattern[str]
    order: tuple[int, ...]
    local: str
    use: str = PAGE

    def fits(self, text: str, use: str) -> bool:
        """Whether a text that stands somewhere may be this one."""
        if self.needle not in text:
            return False
        return self.use in (PAGE, use) or (use == CHAT and self.use == PART) or (use == NAME and self.use == MENU)


@dataclass(slots=True)
class Tongue:
    """A language by its words: whole texts, sentences with names in them, answers."""

    lang: str
    whole: dict[str, str]
    patterns: tuple[_Pattern, ...]
    answers: Tongue | None = None
    parts: Tongue | None = None
    sheets: Tongue | None = None
    own: frozenset[str] = frozenset()  # texts of the author's: a name of his is a name, though we have such a word
    known: dict[tuple[str, str], str | None] = field(default_factory=dict)

    def beside(self, own: frozenset[str]) -> Tongue:
        """The language for a game with these texts of its own."""
        parts = None if self.parts is None else self.parts.beside(own)
        return replace(self, own=own, parts=parts, known={})

    def said(self, text: str, use: str = MENU) -> str:
        """A text of ours in the language; one that we have no words for stays as it is."""
        found = self.found(text, use)
        return text if found is None else found

    def found(self, text: str, use: str = MENU) -> str | None:
        """A text of ours in the language; None if we have no words for it. Blanks around it stay."""
        core = text.strip()
        if not _WORD.search(core):
            return None
        if (core, use) not in self.known:
            self.known[core, use] = self._found(core, use)
        local = self.known[core, use]
        if local is None:
            return None
        start = text.index(core)
        return f"{text[:start]}{local}{text[start + len(core) :]}"

    def _found(self, core: str, use: str) -> str | None:
        if use in (NAME, PAGE) and core in self.own:
            return None
        if core in self.whole:
            return self.whole[core]
        filled = _HELD.search(core) is not None
        for pattern in self.patterns:
            fits = pattern.fits(core, use) and (filled or pattern.use != CHAT)
            found = pattern.form.fullmatch(core) if fits else None
            if found is not None:
                groups = zip(pattern.order, found.groups(), strict=True)
                names = {slot: self._named(name, use) for slot, name in groups}
                return "".join(names[int(x)] if n % 2 else x for n, x in enumerate(_SLOT.split(pattern.local)))
        return None

    def _named(self, name: str, use: str) -> str:
        """What stands in a sentence: a name of the author's, or words of ours; of several, each by itself."""
        if name in self.own:
            return name
        listed = [part if part in self.own else self._found(part, use) for part in name.split(", ")]
        if len(listed) > 1 and None not in listed:
            return ", ".join(part for part in listed if part is not None)
        return self.said(name, use)

    def answer(self, text: str) -> str:
        """An answer that is offered and compared; several in one are put over one by one."""
        if self.answers is None:
            return text
        return ", ".join(self.answers.said(part, ANSWER) for part in text.split(", "))


def tongue(entries: Iterable[tuple[str, str, str]], lang: str) -> Tongue:
    """A language from its context, English and local texts."""
    rows = [row for row in entries if row[2]]
    spoken = _tongue([row for row in rows if row[0] not in (ANSWER, PRINT)], lang)
    spoken.sheets = _tongue([row for row in rows if row[0] == PRINT], lang)
    spoken.answers = _tongue([row for row in rows if row[0] == ANSWER], lang)
    spoken.parts = _tongue([row for row in rows if row[0] == PART], lang)
    return spoken


def _tongue(rows: list[tuple[str, str, str]], lang: str) -> Tongue:
    named = [_pattern(english, local, context) for context, english, local in rows if _SLOT.search(english)]
    # the more of a text is ours, the better a sentence fits it
    named.sort(key=lambda pattern: (-len(_bare(pattern.form.pattern)), pattern.form.pattern))
    return Tongue(lang, {english: local for _, english, local in rows if not _SLOT.search(english)}, tuple(named))


def _bare(form: str) -> str:
    return form.replace("(.+?)", "").replace("\\", "")


def _pattern(english: str, local: str, use: str) -> _Pattern:
    parts = _SLOT.split(english)
    texts, slots = parts[::2], tuple(int(slot) for slot in parts[1::2])
    form = "(.+?)".join(re.escape(text) for text in texts)
    return _Pattern(max(texts, key=len), re.compile(form, re.DOTALL), slots, local, use)


def languages() -> tuple[str, ...]:
    """The languages we have words in."""
    return tuple(_FILES)


@lru_cache(8)
def tongue_of(lang: str) -> Tongue | None:
    """Our words in a language; None if we have none."""
    if lang not in languages():
        return None
    import polib

    text = files(__package__).joinpath(_FILES[lang]).read_text(encoding="utf-8")
    entries = polib.pofile(text)
    return tongue(((e.msgctxt or "", e.msgid, e.msgstr) for e in entries if "fuzzy" not in e.flags), lang)


def said(text: str, lang: str) -> str:
    """A text of ours in a language."""
    words = tongue_of(lang)
    return text if words is None else words.said(text)


def within(title: str, lang: str) -> str:
    """A title inside a line: English begins it small; other languages keep its letters, as German nouns want it."""
    return title[:1].lower() + title[1:] if lang == "en" and title[1:2].islower() else title


def printed(text: str, lang: str) -> str:
    """A text of ours on a printed sheet in a language; word by word English where we have none."""
    words = tongue_of(lang)
    return text if words is None or words.sheets is None else words.sheets.said(text, PRINT)
