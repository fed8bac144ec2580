"""Every sentence of ours has one in German and one in Japanese, in every game and sample.

The author's texts are put into letters of another script first: whatever is still English in a module is ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from compiler import pipeline
from compiler.diagnostics import Sink
from compiler.emit.module.pieces import make_box
from compiler.emit.module.prototypes import make_shelf
from compiler.emit.module.vmod import build_file
from compiler.emit.plan import Plan, make_plan
from compiler.emit.save.vsav import make_setup
from compiler.load.bundle import Bundle
from compiler.load.speech import Speech, Text
from compiler.load.tongue import ANSWER, PAGE

GAMES = Path(__file__).parents[3] / "games"
SLUGS = sorted(path.parent.relative_to(GAMES).as_posix() for path in GAMES.glob("**/game.yaml"))
_KEPT = re.compile(r"(<[^>]*>|\$[^$]*\$|&\w+;|\{[^}]*\})")  # tags and what is filled in
_STRANGE = {ord(c): 0x3B1 + n % 24 for n, c in enumerate("abcdefghijklmnopqrstuvwxyz")} | {
    ord(c): 0x391 + n % 17 for n, c in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}
_NOT_WORDS = re.compile("[\ue000-\uf8ff]|\\$[^$]*\\$|<[^>]*>|(?:Ctrl|Shift|Alt|Delete|Right|Left)[-+=\\w]*")
_WORD = re.compile(r"[A-Za-zÀ-ɏ]{3,}")
SAME = {"Liege", "Solitaire", "yes"}  # names, and what is only compared


def strange(text: str) -> str:
    """A text that no reader of English knows."""
    return "".join(part if n % 2 else part.translate(_STRANGE) for n, part in enumerate(_KEPT.split(text)))


class Stranger(Speech):
    """A language in which every text of the author's has another script."""

    def of(self, text: Text) -> str:
        return strange(text.english)


def made(slug: str, lang: str) -> tuple[Plan, Bundle]:
    """The module of a game as far as words go."""
    sink = Sink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "speech_of", lambda *_: Stranger(lang, {}, {}, []))
        found = pipeline.read(GAMES / slug, sink, lang=lang)
    assert found is not None, list(sink)
    plan = make_plan(found.game, found.bundle, sink, None)
    box = make_box(plan, make_shelf(plan))
    build_file(box, [make_setup(box, scenario) for scenario in found.game.scenarios.values()], {})
    return plan, found.bundle


def strings(bundle: Bundle) -> Iterator[str]:
    """Every key and value of a game's files: ids, and rules that are never put over."""
    for _, document in bundle:
        ahead = [document.value]
        while ahead:
            value = ahead.pop()
            if isinstance(value, dict):
                ahead += [*value, *value.values()]
            elif isinstance(value, list):
                ahead += value
            elif isinstance(value, str):
                yield " ".join(value.split())
                yield value.replace("_", " ")


def left(plan: Plan, own: set[str]) -> set[str]:
    """What was asked for in vain, and is not the game's own."""
    assert plan.tongue is not None
    words = {word.lower() for text in own for word in re.findall(r"[^\W\d_]+", text)}
    found: set[str] = set()
    for tongue in (plan.tongue, plan.tongue.parts):
        assert tongue is not None
        for (core, use), local in tongue.known.items():
            bare = " ".join(_NOT_WORDS.sub(" ", core).split())
            if local is not None or use == ANSWER or {core, bare, *re.split("[,:] ?", bare)[-1:]} & (own | SAME):
                continue
            if plan.tongue.answer(core) != core:
                continue  # it is chosen and compared, and put over as such
            if bare.strip(" ,:·").lower() in {text.lower() for text in own}:
                continue  # the title of something that has only an id
            if use == PAGE and any(len(text) > 12 and text in bare for text in own):
                continue  # a rule in short, with its number before it
            if use == PAGE and any(text.endswith(bare.partition(" [")[0]) for text in own):
                continue  # the rest of a name that two slots share
            # a rule in short stands on pages as the author wrote it, beside what we say of it
            ours = [
                word for word in _WORD.findall(bare) if word.lower() not in words or (use != PAGE and word not in own)
            ]
            if ours and re.search(r"\s", core):
                found.add(core)
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_every_sentence_of_ours_has_its_like(slug: str) -> None:
    plan, bundle = made(slug, "ja")  # German has the same sentences, and letters that look like English ones
    own = set(strings(bundle))
    own |= {part.strip() for text in own for part in re.split("[,:]", text)}
    assert left(plan, own) == set()
