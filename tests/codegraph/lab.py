"""A small repository to try code memory on: write files, open memory, ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from tests.codegraph.state import logical_state
from tests.fakes.clock import FakeClock
from tmf_memory.cli.main import main
from tmf_memory.codegraph.lookup import Found, find_any
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.shown import Presenter, ShownClaim
from tmf_memory.codegraph.warm import WarmOptions, WarmSummary, refresh
from tmf_memory.kernel.clock import Clock, SystemClock
from tmf_memory.kernel.store.base import Store
from tmf_memory.kernel.store.disk import open_disk_store
from tmf_memory.kernel.store.key import StoreKey
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Worktree

OURS = StoreKey(b"k" * 32)
SOMEBODY_ELSES = StoreKey(b"x" * 32)


def put(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below `root` and return `root`."""
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def later_clock() -> FakeClock:
    """A clock an hour ahead: no file on disk is so new that its time cannot be trusted."""
    return FakeClock(SystemClock().now() + timedelta(hours=1))


def disk_store(root: Path, key: StoreKey = OURS, clock: Clock | None = None) -> Store:
    return open_disk_store(root / ".tmf", key=key, clock=clock or SystemClock())


def on_disk(root: Path, key: StoreKey = OURS, clock: Clock | None = None) -> CodeMemory:
    clock = clock or SystemClock()
    return CodeMemory(Worktree(root), disk_store(root, key, clock), clock)


def in_memory(root: Path, clock: Clock | None = None) -> CodeMemory:
    return CodeMemory(Worktree(root), MemoryStore(), clock or SystemClock())


def warm(memory: CodeMemory) -> WarmSummary:
    return refresh(memory, WarmOptions(jobs=1, explicit=True))


def read(memory: CodeMemory) -> WarmSummary:
    """Bring memory up to date as a read does."""
    return refresh(memory, WarmOptions(jobs=1))


def found(memory: CodeMemory, name: str) -> Found:
    one = find_any(memory.claims, name)
    assert isinstance(one, Found)
    return one


def shown(memory: CodeMemory, name: str) -> ShownClaim:
    return Presenter(memory).show(found(memory, name))


def is_as_new(memory: CodeMemory) -> bool:
    """Whether memory is what a first warm would make of the tree as it is now."""
    clean = in_memory(memory.worktree.root)
    warm(clean)
    return logical_state(memory) == logical_state(clean)


@dataclass(frozen=True)
class Ran:
    """What one command line did."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Shell:
    """Runs `tmf` in this process on one repository."""

    root: Path
    capture: object

    def __call__(self, *arguments: str) -> Ran:
        code = main(["--repo", str(self.root), *arguments])
        out, err = self.capture.readouterr()  # type: ignore[attr-defined]
        return Ran(code, out, err)
