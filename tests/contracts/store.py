"""What every store must do, on disk, in memory and as an overlay."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tmf_memory.kernel.errors import LockHeldError, StoreError
from tmf_memory.kernel.store.base import Json, Store

MakeStore = Callable[[], Store]

DOCUMENTS: tuple[Json, ...] = (
    {},
    [],
    "",
    0,
    False,
    -1.5,
    {"text": 'line\nbreak "quoted" \\ \x00\x7f é 漢字 😀'},
    {"lone surrogate": "\ud800 and \udfff", "\udc80": [None]},
    {"big": 2**80, "small": 5e-324},
    [[[[[[{"deep": [1, 2, [3]]}]]]]]],
    '"}\n',
)

BAD_NAMES = (
    "",
    "/etc/passwd",
    "../up",
    "a/../b",
    "a//b",
    "a/",
    ".hidden",
    "a/.hidden",
    "a\\b",
    "c:d",
    "a\0b",
    "a\nb",
    "a b",
    "é",
    "nul",
    "a/COM1",
    "aux.x",
    "schema",
    "quarantine/x",
    "x" * 300,
)

GOOD_NAMES = (
    "a",
    "A-b_c.d",
    "shards/3f",
    "a/b/c/d",
    "session=1@x",
    "console",
    "a.schema",
    "x/schema",
)


def reads_what_was_written(store: Store) -> None:
    for number, document in enumerate(DOCUMENTS):
        name = f"documents/{number}"
        store.write(name, document, durable=number % 2 == 0)
        assert store.read(name) == document
    assert store.damage == []


def keeps_no_reference_to_what_was_written(store: Store) -> None:
    document: dict[str, Json] = {"list": [1]}
    store.write("a", document)
    document["list"] = "changed"
    first = store.read("a")
    assert first == {"list": [1]}
    assert isinstance(first, dict)
    first["list"] = "changed"
    assert store.read("a") == {"list": [1]}


def replaces_and_removes(store: Store) -> None:
    store.write("a", 1)
    store.write("a", 2)
    assert store.read("a") == 2
    store.remove("a")
    assert store.read("a") is None
    assert store.names("") == []
    store.remove("a")
    store.write("a", 3)
    assert store.read("a") == 3


def knows_nothing_at_first(store: Store) -> None:
    assert store.read("a/b") is None
    assert store.read_foreign("a/b") is None
    assert store.rows("a/b") == []
    assert store.foreign_rows("a/b") == []
    assert store.names("") == []
    assert store.names("a/b/c") == []
    assert store.damage == []


def lists_names_by_prefix(store: Store) -> None:
    for name in ("b/2", "b/10", "b/c/d", "a", "bb", "b"):
        store.write(name, name)
    store.append("b/log", {})
    assert store.names("") == ["a", "b", "b/10", "b/2", "b/c/d", "bb"]
    assert store.names("b") == ["b", "b/10", "b/2", "b/c/d", "bb"]
    assert store.names("b/") == ["b/10", "b/2", "b/c/d"]
    assert store.names("b/c/") == ["b/c/d"]
    assert store.names("b/1") == ["b/10"]
    assert store.names("x") == []


def keeps_rows_in_order(store: Store) -> None:
    store.append("log", {"n": 0})
    store.extend("log", ({"n": number} for number in (1, 2)))
    store.extend("log", [])
    store.append("log", {"n": "\ud800\n"})
    assert store.rows("log") == [{"n": 0}, {"n": 1}, {"n": 2}, {"n": "\ud800\n"}]
    assert store.rows("other") == []


def keeps_a_document_and_a_log_of_one_name_apart(store: Store) -> None:
    store.write("a", "document")
    store.append("a", {"row": 1})
    store.remove("a")
    assert store.read("a") is None
    assert store.rows("a") == [{"row": 1}]


def refuses_bad_names(store: Store) -> None:
    for name in BAD_NAMES:
        for use in (
            store.read,
            store.remove,
            store.rows,
            store.read_foreign,
            store.foreign_rows,
            lambda name: store.write(name, 1),
            lambda name: store.append(name, {}),
        ):
            with pytest.raises(StoreError, match="is not a document name"):
                use(name)
    assert store.names("") == []


def accepts_good_names(store: Store) -> None:
    for name in GOOD_NAMES:
        store.write(name, name)
        store.append(name, {"log": name})
    assert store.names("") == sorted(GOOD_NAMES)
    assert [store.read(name) for name in GOOD_NAMES] == list(GOOD_NAMES)


def refuses_what_json_cannot_hold(store: Store) -> None:
    deep: Json = []
    for _ in range(100_000):
        deep = [deep]
    store.write("a", "old")
    store.append("a", {"old": True})
    for value in (float("nan"), float("inf"), deep, {"x": object()}, b"bytes", {(1,): 2}):
        with pytest.raises(StoreError, match="not representable as JSON"):
            store.write("a", value)  # type: ignore[arg-type] # what a caller's bug would pass
        with pytest.raises(StoreError, match="not representable as JSON"):
            store.extend("a", [{"fine": 1}, {"bad": value}])  # type: ignore[dict-item] # as above
    assert store.read("a") == "old"
    assert store.rows("a") == [{"old": True}]


def locks_again_in_the_same_thread(store: Store) -> None:
    with store.lock(), store.lock(timeout_s=0.0):
        store.write("a", 1)
        store.append("log", {})
    with store.lock(timeout_s=0.0):
        store.remove("a")


def gives_the_lock_free_after_an_error(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.lock():
        raise ZeroDivisionError
    in_thread(lambda: store.write("a", 1))
    assert store.read("a") == 1


def keeps_other_threads_out(store: Store) -> None:
    refused: list[LockHeldError] = []

    def try_to_write() -> None:
        try:
            with store.lock(timeout_s=0.02):
                store.write("a", "other thread")
        except LockHeldError as error:
            refused.append(error)

    with store.lock():
        in_thread(try_to_write)
        assert store.read("a") is None
    assert len(refused) == 1


def loses_nothing_between_threads(store: Store) -> None:
    def work(worker: int) -> None:
        for number in range(10):
            store.append("log", {"worker": worker, "number": number})
            with store.lock():
                count = store.read("count")
                store.write("count", (count if isinstance(count, int) else 0) + 1)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.read("count") == 40
    rows = [(row["worker"], row["number"]) for row in store.rows("log")]
    assert sorted(map(str, rows)) == sorted(str((w, n)) for w in range(4) for n in range(10))
    for worker in range(4):
        assert [number for by, number in rows if by == worker] == list(range(10))


def in_thread(work: Callable[[], None]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


STORE_CONTRACT: tuple[Callable[[Store], None], ...] = (
    reads_what_was_written,
    keeps_no_reference_to_what_was_written,
    replaces_and_removes,
    knows_nothing_at_first,
    lists_names_by_prefix,
    keeps_rows_in_order,
    keeps_a_document_and_a_log_of_one_name_apart,
    refuses_bad_names,
    accepts_good_names,
    refuses_what_json_cannot_hold,
    locks_again_in_the_same_thread,
    gives_the_lock_free_after_an_error,
    keeps_other_threads_out,
    loses_nothing_between_threads,
)


def run_store_contract(make_store: MakeStore) -> None:
    """Run every promise against a fresh store of one kind."""
    for promise in STORE_CONTRACT:
        promise(make_store())
