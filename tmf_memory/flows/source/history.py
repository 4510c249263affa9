"""What git remembers of paths and names that are gone; asked lazily, bounded, never required."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from tmf_memory.kernel.git import ask_git

_TIMEOUT_S = 5.0
_MOST_COMMITS = 5_000


@dataclass(slots=True)
class History:
    """The past of one repository. Without git, or when git is too slow, nothing is known."""

    root: Path
    _gone: dict[str, str] | None = None
    _names: dict[str, str] = field(default_factory=dict)

    def gone_paths(self) -> dict[str, str]:
        """Paths that were deleted or renamed: where each went, or an empty string."""
        if self._gone is None:
            self._gone = _parse_gone(self._git(
                *("log", f"-n{_MOST_COMMITS}", "--format=", "--name-status", "-z", "--relative"),
                *("-M", "--diff-filter=DR", "--no-ext-diff", "--no-textconv", "--", "."),
            ))  # fmt: skip
        return self._gone

    def last_commit_with(self, name: str) -> str:
        """Short id of the newest commit that touched a definition of `name`; empty when none."""
        if name not in self._names:
            word = re.escape(name)
            pattern = rf"^[ \t]*((async[ \t]+)?def|class)[ \t]+{word}\b|^{word}[ \t]*[:=]"
            found = self._git(
                *("log", f"-n{_MOST_COMMITS}", "--max-count=1", "--format=%h", "-E"),
                *("--no-ext-diff", "--no-textconv", f"-G{pattern}", "--", "."),
            )
            self._names[name] = found.decode("ascii", "replace").strip()
        return self._names[name]

    def had_line(self, path: str, name: str) -> bool:
        """Whether a configuration file ever had a script or target called `name`."""
        word = re.escape(name)
        pattern = rf'^{word}[ \t]*:|"{word}"[ \t]*:'
        return bool(
            self._git(
                *("log", f"-n{_MOST_COMMITS}", "--max-count=1", "--format=%h", "-E"),
                *("--no-ext-diff", "--no-textconv", f"-G{pattern}", "--", path),
            ).strip()
        )

    def lost_literal(self, text: str) -> bool:
        """Whether source once held a text in quotes and holds it nowhere now."""
        pattern = f"[\"']{re.escape(text)}[\"']"
        past = self._git(
            *("log", f"-n{_MOST_COMMITS}", "--max-count=1", "--format=%h", "-E"),
            *("--no-ext-diff", "--no-textconv", f"-G{pattern}", "--", ".", ":!*.md"),
        )
        return bool(past.strip()) and not self._git("grep", "-lF", "-e", text, "--", ".", ":!*.md")

    def commit_at(self, date: str) -> str:
        """The last commit of that day or before it; empty when there is none."""
        found = self._git("rev-list", "-1", f"--before={date}T23:59:59", "HEAD", "--")
        return found.decode("ascii", "replace").strip()

    def read_at(self, commit: str, path: str) -> bytes | None:
        """A file's bytes at a commit; None when it was not there."""
        if not self._git("cat-file", "-t", f"{commit}:./{path}").startswith(b"blob"):
            return None
        return self._git("cat-file", "blob", f"{commit}:./{path}")

    def _git(self, *arguments: str) -> bytes:
        return ask_git(self.root, *arguments, timeout_s=_TIMEOUT_S)


def _parse_gone(output: bytes) -> dict[str, str]:
    """Parse `--name-status -z`: newest first, so the first word on a path counts."""
    fields = [os.fsdecode(one) for one in output.split(b"\0")]
    gone: dict[str, str] = {}
    index = 0
    while index + 1 < len(fields):
        status = fields[index].strip()
        if status.startswith("R") and index + 2 < len(fields):
            gone.setdefault(fields[index + 1], fields[index + 2])
            index += 3
        else:
            if status == "D":
                gone.setdefault(fields[index + 1], "")
            index += 2
    return gone
