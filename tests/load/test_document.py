"""Places in a document."""

from __future__ import annotations

from compiler.diagnostics import Sink
from compiler.load import Document, parse

TEXT = """\
counters:
  odani: {name: 'Odani castle', rule: 4.10}  # the keep
  yokoyama:
    steps: [1, "two", plain words here]
    note: a text that goes
      on below
"""


def document() -> Document:
    found = parse(TEXT, "f.yaml", Sink())
    assert found is not None
    return found


def test_spans_cover_the_token() -> None:
    doc = document()
    odani = doc.value["counters"]["odani"]
    steps = doc.value["counters"]["yokoyama"]["steps"]
    assert doc.span(odani, "name") == ("f.yaml", 2, 17, 14)
    assert doc.key_span(odani, "rule") == ("f.yaml", 2, 33, 4)
    assert doc.span(steps, 1) == ("f.yaml", 4, 16, 5)
    assert doc.span(steps, 2) == ("f.yaml", 4, 23, 16)
    assert doc.span(steps) == ("f.yaml", 4, 12, 1)
    assert doc.span(doc.value["counters"]) == ("f.yaml", 2, 3, 5)


def test_a_text_of_several_lines_is_marked_on_its_first() -> None:
    assert document().at(("counters", "yokoyama", "note")) == ("f.yaml", 5, 11, 16)


def test_a_path_leads_as_far_as_it_exists() -> None:
    doc = document()
    assert doc.at(("counters", "odani", "nowhere", 3)) == doc.at(("counters", "odani"))
    assert doc.at(()) == doc.span(doc.value)
    assert doc.key_at(("counters", "yokoyama")) == ("f.yaml", 3, 3, 8)
    assert doc.key_at(("counters", "yokoyama", "steps", 0)) == ("f.yaml", 4, 13, 1)


def test_a_key_that_is_not_there_stands_where_its_holder_does() -> None:
    doc = document()
    odani = doc.value["counters"]["odani"]
    assert doc.span(odani, "gone") == doc.span(odani) == doc.key_span(odani, "gone")
    assert doc.span([], 0) == doc.span(doc.value)


def test_source_is_what_the_author_wrote() -> None:
    doc = document()
    odani = doc.value["counters"]["odani"]
    assert odani["rule"] == 4.1
    assert doc.source(odani, "rule") == "4.10"
    assert doc.source(odani, "name") == "'Odani castle'"
