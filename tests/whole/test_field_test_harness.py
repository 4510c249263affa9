"""The plan of a field test: complete, carried out by nobody, and made of commands that exist."""

from __future__ import annotations

import json
import os
import shlex
from collections import Counter
from pathlib import Path

import pytest

from scripts import field_test_harness
from scripts.field_test_harness import ARMS, METRICS, main
from tests.structure.sources import ROOT, tool_sources
from tmf_memory.cli.catalog import CATALOG
from tmf_memory.cli.main import build_parser, load_command

TASKS = [
    {"id": "t1", "ask": "Which functions write the cart?", "check": "names save and clear"},
    {"id": "t2", "ask": "Fix the rounding.", "check": "pytest tests/test_round.py passes"},
]
STARTERS = {"subprocess", "socket", "multiprocessing", "urllib", "http", "asyncio", "tmf_memory"}


def tasks_file(folder: Path, text: str) -> str:
    (folder / "tasks.jsonl").write_text(text, encoding="utf-8")
    return str(folder / "tasks.jsonl")


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    given = tasks_file(tmp_path, "".join(f"{json.dumps(task)}\n" for task in TASKS))
    out = tmp_path / "plan"
    assert main(["--repo", "a repo", "--out", str(out), "--tasks", given, "--runs", "2"]) == 0
    return out


def test_a_plan_has_every_task_in_every_arm_as_often_as_wanted(plan: Path) -> None:
    rows = [json.loads(line) for line in (plan / "rows.jsonl").read_text("utf-8").splitlines()]
    assert Counter((row["task"], row["arm"]) for row in rows) == {
        (task["id"], arm.name): 2 for task in TASKS for arm in ARMS
    }
    assert all(row["results"] == {} for row in rows)
    in_order = sorted(rows, key=lambda row: (row["task"], row["arm"], row["run"]))
    assert rows != in_order


def test_a_seed_gives_one_order(plan: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again", tmp_path / "other"
    given = ["--repo", "a repo", "--tasks", str(tmp_path / "tasks.jsonl"), "--runs", "2"]
    assert main([*given, "--out", str(again)]) == 0
    assert main([*given, "--out", str(other), "--seed", "1"]) == 0
    first, same, differs = ((one / "rows.jsonl").read_text("utf-8") for one in (plan, again, other))
    assert first == same
    assert first != differs


def test_the_text_names_every_arm_metric_and_command(plan: Path) -> None:
    text = (plan / "PLAN.md").read_text(encoding="utf-8")
    document = json.loads((plan / "plan.json").read_text(encoding="utf-8"))
    for wanted in (
        *(arm.name for arm in ARMS),
        *(metric.name for metric in METRICS),
        *(document["copy"], *document["prepare"], *document["after_each_row"], *document["rules"]),
    ):
        assert wanted in text
    assert "12 rows" in text
    assert document["copy"] == "cp -a 'a repo' {copy}"


def test_every_command_of_the_plan_is_one_that_the_program_takes(plan: Path) -> None:
    document = json.loads((plan / "plan.json").read_text(encoding="utf-8"))
    setups = [command for arm in document["arms"] for command in arm["setup"]]
    commands = [*setups, *document["prepare"], *document["after_each_row"]]
    assert len(commands) >= 6
    for command in commands:
        program, name, *rest = shlex.split(command)
        entry = CATALOG.find(name)
        assert program == "tmf"
        assert entry is not None
        build_parser(load_command(entry, CATALOG.package)).parse_strictly(rest)


def test_nothing_is_started_and_nothing_else_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [source] = [one for one in tool_sources() if one.path == "scripts/field_test_harness.py"]
    assert source.imported_packages().isdisjoint(STARTERS)
    for name in ("system", "fork", "posix_spawn", "execv"):
        monkeypatch.setattr(os, name, None, raising=False)
    repository = tmp_path / "repository"
    repository.mkdir()
    (repository / "a.py").write_text("x = 1\n", encoding="utf-8")
    assert main(["--repo", str(repository), "--out", str(tmp_path / "plan")]) == 0
    assert [one.name for one in repository.rglob("*")] == ["a.py"]
    assert sorted(one.name for one in (tmp_path / "plan").iterdir()) == [
        "PLAN.md",
        "plan.json",
        "rows.jsonl",
    ]
    assert "there are no rows yet" in (tmp_path / "plan" / "PLAN.md").read_text("utf-8")


BAD_TASKS = [
    ("{", ":1: not JSON"),
    ('\n{"id": "a", "ask": "b"}', ":2: needs the texts id, ask, check"),
    ("[]", ":1: needs the texts id, ask, check"),
    ('{"id": "a", "ask": "b", "check": " "}', ":1: needs the texts id, ask, check"),
    ('{"id": "a", "ask": "b", "check": "c"}\n' * 2, ":2: there are two tasks a"),
]


@pytest.mark.parametrize(("text", "reason"), BAD_TASKS)
def test_tasks_that_are_none_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, reason: str
) -> None:
    out = tmp_path / "plan"
    assert main(["--repo", ".", "--out", str(out), "--tasks", tasks_file(tmp_path, text)]) == 2
    assert capsys.readouterr().err == f"error: {tmp_path / 'tasks.jsonl'}{reason}\n"
    assert not out.exists()


def test_a_plan_is_never_overwritten(plan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--repo", ".", "--out", str(plan)]) == 2
    assert capsys.readouterr().err == f"error: {plan} exists; a plan is never overwritten\n"
    assert main(["--repo", ".", "--out", str(plan.parent / "new"), "--runs", "0"]) == 2
    assert main(["--repo", ".", "--out", str(plan.parent / "new"), "--tasks", "no/such"]) == 2


def test_the_readme_says_what_was_not_shown() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "did not show a win" in readme
    assert Path(field_test_harness.__file__).stem in readme
