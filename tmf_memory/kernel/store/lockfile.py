"""One writer at a time, across threads and processes.

The operating system holds the lock (`flock`, or a byte range on Windows), so a killed owner frees
it at once and two takers can never both win. The file's content only says who the owner is; it is
emptied on release, so that content found by a new owner means that the last one died.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import weakref
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.errors import LockHeldError
from tmf_memory.kernel.store.atomic import FILE_MODE

if sys.platform == "win32":
    import msvcrt

    # Readers of the owner's name must not be refused, so the locked byte lies far behind the text.
    _LOCKED_BYTE = 1 << 30

    def try_lock(descriptor: int) -> bool:
        """Lock an open file for this process; False when another one has it."""
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def unlock(descriptor: int) -> None:
        """Give a locked file free."""
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Lock an open file for this process; False when another one has it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(descriptor: int) -> None:
        """Give a locked file free."""
        fcntl.flock(descriptor, fcntl.LOCK_UN)


_OPEN = (
    os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
)  # A planted link must not make us write into its target.


def open_locked(path: str, flags: int = 0) -> int | None:
    """Open (or create) a file and lock it; None when somebody else has it."""
    descriptor = os.open(path, _OPEN | flags, FILE_MODE)
    is_ours = False
    try:
        is_ours = try_lock(descriptor) and _is_still_at(path, descriptor)
    finally:
        if not is_ours:
            os.close(descriptor)
    return descriptor if is_ours else None


def _is_still_at(path: str, descriptor: int) -> bool:
    """Return whether the locked file is the one others will open: it may have been removed."""
    try:
        return os.path.samestat(os.fstat(descriptor), Path(path).stat())
    except FileNotFoundError:
        return False


def wait_for_lock(path: str, clock: Clock, *, timeout_s: float, flags: int = 0) -> int:
    """Return a locked descriptor; raises LockHeldError after `timeout_s`."""
    patience = Patience(clock, timeout_s)
    while (descriptor := open_locked(path, flags)) is None:
        patience.wait(path)
    return descriptor


class Patience:
    """A time limit with growing pauses."""

    def __init__(self, clock: Clock, timeout_s: float) -> None:
        self._clock = clock
        self._started = clock.monotonic()
        self._timeout_s = timeout_s
        self._pause_s = 0.001

    def wait(self, path: str) -> None:
        """Let a little time pass; raises LockHeldError when there is none left."""
        left_s = self._started + self._timeout_s - self._clock.monotonic()
        if left_s <= 0:
            raise _held_error(path, self._clock)
        self._clock.sleep(min(self._pause_s, left_s))
        self._pause_s = min(self._pause_s * 2, 0.05)


def _held_error(path: str, clock: Clock) -> LockHeldError:
    pid, held_s = 0, 0.0
    # The owner may be writing its name, or be gone, at this moment.
    with suppress(OSError, ValueError, TypeError, KeyError):
        owner = json.loads(Path(path).read_bytes())
        pid = int(owner["pid"])
        held_s = (clock.now() - datetime.fromisoformat(owner["since"])).total_seconds()
    return LockHeldError(path, pid, max(0.0, held_s))


class FileLock:
    """The writer's lock of one directory; exclusive between threads and between processes."""

    def __init__(self, path: str, clock: Clock) -> None:
        self._path = path
        self._clock = clock
        self._threads = threading.Lock()
        self._holder = 0
        self._descriptor = -1

    def is_held_here(self) -> bool:
        """Return whether this thread is the owner."""
        return self._holder == threading.get_ident()

    def acquire(self, timeout_s: float) -> bool:
        """Become the owner; returns whether the previous owner died without giving it free."""
        patience = Patience(self._clock, timeout_s)
        while not self._threads.acquire(blocking=False):
            patience.wait(self._path)
        try:
            while (descriptor := open_locked(self._path)) is None:
                patience.wait(self._path)
        except BaseException:
            self._threads.release()
            raise
        self._descriptor = descriptor
        self._holder = threading.get_ident()
        _close_in_children(self)
        return self._sign(descriptor)

    def _sign(self, descriptor: int) -> bool:
        was_abandoned = os.fstat(descriptor).st_size > 0
        owner = {
            "pid": os.getpid(),
            "process_started": process_start(),
            "since": self._clock.now().isoformat(),
        }
        # A full disk must not keep anybody from the lock: the name is for messages only.
        with suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.write(descriptor, json.dumps(owner).encode() + b"\n")
        return was_abandoned

    def release(self) -> None:
        """Give back what `acquire` took."""
        descriptor, self._descriptor = self._descriptor, -1
        self._holder = 0
        with suppress(OSError):
            os.ftruncate(descriptor, 0)
        unlock(descriptor)
        os.close(descriptor)
        self._threads.release()

    def drop_in_child(self) -> None:
        """Forget a lock that belongs to the parent process; closing does not free it there."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._threads = threading.Lock()
        self._holder = 0
        self._descriptor = -1


_locks: weakref.WeakSet[FileLock] = weakref.WeakSet()
_fork_watch: list[bool] = []


def _close_in_children(lock: FileLock) -> None:
    # A forked child inherits the descriptor, and would keep the lock of a killed parent alive.
    _locks.add(lock)
    if not _fork_watch and hasattr(os, "register_at_fork"):
        _fork_watch.append(True)
        os.register_at_fork(after_in_child=_drop_all)


def _drop_all() -> None:
    for lock in list(_locks):
        lock.drop_in_child()


def process_start() -> str:
    """Return when this process started, in the system's own unit; empty where it does not say."""
    try:
        stat = Path("/proc/self/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    # The command name is in parentheses and may hold spaces; the start time is field 22.
    return stat.rpartition(")")[2].split()[19]
