"""Lines out of bytes, and a writer that outlives a client which does not read."""

from __future__ import annotations

import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.mcp.transport import (
    ClientGoneError,
    Line,
    Outbox,
    Oversized,
    Splitter,
    Unfinished,
    read_lines,
)


def _split(chunks: list[bytes], limit: int = 100) -> list[Line]:
    splitter = Splitter(limit)
    found = [line for chunk in chunks for line in splitter.feed(chunk)]
    return [*found, *splitter.finish()]


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        ([], []),
        ([b"a\nb\n"], [b"a", b"b"]),
        ([b"a", b"b\n", b"c\n"], [b"ab", b"c"]),
        ([b"\n\n a \n\n"], [b" a "]),
        ([b"a\nb"], [b"a", Unfinished(b"b")]),
        ([b"x" * 100 + b"\n"], [b"x" * 100]),
        ([b"x" * 101 + b"\nb\n"], [Oversized(b"x" * 101, b"x" * 101), b"b"]),
        ([b"x" * 101], [Oversized(b"x" * 101, b"x" * 101)]),
    ],
)
def test_bytes_become_lines(chunks: list[bytes], expected: list[Line]) -> None:
    assert _split(chunks) == expected


def test_too_long_line_keeps_only_its_ends() -> None:
    chunks = [b"head", *[b"m" * 1000] * 50, b"tail\nnext\n"]
    long, following = _split(chunks)
    assert isinstance(long, Oversized)
    assert (len(long.head), len(long.tail)) == (400, 400)
    assert (long.head[:4], long.tail[-4:]) == (b"head", b"tail")
    assert following == b"next"


@given(st.binary(), st.lists(st.integers(0, 50), max_size=8))
def test_how_bytes_are_cut_does_not_matter(data: bytes, cuts: list[int]) -> None:
    pieces, start = [], 0
    for cut in cuts:
        pieces.append(data[start : start + cut])
        start += cut
    pieces.append(data[start:])
    assert _split(pieces, limit=20) == _split([data], limit=20)


def test_read_lines_from_a_pipe() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"a\nb\nc")
    os.close(writing)
    assert list(read_lines(reading)) == [b"a", b"b", Unfinished(b"c")]
    os.close(reading)


def test_closed_descriptor_is_the_end() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.close(writing)
    assert list(read_lines(reading)) == []


def test_outbox_writes_in_order() -> None:
    reading, writing = os.pipe()
    outbox = Outbox(writing)
    for number in range(100):
        outbox.put(b"%d\n" % number)
    outbox.drain(5)
    assert os.read(reading, 10_000) == b"".join(b"%d\n" % number for number in range(100))
    os.close(reading)
    os.close(writing)


def test_put_does_not_wait_for_a_client_that_does_not_read() -> None:
    reading, writing = os.pipe()
    outbox = Outbox(writing, limit=1 << 30)
    for _ in range(100):
        outbox.put(b"x" * 10_000)
    received = 0
    while received < 1_000_000:
        received += len(os.read(reading, 1 << 16))
    os.close(reading)
    os.close(writing)


def test_client_that_takes_nothing_is_given_up() -> None:
    _, writing = os.pipe()
    outbox = Outbox(writing, limit=100_000, stall_s=0.05)
    for _ in range(3):
        outbox.put(b"x" * 60_000)
    with pytest.raises(ClientGoneError):
        outbox.put(b"x")
    with pytest.raises(ClientGoneError):
        outbox.put(b"later")


def test_client_that_reads_slowly_is_waited_for() -> None:
    reading, writing = os.pipe()
    outbox = Outbox(writing, limit=1000, stall_s=10)
    received: list[int] = []

    def read_everything() -> None:
        while sum(received) < 500_000:
            received.append(len(os.read(reading, 1000)))

    reader = threading.Thread(target=read_everything)
    reader.start()
    for _ in range(50):
        outbox.put(b"x" * 10_000)
    reader.join(20)
    assert sum(received) == 500_000


def test_closed_client_is_noticed_once() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    outbox = Outbox(writing)
    gone = threading.Event()
    outbox.when_gone(gone.set)
    outbox.put(b"x\n")
    assert gone.wait(5)
    with pytest.raises(ClientGoneError):
        outbox.put(b"y\n")
    os.close(writing)
