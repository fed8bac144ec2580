"""Help pages: quick start, how to use the module, the rules in our words, keys, where the data come from, credits."""

from __future__ import annotations

from collections.abc import Iterator

from compiler.cache import digest
from compiler.emit.automation.bars import AIM
from compiler.emit.automation.chances import MENU as CHANCE_MENU
from compiler.emit.automation.chances import chance_commands
from compiler.emit.automation.check_menu import MENU as CHECK_MENU
from compiler.emit.automation.check_menu import check_keys
from compiler.emit.automation.modifiers import roll_options
from compiler.emit.automation.roll_chain import target_checks
from compiler.emit.automation.roll_menu import MENU as ROLL_MENU
from compiler.emit.automation.table_buttons import MENU as TABLE_MENU
from compiler.emit.automation.table_buttons import automata
from compiler.emit.module import html, keys
from compiler.emit.module.key_page import NAME as KEYS
from compiler.emit.names import SOLO, cited, row_name, without_rows, words
from compiler.emit.plan import Plan
from compiler.model.common import Note, Origin
from compiler.play.joining import enumerated
from compiler.render.content import form_of
from compiler.render.pdf import Page, Placed, pdf_bytes
from compiler.render.sheet.digest import digest_key, digest_pages
from compiler.render.sheet.presets import PAPERS
from compiler.vassal.buildfile import Component, component
from compiler.vassal.keys import named

_PDF = "rules.pdf"
_DOUBTFUL = (Origin.EXTERNAL, Origin.RECONSTRUCTED, Origin.DERIVED)


def documentation(plan: Plan, files: dict[str, bytes]) -> Component:
    """The help menu; its pages are added to the files."""
    game = plan.game
    parts = [component("m.documentation.AboutScreen", title=f"About “{game.title.en}”", fileName=plan.studio.splash())]
    for title, name, content in _pages(plan):
        files[name] = content
        parts.append(component("m.documentation.HelpFile", title=title, fileName=name))
    parts.insert(-2, component("m.documentation.HelpFile", title="Keys", fileName=KEYS))  # written when all is built
    if game.ledger is not None:
        files[_PDF] = _printed(plan)
        parts.insert(-2, component("m.documentation.BrowserPDFFile", title="Rules in short, to print", pdfFile=_PDF))
    return component("m.Documentation", *parts)


def _pages(plan: Plan) -> Iterator[tuple[str, str, bytes]]:
    yield "Quick start", "help_start.html", _start(plan)
    yield "Using this module", "help_module.html", _module(plan)
    if plan.game.ledger is not None:
        yield "Rules in short", "help_rules.html", _rules(plan)
    doubts = _sources(plan)
    if doubts:
        said = html.paragraph("Not everything could be read off the game itself. What follows says which is which.")
        yield "Sources and doubts", "help_sources.html", html.page("Sources and doubts", said, *doubts)
    yield "Credits", "help_credits.html", _credits(plan)


def _start(plan: Plan) -> bytes:
    game = plan.game
    setups = [": ".join(filter(None, (s.title.en, s.description.strip()))) for s in game.scenarios.values()]
    run = {seat.name.en: ", ".join(game.sides[side].name.en for side in seat.sides) for seat in game.seats.values()}
    seats = [name if name == sides else f"{name} ({sides})" for name, sides in run.items()]
    return html.page(
        game.title.en, html.paragraph(game.description.strip()),
        html.heading("Start a game"),
        html.paragraph("Choose a setup from the File menu, then your side. One player alone takes "
                       f"the side {SOLO}, which sees and moves everything."),
        html.items(setups), html.heading("Players"), html.items(seats),
        *(html.heading(page.title) + html.prose(page.text) for page in game.help),
    )  # fmt: skip


def _module(plan: Plan) -> bytes:
    parts = [
        html.heading("Pieces"),
        html.items((
            "Drag a piece to move it; every move is told in the chat with the place it came from.",
            "Right-click a piece for its menu.",
            "A moved piece bears a sign in its upper right corner, until the sequence of play clears it.",
            "The button on the map's toolbar clears the signs of all moved pieces.",
            f"{keys.TRAIL.words} shows where a piece has been, {keys.FLIP.words} turns it over.",
            "Rest the mouse on a stack to see its pieces, their numbers and their ground.",
        )),
        html.heading("Sequence of play"),
        html.paragraph(f"The toolbar shows turn and step; + or {keys.NEXT_STEP.words} goes on, - or "
                       f"{keys.PREVIOUS_STEP.words} back. Entering a step clears the marks that end there, refills "
                       "cups, and moves the turn marker."),
        html.heading("Tables and dice"),
        html.paragraph(f"{_tables(plan)}All charts are in the Charts window."),
        html.heading("Automation"),
        html.paragraph("What the rules leave no choice in is done for you and told in the chat, each thing with its "
                       "rule and one undo. The Preferences have a page that only tells it, or switches all of it off."),
    ]  # fmt: skip
    rolls = list(_rolls(plan))
    if rolls:
        parts += [html.heading("Rolls"), html.items(rolls)]
    kept = list(_upkeep(plan))
    if kept:
        parts += [html.heading("Upkeep"), html.items(kept)]
    private = list(dict.fromkeys(window.sort for window in plan.atlas.windows.values() if window.private))
    if private:
        parts += [
            html.heading("Private windows"),
            html.paragraph(f"Only their owner opens these: {', '.join(private)}."),
        ]
    return html.page("Using this module", *parts)


