"""Stores in temporary directories."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fakes.clock import FakeClock
from tmf_memory.kernel.store.disk import DiskOptions, DiskStore
from tmf_memory.kernel.store.key import StoreKey

KEY = StoreKey(b"k" * 32)
OTHER_KEY = StoreKey(b"o" * 32)

OpenStore = Callable[..., DiskStore]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "repository" / ".tmf"


@pytest.fixture
def open_store(state: Path) -> OpenStore:
    """Return a function that opens the same directory again, as another process would."""

    def open_store(key: StoreKey = KEY, options: DiskOptions | None = None) -> DiskStore:
        return DiskStore(state, key=key, clock=FakeClock(), options=options or DiskOptions())

    return open_store
