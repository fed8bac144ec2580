"""What the engine waits for: a seat's choice, several seats' sealed answers, or chance. One `Ask` for all."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from compiler.model.event import Drawn, Rolled, Shuffled
from compiler.model.record import record
from compiler.play.coverage import count
from compiler.play.making import Made, Rolls

if TYPE_CHECKING:
    from compiler.play.scene import Scene

CHANCE = "chance"  # the seat that rolls, draws and shuffles


@record(frozen=True, slots=True)
class Refusal:
    """Why an answer is not allowed: the rule that says so, and what about it is wrong."""

    rule: str | None
    because: str

    def __str__(self) -> str:
        return f"{self.because} ({self.rule})" if self.rule else self.because


class Refused(Exception):
    """An answer the rules do not allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Action:
    """Base of answers with several parts; a subclass is a frozen slotted record of strings, numbers and tuples."""

    __slots__ = ()
    known: ClassVar[list[type[Action]]] = []

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        Action.known.append(cls)

    @classmethod
    def verb(cls) -> str:
        """How the action begins when written: its class name in lower case."""
        return cls.__name__.lower()

    @property
    def parts(self) -> tuple[Any, ...]:
        names: tuple[str, ...] = self.__match_args__  # type: ignore[attr-defined]  # the fields of the record
        return tuple([getattr(self, name) for name in names])


Answer = str | int | tuple[Any, ...] | Action
Candidates = Callable[[], Iterable[Answer]] | Iterable[Answer]
Prompt = str | Callable[[], str]  # words, or what puts them together as long as the question stands
Rule = Callable[[Any], Refusal | None]  # why an answer is refused, or None


class Topic:
    """What a question is about, for whoever answers without reading: players, advice, pages.

    A subclass is a frozen slotted record of strings, numbers and tuples, such as `MoveUnit(unit)`.
    """

    __slots__ = ()


@record(frozen=True, slots=True)
class Price:
    """What an option costs whoever takes it, and whether it must end there: in a zone, say, or before an enemy."""

    cost: float
    ends: bool = False


class Options(Sequence[Answer]):
    """The answers an ask lists, worked out when first looked at: a resumed step passes most of them by."""

    __slots__ = ("_candidates", "_listed", "_rule", "_rules", "_stop", "_sure")

    def __init__(
        self,
        candidates: Candidates,
        rules: Sequence[Rule] = (),
        stop: Answer | None = None,
        rule: str | None = None,
        sure: bool = False,
    ) -> None:
        self._candidates = candidates if callable(candidates) else tuple(candidates)
        self._rules, self._stop, self._rule, self._sure = rules, stop, rule, sure
        self._listed: Sequence[Answer] | None = None

    @property
    def listed(self) -> Sequence[Answer]:
        found = self._listed
        if found is None:
            candidates, rules = self._candidates, self._rules
            every = candidates() if callable(candidates) else candidates
            if type(every) is Made and self._sure and len(every) <= MOST_LISTED:
                found = every if self._stop is None else every.and_also(self._stop)
            else:
                found = tuple(every if self._sure or not rules else _allowed(every, rules))
                if len(found) > MOST_LISTED:
                    found = found[:: len(found) // MOST_LISTED + 1]
                if self._stop is not None:
                    found = (*found, self._stop)
            self._listed = found
        return found

    def judge(self, answer: Any) -> Refusal | None:
        """Why an answer is refused, listed or not; None if it is allowed."""
        if self._stop is not None and answer == self._stop:
            return None
        for says in self._rules or (one_of(self.listed, rule=self._rule),):
            no = says(answer)
            if no is not None:
                return no
        return None

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.listed)

    def __getitem__(self, index: Any) -> Any:
        return self.listed[index]

    def __contains__(self, answer: object) -> bool:
        return answer in self.listed


