"""A drive: acts that a player could do, one after another in the real program, and what must come of each.

The probe carries acts out and says what it saw (`Drive.java` has the verbs); whether that is right is judged here. An
act whose command the menu does not offer is a fault unless it may be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostic, diagnose

Misprints = Callable[[str], Iterable[str]]
MOVED = "moved"  # stands for the piece that an act moved last
CANCEL = "cancel"  # the answer that closes a question
_COMPLAINTS = ("log-error", "log-warning", "bug", "uncaught", "dialog")


class Verb(Enum):
    """What the probe can do."""

    MENU = "menu"
    COMMAND = "command"
    DRAG = "drag"
    DECK = "deck"
    PRESS = "press"
    HOTKEY = "hotkey"
    TURN = "turn"
    PREFER = "prefer"
    DICE = "dice"
    UNDO = "undo"
    LOG = "log"
    REPLAY = "replay"
    SAVE = "save"
    LOAD = "load"
    SEAT = "seat"
    LOOK = "look"
    SHOT = "shot"


class Must(Enum):
    """What must come of an act; the words of an expectation say more."""

    TELL = "one line of the chat has all these words"
    UNNAMED = "the chat does not name the pieces that moved"
    GO = "the piece that moves comes to this place"
    STAY = "nothing moves, and no piece changes but in these properties"
    DO = "something is told, moved or changed"
    SAME = "all is as it was before"
    TURN = "the tracker shows this"
    OFFER = "the menu has all these commands"
    HIDE = "none of these pieces, nor of those in these windows, can be told"
    KNOW = "all these pieces can be told"
    APPLY = "of all acts with this word one changes or moves a piece"


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing that must come of an act."""

    must: Must
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """Something a player does: a verb with what it needs, in words for people, and what must come of it."""

    verb: Verb
    about: str
    subject: str = ""
    object: str = ""
    answers: tuple[str, ...] = ()
    expects: tuple[Expectation, ...] = ()
    may_be_missing: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """What the probe saw of one act."""

    done: bool
    why: str = ""
    stuck: bool = False
    chat: tuple[str, ...] = ()
    moved: tuple[Mapping[str, Any], ...] = ()
    changed: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    turn: str = ""
    offered: tuple[str, ...] = ()
    known: tuple[Mapping[str, Any], ...] = ()
    complaints: tuple[str, ...] = field(default=(), compare=False)


def lines(acts: Sequence[Act]) -> str:
    """The acts as the probe reads them."""
    rows = ((str(n), a.verb.value, a.subject, a.object, "|".join(a.answers)) for n, a in enumerate(acts))
    return "".join("\t".join(_flat(part) for part in row) + "\n" for row in rows)


def _flat(text: str) -> str:
    return text.replace("\t", " ").replace("\n", " ")


def seen_in(raw: Mapping[str, Any]) -> list[Seen]:
    """What a report says of its acts; none where the drive did not come so far."""
    complaints: dict[str, list[str]] = {}
    for row in raw.get("problems", ()):
        if row.get("phase") == "drive" and row.get("kind") in _COMPLAINTS:
            complaints.setdefault(str(row.get("piece", "")), []).append(str(row["message"]).partition("\n")[0])
    return [
        Seen(
            done=bool(row["done"]),
            why=str(row.get("why", "")),
            stuck=bool(row.get("stuck", False)),
            chat=tuple(row.get("chat", ())),
            moved=tuple(row.get("moved", ())),
            changed=tuple(row.get("changed", ())),
            values=tuple(row.get("values", ())),
            turn=str(row.get("turn", "")),
            offered=tuple(row.get("offered", ())),
            known=tuple(row.get("known", ())),
            complaints=tuple(complaints.get(f"act {row['act']}", ())),
        )
        for row in raw.get("drive", ())
    ]


# -- judging -----------------------------------------------------------------------------------------------------------
def judge(where: str, acts: Sequence[Act], seen: Sequence[Seen], misprints: Misprints) -> Iterator[Diagnostic]:
    """Every act that did not come out as it must; `where` names module and setup."""
    if len(seen) < len(acts):
        yield _told(
            "E920", where, len(seen), acts[len(seen)], "was not reached: the probe ended before", "look at its account"
        )
    applied: dict[str, bool] = {}
    for n, (act, saw) in enumerate(zip(acts, seen, strict=False)):
        for complaint in saw.complaints:
            yield _told("E926", where, n, act, f"made VASSAL complain: {complaint}", "mend what it complains about")
        if saw.stuck:
            why = saw.why.partition("\n")[0]
            yield _told(
                "E927",
                where,
                n,
                act,
                f"does not come to an end: {why}",
                "allow more with `--timeout`; its account says what VASSAL was busy with",
            )
            continue
        if not saw.done:
            if not act.may_be_missing:
                yield _told("E920", where, n, act, f"cannot be done: {saw.why}", "look at the menu of the piece")
            continue
        yield from _misprinted(where, n, act, saw, misprints)
        for expectation in act.expects:
            if expectation.must is Must.APPLY:
                group = expectation.words[0]
                applied[group] = applied.get(group, False) or bool(saw.moved or saw.changed)
                continue
            fault = _JUDGES[expectation.must](expectation.words, saw)
            if fault:
                code = _CODES.get(expectation.must, "E922")
                yield _told(code, where, n, act, fault, "do the same by hand in VASSAL, and look at the traits behind")
    for group, done in applied.items():
        if not done:
            message = f"{where}: whatever the dice show, {group} changes no piece"
            yield diagnose("E922", message, help="look at what the roll does (`does`), and at the preferences")


