"""Writers killed at any moment lose nothing they reported as done."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kernel.store.test_lock import PROLOGUE
from tmf_memory.kernel.store.base import Row
from tmf_memory.kernel.store.disk import DiskStore, open_disk_store
from tmf_memory.kernel.store.key import StoreKey

WRITE = (
    PROLOGUE
    + """
worker = sys.argv[2]
number = int(sys.argv[3])
while True:
    number += 1
    text = "x" * (number * 7919 % 50_000)
    store.append("log", {"worker": worker, "number": number, "text": text})
    store.write("shards/" + worker, {"number": number, "text": text})
    with store.lock():
        store.write("kept/" + worker, {"number": number, "text": text}, durable=True)
        store.write("count", (store.read("count") or 0) + 1)
    say(str(number))
"""
)

APPEND = (
    PROLOGUE
    + """
worker = sys.argv[2]
sys.stdin.read()
for number in range(150):
    store.append("log", {"worker": worker, "number": number, "text": "x" * (number * 97)})
"""
)


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)


def kill(children: list[subprocess.Popen[str]], chance: random.Random, *, early: bool) -> list[int]:
    """Kill writers in turn; returns the last number each reported as done.

    An early kill comes before the first report, perhaps while the directory is being made.
    """
    first_lines = []
    for child in children:
        assert child.stdout is not None
        first_lines.append("" if early else child.stdout.readline())
        time.sleep(chance.random() * 0.2)
        child.kill()
    reported = []
    for child, first_line in zip(children, first_lines, strict=True):
        output = first_line + child.communicate()[0]
        # The last line may itself be cut.
        whole = output[: output.rfind("\n") + 1].split()
        reported.append(int(whole[-1]) if whole else 0)
    return reported


def numbers_of(rows: list[Row], worker: str) -> list[int]:
    return [int(str(row["number"])) for row in rows if row["worker"] == worker]


def number_in(store: DiskStore, name: str) -> int:
    document = store.read(name)
    return int(str(document["number"])) if isinstance(document, dict) else 0


def survive_kills(state: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    # A writer killed between its append and its report has appended more than it reported.
    appended = {"a": 0, "b": 0}
    reported = {"a": 0, "b": 0}
    for number_of_round in range(rounds):
        children = [start(WRITE, state, worker, appended[worker]) for worker in appended]
        last_lines = kill(children, chance, early=number_of_round % 3 == 0)
        store = open_disk_store(state, key=StoreKey(b"k" * 32))
        rows = store.rows("log")
        with store.lock(timeout_s=0):
            assert not list(state.rglob(".tmf-*.tmp"))
        for worker, number in zip(reported, last_lines, strict=True):
            numbers = numbers_of(rows, worker)
            reported[worker] = last = max(reported[worker], number)
            assert numbers == list(range(1, len(numbers) + 1))
            assert max(numbers, default=0) >= max(last, appended[worker])
            assert number_in(store, f"shards/{worker}") >= last
            assert number_in(store, f"kept/{worker}") >= last
            appended[worker] = max(numbers, default=0)
        assert [damage for damage in store.damage if damage.name != "log"] == []
    assert min(reported.values()) > 0


def test_killed_writers_lose_nothing(tmp_path: Path) -> None:
    survive_kills(tmp_path / ".tmf", rounds=3, seed=1)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10))
def test_many_killed_writers_lose_nothing(tmp_path: Path, seed: int) -> None:
    survive_kills(tmp_path / ".tmf", rounds=20, seed=seed)


def test_concurrent_appends_lose_nothing(tmp_path: Path) -> None:
    state = tmp_path / ".tmf"
    workers = [start(APPEND, state, worker) for worker in ("a", "b")]
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.close()
        worker.stdin = None
    # A reader beside them sees only whole rows, and calls nothing damaged.
    reader = open_disk_store(state, key=StoreKey(b"k" * 32))
    seen = 0
    while any(worker.poll() is None for worker in workers):
        rows = reader.rows("log")
        assert len(rows) >= seen
        seen = len(rows)
    assert [worker.communicate()[0] for worker in workers] == ["", ""]
    assert [worker.returncode for worker in workers] == [0, 0]
    rows = reader.rows("log")
    assert numbers_of(rows, "a") == numbers_of(rows, "b") == list(range(150))
    assert reader.damage == []
