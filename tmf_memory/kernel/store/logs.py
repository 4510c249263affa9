"""Append-only logs: one sealed row a line, a torn tail set aside, everything before it kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.store.atomic import (
    create_exclusive,
    ensure_directory,
    read_file,
    sync_directory,
    write_all,
)
from tmf_memory.kernel.store.base import LOCK_TIMEOUT_S, DamageReason
from tmf_memory.kernel.store.envelope import Broken, Sealed, unseal
from tmf_memory.kernel.store.lockfile import try_lock, unlock, wait_for_lock

_CHUNK = 8192


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log and what it turned out to be."""

    number: int
    content: Sealed | Broken


def decode_lines(file_name: str, raw: bytes, *, key: bytes) -> Iterator[Line]:
    """Yield every line; a last one without its line end is torn."""
    lines = raw.split(b"\n")
    tail = lines.pop()
    for number, line in enumerate(lines, start=1):
        if line:
            yield Line(number, unseal(file_name, line + b"\n", key=key))
    if tail:
        yield Line(len(lines) + 1, Broken(DamageReason.TORN))


class LogWriter:
    """Appends to the logs of one directory and repairs their tails first."""

    def __init__(self, directory: str, *, key: bytes, clock: Clock) -> None:
        self._directory = directory
        self._key = key
        self._clock = clock
        self._sound_sizes: dict[str, int] = {}

    def append(self, file_name: str, lines: bytes) -> DamageReason | None:
        """Add whole lines and wait for the disk; returns why a tail was set aside, if one was."""
        path = f"{self._directory}{os.sep}{file_name}"
        descriptor = wait_for_lock(path, self._clock, timeout_s=LOCK_TIMEOUT_S, flags=os.O_APPEND)
        try:
            size = os.fstat(descriptor).st_size
            damage = None
            # Nobody wrote since our own last append: its end is known to be sound.
            if size != self._sound_sizes.get(file_name, 0):
                size, damage = self._repair(descriptor, file_name, size)
            self._write(descriptor, lines, size)
            if size == 0:
                sync_directory(str(Path(path).parent))
            self._sound_sizes[file_name] = size + len(lines)
        finally:
            unlock(descriptor)
            os.close(descriptor)
        return damage

    def _write(self, descriptor: int, lines: bytes, size: int) -> None:
        try:
            write_all(descriptor, lines)
            os.fsync(descriptor)
        except OSError:
            os.ftruncate(descriptor, size)
            raise

    def _repair(
        self, descriptor: int, file_name: str, size: int
    ) -> tuple[int, DamageReason | None]:
        """Move a damaged last line to quarantine; returns the size of what is sound, and why."""
        if size == 0:
            return 0, None  # somebody removed or emptied the log since our last append
        line = _last_line(descriptor, size)
        reason = DamageReason.TORN
        if line.endswith(b"\n"):
            content = unseal(file_name, line, key=self._key)
            if isinstance(content, Sealed) or content.reason is DamageReason.FOREIGN:
                return size, None
            reason = content.reason
        self._quarantine(file_name, line)
        os.ftruncate(descriptor, size - len(line))
        return size - len(line), reason

    def _quarantine(self, file_name: str, line: bytes) -> None:
        folder = f"{self._directory}{os.sep}quarantine"
        ensure_directory(folder)
        log = file_name.removesuffix(".jsonl").replace("/", "-")
        stamp = self._clock.now().strftime("%Y%m%dT%H%M%S%fZ")
        name = f"{log}-{stamp}"
        number = 0
        while not create_exclusive(f"{folder}{os.sep}{name}.txt", line):
            number += 1
            name = f"{log}-{stamp}-{number}"


def _last_line(descriptor: int, size: int) -> bytes:
    """Return the last line with its line end, or what stands after the last line end."""
    tail = b""
    start = size
    while start > 0 and b"\n" not in tail[:-1]:
        wanted = min(_CHUNK, start)
        start -= wanted
        os.lseek(descriptor, start, os.SEEK_SET)
        tail = os.read(descriptor, wanted) + tail
    return tail[tail.rfind(b"\n", 0, -1) + 1 :]


def read_log(path: str) -> bytes:
    """Return the bytes of a log; without its last line while somebody is still writing that."""
    raw = read_file(path) or b""
    if not raw or raw.endswith(b"\n"):
        return raw
    descriptor = os.open(path, os.O_RDONLY)
    try:
        if not try_lock(descriptor):
            return raw[: raw.rfind(b"\n") + 1]
        # Nobody writes now: what is still missing its line end stays so.
        raw = read_file(path) or b""
        unlock(descriptor)
        return raw
    finally:
        os.close(descriptor)
