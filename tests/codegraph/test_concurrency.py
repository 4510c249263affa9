"""Several writers, readers beside them, kills at any moment: right answers, nothing lost."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.codegraph.lab import (
    Shell,
    disk_store,
    found,
    in_memory,
    later_clock,
    on_disk,
    put,
    read,
    shown,
    warm,
)
from tests.codegraph.state import logical_state
from tmf_memory.codegraph.feedback import Verdict
from tmf_memory.codegraph.freshness import check_of
from tmf_memory.codegraph.graph import GraphAnswer, Relation, look_up
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.reading import read_through
from tmf_memory.codegraph.testimony import give_feedback
from tmf_memory.codegraph.warm import WarmOptions
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.errors import LockHeldError, StoreReadOnlyError
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Worktree

TREE = {
    "pkg/__init__.py": "from .a import helper\n",
    "pkg/a.py": "LIMIT = 3\n\ndef helper(n=LIMIT):\n    return n\n",
    "pkg/b.py": "from pkg import helper\n\ndef use():\n    helper(1)\n",
    "app.toml": "[server]\nport = 80\n",
    **{
        f"pkg/m{n}.py": f"from pkg.a import helper\n\ndef f{n}():\n    helper({n})\n"
        for n in range(20)
    },
}
PROLOGUE = """
import sys
from pathlib import Path
from tests.codegraph.lab import on_disk, read, warm
root = Path(sys.argv[1])
"""
WARM = PROLOGUE + "print('ready', flush=True); sys.stdin.readline(); warm(on_disk(root))"
WARM_FOR_EVER = (
    PROLOGUE
    + """
from tmf_memory.codegraph.warm import WarmOptions, refresh
print("ready", flush=True)
afresh = False
while True:
    refresh(on_disk(root), WarmOptions(jobs=1, afresh=afresh))
    afresh = not afresh
    print("done", flush=True)
"""
)
HOLD = (
    PROLOGUE
    + """
with on_disk(root).store.lock():
    print("ready", flush=True)
    sys.stdin.readline()
