"""Which files must be looked at again, judged by their stat alone."""

from __future__ import annotations

import json

import pytest

from tmf_memory.codegraph.manifest import FileRow, Layout, Manifest, layout_for, plan_update
from tmf_memory.kernel.worktree import FileStat

SCANNED = 1_000_000_000_123
OLD = SCANNED - 60_000_000_001
VERSIONS = {"python": 1}


def manifest(**files: FileRow) -> Manifest:
    return Manifest(
        {f"{name}.py": row for name, row in files.items()},
        next_number=9,
        layout=Layout(4, 2),
        scanned_ns=SCANNED,
        versions=VERSIONS,
        gaps={"x.py": "why"},
        warmed_at="2026-01-01T00:00:00+00:00",
    )


def row(
    size: int = 5, mtime_ns: int = OLD, ctime_ns: int = OLD, language: str = "python"
) -> FileRow:
    return FileRow(1, "b" * 40, size, mtime_ns, ctime_ns, language, "", 1, 2, 3)


STATS = {
    "nothing changed": (FileStat(5, OLD, OLD), False),
    "another size": (FileStat(6, OLD, OLD), True),
    "another time": (FileStat(5, OLD + 1, OLD), True),
    "an older time": (FileStat(5, OLD - 1, OLD), True),
    "same size and time, replaced": (FileStat(5, OLD, OLD + 1), True),
}


@pytest.mark.parametrize("name", STATS)
def test_a_changed_stat_is_checked(name: str) -> None:
    stat, expected = STATS[name]
    plan = plan_update(manifest(a=row()), {"a.py": stat}, VERSIONS)
    assert plan.check == (("a.py",) if expected else ())


@pytest.mark.parametrize("at", [SCANNED + 5, SCANNED, SCANNED - 40_000_000])
def test_a_write_within_the_clock_tick_of_the_scan_is_racy(at: int) -> None:
    plan = plan_update(manifest(a=row(mtime_ns=at)), {"a.py": FileStat(5, at, OLD)}, VERSIONS)
    assert plan.check == ("a.py",)


def test_whole_second_times_have_a_wider_racy_window() -> None:
    at = SCANNED // 1_000_000_000 * 1_000_000_000 - 1_000_000_000
    plan = plan_update(manifest(a=row(mtime_ns=at)), {"a.py": FileStat(5, at, OLD)}, VERSIONS)
    assert plan.check == ("a.py",)


def test_new_and_lost_files() -> None:
    plan = plan_update(manifest(a=row()), {"b.py": FileStat(1, OLD, OLD)}, VERSIONS)
    assert (plan.check, plan.removed) == (("b.py",), ("a.py",))


@pytest.mark.parametrize("versions", [{"python": 2}, {"python": -1}, {}])
def test_another_extractor_version_makes_its_files_outdated(versions: dict[str, int]) -> None:
    plan = plan_update(manifest(a=row()), {"a.py": FileStat(5, OLD, OLD)}, versions)
    assert plan.check == ("a.py",)


def test_a_new_language_leaves_files_of_others_alone() -> None:
    versions = {**VERSIONS, "sql": 1}
    assert not plan_update(manifest(a=row()), {"a.py": FileStat(5, OLD, OLD)}, versions)


def test_the_manifest_survives_json() -> None:
    known = manifest(a=row(), b=row(size=7))
    assert Manifest.decode(json.loads(json.dumps(known.encode()))) == known


@pytest.mark.parametrize(
    ("files", "expected"),
    [(0, (1, 1)), (8, (1, 1)), (100, (16, 1)), (2823, (256, 64)), (100_000, (256, 64))],
)
def test_layout_follows_size(files: int, expected: tuple[int, int]) -> None:
    assert layout_for(files) == Layout(*expected)
