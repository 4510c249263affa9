"""What the store believes about the tree: a value, its codec, and what a scan makes stale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, cast

from tmf_memory.codegraph.model import Json
from tmf_memory.kernel.errors import CorruptDocumentError
from tmf_memory.kernel.worktree.model import FileStat, Snapshot

# A write within the clock tick of the scan leaves the same stat: git calls it "racily clean".
_RACY_MARGIN_NS = 50_000_000
_COARSE_RACY_MARGIN_NS = 2_000_000_000

_FORM = 5
"""Of all documents of code memory: what has another one is derived again."""


class FileRow(NamedTuple):
    """One known file: its number in link tables, its content, its stat when read, and counts."""

    number: int
    blob: str
    size: int
    mtime_ns: int
    ctime_ns: int
    language: str
    degraded: str
    symbols: int
    edges: int
    unresolved: int


NEVER_LOOKED_AT = FileStat(-1, -1, -1)
"""The stat of a file that was found and not read: no file has it, so it is looked at next time."""


class Layout(NamedTuple):
    """Into how many documents shards and tables are split; fixed at the first warm."""

    shards: int
    buckets: int


@dataclass(slots=True)
class Manifest:
    """The table of known files, and under which circumstances they were read.

    `gaps` are all paths that were left out, with the reason. Those of them that the walk did find
    are in `unread` with their stat: they are tried again when it changes, not at every read.
    `outward` is by path what few files change in others: each file that is linked must see it.
    """

    files: dict[str, FileRow] = field(default_factory=dict)
    next_number: int = 0
    layout: Layout = field(default_factory=lambda: Layout(1, 1))
    scanned_ns: int = 0
    versions: dict[str, int] = field(default_factory=dict)
    gaps: dict[str, str] = field(default_factory=dict)
    warmed_at: str = ""
    unread: dict[str, FileStat] = field(default_factory=dict)
    outward: dict[str, Json] = field(default_factory=dict)

    def paths(self) -> dict[int, str]:
        return {row.number: path for path, row in self.files.items()}

    def leave_out(self, path: str, reason: str, stat: FileStat = NEVER_LOOKED_AT) -> None:
        """Note why a file that the walk found was not read."""
        self.gaps[path] = reason
        self.unread[path] = stat

    def gaps_of_walk(self) -> dict[str, str]:
        return {path: reason for path, reason in self.gaps.items() if path not in self.unread}

    def encode(self) -> Json:
        return {
            "form": _FORM,
            "files": {path: list(row) for path, row in sorted(self.files.items())},
            "next_number": self.next_number,
            "layout": list(self.layout),
            "scanned_ns": self.scanned_ns,
            "versions": dict(sorted(self.versions.items())),
            "gaps": dict(sorted(self.gaps.items())),
            "unread": {
                path: [stat.size, stat.mtime_ns, stat.ctime_ns]
                for path, stat in sorted(self.unread.items())
            },
            "warmed_at": self.warmed_at,
            "outward": dict(sorted(self.outward.items())),
        }

    @classmethod
    def decode(cls, document: Json) -> Manifest:
        """Raises CorruptDocumentError for what an older or another program wrote."""
        try:
            return cls._decode(cast("dict[str, Json]", document))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise CorruptDocumentError("manifest", f"not of this version ({error})") from error

    @classmethod
    def _decode(cls, fields: dict[str, Json]) -> Manifest:
        if fields["form"] != _FORM:
            raise ValueError(f"form {fields['form']}")
        rows = cast("dict[str, list[Json]]", fields["files"])
        unread = cast("dict[str, list[int]]", fields["unread"])
        return cls(
            {path: FileRow._make(cast("list[int]", row)) for path, row in rows.items()},
            cast("int", fields["next_number"]),
            Layout(*cast("tuple[int, int]", fields["layout"])),
            cast("int", fields["scanned_ns"]),
            cast("dict[str, int]", fields["versions"]),
            cast("dict[str, str]", fields["gaps"]),
            cast("str", fields["warmed_at"]),
            {path: FileStat(*stat) for path, stat in unread.items()},
            cast("dict[str, Json]", fields["outward"]),
        )


def layout_for(files: int) -> Layout:
    """About eight files a shard and 64 a bucket, within what one directory takes well."""
    return Layout(_power_of_two(files // 8, 256), _power_of_two(files // 64, 64))


def _power_of_two(wanted: int, most: int) -> int:
    size = 1
    while size < wanted and size < most:
        size *= 2
    return size


@dataclass(frozen=True, slots=True)
class Plan:
    """Which paths must be read again, which are gone, and whether others are left out than were."""

    check: tuple[str, ...]
    removed: tuple[str, ...]
    has_other_gaps: bool = False

    def __bool__(self) -> bool:
        return bool(self.check or self.removed or self.has_other_gaps)


def plan_for_scan(manifest: Manifest, snapshot: Snapshot, versions: Mapping[str, int]) -> Plan:
    """What a scan makes stale: files, and the list of what the walk left out."""
    plan = plan_update(manifest, snapshot.files, versions)
    gaps = {gap.path: gap.reason for gap in snapshot.gaps}
    others = gaps != manifest.gaps_of_walk() or not manifest.unread.keys() <= snapshot.files.keys()
    return replace(plan, has_other_gaps=others)


def plan_update(
    manifest: Manifest, found: Mapping[str, FileStat], versions: Mapping[str, int]
) -> Plan:
    """Compare a scan with the manifest: new, changed, racy or outdated paths, and lost ones."""
    outdated = {
        name for name, version in manifest.versions.items() if versions.get(name) != version
    }
    outdated |= {name for name in versions if name not in manifest.versions}
    check = [path for path, stat in found.items() if _must_check(manifest, path, stat, outdated)]
    removed = [path for path in manifest.files if path not in found]
    return Plan(tuple(check), tuple(removed))


def _must_check(manifest: Manifest, path: str, stat: FileStat, outdated: set[str]) -> bool:
    row = manifest.files.get(path)
    if row is None:
        return stat != manifest.unread.get(path) or _is_racy(stat, manifest.scanned_ns)
    if row.language in outdated:
        return True
    if (row.size, row.mtime_ns, row.ctime_ns) != (stat.size, stat.mtime_ns, stat.ctime_ns):
        return True
    return _is_racy(stat, manifest.scanned_ns)


def _is_racy(stat: FileStat, scanned_ns: int) -> bool:
    coarse = stat.mtime_ns % 1_000_000_000 == 0
    margin = _COARSE_RACY_MARGIN_NS if coarse else _RACY_MARGIN_NS
    return max(stat.mtime_ns, stat.ctime_ns) > scanned_ns - margin
