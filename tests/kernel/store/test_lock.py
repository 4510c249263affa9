"""One writer at a time; a killed owner frees the lock at once, and only one taker gets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.clock import FakeClock
from tests.kernel.store.conftest import KEY, OpenStore
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.errors import LockHeldError
from tmf_memory.kernel.store.disk import DiskStore
from tmf_memory.kernel.store.lockfile import process_start

PROLOGUE = """
import os, sys, time
from pathlib import Path
from tmf_memory.kernel.store.disk import open_disk_store
from tmf_memory.kernel.store.key import StoreKey

store = open_disk_store(Path(sys.argv[1]), key=StoreKey(b"k" * 32))

def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
"""

HOLD = (
    PROLOGUE
    + """
with store.lock():
    say("held")
    sys.stdin.read()
"""
)

# The owner dies, and a forked child of it lives on with copies of all descriptors.
HOLD_AND_FORK = (
    PROLOGUE
    + """
with store.lock():
    if os.fork() == 0:
        say("held")
        sys.stdin.read()
        os._exit(0)
    time.sleep(60)
"""
)

COUNT = (
    PROLOGUE
    + """
sys.stdin.read()
for _ in range(20):
    with store.lock(timeout_s=60):
        marker = os.open(Path(sys.argv[1], "inside"), os.O_CREAT | os.O_EXCL)
        store.write("count", (store.read("count") or 0) + 1)
        os.close(marker)
        Path(sys.argv[1], "inside").unlink()
say("done")
"""
)


@contextmanager
def child(script: str, state: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", script, str(state)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == f"{line}\n"


def let_go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    process.stdin = None


def test_lock_names_its_owner(state: Path) -> None:
    clock = FakeClock()
    store = DiskStore(state, key=KEY, clock=clock)
    with store.lock():
        owner = json.loads((state / ".lock").read_text())
        assert owner == {
            "pid": os.getpid(),
            "process_started": process_start(),
            "since": "2026-01-02T03:04:05+00:00",
        }
    assert (state / ".lock").read_text() == ""


def test_waiting_ends_with_the_owner_and_its_time(state: Path) -> None:
    clock = FakeClock()
    owner = DiskStore(state, key=KEY, clock=clock)
    waiting = DiskStore(state, key=KEY, clock=clock)
    with owner.lock():
        clock.advance(30)
        with pytest.raises(LockHeldError) as caught, waiting.lock(timeout_s=12):
            pass
    assert caught.value.pid == os.getpid()
    assert str(caught.value) == f"{state}/.lock has been held for 42 s by process {os.getpid()}"
    with waiting.lock(timeout_s=0):
        pass


@pytest.mark.parametrize("content", ["", "no JSON", "[]", '{"pid": 1}', '{"pid": "x", "since": 1}'])
def test_unreadable_owner_is_no_traceback(content: str, state: Path, open_store: OpenStore) -> None:
    with open_store().lock():
        (state / ".lock").write_text(content)
        with pytest.raises(LockHeldError) as caught, open_store().lock(timeout_s=0):
            pass
    assert caught.value.pid in {0, 1}


def test_lock_of_a_live_process_is_respected(state: Path, open_store: OpenStore) -> None:
    with child(HOLD, state) as owner:
        wait_for(owner, "held")
        store = open_store()
        with pytest.raises(LockHeldError) as caught, store.lock():
            pass
        assert caught.value.pid == owner.pid
        with pytest.raises(LockHeldError):
            store.write("a", 1)
        store.remove("missing")
        assert store.read("a") is None
        store.append("log", {"appends": "do not wait"})
        let_go(owner)
        owner.wait()
        store.write("a", 1)
    assert store.read("a") == 1


def test_lock_of_a_killed_process_is_free_at_once(state: Path, open_store: OpenStore) -> None:
    with child(HOLD, state) as owner:
        wait_for(owner, "held")
        owner.kill()
        owner.wait()
        assert json.loads((state / ".lock").read_text())["pid"] == owner.pid
        with open_store().lock(timeout_s=0):
            assert json.loads((state / ".lock").read_text())["pid"] == os.getpid()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_child_does_not_keep_the_lock_of_a_killed_process(
    state: Path, open_store: OpenStore
) -> None:
    with child(HOLD_AND_FORK, state) as owner:
        wait_for(owner, "held")
        owner.kill()
        owner.wait()
        with open_store().lock(timeout_s=0):
            pass
        let_go(owner)


def test_new_owner_cleans_up_after_a_killed_one(state: Path, open_store: OpenStore) -> None:
    open_store().write("shards/1", 1)
    leftovers = [state / ".tmf-123-0.tmp", state / "shards" / ".tmf-123-45.tmp"]
    kept = [state / "x.tmp", state / ".tmf-x-0.tmp", state / "shards" / "tmf-1-1.tmp"]
    for path in [*leftovers, *kept]:
        path.write_text("half")
    with open_store().lock():
        assert all(path.exists() for path in [*leftovers, *kept])
    with child(HOLD, state) as owner:
        wait_for(owner, "held")
        owner.kill()
        owner.wait()
    open_store().write("a", 1)
    assert not any(path.exists() for path in leftovers)
    assert all(path.exists() for path in kept)
    assert open_store().read("shards/1") == 1


def test_removed_lock_file_still_gives_one_owner(state: Path, open_store: OpenStore) -> None:
    with open_store().lock():
        (state / ".lock").unlink()
        with (
            open_store().lock(timeout_s=0),
            pytest.raises(LockHeldError),
            open_store().lock(timeout_s=0),
        ):
            pass
    with open_store().lock(timeout_s=0):
        pass


def test_racing_takers_of_a_dead_lock_never_meet(state: Path) -> None:
    with child(HOLD, state) as owner:
        wait_for(owner, "held")
        with child(COUNT, state) as first, child(COUNT, state) as second:
            let_go(first)
            let_go(second)
            owner.kill()
            wait_for(first, "done")
            wait_for(second, "done")
    store = DiskStore(state, key=KEY, clock=SystemClock())
    assert store.read("count") == 40
    assert not (state / "inside").exists()
