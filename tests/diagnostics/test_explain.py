"""The pages of load and schema codes: their examples do what they say."""

from __future__ import annotations

import re

import pytest

from compiler.diagnostics import CODES, Sink
from compiler.diagnostics.explain import find, page
from compiler.load import parse
from compiler.schema import validate

OURS = [code for code in CODES if code[0] in "LS"]
EXAMPLE = re.compile(r"```yaml\n(# (\w+)\.yaml\n.*?)```", re.DOTALL)


def codes_of(text: str, kind: str) -> set[str]:
    sink = Sink()
    document = parse(text, f"{kind}.yaml", sink)
    if document is not None:
        validate(document, kind, sink)
    return {d.code for d in sink}


@pytest.mark.parametrize("code", OURS)
def test_every_code_has_a_page_of_four_parts(code: str) -> None:
    told = page(code)
    assert told is not None
    assert re.findall(r"^## (.*)$", told, re.MULTILINE) == ["What", "Why", "Broken", "Mended"]


@pytest.mark.parametrize("code", [code for code in OURS if EXAMPLE.search(page(code) or "")])
def test_the_broken_example_has_the_fault_and_the_mended_one_has_none(code: str) -> None:
    (broken, kind), (mended, _) = EXAMPLE.findall(page(code) or "")
    assert codes_of(broken, kind) == {code}
    assert codes_of(mended, kind) == set()


def test_a_code_is_found_by_id_or_name_in_any_case() -> None:
    assert find("l009") == "L009" == find("twin_key") == find("Twin-Key")
    assert find("L999") is None