def _told(code: str, where: str, n: int, act: Act, fault: str, help: str) -> Diagnostic:
    return diagnose(code, f"{where}, act {n} ({act.about}) {fault}", help=help)


def _misprinted(where: str, n: int, act: Act, saw: Seen, misprints: Misprints) -> Iterator[Diagnostic]:
    for line in (*saw.chat, *saw.offered):
        for fault in misprints(line):
            yield _told("E925", where, n, act, f"shows {fault}: {line}", "write what a player can read")


def _tell(words: tuple[str, ...], saw: Seen) -> str:
    if any(all(word in line for word in words) for line in saw.chat):
        return ""
    return f"does not say {' … '.join(words)!r}; the chat says {list(saw.chat)}"


def _unnamed(_: tuple[str, ...], saw: Seen) -> str:
    named = [str(row["name"]) for row in saw.moved if any(str(row["name"]) in line for line in saw.chat)]
    return f"names {', '.join(named)} in the chat" if named else ""


def _go(words: tuple[str, ...], saw: Seen) -> str:
    places = [str(row["to"]) for row in saw.moved]
    return "" if words[0] in places else f"should bring a piece to `{words[0]}`; it brings to {places or 'nowhere'}"


def _stay(words: tuple[str, ...], saw: Seen) -> str:
    changed = [row for row in saw.changed if not any(f" {word} " in row for word in words)]
    touched = [*(f"{row['name']} to {row['to']}" for row in saw.moved), *changed]
    return f"should leave the pieces alone; it touches {touched}" if touched else ""


def _do(_: tuple[str, ...], saw: Seen) -> str:
    told = [line for line in saw.chat if line.strip("*- ")]
    return "" if told or saw.moved or saw.changed or saw.values else "does nothing, and says nothing"


def _same(_: tuple[str, ...], saw: Seen) -> str:
    other = [*(f"{row['name']} ({row['piece']}) in {row['to']}, not in {row['from']}" for row in saw.moved)]
    other += [f"the state of {id}" for id in saw.changed] + [f"the value {name}" for name in saw.values]
    return f"leaves something behind: {'; '.join(other[:6])}" if other else ""


def _turn(words: tuple[str, ...], saw: Seen) -> str:
    return "" if words[0] in saw.turn else f"should show `{words[0]}`; the tracker shows `{saw.turn}`"


def _offer(words: tuple[str, ...], saw: Seen) -> str:
    missing = [word for word in words if word not in saw.offered]
    return f"lacks {', '.join(missing)}; it has {', '.join(saw.offered) or 'nothing'}" if missing else ""


def _hide(words: tuple[str, ...], saw: Seen) -> str:
    seen = [f"{row['name']} in {row['window']}" for row in saw.known if {row["piece"], row["window"]} & set(words)]
    return f"can tell {', '.join(seen[:6])}" if seen else ""


def _know(words: tuple[str, ...], saw: Seen) -> str:
    unknown = [word for word in words if word not in {row["piece"] for row in saw.known}]
    return f"cannot tell {', '.join(unknown[:6])}" if unknown else ""


_JUDGES: dict[Must, Callable[[tuple[str, ...], Seen], str]] = {
    Must.TELL: _tell, Must.UNNAMED: _unnamed, Must.GO: _go, Must.STAY: _stay, Must.DO: _do, Must.SAME: _same,
    Must.TURN: _turn, Must.OFFER: _offer, Must.HIDE: _hide, Must.KNOW: _know,
}  # fmt: skip
_CODES = {
    Must.TELL: "E921", Must.DO: "E921", Must.SAME: "E923", Must.UNNAMED: "E924", Must.HIDE: "E924", Must.OFFER: "E920"
}  # fmt: skip


def summary(acts: Sequence[Act], seen: Sequence[Seen]) -> str:
    """How far a drive came, in a few words."""
    skipped = sum(not saw.done for act, saw in zip(acts, seen, strict=False) if act.may_be_missing)
    missing = f", {skipped} commands not offered" if skipped else ""
    return f"{len(seen)} of {len(acts)} acts{missing}"


def shot_names(acts: Iterable[Act]) -> list[Path]:
    """The pictures that a drive takes."""
    return [Path(f"{act.subject}.png") for act in acts if act.verb is Verb.SHOT]
