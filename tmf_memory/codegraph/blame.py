"""Which commit last touched some lines, as far as git tells quickly: asked, never required."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from tmf_memory.kernel.git import ask_git
from tmf_memory.kernel.trust import UntrustedText

MOST_CONFIDENCE = 0.6
"""What somebody wrote about a change is attributed to them, and no more than this certain."""

_TIMEOUT_S = 2.0
_COMMIT = re.compile(rb"([0-9a-f]{40,64}) \d+ \d+")


@dataclass(frozen=True, slots=True)
class Intent:
    """The newest commit of some lines: its id, its day (UTC), and its subject."""

    commit: str
    day: str
    subject: UntrustedText


def intent_of(root: Path, path: str, blob: str, lines: tuple[int, int]) -> Intent | None:
    """Ask for lines of a file whose content is `blob`; None unless that is what HEAD holds."""
    committed = ("rev-parse", "--verify", "--quiet", f"HEAD:./{path}")
    if ask_git(root, *committed, timeout_s=_TIMEOUT_S).strip() != blob.encode():
        return None
    # Of a committed file only objects are read: no filter, textconv or pager is started.
    blame = ("blame", "--no-textconv", "--porcelain", "-L", f"{lines[0]},{lines[1]}", "HEAD")
    return _newest(ask_git(root, *blame, "--", path, timeout_s=_TIMEOUT_S))


def _newest(porcelain: bytes) -> Intent | None:
    """Read `git blame --porcelain` (git-blame(1)): a commit's details stand at its first line."""
    times: dict[bytes, int] = {}
    subjects: dict[bytes, bytes] = {}
    commit = b""
    for line in porcelain.split(b"\n"):
        if line.startswith(b"\t"):
            continue
        name, _, value = line.partition(b" ")
        if _COMMIT.match(line):
            commit = name
        elif name == b"committer-time" and value.isdigit():
            times[commit] = int(value)
        elif name == b"summary":
            subjects[commit] = value
    if not times:
        return None
    newest = max(times, key=lambda one: (times[one], one))
    try:
        day = datetime.fromtimestamp(times[newest], timezone.utc).date().isoformat()
    except (OverflowError, OSError, ValueError):
        return None
    subject = subjects.get(newest, b"").decode("utf-8", "replace")
    return Intent(newest.decode("ascii"), day, UntrustedText(subject))
