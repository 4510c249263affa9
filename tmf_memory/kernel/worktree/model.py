"""The values of the working tree: what a scan found and what a read returned."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class FileStat:
    """What tells a changed file from an unchanged one without reading it."""

    size: int
    mtime_ns: int
    ctime_ns: int = 0


@dataclass(frozen=True, slots=True)
class Gap:
    """A path that was not read, and why. The path is printable, whatever the file is called."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One walk: the files by POSIX path relative to the root (sorted), and what was left out."""

    files: dict[str, FileStat] = field(default_factory=dict)
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file as it was read: its bytes and git's id for exactly these bytes."""

    path: str
    data: bytes
    blob: str
