"""A generator, embedder or router behind a command of the user's: JSON on stdin, JSON on stdout.

The command comes from the user's own environment and is run without a shell.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Mapping
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
            words = shlex.split(self.command)
            done = subprocess.run(
                words,
                input=json.dumps(request).encode("ascii"),
                capture_output=True,
                timeout=self.timeout_s,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Degraded(f"{self.name} gave no answer within {self.timeout_s:g} s")
        except (OSError, ValueError, IndexError) as error:
            return Degraded(f"{self.name} could not be run: {error}")
        if done.returncode != 0:
            return Degraded(f"{self.name} exited with {done.returncode}")
        return _parse(self.name, done.stdout)


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