@dataclass(slots=True, eq=False)  # not frozen, for speed: asks are made by the thousand and never kept
class Ask:
    """A question to one seat.

    `options` are the answers listed; `judge` says why any answer is refused (None: it is allowed). An ask may allow
    more than it lists, such as a longer way to the same space. `kind` is choose, roll, draw or shuffle; `purpose`
    names what a roll is for, so that one purpose never shifts the luck of another.
    """

    seat: str
    words: Prompt
    options: Sequence[Answer]
    judge: Callable[[Any], Refusal | None]
    kind: str = "choose"
    purpose: str = ""
    rule: str | None = None
    about: tuple[str, ...] = ()  # the spaces and pieces it is about, for a map excerpt
    stop: Answer | None = None  # the option that does nothing more, if there is one
    seldom: Callable[[Any], bool] | None = None  # options that give the game up: random players take them seldom
    topic: Topic | None = None  # None only for chance
    price: Callable[[Any], Price | None] | None = None  # what a listed option costs, where options have a price

    @property
    def prompt(self) -> str:
        """The question in words, put together now if it was not yet."""
        if not isinstance(self.words, str):
            self.words = self.words()
        return self.words

    @property
    def listed(self) -> Sequence[Answer]:
        """The options, worked out now if they were not yet."""
        if type(self.options) is Options:
            self.options = self.options.listed
        return self.options


@dataclass(frozen=True, slots=True, eq=False)
class Sealed:
    """Questions to several seats at once: no answer is seen before all are in."""

    asks: Mapping[str, Ask]


T = TypeVar("T")
Flow = Generator[Ask | Sealed, Any, T]  # a procedure that asks; what it is sent are the answers
MOST_LISTED = 600  # an ask lists no more options than this; any other legal answer may still be named


def question(
    scene: Scene,
    candidates: Candidates,
    rules: Sequence[Rule] = (),
    *,
    topic: Topic,
    prompt: Prompt,
    seat: str | None = None,
    rule: str | None = None,
    stop: Answer | None = None,
    about: tuple[str, ...] = (),
    seldom: Callable[[Any], bool] | None = None,
    sure: bool = False,
    price: Callable[[Any], Price | None] | None = None,
) -> Ask:
    """A question to a seat (the active one by default): options are the candidates no rule refuses, and `stop`.

    Any answer is judged by the rules in order, the first that speaks gives the reason; so an answer may be allowed that
    is not listed, such as a longer way. Without rules only candidates are allowed. `sure` candidates were made by the
    rules themselves and are listed as they are. `seldom` tells options that lead nowhere, `price` what one costs. Of
    very many a fair part is listed. A refusal counts for its rule when it is given here, once. Few read a `prompt`:
    one that takes work is best a function.
    """
    return _question(scene, candidates, rules, topic, prompt, seat, rule, stop, about, seldom, sure, price)


def _question(
    scene: Scene,
    candidates: Candidates,
    rules: Sequence[Rule],
    topic: Topic,
    prompt: Prompt,
    seat: str | None,
    rule: str | None,
    stop: Answer | None,
    about: tuple[str, ...],
    seldom: Callable[[Any], bool] | None,
    sure: bool,
    price: Callable[[Any], Price | None] | None,
) -> Ask:
    """`question` without the names of its arguments: asks are made by the thousand."""
    options = Options(candidates, rules, stop, rule, sure)
    judge = options.judge
    return Ask(seat or scene.active, prompt, options, judge, "choose", "", rule, about, stop, seldom, topic, price)


def _allowed(candidates: Iterable[Answer], rules: Sequence[Rule]) -> list[Answer]:
    """The candidates that no rule refuses."""
    found: list[Answer] = []
    for answer in candidates:
        for says in rules:
            no = says(answer)
            if no is not None:
                if no.rule is not None:
                    count(no.rule)  # a rule that bars something has come to bear
                break
        else:
            found.append(answer)
    return found


def decide(
    scene: Scene,
    candidates: Candidates,
    rules: Sequence[Rule] = (),
    *,
    topic: Topic,
    prompt: Prompt,
    seat: str | None = None,
    rule: str | None = None,
    stop: Answer | None = None,
    about: tuple[str, ...] = (),
    seldom: Callable[[Any], bool] | None = None,
    sure: bool = False,
    price: Callable[[Any], Price | None] | None = None,
) -> Flow[Any]:
    """Ask a seat and wait for its answer: the one way to ask; see `question`."""
    answer = yield _question(scene, candidates, rules, topic, prompt, seat, rule, stop, about, seldom, sure, price)
    return answer


