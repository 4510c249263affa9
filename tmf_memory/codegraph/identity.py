"""Rename identity: a claim's history moves with its file only when the move is beyond doubt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from tmf_memory.codegraph.manifest import FileRow

Rename = tuple[str, str]


def find_renames(before: Mapping[str, FileRow], after: Mapping[str, FileRow]) -> tuple[Rename, ...]:
    """Old path gone, and exactly one old and one new path hold that blob: `(old, new)` pairs."""
    gone = _by_blob({path: row for path, row in before.items() if path not in after})
    new = _by_blob({path: row for path, row in after.items() if path not in before})
    return tuple(
        sorted(
            (paths[0], new[blob][0])
            for blob, paths in gone.items()
            if len(paths) == 1 and len(new.get(blob, ())) == 1
        )
    )


def _by_blob(rows: Mapping[str, FileRow]) -> dict[str, list[str]]:
    paths: dict[str, list[str]] = defaultdict(list)
    for path, row in rows.items():
        paths[row.blob].append(path)
    return paths