"""
)


def start(script: str, root: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    return child


@contextmanager
def running(script: str, root: Path) -> Iterator[subprocess.Popen[str]]:
    child = start(script, root)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def edit(root: Path, chance: random.Random, step: int) -> None:
    path = chance.choice(sorted(TREE))
    place = root / path
    kind = chance.randrange(4)
    if kind == 0 and place.exists():
        place.unlink()
    elif kind == 1 and place.exists():
        place.replace(root / f"pkg/moved{step}.py")
    else:
        put(root, {path: f"{TREE[path]}\n\n# {step}\n" + f"X{step} = {step}\n"})


def is_as_new(root: Path) -> bool:
    clean = in_memory(root)
    warm(clean)
    return logical_state(on_disk(root)) == logical_state(clean)


@pytest.mark.parametrize("writers", [2, 4])
def test_writers_at_once_with_edits_going_on(writers: int, tmp_path: Path) -> None:
    put(tmp_path, TREE)
    chance = random.Random(writers)
    children = [start(WARM, tmp_path) for _ in range(writers)]
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    step = 0
    while any(child.poll() is None for child in children):
        edit(tmp_path, chance, step)
        step += 1
        time.sleep(0.01)
    assert [child.wait() for child in children] == [0] * writers
    for child in children:
        child.communicate()
    memory = on_disk(tmp_path)
    read(memory)
    assert memory.notices == []
    assert is_as_new(tmp_path)


def survive_kills(root: Path, rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    warm(on_disk(put(root, TREE)))
    for step in range(rounds):
        child = start(WARM_FOR_EVER, root)
        edit(root, chance, step)
        time.sleep(chance.random() * 0.3)
        child.kill()
        child.communicate()
        memory = on_disk(root)
        read(memory)
        one = found(memory, min(memory.claims.manifest.files))
        give_feedback(memory, one, Verdict.USAGE, str(step))
        memory = on_disk(root)
        read_through(memory, WarmOptions(jobs=1), logical_state)
        assert is_as_new(root)
        rows = [row for row in memory.store.rows("feedback") if row["event"] == "feedback"]
        assert [row["note"] for row in rows] == [str(earlier) for earlier in range(step + 1)]
        assert not list((root / ".tmf").rglob("*.tmp"))


def test_a_killed_warm_is_repaired_and_no_feedback_is_lost(tmp_path: Path) -> None:
    survive_kills(tmp_path, rounds=4, seed=1)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10))
def test_many_killed_warms_are_repaired_and_no_feedback_is_lost(tmp_path: Path, seed: int) -> None:
    survive_kills(tmp_path, rounds=20, seed=seed)


class DyingStore(MemoryStore):
    """Dies before its n-th write, as a killed process does; what was written stays."""

    def __init__(self) -> None:
        super().__init__()
        self.writes_left = -1

    def write(self, name: str, document: object, *, durable: bool = False) -> None:
        self._count_down()
        super().write(name, document, durable=durable)  # type: ignore[arg-type]

    def remove(self, name: str) -> None:
        self._count_down()
        super().remove(name)

    def append(self, log: str, row: object) -> None:
        self._count_down()
        super().append(log, row)  # type: ignore[arg-type]

    def _count_down(self) -> None:
        if self.writes_left == 0:
            raise KeyboardInterrupt
        self.writes_left -= 1


@pytest.mark.parametrize("change", ["edit", "rename", "first warm"])
def test_dying_before_any_write_leaves_what_the_next_read_repairs(
    change: str, tmp_path: Path
) -> None:
    """Every point in turn, until the update gets through."""
    small = {path: text for path, text in TREE.items() if "/m" not in path}
    for point in range(200):
        root = put(tmp_path / str(point), small)
        store = DyingStore()
        memory = CodeMemory(Worktree(root), store, SystemClock())
        if change != "first warm":
            warm(memory)
            give_feedback(memory, found(memory, "helper"), Verdict.VERIFIED, "")
        if change == "edit":
            put(root, {"pkg/a.py": "def other(): ...\n", "pkg/new.py": "import pkg.a\n"})
        elif change == "rename":
            (root / "pkg/a.py").replace(root / "pkg/c.py")
        store.writes_left = point
        try:
            read(CodeMemory(Worktree(root), store, SystemClock()))
            through = True
        except KeyboardInterrupt:
            through = False
        store.writes_left = -1
        memory = CodeMemory(Worktree(root), store, SystemClock())
        state = read_through(memory, WarmOptions(jobs=1), logical_state)
        clean = in_memory(root)
        warm(clean)
        assert state == logical_state(clean), point
        if change == "rename":
            assert shown(memory, "helper").claim.trust[0] == "verified", point
        if through:
            assert point > 5
            return
    pytest.fail("the update never got through")


def test_an_interrupted_update_leaves_the_open_engine_usable(tmp_path: Path) -> None:
    store = DyingStore()
    memory = CodeMemory(Worktree(put(tmp_path, TREE)), store, SystemClock())
    warm(memory)
    put(tmp_path, {"pkg/a.py": "def other(): ...\n"})
    store.writes_left = 2
    with pytest.raises(KeyboardInterrupt):
        read(memory)
    store.writes_left = -1
    read(memory)
    clean = in_memory(tmp_path)
    warm(clean)
    assert logical_state(memory) == logical_state(clean)


def test_a_held_lock_stops_a_warm_by_name_and_no_read(tmp_path: Path) -> None:
    warm(on_disk(put(tmp_path, TREE)))
    with running(HOLD, tmp_path) as holder:
        put(tmp_path, {"pkg/a.py": "def renamed(): ...\n"})
        with pytest.raises(LockHeldError, match=f"by process {holder.pid}"):
            warm(on_disk(tmp_path, clock=later_clock()))
        memory = on_disk(tmp_path, clock=later_clock())
        read(memory)
        assert shown(memory, "renamed").fresh
        assert f"by process {holder.pid}" in str(memory.notices)
        give_feedback(memory, found(memory, "renamed"), Verdict.VERIFIED, "")
        assert shown(memory, "renamed").claim.trust[0] == "verified"
        before = disk_store(tmp_path).read("manifest")
        holder.communicate("done\n")
    # A long-lived engine goes back to the disk by itself.
    read(memory)
    assert not memory.is_in_memory
    assert memory.notices == []
    assert disk_store(tmp_path).read("manifest") != before
    assert is_as_new(tmp_path)
    assert shown(on_disk(tmp_path), "renamed").claim.trust[0] == "verified"


def test_a_command_beside_a_held_lock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tmf_memory.codegraph.warm._READERS_PATIENCE_S", 0.05)
    monkeypatch.setattr("tmf_memory.codegraph.warm.LOCK_TIMEOUT_S", 0.05)
    tmf = Shell(put(tmp_path, TREE), capsys)
    tmf("warm")
    with running(HOLD, tmp_path) as holder:
        put(tmp_path, {"pkg/a.py": "def renamed(): ...\n"})
        ran = tmf("warm")
        assert (ran.code, ran.out) == (1, "")
        assert f"by process {holder.pid} [lock-held]\n" in ran.err
        for command in (("explain", "renamed"), ("retrieve", "renamed"), ("diff",)):
            ran = tmf(*command)
            assert (ran.code, ran.err) == (0, "")
            assert f"gap: nothing was written: {tmp_path}/.tmf/.lock has been held" in ran.out
        assert tmf("feedback", "renamed", "verified").code == 0
    assert "verified" in tmf("explain", "renamed").out


class ReadOnlyStore(MemoryStore):
    """A store that can be read and not written: root may write everywhere."""

    is_locked = False

    def write(self, name: str, document: object, *, durable: bool = False) -> None:
        self._check()
        super().write(name, document, durable=durable)  # type: ignore[arg-type]

    def remove(self, name: str) -> None:
        self._check()
        super().remove(name)

    def append(self, log: str, row: object) -> None:
        self._check()
        super().append(log, row)  # type: ignore[arg-type]

    def _check(self) -> None:
        if self.is_locked:
            raise StoreReadOnlyError("the directory is read-only")


def test_a_store_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    store = ReadOnlyStore()
    memory = CodeMemory(Worktree(put(tmp_path, TREE)), store, SystemClock())
    warm(memory)
    store.is_locked = True
    put(tmp_path, {"pkg/a.py": "def renamed(): ...\n"})
    with pytest.raises(StoreReadOnlyError):
        warm(memory)
    for _ in range(2):
        read(memory)
        assert shown(memory, "renamed").fresh
        assert [gap.reason for gap in memory.notices] == [
            "nothing was written: the directory is read-only"
        ]
    with pytest.raises(StoreReadOnlyError):
        give_feedback(memory, found(memory, "renamed"), Verdict.USAGE, "")


def test_a_read_only_repository_answers_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`.tmf` is a file, so that nothing can be written below it."""
    tmf = Shell(put(tmp_path, {**TREE, ".tmf": "not a directory"}), capsys)
    for command in (("callers", "helper"), ("explain", "helper"), ("retrieve", "helper")):
        ran = tmf(*command)
        assert (ran.code, ran.err) == (0, "")
        assert "gap: nothing was written: " in ran.out
    ran = tmf("warm")
    assert (ran.code, ran.out) == (1, "")
    assert "[store-read-only]" in ran.err
    ran = tmf("feedback", "helper", "verified")
    assert (ran.code, ran.out) == (1, "")
    assert "[store-read-only]" in ran.err
    for command in (("status",), ("stats",), ("languages",), ("diff",)):
        assert tmf(*command).code == 0
    assert (tmp_path / ".tmf").read_text(encoding="utf-8") == "not a directory"


