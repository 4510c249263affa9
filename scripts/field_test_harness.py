"""Write the plan of a field test: does an agent do better with code memory? It starts nothing.

    python -m scripts.field_test_harness --repo PATH --out DIR [--tasks FILE] [--runs N] [--seed N]

Out come `plan.json`, `rows.jsonl` (one line per run to be made, results empty) and `PLAN.md`. No
repository is cloned, no model asked, no memory warmed, nothing read but the tasks: a person carries
the plan out. TASKS is JSON lines `{"id": "…", "ask": "…", "check": "…"}`; `check` is what decides
whether the answer is right, and is written before anything runs.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

FORM = 1
_TASK_KEYS = ("id", "ask", "check")


@dataclass(frozen=True, slots=True)
class Arm:
    """One way to work; everything but this is the same for all arms."""

    name: str
    setup: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True)
class Metric:
    """One thing to capture: where it comes from, and what it is for."""

    name: str
    source: str
    decides: str


ARMS = (
    Arm("baseline", (), "nothing about memory; no memory server is configured"),
    Arm("offered", ("tmf mcp --read-only --repo {copy}",), "that the server exists"),
    Arm("first", ("tmf mcp --read-only --repo {copy}",), "to ask memory before reading files"),
)
PREPARE = (
    "tmf status --repo {copy} --json",
    "tmf warm --repo {copy} --json",
    "tmf validate --self --repo {copy} --json",
)
AFTER_EACH_ROW = (
    "tmf stats --repo {copy} --json",
    "tmf diff --repo {copy} --json",
)
METRICS = (
    Metric("right", "the task's `check`, applied blind to the arm", "the primary question"),
    Metric("input_tokens, output_tokens", "the agent's own log", "cost"),
    Metric("wall_seconds", "the agent's own log", "cost"),
    Metric("tool_calls, files_read", "the agent's transcript", "whether reading was saved"),
    Metric("memory_calls", "calls of tmf_* tools in the transcript", "whether memory was used"),
    Metric("stale_shown", '"fresh": false in tool results', "whether stale claims reached it"),
    Metric("gaps_shown", '"gaps" in tool results', "whether limits were said"),
    Metric("misled", "a wrong answer that quotes a memory result", "harm, counted one by one"),
    Metric("hit_rate, rederived, stale_claims, seconds", "tmf stats --json", "what memory cost"),
    Metric("precision, recall, fp, fn", "tmf validate --self --json", "whether it may be trusted"),
)
RULES = (
    "Tasks, checks, number of runs, model and its settings are fixed before the first row.",
    "Every row starts from a fresh copy of the repository and a fresh session of the agent.",
    "Rows run in the order of rows.jsonl: it is shuffled, so that load and drift hit all arms.",
    "Whoever applies the checks does not see the arm. Rows that failed to run are kept and named.",
    "Arms are compared task by task (paired), with the interval of the difference, not by means.",
    "No win is claimed when the interval of `right` contains 0, or when cost rose without it.",
    "TMF_MODEL_COMMAND, TMF_EMBED_COMMAND and TMF_ROUTER_COMMAND are unset, or are the test.",
)


class PlanError(Exception):
    """Arguments or tasks that no plan can be made of."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="field_test_harness", description=__doc__.split("\n")[0])
    parser.add_argument("--repo", required=True, help="repository under test; it is only named")
    parser.add_argument("--out", required=True, type=Path, help="new folder for the plan")
    parser.add_argument("--tasks", type=Path, help="JSON lines: id, ask, check")
    parser.add_argument("--runs", type=int, default=3, help="runs of each task in each arm")
    parser.add_argument("--seed", type=int, default=0, help="of the order of the rows")
    given = parser.parse_args(arguments)
    try:
        tasks = read_tasks(given.tasks) if given.tasks else []
        write_plan(given.out, plan_for(given.repo, tasks, runs=given.runs, seed=given.seed))
    except (PlanError, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    sys.stdout.write(f"wrote the plan to {given.out}; nothing was started\n")
    return 0


def read_tasks(path: Path) -> list[dict[str, str]]:
    """Read tasks; PlanError names the line that is wrong."""
    tasks: dict[str, dict[str, str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise PlanError(f"{path}:{number}: not JSON") from error
        if not isinstance(row, dict) or not all(_is_text(row.get(key)) for key in _TASK_KEYS):
            raise PlanError(f"{path}:{number}: needs the texts {', '.join(_TASK_KEYS)}")
        if row["id"] in tasks:
            raise PlanError(f"{path}:{number}: there are two tasks {row['id']}")
        tasks[row["id"]] = {key: row[key] for key in _TASK_KEYS}
    return list(tasks.values())


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def plan_for(repo: str, tasks: list[dict[str, str]], *, runs: int, seed: int) -> dict[str, object]:
    """The whole plan as one document."""
    if runs < 1:
        raise PlanError("--runs must be at least 1")
    rows = [
        {"task": task["id"], "arm": arm.name, "run": run, "results": {}}
        for task in tasks
        for arm in ARMS
        for run in range(1, runs + 1)
    ]
    random.Random(seed).shuffle(rows)
    return {
        "form": FORM,
        "repository": repo,
        "copy": f"cp -a {shlex.quote(repo)} {{copy}}",
        "arms": [asdict(arm) for arm in ARMS],
        "prepare": list(PREPARE),
        "after_each_row": list(AFTER_EACH_ROW),
        "metrics": [asdict(metric) for metric in METRICS],
        "rules": list(RULES),
        "seed": seed,
        "runs": runs,
        "tasks": tasks,
        "rows": rows,
    }


def write_plan(out: Path, plan: dict[str, object]) -> None:
    """Write the plan into a new folder."""
    if out.exists():
        raise PlanError(f"{out} exists; a plan is never overwritten")
    out.mkdir(parents=True)
    rows = plan.pop("rows")
    assert isinstance(rows, list)
    (out / "plan.json").write_text(f"{json.dumps(plan, indent=2)}\n", encoding="utf-8")
    lines = "".join(f"{json.dumps(row)}\n" for row in rows)
    (out / "rows.jsonl").write_text(lines, encoding="utf-8")
    (out / "PLAN.md").write_text(_as_text(plan, len(rows)), encoding="utf-8")


def _as_text(plan: dict[str, object], rows: int) -> str:
    arms = "\n".join(f"- **{arm.name}**: the agent is told {arm.told}" for arm in ARMS)
    metrics = "\n".join(f"| {one.name} | {one.source} | {one.decides} |" for one in METRICS)
    rules = "\n".join(f"{number}. {rule}" for number, rule in enumerate(RULES, start=1))
    prepare = "\n".join(f"    {command}" for command in (plan["copy"], *PREPARE))
    after = "\n".join(f"    {command}" for command in AFTER_EACH_ROW)
    count = f"{rows} rows" if rows else "No tasks were given: there are no rows yet"
    return f"""# Field test of {plan["repository"]}

{count}, in the order of `rows.jsonl`. Nothing of this was started; a person does what follows.

## Arms

{arms}

## Once per row, before the agent starts

{prepare}

`tmf warm` and `tmf validate` only in arms with memory; a validation that fails ends the test.

## After each row

{after}

Copy the results, with the agent's own log, into the row's `results`.

## What is captured

| metric | from | decides |
|---|---|---|
{metrics}

## Rules

{rules}
"""


if __name__ == "__main__":
    sys.exit(main())
