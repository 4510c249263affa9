"""Trees drawn as text, on disk or in memory: `drawn_tree("a.py: x = 1\\nsub/b.py")`."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Mapping
from pathlib import Path

from tmf_memory.kernel.errors import PathOutsideRootError, UnreadableFileError
from tmf_memory.kernel.worktree import FileStat, Gap, Snapshot, SourceFile, blob_id
from tmf_memory.kernel.worktree.access import checked_parts
from tmf_memory.kernel.worktree.walk import Wanted


def drawn_tree(drawing: str) -> dict[str, str]:
    """Return the text of each file in a drawing.

    One file per line, `path: text` or only `path`; lines that are indented below `path:` are the
    file's text. `path/` alone is an empty directory.
    """
    tree: dict[str, list[str]] = {}
    path = ""
    for line in textwrap.dedent(drawing).strip("\n").split("\n"):
        if line[:1].isspace() or not line:
            tree[path].append(line)
            continue
        path, _, text = line.partition(": ")
        path = path.removesuffix(":").strip()
        tree[path] = [text] if text else []
    return {path: _text_of(lines) for path, lines in tree.items()}


def _text_of(lines: list[str]) -> str:
    text = textwrap.dedent("\n".join(lines)).strip("\n")
    return f"{text}\n" if text else ""


def write_tree(root: Path, drawing: str) -> Path:
    """Write a drawn tree below `root` and return `root`."""
    for path, text in drawn_tree(drawing).items():
        place = root / path
        if path.endswith("/"):
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode())
    return root


class FakeWorktree:
    """A working tree in memory; every `put` is later than the one before."""

    def __init__(self, drawing: str = "", *, gaps: tuple[Gap, ...] = ()) -> None:
        self.root = Path("/fake")
        self.gaps = gaps
        self._files: dict[str, tuple[bytes, int]] = {}
        self._now_ns = 1_000
        if drawing:
            for path, text in drawn_tree(drawing).items():
                self.put(path, text)

    def put(self, path: str, text: str | bytes) -> None:
        self._now_ns += 1_000
        self._files[path] = (text.encode() if isinstance(text, str) else text, self._now_ns)

    def put_all(self, files: Mapping[str, str | bytes]) -> None:
        for path, text in files.items():
            self.put(path, text)

    def delete(self, path: str) -> None:
        del self._files[path]

    def rename(self, old: str, new: str) -> None:
        self._files[new] = self._files.pop(old)

    def scan(self, wanted: Wanted | None = None) -> Snapshot:
        files = {
            path: FileStat(len(data), mtime_ns, mtime_ns)
            for path, (data, mtime_ns) in sorted(self._files.items())
            if wanted is None or wanted(path.rpartition("/")[2])
        }
        return Snapshot(files, self.gaps)

    def read(self, path: str) -> SourceFile:
        found = self._files.get("/".join(checked_parts(path)))
        if found is None:
            raise UnreadableFileError(path, "no such file or directory")
        return SourceFile(path, found[0], blob_id(found[0]))

    def stat(self, path: str) -> FileStat | None:
        found = self._files.get("/".join(checked_parts(path)))
        return FileStat(len(found[0]), found[1], found[1]) if found else None

    def resolve_argument(self, arg: str, cwd: Path) -> str:
        place = Path(os.path.normpath(cwd / arg))
        if not place.is_relative_to(self.root):
            raise PathOutsideRootError(arg)
        return place.relative_to(self.root).as_posix().removeprefix(".")
