"""Lines over two file descriptors: bounded reading, a writer that cannot block the reader."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

MAX_LINE_BYTES = 4 << 20
MAX_PENDING_BYTES = 16 << 20
STALL_S = 30.0
_CHUNK = 1 << 16
_KEPT = 400


class Oversized(NamedTuple):
    """A line that was too long to keep; only its two ends are."""

    head: bytes
    tail: bytes


class Unfinished(NamedTuple):
    """What stood after the last line end when the input ended."""

    line: bytes


Line = bytes | Oversized | Unfinished


class ClientGoneError(Exception):
    """Indicates that nobody reads the answers any more."""


class Splitter:
    """Cuts a byte stream into lines; holds at most one line of `limit` bytes and one chunk."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept = bytearray()
        self._length = 0

    def feed(self, chunk: bytes) -> Iterator[Line]:
        *complete, rest = chunk.split(b"\n")
        for piece in complete:
            self._add(piece)
            if self._length:
                yield self._take()
        self._add(rest)

    def finish(self) -> Iterator[Line]:
        if self._length:
            line = self._take()
            yield Unfinished(line) if isinstance(line, bytes) else line

    def _add(self, piece: bytes) -> None:
        self._length += len(piece)
        self._kept += piece
        if self._length > self._limit:
            # Too long to serve: the two ends may still say which request to fail.
            del self._kept[_KEPT:-_KEPT]

    def _take(self) -> bytes | Oversized:
        kept, too_long = bytes(self._kept), self._length > self._limit
        self._kept, self._length = bytearray(), 0
        return Oversized(kept[:_KEPT], kept[-_KEPT:]) if too_long else kept


def read_lines(descriptor: int, *, limit: int = MAX_LINE_BYTES) -> Iterator[Line]:
    """Yield each non-empty line until the input ends or breaks."""
    splitter = Splitter(limit)
    while chunk := _read(descriptor):
        yield from splitter.feed(chunk)
    yield from splitter.finish()


class Outbox:
    """Answers on their way out, written by a thread of its own.

    A client that does not read fills the pipe and then this queue. Up to `limit` bytes wait;
    beyond it `put` waits too, and gives up when nothing was taken for `stall_s`.
    """

    def __init__(
        self, descriptor: int, *, limit: int = MAX_PENDING_BYTES, stall_s: float = STALL_S
    ) -> None:
        self._descriptor = descriptor
        self._limit = limit
        self._stall_s = stall_s
        self._waiting: deque[bytes] = deque()
        self._pending = 0
        self._taken = 0
        self._gone = False
        self._changed = threading.Condition()
        self._on_gone: Callable[[], None] = _nothing
        threading.Thread(target=self._write_forever, name="outbox", daemon=True).start()

    def when_gone(self, react: Callable[[], None]) -> None:
        """Set what the writing thread does once the other end is closed."""
        self._on_gone = react

    def put(self, message: bytes) -> None:
        """Queue one message; raises ClientGoneError when it can reach nobody."""
        with self._changed:
            while self._pending > self._limit and not self._gone:
                self._gone = not self._wait_for_room(self._taken)
            if self._gone:
                raise ClientGoneError
            self._waiting.append(message)
            self._pending += len(message)
            self._changed.notify_all()

    def _wait_for_room(self, taken: int) -> bool:
        return self._changed.wait_for(
            lambda: not self._gone and self._taken != taken, self._stall_s
        )

    def drain(self, timeout_s: float) -> None:
        """Wait until everything is written, the client is gone or the time is over."""
        end = time.monotonic() + timeout_s
        with self._changed:
            while self._pending and not self._gone and (left := end - time.monotonic()) > 0:
                self._changed.wait(left)

    def _write_forever(self) -> None:
        while not self._gone:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                message = self._waiting.popleft()
            written = _write(self._descriptor, message)
            with self._changed:
                self._pending -= len(message)
                self._taken += 1
                self._gone = self._gone or not written
                self._changed.notify_all()
        self._on_gone()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""


def _write(descriptor: int, message: bytes) -> bool:
    try:
        written = os.write(descriptor, message)
        while written < len(message):
            written += os.write(descriptor, message[written:])
    except OSError:
        return False
    return True


def _nothing() -> None:
    return None