def one_of(answers: Candidates, *, rule: str | None = None) -> Rule:
    """Only these answers are known."""
    source = answers if callable(answers) else tuple(answers).__iter__
    return lambda answer: None if answer in tuple(source()) else Refusal(rule, f"`{shown(answer)}` is not a choice")


def rules_on(scene: Scene, action: type[Action]) -> tuple[Rule, ...]:
    """The restrictions that the rules of the game put on a kind of action, in their order."""
    return tuple(partial(restriction, scene) for restriction in scene.book.restrictions.get(action, ()))


def sealed(asks: Iterable[Ask]) -> Flow[dict[str, Any]]:
    """Ask several seats at once; the answers come together, by seat in the order of the asks."""
    by_seat = {ask.seat: ask for ask in asks}
    if not by_seat:
        return {}
    answers = yield Sealed(by_seat)
    return {seat: answers[seat] for seat in by_seat}


def dice(
    scene: Scene, id: str, *, purpose: str, rule: str | None = None, count: int | None = None
) -> Flow[tuple[int, ...]]:
    """Roll dice of the game (`count` of them where it is not the usual number); the roll goes into the log."""
    die = scene.game.dice[id]
    number = die.count if count is None else count
    if number < 1:
        return ()
    values: tuple[int, ...] = yield roll_of(purpose, number, die.sides, rule)
    scene.do(Rolled(purpose, values, rule, id if die.faces else None))
    return values


def draw(
    scene: Scene, pile: str, to: str, *, rule: str | None = None, seen_by: tuple[str, ...] | None = None
) -> Flow[str | None]:
    """Take a piece blindly out of a cup into another place; None from an empty one."""
    inside = scene.table.stacks.get(pile, ())
    if not inside:
        return None
    piece = yield from blindly(inside, where=pile, purpose=f"draw {pile}", rule=rule)
    scene.do(Drawn(piece, to, seen_by, rule=rule))
    return piece


def blindly(inside: Sequence[str], *, where: str, purpose: str, rule: str | None = None) -> Flow[str]:
    """Chance takes one of several things that nobody sees, out of a cup or a fist; nothing moves yet."""

    def judge(answer: Any) -> Refusal | None:
        return None if answer in inside else Refusal(rule, f"`{shown(answer)}` is not in `{where}`")

    piece: str = yield Ask(CHANCE, f"draw from {where}", inside, judge, "draw", purpose, rule)
    return piece


def shuffle(scene: Scene, pile: str, *, rule: str | None = None) -> Flow[None]:
    """Give a pile a new order, bottom first."""
    inside = scene.table.stacks.get(pile, ())
    if len(inside) < 2:
        return

    def judge(answer: Any) -> Refusal | None:
        same = isinstance(answer, tuple) and sorted(answer) == sorted(inside)
        return None if same else Refusal(rule, f"a shuffle of `{pile}` must hold just its own pieces")

    order: tuple[str, ...] = yield Ask(CHANCE, f"shuffle {pile}", (), judge, "shuffle", f"shuffle {pile}", rule, inside)
    scene.do(Shuffled(pile, order, rule))


def shown(answer: Any) -> str:
    """An answer as it is written: words and numbers plain, lists with commas, actions with their verb."""
    if isinstance(answer, Action):
        return " ".join((answer.verb(), *(shown(part) for part in answer.parts)))
    if isinstance(answer, tuple):
        return ",".join(shown(part) for part in answer)
    return str(answer)


@lru_cache(maxsize=4096)  # the same few rolls are made by the thousand
def roll_of(purpose: str, count: int, sides: int, rule: str | None = None) -> Ask:
    """A roll of dice: the answer is the tuple of their values in order."""

    def judge(answer: Any) -> Refusal | None:
        if not isinstance(answer, tuple) or len(answer) != count:
            return Refusal(rule, f"a roll of {count} dice has {count} values")
        for value in answer:
            if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= sides:
                return Refusal(rule, f"each die shows 1 to {sides}")
        return None

    return Ask(CHANCE, f"roll {count}d{sides} for {purpose}", Rolls.of(count, sides), judge, "roll", purpose, rule)