def _tables(plan: Plan) -> str:
    """Where tables are rolled on: a menu, or the one button there is."""
    texts = [automaton.table.title.en for automaton in automata(plan)]
    if not texts:
        return ""
    where = f"The button {texts[0]}" if len(texts) == 1 else f"The menu {TABLE_MENU}"
    return f"{where} rolls and reads a table for you; the result comes with its rule number. "


def _upkeep(plan: Plan) -> Iterator[str]:
    """What the Upkeep menu and the commands beside it do."""
    upkeep = plan.game.upkeep
    for reveal in upkeep.reveals.values():
        tray = plan.atlas.windows[plan.atlas.spaces[next(iter(reveal.boxes))].map].sort
        kinds = ", ".join(plan.game.counter_kinds[kind].name.en for kind in reveal.kinds)
        yield (
            f"Right-click {kinds} and choose {tray} to put it there unseen. {reveal.name.en} in the Upkeep menu "
            f"tells what you have put where and lays it open for all{cited(reveal.note)}."
        )
    for income in upkeep.incomes.values():
        yield (
            f"{income.name.en} in the Upkeep menu counts {income.counted.en} on the board and tells what every "
            f"side collects in {income.unit.en}{cited(income.note)}."
        )
    for ranking in upkeep.rankings.values():
        score = upkeep.scores[ranking.score]
        yield (
            f"{ranking.name.en} in the Upkeep menu counts {score.name.en} on the board and tells who comes first"
            f"{cited(ranking.note)}."
        )
    for holding in upkeep.holdings.values():
        yield (
            f"{holding.name.en}: when its step is over, and by the Upkeep menu, every space whose side has nobody left "
            f"goes to the side that stands there{cited(holding.note)}."
        )
    for payment in upkeep.payments.values():
        yield (
            f"{payment.name.en}: a march or a pass of {plan.nodes[payment.each].name.en} without one, and one that is "
            f"used out of time, are told{cited(payment.note)}."
        )
    for ladder in upkeep.ladders.values():
        yield (
            f"{ladder.name.en}: {keys.STEP_UP.words} moves a marker up a box, {keys.STEP_DOWN.words} down, and "
            f"tells what its level allows; the Upkeep menu tells all levels{cited(ladder.note)}."
        )
    for reset in upkeep.resets.values():
        kinds = ", ".join(plan.game.counter_kinds[kind].name.en for kind in reset.kinds)
        yield (
            f"{reset.name.en}: when its step begins, every piece ({kinds}) that lies {words(reset.face)} is turned to "
            f"{words(reset.to)}{cited(reset.note)}."
        )
    for cover in upkeep.covers.values():
        yield (
            f"Right-click a card and choose {cover.name.en} to lay it face down where all see it lie and only you "
            f"know it; {keys.HIDE.words} turns it up{cited(cover.note)}."
        )


def _rolls(plan: Plan) -> Iterator[str]:
    """What the commands of pieces and the menu of rolls do."""
    game = plan.game
    for kind in game.counter_kinds.values():
        commands = [menu for _, menu in check_keys(plan, kind) if menu != AIM]
        if commands:
            yield (
                f"Right-click a piece ({kind.name.en}) and choose {CHECK_MENU}: {', '.join(commands)}. It rolls "
                "against its own numbers, adds what its ground, marks and leaders bring, and tells every modifier "
                "and what comes of it."
            )
        if chance_commands(plan, kind):
            yield f"{CHANCE_MENU}, in the same menu of the piece, tells how likely each outcome is, and rolls nothing."
        if target_checks(plan, kind):
            yield f"First tell whom it is against: {AIM} ({keys.AIM.words}) on that piece, anew for every roll."
    for contest in game.rolls.contests.values():
        yield f"{ROLL_MENU}, {contest.name.en}: both sides roll with their modifiers{cited(contest.note)}."
    for pool in game.rolls.pools.values():
        yield (
            f"{ROLL_MENU}, {pool.name.en}: say how many units of each kind roll, or select them first and count "
            f"them in ({keys.COUNT_IN.words}); hits are counted by the number on the unit{cited(pool.note)}."
        )
    for volley in game.rolls.volleys.values():
        if volley.ways:
            yield (
                f"{ROLL_MENU}, {volley.name.en}: count in the units that fire ({keys.COUNT_IN.words}), choose who "
                "commands them, and mark an enemy as fired on; the module asks how they fire, rolls, and tells "
                f"the hits and against whom{cited(volley.note)}."
            )
            continue
        yield (
            f"{volley.name.en}: right-click a unit, menu {volley.name.en}, and attack with all of its side there; the "
            "best leader commands each side. Name another, or who supports him, or who takes part, by the same menu "
            f"before you press {volley.name.en} in the menu {ROLL_MENU}{cited(volley.note)}."
        )
    for option in roll_options(plan):
        yield f"Scenario Options in the File menu, {game.options[option].name.en}: {game.options[option].text}"


