"""The state directory: made late, for the owner only, never through a link, never half written."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.fakes.clock import FakeClock
from tests.kernel.store.conftest import KEY, OTHER_KEY, OpenStore
from tmf_memory.kernel.errors import StoreError, StoreReadOnlyError
from tmf_memory.kernel.store.base import Json
from tmf_memory.kernel.store.disk import DiskOptions, DiskStore, open_disk_store
from tmf_memory.kernel.store.migration import Schema, Upgrade, shipped_upgrades

posix_only = pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions or links")


def files_of(directory: Path) -> list[str]:
    found = directory.rglob("*")
    return sorted(path.relative_to(directory).as_posix() for path in found if path.is_file())


def test_reading_makes_nothing(state: Path) -> None:
    store = open_disk_store(state, key=KEY)
    store.read("a")
    store.rows("a")
    store.names("")
    store.remove("a")
    assert not state.parent.exists()


LAID_OUT = [".gitignore", ".lock", "README.md", "schema.json"]


def test_first_lock_lays_the_directory_out(state: Path, open_store: OpenStore) -> None:
    with open_store().lock():
        pass
    assert files_of(state) == LAID_OUT
    assert (state / ".gitignore").read_text() == "*\n"
    assert (state / ".lock").read_text() == ""


def test_first_append_lays_the_directory_out(state: Path, open_store: OpenStore) -> None:
    open_store().append("log", {})
    assert files_of(state) == sorted([*LAID_OUT, "log.jsonl"])


def test_options_name_the_files(state: Path, open_store: OpenStore) -> None:
    options = DiskOptions(readme="read me\n", gitignore="*\n!project.json\n")
    open_store(options=options).write("a", 1)
    assert (state / "README.md").read_text() == "read me\n"
    assert (state / ".gitignore").read_text() == "*\n!project.json\n"


def test_files_that_are_there_are_kept(state: Path, open_store: OpenStore) -> None:
    state.mkdir(parents=True)
    (state / ".gitignore").write_text("mine\n")
    open_store().write("a", 1)
    assert (state / ".gitignore").read_text() == "mine\n"
    assert (state / "README.md").exists()


def test_document_is_one_line_of_ascii_json(state: Path, open_store: OpenStore) -> None:
    open_store().write("shards/3f", {"text": "é", "list": [1, 2]})
    assert (state / "shards" / "3f.json").read_bytes() == (
        b'{"schema_version":1,"mac":"2478a8e47ea0c05f5e92b2b2722ccb6d",'
        b'"data":{"text":"\\u00e9","list":[1,2]}}\n'
    )


@posix_only
def test_everything_is_for_the_owner_only(state: Path, open_store: OpenStore) -> None:
    before = os.umask(0)
    try:
        store = open_store()
        store.write("shards/3f", 1, durable=True)
        store.append("talk/log", {})
        (state / "talk" / "log.jsonl").write_bytes(b"torn")
        store.append("talk/log", {})
    finally:
        os.umask(before)
    for path in [state, *state.rglob("*")]:
        expected = 0o700 if path.is_dir() else 0o600
        assert (path.name, stat.S_IMODE(path.stat().st_mode)) == (path.name, expected)


def test_removed_directory_is_made_again(state: Path, open_store: OpenStore) -> None:
    store = open_store()
    with store.lock():
        store.write("shards/1", 1)
        shutil.rmtree(state)
        store.write("shards/2", 2)
        assert store.names("") == ["shards/2"]
    shutil.rmtree(state)
    store.append("shards/log", {"n": 1})
    store.write("shards/3", 3)
    assert store.rows("shards/log") == [{"n": 1}]
    assert store.names("") == ["shards/3"]
    assert set(LAID_OUT) <= set(files_of(state))


ATTEMPTS = ("write", "durable write", "append", "lock")


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_directory_that_is_a_file_is_read_only(
    attempt: str, state: Path, open_store: OpenStore
) -> None:
    state.parent.mkdir()
    state.write_text("a file")
    store = open_store()
    with pytest.raises(StoreReadOnlyError):
        run_attempt(store, attempt)
    assert store.read("sub/a") is None
    assert store.rows("sub/log") == []
    assert store.names("") == []
    assert store.damage == []
    assert state.read_text() == "a file"


@posix_only
@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_link_in_place_of_the_directory_is_not_followed(
    attempt: str, state: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    target = tmp_path / "somewhere else"
    DiskStore(target, key=KEY, clock=FakeClock()).write("sub/a", "target")
    before = files_of(target)
    state.parent.mkdir()
    state.symlink_to(target)
    with pytest.raises(StoreReadOnlyError, match="is not followed"):
        run_attempt(open_store(), attempt)
    assert files_of(target) == before

    open_store(options=DiskOptions(may_be_link=True)).write("sub/b", 1)
    assert files_of(target) == sorted([*before, "sub/b.json"])


@posix_only
@pytest.mark.parametrize("attempt", ["write", "durable write", "append"])
def test_link_in_place_of_a_folder_is_not_followed(
    attempt: str, state: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    target = tmp_path / "somewhere else"
    target.mkdir()
    open_store().write("a", 1)
    (state / "sub").symlink_to(target)
    with pytest.raises(StoreReadOnlyError, match="is not followed"):
        run_attempt(open_store(), attempt)
    assert files_of(target) == []


@posix_only
@pytest.mark.parametrize("name", [".lock", "log.jsonl", ".gitignore", "a.json"])
def test_link_in_place_of_a_file_is_not_written_through(
    name: str, state: Path, tmp_path: Path, open_store: OpenStore
) -> None:
    target = tmp_path / "precious"
    target.write_text("precious")
    state.mkdir(parents=True)
    (state / name).symlink_to(target)
    # Some of these are refused and some replace the link; none may reach what it names.
    with suppress(StoreReadOnlyError):
        open_store().write("a", 1)
    with suppress(StoreReadOnlyError):
        open_store().append("log", {})
    assert target.read_text() == "precious"


def run_attempt(store: DiskStore, attempt: str) -> None:
    if attempt == "append":
        store.append("sub/log", {})
    elif attempt == "lock":
        with store.lock():
            pass
    else:
        store.write("sub/a", 1, durable=attempt == "durable write")


REFUSALS = {
    errno.EROFS: (StoreReadOnlyError, "cannot be written"),
    errno.EACCES: (StoreReadOnlyError, "cannot be written"),
    errno.EPERM: (StoreReadOnlyError, "cannot be written"),
    errno.ENOSPC: (StoreError, "no space left"),
    errno.EIO: (StoreError, "cannot be written"),
}


@pytest.mark.parametrize("number", REFUSALS, ids=errno.errorcode.get)
@pytest.mark.parametrize("call", ["write", "fsync"])
def test_failing_disk_leaves_the_old_state(
    number: int, call: str, state: Path, open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store()
    store.write("a", "old")
    store.append("log", {"n": 1})
    before = files_of(state)
    kind, message = REFUSALS[number]

    def fail(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        with pytest.raises(kind, match=message):
            store.write("a", "new", durable=True)
        with pytest.raises(kind, match=message):
            store.append("log", {"n": 2})
    assert files_of(state) == before
    assert open_store().read("a") == "old"
    store.append("log", {"n": 3})
    assert open_store().rows("log") == [{"n": 1}, {"n": 3}]
    assert not (state / "quarantine").exists()


SMALL_DISK = """
import resource, sys
from pathlib import Path
from tmf_memory.kernel.errors import StoreError
from tmf_memory.kernel.store.disk import open_disk_store
from tmf_memory.kernel.store.key import StoreKey

