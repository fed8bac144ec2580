"""The content-addressed store."""

from __future__ import annotations

from pathlib import Path

from compiler.cache import Store, digest


def test_what_was_made_is_found_again(tmp_path: Path) -> None:
    store = Store(tmp_path, "compiler.cache")
    key = digest("counter", b"1")
    assert store.keep(key, lambda: b"picture") == b"picture"
    assert store.keep(key, lambda: b"other") == b"picture"
    assert (store.made, store.found) == (1, 1)


def test_a_damaged_entry_is_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path, "compiler.cache")
    key = digest("x")
    store.put(key, b"picture")
    (file,) = (p for p in tmp_path.rglob("*") if p.is_file())
    file.write_bytes(file.read_bytes()[:-1])
    assert store.get(key) is None
    assert store.keep(key, lambda: b"picture") == b"picture"
    assert store.get(key) == b"picture"


def test_without_a_folder_nothing_is_kept() -> None:
    store = Store(None)
    assert [store.keep("k", lambda: b"x") for _ in range(2)] == [b"x", b"x"]
    assert store.made == 2


def test_what_had_faults_is_not_kept(tmp_path: Path) -> None:
    store, faults = Store(tmp_path, "compiler.cache"), ["an older one"]

    def make() -> bytes:
        faults.append("a new one")
        return b"picture"

    assert store.keep("key", make, faults) == b"picture"
    assert store.get("key") is None
    assert store.keep("key", lambda: b"picture", faults) == store.get("key")


def test_parts_of_a_key_do_not_run_together() -> None:
    assert digest("ab", "c") != digest("a", "bc")
    assert digest("a") == digest(b"a")


def test_what_other_code_made_is_not_found(tmp_path: Path) -> None:
    ours, theirs = Store(tmp_path, "compiler.cache"), Store(tmp_path, "compiler.model.colour")
    ours.put("key", b"picture")
    assert theirs.get("key") is None
    theirs.put("key", b"other")
    assert ours.get("key") == b"picture"
