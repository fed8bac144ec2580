"""Several seats deciding at once, each in as many questions as it needs; no answer is seen before all are done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from compiler.play.ask import Ask, Flow, Sealed

T = TypeVar("T")


def together(flows: Mapping[str, Flow[T]]) -> Flow[dict[str, T]]:
    """Run the questions of several seats side by side; the answers of a seat come back by seat, in the same order.

    A flow asks its own seat only and does nothing to the table: what it decides is carried out when all have decided.
    """
    open_: dict[str, Ask] = {}
    done: dict[str, T] = {}

    def go_on(seat: str, answer: Any) -> None:
        open_.pop(seat, None)
        try:
            request = flows[seat].send(answer)
        except StopIteration as end:
            done[seat] = end.value
            return
        assert isinstance(request, Ask), "a seat decides one question at a time"
        assert request.seat == seat, "a seat decides for itself"
        open_[seat] = request

    for seat in flows:
        go_on(seat, None)
    while open_:
        answers = yield Sealed({seat: open_[seat] for seat in flows if seat in open_})
        for seat, answer in answers.items():
            go_on(seat, answer)
    return {seat: done[seat] for seat in flows}
