"""A torn or damaged end of a log costs that line; a damaged middle costs nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kernel.store.conftest import KEY, OTHER_KEY, OpenStore
from tmf_memory.kernel.store.base import Damage, DamageReason
from tmf_memory.kernel.store.envelope import seal
from tmf_memory.kernel.store.lockfile import open_locked, unlock

ROW = seal("talk/log.jsonl", b'{"n":9}', key=KEY.secret)
FOREIGN = seal("talk/log.jsonl", b'{"n":9}', key=OTHER_KEY.secret)
LOG = "talk/log"
KEPT = [{"n": 0}, {"n": 1}]

TAILS: dict[str, tuple[bytes, DamageReason]] = {
    "one byte": (ROW[:1], DamageReason.TORN),
    "cut row": (ROW[:-10], DamageReason.TORN),
    "row without its line end": (ROW[:-1], DamageReason.TORN),
    "zeros after a power cut": (b"\0" * 5000, DamageReason.TORN),
    "long cut row": (ROW[:-3] + b"x" * 100_000, DamageReason.TORN),
    "damaged row": (ROW.replace(b":9}}", b":9}"), DamageReason.CHECKSUM),
    "text": (b"not a row\n", DamageReason.NOT_JSON),
    "long text": (b"x" * 100_000 + b"\n", DamageReason.NOT_JSON),
}


@pytest.fixture
def log_file(state: Path, open_store: OpenStore) -> Path:
    open_store().extend(LOG, KEPT)
    return state / "talk" / "log.jsonl"


@pytest.mark.parametrize("case", TAILS)
def test_damaged_tail_is_set_aside_by_the_next_append(
    case: str, state: Path, log_file: Path, open_store: OpenStore
) -> None:
    tail, reason = TAILS[case]
    before = log_file.read_bytes()
    log_file.write_bytes(before + tail)

    store = open_store()
    assert store.rows(LOG) == KEPT
    assert log_file.read_bytes() == before + tail
    name = LOG if reason is DamageReason.TORN else f"{LOG}:3"
    assert store.damage == [Damage(name, reason)]

    store = open_store()
    store.append(LOG, {"n": 2})
    assert store.damage == [Damage(LOG, reason)]
    store.append(LOG, {"n": 3})
    assert open_store().rows(LOG) == [*KEPT, {"n": 2}, {"n": 3}]
    quarantine = state / "quarantine" / "talk-log-20260102T030405000000Z.txt"
    assert quarantine.read_bytes() == tail
    assert list((state / "quarantine").iterdir()) == [quarantine]


def test_two_tails_in_one_moment_are_both_kept(
    state: Path, log_file: Path, open_store: OpenStore
) -> None:
    store = open_store()
    for tail in (b"first", b"second"):
        with log_file.open("ab") as file:
            file.write(tail)
        store.append(LOG, {})
    texts = {path.read_bytes() for path in (state / "quarantine").iterdir()}
    assert texts == {b"first", b"second"}
    assert open_store().rows(LOG) == [*KEPT, {}, {}]


def test_log_that_is_one_torn_row_starts_again(
    state: Path, log_file: Path, open_store: OpenStore
) -> None:
    log_file.write_bytes(ROW[:20])
    store = open_store()
    store.append(LOG, {"n": 1})
    assert store.rows(LOG) == [{"n": 1}]
    assert len(list((state / "quarantine").iterdir())) == 1


def test_damaged_middle_is_skipped_and_stays(log_file: Path, open_store: OpenStore) -> None:
    first, second = log_file.read_bytes().splitlines(keepends=True)
    log_file.write_bytes(first + b"\n" + b"rubbish\n" + FOREIGN + FOREIGN + second[5:] + second)
    store = open_store()
    store.append(LOG, {"n": 2})
    assert store.rows(LOG) == [*KEPT, {"n": 2}]
    assert store.foreign_rows(LOG) == [{"n": 9}, {"n": 9}]
    assert store.damage == [
        Damage(f"{LOG}:3", DamageReason.NOT_JSON),
        Damage(LOG, DamageReason.FOREIGN),
        Damage(f"{LOG}:6", DamageReason.NOT_JSON),
    ]


def test_foreign_tail_is_not_touched(state: Path, log_file: Path, open_store: OpenStore) -> None:
    with log_file.open("ab") as file:
        file.write(FOREIGN)
    store = open_store()
    store.append(LOG, {"n": 2})
    assert store.rows(LOG) == [*KEPT, {"n": 2}]
    assert store.foreign_rows(LOG) == [{"n": 9}]
    assert not (state / "quarantine").exists()


def test_row_that_is_being_written_is_not_damage(log_file: Path, open_store: OpenStore) -> None:
    descriptor = open_locked(str(log_file), os.O_APPEND)
    assert descriptor is not None
    os.write(descriptor, ROW[:20])
    store = open_store()
    assert store.rows(LOG) == KEPT
    assert store.damage == []
    os.write(descriptor, ROW[20:])
    unlock(descriptor)
    os.close(descriptor)
    assert store.rows(LOG) == [*KEPT, {"n": 9}]


@pytest.mark.parametrize("how", ["removed", "emptied"])
def test_log_that_somebody_cleared_while_it_was_open_is_not_torn(
    how: str, state: Path, log_file: Path, open_store: OpenStore
) -> None:
    store = open_store()
    store.append(LOG, {"n": 2})
    if how == "removed":
        log_file.unlink()
    else:
        log_file.write_bytes(b"")
    store.append(LOG, {"n": 3})
    assert store.damage == []
    assert open_store().rows(LOG) == [{"n": 3}]
    assert not (state / "quarantine").exists()
