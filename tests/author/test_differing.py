"""Two versions told apart by meaning."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from compiler import resources
from compiler.author.differing import Change, as_markdown, as_text, compare
from compiler.author.meaning import game_facts
from compiler.cli import liege
from compiler.commands._game import read_game
from compiler.vassal.archive import read_archive, write_archive
from compiler.vassal.save import write_save
from tests.vassal import small


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "new" / "first_battle"
    shutil.copytree(resources.games() / "first_battle", home)
    return home


def spoil(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def diff(*arguments: str | Path) -> Result:
    return CliRunner().invoke(liege, ["diff", *(str(each) for each in arguments)])


OLD = {"counters": {"guard": {"attack": "4", "faces": ("fresh", "shaken")}, "gone": {"attack": "1"}}}
NEW = {"counters": {"guard": {"attack": "5", "faces": ("fresh", "broken")}, "come": {"attack": "2"}}}


def test_things_come_go_and_change() -> None:
    assert [(each.thing, each.what) for each in compare(OLD, NEW)] == [
        ("guard", "changed"), ("come", "added"), ("gone", "removed"),
    ]  # fmt: skip
    assert list(as_text(compare(OLD, NEW))) == [
        "counters", "  ~ guard: attack 4 → 5; faces: + broken; − shaken", "  + come: attack 2", "  − gone",
    ]  # fmt: skip
    assert compare(OLD, OLD) == []
    assert as_markdown([]) == "No differences.\n"
    assert "- **guard**: attack 4 → 5" in as_markdown(compare(OLD, NEW))
    assert as_markdown([Change("counters", "a_b", "removed")]).endswith("- gone: **a\\_b**\n")


def test_a_game_differs_from_itself_in_nothing_however_it_is_written(folder: Path) -> None:
    path = folder / "tracks.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    path = folder / "scenarios/bridge.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("turns: [1, 8]", "turns:\n  - 1\n  - 8"), encoding="utf-8")
    shown = diff("first_battle", folder, "--exit-code")
    assert (shown.exit_code, shown.stdout) == (0, "")


def test_every_kind_of_change_is_told_at_its_thing(folder: Path) -> None:
    spoil(folder, "counters.yaml", "attack: 4", "attack: 5")
    spoil(folder, "scenarios/bridge.yaml", '{at: "0604", put: [north_spears]', '{at: "0704", put: [north_spears]')
    spoil(folder, "map.yaml", '"cwhccccwhhcc"', '"cwhcwccwhhcc"')
    shown = diff("first_battle", folder, "--exit-code")
    assert shown.exit_code == 1
    lines = shown.stdout.splitlines()
    assert any("attack 4 → 5" in line for line in lines)
    assert any("+ north_spears at 0704; − north_spears at 0604" in line for line in lines)
    assert "  ~ 0501: terrain clear → woods" in lines
    data = json.loads(diff("first_battle", folder, "--format", "json").output)
    assert {each["section"] for each in data["changes"]} >= {"counters", "scenarios", "spaces"}


def test_a_revision_of_git_is_a_version(folder: Path) -> None:
    home = folder.parent
    for words in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"]):
        subprocess.run(["git", "-C", str(home), *words], check=True)
    spoil(folder, "counters.yaml", "attack: 4", "attack: 6")
    assert "attack 4 → 6" in diff(f"{folder}@HEAD", folder).output
    assert diff(f"{folder}@nonesuch", folder).exit_code == 2
    assert diff(f"{folder}@--output=x", folder).exit_code == 2


def test_all_games_can_be_told_as_facts() -> None:
    for home in sorted(resources.games().iterdir()):
        if (home / "game.yaml").is_file():
            facts = game_facts(read_game(str(home)))
            assert len(facts["spaces"]) > 10, home.name
            assert compare(facts, facts) == []


def test_modules_and_saves_of_anybody(tmp_path: Path) -> None:
    (tmp_path / "a.vmod").write_bytes(small.vmod())
    with read_archive(small.vmod(), "a.vmod") as archive:
        entries = {name: archive.read(name) for name in archive.names}
    entries["buildFile.xml"] = entries["buildFile.xml"].replace(b"Spearmen", b"Pikemen")
    entries["images/new.png"] = b"new"
    (tmp_path / "b.vmod").write_bytes(write_archive(entries))
    shown = diff(tmp_path / "a.vmod", tmp_path / "b.vmod").output
    assert "+ images/new.png" in shown
    assert "+ Pikemen 槍" in shown
    assert "− Spearmen 槍" in shown
    (tmp_path / "a.vsav").write_bytes(write_save(small.save()))
    (tmp_path / "b.vlog").write_bytes(write_save(small.log()))
    assert "+ step 1" in diff(tmp_path / "a.vsav", tmp_path / "b.vlog").output
    assert diff(tmp_path / "a.vsav", tmp_path / "a.vsav").stdout == ""
    mixed = diff(tmp_path / "a.vsav", "first_battle")
    assert mixed.exit_code == 2
    assert "two of a kind" in mixed.output


def test_settings_of_the_art_are_told_by_their_old_and_new_value() -> None:
    old = {"art": {"theme": {"": ("plain",)}, "counters": {"": ("foot.crest.at 1, 2", "foot.one.is 1", "foot.r 1")}}}
    new = {"art": {"theme": {"": ("japan",)}, "counters": {"": ("foot.crest.at 1, 3", "foot.r 1", "foot.two.is 2")}}}
    told = list(as_text(compare(old, new)))
    assert "  ~ theme: plain → japan" in told
    assert "  ~ counters: foot.crest.at 1, 2 → 1, 3; + foot.two.is 2; − foot.one.is 1" in told
