"""Speed, memory and size of code memory on real projects: `python -m bench.code_memory`.

Every row is measured in this run; ratios stand against the limit measured right beside it (reading,
hashing and `ast.parse` of the same files in one process). CPU seconds are user + system of the
whole process, so that a busy machine distorts them less than wall time.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import PINNED, project

LIMIT = """
import ast, hashlib, sys, time, warnings
from pathlib import Path
warnings.simplefilter("ignore")
for path in sorted(Path(sys.argv[1]).rglob("*.py")):
    data = path.read_bytes()
    hashlib.sha1(b"blob %d\\0" % len(data) + data).hexdigest()
    try:
        ast.parse(data)
    except (SyntaxError, ValueError):
        pass
"""


@dataclass(frozen=True)
class Run:
    """One finished process; `peak_mb` is its own maximum resident size."""

    cpu_s: float
    wall_s: float
    peak_mb: float


def run(command: Sequence[str], cwd: Path) -> Run:
    started = time.monotonic()
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode > 1:
        raise SystemExit(f"{' '.join(command)} exited with {process.returncode}")
    return Run(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)


def median(command: Sequence[str], cwd: Path, times: int) -> Run:
    runs = [run(command, cwd) for _ in range(times)]
    return Run(
        statistics.median(one.cpu_s for one in runs),
        statistics.median(one.wall_s for one in runs),
        max(one.peak_mb for one in runs),
    )


def size_of(root: Path, suffix: str = "") -> int:
    return sum(
        path.stat().st_size
        for path in root.rglob("*")
        if path.is_file() and path.name.endswith(suffix)
    )


def tmf(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tmf_memory", *arguments]


def measure(name: str, times: int) -> list[tuple[str, str, str, str]]:
    """Rows of what, measured, bar, verdict."""
    with tempfile.TemporaryDirectory() as work:
        root = Path(work) / name
        shutil.copytree(project(name), root)
        source = size_of(root, ".py")
        limit = median([sys.executable, "-c", LIMIT, str(root)], root, times)
        cold = _cold(root, times)
        warm = median(tmf("warm", "--jobs", "1"), root, times)
        edit = _after_edit(root, times)
        rows = [
            ("read + sha1 + ast.parse (limit)", f"{limit.cpu_s:.2f} s CPU", "", ""),
            _row("cold warm, one job, CPU / limit", cold.cpu_s / limit.cpu_s, 2.0, "x"),
            _row("cold warm, peak memory", cold.peak_mb, 400, "MB"),
            _row("no-op warm, wall", warm.wall_s, 0.3, "s"),
            _row("warm after one edit, wall", edit.wall_s, 0.5, "s"),
            _row(".tmf/ size / source", size_of(root / ".tmf") / source, 1.0, "x"),
        ]
        for question in (
            ("retrieve", "how is a table name quoted"),
            ("callers", _first_function(root)),
            ("explain", _first_function(root)),
        ):
            cost = median(tmf(*question), root, times)
            rows.append(_row(f"cold process `{question[0]}`, wall", cost.wall_s, 0.35, "s"))
    return rows


def _cold(root: Path, times: int) -> Run:
    runs = []
    for _ in range(times):
        shutil.rmtree(root / ".tmf", ignore_errors=True)
        runs.append(run(tmf("warm", "--jobs", "1"), root))
    return min(runs, key=lambda one: one.cpu_s)


def _after_edit(root: Path, times: int) -> Run:
    target = sorted(root.rglob("*.py"), key=lambda path: path.stat().st_size)[-20]
    runs = []
    for number in range(times):
        with target.open("a", encoding="utf-8") as file:
            file.write(f"\n\ndef added_by_bench_{number}():\n    return {number}\n")
        runs.append(run(tmf("warm", "--jobs", "1"), root))
    return min(runs, key=lambda one: one.wall_s)


def _first_function(root: Path) -> str:
    found = subprocess.run(
        tmf("retrieve", "--json", "--limit", "20", "open a connection"),
        cwd=root, capture_output=True, text=True, check=True,
    )  # fmt: skip
    import json

    claims = json.loads(found.stdout)["claims"]
    return str(next(one["id"] for one in claims if one["scope"] == "function"))


def _row(what: str, value: float, bar: float, unit: str) -> tuple[str, str, str, str]:
    verdict = "ok" if value <= bar else "MISSED"
    return what, f"{value:.2f} {unit}", f"<= {bar:g} {unit}", verdict


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("projects", nargs="*", default=["django"], help=", ".join(PINNED))
    parser.add_argument("--times", type=int, default=3, help="runs of each command")
    arguments = parser.parse_args()
    missed = 0
    for name in arguments.projects:
        print(f"\n{PINNED[name]}")
        for row in measure(name, arguments.times):
            missed += row[3] == "MISSED"
            print(f"  {row[0]:<40} {row[1]:>14} {row[2]:>12}  {row[3]}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