store = open_disk_store(Path(sys.argv[1]), key=StoreKey(b"k" * 32))
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
big = "x" * 30_000
for attempt in (lambda: store.write("a", big), lambda: store.append("log", {"text": big})):
    try:
        attempt()
    except StoreError as error:
        sys.stdout.write(type(error).__name__ + str(error).partition(" to ")[0] + ";")
"""


@posix_only
def test_file_that_does_not_fit_leaves_the_old_state(state: Path, open_store: OpenStore) -> None:
    """The kernel cuts the write short here, as a full disk does: no injected failure."""
    store = open_store()
    store.write("a", "old")
    store.append("log", {"n": 1})
    before = files_of(state)
    child = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, str(state)], capture_output=True, text=True, check=True
    )
    assert child.stdout == "StoreErrorno space left;" * 2
    assert files_of(state) == before
    assert open_store().read("a") == "old"
    assert open_store().rows("log") == [{"n": 1}]
    assert not (state / "quarantine").exists()


# A test-only history: version 2 renamed a field, version 3 counts in milliseconds.
BEFORE: dict[str, Json] = {"path": "a.py", "seconds": 2}
AFTER: dict[str, Json] = {"file": "a.py", "milliseconds": 2000}


def rename_field(name: str, data: Json) -> Json:
    assert isinstance(data, dict)
    return {"file": data["path"], "seconds": data["seconds"], "from": name}


def count_milliseconds(_: str, data: Json) -> Json:
    assert isinstance(data, dict)
    assert isinstance(data["seconds"], int)
    return {"file": data["file"], "milliseconds": data["seconds"] * 1000}


def third_version() -> DiskOptions:
    steps = {"2": Upgrade(2, rename_field), "3": Upgrade(3, count_milliseconds)}
    return DiskOptions(schema=Schema(version=3, upgrades=lambda: steps))


def test_older_state_is_upgraded_on_read_and_kept_on_write(
    state: Path, open_store: OpenStore
) -> None:
    older = open_store()
    older.write("a", BEFORE)
    older.write("untouched", BEFORE)
    older.append("log", BEFORE)
    raw = (state / "a.json").read_bytes()

    store = open_store(options=third_version())
    store.check_schema()
    assert store.read("a") == AFTER
    assert store.rows("log") == [AFTER]
    assert (state / "a.json").read_bytes() == raw

    store.write("a", store.read("a"))
    assert (state / "a.json").read_bytes().startswith(b'{"schema_version":3,')
    assert (state / "untouched.json").read_bytes().startswith(b'{"schema_version":1,')
    assert (state / "schema.json").read_bytes().startswith(b'{"schema_version":3,')
    assert store.read("a") == AFTER
    assert store.read("untouched") == AFTER
    store.append("log", {"file": "b.py", "milliseconds": 1})
    assert store.rows("log") == [AFTER, {"file": "b.py", "milliseconds": 1}]
    assert store.damage == []


def test_foreign_older_state_is_not_upgraded(open_store: OpenStore) -> None:
    open_store(OTHER_KEY).write("a", "a shape that no upgrade expects")
    store = open_store(options=third_version())
    assert store.read("a") is None


def test_shipped_upgrades_are_found() -> None:
    steps = shipped_upgrades()
    assert sorted(steps) == [str(version) for version in range(2, Schema().version + 1)]
