"""What other people's CI takes from this repository: the pre-commit hook and the GitHub action."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tmf_memory.factlint.linter import is_memory_file

ROOT = Path(__file__).resolve().parents[2]
HOOK = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))[0]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))

CONFLICT = "ledger: uses PostgreSQL -- 2026-01-05\nledger: uses MySQL -- 2026-06-02\n"

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="the action runs in bash")


@pytest.mark.parametrize(
    "path",
    [
        "CLAUDE.md",
        "deep/down/AGENTS.md",
        "memory.jsonl",
        "memory.json",
        ".cursorrules",
        "memory-bank/progress.md",
        ".claude/memory/one-fact.md",
        "memories/facts.json",
        ".cursor/rules/style.mdc",
        ".cursor/rules/deep/style.mdc",
        ".clinerules/one.md",
        "README.md",
        "src/memory.py",
        "memory/deep/down.md",
        "memory/picture.png",
        "claude.md.txt",
        "docs/agents-and-more.md",
        "rules/style.mdc",
        "facts.jsonl",
    ],
)
def test_hook_takes_what_a_scan_of_the_directory_finds(path: str) -> None:
    assert bool(re.search(HOOK["files"], path)) == is_memory_file(Path(path))


def test_hook_is_one_process() -> None:
    assert HOOK["entry"] == "memory-lint scan"
    assert HOOK["require_serial"] is True
    assert HOOK["language"] == "python"


@pytest.mark.clients
@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="pre-commit is not installed")
def test_hook_runs_in_pre_commit(tmp_path: Path) -> None:
    origin, work = tmp_path / "origin", tmp_path / "work"
    git("clone", "--quiet", "--no-hardlinks", str(ROOT), str(origin), cwd=tmp_path)
    work.mkdir()
    git("init", "--quiet", cwd=work)
    (work / "CLAUDE.md").write_text(CONFLICT, encoding="utf-8")
    (work / "README.md").write_text(CONFLICT, encoding="utf-8")
    git("add", ".", cwd=work)
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "cache")}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        ["pre-commit", "try-repo", str(origin), "memory-lint", "--all-files"],
        cwd=work,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "contradicted_implicit  L2 ledger CLAUDE.md:1 ::" in done.stdout
    assert "README.md" not in done.stdout


def git(*arguments: str, cwd: Path) -> None:
    subprocess.run(["git", *arguments], cwd=cwd, check=True, capture_output=True)


def lint_step(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the second step of the action as a runner does, with `memory-lint` from here."""
    step = ACTION["runs"]["steps"][1]
    tools = folder.parent / "tools"
    tools.mkdir(exist_ok=True)
    tool = tools / "memory-lint"
    tool.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m tmf_memory memory-lint "$@"\n', encoding="utf-8"
    )
    tool.chmod(0o755)
    given = {key: str(value["default"]) for key, value in ACTION["inputs"].items()} | inputs
    variables = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: given[match[1]], value)
        for name, value in step["env"].items()
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder,
        env={
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "HOME": str(folder.parent),
            **variables,
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "CLAUDE.md").write_text(CONFLICT, encoding="utf-8")
    return folder


@needs_bash
def test_action_annotates_and_fails(work: Path) -> None:
    done = lint_step(work)
    assert done.returncode == 1
    assert done.stdout.startswith("::error file=CLAUDE.md,line=1,title=MF002")


@needs_bash
def test_action_writes_sarif_and_never_fails_when_asked_not_to(work: Path) -> None:
    done = lint_step(work, **{"fail-on": "never", "sarif": "out.sarif", "against-source": "false"})
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads((work / "out.sarif").read_text(encoding="utf-8"))
    assert document["runs"][0]["results"][0]["ruleId"] == "MF002"
    assert done.stdout.startswith("::error")


@needs_bash
@pytest.mark.parametrize(
    "path", ["$(touch owned)", "`touch owned`", '"; touch owned; "', "--fail-on=error", "a b.md"]
)
def test_action_takes_inputs_as_text(work: Path, path: str) -> None:
    done = lint_step(work, paths=f"CLAUDE.md\n{path}\n")
    assert done.returncode == 2
    assert f"no such file or directory: {path}" in done.stderr
    assert not (work / "owned").exists()


def test_action_puts_no_input_into_a_script() -> None:
    assert [step["name"] for step in ACTION["runs"]["steps"] if "${{" in step["run"]] == []
