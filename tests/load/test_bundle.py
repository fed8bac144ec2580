"""Which files make a game."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from compiler.diagnostics import Diagnostic, Sink
from compiler.load import Bundle, bundle, load_game


def write(folder: Path, **files: str) -> Path:
    for name, text in {"game.yaml": "id: demo\n", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def load(folder: Path) -> tuple[Bundle | None, list[Diagnostic]]:
    sink = Sink()
    return load_game(folder, sink), sink.sorted()


def test_each_file_has_its_kind(tmp_path: Path) -> None:
    names = {
        "map.yaml": "map",
        "maps/two.yaml": "map",
        "counters.yaml": "counters",
        "counters/oda.yaml": "counters",
        "scenarios/first.yaml": "scenario",
        "examples/storm.yaml": "example",
        "ids.lock.yaml": "lock",
        "ledger.yaml": "ledger",
        "art.yaml": "art",
        "tables/crt.yaml": "tables",
        "cards/events.yaml": "cards",
        "piles.yaml": "piles",
        "tracks.yaml": "tracks",
        "sequence.yaml": "sequence",
    }
    found, faults = load(write(tmp_path, **dict.fromkeys(names, "a: 1\n")))
    assert found is not None
    assert not faults
    got = {Path(document.file).relative_to(tmp_path).as_posix(): kind for kind, document in found}
    assert got == {"game.yaml": "game", **names}
    assert [Path(document.file).name for document in found.all("map")] == ["map.yaml", "two.yaml"]
    assert found.one("cards") is found.all("cards")[0]
    assert found.one("nothing") is None


def test_pictures_readme_and_hidden_files_are_let_be(tmp_path: Path) -> None:
    found, faults = load(
        write(tmp_path, **{"art/a.svg": "", "art/deep/b.txt": "", "README.md": "", ".git/x.yaml": "[", ".notes": ""})
    )
    assert found is not None
    assert not faults
    assert found.art == ("art/a.svg", "art/deep/b.txt")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("counter.yaml", "counters.yaml"),
        ("map.yml", "map.yaml"),
        ("scenario/first.yaml", "scenarios/first.yaml"),
        ("scenarios/first.yml", "scenarios/first.yaml"),
    ],
)
def test_an_unknown_file_names_the_nearest_right_one(tmp_path: Path, name: str, meant: str) -> None:
    _, (fault,) = load(write(tmp_path, **{name: "a: 1\n"}))
    assert fault.code == "L021"
    assert fault.span is not None
    assert fault.span.file.endswith(name)
    assert fault.help == f"did you mean `{meant}`?"


def test_a_stray_file_without_a_near_name_is_left_alone(tmp_path: Path) -> None:
    _, faults = load(write(tmp_path, **{"shopping.txt": "milk", "drafts/deep/er.yaml": "a: 1\n"}))
    assert not faults


@pytest.mark.parametrize("name", ["scenarios/deep/er.yaml", "counters/a/b/er.yml"])
def test_a_file_too_far_down_is_told_where_it_belongs(tmp_path: Path, name: str) -> None:
    _, (fault,) = load(write(tmp_path, **{name: "a: 1\n"}))
    assert (fault.code, fault.message) == ("L021", f"`{name}` is not read")
    assert f"`{name.partition('/')[0]}/er.yaml`" in (fault.help or "")


def test_faults_of_all_files_come_together(tmp_path: Path) -> None:
    found, faults = load(write(tmp_path, **{"map.yaml": "a: 1\na: 2\n", "cards.yaml": "[", "piles.yaml": "b: 1\n"}))
    assert found is not None
    assert [fault.code for fault in faults] == ["L007", "L009"]
    assert found.one("piles") is not None
    assert found.one("map") is None


def test_links_must_stay_inside(tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("a: 1\n")
    game = write(tmp_path / "game", **{"art/real.svg": "<svg/>"})
    (game / "map.yaml").symlink_to(outside)
    (game / "art" / "same.svg").symlink_to(game / "art" / "real.svg")
    (game / "scenarios").symlink_to(tmp_path)
    found, faults = load(game)
    assert [fault.code for fault in faults] == ["L022", "L022"]
    assert found is not None
    assert found.art == ("art/real.svg", "art/same.svg")
    assert found.one("map") is None


def test_what_two_files_of_a_kind_both_define_is_a_twin(tmp_path: Path) -> None:
    _, (fault,) = load(
        write(
            tmp_path,
            **{
                "counters.yaml": "counters:\n  wagon: {kind: x}\n",
                "counters/oda.yaml": "kinds: {}\ncounters:\n  oda: {kind: x}\n  wagon: {kind: y}\n",
            },
        )
    )
    assert (fault.code, fault.span and (fault.span.line, fault.span.column)) == ("L025", (4, 3))
    assert fault.related[0].span.file.endswith("counters.yaml")
    assert fault.related[0].span.line == 2


def test_too_many_files_are_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "MAX_FILES", 20)
    _, faults = load(write(tmp_path, **{f"art/{n}.svg": "" for n in range(30)}))
    assert [fault.code for fault in faults] == ["L024"]


def test_a_folder_without_game_yaml_is_no_game(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        found, (fault,) = load(folder)
        assert found is None
        assert fault.code == "L020"


def test_the_garbage_collector_is_left_as_it_was(tmp_path: Path) -> None:
    load(write(tmp_path))
    assert gc.isenabled()
