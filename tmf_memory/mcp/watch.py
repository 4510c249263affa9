"""Has anything happened in the tree since we last looked? Asked of the kernel, where it can tell.

A server that is asked twenty questions in a row need not walk an unchanged tree twenty times. No
thread runs: Linux queues what happens in the watched folders, and each question empties the queue.
Elsewhere, and whenever the answer is not certain, the tree is walked. Changes that the kernel does
not report (another machine's on a network file system) are seen after `MOST_S` at the latest.
"""

from __future__ import annotations

import os
import struct
import sys
import time

MOST_S = 2.0
_MOST_FOLDERS = 16_384
_SKIPPED = frozenset({".git", ".hg", ".svn", ".tmf", ".tmcra"})

_MODIFY, _ATTRIB, _MOVED_FROM, _MOVED_TO = 0x2, 0x4, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF, _MOVE_SELF = 0x100, 0x200, 0x400, 0x800
_ONLY_FOLDERS, _NO_LINKS = 0x0100_0000, 0x0200_0000
_OVERFLOW, _IGNORED, _OF_FOLDER = 0x4000, 0x8000, 0x4000_0000
_ABOUT_FOLDERS = _OF_FOLDER | _OVERFLOW | _IGNORED | _DELETE_SELF | _MOVE_SELF
_WANTED = (
    _MODIFY | _ATTRIB | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF | _MOVE_SELF
) | (_ONLY_FOLDERS | _NO_LINKS)
_ATTEMPTS = 3
_CHUNK = 1 << 16
_EVENT = struct.Struct("iIII")  # watch, mask, cookie, length of the name that follows


class TreeWatch:
    """Tells a tree that is certainly as it was from one that may have changed."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._descriptor = _open_queue()
        self._seen_at = float("-inf")
        self._happened = True
        self._folders_changed = True

    def begin(self) -> None:
        """Call before walking the tree: what happens from now on is noticed."""
        if self._descriptor is None:
            return
        self._drain()
        for _ in range(_ATTEMPTS):
            if not self._folders_changed:
                break
            # New folders are only known from a walk; watching one twice does no harm.
            self._folders_changed = False
            self._watch_all()
            self._drain()
        self._happened = self._folders_changed

    def finish(self) -> None:
        """Call when the walk that followed `begin` was good."""
        self._seen_at = time.monotonic()

    def is_unchanged(self) -> bool:
        """Tell whether nothing has happened since the last `begin`, for certain."""
        if self._descriptor is None:
            return False
        self._drain()
        return not self._happened and time.monotonic() - self._seen_at < MOST_S

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def __del__(self) -> None:
        self.close()  # the kernel gives each user 128 queues

    def _drain(self) -> None:
        """Empty the queue and note what was in it."""
        while self._descriptor is not None:
            try:
                events = os.read(self._descriptor, _CHUNK)
            except BlockingIOError:
                return
            except OSError:
                self.close()
                return
            self._happened = True
            at = 0
            while at < len(events):
                _, mask, _, length = _EVENT.unpack_from(events, at)
                self._folders_changed = self._folders_changed or bool(mask & _ABOUT_FOLDERS)
                at += _EVENT.size + length

    def _watch_all(self) -> None:
        for count, (folder, folders, _) in enumerate(os.walk(self._root)):
            folders[:] = [name for name in folders if name not in _SKIPPED]
            if count >= _MOST_FOLDERS or not self._watch(folder):
                self.close()
                return

    def _watch(self, folder: str) -> bool:
        """Watch one folder; False when the kernel has no room for it."""
        if self._descriptor is None:
            return False
        try:
            add_watch(self._descriptor, folder, _WANTED)
        except (FileNotFoundError, NotADirectoryError):
            return True  # gone since it was listed; its parent's queue says so, too
        except OSError:
            return False
        return True


def add_watch(descriptor: int, path: str, mask: int) -> None:
    """Call `inotify_add_watch`; raises OSError."""
    import ctypes  # costs more than the handshake may; the first tool call pays for it

    library = ctypes.CDLL(None, use_errno=True)
    if library.inotify_add_watch(descriptor, os.fsencode(path), mask) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), path)


def _open_queue() -> int | None:
    if sys.platform != "linux":
        return None
    import ctypes

    try:
        library = ctypes.CDLL(None, use_errno=True)
        descriptor = int(library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
    except (OSError, AttributeError):
        return None
    return descriptor if descriptor >= 0 else None
