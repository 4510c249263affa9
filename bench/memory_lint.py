"""Speed and memory of the memory linter: `python -m bench.memory_lint [--peers FOLDER…]`.

The stores are made here, with a fixed seed: 8 facts about each of 12,500 services, one in ten with
another value, as JSONL and as Markdown; 100 folders with a CLAUDE.md and 19 memories each. CPU
seconds are those of whole processes.

Other linters run on the same files when they are found: by name on the path, or in the folders that
`--peers` names (`node_modules/.bin`, a virtual environment's `bin`). None of them is needed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.code_memory import Run, run

BARS = {"100,000 facts, JSONL": 5.0, "2,000 files": 3.0}
VALUES = {
    "tool": ("PostgreSQL 14", "MySQL 8", "redis 7"),
    "port": ("8080", "9090"),
    "gateway": ("kong", "envoy"),
    "owner": ("payments", "platform"),
    "version": ("1.2.3", "1.3.0"),
    "datastore": ("S3", "GCS"),
    "schedule": ("daily at 02:00", "weekly on Sunday"),
    "host": ("AWS", "Hetzner"),
}
PEERS = {
    "agents-md-lint": ("check", "{folder}"),
    "agentlint": ("scan", "{folder}"),
    "claude-memory-lint": ("check", "{folder}/p0/memory"),
    "ctxlint": ("{folder}",),
    "skillsaw": ("lint", "{folder}"),
}
PAIR = """\
- billing-store: uses PostgreSQL 14 -- 2026-01-05 (source: infra-doc)
- billing-store: uses MySQL 8 -- 2026-06-02 (source: infra-doc)
"""


@dataclass(frozen=True)
class Fact:
    """One made-up fact."""

    entity: str
    slot: str
    value: str
    date: str


def facts(count: int) -> Iterator[Fact]:
    """Yield facts about services; one in ten has another value on another day."""
    chosen = random.Random(1)
    slots = list(VALUES)
    for number in range(count):
        slot = slots[number % len(slots)]
        entity = f"service {chosen.randrange(count // len(slots))}"
        date = f"2026-{1 + number % 12:02d}-{1 + number % 28:02d}"
        yield Fact(entity, slot, VALUES[slot][chosen.random() < 0.1], date)


def write_jsonl(path: Path, count: int) -> None:
    rows = (
        {
            "entity": each.entity,
            "slot": each.slot,
            "value": each.value,
            "observed_at": each.date,
            "source": "wiki",
        }
        for each in facts(count)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def write_markdown(path: Path, count: int) -> None:
    lines = (
        f'- {each.entity}: {each.slot} = "{each.value}" -- {each.date} (source: wiki)\n'
        for each in facts(count)
    )
    path.write_text("".join(lines), encoding="utf-8")


def write_memories(folder: Path, count: int) -> None:
    """Write a CLAUDE.md and nineteen memories a folder, as Claude Code keeps them."""
    for number in range(count):
        if number % 20 == 19:
            (folder / f"p{number // 20}" / "CLAUDE.md").write_text(PAIR, encoding="utf-8")
            continue
        place = folder / f"p{number // 20}" / "memory"
        place.mkdir(parents=True, exist_ok=True)
        head = f"---\nname: note {number}\ndescription: what is known of part {number}\n---\n\n"
        body = "".join(
            f"- The {('parser', 'writer', 'cache', 'router')[row % 4]} of part {number} keeps "
            f"{row} tables in memory, `module_{row}.py` holds the rules for it\n"
            for row in range(12)
        )
        (place / f"note-{number % 20}.md").write_text(head + body, encoding="utf-8")


def lint(target: str, folder: Path) -> Run:
    command = [sys.executable, "-m", "tmf_memory", "memory-lint", "scan", target]
    return run([*command, "--no-against-source", "--exit-zero"], folder)


def ours(folder: Path) -> list[tuple[str, Run]]:
    """Return each row with its cheapest of three runs."""
    rows = []
    for count in (25_000, 50_000, 100_000):
        write_jsonl(folder / "store.jsonl", count)
        rows.append((f"{count:,} facts, JSONL", _cheapest("store.jsonl", folder)))
    write_markdown(folder / "store.md", 100_000)
    write_memories(folder / "many", 2_000)
    for name, target in (("100,000 facts, Markdown", "store.md"), ("2,000 files", "many")):
        rows.append((name, _cheapest(target, folder)))
    return rows


def _cheapest(target: str, folder: Path) -> Run:
    return min((lint(target, folder) for _ in range(3)), key=lambda one: one.cpu_s)


def peers(folder: Path, bins: Sequence[Path]) -> Iterator[tuple[str, Run | None]]:
    """Run every other linter that is there on the folder of memories."""
    path = os.pathsep.join([*map(str, bins), os.environ.get("PATH", "")])
    for name, arguments in PEERS.items():
        program = shutil.which(name, path=path)
        if program is None:
            yield name, None
            continue
        given = [each.format(folder=folder) for each in arguments]
        yield name, _run_anyway([program, *given], folder)


def _run_anyway(command: Sequence[str], folder: Path) -> Run | None:
    """Run a program that may fail in its own way; then there is no figure."""
    try:
        return run(command, folder)
    except (OSError, RuntimeError, SystemExit):
        return None


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench.memory_lint", description=__doc__)
    parser.add_argument("--peers", type=Path, action="append", default=[], metavar="FOLDER")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"{'ours':26}{'CPU s':>8}{'MB':>7}")
        missed = 0
        for row, one in ours(folder):
            bar = BARS.get(row)
            verdict = "" if bar is None else f"   bar {bar:g} s"
            missed += bar is not None and one.cpu_s > bar
            print(f"{row:26}{one.cpu_s:8.2f}{one.peak_mb:7.0f}{verdict}")
        print(f"\n{'others, 2,000 files':26}{'CPU s':>8}{'MB':>7}")
        for row, found in peers(folder / "many", options.peers):
            shown = "  not here" if found is None else f"{found.cpu_s:8.2f}{found.peak_mb:7.0f}"
            print(f"{row:26}{shown}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
