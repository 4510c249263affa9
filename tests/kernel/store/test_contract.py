"""Every store keeps the same promises, and any JSON survives."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.contracts.store import STORE_CONTRACT, MakeStore
from tests.kernel.store.conftest import KEY
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.store.base import Json, Store
from tmf_memory.kernel.store.disk import DiskStore
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.store.overlay import OverlayStore

KINDS = ("disk", "memory", "overlay", "overlay of overlay")


def maker(kind: str, directory: Path) -> MakeStore:
    numbers = itertools.count()

    def on_disk() -> Store:
        return DiskStore(directory / str(next(numbers)), key=KEY, clock=SystemClock())

    makers: dict[str, MakeStore] = {
        "disk": on_disk,
        "memory": MemoryStore,
        "overlay": lambda: OverlayStore(on_disk()),
        "overlay of overlay": lambda: OverlayStore(OverlayStore(MemoryStore())),
    }
    return makers[kind]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("promise", STORE_CONTRACT, ids=lambda promise: promise.__name__)
def test_store_keeps_promise(promise: Callable[[Store], None], kind: str, tmp_path: Path) -> None:
    promise(maker(kind, tmp_path)())


CHARACTERS = st.characters(exclude_categories=())
TEXT = st.text(CHARACTERS, max_size=20)
SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES: st.SearchStrategy[Json] = st.recursive(
    SCALARS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(document=VALUES, row=st.dictionaries(TEXT, VALUES, max_size=4))
def test_any_json_survives(kind: str, tmp_path: Path, document: Json, row: dict[str, Json]) -> None:
    store = maker(kind, tmp_path)()
    store.remove("x")
    store.write("x", document)
    store.append("x", row)
    assert store.read("x") == document
    assert store.rows("x")[-1] == row
    assert store.damage == []


def test_overlay_leaves_its_base_alone(tmp_path: Path) -> None:
    base = maker("disk", tmp_path)()
    for name in ("kept", "changed", "removed"):
        base.write(name, "old")
    base.append("log", {"n": 1})
    overlay = OverlayStore(base)
    overlay.write("changed", None)
    overlay.write("new", "new")
    overlay.remove("removed")
    overlay.append("log", {"n": 2})

    assert [overlay.read(name) for name in ("kept", "changed", "removed", "new")] == [
        "old",
        None,
        None,
        "new",
    ]
    assert overlay.names("") == ["changed", "kept", "new"]
    assert overlay.rows("log") == [{"n": 1}, {"n": 2}]
    assert [base.read(name) for name in ("kept", "changed", "removed", "new")] == [
        "old",
        "old",
        "old",
        None,
    ]
    assert base.rows("log") == [{"n": 1}]


def test_overlay_works_while_its_base_is_locked(tmp_path: Path) -> None:
    base = maker("disk", tmp_path)()
    base.write("a", 1)
    overlay = OverlayStore(DiskStore(tmp_path / "0", key=KEY, clock=SystemClock()))
    with base.lock(), overlay.lock(timeout_s=0.0):
        overlay.write("a", 2)
        assert overlay.read("a") == 2
    assert base.read("a") == 1
