"""A generator, embedder or router behind a command of the user's: JSON on stdin, JSON on stdout.

The command comes from the user's own environment and is run without a shell. It gets no more time
and is read no further than its bounds; whatever it left running is ended with it.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from tmf_memory.kernel.generators.base import Degraded
from tmf_memory.kernel.store.base import Json

_MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class CommandGenerator:
    """`command` as typed in an environment variable; `timeout_s` bounds one answer."""

    command: str
    timeout_s: float = 30.0
    name: str = "command"

    def ask(self, request: Mapping[str, Json]) -> dict[str, Json] | Degraded:
        """Run the command once. Whatever goes wrong is a reason, not an exception."""
        try:
            output = _Run(shlex.split(self.command), self.timeout_s).output(request)
        except subprocess.TimeoutExpired:
            return Degraded(f"{self.name} gave no answer within {self.timeout_s:g} s")
        except subprocess.CalledProcessError as error:
            return Degraded(f"{self.name} exited with {error.returncode}")
        except (OSError, ValueError, IndexError) as error:
            return Degraded(f"{self.name} could not be run: {error}")
        return _parse(self.name, output)


class _Run:
    """One process, ended whatever happens; its output is read up to one byte over the bound."""

    def __init__(self, words: list[str], timeout_s: float) -> None:
        self._words = words
        self._timeout_s = timeout_s
        self._output = b""

    def output(self, request: Mapping[str, Json]) -> bytes:
        """Raises what `subprocess.run(check=True, timeout=…)` would raise."""
        until = time.monotonic() + self._timeout_s
        with tempfile.TemporaryFile() as given:
            given.write(json.dumps(request).encode("ascii"))
            given.seek(0)
            # A file, not a pipe: a command that does not read its input cannot block us.
            process = subprocess.Popen(
                self._words,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                self._read(process, until)
            finally:
                _end(process)
        return self._output

    def _read(self, process: subprocess.Popen[bytes], until: float) -> None:
        reader = threading.Thread(target=self._take, args=(process,), daemon=True)
        reader.start()
        reader.join(max(0.0, until - time.monotonic()))
        if reader.is_alive():
            raise subprocess.TimeoutExpired(self._words, self._timeout_s)
        if len(self._output) > _MOST_BYTES:
            return
        code = process.wait(max(0.05, until - time.monotonic()))
        if code != 0:
            raise subprocess.CalledProcessError(code, self._words)

    def _take(self, process: subprocess.Popen[bytes]) -> None:
        if process.stdout is not None:
            with process.stdout as pipe, suppress(OSError):
                self._output = pipe.read(_MOST_BYTES + 1)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and what it started; the reader then comes to the end of the pipe."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _parse(name: str, output: bytes) -> dict[str, Json] | Degraded:
    if len(output) > _MOST_BYTES:
        return Degraded(f"{name} answered more than {_MOST_BYTES} bytes")
    try:
        answer = json.loads(output)
    except (ValueError, RecursionError):
        return Degraded(f"{name} did not answer with JSON")
    if not isinstance(answer, dict):
        return Degraded(f"{name} did not answer with a JSON object")
    return answer