def test_an_answer_half_of_one_state_and_half_of_the_next_is_made_again(tmp_path: Path) -> None:
    """Another process writes between the update of a read and its answer."""
    warm(on_disk(put(tmp_path, TREE)))
    memory = on_disk(tmp_path, clock=later_clock())
    times = 0

    def answer(memory: CodeMemory) -> object:
        nonlocal times
        times += 1
        asked = find_one(memory.claims, "helper")
        if times == 1:
            put(tmp_path, {"pkg/b.py": "def use():\n    helper(1)\n"})
            read(on_disk(tmp_path))
        return look_up(memory.claims, check_of(memory), asked, Relation.CALLERS)

    answered = read_through(memory, WarmOptions(jobs=1), answer)
    assert times == 2
    assert isinstance(answered, GraphAnswer)
    assert "pkg/b.py" not in {hit.site for hit in answered.hits}


def test_writers_that_never_rest_are_made_to_wait(tmp_path: Path) -> None:
    warm(on_disk(put(tmp_path, TREE)))
    memory = on_disk(tmp_path)
    times = 0

    def answer(memory: CodeMemory) -> int:
        nonlocal times
        times += 1
        store = disk_store(tmp_path)
        try:
            with store.lock(timeout_s=0):
                store.write("generation", [times, -times])
        except LockHeldError:
            return -1
        return times

    assert read_through(memory, WarmOptions(jobs=1), answer) == -1
    assert times == 4


@pytest.mark.slow
def test_readers_beside_a_busy_writer_never_see_a_wrong_edge(tmp_path: Path) -> None:
    """Two states take turns; whatever is called fresh must be true of the file as it is."""
    texts = (
        "from pkg import helper\n\ndef use():\n    helper(1)\n",
        "from pkg import helper\n\n\n\ndef use2():\n    helper(1)\n",
    )
    put(tmp_path, {path: text for path, text in TREE.items() if "/m" not in path})
    memory = on_disk(tmp_path)
    warm(memory)
    with running(WARM_FOR_EVER, tmp_path):
        for turn in range(10):
            put(tmp_path, {"pkg/b.py": texts[turn % 2]})
            callers = read_through(
                memory,
                WarmOptions(jobs=1),
                lambda memory: look_up(
                    memory.claims,
                    check_of(memory),
                    find_one(memory.claims, "helper"),
                    Relation.CALLERS,
                ),
            )
            here = {hit.other.qualname: hit for hit in callers.hits if hit.site == "pkg/b.py"}
            assert set(here) == {("use", "use2")[turn % 2]}
            assert [hit.edge.lines for hit in here.values()] == [((4,), (6,))[turn % 2]]
