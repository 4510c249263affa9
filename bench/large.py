"""Memory and cost of large repositories: `python -m bench.large [FILES...]`.

A large repository is made of real ones: the pinned sdists copied side by side, again and again,
until there are as many Python files as wanted. Each size is warmed once, on one job, and then
warmed again with nothing to do. Cost is linear when CPU per file stays the same as trees grow;
reading, hashing and `ast.parse` of the same files is the limit beside it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from bench.code_memory import LIMIT, Run, run, size_of, tmf
from bench.corpus import PINNED, project

SIZES = (5_000, 10_000, 20_000)
MOST_PEAK_MB = 1024
MOST_GROWTH = 1.25
"""How much more CPU a file may take in the largest tree than in the smallest one."""


def compose(root: Path, wanted: int) -> int:
    """Copy projects below `root` until `wanted` Python files are there; return how many are."""
    made = 0
    for source, target in _copies(root):
        for path in sorted(source.rglob("*.py")):
            if made == wanted:
                return made
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
            made += 1
    return made


def _copies(root: Path) -> Iterator[tuple[Path, Path]]:
    for number in count():
        for name in sorted(PINNED):
            yield project(name), root / f"copy_{number}" / name


def measure(files: int, *, with_limit: bool) -> tuple[Run, Run, Run | None, float]:
    """Cold warm, warm with nothing to do, limit, and the size of the state over the source."""
    with tempfile.TemporaryDirectory() as work:
        root = Path(work) / "tree"
        root.mkdir()
        if compose(root, files) != files:
            raise SystemExit("the projects have no Python files")
        source = size_of(root, ".py")
        limit = run([sys.executable, "-c", LIMIT, str(root)], root) if with_limit else None
        cold = run(tmf("warm", "--jobs", "1"), root)
        again = run(tmf("warm", "--jobs", "1"), root)
        return cold, again, limit, size_of(root / ".tmf") / source


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=int, default=list(SIZES))
    parser.add_argument("--no-limit", action="store_true", help="leave out parsing alone")
    given = parser.parse_args()
    costs, missed = [], 0
    for files in sorted(given.files):
        cold, again, limit, state = measure(files, with_limit=not given.no_limit)
        costs.append(cold.cpu_s / files)
        ratio = f"{cold.cpu_s / limit.cpu_s:.2f} x limit, " if limit else ""
        print(f"{files:>6} files: {1000 * costs[-1]:.2f} ms CPU a file, {ratio}peak ", end="")
        print(f"{cold.peak_mb:.0f} MB, {cold.cpu_s:.1f} s CPU, {cold.wall_s:.0f} s wall")
        print(f"{'':>14}nothing to do {again.cpu_s:.2f} s CPU, {again.peak_mb:.0f} MB; ", end="")
        print(f"state {state:.2f} x source", flush=True)
        missed += cold.peak_mb > MOST_PEAK_MB
    growth = costs[-1] / costs[0]
    print(f"CPU a file, largest against smallest: {growth:.2f} (bar {MOST_GROWTH})")
    return 1 if missed or growth > MOST_GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