def _rules(plan: Plan) -> bytes:
    """Every row of the ledger, chapter by chapter, with a table of contents; doubts have a page of their own."""
    ledger = plan.game.ledger
    assert ledger is not None
    chapters = ledger.by_chapter()
    contents = [(f"c{n}", ledger.heading(id)) for n, id in enumerate(chapters)]
    parts = [html.contents(contents)]
    for (anchor, title), rows in zip(contents, chapters.values(), strict=True):
        parts.append(html.anchored(anchor, title))
        parts += (html.ruled(row_name(row.id), without_rows(row.says.strip())) for row in rows)
    return html.page(f"{plan.game.title.en}: the rules in short", *parts)


def _printed(plan: Plan) -> bytes:
    """The same as a file to print: the booklet that lies beside the print sheets too."""
    game, palette, paper = plan.game, plan.studio.palette, PAPERS["a4"]

    def made() -> bytes:
        leaves = digest_pages(game, palette, paper)
        pages = [Page(paper.width, paper.height, (Placed(form_of(leaf.drawing)),), name=leaf.name) for leaf in leaves]
        return pdf_bytes(pages, f"{game.title.en}: the rules in our words")

    return plan.studio.kept(digest("rules.pdf", digest_key(game, palette, paper)), made)


def _sources(plan: Plan) -> list[str]:
    """What was not read off the game, and how doubtful rules are read; nothing where nothing is in doubt."""
    game = plan.game
    parts: list[str] = []
    if game.sources:
        parts += [html.heading("Sources"), html.items(f"{words(id)}: {text}" for id, text in game.sources.items())]
    unsure: dict[str, list[str]] = {}
    for name, note in _noted(plan):
        if note.source is not None and note.source.origin in _DOUBTFUL:
            unsure.setdefault(str(note.source), []).append(name)
    if unsure:
        parts.append(html.heading("Data not from the rulebook"))
        parts.append(html.items(f"{source}: {_few(names)}" for source, names in unsure.items()))
    doubts = [row for row in game.ledger.rows.values() if row.doubt] if game.ledger is not None else []
    if doubts:
        parts.append(html.heading("Doubtful rules"))
        told = (f"{row_name(row.id)}: {row.doubt}. Read here as: {row.reading or 'written'}" for row in doubts)
        parts.append(html.items(map(without_rows, told)))
    return parts


def caveat(plan: Plan) -> Iterator[Component]:
    """A word at the start of a game of which parts had to be reconstructed."""
    game = plan.game
    notes = {
        "cards": [card.note for card in game.cards.values()],
        "counters": [counter.note for counter in game.counters.values()],
        "tables": [table.note for table in game.tables.values()],
        "spaces": [space.note for space in game.spaces.values()],
    }
    unsure = [name for name, own in notes.items() if any(map(_reconstructed, own))]
    if not unsure:
        return
    key = named("liege-caveat")
    text = f"Some {enumerated(unsure)} of this module are reconstructed: see Help, Sources and doubts."
    yield component("m.DoActionButton", name="Caveat", text="", icon="", hotkey=key, doReport=True, reportFormat=text)
    yield component(
        "m.StartupGlobalKeyCommand", name="Caveat", buttonText="", icon="", whenToApply="startOfGameOnly",
        hotkeyOrKeyCommand="sendHotkey", globalHotkey=key,
    )  # fmt: skip


def _reconstructed(note: Note) -> bool:
    return note.source is not None and note.source.origin is Origin.RECONSTRUCTED


def _noted(plan: Plan) -> Iterator[tuple[str, Note]]:
    game = plan.game
    for group in (game.counters, game.cards, game.spaces, game.sides, game.seats, game.tracks):
        yield from ((thing.name.en, thing.note) for thing in group.values())
    yield from ((table.title.en, table.note) for table in game.tables.values())


def _few(names: list[str], most: int = 12) -> str:
    kept = list(dict.fromkeys(names))
    return ", ".join(kept[:most]) + (f" and {len(kept) - most} more" if len(kept) > most else "")


def _credits(plan: Plan) -> bytes:
    game = plan.game
    credits = [f"{words(key).capitalize()}: {value}" for key, value in game.credits.items()]
    return html.page(
        "Credits", html.items(credits),
        html.paragraph("Pictures, words of the help and this module are ours, made by Liege from a description of the "
                       "game. The game itself belongs to its makers; play it with a copy of your own."),
        html.paragraph(f"Version {game.version}, content {plan.stamp}."),
    )  # fmt: skip
