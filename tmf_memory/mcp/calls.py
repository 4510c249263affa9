"""Work that takes time: one thread does it, the reader stays free to cancel it."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from tmf_memory.mcp.messages import Object, RequestId, notification
from tmf_memory.mcp.protocol import Era

_PROGRESS_EVERY_S = 0.1
_MAX_WAITING = 256


class CancelledError(Exception):
    """Indicates that the client no longer wants the answer; no answer is sent."""


class Call:
    """One request being worked on, and how its progress reaches the client."""

    def __init__(
        self,
        request_id: RequestId,
        era: Era,
        token: str | int | None,
        send: Callable[[Object], None],
    ) -> None:
        self.id = request_id
        self.is_cancelled = False
        self._era = era
        self._token = token
        self._send = send
        self._reported = float("-inf")
        self._reported_at = float("-inf")

    def progress(self, done: float, total: float | None = None, message: str = "") -> None:
        """Report progress; raises CancelledError when the client has cancelled.

        Engines call this per file: what does not increase, and more than ten reports a second,
        is left out.
        """
        if self.is_cancelled:
            raise CancelledError
        if self._token is None or done <= self._reported:
            return
        now = time.monotonic()
        if done != total and now - self._reported_at < _PROGRESS_EVERY_S:
            return
        self._reported, self._reported_at = done, now
        params: Object = {"progressToken": self._token, "progress": done}
        if total is not None:
            params["total"] = total
        if message and self._era.has_annotations:
            params["message"] = message
        self._send(notification("notifications/progress", params))


class Calls:
    """The requests that are open: at most one answer each, none after a cancellation."""

    def __init__(self) -> None:
        self._open: dict[RequestId, Call] = {}
        self._queue: deque[Callable[[], None]] = deque()
        self._changed = threading.Condition()
        self._busy = 0
        self._thread: threading.Thread | None = None

    def start(self, call: Call, work: Callable[[Call], None]) -> bool:
        """Queue the work of one call; False when its id is in use. Waits while many are queued."""
        with self._changed:
            self._changed.wait_for(lambda: self._busy < _MAX_WAITING)
            if call.id in self._open:
                return False
            self._open[call.id] = call
            self._busy += 1
            self._queue.append(lambda: self._run(call, work))
            self._changed.notify_all()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run_forever, name="calls", daemon=True)
            self._thread.start()
        return True

    def cancel(self, request_id: RequestId) -> None:
        """Forget a call; an unknown or finished one is fine."""
        with self._changed:
            call = self._open.pop(request_id, None)
            if call is not None:
                call.is_cancelled = True

    def close(self, call: Call) -> bool:
        """Close a call; True when its answer is still wanted."""
        with self._changed:
            return self._open.pop(call.id, None) is call

    def wait(self, timeout_s: float) -> bool:
        """Wait until no work is left; False when the time ran out."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy, timeout_s)

    def _run(self, call: Call, work: Callable[[Call], None]) -> None:
        try:
            if not call.is_cancelled:
                work(call)
        finally:
            with self._changed:
                self._busy -= 1
                self._changed.notify_all()

    def _run_forever(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._queue))
                work = self._queue.popleft()
            work()
